"""Every way in which the unknown cards of a deal can be filled in so that all that was observed stays true.

A completion puts unseen cards in the place of the unknown ones. They are found trick by trick, all of a deal side
by side: a play may only be a card that is left, that its player may have held, and that goes with what he does
not follow suit to. Whoever wins a trick leads the next, and must be who was recorded as leading it.

The search is exact. It stops at a number of deals begun, not at a time, so that it comes to the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.facts import FIRST_TRICKS, NOBODY, Bytes, Mask, Seats, Sets, as_mask
from audit.partial import fitting, may_be
from audit.ruleset import Ruleset
from audit.seating import first_leader

MOST_BEGUN = 100_000
"""Deals, filled in up to some play, that are followed at once; a deal that has more is left undecided."""

MOST = 20_000
"""Completions of one deal that are settled."""

MOST_OPEN = 24
"""Unknown cards of a deal up to which its completions are looked for."""


@dataclass(frozen=True)
class Task:
    """A deal to complete."""

    card: Bytes
    """`[trick, position]`"""
    leader: Seats
    """`[trick]`: the seat that led, where it is known."""
    may: Sets
    """`[seat]`: the cards that each may have played."""
    must: Sets
    """`[seat]`: cards of which each played all but `spare`."""
    spare: npt.NDArray[np.int64]
    """`[seat]`"""
    exempt: int = NOBODY
    """The seat that need not follow suit in the first tricks."""
    free: bool = False
    """Cards and leaders may be against the rules: only what was observed counts."""

    def unseen(self, r: Ruleset) -> np.uint64:
        """The cards that were not seen on the table."""
        return np.uint64(np.bitwise_or.reduce(r.bit[r.deck]) & ~np.bitwise_or.reduce(r.bit[self.card], axis=None))


@dataclass(frozen=True)
class Completions:
    """Complete deals, each a completion of one that was not."""

    card: Bytes
    """`[trick, position, completion]`"""
    leader: Seats
    """`[trick, completion]`"""

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.card.shape[2])


class _Rows:
    """Deals side by side, filled in up to some play."""

    def __init__(self, r: Ruleset, tricks: int) -> None:
        self.card = np.zeros((tricks, r.seats, 1), np.uint8)
        self.leader = np.zeros((tricks, 1), np.int8)
        self.used = np.zeros(1, np.uint64)
        self.void = np.zeros((r.seats, 1), np.uint8)
        """`[seat, row]`: the suits, as bits, of which the seat has none left."""
        self.winner = np.zeros(1, np.int8)
        """Who is winning the trick."""
        self.best = np.zeros(1, np.uint8)
        """His card's strength."""
        self.led = np.zeros(1, np.uint8)

    @property
    def count(self) -> int:
        return int(self.used.size)

    def take(self, rows: npt.NDArray[Any]) -> None:
        for name, column in vars(self).items():
            setattr(self, name, column.take(rows, axis=-1))


def search(task: Task, r: Ruleset) -> Completions | None:
    """All completions of a deal; `None` where the search had to stop."""
    if np.count_nonzero(r.bit[task.card] == 0) > MOST_OPEN:
        return None
    rows = _Rows(r, task.card.shape[0])
    domains = may_be(task.card[..., None], r)[..., 0]
    later = _later_suits(task, r)
    for trick in range(task.card.shape[0]):
        _lead(task, r, rows, trick)
        for position in range(r.seats):
            if not _play(task, r, rows, domains, later, trick, position):
                return None
            if not rows.count:
                break
    _keep_hands(task, r, rows)
    return None if rows.count > MOST else Completions(rows.card, rows.leader)


def _lead(task: Task, r: Ruleset, rows: _Rows, trick: int) -> None:
    """Who leads the trick: as it was recorded, else whoever won the one before."""
    due = rows.winner if trick else np.full(rows.count, first_leader(r), np.int8)
    recorded = int(task.leader[trick])
    if recorded == NOBODY:
        rows.leader[trick] = due
        return
    if not task.free:
        rows.take(np.flatnonzero(due == recorded))
    rows.leader[trick] = recorded


def _play(task: Task, r: Ruleset, rows: _Rows, domains: Sets, later: Bytes, trick: int, position: int) -> bool:
    """Go on with every card that the play may have been; `False` where that are too many deals."""
    seat = ((rows.leader[trick] + np.int8(position)) % np.int8(r.seats)).astype(np.intp)
    there = np.arange(rows.count)
    may = task.may[seat] & domains[trick, position] & ~rows.used
    void = rows.void[seat, there]
    bound = _bound(task, r, rows, seat, trick)
    chosen: list[npt.NDArray[np.intp]] = []
    cards: list[int] = []
    total = 0
    for card in _cards(np.uint64(np.bitwise_or.reduce(may)) if rows.count else np.uint64(0), r):
        suit = np.uint8(1 << (card >> 4 & 3))
        good = (may & r.bit[card]) != 0
        if not task.free:
            good &= (void & suit) == 0
            if position:
                good &= (rows.led == suit) | ~bound | ((later[trick, seat] & rows.led) == 0)
                good &= (rows.led == suit) | ~bound | ~_holds(task, r, rows, seat)
        found = np.flatnonzero(good)
        total += found.size
        if total > MOST_BEGUN:
            return False
        chosen.append(found)
        cards.append(card)
    code = np.repeat(np.array(cards, np.uint8), [one.size for one in chosen])
    rows.take(np.concatenate(chosen) if chosen else np.empty(0, np.intp))
    _put(task, r, rows, trick, position, code)
    return True


def _bound(task: Task, r: Ruleset, rows: _Rows, seat: npt.NDArray[np.intp], trick: int) -> Mask:
    """`[row]`: who plays must follow suit."""
    return as_mask((seat != task.exempt) | (trick >= FIRST_TRICKS))


def _holds(task: Task, r: Ruleset, rows: _Rows, seat: npt.NDArray[np.intp]) -> Mask:
    """`[row]`: the hand of who plays is known whole, and has a card left of the suit led."""
    whole = (task.spare[seat] == 0) & (np.bitwise_count(task.must[seat]) == task.card.shape[0])
    of_suit = np.zeros(16, np.uint64)
    for suit in range(4):
        of_suit[1 << suit] = np.bitwise_or.reduce(r.bit[r.deck[(r.deck >> 4 & 3) == suit]])
    return as_mask(whole & ((task.must[seat] & ~rows.used & of_suit[rows.led]) != 0))


def _put(task: Task, r: Ruleset, rows: _Rows, trick: int, position: int, code: Bytes) -> None:
    """The cards `code` are played, one in each row."""
    suit = (np.uint8(1) << (code >> np.uint8(4) & np.uint8(3))).astype(np.uint8)
    seat = ((rows.leader[trick] + np.int8(position)) % np.int8(r.seats)).astype(np.int8)
    strength = r.strength[code]
    rows.card[trick, position] = code
    rows.used |= r.bit[code]
    if position == 0:
        rows.led, rows.best, rows.winner = suit, strength, seat
        return
    follows = suit == rows.led
    bound = ~follows & _bound(task, r, rows, seat.astype(np.intp), trick)
    rows.void[seat, np.arange(rows.count)] |= np.where(bound, rows.led, 0).astype(np.uint8)
    wins = follows & (strength > rows.best)
    rows.winner = np.where(wins, seat, rows.winner).astype(np.int8)
    rows.best = np.where(wins, strength, rows.best).astype(np.uint8)


def _keep_hands(task: Task, r: Ruleset, rows: _Rows) -> None:
    """Leave out those in which somebody did not play what he was seen to hold."""
    if not rows.count:
        return
    position = (np.arange(r.seats, dtype=np.int8)[:, None] - rows.leader[:, None]) % np.int8(r.seats)
    by_seat = np.take_along_axis(r.bit[rows.card], position.astype(np.intp), axis=1)
    played = np.bitwise_or.reduce(by_seat, axis=0)
    missing = np.bitwise_count(task.must[:, None] & ~played)
    rows.take(np.flatnonzero((missing <= task.spare[:, None]).all(axis=0)))


def _later_suits(task: Task, r: Ruleset) -> Bytes:
    """`[trick, seat]`: the suits, as bits, of which a seat surely plays a card in some later trick."""
    later = np.zeros((task.card.shape[0], r.seats), np.uint8)
    fits = fitting(r)
    suits = np.array([np.bitwise_or.reduce(r.bit[r.deck[(r.deck >> 4 & 3) == suit]]) for suit in range(4)], np.uint64)
    for trick in reversed(range(task.card.shape[0] - 1)):
        later[trick] = later[trick + 1]
        if task.leader[trick + 1] == NOBODY:
            continue
        for position in range(r.seats):
            card = int(task.card[trick + 1, position])
            seat = (int(task.leader[trick + 1]) + position) % r.seats
            may = r.bit[card] or fits[card]
            for suit in range(4):
                if may & ~suits[suit] == 0:
                    later[trick, seat] |= 1 << suit
    return later


def _cards(cards: np.uint64, r: Ruleset) -> list[int]:
    """The codes of the cards of a set."""
    return [int(code) for code in r.deck if r.bit[code] & cards]
