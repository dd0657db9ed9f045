"""What a lost napolitana costs."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts, Mask
from audit.movements import FONDO, Movements, joined, nothing, pay
from audit.registry import rule
from audit.rules.k2 import is_barred
from audit.ruleset import Ruleset


@rule("N5")
def lost_napolitana(f: Facts, r: Ruleset, c: Course) -> Movements:
    """He reimburses the others, pays back what he received, and hands back the fondo twice. [S0 §7, §11; HOY]"""
    entries = c.in_deals(c.napolitana_lost & ~c.undertaken)
    return joined(r, [_reimbursed(r, c, entries), _resold(r, c, entries), _fondo_back(r, c, entries)])


def _reimbursed(r: Ruleset, c: Course, entries: Mask) -> Movements:
    """(a) What two others paid each other, he pays the payer back, where he bears all payments."""
    if not r.flag("bears_all"):
        return nothing(r)
    nap = c.napolitano[c.entries.deal]
    others = (c.entries.payer != nap) & (c.entries.payee != nap)
    rows = np.flatnonzero(entries & others & c.moved(r, "P1", "P2", "P3", "F6"))
    e = c.entries.pick(rows)
    return pay(r, e.deal, nap[rows], e.payer, e.plus, trick=e.trick, step=rows)


def _resold(r: Ruleset, c: Course, entries: Mask) -> Movements:
    """(b) What he received for a card placed he pays back, twice; a barred payer gets only his own."""
    nap = c.napolitano[c.entries.deal]
    rows = np.flatnonzero(entries & (c.entries.payee == nap) & c.moved(r, "P1", "P2"))
    e = c.entries.pick(rows)
    times = {"net_double": 2, "return_and_double": 3, "return_only": 1}[r.choice("resale")]
    barred = is_barred(c)[e.payer, e.deal]
    return pay(r, e.deal, nap[rows], e.payer, e.plus * np.where(barred, 1, times), trick=e.trick, step=rows)


def _fondo_back(r: Ruleset, c: Course, entries: Mask) -> Movements:
    """(c) The fondo that he took he hands back, and pays in as much again, after all else."""
    nap = c.napolitano[c.entries.deal]
    rows = np.flatnonzero(entries & (c.entries.payee == nap) & c.moved(r, "F4"))
    twice = np.repeat(rows, 2)
    e = c.entries.pick(twice)
    return pay(r, e.deal, nap[twice], FONDO, e.plus, times=e.times, trick=e.trick, step=c.entries.size)
