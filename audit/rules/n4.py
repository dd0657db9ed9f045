"""The napolitana won (N3) and lost (N4, N8)."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import FIRST_TRICKS, NOBODY, Facts, Mask, as_mask
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("N3")
def won_without_a_trick(f: Facts, c: Course) -> Mask:
    """`[seat, deal]`: the napolitano won no trick, so that the deal is his. [S0 §7, §15; HOY]"""
    return as_mask(f.seat_is(c.napolitano)[0] & (f.tricks == 0))


@rule("N4")
def lost_by_a_trick(f: Facts, r: Ruleset, c: Course) -> Course:
    """A napolitano who wins a trick has lost: any trick, or one of the last two, as the house plays. [S0 §7, §11]"""
    from_trick = 0 if r.choice("napolitana_lost_by") == "any_trick" else FIRST_TRICKS
    won = (f.winner[from_trick:] == c.napolitano).any(axis=0)
    return c.mark(napolitana_lost=c.napolitana_lost | (won & (c.napolitano != NOBODY)))


@rule("N8")
def lost_by_a_revesino(f: Facts, r: Ruleset, c: Course) -> Course:
    """A napolitano who undertakes the revesino has lost the napolitana. [HOY]"""
    both = c.undertaken & (c.undertaker == c.napolitano)
    return c.mark(napolitana_lost=np.logical_or(c.napolitana_lost, both))
