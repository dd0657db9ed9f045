"""The revesino cut (V3), and what its undertaker's own quínola adds (V6)."""

from __future__ import annotations

import numpy as np

from audit.course import Course, is_cut
from audit.facts import Facts
from audit.movements import FONDO, Movements, joined, nothing, pay
from audit.registry import rule
from audit.rules.v2 import played_own_early
from audit.ruleset import Ruleset


@rule("V3")
def cut(f: Facts, r: Ruleset, c: Course) -> Movements:
    """The undertaker pays 64 to the first other player who won trick 10 or 11, and doubles the fondo. [S0 §8, §10]"""
    deal = np.flatnonzero(is_cut(f, c))
    undertaker = c.undertaker[deal]
    paid = pay(r, deal, undertaker, f.breaker[deal], r.amount("cut_pays"))
    if r.choice("cut_fondo") == "none":
        return paid
    return joined(r, [paid, pay(r, deal, undertaker, FONDO, whole=True)])


@rule("V6")
def own_quinola(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Cut, an undertaker who played the quínola in the first nine pays for it, unless F5 made him. [S0 §9; HOY]"""
    reading = r.choice("cut_own_quinola")
    if reading == "included":
        return nothing(r)
    paid_already = np.zeros(f.deals, np.bool_)
    paid_already[c.entries.deal[c.moved(r, "F5") & (c.entries.payer == c.undertaker[c.entries.deal])]] = True
    deal = np.flatnonzero(is_cut(f, c) & played_own_early(f, c) & ~paid_already)
    times, plus = c.pot.times[deal], c.pot.plus[deal]
    if reading == "same_base" and r.choice("cut_fondo") == "double":
        # V3 has just doubled what the fondo held before it.
        times, plus = times // 2, plus // 2
    return pay(r, deal, c.undertaker[deal], FONDO, plus, times=times)
