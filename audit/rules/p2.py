"""The quínola placed."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts
from audit.movements import Movements, each_other, pay, when_complete
from audit.registry import rule
from audit.rules.p4 import edge
from audit.rules.v4 import silenced
from audit.ruleset import Ruleset


@rule("P2", card_of="payee")
def quinola_placed(f: Facts, r: Ruleset, c: Course) -> Movements:
    """The winner of the trick pays the player of the quínola placed in it 2, each of the other two 1. [S0 §10; ENC]"""
    plays = f.quinola.of(c.placed[f.quinola] & ~silenced(c, f.quinola))
    rows, payer = each_other(f.card.shape[1], plays.deal, plays.seat)
    plays = plays.of(rows)
    by_winner = payer == f.winner[plays.trick, plays.deal]
    tantos = np.where(by_winner, r.amount("quinola_placed_winner"), r.tantos(1)) * edge(r, plays.trick)
    return pay(r, plays.deal, payer, plays.seat, tantos, trick=plays.trick + 1, step=when_complete(f, plays))
