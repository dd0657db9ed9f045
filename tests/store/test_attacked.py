"""What an attack on the database found: each kind of fault, held."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest
from store.stores import SAMPLES, bare, session_log, store, tables
from support import process_environment, process_words, revesino, some_slow

from audit.club.conflicts import conflicts, resolve
from audit.club.corrections import correct
from audit.club.undoing import undo
from audit.refusal import Refused
from audit.service import audit
from audit.settings import load
from audit.store import query, schema, snapshots
from audit.store.connection import reading, writing
from audit.text.refusals import refusal

WRONG, RIGHT = "13, 10, 20, 10", "3, 10, 20, 10"
PAID, PAID_RIGHT = "pago: Ana > Benito 1", "pago: Ana > Benito 2"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


def put(database: Path, name: str, text: str) -> None:
    path = database.parent / name
    path.write_text(text, encoding="utf-8")
    store(database, path)


def values(database: Path, kind: str) -> list[str]:
    return [row[10] for row in tables(database)["claims"].rows if row[5] == kind]


def run(folder: Path, *arguments: str | bytes, before: str = "") -> subprocess.CompletedProcess[str]:
    command = [*process_words(), *arguments]
    if before:
        command = ["bash", "-c", f'{before}; exec "$@"', "-", *command]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=process_environment(), timeout=60
    )
    assert "Traceback" not in done.stderr + done.stdout, done.stderr
    return done


# --------------------------------------------------------------------------------------------- importing


def test_settled_and_unsettled_sessions_come_together(database: Path) -> None:
    text = session_log("a", bare(1)) + "\n" + session_log("b", bare(1), rules="nope")
    put(database, "both.rev", text)
    assert [row[5] for row in tables(database)["sessions"].rows] == [True, False]


def test_the_same_bytes_in_a_form_that_can_read_them_are_taken_in(database: Path, tmp_path: Path) -> None:
    text = (SAMPLES / "2024-07-20-casino-segunda-hoja.jsonl").read_text(encoding="utf-8")
    (tmp_path / "x.rev").write_text(text, encoding="utf-8")
    (tmp_path / "a.rev").write_text(session_log("a", bare(1)), encoding="utf-8")
    store(database, tmp_path / "a.rev", tmp_path / "x.rev")
    (tmp_path / "x.jsonl").write_text(text, encoding="utf-8")
    assert store(database, tmp_path / "x.jsonl").new == 4


def test_a_name_whose_bytes_are_no_text_is_shown_by_their_codes(database: Path, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/n\xff.rev"
    Path(os.fsdecode(path)).write_text(session_log("a", bare(1)), encoding="utf-8")
    assert store(database, os.fsdecode(path)).new == 1


# ---------------------------------------------------------------------------------------------- decisions


def test_a_choice_whose_version_is_gone_sets_nothing_aside(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    put(database, "b.rev", session_log("s", bare(1, "4, 10, 19, 10")))
    keep = 1 + [one.lines["points"] for one in conflicts(database)[0].versions].index(f"puntos: {RIGHT}")
    resolve(database, None, "s", 1, keep)
    undo(database, 1)
    assert values(database, "points") == ["4", "10", "19", "10"]


def test_what_only_a_rejected_version_contains_stays_rejected_whenever_it_comes(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    put(database, "b.rev", session_log("s", bare(1, "4, 10, 19, 10")))
    keep = 1 + [one.lines["points"] for one in conflicts(database)[0].versions].index(f"puntos: {RIGHT}")
    resolve(database, None, "s", 1, keep)
    put(database, "c.rev", session_log("s", bare(1, "4, ?, ?, ?")))
    assert conflicts(database) == []


def test_a_choice_of_rules_that_not_all_records_fit_is_refused(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1), rules="reversis"))
    five = session_log("s", "reparto 2\ndador: Eva\n", rules="reversis-5")
    put(database, "b.rev", five.replace("Carla, Diego", "Carla, Diego, Eva"))
    before = tables(database)
    for keep in (1, 2):
        with pytest.raises(Refused, match="misfit"):
            resolve(database, None, "s", None, keep)
    assert tables(database) == before


LABELS = {"another": f"{PAID} ace", "none": PAID, "the same": f"{PAID} as"}


@pytest.mark.parametrize("label", LABELS)
def test_a_correction_of_a_payment_looks_at_no_label(database: Path, label: str) -> None:
    put(database, "a.rev", session_log("s", bare(1, extra=f"{PAID} as")))
    correct(database, None, "s", 1, [PAID_RIGHT], [f"{PAID} as"])
    put(database, "b.rev", session_log("s", bare(1, extra=LABELS[label])))
    put(database, "c.rev", session_log("s", bare(1, extra=f"{LABELS[label]}\nbazas: 1, 3, 5, 2")))
    assert conflicts(database) == []
    assert values(database, "payment") == ["2"]


def test_a_payment_that_was_dropped_does_not_come_back(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1, extra=f"{PAID} as")))
    correct(database, None, "s", 1, [], [f"{PAID} as"])
    put(database, "b.rev", session_log("s", bare(1, extra=PAID)))
    assert values(database, "payment") == []


def test_a_payment_that_was_added_is_not_doubled_by_a_record_that_has_it(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    correct(database, None, "s", 1, [PAID_RIGHT])
    put(database, "b.rev", session_log("s", bare(1, extra=PAID_RIGHT)))
    assert values(database, "payment") == ["2"]
    put(database, "c.rev", session_log("s", bare(1, extra="bazas: 1, 3, 5, 2")))
    assert values(database, "payment") == ["2"]
    assert conflicts(database) == []


@pytest.mark.parametrize(
    ("first", "now", "then"),
    [("13, ?, ?, ?", "3, ?, ?, ?", WRONG), (WRONG, RIGHT, "13, ?, ?, ?"), (WRONG, RIGHT, "?, 10, 20, ?")],
)
def test_a_correction_reaches_a_record_that_knows_more_or_less_of_the_line(
    database: Path, first: str, now: str, then: str
) -> None:
    put(database, "a.rev", session_log("s", bare(1, first)))
    correct(database, None, "s", 1, [f"puntos: {now}"])
    put(database, "b.rev", session_log("s", bare(1, then)))
    assert conflicts(database) == []
    assert values(database, "points") == ["3", "10", "20", "10"]


def test_a_correction_leaves_a_record_alone_that_says_something_else(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1, WRONG, "ganador: Ana")))
    correct(database, None, "s", 1, [f"puntos: {RIGHT}"])
    put(database, "b.rev", session_log("s", bare(1, WRONG, "ganador: Benito")))
    (found,) = conflicts(database)
    assert found.contradicting == ["points", "winner"]


# ------------------------------------------------------------------------------------- files of a database


def test_a_database_has_one_name_whatever_links_lead_to_it(database: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(database)
    put(tmp_path / "link", "a.rev", session_log("a", bare(1)))
    put(database, "b.rev", session_log("b", bare(1)))
    assert (tmp_path / "link").is_symlink()
    assert len(tables(tmp_path / "link")["sessions"].rows) == len(tables(database)["sessions"].rows) == 2


def test_a_database_put_in_the_place_of_another_is_seen_at_once(database: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.duckdb"
    put(database, "a.rev", session_log("a", bare(1)))
    put(other, "b.rev", session_log("b", bare(1)))
    shutil.copy(other, database)
    assert [row[1] for row in tables(database)["sessions"].rows] == ["b"]
    put(database, "c.rev", session_log("c", bare(1)))
    assert [row[1] for row in tables(database)["sessions"].rows] == ["b", "c"]


@pytest.mark.parametrize("name", [":memory:", "md:club", "sqlite:x.db", 'it\'s "50%" #1; ñ', "x" * 200])
def test_a_name_is_only_a_name(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(Path(name), "a.rev", session_log("a", bare(1)))
    assert (tmp_path / name).is_file()
    assert len(tables(Path(name))["deals"].rows) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", " ", "a?x=1", "a\nb", ".", "/", "x" * 260])
def test_a_name_that_can_be_none_is_refused(tmp_path: Path, name: str) -> None:
    log = tmp_path / "a.rev"
    log.write_text(session_log("a", bare(1)), encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    for command in (("status",), ("audit", "a.rev")):
        assert run(tmp_path, *command, "--db", name).returncode == 2
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", [("status",), ("audit", "a.rev"), ("import", "a.rev")])
@pytest.mark.parametrize("name", ["", ".", "/", "pipe.duckdb", "/dev/null"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    (tmp_path / "a.rev").write_text(session_log("a", bare(1)), encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.duckdb")
    before = sorted(tmp_path.iterdir())
    done = revesino(*command, "--db", name, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("Name a file with --db.\n")
    assert sorted(tmp_path.iterdir()) == before


FULL = [
    'TransactionContext Error: Failed to commit: Could not write file "c.wal": No space left on device',
    'IO Error: Could not write file "c": File too large',
    'IO Error: Could not write file "c": Disk quota exceeded',
    'IO Error: Could not write file "c": There is not enough space on the disk.',
    "Out of Memory Error: This limit was set by the 'max_temp_directory_size' setting.",
]
"""What DuckDB says where there is no room."""


NO_ROOM = [OSError(errno.ENOSPC, "?"), *map(duckdb.Error, FULL)]
STAGES = [
    *(("COMMIT", error) for error in NO_ROOM),
    *((each, NO_ROOM[1]) for each in ("BEGIN", "CHECKPOINT", "UPDATE")),
]


@pytest.mark.parametrize(("statement", "error"), STAGES, ids=str)
def test_no_room_has_one_refusal_whenever_it_runs_out(
    database: Path, monkeypatch: pytest.MonkeyPatch, statement: str, error: Exception
) -> None:
    done = query.rows

    def rows(connection: query.Connection, sql: str, parameters: Sequence[object] = ()) -> list[object]:
        if sql.startswith(statement):
            raise error
        return done(connection, sql, parameters)

    def change() -> None:
        with writing(database) as writer:
            query.run(writer.connection, "UPDATE log.store SET generation = generation + 10")
            writer.changed = True

    change()
    before = count(database)
    with monkeypatch.context() as patched:
        patched.setattr(query, "rows", rows)
        with pytest.raises(Refused) as refused:
            change()
    said = refusal(refused.value)
    assert f"Make room in {database.parent}" in said
    is_stored = statement == "CHECKPOINT"
    assert ("is stored in" in said and "(No space left on device)" in said) == is_stored
    assert (f"{database} is as it was before this step" in said) == (not is_stored)
    assert (count(database) > before) == is_stored


def count(database: Path) -> int:
    with reading(database) as connection:
        return query.number(connection, "SELECT generation FROM log.store")


SLOW = "SELECT count(*) FROM range(100000000) numbers(a) WHERE a % 7919 = 3"


@pytest.mark.skipif(sys.platform == "win32", reason="a signal cannot be sent")
def test_a_signal_in_a_statement_is_an_interruption(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before there is a database: DuckDB makes an error of its own of what the signal's handler raises."""
    log = database.parent / "a.rev"
    log.write_text(session_log("a", bare(1)), encoding="utf-8")
    begun = schema.bring_up

    def bring_up(connection: query.Connection) -> bool:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()
        query.run(connection, SLOW)
        return begun(connection)

    monkeypatch.setattr(schema, "bring_up", bring_up)
    done = revesino("import", log.name, "--db", database.name, folder=database.parent)
    assert done.returncode == 130
    assert "the same command goes on from there" in done.stderr
    assert not database.exists()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"CURRENT", b"g000009.duckdb", b""])
def test_a_pointer_that_was_spoilt_is_no_hindrance(database: Path, content: bytes) -> None:
    put(database, "a.rev", session_log("a", bare(1)))
    (snapshots.folder_of(database) / "CURRENT").write_bytes(content)
    assert len(tables(database)["deals"].rows) == 1
    put(database, "b.rev", session_log("b", bare(1)))
    assert len(tables(database)["deals"].rows) == 2


@pytest.mark.parametrize("size", [0, 5000])
def test_a_snapshot_that_was_cut_off_is_made_anew(database: Path, size: int) -> None:
    put(database, "a.rev", session_log("a", bare(1)))
    snapshot = snapshots.current(database)
    assert snapshot
    os.truncate(snapshot, size)
    assert len(tables(database)["deals"].rows) == 1
    store(database, database.parent / "a.rev")
    assert snapshots.is_sealed(database)
    assert snapshots.current(database) != snapshot


def test_what_could_not_be_published_is_not_begun(database: Path) -> None:
    put(database, "a.rev", session_log("a", bare(1)))
    shutil.rmtree(snapshots.folder_of(database))
    snapshots.folder_of(database).write_text("in the way")
    with pytest.raises(Refused):
        correct(database, None, "a", 1, [f"puntos: {WRONG}"])
    snapshots.folder_of(database).unlink()
    assert values(database, "points") == ["3", "10", "20", "10"]


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [1, 40])
def test_a_full_disk_leaves_all_as_it_was(database: Path, tmp_path: Path, blocks: int) -> None:
    put(database, "a.rev", session_log("a", bare(1)))
    before = tables(database)
    for name in (database.name, "new.duckdb"):
        done = run(tmp_path, "audit", str(SAMPLES), "--db", name, before=f"ulimit -f {blocks}")
        assert done.returncode == 2
        assert f"Make room in {tmp_path}" in done.stderr
    assert tables(database) == before
    for name in (database.name, "new.duckdb"):
        assert run(tmp_path, "audit", str(SAMPLES), "--db", name).returncode == 1
    assert len(tables(database)["sessions"].rows) == 1 + audit([SAMPLES]).totals["sessions"]


NO_TEXT = [["--by", b"\xff"], ["--reason", b"\xfe"], [b"nota: \xff"], ["--db", b"\xffx"]]


@pytest.mark.parametrize("words", some_slow(NO_TEXT, NO_TEXT[0]))
def test_words_that_are_no_text_are_refused(database: Path, tmp_path: Path, words: list[str | bytes]) -> None:
    put(database, "a.rev", session_log("a", bare(1)))
    command = ("correct", "--session", "a", "--deal", "1", "winner: Ana", "--db", database.name, *words)
    assert run(tmp_path, *command).returncode == 2
    assert values(database, "winner") == []


@pytest.mark.parametrize(
    "text",
    ["[club]\ndatabase = '~nosuchuser/x'\n", "[options]\ncut_pays = " + "9" * 5000, "a = " + "[" * 100_000],
)
def test_settings_that_python_chokes_on_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "revesino.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Refused):
        load(tmp_path)


@pytest.mark.parametrize("command", [("map", "pipe.csv"), ("audit", "pipe.csv"), ("audit", ".", "--rules", "pipe.csv")])
def test_a_pipe_in_the_place_of_a_file_is_refused_at_once(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "a.rev").write_text(session_log("a", bare(1)), encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.csv")
    done = revesino(*command, folder=tmp_path)
    assert done.returncode == 2
    assert "pipe.csv" in done.stdout + done.stderr


def test_a_folder_that_is_gone_has_no_settings(tmp_path: Path) -> None:
    done = run(tmp_path, "rules", "P3", before="mkdir gone; cd gone; rmdir ../gone")
    assert done.returncode == 0
