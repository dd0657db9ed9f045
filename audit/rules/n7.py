"""The napolitano when another undertook the revesino."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from audit.course import Course, is_cut
from audit.facts import NOBODY, Facts
from audit.movements import Movements, pay
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("N7")
def napolitano_pays_cutter(f: Facts, r: Ruleset, c: Course) -> Movements:
    """When a revesino of another is cut, the napolitano too pays the cutter 64. [S0 §11]"""
    other = (c.napolitano != NOBODY) & (c.napolitano != c.undertaker) & (c.napolitano != f.breaker)
    deal = np.flatnonzero(is_cut(f, c) & other)
    return pay(r, deal, c.napolitano[deal], f.breaker[deal], r.amount("cut_pays"))


def napolitano_bears_all(
    r: Ruleset, c: Course, deal: npt.NDArray[Any], payer: npt.NDArray[np.int8]
) -> npt.NDArray[np.int8]:
    """Who pays each amount of a revesino made: the napolitano all of them, where the house plays so. [HOY]"""
    nap = c.napolitano[deal]
    bears = (nap != NOBODY) & (nap != c.undertaker[deal]) & r.flag("napolitano_pays_made")
    return np.where(bears, nap, payer)
