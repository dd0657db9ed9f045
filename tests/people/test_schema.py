"""The fourth schema: a database of the third is brought up, and says what it said."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
from people.tables import log, put
from store.stores import tables

from audit.club.mergings import merge
from audit.store import query, schema
from audit.store.connection import CONFIG, reading

NEW = ("VIEW ruled.people", "TABLE ruled.aliases", "TABLE ruled.secret", "TABLE ruled.forgotten")


def as_of_version_3(path: Path) -> None:
    """Take away what the fourth schema added."""
    shutil.rmtree(path.with_name(path.name + ".snapshots"))
    connection = duckdb.connect(str(path), config=CONFIG)
    for what in NEW:
        query.run(connection, f"DROP {what}")
    query.run(connection, "UPDATE log.store SET schema_version = 3")
    connection.close()


def columns(path: Path) -> list[object]:
    with reading(path) as connection:
        sql = (
            "SELECT schema_name, table_name, column_name, data_type, is_nullable FROM duckdb_columns() "
            "WHERE database_name = current_database() AND NOT internal ORDER BY ALL"
        )
        return query.rows(connection, sql)


def test_a_database_of_the_third_schema_is_brought_up(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log("lunes"), "a.rev")
    put(path, log("martes", "Anita, Benito, Carla, Diego"), "b.rev")
    before, as_new = tables(path), columns(path)
    as_of_version_3(path)
    assert tables(path) == before
    assert columns(path) == as_new
    with reading(path) as connection:
        assert schema.version_of(connection) == schema.newest() >= 4
    assert merge(path, "Anita", "Ana").final == "Ana"


def test_the_view_counts_each_name_once_and_ends_at_one_person(tmp_path: Path) -> None:
    """What `sql/schema/0004_people.sql` promises, over chains, mergings taken back and two clubs."""
    path = tmp_path / "club.duckdb"
    put(path, log())
    connection = duckdb.connect(str(path), config=CONFIG)
    values = [
        (1, 1, "a", "b", None),
        (2, 1, "b", "c", None),
        (3, 1, "c", "d", 9),
        (4, 2, "a", "d", None),
        (5, 1, "e", "c", None),
    ]
    for event, club, name, person, undone in values:
        query.run(
            connection, "INSERT INTO ruled.aliases VALUES (?, ?, ?, ?, '', '', ?)", [event, club, name, person, undone]
        )
    found = query.rows(connection, "FROM ruled.people ORDER BY ALL")
    connection.close()
    assert found == [(1, "a", "c"), (1, "b", "c"), (1, "e", "c"), (2, "a", "d")]
