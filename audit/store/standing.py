"""The deals that stand, taken out of a database as whole columns: the inverse of `audit.bulk.records`, without what a
record says of the outcome. Nothing is done deal by deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from audit.batch import DECLARATIONS
from audit.cards import UNKNOWN
from audit.logs.bulk.columns import MISSING, NOBODY, NOWHERE, DealColumns, Exchanges, Hands, Payments
from audit.logs.limits import PLAYERS, STOCK_CARDS, TRICK_CARDS, TRICKS
from audit.model import Header, Place
from audit.store import codec, query
from audit.store.plays import NO_CARDS, NO_LEADER, NO_TRICK
from audit.store.query import Connection

Numbers = npt.NDArray[np.int64]
Lineups = Sequence[tuple[str, ...]]

_NOWHERE = Place("", 0)

_DEALS = """
    SELECT session_id, number, record_id, lineup_id, winner, points, tricks, net, decisions IS NOT NULL AS decided
    FROM computed.deals
    WHERE session_id BETWEEN $1 AND $2
      AND session_id IN (SELECT session_id FROM computed.sessions WHERE settled)
      AND (session_id, number) NOT IN (
          SELECT (session_id, number) FROM computed.deals WHERE version > 1 AND session_id BETWEEN $1 AND $2
      )
      AND lineup_id NOT IN (
          SELECT lineup_id
          FROM (SELECT lineup_id, session_id, unnest(players) AS player FROM recorded.lineups
                WHERE session_id BETWEEN $1 AND $2)
          JOIN recorded.sessions USING (session_id)
          LEFT JOIN ruled.people AS people ON people.club_id = sessions.club_id AND people.name = player
          GROUP BY lineup_id, coalesce(people.person, player)
          HAVING count(*) > 1
      )
"""
_RECORDS = """
    SELECT record_id, plays, dealer, hands, stock, exchanges, napolitana, espagnolette, revesino, rest
    FROM recorded.records
    WHERE session_id BETWEEN ? AND ? AND record_id IN (SELECT record_id FROM computed.deals)
"""


def rulesets(connection: Connection) -> list[tuple[int, str, str]]:
    """Of each settled session: its number, its ruleset, its options as JSON."""
    return query.rows(connection, "SELECT session_id, rules, options FROM computed.sessions WHERE settled")


def sizes(connection: Connection) -> list[tuple[int, int]]:
    """How many deals each session has, by its number and in the order of that."""
    return query.rows(connection, "SELECT session_id, count(*) FROM computed.deals GROUP BY ALL ORDER BY ALL")


def runs(found: Iterable[tuple[int, int]], most: int) -> Iterator[tuple[int, int]]:
    """Runs of sessions of about `most` deals, by the first and the last number, from their `sizes`."""
    first, last, deals = None, 0, 0
    for last, size in found:
        first, deals = last if first is None else first, deals + size
        if deals >= most:
            yield first, last
            first, deals = None, 0
    if first is not None:
        yield first, last


def names(connection: Connection, sessions: Iterable[int]) -> list[tuple[str, str, int]]:
    """Club, name and number of sessions."""
    return query.rows(
        connection,
        "SELECT club, session, session_id FROM recorded.named_sessions WHERE session_id IN (SELECT unnest(?))",
        [list(sessions)],
    )


def deals(connection: Connection, first: int, last: int) -> pa.Table:
    """The deals that are counted of the sessions `first` to `last`, by session and number: one version each, settled,
    and no person in two of the seats.
    """
    return _sorted(query.arrow(connection, _DEALS, [first, last]), "session_id", "number")


def records(connection: Connection, first: int, last: int, of: pa.Table) -> pa.Table:
    """The records that the deals `of` of those sessions are, in their order."""
    found = _sorted(query.arrow(connection, _RECORDS, [first, last]), "record_id")
    ids, wanted = (table["record_id"].to_numpy() for table in (found, of))
    place = np.searchsorted(ids, wanted)
    return found if place.size == ids.size and (np.diff(place) == 1).all() else found.take(pa.array(place))


def _sorted(table: pa.Table, *keys: str) -> pa.Table:
    """The table in the order of whole numbers; it is so already, unless sessions were judged again."""
    columns = [table[key].to_numpy() for key in keys]
    order = np.lexsort(columns[::-1])
    return table if (np.diff(order) == 1).all() else table.take(pa.array(order))


def is_odd(found: pa.Table) -> npt.NDArray[np.bool_]:
    """`[record]`: its columns do not hold all that it says of the play."""
    odd = _lengths(found["plays"]) > 1 + TRICKS * (1 + TRICK_CARDS)
    width = np.frombuffer(_flat(found["plays"]), np.uint8)[_starts(found["plays"])]
    odd |= (width != 0) & (width != TRICK_CARDS)
    stock = pc.fill_null(pc.list_value_length(found["stock"]), STOCK_CARDS).to_numpy()
    odd |= stock != STOCK_CARDS
    for row in np.flatnonzero(~_nulls(found["rest"])).tolist():
        odd[row] |= msgspec.msgpack.decode(found["rest"][row].as_py(), type=codec.Rest).whole is not None
    return np.asarray(odd, np.bool_)


# ------------------------------------------------------------------------------------------------- columns


def columns(of: pa.Table, found: pa.Table, lineup: npt.NDArray[np.int32], lineups: Lineups) -> DealColumns:
    """The deals `of`, whose records are `found`, none of them odd; `lineup` says who is seated, as a place in
    `lineups`.
    """
    n = of.num_rows
    session = of["session_id"].to_numpy()
    ids, head = np.unique(session, return_inverse=True)
    card, leader, has_trick, has_cards = _plays(found["plays"])
    stock, has_stock = _stock(found["stock"])
    size = np.array([len(one) for one in lineups], np.int8)[lineup] if n else np.zeros(0, np.int8)
    return DealColumns(
        line=np.zeros(n, np.int64),
        regular=np.ones(n, np.bool_),
        number=of["number"].to_numpy(),
        head=head.astype(np.int32),
        heads=[Header(club="", session=str(number), rules="", place=_NOWHERE) for number in ids.tolist()],
        lineup=lineup,
        lineups=lineups,
        lineup_size=size,
        dealer=_seat(found["dealer"]),
        declared={what: _seat(found[what]) for what in DECLARATIONS},
        leader=leader,
        card=card,
        has_trick=has_trick,
        has_cards=has_cards,
        hands=_hands(found["hands"], int(size.max(initial=PLAYERS[0]))),
        stock=stock,
        has_stock=has_stock,
        exchanges=_exchanges(found["exchanges"]),
        **_nothing_recorded(n, int(size.max(initial=PLAYERS[0]))),
    )


def _nulls(column: pa.ChunkedArray) -> npt.NDArray[np.bool_]:
    return np.asarray(column.is_null().to_numpy(), np.bool_)


def _seat(column: pa.ChunkedArray) -> npt.NDArray[np.int8]:
    return np.asarray(pc.fill_null(column, NOBODY).to_numpy(), np.int8)


def _flat(column: pa.ChunkedArray) -> Any:
    """The bytes of a column of blobs, one after the other."""
    return _whole(column).buffers()[2] or b""


def _whole(column: pa.ChunkedArray) -> Any:
    """The column in one piece that begins at its first value."""
    whole = pa.concat_arrays([*column.chunks, pa.array([], column.type)])
    return whole if whole.offset == 0 else pa.concat_arrays([whole.slice(0, 0), whole])


def _starts(column: pa.ChunkedArray) -> npt.NDArray[np.int32]:
    whole = _whole(column)
    return np.frombuffer(whole.buffers()[1], np.int32)[: len(whole)]


def _lengths(column: pa.ChunkedArray) -> npt.NDArray[np.int32]:
    return np.asarray(pc.binary_length(column).to_numpy(), np.int32)


def _plays(column: pa.ChunkedArray) -> tuple[Any, Any, Any, Any]:
    """Cards, leaders, and which tricks and which cards there are, as `audit.bulk.records` wrote them."""
    n = len(column)
    whole = np.full((n, TRICKS, 1 + TRICK_CARDS), NO_CARDS, np.uint8)
    whole[:, :, 0] = NO_TRICK
    size, start = _lengths(column).astype(np.int64), _starts(column).astype(np.int64)
    data = np.frombuffer(_flat(column), np.uint8)
    width = data[start] if n else np.zeros(0, np.uint8)
    for kind in np.unique(size * 8 + width).tolist():
        length, cards = divmod(kind, 8)
        rows = np.flatnonzero((size == length) & (width == cards))
        first = int(start[rows[0]])
        if rows[-1] - rows[0] + 1 == rows.size:
            own = data[first : first + length * rows.size].reshape(rows.size, length)
        else:
            own = data[start[rows][:, None] + np.arange(length)]
        tricks = own[:, 1:].reshape(rows.size, -1, 1 + cards)
        whole[rows, : tricks.shape[1], : 1 + cards] = tricks
    by_trick = np.ascontiguousarray(whole.transpose(1, 2, 0))
    lead, card = by_trick[:, 0], by_trick[:, 1:]
    there = lead != NO_TRICK
    has_cards = there & (card != NO_CARDS).any(axis=1)
    leader = np.where(there & (lead != NO_LEADER), lead, np.uint8(NOBODY & 0xFF)).view(np.int8)
    return np.where(card == NO_CARDS, np.uint8(UNKNOWN), card), leader, there, has_cards


def _stock(column: pa.ChunkedArray) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    there = ~_nulls(column)
    stock = np.full((STOCK_CARDS, there.size), UNKNOWN, np.uint8)
    stock[:, there] = pc.list_flatten(_whole(column)).to_numpy().reshape(-1, STOCK_CARDS).T
    return stock, there


def _hands(column: pa.ChunkedArray, players: int) -> Hands:
    n = len(column)
    size, start = np.full((players, n), NOBODY, np.int16), np.zeros((players, n), np.int64)
    whole = _whole(column)
    of_deal = pc.list_parent_indices(whole).to_numpy()
    hands = pc.list_flatten(whole)
    length = pc.fill_null(pc.list_value_length(hands), NOBODY).to_numpy()
    place = np.arange(of_deal.size) - np.searchsorted(of_deal, of_deal)
    size[place, of_deal] = length
    held = np.maximum(length, 0)
    start[place, of_deal] = np.where(length < 0, 0, np.cumsum(held) - held)
    return Hands(size, start, np.asarray(pc.list_flatten(hands).to_numpy(), np.uint8))


def _exchanges(column: pa.ChunkedArray) -> Exchanges:
    whole = _whole(column)
    own = pc.list_flatten(whole)
    found = {name: pc.fill_null(own.field(name).cast(pa.int16()), NOBODY).to_numpy() for name in _EXCHANGE}
    deal = pc.list_parent_indices(whole).to_numpy().astype(np.int64)
    return Exchanges(deal, found["player"].astype(np.int8), found["discard"], found["take"])


_EXCHANGE = ("player", "discard", "take")


def _nothing_recorded(n: int, players: int) -> dict[str, Any]:
    """The columns of an outcome that is not looked at."""
    amounts = np.broadcast_to(np.int64(MISSING), (players, n))
    none, nobody = np.broadcast_to(np.False_, (n,)), np.broadcast_to(np.int8(NOBODY), (n,))
    lists = ("points", "tricks", "net", "balance")
    empty = np.zeros(0, np.int64)
    nothing = pa.array([], pa.string())
    return {
        **dict.fromkeys(lists, amounts),
        **{f"has_{name}": none for name in lists},
        "winner": nobody,
        "trick_winner": np.broadcast_to(np.int8(NOBODY), (TRICKS, n)),
        "fondo_start": amounts[0],
        "fondo_end": amounts[0],
        "payments": Payments(
            empty, empty.astype(np.int8), empty.astype(np.int8), empty.astype(np.int8), empty, empty.astype(np.int32),
            nothing,
        ),
        "note": np.broadcast_to(np.int32(NOWHERE), (n,)),
        "notes": nothing,
    }  # fmt: skip
