"""Biased dealing: hands in which rare events are at home."""

import random
from dataclasses import dataclass, field

from .cards import Pack, suit_of


@dataclass
class Theme:
    """What a deal is steered towards. Players are active seats, counted from the first to play."""

    hero: int | None = None  # tries to win everything
    special: int | None = None  # holds the aces: napolitano, or player of the espagnolette
    before_only: bool = False  # his hand is good before the exchange only
    drawer: int | None = None  # leads oros to draw the quinola
    reserved: dict[int, list[str]] = field(default_factory=dict)


def reserve(theme: Theme, player: int, cards: list[str]) -> None:
    """Give these cards to a player before the rest is dealt."""
    theme.reserved.setdefault(player, []).extend(cards)


def taken(theme: Theme) -> set[str]:
    """Cards that already have an owner."""
    return {card for cards in theme.reserved.values() for card in cards}


def top_runs(rng: random.Random, pack: Pack, count: int, without: set[str]) -> list[str]:
    """So many cards from the top of the suits, in runs of 1–6; cards of others are passed over."""
    suits = list(dict.fromkeys(suit_of(card) for card in pack.cards))
    rng.shuffle(suits)
    runs: list[str] = []
    for suit in suits:
        ranked = [card for card in pack.cards if suit_of(card) == suit and card not in without]
        runs.extend(ranked[: min(rng.randint(1, 6), count - len(runs))])
    return runs


def aces_for(rng: random.Random, pack: Pack, theme: Theme, player: int, extra: list[str]) -> None:
    """Four aces, or three and one of `extra`."""
    if extra and rng.random() < 0.6:
        reserve(theme, player, [*rng.sample(pack.aces, 3), rng.choice(extra)])
    else:
        reserve(theme, player, list(pack.aces))


def quinola_for(rng: random.Random, pack: Pack, theme: Theme, players: list[int]) -> None:
    """Often choose who has the quinola."""
    if rng.random() < 0.7 and pack.quinola not in taken(theme):
        reserve(theme, rng.choice(players), [pack.quinola])


def long_aces(rng: random.Random, pack: Pack, theme: Theme, player: int) -> None:
    """Three suits of which he has the top and the ace, the others too few cards to outlast him."""
    suits = list(dict.fromkeys(suit_of(card) for card in pack.cards))
    for suit in rng.sample(suits, 3):
        ranked = [card for card in pack.cards if suit_of(card) == suit and card not in pack.aces]
        reserve(theme, player, [ace for ace in pack.aces if suit_of(ace) == suit] + ranked[:3])


def revesino_theme(rng: random.Random, pack: Pack) -> Theme:
    """A theme of ruleset `revesino`: a revesino, a napolitana, both, or nothing in particular."""
    theme = Theme()
    kind = rng.choices(["plain", "revesino", "napolitana", "drawn", "both", "same"], [24, 23, 16, 16, 13, 8])[0]
    seats = rng.sample(range(4), 4)
    if kind in ("napolitana", "drawn", "both"):
        theme.special = seats[0]
        if kind == "drawn":
            theme.drawer = 0 if rng.random() < 0.5 and seats[0] != 0 else seats[1]
            oros = [card for card in pack.cards if suit_of(card) == "o"]
            reserve(theme, seats[0], [pack.quinola, *[ace for ace in pack.aces if ace not in oros]])
            reserve(theme, theme.drawer, rng.choice((oros[:1], oros[1:2], oros[2:3], oros[:3])))
            others = taken(theme) | set(oros)
            reserve(theme, theme.drawer, top_runs(rng, pack, rng.randint(2, 6), others))
            # No further oros for the napolitano.
            for card in [card for card in oros if card not in taken(theme)]:
                reserve(theme, seats[rng.choice((1, 2, 3))], [card])
            if rng.random() < 0.5:
                low = [card for card in pack.cards if card[:-1] in "2345" and suit_of(card) != "o"]
                reserve(theme, seats[0], rng.sample([card for card in low if card not in taken(theme)], 6))
        else:
            aces_for(rng, pack, theme, seats[0], [pack.quinola])
        theme.before_only = rng.random() < 0.12
    if kind in ("revesino", "both", "same"):
        theme.hero = seats[1] if kind != "both" or rng.random() < 0.5 else (0 if seats[0] != 0 else 1)
        if kind == "same":
            theme.special = theme.hero
            aces_for(rng, pack, theme, theme.hero, [pack.quinola])
        elif rng.random() < 0.6 and theme.special != 0:
            theme.hero = 0  # he leads trick 1
        mine = len(theme.reserved.get(theme.hero, []))
        runs = top_runs(rng, pack, max(rng.choice((8, 9, 9, 9, 10, 10, 11)) - mine, 0), taken(theme))
        if rng.random() < 0.25 and pack.quinola not in taken(theme) | set(runs):
            runs = [*runs[:-1], pack.quinola]
        reserve(theme, theme.hero, runs)
    quinola_for(rng, pack, theme, [player for player in range(4) if player != theme.hero])
    return theme


def reversis_theme(rng: random.Random, pack: Pack, equivalents: list[str]) -> Theme:
    """A theme of the `reversis` family: a Reversis, an espagnolette, both, or nothing."""
    theme = Theme()
    kind = rng.choices(["plain", "reversis", "espagnolette", "both", "same"], [27, 28, 20, 15, 10])[0]
    seats = rng.sample(range(4), 4)
    high = pack.strength[pack.aces[0]] > pack.strength["K" + suit_of(pack.aces[0])]
    if kind in ("espagnolette", "both"):
        theme.special = seats[0]
        extra = [card for card in pack.cards if card[0] in equivalents and card[0] != "A"]
        aces_for(rng, pack, theme, seats[0], extra)
        if kind == "both" or rng.random() < 0.6:
            # Low cards, to lose with.
            low = [card for card in pack.cards if card[0] in "2345" and card not in taken(theme)]
            reserve(theme, seats[0], rng.sample(low, 7))
    if kind in ("reversis", "both"):
        theme.hero = 0 if rng.random() < 0.6 and theme.special != 0 else seats[1]
        size = len(pack.cards) // 4
        runs = top_runs(rng, pack, rng.randint(9, size), taken(theme))
        reserve(theme, theme.hero, runs)
    if kind == "same":
        theme.hero = theme.special = seats[1] if rng.random() < 0.4 else 0
        if high:
            reserve(theme, theme.hero, list(pack.aces))
            reserve(theme, theme.hero, top_runs(rng, pack, rng.randint(6, 8), taken(theme)))
        else:
            long_aces(rng, pack, theme, theme.hero)
    quinola_for(rng, pack, theme, [player for player in range(4) if player != theme.hero])
    return theme


def deal_cards(rng: random.Random, pack: Pack, theme: Theme, sizes: list[int]) -> list[list[str]]:
    """Hands of the given sizes, reserved cards first; what is left over (the stock) comes last.

    Half the time the others' suits are dealt evenly, so that no one is long in any.
    """
    owned = taken(theme)
    rest = [card for card in pack.cards if card not in owned]
    if rng.random() < 0.5:
        rng.shuffle(rest)
    else:
        rest.sort(key=lambda card: (suit_of(card), rng.random()))
    hands = [list(theme.reserved.get(player, [])) for player in range(len(sizes))]
    for player, size in enumerate(sizes):
        # A player reserved too many gives back the surplus.
        while len(hands[player]) > size:
            rest.append(hands[player].pop(rng.randrange(len(hands[player]))))
    turn = 0
    while any(len(hand) < size for hand, size in zip(hands, sizes, strict=True)):
        player = turn % len(sizes)
        turn += 1
        if len(hands[player]) < sizes[player]:
            hands[player].append(rest.pop())
    for hand in hands:
        rng.shuffle(hand)
    rng.shuffle(rest)
    return [*hands, rest]
