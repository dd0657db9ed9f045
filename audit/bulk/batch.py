"""Columns of deals as a batch of the engine: what `audit.batch.gather` makes of deals, from arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

from audit.batch import DECLARATIONS, Amounts, Batch, Exchanges, Payments, Written
from audit.bulk.deal import deal_of
from audit.bulk.sessions import Rows
from audit.facts import NOBODY
from audit.gather import before, previous_dealers
from audit.house_rules import RulesNamed
from audit.logs.bulk.columns import DealColumns, Hands
from audit.model import Deal, Header
from audit.ruleset import Ruleset
from audit.sessions import Carried, Session, carried_by


class DealsOf(Sequence[Deal]):
    """The deals of some rows of columns, each made when it is asked for: findings name them, and few have any."""

    def __init__(self, columns: DealColumns, rows: Rows) -> None:
        self._columns = columns
        self._rows = rows

    def __len__(self) -> int:
        return int(self._rows.size)

    @overload
    def __getitem__(self, place: int) -> Deal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Deal]: ...
    def __getitem__(self, place: int | slice) -> Deal | Sequence[Deal]:
        if isinstance(place, slice):
            return DealsOf(self._columns, self._rows[place])
        return deal_of(self._columns, int(self._rows[place]))


class Gathered:
    """Whole sessions of one ruleset `r`: the rows of `columns`, in order."""

    def __init__(self, r: Ruleset, columns: DealColumns, rows: Rows) -> None:
        self._ruleset = r
        self.columns = columns
        self.rows = rows
        self.own = slice(None) if rows.size == columns.count else rows
        """The same rows; all at once, where that is what they are."""
        head = columns.head[rows]
        begins = np.ones(rows.size, np.bool_)
        begins[1:] = head[1:] != head[:-1]
        self.begins: Rows = np.flatnonzero(begins)
        self.session: npt.NDArray[np.int64] = np.cumsum(begins) - 1
        self.headers: list[Header] = [columns.heads[k] for k in head[self.begins].tolist()]

    @cached_property
    def lineup_runs(self) -> Rows:
        """The rows of this gathering from which on, in a session, others are seated, or in another order."""
        lineup = self.columns.lineup[self.rows]
        fresh = np.ones(self.rows.size, np.bool_)
        fresh[1:] = (self.session[1:] != self.session[:-1]) | (lineup[1:] != lineup[:-1])
        return np.flatnonzero(fresh)

    def sessions(self) -> list[Session]:
        """The sessions, without their deals."""
        players: list[tuple[str, ...]] = [()] * len(self.headers)
        lineup = self.columns.lineup[self.rows]
        runs = self.lineup_runs
        for k, place in zip(self.session[runs].tolist(), lineup[runs].tolist(), strict=True):
            own = self.columns.lineups[place]
            players[k] = tuple(dict.fromkeys((*players[k], *own))) if players[k] else own
        resolution, nothing = RulesNamed(self._ruleset), Carried()
        return [
            Session(
                header=header,
                date=header.date,
                players=own,
                deals=(),
                conflict=(),
                resolution=resolution,
                carried=carried_by([header]) if _carries(header) else nothing,
            )
            for header, own in zip(self.headers, players, strict=True)
        ]

    def batch(self) -> Batch:
        """The batch."""
        r, c, rows = self._ruleset, self.columns, self.own
        n = self.rows.size
        lineup, number, dealer = c.lineup[rows], c.number[rows], c.dealer[rows]
        conflict = np.zeros(n, np.bool_)
        previous, preceded = before(self.session, number, conflict)
        size = c.hands.size[: r.players, rows]
        hand = Hands(c.hands.size[:, rows], c.hands.start[:, rows], c.hands.cards).sets(r.bit)[: r.players]
        return Batch(
            ruleset=r,
            sessions=self.sessions(),
            deals=DealsOf(c, self.rows),
            lineups=c.lineups,
            lineup=lineup,
            session=self.session,
            number=number,
            previous=previous,
            preceded=preceded,
            conflict=conflict,
            card=np.ascontiguousarray(c.card[: r.tricks, : r.seats, rows]),
            leader=c.leader[: r.tricks, rows],
            dealer=dealer,
            previous_dealer=previous_dealers(dealer, previous, lineup, c.lineups),
            declared={what: c.declared[what][rows] for what in DECLARATIONS},
            hand=hand,
            hand_size=size.astype(np.int32),
            hand_known=(size >= 0) & (np.bitwise_count(hand) == size),
            stock=self._stock(),
            exchanges=self._exchanges(),
            written=self._written(),
        )

    def _place(self) -> npt.NDArray[np.int64]:
        """`[row of the columns]`: its place here; `NOBODY` where it is not one of these."""
        place = np.full(self.columns.count, NOBODY, np.int64)
        place[self.rows] = np.arange(self.rows.size)
        return place

    def _stock(self) -> npt.NDArray[np.int16]:
        size, c = self._ruleset.hand["stock"], self.columns
        if size != c.stock.shape[0]:
            return np.full((size, self.rows.size), NOBODY, np.int16)
        stock = c.stock[:, self.own].astype(np.int16)
        return np.where(c.has_stock[self.own], stock, NOBODY).astype(np.int16)

    def _exchanges(self) -> Exchanges:
        shape, x = (self._ruleset.players, self.rows.size), self.columns.exchanges
        recorded = np.zeros(shape, np.bool_)
        discard, take = np.full(shape, NOBODY, np.int16), np.full(shape, NOBODY, np.int16)
        deal = self._place()[x.deal]
        own = np.flatnonzero(deal != NOBODY)
        at = x.player[own], deal[own]
        recorded[at], discard[at], take[at] = True, x.discard[own], x.take[own]
        return Exchanges(recorded, discard, take)

    def _written(self) -> Written:
        c, r, rows = self.columns, self._ruleset, self.own

        def per_player(values: Amounts) -> Amounts:
            return np.ascontiguousarray(values[: r.players, rows])

        return Written(
            points=per_player(c.points),
            tricks=per_player(c.tricks),
            net=per_player(c.net),
            balance=per_player(c.balance),
            trick_winner=c.trick_winner[: r.tricks, rows],
            winner=c.winner[rows],
            fondo_start=c.fondo_start[rows],
            fondo_end=c.fondo_end[rows],
            payments=self._payments(),
        )

    def _payments(self) -> Payments:
        p = self.columns.payments
        deal = self._place()[p.deal]
        own = np.flatnonzero(deal != NOBODY)
        # The fondo has the same number here and there.
        return Payments(deal[own], p.trick[own].astype(np.int64), p.payer[own], p.payee[own], p.amount[own])


def _carries(header: Header) -> bool:
    return header.carried_fondo is not None or header.carried_balance is not None
