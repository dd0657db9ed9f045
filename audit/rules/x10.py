"""Who wins the deal and who is the Bête."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from audit.course import Course, is_made, ranked
from audit.facts import NOBODY, Facts, Mask
from audit.movements import FONDO, Movements, joined, nothing, pay
from audit.registry import rule
from audit.rules.x6 import capturer
from audit.rules.x9 import is_done, is_failed
from audit.ruleset import Ruleset

ENOUGH = 1000
"""More than any deal has points: a fixed price above it ranks its payer no further back."""


@rule("X10.winner")
def winner(f: Facts, r: Ruleset, c: Course) -> Course:
    """The fewest penalty points, then tricks, then the best seat; but who made all or did it has won. [S2/S4]"""
    rank = _rank(f, r)
    rank[f.seat_is(c.espagnolette)[0] & is_failed(f, c)] = np.iinfo(np.int64).max
    best = rank.argmin(axis=0)
    maker = np.where(is_made(f, c), c.undertaker, best)
    return c.mark(winner=np.where(is_done(f, c), c.espagnolette, maker).astype(np.int8))


@rule("X10.honours")
def honours(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Where the house plays so, each player pays his own penalty points into the fondo. [S2/S4]"""
    if r.choice("honours_paid") == "counted":
        return nothing(r)
    deal, seat = np.nonzero((f.points > 0).T & _plain(f, c)[:, None])
    return pay(r, deal, seat, FONDO, f.points[seat, deal])


@rule("X10.bete")
def bete(f: Facts, r: Ruleset, c: Course) -> Movements:
    """The player with most points pays the winner 4; a dealer who sits out gets his share of it. [S2/S4]"""
    deal = np.flatnonzero(_plain(f, c))
    loser = _rank(f, r).argmax(axis=0)[deal]
    whole = r.amount("bete_payment")
    if not r.first_seat:
        return pay(r, deal, loser, c.winner[deal], whole)
    share = r.amount("dealer_share")
    to_dealer = pay(r, deal, loser, r.seats, share)
    return joined(r, [to_dealer, pay(r, deal, loser, c.winner[deal], whole - share)])


def hidden_points(r: Ruleset) -> int:
    """How many points more than are written down a player may have had when the winner was found."""
    counted = r.plays("X10") and r.flag("quinola_in_total")
    return min(int(r.amount("quinola_fixed")), ENOUGH) if counted else 0


def _plain(f: Facts, c: Course) -> Mask:
    """`[deal]`: neither a Reversis made nor an Espagnolette done, which settle the deal alone."""
    return ~is_made(f, c) & ~is_done(f, c)


def _rank(f: Facts, r: Ruleset) -> npt.NDArray[np.int64]:
    points = f.points.astype(np.int64)
    if r.flag("quinola_in_total"):
        who = capturer(f, r)
        deal = np.flatnonzero(who != NOBODY)
        points[who[deal], deal] += hidden_points(r)
    return ranked((points, f.tricks), range(r.seats))
