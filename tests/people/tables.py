"""Clubs with players of given names, as logs and as databases."""

from __future__ import annotations

from pathlib import Path

from store.stores import store

from audit.store import query
from audit.store.connection import reading


def log(
    session: str = "viernes", players: str = "Ana, Benito, Carla, Diego", *, club: str = "Peña", more: str = "",
    deal: str = "", number: int = 1,
) -> str:  # fmt: skip
    """A session with one bare deal; `more` are lines of its head, `deal` lines of the deal."""
    first = players.split(",", maxsplit=1)[0].strip()
    return (
        f"revesino-log 1\nclub: {club}\nsesion: {session}\nfecha: 2024-03-02\nreglas: revesino\n{more}"
        f"jugadores: {players}\n\nreparto {number}\ndador: {first}\npuntos: 3, 10, 20, 10\n{deal}\n"
    )


def put(database: Path, text: str, name: str = "log.rev") -> Path:
    """Store a log; where it is."""
    path = database.parent / name
    path.write_text(text, encoding="utf-8")
    store(database, path)
    return path


def texts(database: Path) -> str:
    """All that a database says, table by table, as text; bytes by their letters."""
    with reading(database) as connection:
        names = query.rows(
            connection,
            "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
            "WHERE database_name = current_database() AND NOT internal",
        )
        return "\n".join(str(query.rows(connection, f"FROM {name}")) for (name,) in names)
