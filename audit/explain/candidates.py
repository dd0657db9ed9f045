"""What may have been done otherwise in a deal: every way of every kind of mistake, and every other reading."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from audit.batch import MISSING
from audit.course import Course
from audit.facts import NOBODY, Facts, Observed
from audit.fondo import NO_KIND
from audit.model import Recorded as RecordedValues
from audit.rows import Row
from audit.settle import Settled
from audit.simulate.altered import Entry, Outcome
from audit.simulate.books import Worked
from audit.simulate.mistakes import MISTAKES, Case
from audit.simulate.mistakes.registry import Kind
from audit.simulate.truth import Truth
from audit.trial.change import Change
from audit.trial.desk import Desk
from audit.trial.payments import Entries
from audit.trial.slots import Slots

RARE = 0.02
"""How often a way is taken that a simulated scorer never takes, against one that he takes."""

ELSEWHERE, AS_ELSEWHERE = (1, 11), 4.0
"""What an ace counts in other games, and how much oftener it is counted so than other cards wrongly."""

ENGINE_KINDS: tuple[Kind, ...] = tuple(
    kind for name, kind in MISTAKES.items() if name not in ("swap", "shift", "digits", "sign", "slip")
)
"""The kinds that change what a deal comes to; those of the pen are found from what was written (`pens`)."""


@dataclass(frozen=True)
class Candidate:
    """One thing that may have been done otherwise."""

    cause: Row
    kind: str
    change: Change
    share: float
    """How likely it is among the ways of its kind in this deal; they add up to 1."""


@dataclass(frozen=True)
class Reckoned:
    """What a deal comes to by the rules, from what the club had before it: values by slot, and the entries."""

    value: list[int]
    entries: Entries
    kind: int


def candidates(case: Case) -> list[Candidate]:
    """Everything that may have been done otherwise in the deal of `case`."""
    found: list[Candidate] = []
    for kind in ENGINE_KINDS:
        ways: dict[tuple[Any, ...], tuple[Row, Change, float]] = {}
        for weight, of in ((1.0, case), (RARE, replace(case, is_wide=True, settled=case._settled))):
            known = set(ways) if of.is_wide else set()
            for way in kind.ways(of):
                key = (*map(str, way.cause.values()), _direction(way.change))
                if key in known:
                    continue
                before = ways[key][2] if key in ways else 0.0
                ways[key] = (way.cause, way.change, before + weight * _liking(of, way.change))
        total = sum(weight for _, _, weight in ways.values())
        found += [Candidate(cause, kind.id, change, weight / total) for cause, change, weight in ways.values()]
    return found


def _liking(case: Case, change: Change) -> float:
    """How much oftener than others of its kind a way is taken: an ace counts 1, or 11, in so many games."""
    if change.value is None:
        return 1.0
    card, value = change.value
    return AS_ELSEWHERE if card & 15 == case.ruleset.ace and value in ELSEWHERE else 1.0


def _direction(change: Change) -> str:
    """What tells two ways apart that are named alike: whether it is the payer or the receiver, and so on."""
    if change.titled is not None:
        return "titled"
    return "" if change.moves is None else f"{change.moves.what.name} {change.moves.which.name}"


def case_of(desk: Desk, deal: int, slots: Slots, worked: Reckoned, alone: Settled, deltas: frozenset[int]) -> Case:
    """The deal (a place in the batch) as a scorer had it before him, by what it comes to (`worked`)."""
    judged = desk.judged
    r, one = judged.batch.ruleset, judged.batch.deals[deal]
    value = worked.value
    winner = value[slots.begins["winner"]]
    points = [None if v == MISSING else v for v in value[slots.line("points")]]
    outcome = Outcome(
        points=points,
        tricks=[None if v == MISSING else v for v in value[slots.line("tricks")]],
        trick_winners=value[slots.line("trick_winner")],
        winner=None if winner == NOBODY else winner,
        lines=[],
    )
    e = worked.entries
    columns = (e.trick, e.rule, e.payer, e.payee, e.amount)
    entries = [
        Entry(trick, r.rule_names[rule], payer, payee, amount)
        for trick, rule, payer, payee, amount in zip(*(column.tolist() for column in columns), strict=True)
    ]
    nothing = RecordedValues()
    books = Worked(outcome, worked.kind, entries, nothing, 0, {})
    truth = Truth(one, {}, [], outcome, alone.facts.observed, int(judged.replayed.seating.base[deal]))
    return Case(r, truth, books, nothing, settled=(alone.facts, alone.course), deltas=deltas)


def kind_due(desk: Desk, side: int, deal: int) -> int:
    """The stakes due in a deal; -1 where nobody can tell."""
    kind = int(desk.kind[side, deal])
    return -1 if kind == NO_KIND else kind


def alone(settled: Settled, k: int) -> Settled:
    """One deal of a batch that was settled; of its course, what a scorer looks at."""
    f, c = settled.facts, settled.course
    rows = np.array([k])
    facts = Facts(**{name: _column(value, k, rows) for name, value in _fields(f).items()})
    whole = {name: value for name, value in _fields(c).items() if name not in ("entries", "withheld", "pot")}
    course = replace(c, **{name: _column(value, k, rows) for name, value in whole.items()})
    return Settled(facts, course)


def _fields(one: Facts | Course) -> dict[str, Any]:
    return {each.name: getattr(one, each.name) for each in fields(one)}


def _column(value: Any, k: int, rows: Any) -> Any:
    """A deal's own part of a column, or of several."""
    if isinstance(value, Observed):
        return value.pick(rows)
    if isinstance(value, dict):
        return {name: one[..., k : k + 1] for name, one in value.items()}
    return value[..., k : k + 1]
