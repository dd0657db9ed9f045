"""A deal settled by the engine's own rules, but for what a scorer does otherwise.

It is `audit.settle` that settles; at each of its stages a `Change` may put in what the scorer took for right. So all
that follows from a mistake follows by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from audit.course import Course
from audit.facts import NOBODY, Facts, Observed
from audit.movements import FONDO
from audit.ruleset import Ruleset
from audit.settle import settle
from audit.trial.altered import stages
from audit.trial.change import Change


class Line(NamedTuple):
    """An entry whose amount is `times * F + plus`, *F* being the fondo after the stakes; players by their place."""

    trick: int
    """0 for none."""
    rule: str
    payer: int
    payee: int
    times: int
    plus: int


class Entry(NamedTuple):
    """An entry in tantos; players by their place."""

    trick: int
    rule: str
    payer: int
    payee: int
    amount: int


@dataclass(frozen=True)
class Outcome:
    """What a deal comes to before it is known what the fondo holds; players by their place, `None` for nobody."""

    points: list[int | None]
    tricks: list[int | None]
    trick_winners: list[int]
    winner: int | None
    lines: list[Line]


def settle_one(observed: Observed, r: Ruleset, changes: Iterable[Change] = ()) -> tuple[Facts, Course]:
    """One complete deal settled by `r` with `changes`, each at its stage, one after the other."""
    settled = settle(observed, r, stages(r, [tuple(changes)]))
    return settled.facts, settled.course


def outcome_of(f: Facts, c: Course, r: Ruleset, base: int) -> Outcome:
    """What a settled deal comes to, by player; `base` is the player in seat 0."""

    def player(seat: int) -> int:
        return FONDO if seat == FONDO else (seat + base) % r.players

    def by_player(values: list[int]) -> list[int | None]:
        seats = ((place - base) % r.players for place in range(r.players))
        return [values[seat] if seat < r.seats else None for seat in seats]

    e = c.entries
    winner = int(c.winner[0])
    return Outcome(
        points=by_player(f.points[:, 0].tolist()),
        tricks=by_player(f.tricks[:, 0].tolist()),
        trick_winners=[player(seat) for seat in f.winner[:, 0].tolist()],
        winner=None if winner == NOBODY else player(winner),
        lines=[
            Line(trick, r.rule_names[rule], player(payer), player(payee), times, plus)
            for trick, rule, payer, payee, times, plus in zip(
                *(column.tolist() for column in (e.trick, e.rule, e.payer, e.payee, e.times, e.plus)), strict=True
            )
        ],
    )
