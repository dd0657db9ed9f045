"""How a batch of deals has gone so far: what the rules of the course have found, and the ledger up to here.

The rules of a ruleset's `course` fill in the first part, one after the other; the passes of the settlement
then add to the ledger. A rule reads what stands here and returns what it adds; it changes nothing itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.facts import NOBODY, Facts, Mask, Seats, as_mask
from audit.movements import NEVER, Movements, nothing
from audit.ruleset import Ruleset


@dataclass(frozen=True)
class Pot:
    """What the fondo holds, in each deal of a batch, as `times * F + plus` (see `audit.movements`)."""

    times: npt.NDArray[np.int64]
    plus: npt.NDArray[Any]

    @classmethod
    def at_start(cls, r: Ruleset, deals: int) -> Pot:
        """The fondo after the stakes."""
        return cls(np.ones(deals, np.int64), r.tantos(np.zeros(deals, np.int64)))

    def pick(self, rows: npt.NDArray[Any]) -> Pot:
        """What it holds in the deals `rows`."""
        return Pot(self.times[rows], self.plus[rows])

    def resolve(self, moves: Movements) -> tuple[Movements, Pot]:
        """Say what the fondo held for each whole-fondo amount, and what it holds after all of `moves`.

        `moves` is in order of deal and step, and has one whole-fondo amount a deal at most, which only fixed
        amounts precede.
        """
        flow = moves.into_fondo
        rows = np.flatnonzero(moves.whole)
        times, plus = moves.times.copy(), moves.plus.copy()
        if rows.size:
            into = np.cumsum(np.concatenate(([0 * plus[0]], np.where(moves.whole, 0, flow * plus))))
            deal = moves.deal[rows]
            begins = np.searchsorted(moves.deal, deal)
            times[rows] = self.times[deal]
            plus[rows] = plus[rows] + self.plus[deal] + into[rows] - into[begins]
        after = Pot(self.times.copy(), self.plus.copy())
        moving = np.flatnonzero(flow)
        np.add.at(after.times, moves.deal[moving], flow[moving] * times[moving])
        np.add.at(after.plus, moves.deal[moving], flow[moving] * plus[moving])
        return moves._replace(times=times, plus=plus, whole=np.zeros_like(moves.whole)), after


@dataclass(frozen=True)
class Course:
    """What is settled so far of a batch; all columns `[deal]` unless said."""

    revoked: Mask
    """`[trick, seat, deal]`: the play is a renuncio."""
    placed: Mask
    """`[trick, seat, deal]`: the card was placed (P0)."""
    barred_from: npt.NDArray[np.int32]
    """`[seat, deal]`: the step from which the seat collects nothing; `NEVER`."""
    napolitano: Seats
    """Who has a valid napolitana; `NOBODY`."""
    napolitana_lost: Mask
    espagnolette: Seats
    """Who has a valid espagnolette; `NOBODY`."""
    undertaker: Seats
    """Who undertook to win every trick; `NOBODY`."""
    winner: Seats
    """Who won the deal; `NOBODY` when the ruleset leaves it undefined."""
    entries: Movements
    """The ledger so far, deal by deal, in order."""
    pot: Pot
    withheld: Movements
    """What a renuncio kept from being entered, in no order; amounts of the whole fondo are not resolved."""
    void: dict[str, Mask] = field(default_factory=dict)
    """By declaration: it was made and is void."""
    unsure: dict[str, Mask] = field(default_factory=dict)
    """By declaration: whether it is valid hangs on cards that nobody recorded."""

    def mark(self, **found: Any) -> Course:
        """The course with what a rule found."""
        return replace(self, **found)

    def moved(self, r: Ruleset, *rules: str) -> Mask:
        """Which entries of the ledger so far are of `rules`."""
        wanted = np.zeros(len(r.numbers), np.bool_)
        wanted[[r.numbers[name] for name in rules if name in r.numbers]] = True
        return wanted[self.entries.rule]

    @property
    def undertaken(self) -> Mask:
        """Somebody undertook to win every trick."""
        return as_mask(self.undertaker != NOBODY)

    def in_deals(self, mask: Mask) -> Mask:
        """Which entries so far are of the deals of `mask`."""
        return mask[self.entries.deal]


def begin(f: Facts, r: Ruleset) -> Course:
    """The course before any rule has looked: nobody is anything, and nothing has moved."""
    tricks, seats, deals = f.card.shape
    return Course(
        revoked=np.zeros((tricks, seats, deals), np.bool_),
        placed=np.zeros((tricks, seats, deals), np.bool_),
        barred_from=np.full((seats, deals), NEVER, np.int32),
        napolitano=np.full(deals, NOBODY, np.int8),
        napolitana_lost=np.zeros(deals, np.bool_),
        espagnolette=np.full(deals, NOBODY, np.int8),
        undertaker=np.full(deals, NOBODY, np.int8),
        winner=np.full(deals, NOBODY, np.int8),
        entries=nothing(r),
        pot=Pot.at_start(r, deals),
        withheld=nothing(r),
    )


def ranked(keys: Sequence[npt.NDArray[Any]], seat_order: Sequence[int]) -> npt.NDArray[np.int64]:
    """`[seat, deal]`: a number that orders the seats by each of `keys` in turn, then by the order of seats."""
    rank = np.empty((len(seat_order), 1), np.int64)
    rank[list(seat_order), 0] = np.arange(len(seat_order))
    total = np.zeros_like(keys[0], np.int64)
    for key in keys:
        total = total * 256 + key
    return total * 256 + rank


def is_made(f: Facts, c: Course) -> Mask:
    """`[deal]`: whoever undertook to win every trick has won every trick."""
    return as_mask(c.undertaken & (f.breaker == NOBODY))


def is_cut(f: Facts, c: Course) -> Mask:
    """`[deal]`: whoever undertook to win every trick has lost one."""
    return as_mask(c.undertaken & (f.breaker != NOBODY))
