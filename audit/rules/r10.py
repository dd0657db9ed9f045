"""The party."""

from __future__ import annotations

import numpy as np

from audit.course import Course, ranked
from audit.facts import NOBODY, Facts
from audit.movements import Movements, nothing, pay
from audit.registry import rule
from audit.rules.r8 import seat_order
from audit.ruleset import Ruleset


@rule("R10")
def party(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Where it is played for, the player with most points pays the winner the party. [S0 §15; HOY, PIE, MEY]"""
    if r.choice("party") == "none":
        return nothing(r)
    rank = ranked((f.points, f.tricks), seat_order(r))
    loser = rank.argmax(axis=0)
    deal = np.flatnonzero(~c.undertaken & (c.napolitano == NOBODY))
    if r.choice("party") == "discards":
        out_of_play = int(r.points[r.deck].sum()) - f.points.sum(axis=0, dtype=np.int64)
        tantos = r.tantos(out_of_play[deal]) + r.amount("party_bonus")
    else:
        tantos = r.amount("party")
    return pay(r, deal, loser[deal], c.winner[deal], tantos)
