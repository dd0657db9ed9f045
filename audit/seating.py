"""Who sits where: the dealer of each deal, the seats from him on, and who must lead.

A dealer or a leader that nobody recorded is taken to be the one that the rules make him, when they leave no
doubt; a recorded one stands, right or wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from audit.batch import Batch
from audit.facts import NOBODY, Mask, Seats
from audit.registry import rule
from audit.ruleset import Ruleset

_Kind = TypeVar("_Kind", bound=np.generic)


@dataclass(frozen=True)
class Seating:
    """The seats of a batch; a seat counts those that play, from 0 (seat 1 where the dealer sits out)."""

    ruleset: Ruleset
    dealer: Seats
    """`[deal]`: the dealer, recorded or certain all the same; `NOBODY`."""
    known: Mask
    """`[deal]`: there is a dealer to count the seats from. Else they are counted from the first player."""

    @cached_property
    def base(self) -> Seats:
        """`[deal]`: the player in seat 0."""
        from_dealer = (self.dealer + self.ruleset.first_seat) % self.ruleset.players
        return np.where(self.known, from_dealer, 0).astype(np.int8)

    def pick(self, rows: npt.NDArray[np.intp]) -> Seating:
        """The seating of the deals `rows`."""
        return Seating(self.ruleset, self.dealer[rows], self.known[rows])

    def seats(self, players: Seats) -> Seats:
        """The seats of `players` `[…, deal]`; `NOBODY` for nobody, and for a dealer who sits out."""
        seat = (players - self.base) % np.int8(self.ruleset.players)
        return np.where((players == NOBODY) | (seat >= self.ruleset.seats), NOBODY, seat).astype(np.int8)

    def players(self, seats: Seats) -> Seats:
        """The players in `seats` `[…, deal]`; `NOBODY` for nobody. The number after the last is a sitting dealer's."""
        player = (seats + self.base) % np.int8(self.ruleset.players)
        return np.where(seats == NOBODY, NOBODY, player).astype(np.int8)

    def by_seat(self, columns: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
        """Columns `[player, deal]` as columns `[seat, deal]`."""
        seats = np.arange(self.ruleset.seats, dtype=np.int8)[:, None]
        return np.take_along_axis(columns, (seats + self.base) % self.ruleset.players, axis=0)

    def by_player(self, columns: npt.NDArray[_Kind], absent: int) -> npt.NDArray[_Kind]:
        """Columns `[seat, deal]` as columns `[player, deal]`; `absent` for a dealer who sits out."""
        r = self.ruleset
        full = np.full((r.players, columns.shape[1]), absent, columns.dtype)
        full[: r.seats] = columns
        players = np.arange(r.players, dtype=np.int8)[:, None]
        return np.take_along_axis(full, (players - self.base) % np.int8(r.players), axis=0)


def seat(batch: Batch) -> Seating:
    """The seating of a batch, from what was recorded and what follows from it."""
    r = batch.ruleset
    dealer = batch.dealer.copy()
    by_lead = np.where(batch.leader[0] == NOBODY, NOBODY, dealer_before(r, batch.leader[0]))
    for rows in batch.steps if (dealer == NOBODY).any() else ():
        before = np.where(batch.seated_as_before[rows], dealer[batch.previous[rows]], NOBODY).astype(np.int8)
        by_turn = np.where(before == NOBODY, NOBODY, next_dealer(r, before))
        # Where both the lead and the turn tell who dealt, they must tell the same.
        one = np.where(by_turn == NOBODY, by_lead[rows], by_turn)
        agreed = (by_lead[rows] == NOBODY) | (by_lead[rows] == one)
        dealer[rows] = np.where(dealer[rows] != NOBODY, dealer[rows], np.where(agreed, one, NOBODY))
    # With a fifth player sitting out, nothing is known of the seats without a dealer.
    return Seating(r, dealer, dealer != NOBODY)


@rule("R9")
def next_dealer(r: Ruleset, dealer: Seats) -> Seats:
    """The deal passes to the right, to this deal's seat 1; in Reversis the other way (X2). [S0 §13; HOY]"""
    return (dealer + (1 if r.next_dealer == "right" else -1)) % np.int8(r.players)


@rule("R4", "X2")
def first_leader(r: Ruleset) -> int:
    """Seat 1 leads the first trick; then whoever won the one before leads. [S0 §14]"""
    return 1 - r.first_seat


def dealer_before(r: Ruleset, leader: Seats) -> Seats:
    """The dealer whose seat 1 is `leader`."""
    return (leader - 1) % np.int8(r.players)
