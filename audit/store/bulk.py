"""Blocks of rows into a database: whole columns at once, and nothing done deal by deal.

For logs of millions of deals. What a block says of sessions that are new goes in as it is; sessions that the database
has already are named, and left to `records.add_deals`, which looks at each of their deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from audit.choice import Key
from audit.store import query, shapes
from audit.store.block import Block
from audit.store.query import Connection


@dataclass(frozen=True)
class BlockIds:
    """Which numbers the rows of a block have in the database: a row's place in its table, counted on from the first."""

    first_session: int
    first_header: int
    first_lineup: int
    first_record: int
    records: int
    """How many were put in."""
    known_sessions: tuple[tuple[int, Key], ...]
    """The sessions, by place in the block, that the database had already: none of their rows was put in."""


class BulkWriter:
    """Puts blocks in, one after the other, within one transaction.

    It counts the numbers of rows by itself: while it is used nobody else may add rows to `recorded.*`; make another one
    after `records.add_deals`.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._clubs: dict[str, int] = dict(query.rows(connection, "SELECT name, club_id FROM recorded.clubs"))
        self._next = {
            name: query.number(connection, f"SELECT coalesce(max({name}_id), 0) + 1 FROM recorded.{name}s")
            for name in ("club", "session", "header", "lineup", "record")
        }

    def add_block(self, file_id: int | npt.NDArray[np.int64], block: Block, apart: Sequence[int] = ()) -> BlockIds:
        """Put the rows of `block` in, whose records stand in the file `file_id`, or each in its own of these.

        The sessions at the places `apart` are left out as if they were known.
        The first numbers of its rows, and the sessions that were there before. Raises `ValueError` for a session that
        is twice in the block, and DuckDB's errors for rows that a table cannot hold.
        """
        first = {name: self._take(name, rows) for name, rows in _rows(block).items()}
        clubs = self._club_ids(block.sessions)
        known = self._known(block.sessions, clubs, apart)
        fresh = np.ones(block.sessions.num_rows, np.bool_)
        fresh[[place for place, _ in known]] = False

        def numbered(rows: pa.Table, name: str) -> pa.Table:
            numbers = np.arange(first[name], first[name] + rows.num_rows)
            return rows.append_column(f"{name}_id", pa.array(numbers))

        def insert(table: str, rows: pa.Table) -> int:
            if known:
                rows = rows.filter(pa.array(fresh[rows["session"].to_numpy()]))
            if table == "recorded.sources":
                rows = rows.drop_columns("session")
            query.insert_table(self._connection, table, rows, first)
            return int(rows.num_rows)

        sessions = {"session": np.arange(len(clubs)), "club_id": clubs, "name": block.sessions["session"]}
        insert("recorded.sessions", pa.table(sessions))
        insert("recorded.headers", numbered(block.headers, "header"))
        insert("recorded.lineups", numbered(block.lineups, "lineup"))
        places = [name for name in shapes.SOURCES.names if name in block.records.column_names]
        records = numbered(block.records, "record")
        count = insert("recorded.records", records.drop_columns(places))
        files = pa.array(np.broadcast_to(file_id, records.num_rows))
        insert("recorded.sources", records.select(["session", "record_id", *places]).append_column("file_id", files))
        for name in shapes.COMPUTED:
            insert(f"computed.{name}", getattr(block, f"computed_{name}"))
        return BlockIds(
            first_session=first["session"],
            first_header=first["header"],
            first_lineup=first["lineup"],
            first_record=first["record"],
            records=count,
            known_sessions=tuple(known),
        )

    def _take(self, name: str, rows: int) -> int:
        """The first of so many new numbers."""
        found = self._next[name]
        self._next[name] = found + rows
        return found

    def _club_ids(self, sessions: pa.Table) -> pa.Array:
        """The number of each session's club; new clubs are put in."""
        clubs = pc.dictionary_encode(sessions["club"].combine_chunks())
        names: list[str] = clubs.dictionary.to_pylist()
        fresh = [name for name in names if name not in self._clubs]
        numbers = range(self._take("club", len(fresh)), self._next["club"])
        query.insert(self._connection, "recorded.clubs", {"club_id": list(numbers), "name": fresh})
        self._clubs |= dict(zip(fresh, numbers, strict=True))
        return pa.array([self._clubs[name] for name in names], pa.int32()).take(clubs.indices)

    def _known(self, sessions: pa.Table, clubs: pa.Array, apart: Sequence[int]) -> list[tuple[int, Key]]:
        """The sessions that the database has, and those `apart`: place and key."""
        given = pa.table({"place": np.arange(sessions.num_rows), "club_id": clubs, "name": sessions["session"]})
        if given.group_by(["club_id", "name"]).aggregate([]).num_rows != given.num_rows:
            raise ValueError("a session is twice in the block")
        found: Sequence[tuple[int]] = query.rows_with(
            self._connection,
            "SELECT place FROM given JOIN recorded.sessions USING (club_id, name) ORDER BY place",
            given,
        )
        places = sorted({*(row[0] for row in found), *apart})
        keys = sessions.take(pa.array(places, pa.int64())).to_pylist()
        return [(place, (key["club"], key["session"])) for place, key in zip(places, keys, strict=True)]


def _rows(block: Block) -> dict[str, int]:
    """How many rows there are of what is numbered."""
    tables = {"session": block.sessions, "header": block.headers, "lineup": block.lineups, "record": block.records}
    return {name: table.num_rows for name, table in tables.items()}
