"""Deals as columns: what a bulk reader hands on, a few dozen arrays for any number of deals.

Columns are `[deal]` or `[place, deal]`, the deals innermost. Players are counted by their place in the deal's
lineup. Only the rows that are `regular` say anything: the others are for the plain reader, and what stands in them
here is within range and means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.model import LARGEST, Header

NOBODY = -1
"""In a column of seats: nobody; among card codes of 16 bits: no card."""

POT = -1
"""The fondo, among the accounts of a payment."""

NOWHERE = -1
"""In a column of places among texts: there is none."""

MISSING = -LARGEST - 1
"""In a column of amounts: not recorded."""

Seats = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.uint8]
Amounts = npt.NDArray[np.int64]
Sets = npt.NDArray[np.uint64]
Texts = Any
"""A `pyarrow.StringArray`; the library comes without types."""


@dataclass(frozen=True)
class Hands:
    """The hands as dealt, each as written: cards of any number, in any order."""

    size: npt.NDArray[np.int16]
    """`[player, deal]`: how many cards, 1 to 200; `NOBODY` where no hand is recorded."""
    start: npt.NDArray[np.int64]
    """`[player, deal]`: where the hand begins among `cards`; 0 where none is recorded."""
    cards: Codes
    """Card codes; the hands follow each other by deal, then by player. A slice of deals keeps them all."""

    def sets(self, bit: Sets) -> Sets:
        """`[player, deal]`: the hand as a set, each card as the bit that `bit` `[256]` gives its code."""
        found = np.zeros(self.size.shape, np.uint64)
        told = np.flatnonzero(self.size.T.ravel() > 0)
        if told.size:
            start, size = self.start.T.ravel()[told], self.size.T.ravel()[told]
            first, end = int(start[0]), int(start[-1] + size[-1])
            # From the begin of each to its end, and from there to the next begin, which is dropped.
            edges = np.stack([start, start + size], axis=1).ravel() - first
            bits = np.append(bit.take(self.cards[first:end]), np.uint64(0))
            sets = np.bitwise_or.reduceat(bits, edges)[::2]
            deal, player = np.divmod(told, self.size.shape[0])
            found[player, deal] = sets
        return found

    def part(self, first: int, last: int) -> Hands:
        """Those of the deals from `first` to before `last`."""
        return Hands(self.size[:, first:last], self.start[:, first:last], self.cards)


@dataclass(frozen=True)
class Exchanges:
    """The recorded exchanges of regular deals, as columns of one length: by deal, then as recorded."""

    deal: npt.NDArray[np.int64]
    player: Seats
    discard: npt.NDArray[np.int16]
    """A card code; `NOBODY` for none."""
    take: npt.NDArray[np.int16]

    def of(self, deals: Mask) -> Exchanges:
        """Those of the deals of which the mask `[deal]` holds."""
        kept = deals.take(self.deal)
        if kept.all():
            return self
        return Exchanges(self.deal[kept], self.player[kept], self.discard[kept], self.take[kept])

    def part(self, first: int, last: int) -> Exchanges:
        """Those of the deals from `first` to before `last`, which are counted from 0 again."""
        rows = slice(*np.searchsorted(self.deal, (first, last)))
        return Exchanges(self.deal[rows] - first, self.player[rows], self.discard[rows], self.take[rows])


@dataclass(frozen=True)
class Payments:
    """The recorded payments of regular deals, as columns of one length: by deal, then as recorded."""

    deal: npt.NDArray[np.int64]
    trick: npt.NDArray[np.int8]
    """1 to 13; 0 where none is given."""
    payer: Seats
    """`POT` for the fondo, as with `payee`."""
    payee: Seats
    amount: Amounts
    """Of either sign, up to `audit.model.LARGEST`."""
    label: npt.NDArray[np.int32]
    """As a place in `labels`; `NOWHERE` where there is none."""
    labels: Texts
    """The different labels, perhaps of more deals than these."""

    def of(self, deals: Mask) -> Payments:
        """Those of the deals of which the mask `[deal]` holds."""
        kept = deals.take(self.deal)
        if kept.all():
            return self
        return self._only(kept, self.deal[kept])

    def part(self, first: int, last: int) -> Payments:
        """Those of the deals from `first` to before `last`, which are counted from 0 again."""
        rows = slice(*np.searchsorted(self.deal, (first, last)))
        return self._only(rows, self.deal[rows] - first)

    def _only(self, rows: Mask | slice, deal: npt.NDArray[np.int64]) -> Payments:
        return Payments(
            deal,
            self.trick[rows],
            self.payer[rows],
            self.payee[rows],
            self.amount[rows],
            self.label[rows],
            self.labels,
        )


@dataclass(frozen=True)
class DealColumns:
    """Some rows of a log as columns.

    A row is `regular` where the plain reader makes a deal of it with no problem, and no comment or `x-` key but those
    of its header; the columns then say all that the deal says. `[player, …]` has four places, or five if any deal has
    five players.
    """

    line: npt.NDArray[np.int64]
    """The number of the row in its file, from 1."""
    regular: Mask
    number: npt.NDArray[np.int64]
    """The deal's number, from 1."""
    head: npt.NDArray[np.int32]
    """The session's header as a place in `heads`; -1 where the row is no deal. Right in other rows, too."""
    heads: Sequence[Header]
    """The headers of all that was read of the file so far, each with the place of its first row."""
    lineup: npt.NDArray[np.int32]
    """The players as a place in `lineups`; -1 where there are none. Right in other rows, too."""
    lineups: Sequence[tuple[str, ...]]
    """The players of a deal in order of play, four or five; each lineup once in a file."""
    lineup_size: Seats
    """How many players: 4 or 5, or 0 where there are none."""
    dealer: Seats
    winner: Seats
    declared: Mapping[str, Seats]
    """By declaration (`napolitana`, `espagnolette`, `revesino`): who made it."""
    leader: Seats
    """`[trick, deal]`, 13 tricks: who led, as recorded."""
    card: Codes
    """`[trick, position, deal]`: card codes in order of play; `audit.cards.UNKNOWN` where there is none."""
    has_trick: Mask
    """`[trick, deal]`: the trick is recorded, its leader or its cards."""
    has_cards: Mask
    """`[trick, deal]`: its cards are recorded."""
    hands: Hands
    stock: Codes
    """`[place, deal]`: three card codes; `UNKNOWN` where there is none."""
    has_stock: Mask
    exchanges: Exchanges
    points: Amounts
    """`[player, deal]`, with `MISSING` for what is not recorded, as with the next three."""
    tricks: Amounts
    net: Amounts
    balance: Amounts
    has_points: Mask
    """`[deal]`: the list is recorded, though perhaps nothing in it, as with the next three."""
    has_tricks: Mask
    has_net: Mask
    has_balance: Mask
    trick_winner: Seats
    """`[trick, deal]`, 13 tricks: who won, as recorded."""
    fondo_start: Amounts
    fondo_end: Amounts
    payments: Payments
    note: npt.NDArray[np.int32]
    """As a place in `notes`; `NOWHERE` where there is none."""
    notes: Texts
    """The different notes, perhaps of more deals than these."""

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self.regular.size)

    def take(self, rows: slice) -> DealColumns:
        """A run of rows (a slice of step 1), which shares the memory of all."""
        first, last, _ = rows.indices(self.count)
        last = max(first, last)
        parts = {each.name: _part(getattr(self, each.name), first, last) for each in fields(self)}
        return DealColumns(**parts)


def _part(column: Any, first: int, last: int) -> Any:
    if isinstance(column, np.ndarray):
        return column[..., first:last]
    if isinstance(column, dict):
        return {name: each[first:last] for name, each in column.items()}
    return column.part(first, last) if hasattr(column, "part") else column
