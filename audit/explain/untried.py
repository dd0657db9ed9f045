"""Deals that cannot be settled again, because cards are not known: only what was written is looked at.

What is contradicted is held against what is right, where that is known; what contradicts itself against the rest of
the record: nets and the fondo add up to what was in it before, and a balance is the one before and the net.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from audit.batch import MISSING
from audit.compare.consistency import balances_before, fondo_before
from audit.explain.pens import LINES, SINGLE, Pen, of_line, single
from audit.judge import Judged
from audit.model import Deal
from audit.trial.slots import Recorded

MOST = 2
"""Mistakes of the pen in one line."""


def by_pen_alone(judged: Judged, record: Recorded, row: int) -> tuple[list[Pen], list[int]]:
    """The mistakes of the pen that make what is wrong right, where what is right is known; and the slots left wrong."""
    claims, slots = judged.claims, record.slots
    wrong = np.flatnonzero(record.wrong[row])
    fresh = record.fresh[row]
    pens: list[Pen] = []
    left: list[int] = []
    for name in dict.fromkeys(slots.line_of(slot) for slot in wrong.tolist() if fresh[slot]):
        places = [slot for slot in wrong.tolist() if slots.line_of(slot) == name and fresh[slot]]
        right = {slot: int(claims.computed[record.claim[row, slot]]) for slot in places}
        if MISSING in right.values() or name not in (*LINES, *SINGLE):
            left += places
            continue
        if name in SINGLE:
            pens.append(single(name, None, right[places[0]], int(record.value[row, places[0]])))
            continue
        begin, end = slots.line(name).start, slots.line(name).stop
        written = [None if v == MISSING else int(v) for v in record.value[row, begin:end].tolist()]
        # What is not known, or not wrong, counts as it was written.
        line = [right.get(slot, written[slot - begin]) for slot in range(begin, end)]
        ways = of_line(name, tuple(line), tuple(written), MOST)
        if ways:
            pens += ways[0]
        else:
            left += places
    return pens, left


# --------------------------------------------------------------------------------------- what contradicts itself


def by_consistency(judged: Judged, deal: int) -> list[tuple[Pen, ...]]:
    """The sets of mistakes of the pen, each in one line, under which the record no longer contradicts itself."""
    written = _Written(judged, deal)
    found: list[tuple[Pen, ...]] = []
    if not written.is_consistent(written.nets, written.balances, written.fondo_end):
        found += [pens for pens in written.corrections() if pens]
    found += _of_tricks(judged, judged.batch.deals[deal])
    return list(dict.fromkeys(found))


Values = tuple[int | None, ...]


class _Written:
    """The nets, balances and fondo of a deal, with what was recorded before it."""

    def __init__(self, judged: Judged, deal: int) -> None:
        batch = judged.batch
        w = batch.written
        self.nets = _known(w.net[:, deal].tolist())
        self.balances = _known(w.balance[:, deal].tolist())
        self.fondo_end = _known([int(w.fondo_end[deal])])[0]
        self._fondo = _known([int(fondo_before(batch)[deal])])[0]
        self._before = _known(balances_before(batch, deal))

    def is_consistent(self, nets: Values, balances: Values, fondo_end: int | None) -> bool:
        """Whether nothing of it contradicts the rest."""
        if self._fondo is not None and fondo_end is not None and None not in nets:
            total = sum(net or 0 for net in nets)
            if total + fondo_end != self._fondo:
                return False
        return all(
            None in row or (row[0] or 0) + (row[1] or 0) == row[2]
            for row in zip(self._before, nets, balances, strict=True)
        )

    def corrections(self) -> Iterator[tuple[Pen, ...]]:
        """The mistakes in the line of nets, in that of balances, or of the fondo, that make it consistent."""
        nets = tuple(
            net if before is None or balance is None else balance - before
            for net, balance, before in zip(self.nets, self.balances, self._before, strict=True)
        )
        if self.is_consistent(nets, self.balances, self.fondo_end):
            yield from of_line("net", nets, self.nets, MOST)
        balances = tuple(
            balance if before is None or net is None else before + net
            for net, balance, before in zip(self.nets, self.balances, self._before, strict=True)
        )
        if self.is_consistent(self.nets, balances, self.fondo_end):
            yield from of_line("balance", balances, self.balances, MOST)
        if self._fondo is None or self.fondo_end is None or None in self.nets:
            return
        off = sum(net or 0 for net in self.nets) + self.fondo_end - self._fondo
        if off and self.is_consistent(self.nets, self.balances, self.fondo_end - off):
            yield (single("fondo_end", None, self.fondo_end - off, self.fondo_end),)
        for who, net in enumerate(self.nets):
            one = tuple((value or 0) - off if k == who else value for k, value in enumerate(self.nets))
            if off and net is not None and self.is_consistent(one, self.balances, self.fondo_end):
                yield (single("net", who, net - off, net),)


def _known(values: Sequence[int]) -> Values:
    return tuple(None if value == MISSING else value for value in values)


def _of_tricks(judged: Judged, deal: Deal) -> Iterator[tuple[Pen, ...]]:
    """One number of tricks that makes them as many as there are."""
    r, values = judged.batch.ruleset, deal.recorded.tricks or ()
    told = [value for value in values if value is not None]
    off = sum(told) - r.tricks
    if off and len(told) == r.seats:
        for who, value in enumerate(values):
            if value is not None and 0 <= value - off <= r.tricks:
                yield (single("tricks", who, value - off, value),)
