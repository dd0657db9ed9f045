"""Tables that are handed out: those of the database, and the marts of its statistics."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from audit.club import statistics
from audit.store import exports
from audit.store.connection import reading


def tables() -> list[str]:
    """The tables that `export` knows."""
    return sorted({*exports.names(), *statistics.names()})


def export(database: Path, name: str, season_begins: str | None = None) -> pa.Table:
    """A table. Raises `Refused` when there is none of that name, or the database cannot be read."""
    if name in exports.names():
        with reading(database) as connection:
            return exports.arrow(connection, name)
    return statistics.table(database, name, season_begins, known=tables())
