"""Readers and one writer: nobody waits, nobody sees half of a change."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest
from store.stores import SAMPLES, bare, session_log, store, tables

from audit.club.judging import audited
from audit.refusal import Refused
from audit.store import query, snapshots
from audit.store.connection import reading, writing


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "club.duckdb"
    add(path, 1)
    return path


def add(database: Path, number: int) -> None:
    log = database.parent / f"{number}.rev"
    log.write_text(session_log(f"s{number:03}", bare(1)), encoding="utf-8")
    store(database, log)


def sessions(database: Path) -> int:
    return len(tables(database)["sessions"].rows)


def test_a_reader_reads_while_the_writer_writes(database: Path) -> None:
    with writing(database) as writer:
        query.run(writer.connection, "DELETE FROM computed.sessions")
        writer.changed = True
        assert sessions(database) == 1
    assert sessions(database) == 0


def test_an_open_reader_does_not_stop_the_writer_and_sees_what_it_saw(database: Path) -> None:
    with reading(database) as connection:
        add(database, 2)
        assert query.number(connection, "SELECT count(*) FROM computed.sessions") == 1
    assert sessions(database) == 2


def test_a_second_writer_waits_and_then_says_who_is_there(database: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom audit.store.connection import writing\n"
        "from audit.refusal import Refused\n"
        "try:\n    with writing(Path(sys.argv[1]), patience=0.2): pass\nexcept Refused as error: print(error.what)"
    )
    with writing(database):
        done = subprocess.run([sys.executable, "-c", code, str(database)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "database.busy"


@pytest.mark.slow
def test_many_readers_see_whole_changes_only(database: Path) -> None:
    """Each change adds a session of one deal: whoever reads finds as many of the one as of the other."""
    stop, wrong, seen = threading.Event(), [], set()

    def read() -> None:
        while not stop.is_set():
            with reading(database) as connection:
                rows = query.rows(
                    connection,
                    "SELECT (SELECT count(*) FROM computed.sessions), (SELECT count(*) FROM computed.deals), "
                    "(SELECT count(*) FROM log.events)",
                )
            seen.add(rows[0][0])
            if len(set(rows[0])) != 1:
                wrong.append(rows)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(2, 12):
        add(database, number)
    stop.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert len(seen) > 1
    assert sessions(database) == 11


def test_only_the_last_few_are_kept(database: Path) -> None:
    for number in range(2, 8):
        add(database, number)
    kept = sorted(path.name for path in snapshots.folder_of(database).iterdir())
    assert kept == ["CURRENT", "SEAL", *(f"g{number:06d}.duckdb" for number in (5, 6, 7))]


def test_what_a_killed_run_left_unpublished_is_published_by_the_next(database: Path) -> None:
    shutil.rmtree(snapshots.folder_of(database))
    left = snapshots.folder_of(database)
    left.mkdir()
    (left / "g000001.duckdb.unfinished").write_bytes(b"half")
    with writing(database):
        pass
    assert sessions(database) == 1
    assert sorted(path.name for path in left.iterdir()) == ["CURRENT", "SEAL", "g000001.duckdb"]


def test_a_database_without_its_snapshots_is_read_itself(database: Path, tmp_path: Path) -> None:
    alone = tmp_path / "elsewhere" / "club.duckdb"
    alone.parent.mkdir()
    shutil.copy(database, alone)
    assert sessions(alone) == 1


def test_a_new_database_in_the_place_of_an_old_one_is_not_mistaken_for_it(database: Path) -> None:
    add(database, 2)
    database.unlink()
    add(database, 3)
    assert [row[1] for row in tables(database)["sessions"].rows] == ["s003"]


def test_an_old_copy_put_back_counts_from_the_next_change_on(database: Path, tmp_path: Path) -> None:
    backup = shutil.copy(database, tmp_path / "backup")
    add(database, 2)
    add(database, 3)
    shutil.copy(backup, database)
    add(database, 4)
    assert [row[1] for row in tables(database)["sessions"].rows] == ["s001", "s004"]


def test_a_database_that_may_not_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.duckdb"
    store(path, SAMPLES)
    monkeypatch.setattr("os.access", lambda *_: False)

    def refuse(*_: object, **__: object) -> None:
        raise duckdb.IOException("Cannot open file: Permission denied")

    monkeypatch.setattr("duckdb.connect", refuse)
    with pytest.raises(Refused, match="read-only"):
        audited(path)
