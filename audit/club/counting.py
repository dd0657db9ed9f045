"""What players did in the deals of a database, counted by the one engine: the rows of `core.packed_seats`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from audit.bulk.batch import Gathered
from audit.choice import Key
from audit.club.judging import decided_records
from audit.facts import NOBODY
from audit.gather import gather
from audit.house_rules import resolve
from audit.logs.bulk.columns import DealColumns
from audit.model import Option, Place
from audit.ruleset import Ruleset
from audit.sessions import assemble
from audit.stats.acts import Counts
from audit.stats.packing import PACKED, pack
from audit.stats.seats import SeatColumns, seat_columns
from audit.store import query, standing
from audit.store.query import Connection

DEALS = 200_000
"""Deals that are read at once, or little more."""

BLOCK = 2**14
"""Deals that are counted at once: their columns still fit a core's cache, nearly."""

SCHEMA = pa.schema(
    [
        *(("session_id", pa.int32()), ("number", pa.int64()), ("place", pa.int8()), ("person_id", pa.int32())),
        *(("seat", pa.int8()), ("sits_out", pa.bool_()), ("points", pa.int32()), ("tricks", pa.int32())),
        *(("net", pa.int64()), ("won", pa.bool_()), ("complete", pa.bool_())),
        *((name, pa.from_numpy_dtype(column.type_)) for name, column in PACKED.items()),
    ]
)
"""The columns of `core.packed_seats`."""

Rows = npt.NDArray[np.intp]


class Seated(NamedTuple):
    """Who sat in which order of players, by its number in the database."""

    names: Mapping[int, tuple[str, ...]]
    persons: Mapping[int, Sequence[int]]


def seats(connection: Connection, seated: Seated) -> Iterator[pa.Table]:
    """The rows of `core.packed_seats`, some sessions at a time, from a club's database."""
    rules = _rules(connection)
    for first, last in _ranges(connection):
        yield from _of_sessions(connection, seated, rules, first, last)


def _rules(connection: Connection) -> dict[int, Ruleset]:
    """By session, the rules that it was settled by."""
    rows = query.rows(connection, "SELECT session_id, rules, options FROM computed.sessions WHERE settled")
    named: dict[tuple[str, str], Ruleset | None] = {}
    for key in {(rules, options) for _, rules, options in rows}:
        options = [Option(name, value, Place("", 1)) for name, value in json.loads(key[1]).items()]
        named[key] = resolve(key[0], options, Place("", 1)).ruleset
    found = {session: named[rules, options] for session, rules, options in rows}
    return {session: ruleset for session, ruleset in found.items() if ruleset is not None}


def _ranges(connection: Connection) -> Iterator[tuple[int, int]]:
    """Runs of sessions of about `DEALS` deals, by the first and the last number."""
    rows = query.rows(connection, "SELECT session_id, count(*) FROM computed.deals GROUP BY ALL ORDER BY ALL")
    first, deals = None, 0
    for session, count in rows:
        first, deals = session if first is None else first, deals + count
        if deals >= DEALS:
            yield first, session
            first, deals = None, 0
    if first is not None:
        yield first, rows[-1][0]


def _of_sessions(
    connection: Connection, seated: Seated, rules: Mapping[int, Ruleset], first: int, last: int
) -> Iterator[pa.Table]:
    of = standing.deals(connection, first, last)
    if not of.num_rows:
        return
    found = standing.records(connection, first, last, of)
    session = of["session_id"].to_numpy()
    numbers = np.unique(session)
    kinds = {id(rules[number]): rules[number] for number in numbers.tolist() if number in rules}
    kind_of = np.array([id(rules.get(number)) for number in numbers.tolist()])[np.searchsorted(numbers, session)]
    ids, lineup = np.unique(of["lineup_id"].to_numpy(), return_inverse=True)
    names = [seated.names[number] for number in ids.tolist()]
    odd = standing.is_odd(found) | of["decided"].to_numpy()
    odd |= ~np.isin(kind_of, list(kinds))
    columns = standing.columns(of, found, lineup.astype(np.int32), names)
    for key, r in kinds.items():
        odd |= (kind_of == key) & ~_fits(columns, r)
    apart = np.isin(session, np.unique(session[odd]))
    for key, r in kinds.items():
        own = np.flatnonzero((kind_of == key) & ~apart)
        for rows in _blocks(own, session):
            yield _table(of, rows, seat_columns(Gathered(r, columns, rows).batch()), seated)
    if apart.any():
        yield from _plainly(connection, of, np.flatnonzero(apart), seated)


def _fits(columns: DealColumns, r: Ruleset) -> npt.NDArray[np.bool_]:
    """`[deal]`: as many players and tricks as the ruleset has."""
    return np.asarray((columns.lineup_size == r.players) & ~columns.has_trick[r.tricks :].any(axis=0), np.bool_)


def _blocks(rows: Rows, session: npt.NDArray[np.int64]) -> Iterator[Rows]:
    """The rows in blocks of whole sessions."""
    own = session[rows]
    while rows.size:
        end = int(np.searchsorted(own, own[min(BLOCK, rows.size) - 1], "right"))
        yield rows[:end]
        rows, own = rows[end:], own[end:]


def _plainly(connection: Connection, of: pa.Table, rows: Rows, seated: Seated) -> Iterator[pa.Table]:
    """Sessions that the columns do not say all of, or about whose records people decided: record by record."""
    session, number = of["session_id"].to_numpy()[rows], of["number"].to_numpy()[rows]
    row_of = dict(zip(zip(session.tolist(), number.tolist(), strict=True), rows.tolist(), strict=True))
    keys = _keys(connection, set(session.tolist()))
    by_rules = defaultdict(list)
    for one in assemble(record.deal for record in decided_records(connection, keys)).sessions:
        if one.ruleset is not None:
            by_rules[id(one.ruleset)].append(one)
    for own in by_rules.values():
        if (ruleset := own[0].ruleset) is None:
            continue
        batch = gather(ruleset, own)
        ids = [keys[one.key] for one in own]
        place = [
            row_of.get((ids[k], n), -1) for k, n in zip(batch.session.tolist(), batch.number.tolist(), strict=True)
        ]
        known = np.array(place) >= 0
        yield _table(of, np.array(place)[known], _picked(seat_columns(batch), known), seated)


def _keys(connection: Connection, sessions: Iterable[int]) -> dict[Key, int]:
    rows = query.rows(
        connection,
        "SELECT club, session, session_id FROM recorded.named_sessions WHERE session_id IN (SELECT unnest(?))",
        [list(sessions)],
    )
    return {(club, name): number for club, name, number in rows}


def _picked(found: SeatColumns, deals: npt.NDArray[np.bool_]) -> SeatColumns:
    if deals.all():
        return found
    return SeatColumns(
        place=found.place[:, deals],
        seat=found.seat[:, deals],
        complete=found.complete[deals],
        counts={name: values[:, deals] for name, values in found.counts.items()},
        dealt_known=found.dealt_known[:, deals],
        exchange_known=found.exchange_known[:, deals],
    )


# ---------------------------------------------------------------------------------------------------- rows


def _table(of: pa.Table, rows: Rows, found: SeatColumns, seated: Seated) -> pa.Table:
    """The rows of the deals `rows` of the table `of`: all players in one seat, then all in the next."""
    players, n = found.place.shape
    own = of.slice(int(rows[0]), n) if _is_run(rows) else of.take(pa.array(rows))
    place = found.place.ravel()
    plays = np.repeat(np.arange(players) < _playing(players), n)
    lineups, lineup = np.unique(own["lineup_id"].to_numpy(), return_inverse=True)
    persons = np.array([seated.persons[number] for number in lineups.tolist()], np.int32).reshape(-1, players)
    winner = pc.fill_null(own["winner"], NOBODY).to_numpy()
    known = np.tile(found.complete, players) & plays
    columns: dict[str, Any] = {
        "session_id": np.tile(own["session_id"].to_numpy(), players),
        "number": np.tile(own["number"].to_numpy(), players),
        "place": place,
        "person_id": persons[lineup, found.place].ravel(),
        "seat": _where(found.seat.ravel(), found.seat.ravel() != NOBODY),
        "sits_out": ~plays,
        **{name: _of_players(own[name], found.place) for name in ("points", "tricks", "net")},
        "won": _where((winner == found.place).ravel(), np.tile(winner != NOBODY, players)),
        "complete": np.tile(found.complete, players),
    }
    counts = found.counts | _standing(columns["net"], plays, n)
    known_of: dict[str, npt.NDArray[np.bool_]] = {
        "standing": np.ones(place.shape, np.bool_),
        "dealt": known & found.dealt_known.ravel(),
        "exchange": found.exchange_known.ravel(),
    }
    for name, type_ in zip(PACKED, SCHEMA.types[-len(PACKED) :], strict=True):
        values = pack(name, counts)
        there = known_of.get(name, known)
        columns[name] = pa.nulls(place.size, type_) if values is None else _where(values.ravel(), there)
    return pa.table(columns, SCHEMA)


def _standing(net: pa.Array, plays: npt.NDArray[np.bool_], n: int) -> Counts:
    """How many of the others who play came out behind in the deal, in halves (one who is level is half), of how many.

    0 of 0 where a net is not known.
    """
    value = pc.fill_null(net, 0).to_numpy().reshape(-1, n)
    known = np.logical_and(net.is_valid().to_numpy(zero_copy_only=False), plays).reshape(-1, n)
    ahead, opponents = np.zeros(value.shape, np.uint8), np.zeros(value.shape, np.uint8)
    for one in range(value.shape[0]):
        for two in range(value.shape[0]):
            if one != two:
                both = known[one] & known[two]
                opponents[one] += both
                ahead[one] += both & (value[one] >= value[two])
                ahead[one] += both & (value[one] > value[two])
    return {"ahead_halves": ahead, "opponents": opponents}


def _is_run(rows: Rows) -> bool:
    return bool(rows[-1] - rows[0] + 1 == rows.size and (np.diff(rows) == 1).all())


def _playing(players: int) -> int:
    """Four play in every one of these games; a fifth deals and sits out."""
    return min(players, 4)


def _where(values: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> pa.Array:
    return pa.array(values, mask=~known)


def _of_players(column: pa.ChunkedArray, place: npt.NDArray[np.int8]) -> pa.Array:
    """Lists by player, all of one length, as a column by row."""
    players, n = place.shape
    flat = pc.list_flatten(column.combine_chunks())
    at = np.arange(n) * players + place
    return flat.take(pa.array(at.ravel()))
