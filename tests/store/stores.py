"""Databases for tests: made from logs, taken apart for comparison."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from audit.club.importing import Stored, import_logs
from audit.store import exports, query
from audit.store.connection import reading

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "sample_logs"
CONTENT = (
    "computed.sessions",
    "computed.players",
    "computed.deals",
    "computed.ledger",
    "computed.claims",
    "computed.findings",
)


def store(database: Path, *paths: str | Path) -> Stored:
    """Import the logs at `paths` into `database`."""
    return import_logs(database, list(paths)).stored


def tables(database: Path) -> dict[str, Any]:
    """What the database hands out: every export, whole."""
    with reading(database) as connection:
        return {name: exports.table(connection, name) for name in exports.names()}


def rows(database: Path, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
    """The rows of a query."""
    with reading(database) as connection:
        return query.rows(connection, sql, parameters)


def count(database: Path, table: str) -> int:
    """How many rows a table has."""
    return int(rows(database, f"SELECT count(*) FROM {table}")[0][0])


def counts(database: Path) -> dict[str, int]:
    """How many rows each table has."""
    with reading(database) as connection:
        names = query.rows(
            connection,
            "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
            "WHERE database_name = current_database() AND NOT internal ORDER BY ALL",
        )
        return {name: query.number(connection, f"SELECT count(*) FROM {name}") for (name,) in names}


def session_log(name: str, deals: str, *, club: str = "Club", rules: str = "revesino", more: str = "") -> str:
    """A session of four players in the text form."""
    return (
        f"revesino-log 1\nclub: {club}\nsesion: {name}\nfecha: 2024-03-02\nreglas: {rules}\n{more}"
        f"jugadores: Ana, Benito, Carla, Diego\n\n{deals}"
    )


def bare(number: int, points: str = "3, 10, 20, 10", extra: str = "") -> str:
    """A bare score line."""
    dealer = ("Ana", "Benito", "Carla", "Diego")[(number - 1) % 4]
    return f"reparto {number}\ndador: {dealer}\npuntos: {points}\n{extra}\n"
