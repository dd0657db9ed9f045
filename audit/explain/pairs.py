"""Which two candidates together may explain a deal, told from what each does by itself.

Both are tried through the engine afterwards; this only leaves out what cannot be. What two mistakes do to an amount
adds up, unless they meet: both move something into the fondo or out of it, both are about who won or has how many
points, or about the same payments. Where they meet, nothing is foretold.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING
from audit.explain.candidates import Candidate
from audit.explain.table import Places, Table
from audit.facts import Mask, as_mask
from audit.simulate.mistakes import WEIGHTS

EXACT = ("points", "tricks", "fondo_start", "fondo_end", "net")
MEETING = ("fondo_end", "fondo_start", "net", "balance", "winner")
"""Lines of which nothing is foretold where two candidates meet; payments are others."""

FAMILIES = {
    "tie-break": "winner", "wrong-winner": "winner", "fee-omitted": "stakes", "renewal-missed": "stakes",
    "renewal-needless": "stakes",
}  # fmt: skip
"""Kinds of which only one can hold."""

OF_THING = ("rule", "trick", "card", "player")
"""What of a cause tells one thing that something was done with from another."""

ONE_PLAYER = ("payment-wrong-player", "trick-to-wrong-player")
"""Kinds that name a player who took another's place: of one thing only one can have done so."""


def likely_pairs(t: Table, *, most: int, but_one_line: bool = False) -> list[tuple[int, int]]:
    """The pairs of rows of `t` that may leave nothing wrong (or only something in one line), the likeliest first."""
    size, paid = t.slots.size, t.wrong.shape[1] - t.slots.size
    base = t.value[0]
    paid_otherwise = (t.wrong[:, size:] != t.wrong[0, size:]) | (t.due != t.due[0])
    touched = np.hstack((t.value != base, paid_otherwise))
    asked = np.concatenate((t.asked[:size], t.asked[size : size + paid]))
    wrong = t.wrong[0]
    rows = _worth_trying(t, as_mask(touched & wrong))
    if rows.size < 2:
        return []
    meet = _meet(t, rows, touched)
    lines = _lines(t)
    off = np.zeros((rows.size, rows.size), np.int16)
    by_line = {name: np.zeros_like(off) for name in lines}
    for name, places in lines.items():
        for slot in places:
            if not asked[slot]:
                continue
            bad = _foretold(t, rows, slot, touched)
            if name in MEETING or name == "payment":
                bad &= ~meet
            if name in ("points", "tricks"):
                bad &= ~meet_of_tricks(t, rows)
            by_line[name] += bad
            off += bad
    good = off == 0
    if but_one_line:
        one_line = np.zeros_like(good)
        for name, count in by_line.items():
            if name not in ("winner", "trick_winner", "payment"):
                one_line |= (count > 0) & (count == off)
        good = as_mask(good | one_line)
    a, b = np.nonzero(np.triu(good & ~_contradict(t, rows), 1))
    chance = np.array([_weight(t.candidates[row][0]) for row in rows.tolist()])
    order = np.argsort(-(chance[a] * chance[b]), kind="stable")[:most]
    return list(zip(rows[a[order]].tolist(), rows[b[order]].tolist(), strict=True))


def _worth_trying(t: Table, mends: Mask) -> Places:
    """The rows that may help: those that bear on something wrong (`mends`), and those that another one may hide.

    Of an entry that nobody recorded no figure need be wrong, nor of one that was made otherwise twice.
    """
    helps = mends.any(axis=1) | (t.lacking < t.lacking[0])
    about = [_about(some[0]) if some else set() for some in t.candidates]
    near = {each for row in np.flatnonzero(helps).tolist() for each in about[row]}
    return np.flatnonzero(helps | np.array([not near.isdisjoint(some) for some in about], np.bool_))


def _contradict(t: Table, rows: Places) -> Mask:
    """`[row, row]`: the two are about one and the same thing, so that they cannot both have been done."""
    numbers: dict[tuple[str, ...], int] = {}
    of = [numbers.setdefault(_thing(t.candidates[row][0]), len(numbers)) for row in rows.tolist()]
    return as_mask(np.equal.outer(of, of))


def _thing(one: Candidate) -> tuple[str, ...]:
    """What a candidate does with what: an entry, a card, a trick, the winner, the stakes."""
    family = FAMILIES.get(one.kind, "")
    names = [name for name in OF_THING if name in one.cause and not (name == "player" and one.kind in ONE_PLAYER)]
    return (family,) if family else (one.kind, *(str(one.cause[name]) for name in names))


def _weight(one: Candidate) -> float:
    return WEIGHTS[one.kind] * one.share


def _lines(t: Table) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for slot in range(t.wrong.shape[1]):
        found.setdefault(t.slots.line_of(slot), []).append(slot)
    found.pop("dealer", None)
    return found


def _foretold(t: Table, rows: Places, slot: int, touched: Mask) -> Mask:
    """`[row, row]`: the slot would be wrong under both."""
    name = t.slots.line_of(slot)
    if name in EXACT:
        by = t.value[rows, slot] - t.value[0, slot]
        return as_mask(t.value[0, slot] + by[:, None] + by[None] != t.written[slot])
    if name == "balance":
        player = slot - t.slots.begins["balance"]
        net = t.slots.begins["net"] + player
        by = t.value[rows, net] - t.value[0, net]
        total = t.value[0, net] + by[:, None] + by[None]
        targets = [t.written[slot] - b for b in t.before[:, player].tolist() if b != MISSING]
        return as_mask(np.logical_and.reduce([total != target for target in targets]))
    mine, wrong = touched[rows, slot], t.wrong[rows, slot]
    either = mine[:, None] & mine[None]
    alone = np.where(mine[:, None], wrong[:, None], np.where(mine[None], wrong[None], t.wrong[0, slot]))
    return as_mask(np.where(either, wrong[:, None] & wrong[None], alone))


def _meet(t: Table, rows: Places, touched: Mask) -> Mask:
    """`[row, row]`: what the two do to amounts, payments or the winner need not add up."""

    def both(mask: npt.NDArray[np.bool_]) -> Mask:
        return as_mask(mask[:, None] & mask[None])

    begins = t.slots.begins
    # What goes in may be taken out again before the deal ends, so that the fondo itself does not tell.
    fondo = touched[rows, begins["fondo_start"]] | (t.flow[rows] != t.flow[0])
    count = touched[rows, t.slots.line("points")].any(axis=1) | touched[rows, begins["winner"]]
    of = [
        _about(t.candidates[row][0]) | (_OF_WINNER if counts else set())
        for row, counts in zip(rows, count, strict=True)
    ]
    same = np.array([[bool(a & b) for b in of] for a in of], np.bool_)
    widely = np.array([_is_far_reaching(t.candidates[row][0]) for row in rows.tolist()], np.bool_)
    return as_mask(both(as_mask(fondo)) | both(as_mask(count)) | same | widely[:, None] | widely[None])


_OF_WINNER = {("X10", 0), ("R10", 0), ("X7", 0)}
"""What is paid by who has how many points or tricks."""


def _about(one: Candidate) -> set[tuple[str, int]]:
    """The payments that a candidate is about: rules and tricks."""
    change = one.change
    if change.moves is not None:
        return {(rule, change.moves.trick or 0) for rule in change.moves.rules}
    if change.credited is not None:
        return {(rule, change.credited[0] + 1) for rule in ("P1", "P2", "X6")}
    return set()


def _is_far_reaching(one: Candidate) -> bool:
    """Whether it may change what any other candidate is about: another reading, or what is returned or barred."""
    change = one.change
    answers = change.moves is not None and bool({"V4", "V5", "N5"} & set(change.moves.rules))
    return change.reading is not None or change.pardoned is not None or answers


def meet_of_tricks(t: Table, rows: Places) -> Mask:
    """`[row, row]`: a card counted otherwise, and a trick credited to another, or readings: points need not add up."""
    credit = np.array([t.candidates[row][0].change.credited is not None for row in rows.tolist()], np.bool_)
    value = np.array([t.candidates[row][0].change.value is not None for row in rows.tolist()], np.bool_)
    return as_mask((credit[:, None] & value[None]) | (value[:, None] & credit[None]))
