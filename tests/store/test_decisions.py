"""Conflicts, corrections, and what is taken back: the record stays, what is read of it changes, and back again."""

from __future__ import annotations

from pathlib import Path

import pytest
from store.stores import SAMPLES, bare, rows, session_log, store, tables
from support import some_slow

from audit.club.conflicts import conflicts, resolve
from audit.club.corrections import correct
from audit.club.judging import audited
from audit.club.status import status
from audit.club.undoing import undo
from audit.refusal import Refused

FAIR, DRAFT = (SAMPLES / f"2024-09-07-circulo-{name}.rev" for name in ("acta", "borrador"))
WRONG = SAMPLES / "2024-03-09-casino-cuentas-mal.rev"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


def put(database: Path, name: str, text: str) -> None:
    path = database.parent / name
    path.write_text(text, encoding="utf-8")
    store(database, path)


def statuses(database: Path) -> list[tuple[int, int, str]]:
    return [row[2:5] for row in tables(database)["deals"].rows]


# ---------------------------------------------------------------------------------------------- conflicts


def test_a_conflict_is_shown_with_what_differs(database: Path) -> None:
    store(database, FAIR, DRAFT)
    (found,) = conflicts(database)
    assert (found.key, found.number) == (("Círculo La Quínola", "viernes 36"), 2)
    assert found.contradicting == ["points"]
    assert all(found.only_in(version) == [] for version in found.versions)
    assert sorted(version.wrong for version in found.versions) == [0, 2]
    assert [version.lines["points"] for version in found.versions] == ["puntos: 15, 0, 10, 9", "puntos: 13, 0, 12, 9"]


def test_resolving_lets_one_version_stand_and_undoing_brings_both_back(database: Path) -> None:
    store(database, FAIR, DRAFT)
    before = tables(database)
    resolve(database, None, "viernes 36", 2, 1, reason="the draft is a draft", person="Remedios")
    assert statuses(database) == [(1, 1, "confirmed"), (2, 1, "confirmed"), (3, 1, "confirmed")]
    assert conflicts(database) == []
    assert audited(database).totals["illegal"] == 0
    undo(database, 2)
    assert tables(database) == before


def test_the_other_version_may_stand_as_well(database: Path) -> None:
    store(database, FAIR, DRAFT)
    resolve(database, None, "viernes 36", 2, 2)
    assert statuses(database)[1][2] == "discrepant"


def test_what_was_set_aside_stays_so_in_another_form_and_something_new_is_a_conflict_again(database: Path) -> None:
    store(database, FAIR, DRAFT)
    resolve(database, None, "viernes 36", 2, 1)
    text = DRAFT.read_text(encoding="utf-8")
    put(database, "again.rev", text.replace("reparto", "deal"))
    assert conflicts(database) == []
    put(database, "third.rev", text.replace("puntos: 13, 0, 12, 9", "puntos: 14, 0, 11, 9"))
    assert [one.number for one in conflicts(database)] == [2]


def test_a_bare_line_of_the_version_set_aside_does_not_come_up_again(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    put(database, "b.rev", session_log("s", bare(1, "4, 10, 19, 10", "bazas: 1, 3, 5, 2")))
    put(database, "c.rev", session_log("s", bare(1, "4, 10, 19, 10")))
    (found,) = conflicts(database)
    keep = next(n for n, one in enumerate(found.versions, 1) if one.lines["points"] == "puntos: 3, 10, 20, 10")
    resolve(database, None, "s", 1, keep)
    assert conflicts(database) == []


def test_records_that_name_two_rulesets_are_a_conflict_of_the_session(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    put(database, "b.rev", session_log("s", bare(2), more="opcion renewal: only_empty\n"))
    (found,) = conflicts(database)
    assert (found.number, [len(found.only_in(one)) for one in found.versions].count(1)) == (None, 1)
    assert {row[4] for row in tables(database)["deals"].rows} == {"illegal"}
    keep = next(n for n, one in enumerate(found.versions, 1) if "option renewal" in one.lines)
    resolve(database, None, "s", None, keep)
    assert conflicts(database) == []
    assert tables(database)["sessions"].rows[0][4] == '{"renewal": "only_empty"}'


def test_two_fondos_from_before_are_a_conflict_of_the_session(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1), more="fondo previo: 12\n"))
    put(database, "b.rev", session_log("s", bare(2), more="fondo previo: 13\n"))
    (found,) = conflicts(database)
    assert found.contradicting == ["carried_fondo"]
    resolve(database, None, "s", None, 1)
    assert conflicts(database) == []


REFUSED = {
    "decision.no-conflict": lambda db: resolve(db, None, "viernes 36", 1, 1),
    "decision.no-conflict-of-rules": lambda db: resolve(db, None, "viernes 36", None, 1),
    "decision.no-version": lambda db: resolve(db, None, "viernes 36", 2, 3),
    "choice.no-session": lambda db: resolve(db, None, "viernes 37", 2, 1),
    "choice.no-club": lambda db: conflicts(db, "Circulo"),
    "choice.no-deal": lambda db: correct(db, None, "viernes 36", 9, ["puntos: 1, 2, 3, 37"]),
    "decision.deal-in-conflict": lambda db: correct(db, None, "viernes 36", 2, ["puntos: 1, 2, 3, 37"]),
    "decision.no-event": lambda db: undo(db, 7),
}


@pytest.fixture(scope="module")
def in_conflict(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two records of a deal, which no test changes."""
    path = tmp_path_factory.mktemp("in_conflict") / "club.duckdb"
    store(path, FAIR, DRAFT)
    return path


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_and_leaves_all_as_it_was(in_conflict: Path, what: str) -> None:
    before = tables(in_conflict), len(status(in_conflict).events)
    with pytest.raises(Refused) as refused:
        REFUSED[what](in_conflict)
    assert refused.value.what == what
    assert (tables(in_conflict), len(status(in_conflict).events)) == before


def test_a_session_of_two_clubs_needs_its_club(database: Path) -> None:
    for club in ("One", "Two"):
        put(database, f"{club}.rev", session_log("s", bare(1), club=club))
    with pytest.raises(Refused, match="several-clubs"):
        resolve(database, None, "s", 1, 1)
    assert audited(database, club="Two", session="s").totals["deals"] == 1
    assert audited(database, club="Two").totals["deals"] == 1


# -------------------------------------------------------------------------------------------- corrections


def test_a_correction_reaches_every_view_and_the_original_stays(database: Path) -> None:
    """asks 19."""
    store(database, WRONG)
    found = correct(database, None, "acta 32", 2, ["points: 9, 18, 3, 6"], reason="misread", person="Amparo")
    assert (found.event, found.changes, found.status) == (
        2,
        (("puntos: 8, 18, 3, 6", "puntos: 9, 18, 3, 6"),),
        "confirmed",
    )
    (row,) = [row for row in tables(database)["deals"].rows if row[2] == 2]
    assert row[-1] is True
    sessions = list(audited(database).sessions())
    (deal,) = [deal for deal in sessions[0]["deals"] if deal["deal"] == 2]
    assert deal["decisions"] == [
        {"event": 2, "changes": [list(found.changes[0])], "reason": "misread", "person": "Amparo"}
    ]
    (original,) = rows(database, "SELECT original FROM ruled.corrections")
    assert '"points": [8, 18, 3, 6]' in original[0]


def test_undoing_a_correction_brings_the_record_back(database: Path) -> None:
    store(database, WRONG)
    before = tables(database)
    correct(
        database, None, "acta 32", 4, ["pago b11: Fermín > Leocadia 2"], ["pago b11: Fermín > Leocadia 1 as sacado"]
    )
    assert tables(database) != before
    undo(database, 2)
    assert tables(database) == before
    with pytest.raises(Refused, match="undone-before"):
        undo(database, 2)


def test_a_file_with_the_slip_and_one_without_agree_after_the_correction(database: Path) -> None:
    wrong, right = (session_log("s", bare(1, points)) for points in ("13, 10, 20, 10", "3, 10, 20, 10"))
    put(database, "a.rev", wrong)
    correct(database, None, "s", 1, ["puntos: 3, 10, 20, 10"])
    put(database, "again.rev", wrong.replace("puntos", "points"))
    put(database, "right.rev", right)
    assert conflicts(database) == []
    assert len(tables(database)["deals"].rows) == 1


def test_a_correction_holds_for_a_fuller_record_that_has_the_slip(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1, "13, 10, 20, 10")))
    correct(database, None, "s", 1, ["puntos: 3, 10, 20, 10"])
    put(database, "b.rev", session_log("s", bare(1, "13, 10, 20, 10", "bazas: 1, 3, 5, 2")))
    assert conflicts(database) == []
    points = [row[10] for row in tables(database)["claims"].rows if row[5] == "points"]
    assert points == ["3", "10", "20", "10"]


def test_a_correction_of_two_lines_holds_for_a_bare_record_that_has_one(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1, "13, 10, 20, 10", "bazas: 2, 3, 5, 2")))
    correct(database, None, "s", 1, ["puntos: 3, 10, 20, 10", "bazas: 1, 3, 5, 2"])
    put(database, "b.rev", session_log("s", bare(1, "13, 10, 20, 10")))
    assert conflicts(database) == []


def test_corrections_of_one_deal_are_taken_back_from_the_last(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    correct(database, None, "s", 1, ["puntos: 4, 10, 19, 10"])
    correct(database, None, "s", 1, ["puntos: 5, 10, 18, 10"])

    def points() -> list[str]:
        return [row[10] for row in tables(database)["claims"].rows if row[5] == "points"]

    assert points() == ["5", "10", "18", "10"]
    with pytest.raises(Refused, match="rested-on"):
        undo(database, 2)
    undo(database, 3)
    assert points() == ["4", "10", "19", "10"]
    undo(database, 2)
    assert points() == ["3", "10", "20", "10"]


SLIPS = {
    "correction.unread": ["puntos: 1, 2"],
    "correction.no-field": ["reparto 2"],
    "correction.empty": ["ganador:"],
    "correction.header": ["reglas: reversis"],
    "correction.twice": ["puntos: 4, 10, 19, 10", "points: 5, 10, 18, 10"],
    "correction.nothing-changes": ["puntos: 3, 10, 20, 10"],
    "correction.none": [],
}


@pytest.fixture(scope="module")
def one_deal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one deal, which each test leaves as it was."""
    path = tmp_path_factory.mktemp("one_deal") / "club.duckdb"
    put(path, "a.rev", session_log("s", bare(1)))
    return path


@pytest.mark.parametrize("what", SLIPS)
def test_what_is_no_correction_is_refused(one_deal: Path, what: str) -> None:
    before = len(status(one_deal).events)
    with pytest.raises(Refused) as refused:
        correct(one_deal, None, "s", 1, SLIPS[what])
    assert refused.value.what == what
    assert len(status(one_deal).events) == before


def test_a_line_to_drop_must_be_there(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    with pytest.raises(Refused, match="not-there"):
        correct(database, None, "s", 1, [], ["ganador: Ana"])
    assert correct(database, None, "s", 1, [], ["dealer: Ana"]).changes == (("dador: Ana", None),)


def test_a_note_with_any_letter_can_be_kept_beside_a_correction(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1, extra="nota: one\u2028two\x85three")))
    correct(database, None, "s", 1, ["puntos: 4, 10, 19, 10"])
    assert [row[10] for row in tables(database)["claims"].rows][:4] == ["4", "10", "19", "10"]


EVERY_LINE = [
    "dealer: Benito", "napolitana: Ana", "revesino: Carla", "t1 Benito: 2c 3c 4c 5c", "tricks: 1, 3, 5, 2",
    "wins t1: Ana", "winner: Ana", "payment t2: Ana > fondo 2 multa", "fondo start: 9", "fondo end: 10",
    "net: -1, 2, 0, -1", "balance: 0, 0, 0, 0", "note: seen by two",
    "hand Ana: " + " ".join(f"{n}o" for n in range(1, 12)),
    "stock: 1c 2c 3c", "exchange Carla: -", "x-table: 3",
]  # fmt: skip


@pytest.mark.parametrize("line", some_slow(EVERY_LINE, *EVERY_LINE[::2]), ids=lambda line: line.partition(":")[0])
def test_every_kind_of_line_can_be_corrected_and_taken_back(one_deal: Path, line: str) -> None:
    before = tables(one_deal)
    done = correct(one_deal, None, "s", 1, [line])
    ((was, now),) = done.changes
    assert now is not None
    assert was is None or was != now
    undo(one_deal, done.event)
    assert tables(one_deal) == before


# ---------------------------------------------------------------------------------------------- taken back


def test_undoing_an_import_leaves_what_others_brought(database: Path, tmp_path: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1) + bare(2)))
    one = tables(database)
    put(database, "b.rev", session_log("s", bare(2) + bare(3)))
    undo(database, 2)
    assert tables(database) == one
    undo(database, 1)
    assert all(not table.rows for table in tables(database).values())


def test_an_import_that_was_taken_back_can_come_again(database: Path) -> None:
    store(database, WRONG)
    before = tables(database)
    undo(database, 1)
    assert store(database, WRONG).new == 6
    assert tables(database) == before


def test_undoing_one_import_uncovers_the_conflict_of_two(database: Path) -> None:
    put(database, "a.rev", session_log("s", bare(1)))
    put(database, "b.rev", session_log("s", bare(1, "4, 10, 19, 10")))
    assert len(conflicts(database)) == 1
    undo(database, 2)
    assert conflicts(database) == []
    assert len(tables(database)["deals"].rows) == 1


def test_a_file_that_came_twice_stays_while_one_import_of_it_does(database: Path) -> None:
    put(database, "a.rev", session_log("one", bare(1)))
    both = [database.parent / name for name in ("a.rev", "b.rev")]
    both[1].write_text(session_log("two", bare(1)), encoding="utf-8")
    assert store(database, *both).known == 1
    whole = tables(database)
    assert undo(database, 1).records == 0
    assert tables(database) == whole
    assert undo(database, 2).records == 2
    assert not tables(database)["deals"].rows


def test_an_undo_cannot_be_undone(database: Path) -> None:
    store(database, WRONG)
    undo(database, 1)
    with pytest.raises(Refused, match="not-undone"):
        undo(database, 2)
