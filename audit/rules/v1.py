"""Undertaking the revesino."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import NOBODY, Facts
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("V1")
def undertaken(f: Facts, r: Ruleset, c: Course) -> Course:
    """Who won the first nine tricks may undertake the revesino; declared by anyone else it is void. [S0 §7, §8]"""
    declared = f.observed.declared["revesino"]
    good = (declared != NOBODY) & (declared == f.sweeper)
    undertaker = f.sweeper
    if r.choice("undertaking") == "declared":
        undertaker = np.where(good, declared, NOBODY).astype(np.int8)
    return c.mark(undertaker=undertaker, void=c.void | {"revesino": (declared != NOBODY) & ~good})
