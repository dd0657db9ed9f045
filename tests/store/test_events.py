"""The log of what was done: every change behind its back is noticed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from store.stores import SAMPLES, rows, store

from audit.club.conflicts import resolve
from audit.club.corrections import correct
from audit.club.status import status
from audit.club.undoing import undo
from audit.store import events, query
from audit.store.connection import writing


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database to which everything was done that can be."""
    path = tmp_path_factory.mktemp("filled") / "club.duckdb"
    store(path, *SAMPLES.glob("*.rev"))
    resolve(path, None, "viernes 36", 2, 1, person="Remedios")
    correct(path, None, "acta 32", 2, ["puntos: 1, 9, 20, 13"], person="Amparo")
    undo(path, 3)
    return path


@pytest.fixture
def database(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path / "club.duckdb"))


def change(database: Path, sql: str) -> None:
    with writing(database) as writer:
        query.run(writer.connection, sql)
        writer.changed = True


def test_everything_that_is_done_is_in_the_log(database: Path) -> None:
    found = status(database)
    assert [event.kind for event in found.events] == ["import", "resolution", "correction", "undo"]
    assert [event.event for event in found.events] == [1, 2, 3, 4]
    assert found.undone == {3}
    assert found.broken == ()
    assert all(event.tool and len(event.rules_hash) == 64 for event in found.events)


TAMPERED = {
    "what": "UPDATE log.events SET data = replace(data, 'Amparo', 'Remedios') WHERE event = 3",
    "when": "UPDATE log.events SET done_at = '2020-01-01T00:00:00+00:00' WHERE event = 3",
    "kind": "UPDATE log.events SET kind = 'ruling' WHERE event = 3",
    "version": "UPDATE log.events SET tool = '9.9' WHERE event = 3",
    "rules": "UPDATE log.events SET rules_hash = 'x' WHERE event = 3",
    "salt": "UPDATE log.events SET salt = 'x'::BLOB WHERE event = 3",
    "commitment": "UPDATE log.events SET commitment = 'x' WHERE event = 3",
    "previous": "UPDATE log.events SET previous = 'x' WHERE event = 3",
    "hash": "UPDATE log.events SET hash = 'x' WHERE event = 3",
    "gone": "DELETE FROM log.events WHERE event = 3",
    "the last gone": "DELETE FROM log.events WHERE event = 4",
    "other data without salt": "UPDATE log.events SET data = '{}', salt = NULL WHERE event = 3",
    "salt without data": "UPDATE log.events SET data = NULL WHERE event = 3",
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_change_behind_its_back_is_noticed(database: Path, what: str) -> None:
    change(database, TAMPERED[what])
    assert status(database).broken


def test_an_entry_that_was_erased_still_holds_the_chain(database: Path) -> None:
    change(database, "UPDATE log.events SET data = NULL, salt = NULL WHERE event = 3")
    found = status(database)
    assert found.broken == ()
    assert found.events[2].data is None


def test_equal_things_done_twice_have_different_commitments(database: Path) -> None:
    """What was done cannot be guessed from its hash."""
    for _ in range(2):
        correct(database, None, "acta 32", 2, ["puntos: 1, 9, 20, 13"], person="Amparo")
        undo(database, len(status(database).events))
    found = rows(database, "SELECT count(DISTINCT commitment), count(*) FROM log.events WHERE kind = 'correction'")
    assert found == [(3, 3)]


def test_a_kind_that_there_is_not_is_refused(database: Path) -> None:
    with writing(database) as writer, pytest.raises(ValueError, match="no kind"):
        events.append(writer.connection, events.Tool("1", "x"), "nonsense", {})
