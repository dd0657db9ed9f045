"""What is certain of a deal of which some cards are unknown.

Each play has a set of cards that it may have been: the one that was recorded, or any unseen card of the deck
that fits what was. Who may have won a trick follows, and from that whose points and tricks cannot change. The
sets are never too small, so that nothing is taken for certain which is not.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.cards import UNKNOWN_RANK, UNKNOWN_SUIT
from audit.facts import NOBODY, Bytes, Mask, Seats, Sets, as_mask
from audit.ruleset import Ruleset
from audit.seating import first_leader

OPEN = -1
"""Points or tricks that are not certain."""


@dataclass(frozen=True)
class Bounds:
    """What is certain of a batch of partial deals; a column of seats has `NOBODY` where nothing is."""

    leader: Seats
    """`[trick, deal]`: as recorded, or else whoever surely won the trick before."""
    winner: Seats
    """`[trick, deal]`"""
    points: npt.NDArray[np.int16]
    """`[seat, deal]`, or `OPEN`."""
    tricks: npt.NDArray[np.int16]
    """`[seat, deal]`, or `OPEN`."""
    possible: Mask
    """`[trick, seat, deal]`: who may have won each trick."""
    least_points: npt.NDArray[np.int16]
    """`[seat, deal]`: none of these is too narrow."""
    most_points: npt.NDArray[np.int16]
    least_tricks: npt.NDArray[np.int16]
    most_tricks: npt.NDArray[np.int16]


def bounds(card: Bytes, leader: Seats, dealer_known: Mask, r: Ruleset) -> Bounds:
    """What is certain of the plays `card` `[trick, position, deal]` led by the seats `leader` `[trick, deal]`."""
    candidates = may_be(card, r)
    position = _possible_positions(candidates, r)
    leader = leader.copy()
    first = (leader[0] == NOBODY) & dealer_known
    leader[0, first] = first_leader(r)
    possible = np.empty((card.shape[0], r.seats, card.shape[2]), np.bool_)
    winner = np.empty_like(leader)
    for trick in range(card.shape[0]):
        if trick:
            unnamed = leader[trick] == NOBODY
            leader[trick, unnamed] = winner[trick - 1, unnamed]
        possible[trick] = _by_seat(position[trick], leader[trick])
        certain = possible[trick].sum(axis=0) == 1
        winner[trick] = np.where(certain, possible[trick].argmax(axis=0), NOBODY)
    points, known = _worth(card, r)
    points_known, tricks_known, won = _certain(possible, winner, known)
    total = np.where(won, points[:, None], 0).sum(axis=0, dtype=np.int16)
    low, high = _extreme_worth(candidates, r)
    least = np.where(won, low[:, None], 0).sum(axis=0, dtype=np.int16)
    most = np.where(possible, high[:, None], 0).sum(axis=0, dtype=np.int16)
    # What the others surely have nobody else has.
    left = np.int16(r.points[r.deck].sum()) - (least.sum(axis=0, dtype=np.int16) - least)
    return Bounds(
        leader,
        winner,
        np.where(points_known, total, OPEN).astype(np.int16),
        np.where(tricks_known, won.sum(axis=0), OPEN).astype(np.int16),
        possible,
        least,
        np.minimum(most, left).astype(np.int16),
        won.sum(axis=0, dtype=np.int16),
        possible.sum(axis=0, dtype=np.int16),
    )


def may_be(card: Bytes, r: Ruleset) -> Sets:
    """`[trick, position, deal]`: the cards that each play may have been."""
    own = r.bit[card]
    unseen = np.bitwise_or.reduce(r.bit) & ~np.bitwise_or.reduce(own, axis=(0, 1))
    return np.where(own != 0, own, unseen & fitting(r)[card])


@functools.lru_cache(maxsize=256)
def fitting(r: Ruleset) -> Sets:
    """By code: the cards of the deck that have its known half."""
    codes = np.arange(256)
    suit, rank = codes >> 4 & 7, codes & 15
    fits = np.zeros(256, np.uint64)
    for one in r.deck:
        same_suit = (suit == UNKNOWN_SUIT) | (suit == (one >> 4 & 7))
        same_rank = (rank == UNKNOWN_RANK) | (rank == (one & 15))
        fits[same_suit & same_rank] |= r.bit[one]
    return fits


def _possible_positions(candidates: Sets, r: Ruleset) -> Mask:
    """`[trick, position, deal]`: the plays that may have won their tricks, suit by suit that may have been led."""
    possible = np.zeros(candidates.shape, np.bool_)
    ranks = len(r.deck) // 4
    top, low = _extremes(ranks)
    for suit in range(4):
        # In a suit's word the cards stand by strength: the highest bit is the highest card.
        place_of_suit = np.uint64(suit * ranks)
        word = (candidates >> place_of_suit & np.uint64((1 << ranks) - 1)).astype(np.int64)
        # A play that is of this suit whatever it was is at least the lowest card that it may have been.
        only_this = candidates == word.astype(np.uint64) << place_of_suit
        sure = np.where(only_this, low[word], 0)
        led = word[:, 0] != 0
        lowest_lead = low[word[:, 0]]
        for place in range(r.seats):
            others = np.delete(sure, (0, place), axis=1).max(axis=1)
            best = top[word[:, place]]
            beats = (best > others) if place == 0 else (best > others) & (best > lowest_lead)
            possible[:, place] |= led & (word[:, place] != 0) & beats
    return possible


def _extremes(ranks: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """By a suit's word: the strength (from 1) of its highest and of its lowest card; 0 and a large one for none."""
    words = np.arange(1 << ranks)
    strengths = np.arange(1, ranks + 1)
    has = (words[:, None] >> (strengths - 1)) & 1 == 1
    return np.where(has, strengths, 0).max(axis=1), np.where(has, strengths, ranks + 1).min(axis=1)


def _by_seat(position: Mask, leader: Seats) -> Mask:
    """`[seat, deal]`: who may have won a trick; anybody, where nobody knows who led it."""
    seats = position.shape[0]
    place = (np.arange(seats, dtype=np.int8)[:, None] - leader) % np.int8(seats)
    return as_mask(np.take_along_axis(position, place.astype(np.intp), axis=0) | (leader == NOBODY))


def _worth(card: Bytes, r: Ruleset) -> tuple[npt.NDArray[np.int16], Mask]:
    """`[trick, deal]`: the points in each trick, and whether they are known. A rank that is worth the same in
    every suit is worth that with its suit unknown.
    """
    worth = np.full(256, OPEN, np.int16)
    worth[r.deck] = r.points[r.deck]
    for rank in {int(one) & 15 for one in r.deck}:
        values = {int(r.points[one]) for one in r.deck if one & 15 == rank}
        if len(values) == 1:
            worth[r.pack.bit | UNKNOWN_SUIT << 4 | rank] = values.pop()
    values_ = worth[card]
    return values_.sum(axis=1, dtype=np.int16), (values_ != OPEN).all(axis=1)


def _extreme_worth(candidates: Sets, r: Ruleset) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """`[trick, deal]`: the least and the most points that each trick may hold."""
    low = np.full(candidates.shape, np.iinfo(np.int16).max, np.int16)
    high = np.zeros(candidates.shape, np.int16)
    for worth in np.unique(r.points[r.deck]).tolist():
        cards = np.bitwise_or.reduce(r.bit[r.deck[r.points[r.deck] == worth]])
        may = (candidates & cards) != 0
        low[may] = np.minimum(low[may], worth)
        high[may] = np.maximum(high[may], worth)
    low[candidates == 0] = 0
    return low.sum(axis=1, dtype=np.int16), high.sum(axis=1, dtype=np.int16)


def _certain(possible: Mask, winner: Seats, known: Mask) -> tuple[Mask, Mask, Mask]:
    """`[seat, deal]` whether points and tricks are certain; `[trick, seat, deal]` the tricks surely won."""
    seats = np.arange(possible.shape[1], dtype=np.int8)[:, None]
    won = winner[:, None] == seats
    tricks_known = (~possible | won).all(axis=0)
    points_known = (~possible | (won & known[:, None])).all(axis=0)
    return points_known, tricks_known, won
