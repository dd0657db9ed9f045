"""The Reversis: all tricks won, or the attempt failed."""

from __future__ import annotations

import numpy as np

from audit.course import Course, is_cut, is_made
from audit.facts import Facts
from audit.movements import FONDO, Movements, each_other, joined, pay
from audit.registry import rule
from audit.rules.x9 import is_done
from audit.ruleset import Ruleset


@rule("X8.committed")
def committed(f: Facts, r: Ruleset, c: Course) -> Course:
    """Who has won the first nine tricks is committed to win all, without a declaration. [S2/S4]"""
    return c.mark(undertaker=f.sweeper)


@rule("X8")
def reversis(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Made, every opponent pays 16 and the fondo is his; failed, he pays each of them and doubles it. [S2/S4]"""
    return joined(r, [_made(f, r, c), _failed(f, r, c)])


def _made(f: Facts, r: Ruleset, c: Course) -> Movements:
    deal = np.flatnonzero(is_made(f, c) & ~is_done(f, c))
    maker = c.undertaker[deal]
    rows, opponent = each_other(r.seats, deal, maker)
    paid = pay(r, deal[rows], opponent, maker[rows], r.amount("reversis_each"))
    return joined(r, [paid, pay(r, deal, FONDO, maker, whole=True)])


def _failed(f: Facts, r: Ruleset, c: Course) -> Movements:
    deal = np.flatnonzero(is_cut(f, c) & ~is_done(f, c))
    loser = c.undertaker[deal]
    each = r.amount("reversis_each")
    if r.choice("reversis_failed") == "to_breaker":
        return pay(r, deal, loser, f.breaker[deal], each * (r.seats - 1))
    rows, opponent = each_other(r.seats, deal, loser)
    paid = pay(r, deal[rows], loser[rows], opponent, each)
    if r.choice("reversis_failed") == "chips_only":
        return paid
    return joined(r, [paid, pay(r, deal, loser, FONDO, whole=True)])
