"""A name that stands in the database again after it was forgotten: forgetting it a second time removes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from people.tables import log, put, texts
from store.stores import rows

from audit.club import corrections
from audit.club.corrections import correct
from audit.club.forgetting import forget
from audit.club.status import status
from audit.refusal import Refused
from audit.store import query
from audit.store.connection import writing

NAME = "Hermenegildo"
PLAYERS = f"{NAME}, Benito, Carla, Diego"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A club that forgot one of its players, and a correction that names him, as an older tool let it come in."""
    path = tmp_path / "club.duckdb"
    put(path, log(players=PLAYERS))
    forget(path, NAME)
    monkeypatch.setattr(corrections, "without_names", lambda connection, club, *said: list(said))
    correct(path, None, "viernes", 1, [f"nota: vuelve {NAME}"], reason=f"lo dijo {NAME}", person=NAME)
    assert texts(path).count(NAME) > 3
    return path


def test_it_goes_with_the_pseudonym_that_it_has(database: Path) -> None:
    kept = rows(database, "FROM ruled.forgotten ORDER BY ALL")
    found = forget(database, NAME)
    assert (found.names, found.is_left, found.event) == ({NAME: "Persona 1"}, False, 4)
    assert found.counts["corrections"] == found.counts["events"] == 1
    assert found.scanned is not None
    assert found.scanned.found == ()
    assert NAME not in texts(database)
    assert rows(database, "SELECT reason, person FROM ruled.corrections") == [("lo dijo Persona 1", "Persona 1")]
    assert rows(database, "FROM ruled.forgotten ORDER BY ALL") == kept
    assert not status(database).broken


def test_a_third_time_there_is_nothing_to_do(database: Path) -> None:
    forget(database, NAME)
    found = forget(database, NAME)
    assert (found.event, found.is_left, found.counts) == (None, False, {})


def test_a_dry_run_says_so_and_changes_nothing(database: Path) -> None:
    before = texts(database)
    found = forget(database, NAME, dry_run=True)
    assert (found.is_done, found.is_left, found.counts["corrections"]) == (False, False, 1)
    assert texts(database) == before


def test_it_goes_at_the_club_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    for club in ("Casino", "Peña"):
        put(path, log(players=PLAYERS, club=club), f"{club}.rev")
        forget(path, NAME, club)
    with writing(path) as writer:
        query.run(writer.connection, "UPDATE recorded.records SET note = ? WHERE record_id = 2", [f"vuelve {NAME}"])
        writer.changed = True
    found = forget(path, NAME)
    assert (found.club, found.names, found.is_left) == ("Peña", {NAME: "Persona 2"}, False)
    assert NAME not in texts(path)


def test_nobody_at_another_club_is_forgotten_for_him(database: Path) -> None:
    put(database, log(players=PLAYERS, club="Casino"), "casino.rev")
    with pytest.raises(Refused, match="several-clubs"):
        forget(database, NAME)
    assert forget(database, NAME, "Peña").names == {NAME: "Persona 1"}
    # Nothing of him stands at the first club any more: now it is the other who is meant.
    found = forget(database, NAME)
    assert (found.club, found.names) == ("Casino", {NAME: "Persona 2"})


def test_what_stays_as_it_is_is_named_and_nothing_else_is_done(tmp_path: Path) -> None:
    """House rules are left as they are."""
    path = tmp_path / "club.duckdb"
    put(path, log(players=PLAYERS))
    forget(path, NAME)
    with writing(path) as writer:
        query.run(writer.connection, "UPDATE recorded.headers SET options = ?", [f'["{NAME}=1"]'])
        writer.changed = True
    events = rows(path, "SELECT count(*) FROM log.events")
    for dry_run in (True, False):
        found = forget(path, NAME, dry_run=dry_run)
        assert (found.event, found.is_left, found.is_done) == (None, True, True)
    assert rows(path, "SELECT count(*) FROM log.events") == events
