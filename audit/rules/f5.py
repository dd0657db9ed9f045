"""The quínola forced: its player doubles the fondo (F5), and pays the table where the house plays so (F6)."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts, Mask, Plays, where
from audit.movements import FONDO, Movements, each_other, nothing, pay, when_complete, when_played
from audit.rules import rule
from audit.rules.n1 import need_not_follow
from audit.rules.n6 import drawn
from audit.rules.p4 import edge
from audit.rules.v7 import quinola_is_plain
from audit.ruleset import Ruleset


@rule("F5")
def fondo_doubled(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Who is forced to play the quínola pays in as much as the fondo holds. [S0 §6, §9; ENC, HOY]"""
    plays = where(forced(f, r, c))
    step = when_played(f, plays)
    return pay(r, plays.deal, plays.seat, FONDO, whole=True, trick=plays.trick + 1, step=step)


def forced(f: Facts, r: Ruleset, c: Course) -> Mask:
    """`[trick, seat, deal]`: the quínola is played there by force, as the house understands that.

    A napolitano's is drawn (N6) or, in the last two tricks, forced like any other's.
    """
    if r.choice("quinola_forced") == "any_oros_trick":
        by_force = f.followed
    else:
        last_card = (np.arange(f.card.shape[0]) == f.card.shape[0] - 1)[:, None, None]
        by_force = f.sole | (f.led_it & last_card)
    spared = need_not_follow(f, c) | drawn(f, r, c)
    return f.is_quinola & by_force & ~spared & ~quinola_is_plain(f, r, c)


@rule("F6")
def forced_tantos(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Who is forced to play the quínola to another's lead pays the leader 2 and each other player 1. [S0 §6; ENC]"""
    if r.choice("quinola_forced_tantos") == "none":
        return nothing(r)
    plays = where(forced(f, r, c) & ~f.led_it & ~f.seat_is(c.napolitano))
    rows, payee = each_other(f.card.shape[1], plays.deal, plays.seat)
    plays = Plays(*(column[rows] for column in plays))
    tantos = np.where(payee == f.leader[plays.trick, plays.deal], 2, 1) * edge(f, r, plays.trick)
    return pay(r, plays.deal, plays.seat, payee, tantos, trick=plays.trick + 1, step=when_complete(f, plays))
