"""All that was tried in one deal from one fondo: a row for nothing done otherwise, then one for each candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts
from audit.explain.candidates import Candidate
from audit.explain.pens import LINES, SINGLE, Pen, of_line, of_value
from audit.facts import Mask
from audit.trial.slots import Slots

Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Table:
    """Rows of one deal that were settled; row 0 is the deal as the rules have it."""

    slots: Slots
    side: int
    candidates: Sequence[tuple[Candidate, ...]]
    """By row: what is done otherwise."""
    value: Amounts
    """`[row, slot]`, without payments."""
    wrong: Mask
    """`[row, slot]`, payments included."""
    lacking: Places
    due: Amounts
    """`[row, payment]`"""
    written: Amounts
    """`[slot]`, payments included."""
    asked: Mask
    """`[slot]`"""
    flow: npt.NDArray[np.uint64]
    """`[row]`: a number that differs where what goes into the fondo, or out of it, differs."""
    before: Amounts
    """`[RIGHT or OWN, player]`: the balances before the deal."""

    def pens(self, row: int, most: int) -> list[tuple[Pen, ...]]:
        """The smallest sets of mistakes of the pen that make `row` right, where `most` do; an empty one where it is."""
        found: list[tuple[Pen, ...]] = [()]
        for name, places in self._wrong_lines(row).items():
            ways = self._smallest(name, places, row, most - len(found[0]))
            if not ways:
                return []
            found = [(*so_far, *way) for so_far in found for way in ways]
        return found

    def some_pens(self, row: int, most: int) -> tuple[tuple[Pen, ...], tuple[int, ...]]:
        """Up to `most` mistakes of the pen that make most of what is wrong in `row` right, and the slots left wrong."""
        lines = self._wrong_lines(row)
        ways = {name: self._smallest(name, places, row, most) for name, places in lines.items()}
        pens: tuple[Pen, ...] = ()
        right: set[int] = set()
        for name in sorted((one for one in lines if ways[one]), key=lambda one: (len(ways[one][0]), -len(lines[one]))):
            if len(pens) + len(ways[name][0]) <= most:
                pens += ways[name][0]
                right |= set(lines[name])
        told = {slot for places in lines.values() for slot in places}
        # A balance that follows a wrong net is right as soon as the net is.
        follows = set(np.flatnonzero(self.wrong[row]).tolist()) - told
        right |= follows if any(pen.claim == "net" for pen in pens) else set()
        return pens, tuple(sorted((told | follows) - right))

    def _wrong_lines(self, row: int) -> dict[str, list[int]]:
        """What is wrong in `row` and follows from nothing else that is, by line."""
        return self._by_line(self._without_followers(np.flatnonzero(self.wrong[row]), row))

    def _smallest(self, name: str, places: list[int], row: int, most: int) -> list[tuple[Pen, ...]]:
        """The ways to make a line right by as few mistakes of the pen as can be, up to `most`."""
        ways = self._ways(name, places, row, most)
        least = min(map(len, ways), default=0)
        return [way for way in ways if len(way) == least]

    def _ways(self, name: str, places: list[int], row: int, most: int) -> list[tuple[Pen, ...]]:
        if most < 1 or name not in (*LINES, *SINGLE, "payment"):
            return []
        if name == "payment":
            due = self.due[row, [place - self.slots.size for place in places]].tolist()
            if len(places) > most or 0 in due:
                return []
            written = self.written[places].tolist()
            slips = (
                Pen("slip", "payment", by=a - b, payment=place - self.slots.size)
                for place, a, b in zip(places, written, due, strict=True)
            )
            return [tuple(slips)]
        line = self.slots.line(name)
        right, written = self.value[row, line].tolist(), self.written[line].tolist()
        if name in SINGLE:
            return of_value(name, right[0], written[0])
        told = tuple(None if v == MISSING else v for v in written)
        lines = [right]
        if name == "balance":
            # A line that was moved was counted from one set of balances, whichever a value happens to agree with.
            net = self.value[row, self.slots.line("net")]
            lines += [(before + net).tolist() for before in self.before if (before != MISSING).all()]
        asked = self.asked[line].tolist()
        found: list[tuple[Pen, ...]] = []
        for one in lines:
            known = [None if v == MISSING or not is_asked else v for v, is_asked in zip(one, asked, strict=True)]
            found += of_line(name, tuple(known), told, most)
        return list(dict.fromkeys(found))

    def _by_line(self, wrong: Places) -> dict[str, list[int]]:
        """The slots by the line that they are in."""
        found: dict[str, list[int]] = {}
        for slot in wrong.tolist():
            found.setdefault(self.slots.line_of(slot), []).append(slot)
        return found

    def _without_followers(self, wrong: Places, row: int) -> Places:
        """Without the balances that are right if the net is what was written, where that is wrong."""
        net, balance = self.slots.line("net"), self.slots.line("balance")
        if not self.wrong[row, net].any():
            return wrong
        written, total = self.written[net], self.written[balance]
        follows = (self.wrong[row, net]) & ((self.before + written == total) & (self.before != MISSING)).any(axis=0)
        places = np.flatnonzero(follows) + balance.start
        return wrong[~np.isin(wrong, places)]
