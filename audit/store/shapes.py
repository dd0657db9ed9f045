"""The columns of the large tables as Arrow types, by the names that a block of rows has them under.

A block counts its own sessions, heads, lineups and records from 0; where the database has `session_id`, a block has
`session`, the place of the session among its own. This module does not know DuckDB: worker processes fill these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

BIG, INT, TINY, CARD, TEXT = pa.int64(), pa.int32(), pa.int8(), pa.uint8(), pa.string()

EXCHANGE = pa.struct([("player", TINY), ("discard", CARD), ("take", CARD)])
PAYMENT = pa.struct([("trick", TINY), ("payer", TINY), ("payee", TINY), ("amount", BIG), ("label", TEXT)])

SESSIONS = pa.schema([("club", TEXT), ("session", TEXT)])

HEADERS = pa.schema(
    [
        ("session", BIG),
        ("hash", TEXT),
        ("date", TEXT),
        ("rules", TEXT),
        ("options", TEXT),
        ("players", pa.list_(TEXT)),
        ("carried_fondo", BIG),
        ("carried_balance", pa.list_(BIG)),
        ("rest", TEXT),
    ]
)

LINEUPS = pa.schema([("session", BIG), ("players", pa.list_(TEXT))])

SAID = pa.schema(
    [
        ("plays", pa.binary()),
        ("dealer", TINY),
        ("hands", pa.list_(pa.list_(CARD))),
        ("stock", pa.list_(CARD)),
        ("exchanges", pa.list_(EXCHANGE)),
        ("napolitana", TINY),
        ("espagnolette", TINY),
        ("revesino", TINY),
        ("points", pa.list_(BIG)),
        ("tricks", pa.list_(BIG)),
        ("trick_winners", pa.list_(TINY)),
        ("winner", TINY),
        ("payments", pa.list_(PAYMENT)),
        ("fondo_start", BIG),
        ("fondo_end", BIG),
        ("net", pa.list_(BIG)),
        ("balance", pa.list_(BIG)),
        ("note", TEXT),
        ("rest", pa.binary()),
    ]
)
"""What a record says, as `codec.StoredRecord` has it; null: not recorded."""

HASHES = pa.schema([("hash", TEXT), ("content_hash", TEXT)])

RECORDS = pa.unify_schemas(
    [pa.schema([("session", BIG), ("header", BIG), ("lineup", BIG), ("number", BIG)]), HASHES, SAID]
)

SOURCES = pa.schema([("line", BIG), ("header_line", BIG), ("places", pa.binary())])

_DEAL = [("session", BIG), ("number", BIG), ("version", INT)]

COMPUTED: Mapping[str, pa.Schema] = {
    "sessions": pa.schema(
        [
            ("session", BIG),
            ("date", TEXT),
            ("rules", TEXT),
            ("options", TEXT),
            ("rules_hash", TEXT),
            ("settled", pa.bool_()),
            ("heads_differ", pa.bool_()),
            ("known", BIG),
            ("assumptions", pa.list_(TEXT)),
        ]
    ),
    "players": pa.schema([("session", BIG), ("place", INT), ("player", TEXT), ("final_balance", BIG)]),
    "deals": pa.schema(
        [
            *_DEAL,
            ("record", BIG),
            ("lineup", BIG),
            ("status", pa.dictionary(TINY, TEXT)),
            ("dealer", TINY),
            ("winner", TINY),
            ("points", pa.list_(INT)),
            ("tricks", pa.list_(INT)),
            ("trick_winners", pa.list_(TINY)),
            ("net", pa.list_(BIG)),
            ("fondo_start", BIG),
            ("fondo_end", BIG),
            ("has_ledger", pa.bool_()),
            ("decisions", pa.list_(BIG)),
            ("confirmed", pa.list_(INT)),
        ]
    ),
    "ledger": pa.schema(
        [
            *_DEAL,
            ("entry", INT),
            ("trick", TINY),
            ("rule", pa.dictionary(pa.int16(), TEXT)),
            ("payer", TINY),
            ("payee", TINY),
            ("amount", BIG),
        ]
    ),
    "claims": pa.schema(
        [
            *_DEAL,
            ("claim", INT),
            ("kind", TEXT),
            ("player", TEXT),
            ("trick", INT),
            ("payer", TEXT),
            ("payee", TEXT),
            ("recorded", BIG),
            ("recorded_player", TEXT),
            ("computed", BIG),
            ("computed_player", TEXT),
            ("verdict", TEXT),
            ("rule", TEXT),
            ("reason", TEXT),
            ("carried_from", BIG),
        ]
    ),
    "findings": pa.schema(
        [
            *_DEAL,
            ("finding", INT),
            ("code", TEXT),
            ("severity", TEXT),
            ("player", TEXT),
            ("trick", INT),
            ("card", TEXT),
            ("line", BIG),
            ("rule", TEXT),
            ("params", TEXT),
        ]
    ),
}
"""By table of `computed.*`, its columns. Lists by player have a value a seat of the lineup, `trick_winners` one a trick
of the ruleset, `confirmed` one a kind of `audit.compare.claims.KINDS`."""

SAME: Mapping[str, int] = dict.fromkeys(("session", "header", "lineup", "record"), 0)
"""What to add to the numbers of rows that name them as the database does."""


def table(schema: pa.Schema, columns: Mapping[str, Any]) -> pa.Table:
    """A table of the columns of `schema` that are given, as Arrow arrays, as arrays of integers (masked: null) or as
    lists of Python's values. Raises `pyarrow.ArrowInvalid` for a value that its type cannot hold.
    """
    fields = [schema.field(name) for name in schema.names if name in columns]
    return pa.Table.from_arrays([_array(columns[one.name], one.type) for one in fields], schema=pa.schema(fields))


def _array(column: Any, type_: pa.DataType) -> pa.Array:
    if isinstance(column, (pa.Array, pa.ChunkedArray)):
        return column if column.type == type_ else column.cast(type_)
    if isinstance(column, np.ma.MaskedArray):
        return pa.array(column.data, mask=np.ma.getmaskarray(column)).cast(type_)
    if isinstance(column, np.ndarray) and column.dtype != object:
        return pa.array(column).cast(type_)
    if pa.types.is_dictionary(type_):
        return pa.array(column, type_.value_type).dictionary_encode().cast(type_)
    return pa.array(column, type_)


def from_rows(schema: pa.Schema, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """The same from rows that have all columns of `schema`."""
    return table(schema, {name: [row[name] for row in rows] for name in schema.names})
