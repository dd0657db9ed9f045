"""Deals as columns: what was observed and what was recorded, over many deals of one ruleset at once.

Columns are `[…, deal]`, the deals innermost, in order of session and number. Players are counted by their place
in `Deal.players`, accounts likewise with `FONDO` for the pot. What is not recorded is `NOBODY`, `UNKNOWN` or
`MISSING`. Nothing is judged here.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from audit.cards import UNKNOWN
from audit.facts import NOBODY, Bytes, Mask, Seats, Sets, as_mask
from audit.model import FONDO as FONDO_NAME
from audit.model import LARGEST, Deal
from audit.movements import FONDO
from audit.ruleset import Ruleset
from audit.sessions import Session

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

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


class Chosen(Sequence[Deal]):
    """The deals `rows` of others, of which only those are looked at that somebody asks for."""

    def __init__(self, deals: Sequence[Deal], rows: npt.NDArray[np.intp]) -> None:
        self._deals = deals
        self._rows = rows

    def __len__(self) -> int:
        return int(self._rows.size)

    @overload
    def __getitem__(self, place: int) -> Deal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Deal]: ...
    def __getitem__(self, place: int | slice) -> Deal | Sequence[Deal]:
        if isinstance(place, slice):
            return Chosen(self._deals, self._rows[place])
        return self._deals[int(self._rows[place])]


_Columns = TypeVar("_Columns", bound="DataclassInstance")


def picked(columns: _Columns, rows: npt.NDArray[np.intp]) -> _Columns:
    """A dataclass of columns with the deals `rows` of each of its arrays `[…, deal]`; its other fields as they are."""
    own = {one.name: getattr(columns, one.name) for one in fields(columns)}
    return replace(columns, **{name: each[..., rows] for name, each in own.items() if isinstance(each, np.ndarray)})


def counted_anew(rows: npt.NDArray[np.intp], count: int) -> npt.NDArray[np.int64]:
    """`[old row]`: its place among `rows`, which rise; `NOBODY` for one that is not among them."""
    place = np.full(count, NOBODY, np.int64)
    place[rows] = np.arange(rows.size)
    return place


def gather(r: Ruleset, sessions: Sequence[Session]) -> Batch:
    """The deals of `sessions`, all of ruleset `r`, as columns."""
    deals = [deal for session in sessions for deal in session.deals]
    conflict = np.array([flag for session in sessions for flag in session.conflict], np.bool_)
    session = np.repeat(np.arange(len(sessions)), [len(one.deals) for one in sessions])
    number = np.array([deal.number for deal in deals], np.int64)
    previous, preceded = before(session, number, conflict)
    lineups = {players: place for place, players in enumerate(dict.fromkeys(deal.players for deal in deals))}
    places = [_places(deal.players) for deal in deals]
    lineup = np.array([lineups[deal.players] for deal in deals], np.int32)
    dealer = _who((deal.dealer for deal in deals), places)
    card, leader = _tricks(r, deals, places)
    hand, hand_size, hand_known = _hands(r, deals, places)
    return Batch(
        ruleset=r,
        sessions=sessions,
        deals=deals,
        lineups=list(lineups),
        lineup=lineup,
        session=session,
        number=number,
        previous=previous,
        preceded=preceded,
        conflict=conflict,
        card=card,
        leader=leader,
        dealer=dealer,
        previous_dealer=previous_dealers(dealer, previous, lineup, list(lineups)),
        declared={what: _who((getattr(deal.declarations, what) for deal in deals), places) for what in DECLARATIONS},
        hand=hand,
        hand_size=hand_size,
        hand_known=hand_known,
        stock=_stocks(r, deals),
        exchanges=_exchanges(r, deals, places),
        written=_written(r, deals, places),
    )


Places = Mapping[str | None, int]
"""The number of each account by its name; `None` is nobody."""


@functools.lru_cache(maxsize=4096)
def _places(players: tuple[str, ...]) -> Places:
    """Each account's number by its name; sessions repeat the same players."""
    names: dict[str | None, int] = {name: place for place, name in enumerate(players)}
    return names | {FONDO_NAME: FONDO, None: NOBODY}


def _who(names: Iterable[str | None], places: Sequence[Places]) -> Seats:
    return np.array([place[name] for name, place in zip(names, places, strict=True)], np.int8)


def before(
    session: npt.NDArray[np.int64], number: npt.NDArray[np.int64], conflict: Mask
) -> tuple[npt.NDArray[np.int64], Mask]:
    """`[deal]`: `previous` and `preceded` of a batch in which the deals stand by session and number."""
    fresh = np.ones(number.size, np.bool_)
    fresh[1:] = (session[1:] != session[:-1]) | (number[1:] != number[:-1])
    row = np.maximum.accumulate(np.where(fresh, np.arange(number.size), 0)) - 1
    preceded = (row >= 0) & (session[row] == session) & (number[row] == number - 1)
    return np.where(preceded & ~conflict[row], row, NOBODY), preceded


def previous_dealers(
    dealer: Seats,
    previous: npt.NDArray[np.int64],
    lineup: npt.NDArray[np.int32],
    lineups: Sequence[tuple[str, ...]],
) -> Seats:
    """By name where he still plays, else by the place that he had: a substitute sits where the other sat."""
    dealers = np.where(previous == NOBODY, NOBODY, dealer[previous]).astype(np.int8)
    for j in np.flatnonzero((dealers != NOBODY) & (lineup != lineup[previous])).tolist():
        name, players = lineups[lineup[previous[j]]][dealers[j]], lineups[lineup[j]]
        if name in players:
            dealers[j] = players.index(name)
    return dealers


def _tricks(r: Ruleset, deals: Sequence[Deal], places: Sequence[Places]) -> tuple[Bytes, Seats]:
    unknown = (UNKNOWN,) * r.seats
    cards: list[int] = []
    leaders: list[int] = []
    numbers = range(1, r.tricks + 1)
    for deal, place in zip(deals, places, strict=True):
        tricks = deal.tricks
        for number in numbers:
            trick = tricks.get(number)
            if trick is None:
                cards += unknown
                leaders.append(NOBODY)
            else:
                cards += trick.cards or unknown
                leaders.append(place[trick.leader])
    card = np.array(cards, np.uint8).reshape(len(deals), r.tricks, r.seats)
    leader = np.array(leaders, np.int8).reshape(len(deals), r.tricks)
    return np.ascontiguousarray(card.transpose(1, 2, 0)), np.ascontiguousarray(leader.T)


def _hands(r: Ruleset, deals: Sequence[Deal], places: Sequence[Places]) -> tuple[Sets, npt.NDArray[np.int32], Mask]:
    size = np.full((r.players, len(deals)), NOBODY, np.int32)
    codes: list[int] = []
    player: list[int] = []
    row: list[int] = []
    for j, (deal, place) in enumerate(zip(deals, places, strict=True)):
        for name, cards in deal.hands.items():
            who = place[name]
            size[who, j] = len(cards)
            codes += cards
            player += [who] * len(cards)
            row += [j] * len(cards)
    hand = np.zeros((r.players, len(deals)), np.uint64)
    np.bitwise_or.at(hand, (player, row), r.bit[np.array(codes, np.uint8)])
    return hand, size, (size >= 0) & (np.bitwise_count(hand) == size)


def _stocks(r: Ruleset, deals: Sequence[Deal]) -> npt.NDArray[np.int16]:
    size = r.hand["stock"]
    stock = np.full((size, len(deals)), NOBODY, np.int16)
    for j, deal in enumerate(deals):
        if size and deal.stock is not None and len(deal.stock) == size:
            stock[:, j] = deal.stock
    return stock


def _exchanges(r: Ruleset, deals: Sequence[Deal], places: Sequence[Places]) -> Exchanges:
    shape = (r.players, len(deals))
    recorded = np.zeros(shape, np.bool_)
    discard, take = np.full(shape, NOBODY, np.int16), np.full(shape, NOBODY, np.int16)
    for j, (deal, place) in enumerate(zip(deals, places, strict=True)):
        for exchange in deal.exchanges:
            who = place[exchange.player]
            recorded[who, j] = True
            discard[who, j] = NOBODY if exchange.discard is None else exchange.discard
            take[who, j] = NOBODY if exchange.take is None else exchange.take
    return Exchanges(recorded, discard, take)


def _written(r: Ruleset, deals: Sequence[Deal], places: Sequence[Places]) -> Written:
    recorded = [deal.recorded for deal in deals]

    def per_player(what: str) -> Amounts:
        nothing = (MISSING,) * r.players
        values: list[int] = []
        for record in recorded:
            row = getattr(record, what)
            values += nothing if row is None else [MISSING if v is None else v for v in row]
        return np.ascontiguousarray(np.array(values, np.int64).reshape(len(deals), r.players).T)

    def per_deal(what: str) -> Amounts:
        values = (getattr(record, what) for record in recorded)
        return np.array([MISSING if value is None else value for value in values], np.int64)

    return Written(
        points=per_player("points"),
        tricks=per_player("tricks"),
        net=per_player("net"),
        balance=per_player("balance"),
        trick_winner=_trick_winners(r, deals, places),
        winner=_who((record.winner for record in recorded), places),
        fondo_start=per_deal("fondo_start"),
        fondo_end=per_deal("fondo_end"),
        payments=_payments(deals, places),
    )


def _trick_winners(r: Ruleset, deals: Sequence[Deal], places: Sequence[Places]) -> Seats:
    winners = np.full((r.tricks, len(deals)), NOBODY, np.int8)
    for j, (deal, place) in enumerate(zip(deals, places, strict=True)):
        for number, name in deal.recorded.trick_winners.items():
            if number <= r.tricks:
                winners[number - 1, j] = place[name]
    return winners


def _payments(deals: Sequence[Deal], places: Sequence[Places]) -> Payments:
    rows = [
        (j, payment.trick or 0, place[payment.payer], place[payment.payee], payment.amount)
        for j, (deal, place) in enumerate(zip(deals, places, strict=True))
        for payment in deal.recorded.payments
    ]
    deal_, trick, payer, payee, amount = np.array(rows, np.int64).reshape(-1, 5).T
    return Payments(deal_, trick, payer.astype(np.int8), payee.astype(np.int8), amount)
