"""What each player did with the cards of a deal: acts of play counted by seat, over a batch of settled deals.

An act counts as it was played, whatever it paid in the end: that is the ledger's. All columns are `[seat, deal]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.course import Course, is_cut, is_made
from audit.facts import NOBODY, Bytes, Facts, Mask, Plays, Seats, Sets, as_mask, where
from audit.movements import FONDO
from audit.rules import f5, n1, n6, x9
from audit.rules.p4 import doubled_rules, edges
from audit.ruleset import Ruleset
from audit.settle import Settled

Counts = dict[str, npt.NDArray[Any]]

SUITS = tuple(f"suit_{number}" for number in range(4))
QUINOLA = ("quinola_led", "quinola_placed", "quinola_forced", "quinola_placed_on", "quinola_drawn", "quinola_won")
ACES = ("aces_placed", "aces_placed_on", "aces_forced", "aces_drawn")
DOUBLES = ("doubles_received", "doubles_paid")
REVESINO = ("revesino_possible", "revesino_undertaken", "revesino_made", "revesino_cut", "revesino_cutter")
NAPOLITANA = (
    *("napolitana_possible", "napolitana_announced", "napolitana_won", "napolitana_lost"),
    "napolitana_void",
)
ESPAGNOLETTE = (
    *("espagnolette_possible", "espagnolette_declared", "espagnolette_done", "espagnolette_failed"),
    "espagnolette_void",
)


def acts(settled: Settled, r: Ruleset) -> Counts:
    """What is counted of settled deals, by the names of docs/statistics.md, without what the game does not have."""
    f, c = settled.facts, settled.course
    # As acts of play: that a revesino makes the quínola a plain sota (V5, V7) is a matter of payment.
    played = c.mark(undertaker=np.full(f.deals, NOBODY, np.int8))
    found = _held(f, r)
    return {
        **found,
        **_quinola(f, r, played),
        **_aces(f, r, c),
        **_doubles(f, r, c),
        **_revesino(f, c),
        **_napolitana(f, r, c, found["aces_held"]),
        **_espagnolette(f, r, c, found["aces_held"]),
        **_bete(f, r, c),
        "renuncios": _summed(c.revoked),
    }


def _summed(mask: Mask) -> Bytes:
    """`[seat, deal]`: how many plays of `[trick, seat, deal]`."""
    return np.asarray(mask.sum(axis=0, dtype=np.uint8), np.uint8)


def _counted(f: Facts, seat: npt.NDArray[Any], deal: npt.NDArray[Any]) -> Bytes:
    """How often each seat of each deal is named."""
    seats = f.card.shape[1]
    cells = seat.astype(np.intp) * f.deals + deal
    return np.bincount(cells, minlength=seats * f.deals).astype(np.uint8).reshape(seats, f.deals)


def _is(f: Facts, seats: Seats, when: Mask | bool = True) -> Mask:
    """The seat is the one that `seats` `[deal]` names, in deals `when` that counts."""
    return as_mask(f.seat_is(seats)[0] & when)


# --------------------------------------------------------------------------------------------------- hands


def _held(f: Facts, r: Ruleset) -> Counts:
    """The hand that was played."""
    found: Counts = {name: _summed(as_mask(f.suit == number)) for number, name in enumerate(SUITS)}
    voids = sum((found[name] == 0).view(np.uint8) for name in SUITS)
    return found | {
        "quinola_held": _summed(f.is_quinola),
        "aces_held": _summed(f.is_ace),
        "honours_held": r.points.take(f.card).sum(axis=0, dtype=np.uint8),
        "voids_held": voids,
        "height_held": r.strength.take(f.card).sum(axis=0, dtype=np.uint8),
    }


def of_hands(hand: Sets, r: Ruleset) -> Counts:
    """The same, but for the suits' lengths, of hands as sets of cards."""
    cards = r.deck
    voids, honours, height = (np.zeros(hand.shape, np.uint8) for _ in range(3))
    for suit in range(4):
        own = np.bitwise_or.reduce(r.bit[cards[(cards >> 4 & 3) == suit]])
        voids += (hand & own) == 0
    for worth, total in ((r.points, honours), (r.strength, height)):
        for value in np.unique(worth[cards]).tolist():
            alike = np.bitwise_or.reduce(r.bit[cards[worth[cards] == value]])
            np.add(total, np.bitwise_count(hand & alike) * np.uint8(value), out=total)
    return {
        "quinola": ((hand & r.bit[r.quinola]) != 0).astype(np.uint8),
        "aces": np.bitwise_count(hand & r.cards_of([r.ace])),
        "honours": honours,
        "voids": voids,
        "height": height,
    }


# ------------------------------------------------------------------------------------------ quínola and aces


def _thrown(f: Facts, r: Ruleset, c: Course) -> Mask:
    """`[trick, seat, deal]`: placed (P0); elsewhere, thrown by a player void in the suit led."""
    return c.placed if "P0" in r.course else as_mask(~f.followed & f.void)


def _quinola(f: Facts, r: Ruleset, c: Course) -> Counts:
    q = f.quinola
    placed = q.of(_thrown(f, r, c)[q])
    by_force = q.of(f5.forced(f, r, c) | n6.drawn(f, r, c) if r.plays("F5") else f.is_sole(q))
    drawn = by_force.of(f.position[by_force] != 0)
    led = q.of(f.position[q] == 0)
    return {
        "quinola_led": _counted(f, led.seat, led.deal),
        "quinola_placed": _counted(f, placed.seat, placed.deal),
        "quinola_forced": _counted(f, by_force.seat, by_force.deal),
        "quinola_placed_on": _by_trick(f, f.winner, placed),
        "quinola_drawn": _by_trick(f, f.leader, drawn),
        "quinola_won": _by_trick(f, f.winner, q),
    }


def _by_trick(f: Facts, who: Seats, plays: Plays) -> Bytes:
    """How many of `plays` were in tricks that each seat won, or led, as `who` `[trick, deal]` says."""
    return _counted(f, who[plays.trick, plays.deal], plays.deal)


def _aces(f: Facts, r: Ruleset, c: Course) -> Counts:
    placed = where(as_mask(f.is_ace & _thrown(f, r, c)))
    forced = where(as_mask(f.is_ace & f.followed & (f.held == 1) & (f.position != 0) & ~n1.need_not_follow(f, c)))
    return {
        "aces_placed": _counted(f, placed.seat, placed.deal),
        "aces_placed_on": _by_trick(f, f.winner, placed),
        "aces_forced": _counted(f, forced.seat, forced.deal),
        "aces_drawn": _by_trick(f, f.leader, forced),
    }


def _doubles(f: Facts, r: Ruleset, c: Course) -> Counts:
    """Payments between players that P4 doubled, whether or not they were given back."""
    if not r.plays("P4"):
        return {}
    e = c.entries
    # A house may set an amount to 0: nothing is paid then, nor doubled.
    between = (e.payer != FONDO) & (e.payee != FONDO) & (e.plus != 0)
    rows = np.flatnonzero(between & np.isin(e.trick - 1, edges(r)) & c.moved(r, *doubled_rules(r)))
    return {
        "doubles_received": _counted(f, e.payee[rows], e.deal[rows]),
        "doubles_paid": _counted(f, e.payer[rows], e.deal[rows]),
    }


# ------------------------------------------------------------------------------------------ the great games


def _revesino(f: Facts, c: Course) -> Counts:
    return {
        "revesino_possible": _is(f, f.sweeper),
        "revesino_undertaken": _is(f, c.undertaker),
        "revesino_made": _is(f, c.undertaker, is_made(f, c)),
        "revesino_cut": _is(f, c.undertaker, is_cut(f, c)),
        "revesino_cutter": _is(f, f.breaker, is_cut(f, c)),
    }


def _napolitana(f: Facts, r: Ruleset, c: Course, aces: Bytes) -> Counts:
    if "N1" not in r.course:
        return {}
    declared = f.observed.declared["napolitana"]
    return {
        "napolitana_possible": _with_cards(f, r, aces, n1.has_the_cards),
        "napolitana_announced": _is(f, c.napolitano),
        "napolitana_won": _is(f, c.napolitano, as_mask(~c.napolitana_lost & (c.winner == c.napolitano))),
        "napolitana_lost": _is(f, c.napolitano, c.napolitana_lost),
        "napolitana_void": _is(f, declared, c.void["napolitana"]),
    }


def _espagnolette(f: Facts, r: Ruleset, c: Course, aces: Bytes) -> Counts:
    if "X9.declared" not in r.course:
        return {}
    declared = f.observed.declared["espagnolette"]
    return {
        "espagnolette_possible": _with_cards(f, r, aces, x9.has_the_cards),
        "espagnolette_declared": _is(f, c.espagnolette),
        "espagnolette_done": _is(f, c.espagnolette, x9.is_done(f, c)),
        "espagnolette_failed": _is(f, c.espagnolette, x9.is_failed(f, c)),
        "espagnolette_void": _is(f, declared, c.void["espagnolette"]),
    }


def _with_cards(f: Facts, r: Ruleset, aces: Bytes, has: Callable[[Sets, Ruleset], Mask]) -> Mask:
    """Who holds the cards of a declaration; few have three aces, and only those are looked at."""
    seat, deal = np.divmod(np.flatnonzero(aces >= 3), f.deals)
    found = np.zeros(aces.shape, np.bool_)
    found[seat, deal] = has(f.hands(seat, deal, r.bit), r)
    return found


def _bete(f: Facts, r: Ruleset, c: Course) -> Counts:
    """Who paid as the Bête; where a dealer sits out, he pays twice in one deal."""
    if not r.plays("X10"):
        return {}
    rows = np.flatnonzero((c.entries.payee != FONDO) & c.moved(r, "X10"))
    return {"bete": np.minimum(_counted(f, c.entries.payer[rows], c.entries.deal[rows]), 1)}
