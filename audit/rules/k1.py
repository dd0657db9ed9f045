"""The fine for a renuncio."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts, where
from audit.movements import FONDO, Movements, pay, when_played
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("K1", card_of="payer")
def renuncio_fine(f: Facts, r: Ruleset, c: Course) -> Movements:
    """A renuncio costs 2 to the fondo, once a deal or for each trick. [S0 §12]"""
    plays = where(c.revoked)
    if r.choice("renuncio_per") == "deal":
        # The plays stand by trick: the first of a seat in a deal is the one that is fined.
        _, first = np.unique(plays.deal * f.card.shape[1] + plays.seat, return_index=True)
        plays = plays.of(first)
    fine = r.amount("renuncio_fine")
    return pay(r, plays.deal, plays.seat, FONDO, fine, trick=plays.trick + 1, step=when_played(f, plays))
