"""What a renuncio bars its player from."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import Facts, Mask, as_mask, where
from audit.movements import FONDO, NEVER, Movements, when_played
from audit.registry import rule
from audit.ruleset import Ruleset

COLLECTED = ("F4", "F6", "P1", "P2", "P3", "N6", "V3", "N7", "R10")
"""The rules whose credits a barred player does not collect; what he gets back of his own is none of these."""


@rule("K2")
def barred(f: Facts, r: Ruleset, c: Course) -> Course:
    """Who made a renuncio collects nothing in the whole deal, or from that play on. [S0 §12]"""
    bar = r.choice("renuncio_bar")
    if bar == "none":
        return c
    plays = where(c.revoked)
    step = when_played(f, plays) if bar == "from_then" else np.zeros(plays.deal.size)
    barred_from = c.barred_from.copy()
    np.minimum.at(barred_from, (plays.seat, plays.deal), step.astype(np.int32))
    return c.mark(barred_from=barred_from)


def withheld(r: Ruleset, c: Course, moves: Movements) -> Mask:
    """Which of `moves` would credit a barred player, and so are not entered at all."""
    if not r.plays("K2") or not is_barred(c).any():
        return np.zeros(moves.size, np.bool_)
    collected = np.isin(moves.rule, [r.numbers[name] for name in COLLECTED])
    return as_mask((moves.payee != FONDO) & collected & (c.barred_from[moves.payee, moves.deal] <= moves.step))


def is_barred(c: Course) -> Mask:
    """`[seat, deal]`: the seat collects nothing at the end of the deal."""
    return c.barred_from < NEVER
