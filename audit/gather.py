"""Deals put together as a batch: their values by column, their players by place."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from audit.batch import DECLARATIONS, MISSING, Amounts, Batch, Exchanges, Payments, Written
from audit.cards import UNKNOWN
from audit.facts import NOBODY, Bytes, Mask, Seats, Sets
from audit.model import FONDO as FONDO_NAME
from audit.model import Deal
from audit.movements import FONDO
from audit.ruleset import Ruleset
from audit.sessions import Session


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
