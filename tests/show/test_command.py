"""`revesino show` and `sheet` as commands: what they ask for, what they refuse, where they write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from show.test_play import changed
from support import revesino, revesino_process

ACTA = Path("sample_logs/2024-03-09-casino-cuentas-mal.rev")
BEFORE = Path("sample_logs/2024-03-02-casino-en-orden.rev")
BOTH = (BEFORE, ACTA)


def test_a_deal_is_shown_with_the_clauses_of_its_rules() -> None:
    done = revesino("show", ACTA, "--deal", 4)
    assert (done.returncode, done.stderr) == (0, "")
    assert "✗ Fermín → Leocadia 2: ace forced (1b), double in this trick [P3, P4]; recorded: 1" in done.stdout
    assert done.stdout.count("  P3   An ace is forced when") == 1
    assert "\x1b" not in done.stdout


def test_the_sessions_are_listed_with_the_command_for_each() -> None:
    done = revesino("show", *BOTH)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 sessions" in done.stdout
    assert (
        f"    6 deals: 1 confirmed and 5 discrepant\n    revesino show {BEFORE} {ACTA} --session 'acta 32'"
        in done.stdout
    )


def test_the_one_session_needs_no_name() -> None:
    assert "What is wrong" in revesino("show", ACTA).stdout
    assert "Settling up" in revesino("sheet", ACTA).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", *BOTH, "--session", "acta32"), "there is no session acta32. Did you mean acta 32"),
        (("show", *BOTH, "--session", "zzz"), "there is no session zzz. There are acta 31 and acta 32."),
        (
            ("show", *BOTH, "--club", "Casino"),
            "there is no club Casino. Did you mean Casino de Peñalvento?",
        ),
        (("show", ACTA, "--deal", 9), "the session acta 32 has no deal 9; it has 1–6."),
        (("show", *BOTH, "--deal", 2), "there are 2 sessions, acta 31 and acta 32 among them."),
        (("sheet", *BOTH), "Say which with --session; `revesino show` lists them all."),
        (("show", ACTA, "--db", "club.duckdb"), "log files and a database are both named. Name the one or the other."),
        (("sheet", ACTA, "--format", "xlsx"), "a workbook is not printed. Say with -o in which file to write it."),
        (("sheet", ACTA, "-o", ACTA), "is one of the files that are read. Name another with -o."),
        (("sheet", ACTA, "--format", "csv", "-o", "x.html"), "x.html is not called .csv"),
        (
            ("sheet", ACTA, "--format", "xlsx", "-o", "no/where.xlsx"),
            "no/where.xlsx could not be written: No such file",
        ),
        (("show", "docs"), "there is no deal to show."),
    ],
)
def test_what_cannot_be_done_ends_with_2_and_says_why(arguments: tuple[object, ...], said: str) -> None:
    done = revesino(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_with_nothing_named_both_ways_are(tmp_path: Path) -> None:
    done = revesino("show", folder=tmp_path)
    assert done.returncode == 2
    assert "nothing is named to read. Name log files, or the club's database with --db FILE." in done.stderr


def test_a_session_with_one_deal_names_it(tmp_path: Path) -> None:
    text = changed("2024-03-09")
    (tmp_path / "one.rev").write_text(text[: text.index("\nreparto 2")], encoding="utf-8")
    assert "the session acta 32 has no deal 2; it has 1." in revesino("show", tmp_path / "one.rev", "--deal", 2).stderr


def test_two_clubs_with_one_session_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "a.rev").write_text(changed("2024-03-09"), encoding="utf-8")
    (tmp_path / "b.rev").write_text(changed("2024-03-09", ("Casino de Peñalvento", "Otro club")), encoding="utf-8")
    done = revesino("show", tmp_path, "--session", "acta 32")
    assert done.returncode == 2
    assert "several clubs have a session acta 32: Casino de Peñalvento and Otro club." in done.stderr
    assert revesino("show", tmp_path, "--session", "acta 32", "--club", "Otro club").returncode == 0
    assert "--club 'Otro club' --session 'acta 32'" in revesino("show", tmp_path).stdout


def test_json_is_the_report_s_row() -> None:
    done = revesino("show", ACTA, "--deal", 4, "--format", "json")
    report = json.loads(done.stdout)
    assert report["schema"] == "revesino-report/1"
    assert [deal["deal"] for deal in report["sessions"][0]["deals"]] == [4]
    whole = json.loads(revesino("show", ACTA, "--format", "json").stdout)
    assert len(whole["sessions"][0]["deals"]) == 6
    assert len(json.loads(revesino("show", *BOTH, "--format", "json").stdout)["sessions"]) == 2


@pytest.mark.parametrize("form", ["csv", "xlsx", "html", "text"])
def test_a_sheet_is_written_to_a_file(form: str, tmp_path: Path) -> None:
    target = tmp_path / f"sheet.{'txt' if form == 'text' else form}"
    done = revesino("sheet", ACTA, "--format", form, "-o", target)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{target}: written\n"
    begins = {"csv": b"\xef\xbb\xbfclub;", "xlsx": b"PK", "html": b"<!DOCTYPE html>", "text": b"Casino"}
    assert target.read_bytes().startswith(begins[form])


def test_a_sheet_is_printed_in_utf_8() -> None:
    done = revesino_process("sheet", ACTA, "--format", "csv", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert "Casino de Peñalvento" in done.stdout


def test_a_file_that_is_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    path.write_text(changed("2024-03-09"), encoding="utf-8")
    before = path.read_bytes()
    named = revesino("sheet", path, "--format", "csv", "-o", path)
    assert named.returncode == 2
    assert "is one of the files that are read" in named.stderr
    assert path.read_bytes() == before


def test_what_could_not_be_read_is_said_on_the_error_stream(tmp_path: Path) -> None:
    path = tmp_path / "night.rev"
    path.write_text(changed("2024-03-09", ("puntos: 0, 17, 9, 6", "puntos 0, 17, 9, 6")), encoding="utf-8")
    done = revesino("sheet", path)
    assert done.returncode == 0
    assert "the line has no colon" in done.stderr
    assert "no colon" not in done.stdout
