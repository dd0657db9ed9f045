"""A deal settled by the engine's own rules, but for what a scorer does otherwise.

The order of settlement is that of `audit.settle`; at each stage a `Change` may put in what the scorer took for
right. So all that follows from a mistake follows by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from audit.course import Course, begin
from audit.facts import NOBODY, Facts, Observed, establish
from audit.model import Recorded
from audit.movements import FONDO, Movements, joined
from audit.registry import code_of, rule_of
from audit.rules.k2 import withheld
from audit.ruleset import Ruleset


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
class Change:
    """What a scorer does otherwise, by the stage at which he does it; each stage left alone by default."""

    ruleset: Callable[[Ruleset], Ruleset] = lambda r: r
    facts: Callable[[Facts, Ruleset], Facts] = lambda f, _: f
    course: Callable[[Course], Course] = lambda c: c
    moves: Callable[[Movements, Ruleset], Movements] = lambda m, _: m
    kind: Callable[[int], int] = lambda kind: kind
    """Which stakes are due, by the numbers of `rules.f1.kinds`."""
    stakes: Callable[[list[Entry]], list[Entry]] = lambda entries: entries
    written: Callable[[Recorded], Recorded] = lambda recorded: recorded


@dataclass(frozen=True)
class Outcome:
    """What a deal comes to before it is known what the fondo holds; players by their place, `None` for nobody."""

    points: list[int | None]
    tricks: list[int | None]
    trick_winners: list[int]
    winner: int | None
    lines: list[Line]


def settle_one(observed: Observed, r: Ruleset, changes: Iterable[Change] = ()) -> tuple[Facts, Course]:
    """Settle one complete deal as `audit.settle.settle` does, with `changes`."""
    changes = tuple(changes)
    f = establish(observed, r)
    for change in changes:
        f = change.facts(f, r)
    c = begin(f, r)
    for name in r.course:
        c = code_of(name)(f, r, c)
    for change in changes:
        c = change.course(c)
    for names in r.passes:
        c = _passed(f, r, c, names, changes)
    return f, c


def _passed(f: Facts, r: Ruleset, c: Course, names: Iterable[str], changes: tuple[Change, ...]) -> Course:
    """The course after one pass, its entries changed before the fondo is followed through them."""
    given = []
    for name in names:
        moves: Movements = code_of(name)(f, r, c)
        given.append(moves._replace(rule=np.full(moves.size, r.numbers[rule_of(name)], np.int16)))
    moves = joined(r, given)
    moves = moves.pick(~withheld(r, c, moves))
    for change in changes:
        moves = change.moves(moves, r)
    if not moves.size:
        return c
    moves, pot = c.pot.resolve(moves.pick(np.argsort(moves.step, kind="stable")))
    return c.mark(entries=joined(r, [c.entries, moves]), pot=pot)


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
