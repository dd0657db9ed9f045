"""Who played what, held what and won what, over a batch of complete deals at once.

Arrays are indexed `[trick, seat, deal]`, the deals innermost, so that each operation runs over many deals in
bytes. A seat here counts the seats that play, from 0, in order of play. A hand at trick *t* is the suffix of
that seat's own plays; so "was it his only copa?" and "was he void?" are counts from the back, without a state
machine. Nothing here knows a tanto or a recorded value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.registry import rule
from audit.ruleset import Ruleset

Bytes = npt.NDArray[np.uint8]
Seats = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Index = npt.NDArray[np.intp]
Sets = npt.NDArray[np.uint64]


NOBODY = -1
"""In a column of seats: nobody."""

FIRST_TRICKS = 9
"""Who has won so many tricks may try for all; the tricks after them are the last ones."""


class Plays(NamedTuple):
    """Some plays of a batch, as index arrays: `facts.card[plays]` are their cards."""

    trick: Index
    seat: Index
    deal: Index

    def of(self, rows: npt.NDArray[Any]) -> Plays:
        """Those that `rows` (a mask, or places) picks."""
        return Plays(self.trick[rows], self.seat[rows], self.deal[rows])


def as_mask(values: npt.ArrayLike) -> Mask:
    """A mask as one to the type checker, too; nothing is copied."""
    return np.asarray(values, np.bool_)


def where(mask: Mask) -> Plays:
    """The plays of which `mask` `[trick, seat, deal]` holds, by trick, then seat, then deal."""
    flat = np.flatnonzero(mask)
    play, deal = np.divmod(flat, mask.shape[2])
    trick, seat = np.divmod(play, mask.shape[1])
    return Plays(trick, seat, deal)


def places(mask: npt.NDArray[Any]) -> list[list[int]]:
    """Where `mask`, of any number of axes, holds: as `np.argwhere`, which takes long to find nothing."""
    found: list[list[int]] = np.transpose(np.unravel_index(np.flatnonzero(mask), mask.shape)).tolist()
    return found


class Observed(NamedTuple):
    """Complete deals as the table saw them: what the facts are made from."""

    card: Bytes
    """`[trick, position, deal]`: card codes in order of play."""
    leader: Seats
    """`[trick, deal]`: the seat that led, as recorded."""
    declared: Mapping[str, Seats]
    """By declaration, `[deal]`: the seat that declared, or `NOBODY`."""
    before: Sets
    """`[seat, deal]`: the hand before the exchange, as far as it is known."""
    before_known: Mask
    """`[seat, deal]`: whether that hand is known whole."""

    def pick(self, rows: Index) -> Observed:
        """The deals `rows`."""
        # `take` keeps the deals innermost in memory, which indexing with an array does not.
        declared = {what: who.take(rows) for what, who in self.declared.items()}
        card, leader = self.card.take(rows, axis=-1), self.leader.take(rows, axis=-1)
        return Observed(card, leader, declared, self.before.take(rows, -1), self.before_known.take(rows, -1))


@dataclass(frozen=True)
class Facts:
    """What can be said of each play without any rule on money."""

    observed: Observed
    card: Bytes
    suit: Bytes
    position: Bytes
    """0 for the leader, then in order of play."""
    leader: Seats
    led: Bytes
    """`[trick, deal]`: the suit that was led."""
    followed: Mask
    """The card is of the suit led; the leader's own is, always."""
    held: Bytes
    """How many cards of the suit led the player had, the played one among them."""
    winner: Seats
    won: Mask
    points: npt.NDArray[np.int16]
    """`[seat, deal]`, in the tricks that the seat won."""
    tricks: npt.NDArray[np.int16]
    is_ace: Mask
    is_quinola: Mask
    sweeper: Seats
    """`[deal]`: who won each of the first nine tricks, or `NOBODY`."""
    breaker: Seats
    """`[deal]`: the first other player to win a trick after those nine, or `NOBODY`."""

    @property
    def deals(self) -> int:
        """How many deals the batch has."""
        return int(self.card.shape[2])

    @property
    def void(self) -> Mask:
        """The player had none of the suit led."""
        return as_mask(self.held == 0)

    def is_sole(self, plays: Plays) -> Mask:
        """Which of `plays` followed, to another's lead, with the player's only card of the suit."""
        return as_mask(self.followed[plays] & (self.held[plays] == 1) & (self.position[plays] != 0))

    @cached_property
    def quinola(self) -> Plays:
        """The play of the quínola, in each deal where it is not out of play."""
        return where(self.is_quinola)

    def by_deal(self, values: npt.NDArray[Any]) -> Seats:
        """Values of the quínola's plays as a column `[deal]`, with `NOBODY` where it is out of play."""
        column = np.full(self.deals, NOBODY, np.int8)
        column[self.quinola.deal] = values
        return column

    def hands(self, seat: npt.NDArray[Any], deal: npt.NDArray[Any], bit: Sets) -> Sets:
        """All the cards that each of `seat` played in each of `deal`, as sets by the ruleset's `bit`."""
        return np.asarray(np.bitwise_or.reduce(bit[self.card[:, seat, deal]], axis=0), np.uint64)

    def in_first(self) -> Mask:
        """`[trick, 1, 1]`: the trick is one of the first nine."""
        return (np.arange(self.card.shape[0]) < FIRST_TRICKS)[:, None, None]

    def seat_is(self, seats: Seats) -> Mask:
        """`[1, seat, deal]`: the seat is the one that `seats` `[deal]` names."""
        return as_mask(np.arange(self.card.shape[1], dtype=np.int8)[:, None] == seats)[None]


def establish(observed: Observed, ruleset: Ruleset) -> Facts:
    """The facts of a batch of complete deals, whose cards are all of the deck and all different."""
    leader = observed.leader
    seats = observed.card.shape[1]
    # Four seats play in every one of these games: a mask of two bits counts them round.
    position = (np.arange(seats, dtype=np.uint8)[:, None] - leader[:, None].view(np.uint8)) & np.uint8(3)
    # Picked by multiplying with 0 or 1: several times faster in bytes than a masked copy.
    card = np.zeros_like(observed.card)
    for place in range(seats):
        card |= observed.card[:, place : place + 1] * (position == place)
    suit: Bytes = card >> np.uint8(4) & np.uint8(3)
    led: Bytes = observed.card[:, 0] >> np.uint8(4) & np.uint8(3)
    followed = suit == led[:, None]
    strength = ruleset.strength.take(card)
    winner = trick_winner(strength * followed)
    won = winner[:, None] == np.arange(seats, dtype=np.int8)[:, None]
    sweeper, breaker = _sweep(winner)
    return Facts(
        observed=observed,
        card=card,
        suit=suit,
        position=position,
        leader=leader,
        led=led,
        followed=followed,
        held=_held(suit, led),
        winner=winner,
        won=won,
        points=points_won(card, won, ruleset),
        tricks=won.sum(axis=0, dtype=np.uint8).astype(np.int16),
        is_ace=(card & 15) == ruleset.ace,
        is_quinola=card == ruleset.quinola,
        sweeper=sweeper,
        breaker=breaker,
    )


@rule("R5", "X1")
def trick_winner(strength: Bytes) -> Seats:
    """The highest card of the suit led wins; `strength` `[trick, seat, deal]` is 0 for a card of another. [S0 §14]"""
    # The seat in the two lowest bits: the highest number then names who played the highest card.
    seat = np.arange(strength.shape[1], dtype=np.uint8)[:, None]
    best: Bytes = (strength << np.uint8(2) | seat).max(axis=1) & np.uint8(3)
    return best.view(np.int8)


@rule("R7", "X4")
def points_won(card: Bytes, won: Mask, ruleset: Ruleset) -> npt.NDArray[np.int16]:
    """A player's points are those of the cards in the tricks he won. [S0 §5]"""
    in_trick = ruleset.points.take(card).sum(axis=1, dtype=np.uint8)
    total: Bytes = (won * in_trick[:, None]).sum(axis=0, dtype=np.uint8)
    return total.astype(np.int16)


def _held(suit: Bytes, led: Bytes) -> Bytes:
    """How many cards of the suit led each seat had when it played: those it played from then on."""
    held = np.zeros_like(suit)
    for number in range(4):
        left = (suit == number).view(np.uint8)
        for trick in reversed(range(suit.shape[0] - 1)):
            left[trick] += left[trick + 1]
        held += left * (led == number)[:, None]
    return held


def _sweep(winner: Seats) -> tuple[Seats, Seats]:
    """Who won the first nine tricks, and who first took one of the others from him."""
    first = winner[0]
    sweeper = np.where((winner[1:FIRST_TRICKS] == first).all(axis=0), first, NOBODY).astype(np.int8)
    breaker = np.full_like(first, NOBODY)
    for trick in reversed(range(FIRST_TRICKS, winner.shape[0])):
        np.copyto(breaker, winner[trick], where=(sweeper != NOBODY) & (winner[trick] != sweeper))
    return sweeper, breaker
