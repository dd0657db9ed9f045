"""`revesino import`: sums that add up, what is set aside and why, nothing stored by --dry-run, refusals."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from store.stores import SAMPLES, tables

from ..spoken import ENGLISH_WORDS, without
from .running import DAMAGED, GOOD, PARTS, as_json, run, sums

IN = {"en": "in", "es": "leídas", "pt": "lidas"}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder in which all sample logs were imported, and what was printed."""
    folder = tmp_path_factory.mktemp("samples")
    return folder, as_json(folder, SAMPLES, "--db", "club.duckdb", status=1)


# ------------------------------------------------------------------------------------------------------- sums


def test_every_file_adds_up_and_so_does_the_whole(samples: tuple[Path, dict[str, Any]]) -> None:
    _folder, found = samples
    assert list(found) == ["schema", "dry_run", "files", "totals", "events"]
    assert (found["schema"], found["dry_run"]) == ("revesino-import/1", False)
    assert len(found["files"]) == found["totals"]["files"] > 60
    for one in found["files"]:
        assert list(one) == ["name", "read", *PARTS, "reasons", "problems"]
        assert one["read"] == sum(one[part] for part in PARTS), one["name"]
        assert one["quarantined"] == sum(one["reasons"].values()), one["name"]
    for count in ("read", *PARTS):
        assert found["totals"][count] == sum(one[count] for one in found["files"])
        assert found["totals"][count] > 0, count
    assert found["events"] == [1]


def test_what_is_said_is_what_is_stored(samples: tuple[Path, dict[str, Any]]) -> None:
    folder, found = samples
    assert len(tables(folder / "club.duckdb")["deals"].rows) >= found["totals"]["stored"]


def test_the_text_has_the_same_sum(samples: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    _folder, found = samples
    said = run(tmp_path, SAMPLES, "--db", "club.duckdb", status=1)
    assert sums(said.stdout) == [tuple(found["totals"][count] for count in ("read", *PARTS))]
    assert said.stderr == ""
    assert f"{found['totals']['files']} files into club.duckdb:" in said.stdout
    assert "it is number 1; `revesino undo 1 --db club.duckdb` takes it back." in said.stdout
    assert "`revesino conflicts --db club.duckdb` shows" in said.stdout
    assert "`revesino status --db club.duckdb` shows" in said.stdout
    assert "\x1b" not in said.stdout


def test_the_second_time_everything_is_known(tmp_path: Path) -> None:
    first = as_json(tmp_path, SAMPLES / "season", "--db", "club.duckdb")
    again = as_json(tmp_path, SAMPLES / "season", "--db", "club.duckdb")
    assert [one["known"] for one in again["files"]] == [one["read"] for one in first["files"]]
    assert (again["totals"]["stored"], again["events"]) == (0, [])
    said = run(tmp_path, SAMPLES / "season", "--db", "club.duckdb").stdout
    assert "Nothing new: club.duckdb has all of it already." in said
    assert "undo" not in said


def test_a_dry_run_leaves_no_file(tmp_path: Path) -> None:
    said = run(tmp_path, GOOD, "--db", "club.duckdb", "--dry-run").stdout
    assert list(tmp_path.iterdir()) == []
    assert "Nothing was stored (--dry-run). 1 file into club.duckdb would come to:" in said
    assert sums(said) == [(4, 4, 0, 0, 0)]
    assert "undo" not in said


@pytest.mark.slow
def test_a_dry_run_changes_nothing_and_says_what_will_be(tmp_path: Path) -> None:
    """The half of a season that is new beside the half that is there."""
    logs = sorted((SAMPLES / "season").iterdir())
    run(tmp_path, *logs[:10], "--db", "club.duckdb")
    before = tables(tmp_path / "club.duckdb")
    told = as_json(tmp_path, *logs[:20], "--db", "club.duckdb", "--dry-run")
    assert tables(tmp_path / "club.duckdb") == before
    done = as_json(tmp_path, *logs[:20], "--db", "club.duckdb")
    assert tables(tmp_path / "club.duckdb") != before
    assert (told.pop("dry_run"), told.pop("events")) == (True, [])
    assert (done.pop("dry_run"), done.pop("events")) == (False, [2])
    assert told == done


@pytest.mark.slow
def test_the_number_of_processes_makes_no_difference(samples: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    _folder, found = samples
    assert as_json(tmp_path, SAMPLES, "--db", "club.duckdb", "--workers", 0, status=1) == found


def test_the_database_of_the_settings_is_taken(tmp_path: Path) -> None:
    (tmp_path / "revesino.toml").write_text('[club]\nname = "Casino"\ndatabase = "ours.duckdb"\n', encoding="utf-8")
    said = run(tmp_path, GOOD).stdout
    assert "1 file into ours.duckdb:" in said
    assert "`revesino undo 1` takes it back." in said
    assert (tmp_path / "ours.duckdb").exists()


# ------------------------------------------------------------------------------------------------ what is amiss


def test_a_damaged_file_is_named_and_the_others_are_stored(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    shutil.copy(GOOD, logs)
    (logs / "damaged.rev").write_text(DAMAGED, encoding="utf-8")
    said = run(tmp_path, "logs", "--db", "club.duckdb", status=1).stdout
    assert sums(said) == [(5, 4, 0, 0, 1)]
    assert re.search(r"^ +1 +0 +1  logs/damaged\.rev$", said, re.MULTILINE)
    assert re.search(r"logs/damaged\.rev:\d+:\d+: error: ", said)
    assert "expected: " in said
    assert "Set aside, and not stored; mend the logs and import them again:" in said


def test_where_no_deal_can_be_read_it_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "damaged.rev").write_text(DAMAGED, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    said = run(tmp_path, "damaged.rev", "--db", "club.duckdb", status=2).stdout
    assert "Nothing was stored: no deal could be read." in said
    found = as_json(tmp_path, "nowhere.rev", "empty", "--db", "none.duckdb", status=2)
    assert [one["problems"][0]["code"] for one in found["files"]] == ["no-deals", "unreadable"]
    assert not (tmp_path / "none.duckdb").exists()


def test_what_is_missing_beside_what_is_read_ends_with_1(tmp_path: Path) -> None:
    found = as_json(tmp_path, GOOD, "nowhere.rev", "--db", "club.duckdb", status=1)
    (problem,) = next(one for one in found["files"] if one["name"] == "nowhere.rev")["problems"]
    assert list(problem) == ["file", "line", "column", "code", "severity", "message", "expected", "text"]
    assert problem["message"] == "there is no such file or folder"


def test_a_log_that_contradicts_one_that_is_there_ends_with_1(tmp_path: Path) -> None:
    fair, draft = (SAMPLES / f"2024-09-07-circulo-{name}.rev" for name in ("acta", "borrador"))
    run(tmp_path, fair, "--db", "club.duckdb")
    said = run(tmp_path, draft, "--db", "club.duckdb", status=1).stdout
    assert sums(said) == [(2, 0, 1, 1, 0)]
    assert "`revesino conflicts --db club.duckdb` shows what contradicts what" in said


REFUSED = {
    "no database": ((GOOD,), "Name it with --db FILE"),
    "a file to watch": ((GOOD, "--watch", "--db", "c.duckdb"), "Name its folder, or leave --watch out."),
    "no folder to watch": (("gone", "--watch", "--db", "c.duckdb"), "there is no folder gone to watch."),
    "watching for nothing": ((".", "--watch", "--dry-run", "--db", "c.duckdb"), "Leave one of them out."),
    "no number of processes": ((GOOD, "--workers", "-1", "--db", "c.duckdb"), "write `--workers N`"),
    "no time to rest": ((".", "--watch", "--rest", "-1", "--db", "c.duckdb"), "write `--rest SECONDS`"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_says_the_remedy(tmp_path: Path, what: str) -> None:
    arguments, remedy = REFUSED[what]
    done = run(tmp_path, *arguments, status=2)
    assert remedy in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("spoken", ["es", "pt"])
def test_the_command_speaks_the_language(tmp_path: Path, spoken: str) -> None:
    (tmp_path / "damaged.rev").write_text(DAMAGED, encoding="utf-8")
    done = run(tmp_path, GOOD, "damaged.rev", "--db", "club.duckdb", "--lang", spoken, status=1)
    assert f"  {IN[spoken]} 5 = " in done.stdout
    assert [line for line in done.stdout.splitlines() if ENGLISH_WORDS.search(without(line, set()))] == []
