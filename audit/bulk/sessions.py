"""Which sessions among columns of deals can be judged as they stand, and which are for the plain way.

A session can where all its rows are regular, stand together by rising number, have one head, and name rules under
which nothing in them is out of place. Any other, a second record of a deal above all, is put together record by
record (`audit.sessions`), which knows what a conflict is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.facts import Mask, as_mask
from audit.house_rules import RulesNamed, resolve
from audit.logs.bulk.columns import NOBODY, DealColumns
from audit.model import Header
from audit.ruleset import Ruleset

Rows = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Sorted:
    """The rows of some columns, by how they are judged."""

    together: list[tuple[Ruleset, Rows]]
    """The rows of whole sessions of one ruleset, in the order of the file."""
    apart: Rows
    """The rows that go the plain way: all rows of their sessions among these columns, and those of no session."""


class Rules:
    """The ruleset that each head names; heads of one wording are looked at once."""

    def __init__(self) -> None:
        self._named: dict[tuple[str, str], RulesNamed] = {}

    def of(self, header: Header) -> RulesNamed:
        """The ruleset of a head, or why there is none."""
        key = header.rules, repr([(option.name, option.value) for option in header.options])
        if key not in self._named:
            self._named[key] = resolve(header.rules, header.options, header.rules_place or header.place)
        return self._named[key]


def sort(columns: DealColumns, rules: Rules) -> Sorted:
    """Sort the rows of `columns` by how they are judged."""
    heads = np.unique(columns.head[columns.head != NOBODY])
    named = [rules.of(columns.heads[head]) for head in heads.tolist()]
    usable = np.zeros(len(columns.heads) + 1, np.bool_)
    usable[heads] = [one.ruleset is not None and not one.problems for one in named]
    good = usable[columns.head] & columns.regular
    together: list[tuple[Ruleset, Rows]] = []
    rulesets = {id(one.ruleset): one.ruleset for one in named if one.ruleset is not None and not one.problems}
    for ruleset in rulesets.values():
        own = np.zeros(len(columns.heads) + 1, np.bool_)
        own[heads] = [one.ruleset is ruleset for one in named]
        good &= ~own[columns.head] | _fits(columns, ruleset)
    good = _whole_sessions(columns, good)
    for ruleset in rulesets.values():
        own = np.zeros(len(columns.heads) + 1, np.bool_)
        own[heads] = [one.ruleset is ruleset for one in named]
        rows = np.flatnonzero(good & own[columns.head])
        if rows.size:
            together.append((ruleset, rows))
    return Sorted(together, np.flatnonzero(~good))


def _fits(columns: DealColumns, r: Ruleset) -> Mask:
    """`[deal]`: nothing is recorded that no deal of this ruleset has (`audit.intake` tells of it)."""
    fits = columns.lineup_size == r.players
    fits &= ~columns.has_trick[r.tricks :].any(axis=0) & (columns.trick_winner[r.tricks :] == NOBODY).all(axis=0)
    fits[columns.payments.deal[columns.payments.trick > r.tricks]] = False
    return as_mask(fits)


def _whole_sessions(columns: DealColumns, good: Mask) -> Mask:
    """`[deal]`: it is good, and so is all of its session here: one run of rows with one head, by rising number."""
    n = columns.count
    keys = {key: place for place, key in enumerate(dict.fromkeys((one.club, one.session) for one in columns.heads), 1)}
    by_head = np.array([*(keys[one.club, one.session] for one in columns.heads), 0], np.int64)
    session = by_head[columns.head]
    begins = np.ones(n, np.bool_)
    begins[1:] = columns.head[1:] != columns.head[:-1]
    falls = np.zeros(n, np.bool_)
    falls[1:] = ~begins[1:] & (columns.number[1:] <= columns.number[:-1])
    bad = np.zeros(len(keys) + 1, np.bool_)
    bad[session[~good | falls]] = True
    runs = np.bincount(session[begins], minlength=len(keys) + 1)
    return as_mask(~(bad | (runs > 1))[session] & (session > 0))
