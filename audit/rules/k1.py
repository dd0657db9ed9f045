"""The fine for a renuncio."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts, where
from audit.movements import FONDO, Movements, pay, when_played
from audit.rules import rule
from audit.ruleset import Ruleset


@rule("K1")
def renuncio_fine(f: Facts, r: Ruleset, c: Course) -> Movements:
    """A renuncio costs 2 to the fondo, once a deal or for each trick. [S0 §12]"""
    fined = c.revoked
    if r.choice("renuncio_per") == "deal":
        fined = fined & (np.cumsum(fined, axis=0, dtype=np.uint8) == 1)
    plays = where(fined)
    fine = r.amount("renuncio_fine")
    return pay(r, plays.deal, plays.seat, FONDO, fine, trick=plays.trick + 1, step=when_played(f, plays))
