"""The quínola drawn from the napolitano."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts, Mask, as_mask
from audit.movements import FONDO, Movements, each_other, joined, pay, when_played
from audit.registry import rule
from audit.rules.p4 import edge
from audit.rules.v7 import quinola_is_plain
from audit.ruleset import Ruleset


@rule("N6", card_of="payer")
def quinola_drawn(f: Facts, r: Ruleset, c: Course) -> Movements:
    """The napolitano whose quínola is drawn doubles the fondo and pays the leader 2, each other player 1. [S0 §11]"""
    plays = f.quinola.of(drawn(f, r, c) & ~quinola_is_plain(f, r, c))
    step = when_played(f, plays)
    doubled = pay(r, plays.deal, plays.seat, FONDO, whole=True, trick=plays.trick + 1, step=step)
    rows, payee = each_other(f.card.shape[1], plays.deal, plays.seat)
    plays = plays.of(rows)
    tantos = np.where(payee == f.leader[plays.trick, plays.deal], 2, 1)
    if r.flag("n6_edge_double"):
        tantos = tantos * edge(r, plays.trick)
    paid = pay(r, plays.deal, plays.seat, payee, tantos, trick=plays.trick + 1, step=step[rows])
    return joined(r, [doubled, paid])


def drawn(f: Facts, r: Ruleset, c: Course) -> Mask:
    """For each of `f.quinola`: it is the napolitano's only oros, and the ace, king or caballo was led to it."""
    q = f.quinola
    lead = f.card[q.trick, f.leader[q.trick, q.deal], q.deal]
    honour = r.strength[lead] > r.strength[r.quinola]
    return as_mask(honour & f.is_sole(q) & (c.napolitano[q.deal] == q.seat))
