"""After somebody was forgotten, what people decide does not bring the name back."""

from __future__ import annotations

from pathlib import Path

import pytest
from people.tables import log, put, texts

from audit.club.conflicts import resolve
from audit.club.corrections import correct
from audit.club.forgetting import forget
from audit.club.mergings import merge

NAME = "Hermenegildo"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A club that forgot one of its players, with two versions of a deal."""
    path = tmp_path / "club.duckdb"
    put(path, log(players=f"Ana, Anita, {NAME}, Diego"))
    put(path, log("sábado", players="Ana, Eva, Carla, Diego", deal="nota: una"), "one.rev")
    put(path, log("sábado", players="Ana, Eva, Carla, Diego", deal="ganador: Eva"), "two.rev")
    put(path, log("sábado", players="Ana, Eva, Carla, Diego", deal="ganador: Ana"), "three.rev")
    forget(path, NAME)
    return path


def test_a_correction_does_not(database: Path) -> None:
    correct(database, None, "viernes", 1, [f"nota: lo vio {NAME}"], reason=f"lo dijo {NAME}", person=NAME)
    said = texts(database)
    assert NAME not in said
    assert "lo dijo Persona 1" in said


def test_a_resolution_does_not(database: Path) -> None:
    resolve(database, None, "sábado", 1, 1, reason=f"lo dijo {NAME.upper()}", person=NAME)
    assert NAME.casefold() not in texts(database).casefold()


def test_a_merging_does_not(database: Path) -> None:
    merge(database, "Eva", "Anita", reason=NAME, by_whom=NAME)
    assert NAME not in texts(database)
