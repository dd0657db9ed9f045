"""The form of a database: an older file is brought up, a newer one refused, nothing but ours is touched."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import duckdb
import pytest
from store.stores import ROOT, SAMPLES, store, tables

from audit.club.judging import audited
from audit.club.status import status
from audit.refusal import Refused
from audit.service import audit
from audit.store import query, schema
from audit.store.connection import CONFIG, reading, writing

OLD = Path(__file__).parent / "v1.duckdb"
OLD_LOGS = ("2024-03-09-casino-cuentas-mal.rev", "2024-09-07-circulo-acta.rev")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLD, tmp_path / "old.duckdb"))


def describe(path: Path) -> list[tuple[object, ...]]:
    with reading(path) as connection:
        return query.rows(
            connection,
            "SELECT schema_name, table_name, column_name, data_type, is_nullable FROM duckdb_columns() "
            "WHERE database_name = current_database() AND NOT internal ORDER BY ALL",
        )


def test_the_old_file_is_of_the_first_schema() -> None:
    connection = duckdb.connect(str(OLD), read_only=True, config=CONFIG)
    assert schema.version_of(connection) == 1 < schema.newest()
    connection.close()


def test_a_file_of_an_older_tool_is_read_and_brought_up(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)
    assert list(audited(old).sessions()) == list(audit(OLD_LOGS).sessions())
    with reading(old) as connection:
        assert schema.version_of(connection) == schema.newest()
    assert store(old, *OLD_LOGS).event is None
    assert status(old).broken == ()


def test_a_file_brought_up_is_as_one_that_is_new(old: Path, tmp_path: Path) -> None:
    store(tmp_path / "new.duckdb", *(SAMPLES / name for name in OLD_LOGS))
    assert describe(old) == describe(tmp_path / "new.duckdb")
    assert tables(old) == tables(tmp_path / "new.duckdb")


def test_a_newer_file_is_refused_and_left_alone(old: Path) -> None:
    connection = duckdb.connect(str(old), config=CONFIG)
    query.run(connection, "UPDATE log.store SET schema_version = 99")
    connection.close()
    before = old.read_bytes()
    for use in (lambda: audited(old), lambda: store(old, SAMPLES)):
        with pytest.raises(Refused, match="newer"):
            use()
    assert old.read_bytes() == before


def test_a_database_of_others_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.duckdb"
    connection = duckdb.connect(str(path))
    query.run(connection, "CREATE TABLE theirs (a INTEGER)")
    connection.close()
    with pytest.raises(Refused, match="not-ours"):
        store(path, SAMPLES)
    connection = duckdb.connect(str(path), read_only=True)
    assert query.rows(connection, "SELECT table_name FROM duckdb_tables()") == [("theirs",)]
    connection.close()


@pytest.mark.parametrize("content", [b"hello", b"\0" * 20_000], ids=["text", "zeros"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "note.txt"
    path.write_bytes(content)
    with pytest.raises(Refused, match="not-ours"):
        store(path, SAMPLES)
    assert path.read_bytes() == content


def test_an_empty_file_is_a_database_that_is_not_there_yet(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    path.touch()
    with pytest.raises(Refused, match="missing"):
        audited(path)
    assert store(path, SAMPLES).event == 1


def test_what_a_run_killed_while_making_a_database_has_left_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    (tmp_path / "club.duckdb.new").write_bytes(b"half a database")
    assert store(path, SAMPLES).event == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["club.duckdb", "club.duckdb.snapshots"]


def test_missing_folder_and_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no-folder"):
        store(tmp_path / "no" / "club.duckdb", SAMPLES)
    with pytest.raises(Refused, match="folder"):
        store(tmp_path, SAMPLES)
    with pytest.raises(Refused, match="missing"):
        audited(tmp_path / "club.duckdb")


def test_migrations_are_numbered_without_gaps() -> None:
    assert [one.version for one in schema.migrations()] == list(range(1, schema.newest() + 1))


@pytest.mark.parametrize("path", sorted((ROOT / "sql").rglob("*.sql")), ids=lambda path: path.name)
def test_every_sql_file_says_its_grain(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("-- ")
    assert re.search(r"-- Grain", text)


def test_a_change_that_fails_leaves_all_as_it_was(tmp_path: Path) -> None:
    """asks 5: what fails half-way leaves nothing, and the retry stores."""
    path = tmp_path / "club.duckdb"

    def half_way() -> None:
        with writing(path) as writer:
            query.run(writer.connection, "INSERT INTO recorded.clubs VALUES (1, 'half')")
            writer.changed = True
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_way()
    assert store(path, SAMPLES).new > 0
    assert "half" not in {row[0] for row in tables(path)["sessions"].rows}
