"""Mistakes made by hand from the words of mistakes.md, without the simulator's code: ledgers as lists, sums as sums.

A deal is taken as the audit's report gives it, its right record is written down in full, and a mistake is made in it.
Nothing here knows `audit.trial` or `audit.simulate.mistakes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from audit.cards import NAMES, Pack
from audit.model import Deal, Payment, Recorded

Row = dict[str, Any]


class Sheet:
    """What a scorer writes of one deal, the session's first: right, until something is changed in it."""

    def __init__(self, deal: Deal, computed: Row, rules: str) -> None:
        self.deal, self.rules = deal, rules
        self.names = list(deal.players)
        self.points: Row = dict(computed["points"])
        self.tricks: Row = dict(computed["tricks"])
        self.winners: list[str] = list(computed["trick_winners"])
        self.winner: str | None = computed["winner"]
        self.ledger: list[Row] = [dict(entry) for entry in computed["ledger"]]
        self.lines: dict[str, list[int | None]] = {}

    def copy(self) -> Sheet:
        """Another sheet to make a mistake in."""
        return deepcopy(self)

    @property
    def net(self) -> Row:
        """What each has won, by the ledger."""
        found = dict.fromkeys(self.names, 0)
        for entry in self.ledger:
            for name, sign in ((entry["from"], -1), (entry["to"], 1)):
                if name in found:
                    found[name] += sign * entry["amount"]
        return found

    def fondo(self, *, stakes: bool) -> int:
        """What is in the fondo, after the stakes or at the end."""
        total = 0
        for entry in self.ledger:
            if not stakes or entry["rule"] in ("F1", "F2", "F3", "X5"):
                total += entry["amount"] * ((entry["to"] == "fondo") - (entry["from"] == "fondo"))
        return total

    def line(self, claim: str) -> list[int | None]:
        """The figures of a line, as they are to be written."""
        if claim in self.lines:
            return self.lines[claim]
        source = {"points": self.points, "tricks": self.tricks, "net": self.net, "balance": self.net}[claim]
        return [source.get(name) for name in self.names]

    def recorded(self) -> Recorded:
        """The record."""
        single = {"fondo_start": self.fondo(stakes=True), "fondo_end": self.fondo(stakes=False)}
        single |= {name: self.lines[name][0] for name in single if name in self.lines}  # type: ignore[dict-item]
        return Recorded(
            points=tuple(self.line("points")),
            tricks=tuple(self.line("tricks")),
            net=tuple(self.line("net")),
            balance=tuple(self.line("balance")),
            trick_winners=dict(enumerate(self.winners, 1)),
            winner=self.winner,
            payments=tuple(Payment(e["trick"], e["from"], e["to"], e["amount"], None) for e in self.ledger),
            **single,
        )

    # ------------------------------------------------------------------------------------------- what may be done

    @property
    def is_plain(self) -> bool:
        """Nothing in the deal hangs on who won tricks but the tricks themselves and their payments."""
        return not ({entry["rule"] for entry in self.ledger} - {"F1", "F2", "F3", "F4", "P1", "P3"}) and all(
            count < 9 for count in self.tricks.values()
        )

    def name_winner(self) -> None:
        """The winner by R8: fewest points, then fewest tricks, then the best seat."""
        first = self.names.index(self.deal.dealer or "")
        seats = [self.names[(first + k) % len(self.names)] for k in range(len(self.names))]
        self.winner = min(seats, key=lambda name: (self.points[name], self.tricks[name]))

    def group(self, rule: str, trick: int | None) -> list[Row]:
        """The entries of a rule in a trick."""
        return [entry for entry in self.ledger if (entry["rule"], entry["trick"]) == (rule, trick)]


Made = Iterator[tuple[Row, Sheet]]
PAYING = ("P1", "P2", "P3", "F6", "N5", "N6", "N7", "V2", "V3", "X6", "X8", "X9", "X10", "R10")
WORTH = {"revesino": {1: 4, 12: 3, 11: 2, 10: 1}, "reversis": {1: 4, 13: 3, 12: 2, 11: 1}}


def _cause(name: str, **parameters: Any) -> Row:
    return {"kind": "mistake", "id": name, **parameters}


def _worth(rules: str, card: int) -> int:
    special = {"1c": 5, "10o": 3} if rules == "revesino" else {}
    return special.get(str(NAMES[card]), WORTH[rules].get(card & 15, 0))


def card_value(sheet: Sheet) -> Made:
    """Points, and the winner if it follows."""
    if not sheet.is_plain:
        return
    for number, trick in sheet.deal.tricks.items():
        for card in trick.cards or ():
            right = _worth(sheet.rules, card)
            for value in ({1, 11} if card & 15 == 1 else {0, right + 1}) - {right} if right else ():
                other = sheet.copy()
                other.points[sheet.winners[number - 1]] += value - right
                other.name_winner()
                yield _cause("card-value", card=NAMES[card], value=value), other


def trick_to_wrong_player(sheet: Sheet) -> Made:
    """Its points, the trick, its winner, P1 of it, the winner if it follows."""
    if not sheet.is_plain:
        return
    for number, trick in sheet.deal.tricks.items():
        worth = sum(_worth(sheet.rules, card) for card in trick.cards or ())
        for name in sheet.names:
            was = sheet.winners[number - 1]
            if name == was or sheet.tricks[name] >= 8:
                continue
            other = sheet.copy()
            other.winners[number - 1] = name
            for line, by in ((other.points, worth), (other.tricks, 1)):
                line[was], line[name] = line[was] - by, line[name] + by
            for entry in other.group("P1", number):
                entry["from"] = name
            other.ledger = [entry for entry in other.ledger if entry["from"] != entry["to"]]
            other.name_winner()
            yield _cause("trick-to-wrong-player", trick=number, player=name), other


def _groups(sheet: Sheet) -> list[tuple[str, int | None]]:
    keys = {(entry["rule"], entry["trick"]) for entry in sheet.ledger if entry["rule"] in PAYING}
    # Only what nothing else hangs on: neither what the fondo held afterwards, nor what is returned.
    of_fondo = {key for key in keys if any("fondo" in (e["from"], e["to"]) for e in sheet.group(*key))}
    answered = {"V4", "V5", "N5", "X8"} & {entry["rule"] for entry in sheet.ledger}
    return [] if answered else sorted(keys - of_fondo, key=str)


def payment_omitted(sheet: Sheet) -> Made:
    """Every entry of that rule in that trick was left out."""
    for rule, trick in _groups(sheet):
        other = sheet.copy()
        other.ledger = [entry for entry in other.ledger if (entry["rule"], entry["trick"]) != (rule, trick)]
        yield _cause("payment-omitted", rule=rule, trick=trick), other


def payment_twice(sheet: Sheet) -> Made:
    """… made twice."""
    for rule, trick in _groups(sheet):
        other = sheet.copy()
        other.ledger += [dict(entry) for entry in other.group(rule, trick)]
        yield _cause("payment-twice", rule=rule, trick=trick), other


def payment_reversed(sheet: Sheet) -> Made:
    """… made in the wrong direction."""
    for rule, trick in _groups(sheet):
        other = sheet.copy()
        for entry in other.group(rule, trick):
            entry["from"], entry["to"] = entry["to"], entry["from"]
        yield _cause("payment-reversed", rule=rule, trick=trick), other


def payment_wrong_player(sheet: Sheet) -> Made:
    """The one who should receive (P1, P3, V3, N7) or pay was taken for another player."""
    for rule, trick in _groups(sheet):
        group = sheet.group(rule, trick)
        side = "to" if rule in ("P1", "P3", "V3", "N7") else "from"
        if len(group) != 1:
            continue
        for name in sheet.points:
            if name not in (group[0]["from"], group[0]["to"]):
                other = sheet.copy()
                other.group(rule, trick)[0][side] = name
                yield _cause("payment-wrong-player", rule=rule, trick=trick, player=name), other


def edges(sheet: Sheet) -> Made:
    """P4 was forgotten in a trick, or applied in one that is not an edge."""
    if {"V4", "N5"} & {entry["rule"] for entry in sheet.ledger}:
        return
    for trick in sorted({entry["trick"] for entry in sheet.ledger if entry["rule"] in ("P1", "P2", "P3", "F6")}):
        other = sheet.copy()
        edge = trick in (1, 11)
        for entry in other.ledger:
            if entry["trick"] == trick and entry["rule"] in ("P1", "P2", "P3", "F6"):
                entry["amount"] = entry["amount"] // 2 if edge else entry["amount"] * 2
        yield _cause("edge-not-doubled" if edge else "doubled-wrongly", trick=trick), other


def fondo_not_taken(sheet: Sheet) -> Made:
    """F4 did not empty the fondo."""
    after = [entry["rule"] for entry in sheet.ledger if "fondo" in (entry["from"], entry["to"])]
    if after[-1] in ("F4", "X6"):
        other = sheet.copy()
        other.ledger = [entry for entry in other.ledger if entry["from"] != "fondo"]
        yield _cause("fondo-not-taken", rule=after[-1]), other


def winners(sheet: Sheet) -> Made:
    """A player who is not the winner was named, tied or not; where nothing is paid for it."""
    if {"X10", "R10"} & {entry["rule"] for entry in sheet.ledger} or sheet.winner is None or not sheet.is_plain:
        return
    for name, points in sheet.points.items():
        if name != sheet.winner:
            other = sheet.copy()
            other.winner = name
            yield _cause("tie-break" if points == sheet.points[sheet.winner] else "wrong-winner", player=name), other


def pens(sheet: Sheet) -> Made:
    """The lines that are written wrongly, and no other."""
    for claim in ("points", "tricks", "net", "balance"):
        line = sheet.line(claim)
        pairs = [(a, b) for a in range(len(line)) for b in range(a) if None not in (line[a], line[b])]
        for a, b in pairs[:2]:
            if line[a] != line[b]:
                yield _penned(sheet, claim, {a: line[b], b: line[a]}, "swap", players=[sheet.names[b], sheet.names[a]])
        if None not in line and len(set(line)) > 1:
            yield _penned(sheet, claim, dict(enumerate([line[-1], *line[:-1]])), "shift", by=1)
        for place, value in enumerate(line):
            name = sheet.names[place]
            if value is None:
                continue
            if 10 < value < 100 and value % 10 and value % 11:
                yield _penned(sheet, claim, {place: value % 10 * 10 + value // 10}, "digits", player=name)
            if value and claim in ("net", "balance"):
                yield _penned(sheet, claim, {place: -value}, "sign", player=name)
            if place == 0:
                yield _penned(sheet, claim, {place: value + 7}, "slip", player=name, by=7)


def _penned(sheet: Sheet, claim: str, values: dict[int, int | None], name: str, **parameters: Any) -> tuple[Row, Sheet]:
    other = sheet.copy()
    line = list(sheet.line(claim))
    for place, value in values.items():
        line[place] = value
    other.lines[claim] = line
    return _cause(name, claim=claim, **parameters), other


MISTAKES: tuple[Callable[[Sheet], Made], ...] = (
    card_value, trick_to_wrong_player, payment_omitted, payment_twice, payment_reversed, payment_wrong_player, edges,
    fondo_not_taken, winners, pens,
)  # fmt: skip

PACKS = {"revesino": Pack.SPANISH, "reversis": Pack.FRENCH}
