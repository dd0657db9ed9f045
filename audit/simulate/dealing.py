"""A deal as it is played: cards dealt and exchanged, what is declared, and every trick; nothing is counted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.facts import FIRST_TRICKS
from audit.model import Deal, Declarations, Exchange, Header, Place, Trick
from audit.seating import first_leader
from audit.simulate import plans
from audit.simulate.deck import Card, Deck, Hand
from audit.simulate.policies import SUSPICIOUS, Seat, Turn, choose

NOWHERE = Place("", 1)
"""The place of a deal that stands in no file yet."""


@dataclass
class Table:
    """Who sits in which seat of one deal, and what has happened so far; seats count those that play, from 0."""

    deck: Deck
    seats: list[Seat]
    rng: random.Random
    stock: list[Card]
    left: Hand
    """All cards that nobody has played yet."""
    exchanged: list[tuple[Card | None, Card | None]] = field(default_factory=list)
    declared: dict[str, int] = field(default_factory=dict)
    tricks: list[tuple[int, list[Card]]] = field(default_factory=list)


def play_deal(deck: Deck, rng: random.Random, header: Header, names: Sequence[str], skills: Sequence[float],
              dealer: int, number: int) -> Deal:  # fmt: skip
    """A deal among `names`, of whom `dealer` deals, with everything that was to be seen of it and nothing written."""
    r = deck.ruleset
    who = [(dealer + r.first_seat + seat) % r.players for seat in range(r.seats)]
    table = deal_cards(deck, rng, [skills[player] for player in who])
    dealt = {names[player]: deck.spelled(seat.hand) for player, seat in zip(who, table.seats, strict=True)}
    exchange(table)
    announce(table)
    play(table)
    codes = deck.codes
    return Deal(
        header=header,
        number=number,
        place=NOWHERE,
        players=tuple(names),
        dealer=names[dealer],
        hands={name: dealt[name] for name in names if name in dealt},
        stock=tuple(codes[card] for card in table.stock) or None,
        exchanges=tuple(
            Exchange(names[player], _code(deck, given), _code(deck, taken))
            for player, (given, taken) in zip(who, table.exchanged, strict=False)
        ),
        declarations=Declarations(**{what: names[who[seat]] for what, seat in table.declared.items()}),
        tricks={
            trick: Trick(names[who[leader]], tuple(codes[card] for card in cards))
            for trick, (leader, cards) in enumerate(table.tricks, 1)
        },
    )


def _code(deck: Deck, card: Card | None) -> int | None:
    return None if card is None else deck.codes[card]


def deal_cards(deck: Deck, rng: random.Random, skills: Sequence[float]) -> Table:
    """The cards shuffled and dealt, seat 0 the dealer's unless he sits out."""
    r = deck.ruleset
    cards = list(deck.cards)
    rng.shuffle(cards)
    seats = []
    for seat, skill in enumerate(skills):
        deals = seat == 0 and not r.first_seat
        size = r.hand["dealer"] if deals else r.hand["others"]
        hand = [0, 0, 0, 0]
        for _ in range(size):
            _put(hand, cards.pop())
        seats.append(Seat(hand, skill))
    return Table(deck, seats, rng, cards, list(deck.whole))


def _put(hand: Hand, card: Card) -> None:
    """The card into the hand, or out of it."""
    hand[card.suit] ^= 1 << card.strength


# -------------------------------------------------------------------------------- before the first trick


def exchange(table: Table) -> None:
    """Each makes the most of the stock: the dealer must discard, the others may change one card for their own."""
    if not table.stock:
        return
    for number, seat in enumerate(table.seats):
        given = _given_away(table, seat, obliged=number == 0)
        taken = table.stock[number - 1] if number and given else None
        for card in (given, taken):
            if card is not None:
                _put(seat.hand, card)
        table.exchanged.append((given, taken))


def _given_away(table: Table, seat: Seat, *, obliged: bool) -> Card | None:
    deck = table.deck
    for_all = plans.is_for_all(deck, seat.hand, leads=False)
    card = plans.unwanted(deck, seat.hand, for_all)
    if obliged or plans.is_worth_changing(deck, seat.hand, card, for_all):
        return card
    # Some cannot resist a new card.
    return card if table.rng.random() > 0.6 + 0.4 * seat.skill else None


def announce(table: Table) -> None:
    """What is declared before the first trick, and who means to win every trick."""
    deck = table.deck
    leader = first_leader(deck.ruleset)
    for number, seat in enumerate(table.seats):
        leads = number == leader
        if _is_open(table, "napolitana") and plans.announces_napolitana(deck, seat.hand, leads, seat.skill):
            table.declared["napolitana"] = number
            seat.plan, seat.free = "shun", True
        elif _is_open(table, "espagnolette") and plans.announces_espagnolette(deck, seat.hand, seat.skill):
            table.declared["espagnolette"] = number
            seat.plan = "shun"
        elif plans.is_for_all(deck, seat.hand, leads):
            seat.plan = "sweep"


def _is_open(table: Table, declaration: str) -> bool:
    """Whether it may be declared in this ruleset, and nobody has yet."""
    return declaration in table.deck.ruleset.declarations and declaration not in table.declared


# ------------------------------------------------------------------------------------------------ the play


def play(table: Table) -> None:
    """Every trick, from the first leader on."""
    deck = table.deck
    leader = first_leader(deck.ruleset)
    won_by: set[int] = set()
    for trick in range(deck.ruleset.tricks):
        if len(won_by) == 1:
            _reconsider(table, trick, leader)
        sweeper = leader if trick >= SUSPICIOUS and len(won_by) == 1 else None
        winner = _play_trick(table, trick, leader, sweeper)
        won_by.add(winner)
        for number, seat in enumerate(table.seats):
            if seat.plan == "sweep" and number != winner:
                seat.plan = "duck"
        leader = winner


def _reconsider(table: Table, trick: int, sweeper: int) -> None:
    """Who has won every trick so far goes on if he can, and declares it when it is time."""
    deck, seat = table.deck, table.seats[sweeper]
    if trick < 3 or seat.plan == "shun":
        return
    last = trick == FIRST_TRICKS
    sure = plans.expected_losers(deck, seat.hand, table.left) <= (plans.SURE if last else plans.SAFE)
    committed = trick >= FIRST_TRICKS and "revesino" not in deck.ruleset.declarations
    seat.plan = "sweep" if sure or committed else "duck"
    if last and _is_open(table, "revesino") and (sure or table.rng.random() < plans.BOLD):
        table.declared["revesino"], seat.plan = sweeper, "sweep"


def _play_trick(table: Table, trick: int, leader: int, sweeper: int | None) -> int:
    """A trick led by `leader`; who wins it."""
    deck, seats = table.deck, table.seats
    cards: list[Card] = []
    led, best, winner = 0, 0, leader
    for position in range(len(seats)):
        number = (leader + position) % len(seats)
        seat = seats[number]
        stop = sweeper is not None and number != sweeper
        card = choose(Turn(deck, seat, trick, position, led, best, table.left, stop, table.rng))
        if position == 0:
            led = card.suit
        if card.suit == led and card.strength > best:
            best, winner = card.strength, number
        _put(seat.hand, card)
        _put(table.left, card)
        cards.append(card)
    table.tricks.append((leader, cards))
    return winner
