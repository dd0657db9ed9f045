"""A person forgotten: nowhere in the files, nothing else changed, and the same logs stay without the name."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest
from people.tables import log, put, texts
from store.stores import SAMPLES, counts, rows, store, tables

from audit.club.conflicts import resolve
from audit.club.corrections import correct
from audit.club.forgetting import Forgetting, forget
from audit.club.judging import audited
from audit.club.mergings import listing, merge
from audit.club.status import status
from audit.club.undoing import undo
from audit.people.words import in_text, replacement
from audit.refusal import Refused
from audit.store import query
from audit.store.connection import CONFIG

CASINO = sorted(SAMPLES.glob("*casino*"))
FERMIN = "Fermín"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples of one club, stored."""
    path = tmp_path_factory.mktemp("casino") / "club.duckdb"
    store(path, *CASINO)
    return path


@pytest.fixture
def copied(casino: Path, database: Path) -> Path:
    return Path(shutil.copy(casino, database))


def renamed(table: object, found: Forgetting) -> str:
    """A table as text, with the names replaced."""
    return in_text(str(table), replacement(dict(found.names)))


# ------------------------------------------------------------------------------------------- everywhere


EVERYWHERE = log(
    "mesa de Ana",
    "Ana, Benito, Carla, Diego",
    club="Peña Ana y Eva",
    more="x-mesa: la de ANA\nopcion cut_pays: 48 ; dijo Ana\n",
    deal=(
        "mano Ana: 1o\ncambio Ana: -\nmano Benito: 2o ; a la izquierda de Ana\npago: Ana > fondo 3 puesta de Ana\n"
        "pago: Benito > Ana 2\ngana b1: Ana\nganador: Ana\nx-anota: {Ana}\nnota: ana se queja, y Ana María también\n"
        "puntas: Ana 3\n"
    ),
)


def test_wherever_a_record_speaks_of_her(database: Path) -> None:
    path = put(database, EVERYWHERE, "2024-03 Ana.rev")
    assert texts(database).lower().count("ana") > 15
    found = forget(database, "Ana")
    assert (found.names, found.club) == ({"Ana": "Persona 1"}, "Peña Persona 1 y Eva")
    assert dict(found.sessions) == {"mesa de Ana": "mesa de Persona 1"}
    assert found.left.whole == found.left.parts == found.left.others == ()
    assert found.scanned is not None
    assert found.scanned.found == ()
    assert "ana" not in texts(database).lower().replace("mañana", "")
    assert rows(database, "SELECT name FROM recorded.files") == [(f"{path.parent}/2024-03 Persona 1.rev",)]
    (deal,) = audited(database).reading.deals
    assert deal.hands.keys() == {"Persona 1", "Benito"}
    assert deal.note == "Persona 1 se queja, y Persona 1 María también"
    assert deal.recorded.payments[0].label == "puesta de Persona 1"


def test_in_decisions_and_their_reasons(database: Path) -> None:
    put(database, log(deal="nota: mesa\n"))
    correct(database, None, "viernes", 1, ["ganador: Ana"], reason="lo dijo Ana", person="Ana")
    undo(database, correct(database, None, "viernes", 1, ["puntos: 4, 9, 20, 10"], person="Carla").event)
    before = [row[0] for row in rows(database, "SELECT changes FROM ruled.corrections ORDER BY event")]
    found = forget(database, "Ana")
    assert found.counts["corrections"] == 2
    assert not found.is_left
    assert [row[0] for row in rows(database, "SELECT changes FROM ruled.corrections ORDER BY event")] == [
        one.replace("Ana", "Persona 1") for one in before
    ]
    assert rows(database, "SELECT reason, person FROM ruled.corrections WHERE event = 2") == [
        ("lo dijo Persona 1", "Persona 1")
    ]
    assert audited(database).reading.deals[0].recorded.winner == "Persona 1"
    undo(database, 2)
    assert audited(database).reading.deals[0].recorded.winner is None


def test_a_choice_between_versions_still_holds(database: Path) -> None:
    put(database, log(), "one.rev")
    put(database, log().replace("3, 10, 20, 10", "4, 10, 19, 10"), "other.rev")
    resolve(database, None, "viernes", 1, 2, reason="acta", person="Ana")
    kept = [deal.recorded.points for deal in audited(database).reading.deals]
    forget(database, "Ana")
    assert [deal.recorded.points for deal in audited(database).reading.deals] == kept
    assert audited(database).assembled.conflicts == 0
    undo(database, 3)
    assert audited(database).assembled.conflicts == 1


def test_a_conflict_is_numbered_as_if_it_had_come_so(database: Path, tmp_path: Path) -> None:
    versions = [log().replace("3, 10, 20, 10", f"{n}, {13 - n}, 20, 10") for n in range(4)]
    for number, text in enumerate(versions):
        put(database, text, f"{number}.rev")
    forget(database, "Ana")
    (tmp_path / "other").mkdir()
    for number, text in enumerate(versions):
        put(tmp_path / "other" / "club.duckdb", text.replace("Ana", "Persona 1"), f"{number}.rev")
    for table in ("deals", "results", "claims", "ledger"):
        assert tables(database)[table] == tables(tmp_path / "other" / "club.duckdb")[table]


def test_what_only_an_undone_import_says(database: Path) -> None:
    put(database, log("lunes", "Eva, Benito, Carla, Diego"), "a.rev")
    put(database, log("martes"), "b.rev")
    undo(database, 2)
    assert not forget(database, "Ana").is_left
    assert "Ana" not in texts(database)


# ------------------------------------------------------------------------------------------- nothing else


def test_nothing_but_the_name_changes(casino: Path, copied: Path) -> None:
    found = forget(copied, FERMIN)
    before, after = tables(casino), tables(copied)
    assert {name: renamed(table.rows, found) for name, table in before.items()} == {
        name: str(table.rows) for name, table in after.items()
    }
    assert not status(copied).broken
    changed = {"log.events": 1, "ruled.forgotten": 2, "ruled.secret": 1}
    assert {name: count - counts(casino)[name] for name, count in counts(copied).items()} == {
        name: changed.get(name, 0) for name in counts(casino)
    }


def test_its_verdicts_are_those_of_logs_without_the_name(casino: Path, copied: Path) -> None:
    """What was renamed is what judging anew gives."""
    forget(copied, FERMIN)
    stored = tables(copied)
    rejudged = audited(copied)
    points = [row for session in rejudged.assembled.sessions for row in rejudged.deal_rows(session)]
    assert [row["status"] for row in points] == [row[4] for row in stored["deals"].rows]


def test_the_new_file_is_made_as_the_old_one(casino: Path, copied: Path) -> None:
    def settings(path: Path) -> list[object]:
        connection = duckdb.connect(str(path), read_only=True, config=CONFIG)
        try:
            said = query.rows(connection, "SELECT block_size FROM pragma_database_size()")
            said += query.rows(connection, "SELECT tags FROM duckdb_databases() WHERE NOT internal")
            said += query.rows(connection, "SELECT schema_name, table_name, sql FROM duckdb_tables() ORDER BY ALL")
            said += query.rows(connection, "SELECT view_name, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL")
            return said
        finally:
            connection.close()

    before = settings(copied)
    forget(copied, FERMIN)
    assert settings(copied) == before


def test_another_person_of_a_longer_name_and_another_club_stay(database: Path) -> None:
    put(database, log("lunes", "Ana María, Ana, Banana, Diana", deal="nota: Ana María y Ana con Diana\n"), "a.rev")
    put(database, log("lunes", "Ana, Benito, Carla, Diego", club="Casino"), "b.rev")
    with pytest.raises(Refused, match="several-clubs"):
        forget(database, "Ana")
    found = forget(database, "Ana", "Peña")
    (note,) = rows(database, "SELECT note FROM recorded.records WHERE note IS NOT NULL")
    assert note == ("Ana María y Persona 1 con Diana",)
    assert rows(database, "SELECT players FROM recorded.lineups ORDER BY ALL") == [
        (["Ana", "Benito", "Carla", "Diego"],),
        (["Ana María", "Persona 1", "Banana", "Diana"],),
    ]
    assert found.left.whole == ()
    # That these are other people's nobody can tell from a text alone: they are listed.
    assert {one.column for one in found.left.parts} >= {"computed.players.player"}
    assert {one.column for one in found.left.others} >= {"recorded.lineups.players", "recorded.records.note"}


def test_her_other_spellings_go_with_her(database: Path) -> None:
    put(database, log("lunes", "Ana, Benito, Carla, Diego"), "a.rev")
    put(database, log("martes", "Anita, Benito, Carla, Diego"), "b.rev")
    put(database, log("jueves", "Aña, Benito, Carla, Diego"), "c.rev")
    merge(database, "Anita", "Ana", reason="Anita es Ana")
    found = forget(database, "Anita")
    assert found.names == {"Ana": "Persona 1", "Anita": "Persona 1 2"}
    assert found.near == ("Aña",)
    assert [(one.person, [each.name for each in one.mergings]) for one in listing(database)] == [
        ("Persona 1", ["Persona 1 2"])
    ]
    assert "Anita" not in texts(database)
    assert "Ana" not in texts(database)
    assert forget(database, "Benito").names == {"Benito": "Persona 2"}
