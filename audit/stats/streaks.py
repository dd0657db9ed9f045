"""Runs of deals won and not won, and the best and the worst that a person has seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from audit.stats.inputs import DEAL, GROUP, WINS, Numbers, codes, numbers, required

Places = npt.NDArray[np.intp]


def streaks(rows: pd.DataFrame) -> pd.DataFrame:
    """By group and person: the longest runs of deals won, and not won, and the one that lasts.

    `longest_wins` and `longest_without`, with the `ordinal` and `number` of the last deal of each (the first run, of
    several alike; null where the run is 0); `current`: deals won in a row to the last one, or less than 0: not won.
    `deals` counted; `excluded` are those whose winner is not determined, which neither prolong a run nor end it.
    """
    required(rows, WINS)
    who, people = codes(rows, (*GROUP, "person"))
    won = numbers(rows, "won")
    known = np.isfinite(won)
    excluded = np.bincount(who[~known], minlength=len(people))
    order = np.flatnonzero(known)[np.argsort(who[known], kind="stable")]
    person, is_won = who[order], won[order] > 0
    starts = np.flatnonzero(_first(person) | np.r_[True, is_won[1:] != is_won[:-1]][: len(order)])
    length = np.diff(np.r_[starts, len(order)])
    whose, kind, last = person[starts], is_won[starts], starts + length - 1
    found = people.assign(deals=np.bincount(person, minlength=len(people)), excluded=excluded)
    for name, mask in (("longest_wins", kind), ("longest_without", ~kind)):
        longest, at = _best(length[mask].astype(np.float64), whose[mask], len(people))
        found[name] = np.nan_to_num(longest).astype(np.int64)
        _place(found, rows, name, order[last[mask]], at)
    ends = np.flatnonzero(np.r_[whose[1:] != whose[:-1], True][: len(whose)])
    current = np.zeros(len(people), np.int64)
    current[whose[ends]] = np.where(kind[ends], length[ends], -length[ends])
    return found.assign(current=current)


def records(rows: pd.DataFrame, value: str = "net", where: Sequence[str] = DEAL) -> pd.DataFrame:
    """By group and person: the `best` and the `worst` value, the first of several alike, and `where` each was.

    Of rows of deals, or of sessions with `where=("ordinal",)`. What is null is not counted.
    """
    required(rows, (*GROUP, "person", value, *where))
    who, people = codes(rows, (*GROUP, "person"))
    values = numbers(rows, value)
    known = np.isfinite(values)
    order = np.flatnonzero(known)[np.argsort(who[known], kind="stable")]
    for name, sign in (("best", 1), ("worst", -1)):
        most, at = _best(sign * values[order], who[order], len(people))
        people[name] = sign * most
        _place(people, rows, name, order, at, where)
    return people


def _first(person: Places) -> npt.NDArray[np.bool_]:
    first: npt.NDArray[np.bool_] = np.r_[True, person[1:] != person[:-1]][: len(person)]
    return first


def _best(values: Numbers, person: Places, people: int) -> tuple[Numbers, Places]:
    """`[person]`: the largest value, and its first place; NaN and -1 for who has none. Rows come by person."""
    most, at = np.full(people, np.nan), np.full(people, -1, np.intp)
    if not len(values):
        return most, at
    starts = np.flatnonzero(_first(person))
    most[person[starts]] = np.maximum.reduceat(values, starts)
    hits = np.flatnonzero(values == most[person])
    hits = hits[_first(person[hits])]
    at[person[hits]] = hits
    return most, at


def _place(
    found: pd.DataFrame, rows: pd.DataFrame, name: str, order: Places, at: Places, where: Sequence[str] = DEAL
) -> None:
    """Columns `name_ordinal`, … of the rows that `order[at]` are; null where `at` is -1."""
    some = at >= 0
    for column in where:
        values = rows[column].take(order[at[some]]).to_numpy(dtype=np.int64)
        placed = pd.array(np.zeros(len(found), np.int64), dtype="Int64")
        placed[some] = values
        placed[~some] = pd.NA
        found[f"{name}_{column}"] = placed
