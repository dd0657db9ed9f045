"""Seeded random sessions in the JSON Lines form, in which rare events are common."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from .cards import Pack, french_pack, spanish_pack, suit_of
from .dealing import Theme, deal_cards, reversis_theme, revesino_theme
from .options import (
    DIGEST,
    REVERSIS_AMOUNTS,
    REVERSIS_CHOICES,
    REVESINO,
    REVESINO_AMOUNTS,
    REVESINO_CHOICES,
    Options,
    defaults,
)
from .policies import (
    Policy,
    View,
    ace_at_last,
    dodge,
    draw_quinola,
    grab,
    hold_high,
    keep_quinola,
    lead_quinola,
    legal_cards,
    meet_quinola,
    nothing_won,
    shed_quinola,
    wander,
)

NAMES = ["Ana", "Benito", "Carla", "Diego", "Elena"]
OTHERS: list[Policy] = [wander, dodge, dodge, hold_high, shed_quinola, keep_quinola]
NAPOLITANOS: list[Policy] = [nothing_won, nothing_won, ace_at_last, shed_quinola, wander]


def random_options(rng: random.Random, rules_id: str) -> Options:
    """House rules: each option at its default (left out) with probability 1/2, else any reading."""
    if rules_id == DIGEST:
        return {}  # rules.md lists no option for it
    revesino = rules_id == REVESINO
    amounts = REVESINO_AMOUNTS if revesino else REVERSIS_AMOUNTS
    choices = REVESINO_CHOICES if revesino else REVERSIS_CHOICES
    options: Options = {}
    for name in amounts:
        if rng.random() < 0.5:
            options[name] = rng.choice((0, 1, 2, 3, 4, 5, 7, 12, amounts[name]))
    for name, values in choices.items():
        if rng.random() < 0.5:
            options[name] = rng.choice(values)
    if revesino and rng.random() < 0.2:
        options["party"] = rng.randint(0, 5)
    if not revesino:
        random_reversis_options(rng, options)
    return options


def random_reversis_options(rng: random.Random, options: Options) -> None:
    """Add the options of the `reversis` family that are neither a plain amount nor a plain choice."""
    if rng.random() < 0.5:
        options["ace_equivalents"] = rng.sample(["K", "Q", "J", "9", "2"], rng.randint(0, 3))
    for name in ("deals", "starting_chips"):
        if rng.random() < 0.1:
            options[name] = rng.randint(0, 200)
    known = REVERSIS_AMOUNTS | options
    if known["dealer_share"] > known["bete_payment"]:
        options["dealer_share"] = rng.randint(0, known["bete_payment"])


def random_session(
    rng: random.Random, rules_id: str, deals: int, options: Options | None = None, session: str = "O1"
) -> list[dict[str, Any]]:
    """A whole session, dealer passing by R9 or X2; `options` none means the ruleset's defaults."""
    revesino = rules_id in (REVESINO, DIGEST)
    players = rng.sample(NAMES, 5 if rules_id == "reversis-5" else 4)
    head: dict[str, Any] = {
        "format": "revesino-log/1",
        "club": "Oracle",
        "session": session,
        "date": "2024-03-02",
        "rules": {"id": rules_id, "options": dict(options or {})},
        "players": players,
    }
    carried = random_carried(rng, len(players))
    if carried and rules_id != DIGEST:
        head["carried"] = carried
    made, dealer = [], rng.randrange(len(players))
    for number in range(1, deals + 1):
        seats = players[dealer:] + players[:dealer]
        rules = defaults(rules_id) | (options or {})
        deal = (random_revesino if revesino else random_reversis)(rng, seats, rules, rules_id)
        # The digest defines no stakes: its fondo starts from what was recorded.
        recorded = {"fondo_start": rng.randint(0, 30)} if rules_id == DIGEST and rng.random() < 0.9 else {}
        made.append({**head, "deal": number, "dealer": seats[0], **deal, "recorded": recorded})
        dealer = (dealer + (1 if revesino else -1)) % len(players)
    return made


def random_carried(rng: random.Random, players: int) -> dict[str, Any]:
    """Now and then a fondo (0 too), balances, or both from an earlier session."""
    if rng.random() < 0.7:
        return {}
    fondo = rng.choice((0, 1, 5, 8, 9, 12, 30))
    balance = [rng.randint(-20, 20) for _ in range(players - 1)]
    balance.append(-sum(balance) - fondo)
    return rng.choice(({"fondo": fondo}, {"balance": balance}, {"fondo": fondo, "balance": balance}))


def random_revesino(rng: random.Random, seats: list[str], rules: Options, rules_id: str) -> dict[str, Any]:
    """Deal, exchange, announce, play and declare under ruleset `revesino`."""
    pack = spanish_pack()
    players = seats[1:] + seats[:1]  # in order of play; the dealer comes last and has 12 cards
    theme = revesino_theme(rng, pack)
    *hands, stock = deal_cards(rng, pack, theme, [11, 11, 11, 12])
    dealt = {name: list(hand) for name, hand in zip(players, hands, strict=True)}
    exchanges = [exchange(rng, pack, theme, index, players, hands, stock) for index in (3, 0, 1, 2)]
    special = random_announcer(rng, pack, theme, hands)
    if rules_id == DIGEST and rng.random() < 0.9:
        special = None  # the digest has no napolitana
    policies = choose_policies(rng, theme, NAPOLITANOS, rng.choice((1, 2, 4, 7, 10, 10, 11)))
    napolitano = special if special is not None and able(pack, hands[special]) else None
    if special is not None and rules["napolitana_hand"] == "either" and able(pack, dealt[players[special]]):
        napolitano = special
    tricks, winners = play_out(rng, pack, hands, policies, 11, napolitano)
    first_nine = winners[0] if len(set(winners[:9])) == 1 else None
    revesino = first_nine if rng.random() < 0.9 else None
    if rng.random() < 0.04:
        revesino = rng.randrange(4)
    return {
        "hands": {name: dealt[name] for name in seats},
        "stock": stock,
        "exchanges": exchanges,
        "declarations": {
            "napolitana": None if special is None else players[special],
            "espagnolette": rng.choice(players) if rng.random() < 0.03 else None,
            "revesino": None if revesino is None else players[revesino],
        },
        "tricks": [{"leader": players[leader], "cards": cards} for leader, cards in tricks],
    }


def random_reversis(rng: random.Random, seats: list[str], rules: Options, rules_id: str) -> dict[str, Any]:
    """Deal, declare and play in the `reversis` family."""
    pack = french_pack(rules["ace_rank"], rules_id == "reversis-52")
    players = seats[1:] if rules_id == "reversis-5" else seats[1:] + seats[:1]
    theme = reversis_theme(rng, pack, rules["ace_equivalents"])
    size = len(pack.cards) // 4
    *hands, _ = deal_cards(rng, pack, theme, [size] * 4)
    dealt = {name: list(hand) for name, hand in zip(players, hands, strict=True)}
    special = theme.special if rng.random() < 0.95 else None
    if special is None and rng.random() < 0.05:
        special = rng.randrange(4)
    policies = choose_policies(rng, theme, [dodge, dodge, hold_high, wander], rng.randint(1, size))
    tricks, _ = play_out(rng, pack, hands, policies, size, None)
    void = {kind: rng.choice(seats) if rng.random() < 0.03 else None for kind in ("napolitana", "revesino")}
    return {
        "hands": {name: dealt[name] for name in seats if name in dealt},
        "stock": [],
        "exchanges": [],
        "declarations": {
            "napolitana": void["napolitana"],
            "espagnolette": None if special is None else players[special],
            "revesino": void["revesino"],
        },
        "tricks": [{"leader": players[leader], "cards": cards} for leader, cards in tricks],
    }


def able(pack: Pack, hand: list[str]) -> bool:
    """N1: four aces, or three and the quinola."""
    aces = sum(card in pack.aces for card in hand)
    return aces == 4 or (aces == 3 and pack.quinola in hand)


def exchange(
    rng: random.Random,
    pack: Pack,
    theme: Theme,
    index: int,
    players: list[str],
    hands: list[list[str]],
    stock: list[str],
) -> dict[str, Any]:
    """R3: the dealer (index 3) must discard; the others may change a card for their own stock card."""
    hand = hands[index]
    spoil = theme.before_only and index == theme.special
    if index != 3 and not spoil and rng.random() < 0.5:
        return {"player": players[index], "discard": None, "take": None}
    kept = set(theme.reserved.get(index, [])) if rng.random() < 0.9 else set()
    spare = [card for card in hand if card not in kept] or hand
    if spoil:
        spare = [card for card in hand if card in pack.aces] or hand
    discard = min(rng.sample(spare, min(2, len(spare))), key=lambda card: pack.strength[card])
    hand.remove(discard)
    take = None if index == 3 else stock[index]
    if take is not None:
        hand.append(take)
    return {"player": players[index], "discard": discard, "take": take}


def random_announcer(rng: random.Random, pack: Pack, theme: Theme, hands: list[list[str]]) -> int | None:
    """Who announces the napolitana: mostly one who can, sometimes one who cannot."""
    if rng.random() < 0.04:
        return rng.randrange(4)
    if theme.special is not None:
        return theme.special if rng.random() < 0.95 else None
    able_players = [index for index, hand in enumerate(hands) if able(pack, hand)]
    return able_players[0] if able_players and rng.random() < 0.8 else None


def choose_policies(
    rng: random.Random, theme: Theme, specials: list[Policy], first: int
) -> list[Callable[[View], str]]:
    """One policy a player: the hero grabs, the special follows his plan, the rest anything."""
    others = rng.choice(OTHERS) if rng.random() < 0.3 else None  # sometimes all alike
    policies: list[Callable[[View], str]] = [others or rng.choice(OTHERS) for _ in range(4)]
    if theme.special is not None:
        policies[theme.special] = rng.choice(specials)
    if theme.drawer is not None and theme.special is not None:
        policies[theme.special] = rng.choice((meet_quinola, meet_quinola, keep_quinola, ace_at_last))
        policies[theme.drawer] = partial(draw_quinola, first=first)
    if theme.hero is not None:
        policies[theme.hero] = rng.choice((grab, grab, grab, lead_quinola))
    return policies


def random_renuncios(rng: random.Random, napolitano: int | None) -> tuple[list[float], bool]:
    """How often each player fails to follow suit though he could, and whether only in the last two tricks."""
    rates = [0.0] * 4
    kind = rng.random()
    if kind < 0.12:
        rates[rng.randrange(4)] = rng.choice((0.1, 0.5))
    elif kind < 0.2:
        rates = [0.1] * 4
    elif kind < 0.35:
        return [0.7] * 4, True
    elif kind < 0.45 and napolitano is not None:
        rates[napolitano] = 0.9
        return rates, True
    return rates, False


def play_out(
    rng: random.Random,
    pack: Pack,
    hands: list[list[str]],
    policies: list[Callable[[View], str]],
    size: int,
    napolitano: int | None,
) -> tuple[list[tuple[int, list[str]]], list[int]]:
    """Play all tricks; returns (leader, cards) and the winner of each."""
    rates, late = random_renuncios(rng, napolitano)
    unseen = set(pack.cards)
    leader, tricks, winners = 0, [], []
    for trick in range(1, size + 1):
        cards: list[str] = []
        best, winner = 0, leader
        for turn in range(4):
            player = (leader + turn) % 4
            hand = hands[player]
            led_suit = suit_of(cards[0]) if cards else None
            free = player == napolitano and trick <= 9
            legal = legal_cards(hand, led_suit, free)
            rate = rates[player] if trick >= size - 1 or not late else 0.0
            if led_suit is not None and len(legal) < len(hand) and rng.random() < rate:
                legal = [card for card in hand if card not in legal]
                if pack.quinola in legal and rng.random() < 0.5:
                    legal = [pack.quinola]
            view = View(pack, hand, legal, led_suit, best, trick, size, unseen - set(hand), rng)
            card = policies[player](view)
            hand.remove(card)
            unseen.discard(card)
            cards.append(card)
            if suit_of(card) == suit_of(cards[0]) and pack.strength[card] > best:
                best, winner = pack.strength[card], player
        tricks.append((leader, cards))
        winners.append(winner)
        leader = winner
    return tricks, winners
