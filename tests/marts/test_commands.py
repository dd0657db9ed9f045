"""`revesino players`, `stats`, `sql`, `export`, and `audit.open`."""

from __future__ import annotations

import csv
import io
import re
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
from audit.cli import usage
from audit.cli.app import app
from audit.cli.main import COMMANDS
from audit.cli.output import write_text
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
    assert [" ".join(line.split()) for line in found.splitlines() if line.strip().startswith("Bernabé")] == [
        "Bernabé 145 24.1 % (17.7 – 31.9) 137",
        "Bernabé -0.1 (-1.9 – +1.7) 137 -15 24.4 ± 4.4",
    ]
    assert "+1.0*" in found
    assert "± behind a rating" in found
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
        "the cards needed for it are not",
    ):
        assert text in found


@pytest.mark.parametrize("words", [["players"], ["players", "Bernabé"], ["stats"]])
def test_no_line_is_wider_than_the_terminal(database: str, words: list[str]) -> None:
    assert max(map(len, run(*words, "--db", database).splitlines())) <= 80


def test_a_seat_and_a_share_of_errors_say_how_sure_they_are(database: str) -> None:
    seats = run("players", "Bernabé", "--db", database).split("by seat")[1]
    assert "dealer      37    25.0 %  (13.8 – 41.1)  36" in seats
    assert re.search(r"% ?\*? +\([\d.]+ – [\d.]+\)", run("stats", "--db", database).split("wrong, of those decided")[1])


def test_what_is_counted_has_no_interval_below_0(database: str) -> None:
    means = run("players", "Bernabé", "--db", database).split("on average")[1]
    below = [line for line in means.splitlines() if "(-" in line]
    assert [line.split()[0] for line in below] == ["tantos"]


@pytest.mark.parametrize("query", ["", "SELECT 1; SELECT 2", "BEGIN", "CHECKPOINT", "DETACH club"])
def test_what_is_not_one_query_is_refused(database: str, query: str) -> None:
    done = CliRunner().invoke(app, ["sql", query, "--db", database])
    assert done.exit_code == 2 and "that is not one query" in done.output


def test_what_is_wrong_with_a_query_is_told_in_a_line(database: str) -> None:
    done = CliRunner().invoke(app, ["sql", "SELEC 1", "--db", database])
    assert done.output.strip().endswith('syntax error at or near "SELEC"')


def test_luck_is_found_by_its_name_in_quotes(database: str) -> None:
    assert run("sql", 'SELECT count(*) AS n FROM "luck".fits', "--db", database) == "n\n2\n"


def test_what_could_steer_a_terminal_is_shown_there_and_kept_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text("a\x1b[31m\tb\n", None)
    assert capsys.readouterr().out == "a\x1b[31m\tb\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    write_text("a\x1b[31m\tb\n", None)
    assert capsys.readouterr().out == "a\\u001b[31m\tb\n"


def test_a_form_that_there_is_not_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert usage.run(app, ["export", "players", "--format", "ods"]) == 2
    assert "--format does not take that value: write `--format csv|xlsx|parquet`." in capsys.readouterr().err


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


def test_a_fondo_that_is_taken_and_filled_again_in_one_deal_was_taken(tmp_path: Path) -> None:
    """By this house rule honours are paid into the fondo, so that it is hardly ever empty at the end of a deal."""
    plan = ["--ruleset", "reversis", "--option", "honours_paid=to_fondo", "--sessions", "2", "--deals", "8"]
    run("simulate", "-o", str(tmp_path / "logs"), *plan, "--club", "H", "--seed", "1")
    store(tmp_path / "club.duckdb", tmp_path / "logs")
    found = audit.open(str(tmp_path / "club.duckdb"))
    runs = found.sql("SELECT sum(runs) AS n FROM marts.fondo_runs WHERE NOT is_open_after")["n"].item()
    taken = found.sql("SELECT count(DISTINCT (session_id, number)) AS n FROM core.ledger WHERE payer_id IS NULL")
    empty = found.sql("SELECT count(*) AS n FROM core.deals WHERE fondo_end = 0")["n"].item()
    assert runs == taken["n"].item() > empty
