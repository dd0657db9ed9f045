"""A deal under every reading of the rules, and how many of a club's deals agree with each: its precedents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from audit.batch import MISSING, Amounts
from audit.clauses import Value
from audit.facts import NOBODY, Mask, as_mask
from audit.judge import Judged
from audit.ruleset import Ruleset
from audit.trial.change import Change
from audit.trial.desk import Desk, desk_of
from audit.trial.readings import chunks, readings, sides_of
from audit.trial.slots import recorded
from audit.trial.tried import Row, Tried, try_rows

PRECEDENTS = 512
"""Deals that are tried at once for the precedents."""


@dataclass(frozen=True)
class Under:
    """A deal under one value of an option."""

    value: Value
    is_house: bool
    """It is the value that the club plays by."""
    winner: str | None
    net: Mapping[str, int | None]
    fondo_end: int | None
    right: int
    """How many recorded values are right under it."""
    agree: int
    """Deals of the club all of whose record is right under it, of those in which the option makes a difference."""
    disagree: int


@dataclass(frozen=True)
class Option:
    """An option that makes a difference in a deal."""

    name: str
    rule: str
    values: Sequence[Under]


@dataclass(frozen=True)
class Matrix:
    """A deal under every reading."""

    judged: Judged
    row: int
    """The deal's place in the batch."""
    asked: int
    """How many recorded values there are to be right or wrong."""
    options: Sequence[Option]
    same: Sequence[str]
    """Options that make no difference in it."""


def can_try(judged: Judged, row: int) -> bool:
    """Whether a deal can be settled by other readings: every card of it is known."""
    return bool(desk_of(judged).triable[row])


def matrix(judged: Judged, row: int) -> Matrix:
    """The deal at `row` under every reading; it must be one that can be tried (`can_try`)."""
    desk, r = desk_of(judged), judged.batch.ruleset
    ways = _ways(r)
    values, right, asked = _of_deal(desk, row, ways)
    differs = {name: _differs(values[name]) for name in ways}
    told = [name for name in ways if differs[name]]
    agree = _precedents(desk, row, {name: ways[name] for name in told})
    names = judged.batch.deals[row].players
    options = []
    for name in told:
        under = []
        for k, (value, _) in enumerate(ways[name]):
            winner, end, *net = values[name][k].tolist()
            under.append(
                Under(
                    value=value,
                    is_house=k == 0,
                    winner=None if winner == NOBODY else names[winner],
                    net={who: None if v == MISSING else v for who, v in zip(names, net, strict=True)},
                    fondo_end=None if end == MISSING else end,
                    right=right[name][k],
                    agree=agree[name][k][0],
                    disagree=agree[name][k][1],
                )
            )
        options.append(Option(name, r.specs[name].rule, under))
    return Matrix(judged, row, asked, options, [name for name in ways if not differs[name]])


Ways = Mapping[str, Sequence[tuple[Value, Ruleset]]]


def _ways(r: Ruleset) -> Ways:
    """By option: its values, the house's own first, and the ruleset under each."""
    found: dict[str, list[tuple[Value, Ruleset]]] = {}
    for one in readings(r):
        found.setdefault(one.option, [(r.values[one.option], r)]).append((one.value, one.ruleset))
    return found


def _rows(desk: Desk, k: int, deal: int, way: Sequence[tuple[Value, Ruleset]]) -> list[Row]:
    side = sides_of(desk, deal)[0]
    return [Row(k, side, (Change(reading=r),)) for _, r in way]


def _of_deal(desk: Desk, row: int, ways: Ways) -> tuple[dict[str, Amounts], dict[str, list[int]], int]:
    """By option `[value, (winner, fondo at the end, nets)]`, and how many recorded values each makes right."""
    record = recorded(desk.judged, np.array([row]))
    tried = try_rows(desk, record, [one for way in ways.values() for one in _rows(desk, 0, row, way)])
    slots = record.slots
    wrong = np.hstack((tried.wrong, tried.of_payments(np.arange(tried.deal.size)).wrong)).sum(axis=1)
    places = [
        slots.begins["winner"],
        slots.begins["fondo_end"],
        *range(slots.line("net").start, slots.line("net").stop),
    ]
    table = tried.value[:, places]
    # What cannot be known of the fondo and the nets in this deal is not told under any reading.
    known = desk.judged.ledger.net[:, row] != MISSING
    table[:, 2:][:, ~known] = MISSING
    asked = int(record.asked[0].sum())
    values, right, begin = {}, {}, 0
    for name, way in ways.items():
        values[name] = table[begin : begin + len(way)]
        right[name] = (asked - wrong[begin : begin + len(way)]).tolist()
        begin += len(way)
    return values, right, asked


def _differs(values: Amounts) -> bool:
    return bool((values != values[0]).any())


def _precedents(desk: Desk, row: int, ways: Ways) -> dict[str, list[tuple[int, int]]]:
    """By option, for each value: the club's deals that agree with it and those that do not, where the values differ."""
    club = desk.batch.deals[row].header.club
    mine = np.array([deal.header.club == club for deal in desk.batch.deals], np.bool_)
    deals = np.flatnonzero(desk.triable & mine)
    counts = {name: np.zeros((len(way), 2), np.int64) for name, way in ways.items()}
    for some in chunks(deals, PRECEDENTS):
        record = recorded(desk.judged, some)
        for name, way in ways.items():
            rows = [one for k, deal in enumerate(some.tolist()) for one in _rows(desk, k, deal, way)]
            right = right_rows(try_rows(desk, record, rows)).reshape(len(some), len(way))
            tells = (right != right[:, :1]).any(axis=1)
            counts[name][:, 0] += right[tells].sum(axis=0)
            counts[name][:, 1] += (~right[tells]).sum(axis=0)
    return {name: [(int(a), int(b)) for a, b in table] for name, table in counts.items()}


def right_rows(tried: Tried) -> Mask:
    """`[row]`: everything recorded is right under it."""
    right: Mask = as_mask(~tried.wrong.any(axis=1))
    open_ = np.flatnonzero(right & ~tried.same)
    right[open_] = ~tried.of_payments(open_).wrong.any(axis=1)
    return right
