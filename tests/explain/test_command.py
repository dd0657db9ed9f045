"""`revesino explain`, `readings` and `power` on the command line: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import revesino

from audit import language
from audit.simulate.files import season_files, write_files
from audit.simulate.season import play_season

from ..simulate.seasons import season

Row = dict[str, Any]

COPAS = """revesino-log 1
club: Peña
sesion: uno
reglas: revesino
jugadores: Benito, Diego, Carla, Ana

reparto 1
dador: Diego
b1 Carla: 2c 3c 7c 12c
b2 Diego: 2o 5o 3o 8o
b3 Benito: 11c 12e 4c 1c
b4 Ana: 4o 9o 7o 1o
b5 Carla: 5e 4e 3e 2e
b6 Carla: 6c 1b 8c 8b
b7 Benito: 3b 2b 12o 5b
b8 Ana: 9b 4b 6b 6o
b9 Ana: 6e 7e 9e 1e
b10 Carla: 9c 10o 11b 11e
b11 Carla: 11o 10e 10b 7b
puntos: 4, 3, 19, 12
"""
"""The deal of log-format.md, with the ace of copas, which Ana won, counted 4."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "uno.rev"
    path.write_text(COPAS, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("spoken", "text"),
    [
        ("en", "Ana's 12 in points is what comes out if the ace of copas counts 4; it counts 5 (R7, S0 §5)."),
        ("es", "Los 12 puntos de Ana son lo que sale si el as de copas vale 4; vale 5 (R7, S0 §5)."),
        ("pt", "Os 12 pontos de Ana são o que dá se o ás de copas vale 4; vale 5 (R7, S0 §5)."),
    ],
)
def test_it_is_said_in_a_sentence(log: Path, spoken: str, text: str) -> None:
    assert spoken in language.LANGUAGES
    done = revesino("--lang", spoken, "explain", log)
    assert text in done.stdout
    assert done.returncode == 1


def test_the_json_is_as_published(log: Path) -> None:
    found = json.loads(revesino("explain", log, "--format", "json").stdout)
    assert found["schema"] == "revesino-explanation/1"
    [deal] = found["deals"]
    assert (deal["club"], deal["session"], deal["deal"]) == ("Peña", "uno", 1)
    first = deal["explanations"][0]
    assert first["rank"] == 1
    assert first["causes"] == [{"kind": "mistake", "id": "card-value", "card": "1c", "value": 4}]
    assert [(one["claim"], one["player"], one["trick"]) for one in first["explains"]] == [("points", "Ana", None)]
    assert first["leaves"] == []


def test_only_what_is_asked_about_is_explained(tmp_path: Path) -> None:
    write_files(season_files(play_season(season(mistakes=0.6, sessions=3))), tmp_path)
    every = json.loads(revesino("explain", tmp_path, "--format", "json").stdout)["deals"]
    name, number = every[0]["session"], every[0]["deal"]
    only = ("--session", name, "--deal", number)
    one = json.loads(revesino("explain", tmp_path, *only, "--format", "json").stdout)["deals"]
    assert [(row["session"], row["deal"]) for row in one] == [(name, number)]
    assert one[0]["explanations"][0]["causes"] == every[0]["explanations"][0]["causes"]


def test_a_right_log_needs_no_explanation(tmp_path: Path) -> None:
    write_files(season_files(play_season(season(sessions=2))), tmp_path)
    done = revesino("explain", tmp_path)
    assert done.returncode == 0
    assert json.loads(revesino("explain", tmp_path, "--format", "json").stdout)["deals"] == []


def test_a_deal_that_there_is_not_is_refused(log: Path) -> None:
    for command in ("explain", "readings"):
        done = revesino(command, log, "--session", "uno", "--deal", "7")
        assert done.returncode == 2
        assert "7" in done.stderr


def test_readings_are_shown_and_given_to_programs(log: Path) -> None:
    found = json.loads(revesino("readings", log, "--deal", "1", "--format", "json").stdout)
    assert found["schema"] == "revesino-readings/1"
    options = {one["option"]: one["values"] for one in found["options"]}
    party = {str(one["value"]): one for one in options["party"]}
    assert party["none"]["house"]
    assert party["none"]["net"] == {"Benito": -2, "Diego": -4, "Carla": -5, "Ana": 11}
    assert sum(party["discards"]["net"].values()) == -party["discards"]["fondo_end"]
    assert "party (R10)" in revesino("readings", log, "--deal", "1").stdout


def test_a_deal_that_cannot_be_settled_otherwise_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.rev"
    path.write_text("\n".join(line for line in COPAS.splitlines() if not line.startswith("b")), encoding="utf-8")
    done = revesino("readings", path, "--deal", "1")
    assert done.returncode == 2


@pytest.mark.slow
def test_the_power_is_measured() -> None:
    found = json.loads(revesino("power", "--seed", "3", "--deals", "40", "--format", "json").stdout)
    assert found["schema"] == "revesino-power/1"
    assert found["deals"] == 40
    assert revesino("power", "--deals", "0").returncode == 2
    assert "one mistake" in revesino("power", "--seed", "3", "--deals", "20").stdout
