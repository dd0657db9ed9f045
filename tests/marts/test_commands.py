"""`revesino players`, `stats`, `sql`, `export`, and `audit.open`."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from python_calamine import load_workbook
from typer.testing import CliRunner

import audit
from audit.cli.app import app
from audit.cli.main import COMMANDS
from audit.refusal import Refused
from tests.store.stores import SAMPLES, store

for name in COMMANDS:
    __import__(f"audit.cli.{name}")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("commands") / "club.duckdb"
    store(file, SAMPLES / "season")
    yield str(file)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_the_ranking_has_counts_and_intervals_and_marks_what_is_few(database: str) -> None:
    found = run("players", "--db", database)
    (line,) = [line for line in found.splitlines() if line.strip().startswith("Bernabé")]
    assert " ".join(line.split()[:-3]) == "Bernabé 145 24.1 % (17.7 – 31.9) -0.1 (-1.9 – +1.7) -15"
    assert "+1.0*" in found
    assert "  * few deals or few sessions: it says little yet." in found


def test_a_player_by_any_spelling_of_the_name(database: str) -> None:
    found = run("players", "bernabé".capitalize(), "--db", database)
    assert "quínola placed, of those held" in found
    assert "Bernabé · Ateneo de Valdemora · revesino" in found


def test_a_player_that_there_is_not(database: str) -> None:
    done = CliRunner().invoke(app, ["players", "Bernabe", "--db", database])
    assert done.exit_code == 2


def test_the_club(database: str) -> None:
    found = run("stats", "--db", database)
    for text in (
        "F4   takes the fondo, quínola placed",
        "who takes the fondo",
        "the cards needed for it are not recorded",
    ):
        assert text in found


def test_a_query_is_answered_as_csv(database: str) -> None:
    found = run("sql", "SELECT count(*) AS deals FROM core.deals", "--db", database)
    assert found == "deals\n275\n"


def test_the_tables_are_listed() -> None:
    found = run("sql")
    for table in ("core.seats", "marts.players", "luck.players"):
        assert f"\n{table} " in found


@pytest.mark.parametrize("form", ["csv", "xlsx", "parquet"])
def test_a_mart_is_exported_in_each_form(database: str, tmp_path: Path, form: str) -> None:
    target = tmp_path / f"players.{form}"
    run("export", "players", "--format", form, "-o", str(target), "--db", database)
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    elif form == "parquet":
        rows = pq.read_table(target).to_pylist()
    else:
        head, *body = load_workbook(target).get_sheet_by_index(0).to_python()
        rows = [dict(zip(map(str, head), values, strict=True)) for values in body]
    assert [row["person"] for row in rows][:2] == ["Bernabé", "Casimira"]
    assert [int(row["wins"]) for row in rows][:2] == [33, 21]
    assert float(rows[0]["win_rate"]) == pytest.approx(33 / 137)


def test_the_tables_of_the_database_are_exported_as_before(database: str) -> None:
    assert run("export", "standings", "--db", database).startswith("club,session,seated,player,final_balance\n")


def test_from_python(database: str) -> None:
    found = audit.open(database)
    players = found.players()
    assert isinstance(players, pd.DataFrame)
    assert players.equals(found.arrow.players().to_pandas())
    assert found.sql("SELECT 1 AS one")["one"].tolist() == [1]
    assert "players" in found.tables()
    with pytest.raises(Refused):
        found.table("nothing")


def test_help_does_not_wait_for_what_statistics_need() -> None:
    code = (
        "import sys; sys.argv = ['revesino', '--help']; from audit.cli.main import main\n"
        "try: main()\nfinally: print(sorted({'pandas', 'scipy', 'duckdb', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]"
