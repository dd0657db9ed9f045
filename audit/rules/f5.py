"""The quínola forced: its player doubles the fondo (F5), and pays the table where the house plays so (F6)."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import FIRST_TRICKS, Facts, Mask, as_mask
from audit.movements import FONDO, Movements, each_other, nothing, pay, when_complete, when_played
from audit.registry import rule
from audit.rules.n6 import drawn
from audit.rules.p4 import edge
from audit.rules.v7 import quinola_is_plain
from audit.ruleset import Ruleset


@rule("F5", card_of="payer")
def fondo_doubled(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Who is forced to play the quínola pays in as much as the fondo holds. [S0 §6, §9; ENC, HOY]"""
    plays = f.quinola.of(forced(f, r, c))
    step = when_played(f, plays)
    return pay(r, plays.deal, plays.seat, FONDO, whole=True, trick=plays.trick + 1, step=step)


def forced(f: Facts, r: Ruleset, c: Course) -> Mask:
    """For each of `f.quinola`: it is played by force, as the house understands that.

    A napolitano's is drawn (N6) or, in the last two tricks, forced like any other's.
    """
    q = f.quinola
    if r.choice("quinola_forced") == "any_oros_trick":
        by_force = f.followed[q]
    else:
        last_card = q.trick == f.card.shape[0] - 1
        by_force = f.is_sole(q) | ((f.position[q] == 0) & last_card)
    spared = (c.napolitano[q.deal] == q.seat) & ((q.trick < FIRST_TRICKS) | drawn(f, r, c))
    return as_mask(by_force & ~spared & ~quinola_is_plain(f, r, c))


@rule("F6", card_of="payer")
def forced_tantos(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Who is forced to play the quínola to another's lead pays the leader 2 and each other player 1. [S0 §6; ENC]"""
    if r.choice("quinola_forced_tantos") == "none":
        return nothing(r)
    q = f.quinola
    plays = q.of(forced(f, r, c) & (f.position[q] != 0) & (c.napolitano[q.deal] != q.seat))
    rows, payee = each_other(f.card.shape[1], plays.deal, plays.seat)
    plays = plays.of(rows)
    tantos = np.where(payee == f.leader[plays.trick, plays.deal], 2, 1) * edge(r, plays.trick)
    return pay(r, plays.deal, plays.seat, payee, tantos, trick=plays.trick + 1, step=when_complete(f, plays))
