"""What the third schema cannot take over by SQL alone: records and places, of which the second had all in one value."""

from __future__ import annotations

import msgspec
import pyarrow as pa

from audit.model import Header, Place
from audit.store import codec, query, shapes
from audit.store.query import Connection

_ROWS = 20_000
"""Records that are re-encoded together."""

_HEADER = Header(club="", session="", rules="", place=Place("", 0))
"""Of no account: what a record says does not depend on it."""


def fill(connection: Connection) -> None:
    """Put records and sources, set aside in `second_schema`, into their tables, and drop what is aside."""
    last = query.number(connection, "SELECT coalesce(max(record_id), 0) FROM second_schema.records")
    for first in range(1, last + 1, _ROWS):
        own = [first, first + _ROWS - 1]
        _records(connection, own)
        _sources(connection, own)
    aside = query.rows(
        connection,
        "SELECT table_name FROM duckdb_tables() "
        "WHERE database_name = current_database() AND schema_name = 'second_schema'",
    )
    for (table,) in aside:
        # With CASCADE, DuckDB would not commit rows that this very transaction has put into them.
        query.run(connection, f"DROP TABLE second_schema.{table}")
    query.run(connection, "DROP SCHEMA second_schema")


def _records(connection: Connection, own: list[int]) -> None:
    rows = query.rows(
        connection,
        "SELECT record_id, session_id, number, header_id, lineup_id, hash, content_hash, players, plays, rest "
        "FROM second_schema.records JOIN recorded.lineups USING (session_id, players) "
        "WHERE record_id BETWEEN ? AND ? ORDER BY record_id",
        own,
    )
    names = ("record", "session", "number", "header", "lineup", "hash", "content_hash")
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    stored = [_recoded(row[2], tuple(players), plays, rest) for *row, players, plays, rest in rows]
    said = {name: [getattr(one, name) for one in stored] for name in codec.StoredRecord._fields}
    schema = pa.unify_schemas([pa.schema([("record", shapes.BIG)]), shapes.RECORDS])
    query.insert_table(connection, "recorded.records", shapes.table(schema, {**columns, **said}), shapes.SAME)


def _recoded(number: int, players: tuple[str, ...], plays: bytes, rest: bytes) -> codec.StoredRecord:
    """A record of which everything but the plays was in one value."""
    said = msgspec.msgpack.decode(rest, type=codec.Said)
    whole = codec.StoredRecord(plays, rest=msgspec.msgpack.encode(codec.Rest(whole=said)))
    nowhere = codec.decode_places(0, 0, None)
    return codec.encode_record(codec.decode_record(_HEADER, number, players, whole, "", nowhere))


def _sources(connection: Connection, own: list[int]) -> None:
    rows = query.rows(
        connection,
        "SELECT record_id, file_id, line, places FROM second_schema.sources WHERE record_id BETWEEN ? AND ? "
        "ORDER BY record_id, file_id, line",
        own,
    )
    found = [(*row[:2], *codec.shortened(msgspec.msgpack.decode(row[3], type=codec.Places))) for row in rows]
    names = ("record_id", "file_id", *codec.Where._fields)
    query.insert(connection, "recorded.sources", {name: [row[k] for row in found] for k, name in enumerate(names)})
