"""The quínola discarded (X6) and captured (X7)."""

from __future__ import annotations

import numpy as np

from audit.course import Course, is_made
from audit.facts import NOBODY, Facts, Mask, Seats, as_mask
from audit.movements import FONDO, Movements, joined, pay, when_complete, when_played
from audit.registry import rule
from audit.rules.x9 import is_done
from audit.ruleset import Ruleset


@rule("X6", card_of="payee")
def quinola_discarded(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Who discards the quínola takes the fondo at once, and the winner of the trick pays him 4. [S2/S4]"""
    plays = f.quinola.of(discarded(f, r))
    trick, fixed = plays.trick + 1, r.amount("quinola_fixed")
    taken = pay(r, plays.deal, FONDO, plays.seat, whole=True, trick=trick, step=when_played(f, plays))
    winner = f.winner[plays.trick, plays.deal]
    paid = pay(r, plays.deal, winner, plays.seat, fixed, trick=trick, step=when_complete(f, plays))
    return joined(r, [taken, paid])


def discarded(f: Facts, r: Ruleset) -> Mask:
    """For each of `f.quinola`: it is thrown by a player void in the suit led, where that counts."""
    q = f.quinola
    return as_mask(~f.followed[q] & (f.held[q] == 0) & r.plays("X6"))


def capturer(f: Facts, r: Ruleset) -> Seats:
    """`[deal]`: who has the quínola in his tricks, when it was not discarded; else `NOBODY`."""
    return f.by_deal(np.where(discarded(f, r), NOBODY, f.winner[f.quinola.trick, f.quinola.deal]))


@rule("X7")
def quinola_captured(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Whoever captured the quínola pays in as much as the fondo holds and 4, or only the 4. [S2/S4]"""
    who = capturer(f, r)
    deal = np.flatnonzero((who != NOBODY) & ~is_made(f, c) & ~is_done(f, c))
    as_much = r.choice("quinola_capture") == "fondo_plus_fixed"
    return pay(r, deal, who[deal], FONDO, r.amount("quinola_fixed"), whole=as_much)
