"""`revesino infer-rules`, `drift` and `ask` on the command line: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

from support import ROOT, revesino

from ..explain.test_command import COPAS

SAMPLES = ROOT / "sample_logs"
CARRIED = SAMPLES / "2024-03-16-casino-fondo-arrastrado.rev"
EVENINGS = sorted((SAMPLES / "season").glob("*.rev"))[:12]


def test_the_house_rules_of_a_season_and_the_file_that_audit_takes(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    several = revesino("infer-rules", *EVENINGS, "-o", file)
    assert (several.returncode, "--club" in several.stderr) == (2, True)
    found = revesino("infer-rules", *EVENINGS, "--club", "Ateneo de Valdemora", "--format", "json", "-o", file)
    (club,) = json.loads(found.stdout)["clubs"]
    assert (club["club"], club["rules"]["id"]) == ("Ateneo de Valdemora", "revesino")
    for switch in club["switches"]:
        assert set(switch) == {"option", "value", "for", "against", "tied", "since"}
        assert switch["for"] >= switch["against"] or not club["rules"]["options"].get(switch["option"])
    assert revesino("audit", *EVENINGS, "--rules", file).returncode == revesino("audit", *EVENINGS).returncode
    nothing = revesino("infer-rules", tmp_path / "none")
    assert (nothing.returncode, nothing.stdout) == (2, "")


def test_where_a_fondo_went_wrong() -> None:
    found = json.loads(revesino("drift", CARRIED, "--format", "json").stdout)
    (session,) = found["sessions"]
    first = session["first"]
    assert (first["deal"], first["claim"], first["recorded"], first["computed"]) == (2, "fondo_end", 10, 0)
    said = revesino("--lang", "es", "drift", CARRIED)
    assert (said.returncode, "Reparto 2" in said.stdout) == (0, True)
    assert revesino("drift", CARRIED, "--session", "nadie").returncode == 2


def test_the_one_question_that_settles_most(tmp_path: Path) -> None:
    log = tmp_path / "open.rev"
    log.write_text(COPAS.replace("11o 10e 10b 7b", "11o ?? ?? 7b"), encoding="utf-8")
    found = revesino("ask", log, "--deal", "1", "--format", "json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)
    assert revesino("--lang", "pt", "ask", log, "--deal", "1").stdout.strip()
    assert revesino("ask", log, "--deal", "9").returncode == 2
