"""Mistakes of the pen, found from what was written and what should have been: one line, or one value, at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from audit.rows import Row
from audit.simulate.mistakes.writing import SIGNED, exchanged

LINES = ("points", "tricks", "net", "balance")
SINGLE = ("fondo_start", "fondo_end")

TEN = 10

Values = tuple[int | None, ...]


@dataclass(frozen=True)
class Pen:
    """A mistake of the pen: its name, and its parameters as an explanation gives them, players by their place."""

    id: str
    claim: str
    player: int | None = None
    other: int | None = None
    by: int | None = None
    payment: int | None = None
    """The place of a payment among those recorded."""

    def cause(self, names: Sequence[str]) -> Row:
        """As an explanation names it."""
        row: Row = {"kind": "mistake", "id": self.id, "claim": self.claim}
        if self.id == "swap" and self.player is not None and self.other is not None:
            return row | {"players": [names[self.player], names[self.other]]}
        if self.id == "shift":
            return row | {"by": self.by}
        row["player"] = None if self.player is None else names[self.player]
        return row | {"by": self.by} if self.id == "slip" else row


def single(claim: str, player: int | None, right: int, written: int) -> Pen:
    """What makes one value another: exchanged digits, a wrong sign, else a slip."""
    if written in (exchanged(right), _turned(right)):
        return Pen("digits", claim, player)
    if written == -right:
        return Pen("sign", claim, player)
    return Pen("slip", claim, player, by=written - right)


def _turned(value: int) -> int:
    """A round two-digit number with its digits exchanged: 20 as 02."""
    return value // 10 if 10 <= value <= 90 and value % 10 == 0 else value


def of_value(claim: str, right: int, written: int) -> list[tuple[Pen, ...]]:
    """The ways in which a value that is no player's came to be written otherwise."""
    return [(single(claim, None, right, written),)]


def of_line(claim: str, right: Values, written: Values, most: int) -> list[tuple[Pen, ...]]:
    """The sets of up to `most` mistakes that make the line `right` the line `written`; blanks say nothing."""
    found = list(_smallest(claim, right, written, most))
    return list(dict.fromkeys(found))


def _smallest(claim: str, right: Values, written: Values, most: int) -> Iterator[tuple[Pen, ...]]:
    off = _off(right, written)
    if not off or most < 1:
        return
    for pen, moved in _moved(claim, right, written):
        left = _off(moved, written)
        if not left:
            yield (pen,)
        elif len(left) < len(off) and len(left) <= most - 1:
            yield (pen, *_singles(claim, moved, written, left))
    if len(off) <= most:
        yield _singles(claim, right, written, off)


def _off(right: Values, written: Values) -> list[int]:
    """The places at which something else is written."""
    return [
        k for k, (a, b) in enumerate(zip(right, written, strict=True)) if a is not None and b is not None and a != b
    ]


def _singles(claim: str, right: Values, written: Values, off: Sequence[int]) -> tuple[Pen, ...]:
    pens = []
    for k in off:
        a, b = right[k], written[k]
        if a is not None and b is not None:
            pens.append(single(claim, k, a, b))
    return tuple(pens)


def _moved(claim: str, right: Values, written: Values) -> Iterator[tuple[Pen, Values]]:
    """The line with two values exchanged, or all of them some columns further on."""
    for a, b in combinations(range(len(right)), 2):
        if (
            None not in (right[a], right[b])
            and right[a] != right[b]
            and (right[a] == written[b] or right[b] == written[a])
        ):
            order = list(right)
            order[a], order[b] = right[b], right[a]
            yield Pen("swap", claim, a, b), tuple(order)
    places = [k for k, value in enumerate(right) if value is not None]
    values = [right[k] for k in places]
    for by in range(1, len(values)):
        turned = values[-by:] + values[:-by]
        if turned != values:
            moved = list(right)
            for k, value in zip(places, turned, strict=True):
                moved[k] = value
            yield Pen("shift", claim, by=by), tuple(moved)
    if None in right:
        # Somebody who sits out has no figure; the blank may have been moved along.
        for by in range(1, len(right)):
            yield Pen("shift", claim, by=by), right[-by:] + right[:-by]


def written_back(cause: Row, names: Sequence[str], written: Mapping[int, int]) -> dict[int, int]:
    """By player, what stood in a line before a mistake of the pen, from what is `written` in it; -1 for nobody's."""
    if cause["id"] == "swap":
        a, b = (names.index(name) for name in cause["players"])
        return {a: written[b], b: written[a]} if a in written and b in written else {}
    if cause["id"] == "shift":
        places = sorted(written)
        return {who: written[places[(k + cause["by"]) % len(places)]] for k, who in enumerate(places)}
    who = names.index(cause["player"]) if cause["player"] is not None else -1
    if who not in written:
        return {}
    value = written[who]
    if cause["id"] == "slip":
        return {who: value - int(cause["by"])}
    return {who: -value if cause["id"] == "sign" else exchanged(value) if abs(value) >= TEN else value * TEN}


def opportunities(pen: Pen, players: int) -> float:
    """In how many ways a mistake of its kind could have been made in a record."""
    values = len(LINES) * players + len(SINGLE)
    if pen.payment is not None:
        # An amount that is copied wrongly from the table, where all that follows is right, is rare.
        values *= 4
    if pen.id == "swap":
        return len(LINES) * players * (players - 1) / 2
    if pen.id == "shift":
        return len(LINES) * (players - 1)
    if pen.id == "sign":
        return len(SIGNED) * players
    # A slip may be by any amount, small ones likelier.
    return values if pen.id == "digits" else values * (20 + abs(pen.by or 0))
