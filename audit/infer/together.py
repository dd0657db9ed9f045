"""Settings of two options that the records cannot tell from the one in force, though either change alone would show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from audit.clauses import Value
from audit.infer.records import Counts, Evidence

if TYPE_CHECKING:
    from audit.infer.search import Search

Pair = Mapping[str, Value]
"""Two options, and a value of each."""


@dataclass(frozen=True)
class _Shift:
    """What another value of an option makes of the records."""

    value: Value
    rows: Counts
    """The claims that it computes otherwise."""
    by: Counts
    """By how much each of them."""

    @property
    def key(self) -> bytes:
        """The same for all shifts of the same claims."""
        return self.rows.tobytes()


def tied_together(search: Search) -> list[Pair]:
    """The pairs of values, both other than those in force, under which everything recorded comes out the same."""
    base = search.under({})
    if base is None:
        return []
    shifts = {name: list(_shifts(search, name, base)) for name in search.specs}
    found: dict[frozenset[tuple[str, str]], Pair] = {}
    for one, other in permutations(shifts, 2):
        for shift in shifts[one]:
            for value in _undoing(search, other, shifts[other], shift):
                pair = {one: shift.value, other: value}
                key = frozenset((name, repr(each)) for name, each in pair.items())
                if key not in found and is_same(search.under(pair), base):
                    found[key] = pair
    return list(found.values())


def is_same(one: Evidence | None, base: Evidence) -> bool:
    """Whether nothing that was recorded tells the two apart."""
    return one is not None and all(
        np.array_equal(a, b)
        for a, b in ((one.computed, base.computed), (one.verdict, base.verdict), (one.lacking, base.lacking))
    )


def _shifts(search: Search, name: str, base: Evidence) -> Iterator[_Shift]:
    for value in search.others(name):
        under = search.under({name: value})
        if under is not None:
            by = under.computed - base.computed
            rows = np.flatnonzero(by)
            if rows.size:
                yield _Shift(value, rows, by[rows])


def _undoing(search: Search, name: str, shifts: list[_Shift], shift: _Shift) -> Iterator[Value]:
    """The values of the option `name` that may undo a shift that another option makes."""
    own = search.habits[name].value
    for one in shifts:
        if one.key != shift.key:
            continue
        if np.array_equal(one.by, -shift.by):
            yield one.value
        elif isinstance(own, int) and isinstance(one.value, int) and search.specs[name].amount:
            # What is computed is linear in an amount: its one shift tells the others.
            times = -int(shift.by[0]) * (one.value - own) / int(one.by[0])
            value = own + int(times)
            if times == int(times) and value >= 0 and value not in (own, one.value):
                yield value
