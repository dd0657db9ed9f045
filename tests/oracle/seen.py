"""What a record shows of the cards: who can have played what, and what is surely wrong with it.

Everything here follows from the tricks, hands and exchanges; recorded values are not looked at.
"""

from dataclasses import dataclass, field
from typing import Any

from .cards import Pack, french_pack, rank_of, spanish_pack, suit_of
from .options import DIGEST, REVESINO, Options, options_of
from .table import in_seat_order

Finding = dict[str, Any]
UNKNOWN = "??"


@dataclass
class SeenTrick:
    """One trick as recorded; `cards` in order of play, `leader` none if nothing tells him."""

    number: int
    leader: str | None = None
    cards: list[str] | None = None
    possible: set[str] = field(default_factory=set)  # who may have won it

    @property
    def winner(self) -> str | None:
        """The winner whom no unknown card can change."""
        return next(iter(self.possible)) if len(self.possible) == 1 else None


@dataclass
class Seen:
    """One deal as recorded."""

    deal: dict[str, Any]
    rules_id: str
    options: Options
    pack: Pack
    size: int
    dealer: str | None
    seats: list[str]  # from the dealer on; in the order of `players` if he is not known
    active: list[str]
    tricks: list[SeenTrick] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    complete: bool = False

    def find(self, code: str, player: str | None = None, trick: int | None = None, card: Any = None) -> None:
        """Note an error finding."""
        new = {"code": code, "severity": "error", "player": player, "trick": trick, "card": card}
        if new not in self.findings or code == "bad-declaration":
            self.findings.append(new)

    def owner(self, trick: SeenTrick, turn: int) -> str | None:
        """Who played the card at this turn."""
        if trick.leader not in self.active:
            return None
        return in_seat_order(self.active, trick.leader)[turn]

    def known(self, card: str) -> bool:
        """A card of the pack, rank and suit."""
        return card in self.pack.strength

    def plays(self) -> list[tuple[SeenTrick, int, str]]:
        """(trick, turn, card) of all recorded tricks."""
        return [(trick, turn, card) for trick in self.tricks for turn, card in enumerate(trick.cards or [])]


def open_record(deal: dict[str, Any]) -> Seen:
    """Seats, pack and tricks of one record, nothing judged yet."""
    rules_id = deal["rules"]["id"]
    options = options_of(deal)
    spanish = rules_id in (REVESINO, DIGEST)
    pack = spanish_pack() if spanish else french_pack(options["ace_rank"], rules_id == "reversis-52")
    size = 11 if spanish else len(pack.cards) // 4
    dealer, players = deal.get("dealer"), deal["players"]
    seats = in_seat_order(players, dealer) if dealer else list(players)
    active = seats[1:] if rules_id == "reversis-5" and dealer else seats
    if rules_id == "reversis-5" and not dealer:
        active = []  # it is not known who sits out
    seen = Seen(deal, rules_id, options, pack, size, dealer, seats, active)
    read_tricks(seen)
    return seen


def read_tricks(seen: Seen) -> None:
    """One entry for every trick of the ruleset, recorded or not."""
    recorded = seen.deal.get("tricks") or []
    for number in range(1, seen.size + 1):
        record = recorded[number - 1] if number <= len(recorded) else None
        trick = SeenTrick(number)
        if record is not None:
            trick.leader = record.get("leader")
            trick.cards = [legible(seen, card, number) for card in record["cards"]]
        seen.tricks.append(trick)


def legible(seen: Seen, card: str | None, number: int | None) -> str:
    """A card that the deck does not have is an error and counts as `??`."""
    if card is None or card == UNKNOWN or seen.known(card):
        return card or UNKNOWN
    if card[0] == "?" and any(suit_of(other) == card[1:] for other in seen.pack.cards):
        return card
    if card[-1] == "?" and any(rank_of(other) == card[:-1] for other in seen.pack.cards):
        return card
    seen.find("unknown-card", None, number, card)
    return UNKNOWN


def set_leaders(seen: Seen) -> None:
    """R4: who leads, as recorded, else the winner of the trick before; then who may have won."""
    led = {card for _, _, card in seen.plays() if seen.known(card)}
    before = seen.active[1 if seen.rules_id != "reversis-5" else 0] if seen.dealer else None
    for trick in seen.tricks:
        trick.leader = trick.leader or before
        trick.possible = possible_winners(seen, trick, led)
        before = trick.winner


def candidates(seen: Seen, card: str, gone: set[str]) -> list[str]:
    """The cards that this one may be: itself, or those not seen elsewhere that fit."""
    if seen.known(card):
        return [card]
    fits = [other for other in seen.pack.cards if other not in gone]
    if card[0] == "?" and card != UNKNOWN:
        return [other for other in fits if suit_of(other) == card[1:]]
    if card[-1] == "?" and card != UNKNOWN:
        return [other for other in fits if rank_of(other) == card[:-1]]
    return fits


def possible_winners(seen: Seen, trick: SeenTrick, gone: set[str]) -> set[str]:
    """R5, with any unseen card in the place of each unknown one."""
    if trick.cards is None or trick.leader not in seen.active:
        return set(seen.active or seen.seats)
    order = in_seat_order(seen.active, trick.leader)
    choices = [candidates(seen, card, gone) for card in trick.cards]
    winners = set()
    for lead in choices[0]:
        suit = suit_of(lead)
        # Per player the least and the most that his card can be worth in this suit.
        reach = [(seen.pack.strength[lead], seen.pack.strength[lead])]
        for cards in choices[1:]:
            worth = [seen.pack.strength[card] if suit_of(card) == suit else 0 for card in cards]
            reach.append((min(worth, default=0), max(worth, default=0)))
        floor = max(low for low, _ in reach)
        winners |= {name for name, (_, high) in zip(order, reach, strict=True) if high and high >= floor}
    return winners or set(seen.active)
