"""A batch as one row a deal and seat: who sat where, and what each did with the cards.

The one engine counts; nothing is done deal by deal. What a record does not determine is not known here either, and
never 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.acts.acts import Counts, acts, of_hands
from audit.acts.packing import DEALT, EXCHANGE
from audit.batch import Batch
from audit.facts import NOBODY, Mask, Seats, Sets, as_mask
from audit.replay import CHUNK, Seen, observe
from audit.seating import Seating
from audit.settle import Settled, settle


@dataclass(frozen=True)
class SeatColumns:
    """What was counted of a batch; columns are `[row, deal]`, the rows those who play, by seat, and then a dealer who
    sits out.
    """

    seats: int
    """How many play; the rows after these are of who sits out."""
    place: Seats
    """Of the player in the order of play as recorded."""
    seat: Seats
    """From the dealer, who is 0; `NOBODY` where nobody knows who dealt."""
    complete: Mask
    """`[deal]`: everything that `acts` counts is certain."""
    counts: Counts
    """By the fields of `packing.PACKED`, without those that the game does not have; 0 where it is not known."""
    dealt_known: Mask
    exchange_known: Mask


def seat_columns(batch: Batch) -> SeatColumns:
    """What every player of a batch did."""
    seen, r, n = observe(batch), batch.ruleset, batch.count
    counts: Counts = {name: np.zeros((r.players, n), np.uint8) for name in (*DEALT, EXCHANGE)}
    complete, dealt_known = seen.complete.copy(), np.zeros((r.players, n), np.bool_)
    ready = np.flatnonzero(complete)
    for begin in range(0, ready.size, CHUNK):
        rows = ready[begin : begin + CHUNK]
        settled = settle(seen.observed.pick(rows), r)
        # Where it cannot be known whether a napolitana holds, neither can what was placed and what is a renuncio.
        sure = ~np.logical_or.reduce([*settled.course.unsure.values(), np.zeros(rows.size, np.bool_)])
        complete[rows] = sure
        # A run of rows is written in a third of the time that places take.
        where = slice(rows[0], rows[-1] + 1) if rows[-1] - rows[0] + 1 == rows.size else rows
        for name, values in acts(settled, r).items():
            column = counts.setdefault(name, np.zeros((r.players, n), np.uint8))
            column[: r.seats, where] = values * sure
        dealt_known[: r.seats, where] = _dealt(batch, seen, settled, where, counts)
    exchange_known = _exchanges(batch, seen.seating, counts[EXCHANGE])
    place = _places(seen.seating)
    return SeatColumns(r.seats, place, _seats(seen.seating), complete, counts, dealt_known, exchange_known)


def _places(seating: Seating) -> Seats:
    """`[row, deal]`: where the player of each seat stands in the order of play as recorded."""
    rows = np.arange(seating.ruleset.players, dtype=np.int8)[:, None]
    return np.asarray((rows + seating.base) % np.int8(seating.ruleset.players), np.int8)


def _seats(seating: Seating) -> Seats:
    r = seating.ruleset
    seat = (np.arange(r.players, dtype=np.int8) + r.first_seat) % np.int8(r.players)
    return np.where(seating.known, seat[:, None], NOBODY).astype(np.int8)


def _dealt(batch: Batch, seen: Seen, settled: Settled, rows: Any, counts: Counts) -> Mask:
    """Count the hands before the exchange of the complete deals `rows`; `[seat, deal]` of which of them they are known.

    As recorded; else the exchange undone, where that was recorded.
    """
    r, x = batch.ruleset, batch.exchanges
    if not batch.has_exchange:
        # The hand that was dealt is the one that was played.
        for name in DEALT:
            counts[name][: r.seats, rows] = counts[name.replace("_dealt", "_held")][: r.seats, rows]
        return as_mask(np.ones(settled.facts.card.shape[1:], np.bool_))
    if not (batch.hand_known[:, rows].any() or x.recorded[:, rows].any()):
        return np.zeros(settled.facts.card.shape[1:], np.bool_)
    seating = seen.seating.pick(rows)
    gone, come = (np.where(one >= 0, r.bit[one], np.uint64(0)) for one in (x.discard[:, rows], x.take[:, rows]))
    told = x.recorded[:, rows] & ((x.discard[:, rows] < 0) | (gone != 0)) & ((x.take[:, rows] < 0) | (come != 0))
    recorded, known = (seating.by_seat(one[:, rows]) for one in (batch.hand, batch.hand_known))
    gone, come, told = (seating.by_seat(one) for one in (gone, come, told))
    played: Sets = np.bitwise_or.reduce(r.bit[settled.facts.card], axis=0)
    hand = np.where(known, recorded, (played & ~come) | gone)
    known = as_mask(known | told)
    for name, values in of_hands(hand, r).items():
        counts[f"{name}_dealt"][: r.seats, rows] = values * known
    return known


def _exchanges(batch: Batch, seating: Seating, taken: npt.NDArray[np.uint8]) -> Mask:
    """Count who took a card from the stock; `[row, deal]` of whom it is known. The dealer has none to take."""
    x, r = batch.exchanges, batch.ruleset
    if not batch.has_exchange:
        return np.zeros(taken.shape, np.bool_)
    taken[:] = seating.by_seat(as_mask(x.take >= 0))
    known = seating.by_seat(x.recorded) & seating.known
    known[0] = False
    taken *= known
    return as_mask(known[: r.players])
