"""What files say, taken out of a database as the very records that were read; and what names them there."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from audit.choice import Key
from audit.model import Deal, Header
from audit.sessions import content_hash
from audit.store import codec, query
from audit.store.query import Connection

Content = tuple[int, int, str]
"""A session's number, a deal's, and the hash of what is said of it."""

_HEAD = ", ".join(f"headers.{name}" for name in codec.StoredHeader._fields)
_SAID = ", ".join(f"records.{name}" for name in codec.StoredRecord._fields)
_COLUMNS = f"""
    club, session, records.record_id, records.number, records.hash, header_id, lineup_id, lineups.players,
    {_HEAD}, {_SAID}
"""
_PARTS = """
    recorded.records
    JOIN recorded.named_sessions USING (session_id)
    JOIN recorded.headers USING (session_id, header_id)
    JOIN recorded.lineups USING (session_id, lineup_id)
"""
_LIVE = f"""
    SELECT files.name, sources.line, sources.header_line, sources.places, {_COLUMNS}
    FROM {_PARTS}
    JOIN recorded.sources USING (record_id)
    JOIN recorded.live_files AS files USING (file_id)
    WHERE {{condition}}
    QUALIFY row_number() OVER (PARTITION BY record_id ORDER BY files.name, files.sha256, sources.line) = 1
    ORDER BY club, session, records.number, records.hash
"""
_NOWHERE = f"""
    SELECT '' AS name, 0 AS line, 0 AS header_line, NULL AS places, {_COLUMNS}
    FROM {_PARTS}
    WHERE
"""
_UNHASHED = f"""
    {_NOWHERE} session_id IN (SELECT unnest(?)) AND (records.hash IS NULL OR records.content_hash IS NULL)
"""
_OF_SESSIONS = "session_id IN (SELECT unnest(?))"


class LiveRecord(NamedTuple):
    """A record that is in the database, as it stands in the first of its files by name."""

    record_id: int
    deal: Deal


class _Row(NamedTuple):
    """A record out of the database, with the hash that it has there."""

    record_id: int
    deal: Deal
    hash: str | None


def load(connection: Connection, keys: Iterable[Key] | None = None) -> list[LiveRecord]:
    """The records of the sessions `keys` (of all, if left out), none of them twice; by session and number."""
    condition, parameters = "true", []
    if keys is not None:
        condition, parameters = _OF_SESSIONS, [list(session_ids(connection, keys).values())]
    rows = _decoded(query.rows(connection, _LIVE.format(condition=condition), parameters))
    return [LiveRecord(row.record_id, row.deal) for row in _in_order(rows)]


def said(connection: Connection, ids: Iterable[int]) -> Iterator[tuple[int, Deal]]:
    """The records `ids` by number, wherever they stand and whether or not they count."""
    rows = query.rows(connection, f"{_NOWHERE} record_id IN (SELECT unnest(?)) ORDER BY record_id", [list(ids)])
    for row in _decoded(rows):
        yield row.record_id, row.deal


def _in_order(rows: Iterable[_Row]) -> Iterator[_Row]:
    """The records of each deal by hash, which one that came in bulk may not have yet."""

    def full_hash(row: _Row) -> str:
        return row.hash or codec.record_hash(row.deal, codec.encode_header(row.deal.header).hash)

    for _, group in itertools.groupby(
        rows, lambda row: (row.deal.header.club, row.deal.header.session, row.deal.number)
    ):
        own = list(group)
        yield from sorted(own, key=full_hash) if len(own) > 1 else own


def _decoded(rows: Iterable[Sequence[Any]]) -> Iterator[_Row]:
    """The rows of `_LIVE` or `_UNHASHED` as records."""
    headers: dict[tuple[Any, ...], Header] = {}
    seated: dict[int, tuple[str, ...]] = {}
    heads = len(codec.StoredHeader._fields)
    for file, line, header_line, at, club, session, record, number, own_hash, header, lineup, players, *more in rows:
        places = codec.decode_places(line, header_line, at)
        # Deals of one header share the object, as they did when they were read.
        own = (header, file, places.header)
        if own not in headers:
            headers[own] = _header(club, session, more[:heads], file, places)
        if lineup not in seated:
            seated[lineup] = tuple(players)
        said = codec.StoredRecord(*more[heads:])
        yield _Row(record, codec.decode_record(headers[own], number, seated[lineup], said, file, places), own_hash)


def _header(club: str, session: str, columns: Sequence[Any], file: str, places: codec.Places) -> Header:
    stored = codec.StoredHeader(*columns)
    balance = None if stored.carried_balance is None else tuple(stored.carried_balance)
    stored = stored._replace(players=tuple(stored.players), carried_balance=balance)
    return codec.decode_header(club, session, stored, file, places)


# ------------------------------------------------------------------------------------------------- hashes


def ensure_hashes(connection: Connection, sessions: Iterable[int]) -> None:
    """Compute the hashes that heads and records of `sessions` lack, which those that came in bulk do."""
    own = [list(sessions)]
    if not own[0]:
        return
    _hash_headers(connection, own)
    found = []
    hash_of: dict[int, str] = {}
    for row in _decoded(query.rows(connection, _UNHASHED, own)):
        head = row.deal.header
        if id(head) not in hash_of:
            hash_of[id(head)] = codec.encode_header(head).hash
        found.append(
            {
                "record_id": row.record_id,
                "hash": codec.record_hash(row.deal, hash_of[id(head)]),
                "content_hash": content_hash(row.deal),
            }
        )
    _update(connection, "records", "record_id", found)


def _hash_headers(connection: Connection, sessions: Sequence[Any]) -> None:
    rows = query.rows(
        connection,
        f"SELECT header_id, club, session, {_HEAD} FROM recorded.headers JOIN recorded.named_sessions "
        f"USING (session_id) WHERE {_OF_SESSIONS} AND hash IS NULL",
        sessions,
    )
    nowhere = codec.decode_places(0, 0, None)
    found = []
    for header_id, club, session, *columns in rows:
        header = _header(club, session, columns, "", nowhere)
        found.append({"header_id": header_id, "hash": codec.encode_header(header).hash})
    _update(connection, "headers", "header_id", found)


def _update(connection: Connection, table: str, key: str, rows: list[dict[str, Any]]) -> None:
    """Set the other columns of `rows` where `key` is theirs."""
    if not rows:
        return
    values = ", ".join(f"{name} = given.{name}" for name in rows[0] if name != key)
    query.rows_with(
        connection,
        f"UPDATE recorded.{table} SET {values} FROM given WHERE {table}.{key} = given.{key}",
        pa.Table.from_pylist(rows),
    )


# ------------------------------------------------------------------------------------------------- numbers


def records_of(connection: Connection, files: Iterable[int]) -> set[int]:
    """The numbers of the records that stand in `files`."""
    rows = query.rows(
        connection,
        "SELECT DISTINCT record_id FROM recorded.sources WHERE file_id IN (SELECT unnest(?))",
        [list(files)],
    )
    return {row[0] for row in rows}


def by_file(connection: Connection, keys: Iterable[Key]) -> dict[int, list[int]]:
    """By number of a file, the records of the sessions `keys` that stand in it, as often as they do."""
    rows = query.rows(
        connection,
        "SELECT file_id, list(record_id) FROM recorded.sources JOIN recorded.records USING (record_id) "
        "WHERE session_id IN (SELECT unnest(?)) GROUP BY file_id",
        [list(session_ids(connection, keys).values())],
    )
    return dict(rows)


def lineups(connection: Connection, sessions: Sequence[int]) -> dict[tuple[int, tuple[str, ...]], int]:
    """The numbers of the lineups of `sessions`, by session and players."""
    rows = query.rows(
        connection,
        "SELECT session_id, players, lineup_id FROM recorded.lineups WHERE session_id IN (SELECT unnest(?))",
        [list(sessions)],
    )
    return {(session, tuple(players)): lineup for session, players, lineup in rows}


def session_ids(connection: Connection, keys: Iterable[Key]) -> dict[Key, int]:
    """The numbers of the sessions `keys` that there are."""
    wanted = list(keys)
    columns = {"club": [club for club, _ in wanted], "session": [name for _, name in wanted]}
    given = pa.table(columns, pa.schema([("club", pa.string()), ("session", pa.string())]))
    rows = query.rows_with(
        connection,
        "SELECT club, session, session_id FROM recorded.named_sessions JOIN given USING (club, session)",
        given,
    )
    return {(club, session): number for club, session, number in rows}


def live_ids(connection: Connection, keys: Iterable[Key]) -> set[int]:
    """The numbers of the records of the sessions `keys` that stand in a file which counts."""
    rows = query.rows(
        connection,
        "SELECT DISTINCT record_id FROM recorded.records JOIN recorded.sources USING (record_id) "
        "JOIN recorded.live_files USING (file_id) WHERE session_id IN (SELECT unnest(?))",
        [list(session_ids(connection, keys).values())],
    )
    return {row[0] for row in rows}


def contents(connection: Connection, ids: Iterable[int]) -> dict[int, Content]:
    """By number of a record of `ids`: what makes it the deal that it is. Hashes that are lacking are computed."""
    own, found = [list(ids)], "FROM recorded.records WHERE record_id IN (SELECT unnest(?))"
    lacking = query.rows(connection, f"SELECT DISTINCT session_id {found} AND content_hash IS NULL", own)
    ensure_hashes(connection, [row[0] for row in lacking])
    rows = query.rows(connection, f"SELECT record_id, session_id, number, content_hash {found}", own)
    return {record: (session, number, hash_) for record, session, number, hash_ in rows}


def keys_of_records(connection: Connection, ids: Iterable[int]) -> set[Key]:
    """The sessions in which the records `ids` lie."""
    return _keys(connection, "SELECT session_id FROM recorded.records WHERE record_id IN (SELECT unnest(?))", ids)


def keys_of_sessions(connection: Connection, ids: Iterable[int]) -> set[Key]:
    """The sessions of the numbers `ids`."""
    return _keys(connection, "SELECT unnest(?)", ids)


def _keys(connection: Connection, sessions: str, ids: Iterable[int]) -> set[Key]:
    sql = f"SELECT club, session FROM recorded.named_sessions WHERE session_id IN ({sessions})"
    return {(club, session) for club, session in query.rows(connection, sql, [list(ids)])}


def all_keys(connection: Connection) -> list[Key]:
    """Club and name of every session that has a record which counts, by name."""
    rows = query.rows(
        connection,
        "SELECT DISTINCT club, session FROM recorded.named_sessions JOIN recorded.records USING (session_id) "
        "JOIN recorded.sources USING (record_id) JOIN recorded.live_files USING (file_id) ORDER BY ALL",
    )
    return [(club, session) for club, session in rows]
