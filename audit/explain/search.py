"""The smallest sets of causes under which everything recorded in a deal would be right, deal by deal, in batches.

First each candidate by itself, and each mistake of the pen; where none explains everything, two at a time, and three
where one is of the pen. All rows of all deals that are looked at together go through the engine as one batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from audit.explain.amounts import amounts
from audit.explain.candidates import Candidate, Reckoned, alone, candidates, case_of, kind_due
from audit.explain.pairs import likely_pairs
from audit.explain.pens import Pen
from audit.explain.table import Places, Table
from audit.settle import settle
from audit.trial.desk import Desk
from audit.trial.matrix import right_rows
from audit.trial.payments import through_fondo
from audit.trial.readings import sides_of
from audit.trial.slots import Recorded, recorded
from audit.trial.tried import Row, Tried, try_rows

MOST_PAIRS = 1500
"""Pairs of one deal that are settled."""

MOST_TRIPLES = 300
"""Pairs of one deal that are settled for the sake of a third cause, which is of the pen."""

MOST_CAUSES = 3
"""Causes of a set, one of them of the pen where they are three."""

MOST_PARTIAL = 8
"""Sets that are told where none explains everything."""


@dataclass(frozen=True)
class Found:
    """A set of causes, and what it leaves wrong."""

    candidates: tuple[Candidate, ...]
    pens: tuple[Pen, ...]
    side: int
    lacking: int
    left: tuple[int, ...] = ()
    """The slots of what it leaves wrong."""

    @property
    def size(self) -> int:
        """How many causes there are."""
        return len(self.candidates) + len(self.pens)


@dataclass(frozen=True)
class Searched:
    """What was found of one deal."""

    deal: int
    """Its place in the batch."""
    row: int
    """Its row among the records."""
    recorded: Recorded
    found: list[Found]
    tables: list[Table]


def search(desk: Desk, deals: Places) -> list[Searched]:
    """What explains the records of `deals`, places in the batch that can be tried, ascending."""
    record = recorded(desk.judged, deals)
    tables = _tables(desk, record)
    by_deal: list[list[Table]] = [[] for _ in deals]
    for k, table in tables:
        by_deal[k].append(table)
    found = [_one_cause(each) for each in by_deal]
    open_ = [k for k, one in enumerate(found) if not one]
    pairs = _pairs(desk, record, {k: by_deal[k] for k in open_})
    for k in open_:
        found[k] = _with_pens(by_deal[k], 2) + _whole(pairs[k])
    open_ = [k for k in open_ if not found[k]]
    triples = _pairs(desk, record, {k: by_deal[k] for k in open_}, with_pen=True)
    for k in open_:
        found[k] = _with_pens(by_deal[k], 3) + _with_pens(triples[k], 3)
        if not found[k]:
            found[k] = _partial(by_deal[k], pairs[k] + triples[k])
    return [
        Searched(deal, k, record, one, by_deal[k])
        for k, (deal, one) in enumerate(zip(deals.tolist(), found, strict=True))
    ]


# ------------------------------------------------------------------------------------------------ the rows


def _tables(desk: Desk, record: Recorded) -> list[tuple[int, Table]]:
    """A table for each deal and each fondo that it may be settled from."""
    starts = [Row(k, side, ()) for k, deal in enumerate(record.deals.tolist()) for side in sides_of(desk, deal)]
    plain = try_rows(desk, record, starts)
    settled = settle(desk.judged.replayed.observed.pick(record.deals), desk.batch.ruleset)
    begins = np.searchsorted(plain.entries.row, np.arange(len(starts) + 1)).tolist()
    rows: list[Row] = []
    done: list[list[tuple[Candidate, ...]]] = []
    # A deal that is right by the club's own books needs no candidates: what is off in it is carried on.
    carried = {starts[number].deal for number in np.flatnonzero(right_rows(plain)).tolist()}
    of_amounts = amounts(desk, record, [None if start.deal in carried else start for start in starts])
    for number, start in enumerate(starts):
        deal = int(record.deals[start.deal])
        entries = plain.entries.pick(slice(begins[number], begins[number + 1]))
        worked = Reckoned(plain.value[number].tolist(), entries, kind_due(desk, start.side, deal))
        one = alone(settled, start.deal)
        found: list[tuple[Candidate, ...]] = [()]
        if start.deal not in carried:
            case = case_of(desk, deal, record.slots, worked, one, _deltas(record, start.deal, worked.value))
            found += [(each,) for each in candidates(case)]
            found += [(each,) for each in of_amounts.get(number, ())]
        done.append(found)
        rows += [Row(start.deal, start.side, tuple(each.change for each in some)) for some in found]
    tables, begin = [], 0
    tried = try_rows(desk, record, rows)
    for start, found in zip(starts, done, strict=True):
        places = np.arange(begin, begin + len(found))
        begin += len(found)
        tables.append((start.deal, places, start.side, found))
    return _filled(desk, record, tried, tables)


def _filled(
    desk: Desk, record: Recorded, tried: Tried, parts: Sequence[tuple[int, Places, int, list[tuple[Candidate, ...]]]]
) -> list[tuple[int, Table]]:
    """The tables, with what their ledgers make of the payments."""
    if not parts:
        return []
    paid = tried.of_payments(np.arange(tried.deal.size))
    wrong = np.hstack((tried.wrong, paid.wrong))
    flow = through_fondo(tried.entries, tried.deal.size)
    return [
        (
            deal,
            Table(
                slots=record.slots,
                side=side,
                candidates=some,
                value=tried.value[places],
                wrong=wrong[places],
                lacking=paid.lacking[places],
                due=paid.due[places],
                flow=flow[places],
                written=record.value[deal],
                asked=record.asked[deal],
                before=desk.balance[:, :, record.deals[deal]],
            ),
        )
        for deal, places, side, some in parts
    ]


def _deltas(record: Recorded, deal: int, value: Sequence[int]) -> frozenset[int]:
    """By how much each player's points are off."""
    line = record.slots.line("points")
    asked, written = record.asked[deal, line].tolist(), record.value[deal, line].tolist()
    return frozenset(
        a - b for a, b, told in zip(written, value[line], asked, strict=True) if told and a != b and abs(a - b) <= 11
    )


# ------------------------------------------------------------------------------------------------ what explains it


def _one_cause(tables: Sequence[Table]) -> list[Found]:
    """Nothing at all, one candidate or one mistake of the pen."""
    nothing = [Found((), (), t.side, int(t.lacking[0])) for t in tables if not t.wrong[0].any()]
    return nothing or _whole(tables) + [one for t in tables for one in _penned(t, 0, 1)]


def _whole(tables: Sequence[Table]) -> list[Found]:
    """The rows of `tables` that leave nothing wrong."""
    return [
        Found(t.candidates[row], (), t.side, int(t.lacking[row]))
        for t in tables
        for row in np.flatnonzero(~t.wrong.any(axis=1)).tolist()
        if t.candidates[row]
    ]


def _with_pens(tables: Sequence[Table], most: int) -> list[Found]:
    """The rows of `tables` that mistakes of the pen complete, to `most` causes altogether."""
    return [
        one
        for t in tables
        for row in range(len(t.candidates))
        if t.wrong[row].any()
        for one in _penned(t, row, most - len(t.candidates[row]))
    ]


def _penned(t: Table, row: int, most: int) -> Iterator[Found]:
    for pens in t.pens(row, most):
        if pens:
            yield Found(t.candidates[row], pens, t.side, int(t.lacking[row]))


def _pairs(
    desk: Desk, record: Recorded, tables: dict[int, list[Table]], *, with_pen: bool = False
) -> dict[int, list[Table]]:
    """For each deal: two candidates at a time, those that may explain everything (or all but one line)."""
    rows: list[Row] = []
    parts: list[tuple[int, Places, int, list[tuple[Candidate, ...]]]] = []
    for deal, some in tables.items():
        for t in some:
            most = MOST_TRIPLES if with_pen else MOST_PAIRS
            both = [
                (t.candidates[a][0], t.candidates[b][0]) for a, b in likely_pairs(t, most=most, but_one_line=with_pen)
            ]
            if both:
                places = np.arange(len(rows), len(rows) + len(both))
                rows += [Row(deal, t.side, tuple(each.change for each in pair)) for pair in both]
                parts.append((deal, places, t.side, [*both]))
    found: dict[int, list[Table]] = {deal: [] for deal in tables}
    if rows:
        for deal, table in _filled(desk, record, try_rows(desk, record, rows), parts):
            found[deal].append(table)
    return found


def _partial(tables: Sequence[Table], together: Sequence[Table]) -> list[Found]:
    """The sets that leave least, where none leaves nothing; each of their causes explains something.

    `tables` hold one candidate a row, `together` two.
    """
    alone = {
        (t.side, id(some[0]) if some else 0): int(t.wrong[row].sum())
        for t in tables
        for row, some in enumerate(t.candidates)
    }
    best: list[Found] = []
    for t in (*tables, *together):
        counts = t.wrong.sum(axis=1).tolist()
        without = [
            min((alone[t.side, id(one) if len(some) > 1 else 0] for one in some), default=counts[row] + 1)
            for row, some in enumerate(t.candidates)
        ]
        rows = [row for row, count in enumerate(counts) if count < without[row]]
        for row in sorted(rows, key=counts.__getitem__)[:MOST_PARTIAL]:
            some = t.candidates[row]
            pens, left = t.some_pens(row, MOST_CAUSES - len(some))
            best.append(Found(some, pens, t.side, int(t.lacking[row]), left))
    best.sort(key=lambda one: (len(one.left), one.size))
    return [one for one in best if not any(_is_part(other, one) for other in best)][:MOST_PARTIAL]


def _is_part(one: Found, whole: Found) -> bool:
    """Whether `one` names some of the causes of `whole` and leaves no more."""
    return (
        one.side == whole.side
        and one.size < whole.size
        and len(one.left) <= len(whole.left)
        and {*map(id, one.candidates)} <= {*map(id, whole.candidates)}
        and {*one.pens} <= {*whole.pens}
    )
