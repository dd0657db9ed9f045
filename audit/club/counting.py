"""What players did in the deals of a database, counted by the one engine: the rows of `core.packed_seats`."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from audit.acts.acts import Counts
from audit.acts.packing import PACKED, pack
from audit.acts.seats import SeatColumns, seat_columns
from audit.bulk.batch import Gathered
from audit.club.judging import decided_records
from audit.facts import NOBODY
from audit.gather import gather
from audit.house_rules import resolve
from audit.logs.bulk.columns import DealColumns
from audit.model import Option, Place
from audit.processes import on_all_cores
from audit.ruleset import Ruleset
from audit.sessions import Session, assemble
from audit.store import standing
from audit.store.query import Connection

DEALS = 100_000
"""Deals that are read at once, or little more; more of them are counted by all cores."""

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
Mask = npt.NDArray[np.bool_]

NO_RULES = -1
"""In the place of a place in `Rules.kinds`."""


class Seated(NamedTuple):
    """Who sat in which order of players, by its number in the database."""

    names: tuple[str, ...]
    persons: Sequence[int]


class Rules(NamedTuple):
    """The rules that sessions were settled by."""

    kinds: Sequence[Ruleset]
    of: Mapping[int, int]
    """By session, a place in `kinds`; a session without rules is not in it."""


def seats(connection: Connection, seated: Mapping[int, Seated]) -> Iterator[pa.Table]:
    """The rows of `core.packed_seats`, some sessions at a time, from a club's database."""
    sizes, waiting = standing.sizes(connection), deque[pa.Table]()

    def portions() -> Iterator[Portion]:
        for first, last in standing.runs(sizes, DEALS):
            of = standing.deals(connection, first, last)
            if of.num_rows:
                waiting.append(of)
                yield Portion(of, standing.records(connection, first, last, of))

    many = sum(deals for _, deals in sizes) > DEALS
    for tables, apart in on_all_cores(_Counting, (seated, _rules(connection)), portions(), pays=many):
        yield from tables
        of = waiting.popleft()
        if apart.size:
            yield from _plainly(connection, of, apart, seated)


class Portion(NamedTuple):
    """Whole sessions, as the database has them."""

    deals: pa.Table
    records: pa.Table


class _Counting:
    """Counts deals that come as columns."""

    def __init__(self, given: tuple[Mapping[int, Seated], Rules]) -> None:
        self._seated, self._rules = given

    def __call__(self, portion: Portion) -> tuple[list[pa.Table], Rows]:
        """The rows of a portion, and the places of the deals in it that have to be counted record by record."""
        of, found = portion
        seated, rules = self._seated, self._rules
        session = of["session_id"].to_numpy()
        numbers, at = np.unique(session, return_inverse=True)
        kind = np.array([rules.of.get(number, NO_RULES) for number in numbers.tolist()])[at]
        ids, lineup = np.unique(of["lineup_id"].to_numpy(), return_inverse=True)
        names = [seated[number].names for number in ids.tolist()]
        columns = standing.columns(of, found, lineup.astype(np.int32), names)
        apart = np.isin(session, np.unique(session[_is_odd(of, found, columns, kind, rules)]))
        tables = []
        for place in np.unique(kind[~apart]).tolist():
            for rows in _blocks(np.flatnonzero((kind == place) & ~apart), session):
                counted = seat_columns(Gathered(rules.kinds[place], columns, rows).batch())
                tables.append(_table(of, rows, counted, seated))
        return tables, np.flatnonzero(apart)


def _rules(connection: Connection) -> Rules:
    rows = standing.rulesets(connection)
    kinds: list[Ruleset] = []
    place_of: dict[tuple[str, str], int] = {}
    for name, options in sorted({(name, options) for _, name, options in rows}):
        given = [Option(option, value, Place("", 1)) for option, value in json.loads(options).items()]
        if (ruleset := resolve(name, given, Place("", 1)).ruleset) is not None:
            place_of[name, options] = len(kinds)
            kinds.append(ruleset)
    return Rules(
        kinds,
        {session: place_of[name, options] for session, name, options in rows if (name, options) in place_of},
    )


def _is_odd(of: pa.Table, found: pa.Table, columns: DealColumns, kind: npt.NDArray[Any], rules: Rules) -> Mask:
    """`[deal]`: its columns are not all that it is.

    They do not hold all that the record says of the play; or people decided something about the record; or it has
    other players or more tricks than the ruleset has; or its session has no rules.
    """
    odd = standing.is_odd(found) | of["decided"].to_numpy() | (kind == NO_RULES)
    for place in np.unique(kind[kind != NO_RULES]).tolist():
        odd |= (kind == place) & ~_fits(columns, rules.kinds[place])
    return np.asarray(odd, np.bool_)


def _fits(columns: DealColumns, r: Ruleset) -> Mask:
    """`[deal]`: as many players and tricks as the ruleset has."""
    return np.asarray((columns.lineup_size == r.players) & ~columns.has_trick[r.tricks :].any(axis=0), np.bool_)


def _blocks(rows: Rows, session: npt.NDArray[np.int64]) -> Iterator[Rows]:
    """The rows in blocks of whole sessions."""
    own = session[rows]
    while rows.size:
        end = int(np.searchsorted(own, own[min(BLOCK, rows.size) - 1], "right"))
        yield rows[:end]
        rows, own = rows[end:], own[end:]


def _plainly(connection: Connection, of: pa.Table, rows: Rows, seated: Mapping[int, Seated]) -> Iterator[pa.Table]:
    """Sessions that the columns do not say all of, or about whose records people decided: record by record."""
    session, number = of["session_id"].to_numpy()[rows], of["number"].to_numpy()[rows]
    row_of = dict(zip(zip(session.tolist(), number.tolist(), strict=True), rows.tolist(), strict=True))
    keys = {(club, name): id_ for club, name, id_ in standing.names(connection, set(session.tolist()))}
    by_rules: dict[int, tuple[Ruleset, list[Session]]] = {}
    for one in assemble(record.deal for record in decided_records(connection, keys)).sessions:
        if one.ruleset is not None:
            by_rules.setdefault(id(one.ruleset), (one.ruleset, []))[1].append(one)
    for ruleset, own in by_rules.values():
        batch = gather(ruleset, own)
        ids = [keys[one.key] for one in own]
        place = [
            row_of.get((ids[k], n), -1) for k, n in zip(batch.session.tolist(), batch.number.tolist(), strict=True)
        ]
        known = np.array(place) >= 0
        yield _table(of, np.array(place)[known], _picked(seat_columns(batch), known), seated)


def _picked(found: SeatColumns, deals: Mask) -> SeatColumns:
    if deals.all():
        return found
    return SeatColumns(
        seats=found.seats,
        place=found.place[:, deals],
        seat=found.seat[:, deals],
        complete=found.complete[deals],
        counts={name: values[:, deals] for name, values in found.counts.items()},
        dealt_known=found.dealt_known[:, deals],
        exchange_known=found.exchange_known[:, deals],
    )


# ---------------------------------------------------------------------------------------------------- rows


def _table(of: pa.Table, rows: Rows, found: SeatColumns, seated: Mapping[int, Seated]) -> pa.Table:
    """The rows of the deals `rows` of the table `of`: all players in one seat, then all in the next."""
    players, n = found.place.shape
    own = of.slice(int(rows[0]), n) if _is_run(rows) else of.take(pa.array(rows))
    place = found.place.ravel()
    plays = np.repeat(np.arange(players) < found.seats, n)
    lineups, lineup = np.unique(own["lineup_id"].to_numpy(), return_inverse=True)
    persons = np.array([seated[number].persons for number in lineups.tolist()], np.int32).reshape(-1, players)
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
    counts = found.counts | _ahead(columns["net"], plays, n)
    known_of: dict[str, Mask] = {
        "ahead": np.ones(place.shape, np.bool_),
        "dealt": known & found.dealt_known.ravel(),
        "exchange": found.exchange_known.ravel(),
    }
    for name in PACKED:
        values, type_ = pack(name, counts), SCHEMA.field(name).type
        there = known_of.get(name, known)
        columns[name] = pa.nulls(place.size, type_) if values is None else _where(values.ravel(), there)
    return pa.table(columns, SCHEMA)


def _ahead(net: pa.Array, plays: Mask, n: int) -> Counts:
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


def _where(values: npt.NDArray[Any], known: Mask) -> pa.Array:
    return pa.array(values, mask=~known)


def _of_players(column: pa.ChunkedArray, place: npt.NDArray[np.int8]) -> pa.Array:
    """Lists by player, all of one length, as a column by row."""
    players, n = place.shape
    flat = pc.list_flatten(column.combine_chunks())
    at = np.arange(n) * players + place
    return flat.take(pa.array(at.ravel()))
