"""`revesino simulate`: what it writes, and what it refuses with which remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from audit.cli.app import app
from audit.cli.main import COMMANDS
from audit.language import speaking

RUNNER = CliRunner()


@pytest.fixture(autouse=True)
def commands() -> None:
    import audit.cli.simulating  # noqa: F401, PLC0415 - the app knows a command when its module was imported


def run(*arguments: object) -> tuple[int, str]:
    with speaking("en"):
        done = RUNNER.invoke(app, ["simulate", *map(str, arguments)])
    return done.exit_code, done.output


def test_it_is_among_the_commands() -> None:
    assert "simulating" in COMMANDS


def test_a_season_is_written_and_another_time_the_same(tmp_path: Path) -> None:
    arguments = (
        "--seed",
        5,
        "--sessions",
        3,
        "--deals",
        4,
        "--option",
        "cut_pays=48",
        "--mistakes",
        0.5,
        "--bare",
        0.3,
    )
    for name in ("a", "b"):
        status, output = run("-o", tmp_path / name, *arguments)
        assert (status, output.strip()) == (0, f"3 logs and truth.json in {tmp_path / name}")
    first, second = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("a", "b"))
    assert first == second
    assert set(first) == {"2024-01-12.rev", "2024-01-19.rev", "2024-01-26.rev", "truth.json"}
    truth = json.loads(first["truth.json"])
    assert truth["sessions"][0]["rules"] == {"id": "revesino", "options": {"cut_pays": 48}}
    assert [len(session["deals"]) for session in truth["sessions"]] == [4, 4, 4]


def test_only_the_mistakes_that_are_named_are_made(tmp_path: Path) -> None:
    run(
        "-o",
        tmp_path,
        "--mistakes",
        1,
        "--mistake",
        "swap",
        "--mistake",
        "sign=2",
        "--form",
        "jsonl",
        "--start",
        "2020-02-29",
    )
    truth = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    kinds = {cause["id"] for s in truth["sessions"] for deal in s["deals"] for cause in deal["causes"]}
    assert kinds == {"swap", "sign", "carry"}
    assert (tmp_path / "2020-02-29.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--ruleset", "revesin"), "there is no ruleset revesin. Did you mean revesino"),
        (("--option", "cut_pay=3"), "has no house rule cut_pay. Did you mean cut_pays"),
        (("--option", "edge_tricks=some"), "`some` is no value of edge_tricks, which takes: both, last and none."),
        (("--option", "cut_pays"), "`cut_pays` names no value. Write it as `cut_pays=48`."),
        (("--ruleset", "reversis-5", "--option", "dealer_share=9"), "dealer_share is 9, which is more than the 4"),
        (("--ruleset", "revesino-digest", "--option", "cut_pays=9"), "the ruleset revesino-digest has no house rules."),
        (("--mistakes", "1.5"), "--mistakes is a share: a number from 0 to 1, as 0.05, not 1.5."),
        (("--bare", "nan"), "--bare is a share"),
        (("--no-hands", "-1"), "--no-hands is a share"),
        (("--mistake", "swop"), "there is no mistake swop. Did you mean swap"),
        (("--mistake", "swap=much"), "--mistake swap=much: the weight is a number of 0 or more."),
        (("--players", "Ana, Benito"), "--players names 2, and the table has 4 seats. Name more."),
        (("--players", "Ana, Ana, Benito, Carla"), "--players names Ana twice. Tell the two apart."),
        (("--players", "Ana, Be>nito, Carla, Diego"), '"Be>nito" is no player\'s name.'),
        (("--club", " "), "--club is empty. Name the club."),
        (("--start", "9999-12-31"), "--start 9999-12-31 is no date of which so many evenings can follow."),
        (("--sessions", "0"), "--sessions is a number of 1 or more, not 0."),
        (("--sessions", "1000000"), "a season has 1000000 deals at most, not 8000000."),
    ],
)
def test_what_is_wrong_is_said_with_the_remedy(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    status, output = run("-o", tmp_path / "new", *arguments)
    assert (status, (tmp_path / "new").exists()) == (2, False)
    assert words in output


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.rev").write_text("mine", encoding="utf-8")
    assert run("-o", tmp_path) == (
        2,
        f"revesino: the folder {tmp_path} is not empty. Name another with -o, or empty it first.\n",
    )
    assert run("-o", tmp_path / "mine.rev")[1] == f"revesino: {tmp_path}/mine.rev is a file. Name a folder with -o.\n"
    assert run("-o", tmp_path / "mine.rev" / "new")[0] == 2
