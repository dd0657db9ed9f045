"""What a revesino undertaken undoes: payments between players (V4) and the quínola's (V5)."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import FIRST_TRICKS, Facts, Mask, Plays
from audit.movements import FONDO, Movements, pay
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("V4")
def returned(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Every payment for aces and the quínola between players is returned. [S0 §10]"""
    between = (c.entries.payer != FONDO) & (c.entries.payee != FONDO)
    return given_back(r, c, between & c.moved(r, "P1", "P2", "P3", "F6", "N6"))


@rule("V5")
def moved_back(f: Facts, r: Ruleset, c: Course) -> Movements:
    """What another player's quínola moved in or out of the fondo is moved back. [S0 §9]"""
    e = c.entries
    player = np.where(e.payer == FONDO, e.payee, e.payer)
    with_fondo = (e.payer == FONDO) | (e.payee == FONDO)
    another = player != c.undertaker[e.deal]
    return given_back(r, c, with_fondo & another & c.moved(r, "F4", "F5", "N6"))


def given_back(r: Ruleset, c: Course, entries: Mask) -> Movements:
    """Each of `entries` in deals with an undertaken revesino paid back, in the order of the ledger."""
    rows = np.flatnonzero(entries & c.in_deals(c.undertaken))
    e = c.entries.pick(rows)
    return pay(r, e.deal, e.payee, e.payer, e.plus, times=e.times, trick=e.trick, step=rows)


def silenced(c: Course, plays: Plays) -> Mask:
    """Which of `plays` are in the last two tricks of an undertaken revesino, which bring no payments (V4)."""
    return (plays.trick >= FIRST_TRICKS) & c.undertaken[plays.deal]
