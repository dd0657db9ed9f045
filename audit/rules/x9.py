"""The Espagnolette: declared before the play, done by losing or by winning every trick."""

from __future__ import annotations

import numpy as np

from audit.course import Course, is_made
from audit.facts import NOBODY, Facts, Mask, Sets, as_mask
from audit.movements import FONDO, Movements, each_other, joined, pay
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("X9.declared")
def declared(f: Facts, r: Ruleset, c: Course) -> Course:
    """It may be declared with four aces, or three and a card that stands for one, in the hand dealt. [S2/S4]"""
    named = f.observed.declared["espagnolette"]
    deal = np.flatnonzero(named != NOBODY)
    seat = named[deal]
    holds = has_the_cards(f.hands(seat, deal, r.bit), r)
    who, void = np.full_like(named, NOBODY), np.zeros(f.deals, np.bool_)
    who[deal[holds]] = seat[holds]
    void[deal[~holds]] = True
    return c.mark(espagnolette=who, void=c.void | {"espagnolette": void})


def has_the_cards(hand: Sets, r: Ruleset) -> Mask:
    """Whether each hand has four aces, or three and a card of `ace_equivalents`."""
    ranks = [r.pack.ranks.index(name) for name in r.ranks("ace_equivalents")]
    aces = r.cards_of([r.ace])
    count = np.bitwise_count(hand & aces)
    return as_mask((count == 4) | ((count == 3) & ((hand & r.cards_of(ranks) & ~aces) != 0)))


def is_done(f: Facts, c: Course) -> Mask:
    """`[deal]`: the declarer lost every trick or won every trick, and no other made the Reversis."""
    seat = f.seat_is(c.espagnolette)[0]
    every = f.card.shape[0]
    achieved = (seat & ((f.tricks == 0) | (f.tricks == every))).any(axis=0)
    return as_mask(achieved & ~is_void(f, c))


def is_void(f: Facts, c: Course) -> Mask:
    """`[deal]`: another player made the Reversis, so that the Espagnolette is neither done nor failed."""
    return as_mask(is_made(f, c) & (c.undertaker != c.espagnolette))


def is_failed(f: Facts, c: Course) -> Mask:
    """`[deal]`: the declarer won some tricks and lost some."""
    return as_mask((c.espagnolette != NOBODY) & ~is_done(f, c) & ~is_void(f, c))


@rule("X9")
def espagnolette(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Done, every opponent pays the declarer 32; not done, he pays each of them. [S2/S4]"""
    done, failed = (np.flatnonzero(mask(f, c)) for mask in (is_done, is_failed))
    each = r.amount("espagnolette_each")
    rows, opponent = each_other(r.seats, done, c.espagnolette[done])
    won = pay(r, done[rows], opponent, c.espagnolette[done][rows], each)
    rows, opponent = each_other(r.seats, failed, c.espagnolette[failed])
    lost = pay(r, failed[rows], c.espagnolette[failed][rows], opponent, each)
    return joined(r, [won, lost])


@rule("X9.fondo")
def fondo_too(f: Facts, r: Ruleset, c: Course) -> Movements:
    """In *partidas* a declarer who has done it takes the fondo as well. [S2/S4]"""
    done = np.flatnonzero(is_done(f, c))
    return pay(r, done, FONDO, c.espagnolette[done], whole=True)
