"""A block of rows for a database: whole sessions, what their records say and what was computed of them.

Nothing here knows DuckDB: worker processes make blocks, and `bulk` puts them in.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True)
class Block:
    """Rows of new sessions, as `shapes` has their columns; a column that may be null may be missing.

    A row's number is its place in its own table, from 0; other tables name it by that, as `session`, `header`, `lineup`
    and `record`. Every table should have its rows by session, so that those of a session lie together in the
    database. The rows of a table whose `session` is known already are left out.
    """

    sessions: pa.Table
    """`shapes.SESSIONS`: each club and session once."""
    headers: pa.Table
    """`shapes.HEADERS`; `hash` null or missing: computed when somebody needs it."""
    lineups: pa.Table
    """`shapes.LINEUPS`: each order of players once in its session."""
    records: pa.Table
    """`shapes.RECORDS` and `shapes.SOURCES`: a record, with the place where it stands in the file. `hash` and
    `content_hash` null or missing: computed when somebody needs them. `places` null or missing: the record stands on
    `line`, its header on `header_line`, whole. No record may say the same as another."""
    computed_sessions: pa.Table
    """`shapes.COMPUTED["sessions"]`, as the following are of that name: what `columns.tables` makes."""
    computed_players: pa.Table
    computed_deals: pa.Table
    """`record` is a place among `records`, `lineup` one among `lineups`."""
    computed_ledger: pa.Table
    computed_claims: pa.Table
    computed_findings: pa.Table
