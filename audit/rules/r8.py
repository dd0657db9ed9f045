"""Who wins the deal."""

from __future__ import annotations

import numpy as np

from audit.course import Course, is_made, ranked
from audit.facts import NOBODY, Facts
from audit.registry import rule
from audit.rules.n4 import won_without_a_trick
from audit.ruleset import Ruleset


@rule("R8")
def winner(f: Facts, r: Ruleset, c: Course) -> Course:
    """A revesino made; else a napolitano with no trick; else fewest points, fewest tricks, best seat. [S0 §15]"""
    out = f.seat_is(c.napolitano)[0] & c.napolitana_lost
    rank = ranked((f.points, f.tricks), seat_order(r))
    rank[out] = np.iinfo(np.int64).max
    rank[won_without_a_trick(f, c) & ~out] = -1
    best = rank.argmin(axis=0).astype(np.int8)
    return c.mark(winner=np.where(is_made(f, c), c.undertaker, best).astype(np.int8))


@rule("R8.untied")
def winner_untied(f: Facts, r: Ruleset, c: Course) -> Course:
    """Where only the fewest points decide, a tie leaves the winner undefined. [S3]"""
    fewest = f.points.min(axis=0)
    alone = (f.points == fewest).sum(axis=0) == 1
    best = np.where(alone, f.points.argmin(axis=0), NOBODY)
    return c.mark(winner=np.where(is_made(f, c), c.undertaker, best).astype(np.int8))


def seat_order(r: Ruleset) -> tuple[int, ...]:
    """The seats from the best to the worst, for ties."""
    return (0, 1, 2, 3) if r.choice("tie_seats") == "dealer_then_right" else (0, 3, 2, 1)
