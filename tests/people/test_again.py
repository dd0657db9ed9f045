"""After somebody was forgotten: the same logs again, runs that were killed, readers, and what the proof is worth."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from people.tables import log, put, texts
from store.stores import SAMPLES, counts, rows, store, tables
from support import revesino

from audit import logs
from audit.club.forgetting import forget
from audit.club.status import status
from audit.club.volume import import_volume
from audit.logs.service import content
from audit.people.words import replacement
from audit.ruleset import pack_of
from audit.store import query, rewriting, snapshots
from audit.store.connection import reading, writing
from audit.store.erasing.read_back import OWN_WORDS, PACKED, read_back
from audit.store.erasing.scan import files_of, scan

CASINO = sorted(SAMPLES.glob("*casino*"))
FERMIN = "Fermín"


@pytest.fixture(scope="module")
def forgotten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples of one club, stored, and a player forgotten."""
    path = tmp_path_factory.mktemp("casino") / "club.duckdb"
    store(path, *CASINO)
    forget(path, FERMIN)
    return path


@pytest.fixture
def database(forgotten: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(forgotten, tmp_path / "club.duckdb"))


# ------------------------------------------------------------------------------------------- the same logs


def test_the_very_files_add_nothing(database: Path) -> None:
    assert store(database, *CASINO).event is None


@pytest.mark.parametrize("form", ["rev", "jsonl", "parquet"])
@pytest.mark.parametrize("in_bulk", [False, True], ids=["plain", "bulk"])
def test_in_another_form_they_add_no_record(form: str, in_bulk: bool, database: Path, tmp_path: Path) -> None:
    records, deals = counts(database)["recorded.records"], tables(database)["deals"]
    path = tmp_path / f"de {FERMIN}.{form}"
    path.write_bytes(content(logs.read(CASINO, pack_of), form))
    if in_bulk:
        found = import_volume(database, [path], workers=0)
        assert (found.total("stored"), found.total("in_conflict")) == (0, 0)
    else:
        stored = store(database, path)
        assert (stored.new, stored.in_conflict) == (0, 0)
    assert counts(database)["recorded.records"] == records
    assert tables(database)["deals"] == deals
    assert FERMIN not in texts(database)
    assert rows(database, "SELECT count(*) FROM recorded.files WHERE name LIKE '%de Persona 1%'") == [(1,)]


@pytest.mark.parametrize("form", ["rev", "jsonl", "parquet"])
def test_new_sessions_come_in_without_the_name(form: str, tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log("lunes"))
    forget(path, "Ana")
    text = "".join(
        log(f"noche {n}", "Ana, Benito, Carla, Diego" if n % 2 else "Eva, Benito, Carla, Diego") for n in range(6)
    )
    text += log("mesa de Ana", "Eva, Benito, Carla, Diego", deal="nota: a ver si viene Ana\n")
    text += log("otra", "Eva, Benito, Carla, Diego", deal="pago: Eva > Carla 2 por ANA\n")
    (tmp_path / "more.rev").write_text(text, encoding="utf-8")
    (tmp_path / f"more.{form}").write_bytes(content(logs.read([tmp_path / "more.rev"], pack_of), form))
    found = import_volume(path, [tmp_path / f"more.{form}"], workers=0)
    assert (found.total("read"), found.total("stored")) == (8, 8)
    assert "ana" not in texts(path).lower()
    assert len(rows(path, "FROM recorded.lineups WHERE list_contains(players, 'Persona 1')")) == 4
    assert rows(path, "SELECT name FROM recorded.sessions WHERE name LIKE 'mesa%'") == [("mesa de Persona 1",)]


def test_a_session_and_a_club_that_were_renamed_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    text = log("Ana 1", club="Peña de Ana") + log("ANA 1", club="Peña de Ana")
    put(path, text)
    assert set(forget(path, "Ana").sessions.values()) == {"Persona 1 1", "Persona 1 1 (2)"}
    forget(path, "Benito")
    for in_bulk in (False, True):
        again = tmp_path / f"again{in_bulk}.rev"
        again.write_text(text + f"; {in_bulk}\n", encoding="utf-8")
        import_volume(path, [again], workers=0) if in_bulk else store(path, again)
        names = ("recorded.clubs", "recorded.sessions", "computed.deals")
        assert [counts(path)[table] for table in names] == [1, 2, 2]


def test_what_could_not_be_read_comes_in_without_the_name(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log("lunes"))
    forget(path, "Ana")
    put(path, log("martes", deal="gana Ana la baza\n"), "b.rev")
    assert rows(path, "SELECT excerpt FROM recorded.problems") == [("gana Persona 1 la baza",)]


def test_at_another_club_the_name_stays(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log("lunes"))
    forget(path, "Ana")
    put(path, log("lunes", club="Casino", deal="nota: Ana\n"), "b.rev")
    assert rows(path, "SELECT note FROM recorded.records WHERE note IS NOT NULL") == [("Ana",)]


def test_what_another_club_calls_its_sessions_stays(tmp_path: Path) -> None:
    """What stands in the place of a title there is that club's, too: its logs are known again."""
    path = tmp_path / "club.duckdb"
    casino = log("noche de Ana y Eva", "Eva, Luz, Inés, Rosa", club="Casino")
    put(path, casino, "a.rev")
    put(path, log("lunes"), "b.rev")
    forget(path, "Eva", "Casino")
    assert not forget(path, "Ana", "Peña").is_left
    put(path, casino + "; again\n", "c.rev")
    assert rows(path, "SELECT name FROM recorded.sessions ORDER BY name") == [("lunes",), ("noche de Ana y Persona 1",)]


def test_the_key_is_not_the_name(database: Path) -> None:
    kept = rows(database, "SELECT kind, hash, pseudonym FROM ruled.forgotten")
    assert {kind for kind, _, _ in kept} == {"player", "text"}
    assert all(len(own) == 32 for _, own, _ in kept)
    assert not status(database).broken
    (last,) = (one for one in status(database).events if one.kind == "erasure")
    assert last.data == {"names": 1, "pseudonym": "Persona 1"}


# ------------------------------------------------------------------------------------------- old files


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log(deal="nota: Ana\n"))
    before = texts(path), sorted(one.name for one in files_of(path))
    found = forget(path, "Ana", dry_run=True)
    assert found.counts["records"] == 1
    assert found.event is found.scanned is None
    assert (texts(path), sorted(one.name for one in files_of(path))) == before


def test_older_snapshots_and_what_is_derived_go(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    for number in range(3):
        put(path, log(f"noche {number}"), f"{number}.rev")
    marts = tmp_path / "club.duckdb.marts"
    marts.mkdir()
    (marts / "old.duckdb").write_bytes(b"Ana")
    (tmp_path / "club.duckdb.waiting").mkdir()
    (tmp_path / "club.duckdb.waiting" / "block").write_bytes(b"Ana")
    (tmp_path / "club.duckdb.rewriting").write_bytes(b"Ana")
    found = forget(path, "Ana")
    assert found.scanned is not None
    assert found.scanned.found == ()
    assert {one.name for one in files_of(path)} == {"club.duckdb", "CURRENT", "SEAL", "g000004.duckdb"}


def test_a_reader_keeps_what_it_has_open(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log())
    with reading(path) as connection:
        forget(path, "Ana")
        assert query.rows(connection, "SELECT players[1] FROM recorded.lineups") == [("Ana",)]
    assert rows(path, "SELECT players[1] FROM recorded.lineups") == [("Persona 1",)]


def test_who_waits_to_write_writes_to_the_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log())
    with rewriting.rewriting(path) as writer:
        query.run(writer.connection, "UPDATE recorded.files SET name = 'new'")
        writer.changed = True
    with writing(path) as later:
        assert query.rows(later.connection, "SELECT name FROM recorded.files") == [("new",)]


STEPS = ("_remove", "copy", "copy_rows", "replace", "finish")


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_killed_at_a_step_it_is_whole_and_done_when_run_again(step: str, after: bool, tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, log(deal="nota: Ana\n"))
    old = tables(path)
    code = f"""
import os, sys
from pathlib import Path
import audit.club.forgetting as forgetting
from audit.store import rewriting, snapshots
step, after = {step!r}, {after!r}
where = {{"copy": snapshots, "copy_rows": snapshots, "replace": os, "_remove": rewriting, "finish": forgetting}}[step]
own = getattr(where, step)
def killed(*given, **more):
    if step == "replace" and not str(given[0]).endswith(".rewritten"):
        return own(*given, **more)
    if after:
        own(*given, **more)
    os._exit(9)
setattr(where, step, killed)
forgetting.forget(Path({str(path)!r}), "Ana")
"""
    ended = subprocess.run([sys.executable, "-c", code], check=False, env={**os.environ})
    assert ended.returncode == 9
    now = tables(path)
    assert now == old or "Ana" not in texts(path)
    found = forget(path, "Ana")
    assert not found.is_left
    assert found.scanned is not None
    assert found.scanned.found == ()
    assert {one.name for one in tmp_path.iterdir()} == {"club.duckdb", "club.duckdb.snapshots", "log.rev"}
    assert len(list(snapshots.folder_of(path).glob("*.duckdb"))) == 1


# ------------------------------------------------------------------------------------------- the proof


def test_the_proof_finds_what_is_left(database: Path) -> None:
    """The failing control: a name in a text, packed in bytes, and in a file beside."""
    name = "Zoraida"
    by = replacement({name: "X"})
    with writing(database) as writer:
        connection = writer.connection
        assert read_back(connection, 1, [name], by).whole == ()
        query.run(connection, "UPDATE recorded.problems SET excerpt = 'dijo ZORAIDA' WHERE rowid = 0")
        query.run(connection, "UPDATE recorded.sources SET places = ? WHERE rowid = 0", [b"\x81\xa7Zoraida\x01"])
        found = read_back(connection, 1, [name], by)
        assert {one.column for one in found.whole} == {"recorded.problems.excerpt", "recorded.sources.places"}
        query.run(connection, "UPDATE recorded.problems SET excerpt = 'Zoraidas' WHERE rowid = 0")
        assert [one.text for one in read_back(connection, 1, [name], by).parts] == ["Zoraidas"]
    for number, code in enumerate(("utf-8", "utf-16-le", "utf-16-be")):
        (database.parent / f"club.duckdb.{number}").write_bytes(b"\0\0" + "zoraida".encode(code) + b"\0\0")
    (database.parent / "club.duckdb.3").write_bytes(b'"I\\u00f1aki" xZoraidax')
    assert len(scan(database, [name]).found) == 3
    assert [one.file.name for one in scan(database, ["Iñaki"]).found] == ["club.duckdb.3"]


def test_a_later_column_is_read_back_whatever_it_is_called(database: Path) -> None:
    """Words of the tool's own are known by table and column, not by the column's name alone."""
    with writing(database) as writer:
        connection = writer.connection
        names = {name.rsplit(".", 1)[1] for name in OWN_WORDS}
        for name in names:
            query.run(connection, f'ALTER TABLE recorded.clubs ADD COLUMN "{name}" VARCHAR')
            query.run(connection, f"UPDATE recorded.clubs SET \"{name}\" = 'dijo Zoraida'")
        found = read_back(connection, 1, ["Zoraida"], replacement({"Zoraida": "X"}))
    assert {one.column for one in found.whole} == {f"recorded.clubs.{name}" for name in names}


def test_what_the_proof_leaves_out_or_unpacks_is_there(database: Path) -> None:
    """A column that was renamed would be named in vain, and its successor not be unpacked."""
    there = {
        name
        for (name,) in rows(
            database,
            "SELECT concat_ws('.', schema_name, table_name, column_name) FROM duckdb_columns() "
            "WHERE database_name = current_database()",
        )
    }
    assert there >= OWN_WORDS | PACKED


def test_all_bytes_are_unpacked_or_hold_no_text(database: Path) -> None:
    """A new column of bytes is one of the two, which somebody has to say."""
    found = rows(
        database,
        "SELECT concat_ws('.', schema_name, table_name, column_name) FROM duckdb_columns() "
        "WHERE database_name = current_database() AND data_type LIKE '%BLOB%'",
    )
    without_text = {"recorded.records.plays", "log.events.salt", "ruled.forgotten.hash", "ruled.secret.key"}
    assert {name for (name,) in found} == PACKED | without_text


@pytest.mark.parametrize("name", ["Лев", "Šárka", "李"])
def test_a_name_beyond_latin_1_is_found_where_it_is(name: str, tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    path.write_bytes(b"\0a k r\0" + name.encode() + b"\0")
    assert [one.at for one in scan(path, [name]).found] == [7]


def test_a_file_written_in_place_would_keep_the_name(tmp_path: Path) -> None:
    """Why the database is written anew."""
    path = tmp_path / "club.duckdb"
    put(path, log(deal="nota: la señora Zoraida se enfada mucho esta noche\n"))
    with writing(path) as writer:
        query.run(writer.connection, "UPDATE recorded.records SET note = NULL")
        writer.changed = True
    assert any(one.file == path for one in scan(path, ["Zoraida"]).found)


# ------------------------------------------------------------------------------------------- the command


def test_a_dry_run_ends_as_the_run_does(tmp_path: Path) -> None:
    """1 where letters of the name are left in another's, which a person has to look at."""
    path = tmp_path / "club.duckdb"
    put(path, log(players="Ana, Benito, Diana, Diego"))
    for name, ends in (("Ana", 1), ("Benito", 0)):
        for how in ("--dry-run", "--yes"):
            assert revesino("forget", name, how, "--db", path, folder=tmp_path).returncode == ends


@pytest.mark.slow
def test_the_commands(tmp_path: Path) -> None:
    def run(*words: str, answer: str = "") -> tuple[int, str]:
        command = [sys.executable, "-m", "audit", *words, "--db", str(path)]
        ended = subprocess.run(command, check=False, capture_output=True, text=True, input=answer)
        return ended.returncode, ended.stdout + ended.stderr

    path = tmp_path / "club.duckdb"
    put(path, log("lunes"), "a.rev")
    put(path, log("martes", "Anita, Benito, Carla, Diego"), "b.rev")
    assert "Anita (1 deal)" in run("alias")[1] or "Ana (1 deal)" in run("alias")[1]
    assert run("alias", "Anita", "Ana")[0] == 0
    assert "Ana: Anita [3]" in run("alias", "--list")[1]
    code, said = run("forget", "Ana", answer="n\n")
    assert (code, "Ana → Persona 1" in said) == (2, True)
    assert "Ana" in texts(path)
    code, said = run("forget", "Ana", answer="y\n")
    assert (code, "Ana" in texts(path)) == (0, False), said
    assert "erased" in run("status")[1]
    assert run("forget", "Ana", "--yes")[0] == 0
    assert run("forget", "Nadie", "--yes")[0] == 2
