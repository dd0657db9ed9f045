"""Movements of tantos, as columns: what the rules give and the ledger is made of.

Within a deal every amount is linear in the fondo *F* that the deal starts with (after its stakes): taking and
doubling the fondo, fines and returns all are. So an amount is `times * F + plus`, and the rules of a deal can
be applied before anyone knows what the fondo held.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.facts import Facts, Index, Plays
from audit.ruleset import Ruleset

FONDO = -1
"""The fondo's number where a column names accounts; players have the number of their seat."""

AT_END = 1 << 14
"""The step of what happens when the deal is over, after that of every play."""

NEVER = 1 << 15
"""A step after all others."""


def at_play(trick: Index, position: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The step at which a play is made; `trick` counts from 0."""
    return np.asarray(trick * 8 + position)


def at_trick(trick: Index, position: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The step, when the trick is complete, at which a play of it is settled."""
    return np.asarray(trick * 8 + 4 + position)


class Movements(NamedTuple):
    """Entries as columns of one length. Raw, as a rule gives them, or in order, as the ledger keeps them."""

    deal: npt.NDArray[np.int32]
    step: npt.NDArray[np.int32]
    """When in the deal: `at_play`, `at_trick`, `AT_END`; in a pass of answers, which entry is answered."""
    trick: npt.NDArray[np.int8]
    """Counted from 1; 0 for an entry that belongs to no trick."""
    rule: npt.NDArray[np.int16]
    payer: npt.NDArray[np.int8]
    payee: npt.NDArray[np.int8]
    times: npt.NDArray[np.int64]
    plus: npt.NDArray[Any]
    whole: npt.NDArray[np.bool_]
    """The amount is what the fondo holds at that moment, and `plus` more; resolved by `Pot`."""

    def pick(self, rows: Any) -> Movements:
        """The entries that `rows` (a mask, a slice or places) picks."""
        return Movements(*(column[rows] for column in self))

    @property
    def into_fondo(self) -> npt.NDArray[np.int8]:
        """1 for what goes into the fondo, -1 for what comes out of it, 0 for what passes it by."""
        comes, goes = (self.payee == FONDO).astype(np.int8), (self.payer == FONDO).astype(np.int8)
        return np.asarray(comes - goes, np.int8)

    @property
    def size(self) -> int:
        """How many entries there are."""
        return int(self.deal.shape[0])


def pay(
    r: Ruleset,
    deal: npt.ArrayLike,
    payer: npt.ArrayLike,
    payee: npt.ArrayLike,
    tantos: Any = 0,
    *,
    step: npt.ArrayLike = AT_END,
    trick: npt.ArrayLike = 0,
    times: npt.ArrayLike = 0,
    whole: npt.ArrayLike = False,
) -> Movements:
    """Entries in which `payer` pays `payee` the `tantos` in each of `deal`; the rest is broadcast to its length."""
    deal = np.asarray(deal, np.int32)

    def column(values: npt.ArrayLike, kind: Any) -> npt.NDArray[Any]:
        whole = np.asarray(values, kind)
        return whole if whole.ndim else np.full(deal.shape, whole)

    return Movements(
        deal,
        column(step, np.int32),
        column(trick, np.int8),
        column(0, np.int16),
        column(payer, np.int8),
        column(payee, np.int8),
        column(times, np.int64),
        column(tantos, r.amount_type),
        column(whole, np.bool_),
    )


def nothing(r: Ruleset) -> Movements:
    """No movement."""
    return pay(r, np.empty(0, np.int32), 0, 0)


def joined(r: Ruleset, parts: Sequence[Movements]) -> Movements:
    """The entries of all `parts`, one after the other."""
    if not parts:
        return nothing(r)
    return Movements(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def when_played(f: Facts, plays: Plays) -> npt.NDArray[Any]:
    """The steps at which `plays` were made."""
    return at_play(plays.trick, f.position[plays])


def when_complete(f: Facts, plays: Plays) -> npt.NDArray[Any]:
    """The steps at which `plays` are settled, when their tricks are complete."""
    return at_trick(plays.trick, f.position[plays])


def each_other(seats: int, deal: npt.NDArray[Any], seat: npt.NDArray[Any]) -> tuple[Index, npt.NDArray[Any]]:
    """For each of `deal`, the other seats in seat order: row numbers into `deal`, and the seats."""
    rows, others = np.nonzero(np.arange(seats) != seat[:, None])
    return rows, others.astype(np.int8)
