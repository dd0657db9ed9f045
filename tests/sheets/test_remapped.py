"""A mapping made, mended or taken away once its sheet is in a database: another reading of the same bytes."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from sheets.writing import SMALL
from store.stores import rows, store, tables

from audit.club.undoing import undo
from audit.club.volume import import_volume
from audit.club.watching import look
from audit.text.problems import expected, message

SHEET = "jugadores: Ana, Benito, Carla, Diego\n" + SMALL.replace("puntos", "marcador")
"""A sheet of two deals whose points nobody recognises."""

POINTS = 'header = 2\n[columns]\nG = "puntos Ana"\nH = "puntos Benito"\nI = "puntos Carla"\nJ = "puntos Diego"\n'
SWAPPED = POINTS.replace("Ana", "x").replace("Benito", "Ana").replace("x", "Benito")
SESSION = 'header = 2\n[session]\nsesion = "B"\n[columns]\nB = "-"\n'

Take = Callable[[Path, str], object]


def by_volume(folder: Path, name: str) -> object:
    return import_volume(folder / "club.duckdb", [folder / name], workers=0)


def by_audit(folder: Path, name: str) -> object:
    return store(folder / "club.duckdb", folder / name)


@pytest.fixture(params=[by_volume, by_audit])
def take(request: pytest.FixtureRequest) -> Take:
    found: Take = request.param
    return found


def write(folder: Path, mapping: str | None, *, name: str = "sheet.csv", text: str = SHEET) -> None:
    """The sheet with this mapping beside it, or with none."""
    (folder / name).write_text(text, encoding="utf-8")
    beside = folder / f"{name}.map.toml"
    beside.unlink(missing_ok=True)
    if mapping is not None:
        beside.write_text(mapping, encoding="utf-8")


def deals(folder: Path) -> list[tuple[str, int, list[int] | None]]:
    """Session, number and points of the deals in the database, as they count."""
    sql = (
        "SELECT session, records.number, records.points FROM computed.deals JOIN recorded.records USING (record_id) "
        "JOIN recorded.named_sessions ON named_sessions.session_id = records.session_id ORDER BY 1, 2, 3"
    )
    return rows(folder / "club.duckdb", sql)


PLAIN = [("A", 1, None), ("A", 2, None)]
RIGHT = [("A", 1, [3, 10, 20, 10]), ("A", 2, [13, 4, 16, 10])]
CROSSED = [("A", 1, [10, 3, 20, 10]), ("A", 2, [4, 13, 16, 10])]
OTHER = [("B", 1, None), ("B", 2, None)]
CHANGES = {
    "made": (None, POINTS, RIGHT),
    "mended": (SWAPPED, POINTS, RIGHT),
    "of another session": (POINTS, SESSION, OTHER),
    "gone": (POINTS, None, PLAIN),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_mapping_of_the_last_import_counts(tmp_path: Path, take: Take, what: str) -> None:
    """And the database is what a fresh one would be."""
    before, after, wanted = CHANGES[what]
    write(tmp_path, before)
    take(tmp_path, "sheet.csv")
    write(tmp_path, after)
    take(tmp_path, "sheet.csv")
    assert deals(tmp_path) == wanted
    mended = tables(tmp_path / "club.duckdb")
    (tmp_path / "club.duckdb").rename(tmp_path / "old.duckdb")
    take(tmp_path, "sheet.csv")
    fresh = tables(tmp_path / "club.duckdb")
    assert {name: mended[name] for name in ("deals", "claims", "ledger")} == {
        name: fresh[name] for name in ("deals", "claims", "ledger")
    }


def test_it_is_said_and_a_second_time_nothing_is_new(tmp_path: Path) -> None:
    write(tmp_path, None)
    by_volume(tmp_path, "sheet.csv")
    write(tmp_path, POINTS)
    found = import_volume(tmp_path / "club.duckdb", [tmp_path / "sheet.csv"], workers=0)
    (one,) = found.files
    (problem,) = (each for each in one.problems if each.what == "repeated-key.reading")
    assert (
        message(problem) == "the sheet is read by another mapping than in import 1; what was read there counts no more"
    )
    assert expected(problem) == "nothing need be done; `revesino undo 2` has it count again"
    assert (one.read, one.stored, problem.severity, found.events) == (2, 2, "warning", (2,))
    write(tmp_path, f"# written anew\n{POINTS}")
    again = import_volume(tmp_path / "club.duckdb", [tmp_path / "sheet.csv"], workers=0)
    assert (again.files[0].known, again.events, again.files[0].problems) == (2, (), ())


def test_an_audit_says_it_too(tmp_path: Path) -> None:
    from audit.club.importing import import_logs  # noqa: PLC0415 - `store` leaves the problems out

    write(tmp_path, SWAPPED)
    by_audit(tmp_path, "sheet.csv")
    write(tmp_path, POINTS)
    found = import_logs(tmp_path / "club.duckdb", [tmp_path / "sheet.csv"])
    assert [each.what for each in found.audited.problems] == ["repeated-key.reading"]
    assert (found.stored.event, found.stored.new) == (2, 2)


def test_taken_back_the_reading_before_counts_again(tmp_path: Path, take: Take) -> None:
    for mapping in (None, SWAPPED, POINTS):
        write(tmp_path, mapping)
        take(tmp_path, "sheet.csv")
    database = tmp_path / "club.duckdb"
    assert deals(tmp_path) == RIGHT
    assert undo(database, 2).records == 0, "it did not count any more"
    assert deals(tmp_path) == RIGHT
    assert undo(database, 3).records == 2
    assert deals(tmp_path) == PLAIN, "not by what was taken back"
    take(tmp_path, "sheet.csv")
    assert deals(tmp_path) == RIGHT, "by the mapping that it has now, not by any that the database remembers"
    undo(database, 1)
    assert deals(tmp_path) == RIGHT
    undo(database, 6)
    assert deals(tmp_path) == []


def test_undone_first_and_mended_then(tmp_path: Path, take: Take) -> None:
    write(tmp_path, SWAPPED)
    take(tmp_path, "sheet.csv")
    undo(tmp_path / "club.duckdb", 1)
    write(tmp_path, POINTS)
    take(tmp_path, "sheet.csv")
    assert deals(tmp_path) == RIGHT


def test_a_copy_with_a_mapping_of_its_own_is_read_by_it(tmp_path: Path, take: Take) -> None:
    write(tmp_path, None)
    take(tmp_path, "sheet.csv")
    write(tmp_path, POINTS, name="copy.csv")
    take(tmp_path, "copy.csv")
    assert deals(tmp_path) == RIGHT


@pytest.mark.parametrize("first", ["sheet.csv", "copy.csv"])
def test_a_copy_without_a_mapping_takes_nothing_from_what_is_read_by_one(
    tmp_path: Path, take: Take, first: str
) -> None:
    """Whatever the order; also in an archive, where no mapping is beside it."""
    write(tmp_path, SESSION)
    write(tmp_path, None, name="copy.csv")
    with zipfile.ZipFile(tmp_path / "year.zip", "w") as archive:
        archive.write(tmp_path / "sheet.csv", "sheet.csv")
    for name in (first, "sheet.csv", "copy.csv", "year.zip", "sheet.csv"):
        take(tmp_path, name)
    assert deals(tmp_path) == OTHER


def test_both_at_once(tmp_path: Path) -> None:
    write(tmp_path, SESSION)
    write(tmp_path, None, name="copy.csv")
    paths = [tmp_path / "copy.csv", tmp_path / "sheet.csv"]
    import_volume(tmp_path / "club.duckdb", paths, workers=0)
    assert deals(tmp_path) == OTHER
    assert store(tmp_path / "club.duckdb", *paths).event is None
    (tmp_path / "club.duckdb").unlink()
    store(tmp_path / "club.duckdb", *paths)
    assert deals(tmp_path) == OTHER


def test_a_mapping_that_cannot_be_read_is_told_and_changes_nothing(tmp_path: Path, take: Take) -> None:
    write(tmp_path, POINTS)
    take(tmp_path, "sheet.csv")
    write(tmp_path, "header = ")
    take(tmp_path, "sheet.csv")
    assert deals(tmp_path) == RIGHT
    found = import_volume(tmp_path / "club.duckdb", [tmp_path / "sheet.csv"], workers=0)
    assert [each.what for each in found.files[0].problems] == ["unreadable.map"]
    assert not found.files[0].again


def test_the_log_of_the_database_names_bytes_and_mapping(tmp_path: Path, take: Take) -> None:
    write(tmp_path, None)
    take(tmp_path, "sheet.csv")
    write(tmp_path, POINTS)
    take(tmp_path, "sheet.csv")
    (before,), (after,) = rows(tmp_path / "club.duckdb", "SELECT data FROM log.events ORDER BY event")
    one, other = (json.loads(data)["files"][0] for data in (before, after))
    assert one["sha256"] == other["sha256"] == sha256(SHEET.encode()).hexdigest()
    assert ("mapping" in one, "mapping" in other) == (False, True)


def test_a_watched_sheet_is_due_again_when_its_mapping_changes(tmp_path: Path) -> None:
    write(tmp_path, None)
    path = str(tmp_path / "sheet.csv")
    stamps = [look([tmp_path]).listing[path]]
    (tmp_path / "sheet.csv.map.toml").write_text(POINTS, encoding="utf-8")
    stamps.append(look([tmp_path]).listing[path])
    assert stamps[0] != stamps[1]
