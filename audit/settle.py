"""The order of settlement: facts in, a ledger out. What any one rule means is not known here.

The ruleset lists the rules: first those of the course (who is what, who won), then the passes that move
tantos. Each pass goes over the deal once; its entries are put in the order of their steps, and the fondo is
followed through them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from audit.course import Course, begin
from audit.facts import Facts, Observed, establish
from audit.movements import NEVER, Movements, joined
from audit.registry import code_of, rule_of
from audit.rules.k2 import withheld
from audit.ruleset import Ruleset


@dataclass(frozen=True)
class Stages:
    """What is put in at each stage of a settlement, and goes on from there; by default all stays as it is."""

    facts: Callable[[Facts, Ruleset], Facts] = lambda f, _: f
    course: Callable[[Course], Course] = lambda c: c
    moves: Callable[[Movements, Ruleset], Movements] = lambda m, _: m
    """The entries of one pass, before the fondo is followed through them."""


RIGHT = Stages()
"""Nothing is put in."""


@dataclass(frozen=True)
class Settled:
    """A batch of complete deals, settled up to what the fondo held when each began."""

    facts: Facts
    course: Course

    @property
    def entries(self) -> Movements:
        """The ledger of every deal without its stakes, in order."""
        return self.course.entries


def settle(observed: Observed, r: Ruleset, stages: Stages = RIGHT) -> Settled:
    """Settle a batch of complete deals by the rules that `r` lists."""
    f = stages.facts(establish(observed, r), r)
    c = begin(f, r)
    for name in r.course:
        c = code_of(name)(f, r, c)
    c = stages.course(c)
    for names in r.passes:
        c = _passed(f, r, c, names, stages)
    return Settled(f, c)


def _passed(f: Facts, r: Ruleset, c: Course, names: tuple[str, ...], stages: Stages) -> Course:
    """The course after one pass, with the entries of its rules in order."""
    given = []
    for name in names:
        moves: Movements = code_of(name)(f, r, c)
        if moves.size:
            given.append(moves._replace(rule=np.full(moves.size, r.numbers[rule_of(name)], np.int16)))
    if not given:
        return c
    moves = joined(r, given)
    kept_back = withheld(r, c, moves)
    if kept_back.any():
        c = c.mark(withheld=joined(r, [c.withheld, moves.pick(kept_back)]))
        moves = moves.pick(~kept_back)
    moves = stages.moves(moves, r)
    if not moves.size:
        return c
    key = moves.deal.astype(np.int64) * (NEVER << 16) + moves.step
    moves, pot = c.pot.resolve(moves.pick(np.argsort(key, kind="stable")))
    entries = joined(r, [c.entries, moves])
    if c.entries.size:
        entries = entries.pick(np.argsort(entries.deal, kind="stable"))
    return c.mark(entries=entries, pot=pot)
