"""Deals as columns: what was observed and what was recorded, over many deals of one ruleset at once.

Columns are `[…, deal]`, the deals innermost, in order of session and number. Players are counted by their place
in `Deal.players`, accounts likewise with `FONDO` for the pot. What is not recorded is `NOBODY`, `UNKNOWN` or
`MISSING`. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.facts import NOBODY, Bytes, Mask, Seats, Sets, as_mask
from audit.model import LARGEST, Deal
from audit.picked import Chosen, counted_anew, picked
from audit.ruleset import Ruleset
from audit.sessions import Session

MISSING = -LARGEST - 1
"""In a column of recorded amounts: not recorded."""

DECLARATIONS = ("napolitana", "espagnolette", "revesino")

Amounts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Payments:
    """The recorded payments of a batch, in recorded order, as columns of one length."""

    deal: npt.NDArray[np.int64]
    trick: npt.NDArray[np.int64]
    """0 where none is given."""
    payer: Seats
    payee: Seats
    amount: Amounts

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.deal.size)

    def repeated(self, rows: npt.NDArray[Any]) -> Payments:
        """The payments of the deals `rows`, which count as deals of their own."""
        begins, ends = (np.searchsorted(self.deal, rows, side) for side in ("left", "right"))
        sizes = ends - begins
        deal = np.repeat(np.arange(rows.size), sizes)
        place = np.arange(deal.size) - np.repeat(np.cumsum(sizes) - sizes - begins, sizes)
        return Payments(deal, self.trick[place], self.payer[place], self.payee[place], self.amount[place])

    def of_deals(self, rows: npt.NDArray[np.intp], deals: int) -> Payments:
        """Those of the deals `rows`, in rising order, of the `deals` that there are; these are counted anew."""
        place = counted_anew(rows, deals)
        mine = np.flatnonzero(place[self.deal] != NOBODY)
        found = picked(self, mine)
        return replace(found, deal=place[found.deal])


@dataclass(frozen=True)
class Written:
    """What the club recorded as the outcome; `MISSING` or `NOBODY` for what it did not."""

    points: Amounts
    tricks: Amounts
    net: Amounts
    balance: Amounts
    trick_winner: Seats
    """`[trick, deal]`"""
    winner: Seats
    fondo_start: Amounts
    fondo_end: Amounts
    payments: Payments


@dataclass(frozen=True)
class Exchanges:
    """What each player exchanged: `recorded` at all, the card he gave and the card he took."""

    recorded: Mask
    """`[player, deal]`"""
    discard: npt.NDArray[np.int16]
    """A card code; `NOBODY` for none."""
    take: npt.NDArray[np.int16]


@dataclass(frozen=True)
class Brought:
    """What sessions bring from earlier ones; all columns `[session]`."""

    fondo: Amounts
    """0 where none is named."""
    has_fondo: Mask
    has_balance: Mask
    """Some player's balance is named."""
    differ: Mask
    """The records of the session bring different values."""


@dataclass(frozen=True)
class Batch:
    """Deals of one ruleset as columns."""

    ruleset: Ruleset
    sessions: Sequence[Session]
    deals: Sequence[Deal]
    lineups: Sequence[tuple[str, ...]]
    """Who is seated, in order of play: each order of names that there is."""
    lineup: npt.NDArray[np.int32]
    """`[deal]`: a place in `lineups`."""
    session: npt.NDArray[np.int64]
    """`[deal]`: the place of its session in `sessions`."""
    number: npt.NDArray[np.int64]
    previous: npt.NDArray[np.int64]
    """`[deal]`: the row of the session's deal with the number before its own, where there is one record of that;
    else `NOBODY`."""
    preceded: Mask
    """`[deal]`: there is a record, or several, of the session's deal with the number before its own."""
    conflict: Mask
    """`[deal]`: another record of the same deal says otherwise."""
    card: Bytes
    """`[trick, position, deal]`"""
    leader: Seats
    """`[trick, deal]`: the player who led, as recorded."""
    dealer: Seats
    """`[deal]`, as recorded."""
    previous_dealer: Seats
    """`[deal]`: the recorded dealer of the deal before, by his place in this one."""
    declared: Mapping[str, Seats]
    hand: Sets
    """`[player, deal]`: the cards of the deck that were recorded as dealt to him."""
    hand_size: npt.NDArray[np.int32]
    """`[player, deal]`: how many cards were recorded; `NOBODY` where no hand was."""
    hand_known: Mask
    """`[player, deal]`: the hand was recorded, and each of its cards is a card of the deck, listed once."""
    stock: npt.NDArray[np.int16]
    """`[place, deal]`: card codes; `NOBODY` where no stock was recorded."""
    exchanges: Exchanges
    written: Written

    @property
    def count(self) -> int:
        """How many deals there are."""
        return len(self.deals)

    def of_sessions(self, sessions: npt.NDArray[np.intp]) -> tuple[Batch, npt.NDArray[np.intp]]:
        """The batch of some sessions alone, their places in rising order; and its rows in this one."""
        place = counted_anew(sessions, len(self.sessions))
        rows = np.flatnonzero(place[self.session] != NOBODY)
        previous = self.previous[rows]
        return replace(
            picked(self, rows),
            sessions=[self.sessions[k] for k in sessions.tolist()],
            deals=Chosen(self.deals, rows),
            session=place[self.session[rows]],
            previous=np.where(previous == NOBODY, NOBODY, counted_anew(rows, self.count)[previous]),
            declared={what: who[rows] for what, who in self.declared.items()},
            exchanges=picked(self.exchanges, rows),
            written=replace(picked(self.written, rows), payments=self.written.payments.of_deals(rows, self.count)),
        ), rows

    def gap_before(self, rows: npt.NDArray[Any]) -> Mask:
        """Which of `rows`, none of them a session's first, come after a deal that is missing."""
        return as_mask(self.number[rows] > self.number[rows - 1] + 1)

    @cached_property
    def begins(self) -> npt.NDArray[np.intp]:
        """`[session]`: the row of its first deal."""
        return np.flatnonzero(np.diff(self.session, prepend=-1))

    @cached_property
    def brought(self) -> Brought:
        """What the sessions bring from earlier ones."""
        carried = [session.carried for session in self.sessions]
        return Brought(
            fondo=np.array([one.fondo or 0 for one in carried], np.int64),
            has_fondo=np.array([one.fondo is not None for one in carried], np.bool_),
            has_balance=np.array([bool(one.balance) for one in carried], np.bool_),
            differ=np.array([one.differ for one in carried], np.bool_),
        )

    @cached_property
    def steps(self) -> Sequence[npt.NDArray[np.intp]]:
        """The rows of every session's first deal, of every second one, and so on."""
        sizes = np.diff(np.append(self.begins, self.count))
        order = np.argsort(-sizes, kind="stable")
        begins, sizes = self.begins[order], sizes[order]
        longest = int(sizes[0]) if sizes.size else 0
        alive = np.searchsorted(-sizes, -np.arange(longest), side="left")
        return [begins[:n] + k for k, n in enumerate(alive)]

    @cached_property
    def seated_as_before(self) -> Mask:
        """`[deal]`: the same players in the same order as in the deal with the number before its own."""
        return as_mask((self.previous != NOBODY) & (self.lineup == self.lineup[self.previous]))

    def players_of(self, deal: int) -> tuple[str, ...]:
        """Who is seated in a deal, in order of play."""
        players: tuple[str, ...] = self.lineups[self.lineup[deal]]
        return players

    @property
    def dealer_told(self) -> Mask:
        """`[deal]`: the dealer was recorded. Hands and exchanges are held against no other: one who is only
        inferred from the lead may be right where the lead is wrong.
        """
        return as_mask(self.dealer != NOBODY)

    @property
    def has_exchange(self) -> bool:
        """Whether this ruleset has a stock to exchange with."""
        return self.ruleset.hand["stock"] > 0

    def repeated(self, rows: npt.NDArray[Any]) -> Batch:
        """The deals `rows`, ascending and repeated as they are there, as deals of their own.

        The deals before them are not among them, so that nothing that goes from deal to deal is to be read from it.
        """
        return replace(
            picked(self, rows),
            deals=Chosen(self.deals, rows),
            declared={what: who[rows] for what, who in self.declared.items()},
            exchanges=picked(self.exchanges, rows),
            written=replace(picked(self.written, rows), payments=self.written.payments.repeated(rows)),
        )

    def hand_after(self) -> tuple[Sets, Mask]:
        """`[player, deal]`: the hand after the exchange, and whether what was recorded tells it."""
        if not self.has_exchange:
            return self.hand, self.hand_known
        x, bit = self.exchanges, self.ruleset.bit
        gone = np.where(x.discard >= 0, bit[x.discard], 0).astype(np.uint64)
        come = np.where(x.take >= 0, bit[x.take], 0).astype(np.uint64)
        told = ((x.discard < 0) | (gone != 0)) & ((x.take < 0) | (come != 0))
        return (self.hand & ~gone) | come, self.hand_known & x.recorded & told
