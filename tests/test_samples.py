"""The sample logs: each verdict is the expected one, and the README names every file and every mistake in its place."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from audit.service import audit

SAMPLES = Path(__file__).parents[1] / "sample_logs"
LOGS = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in {".rev", ".jsonl", ".csv", ".xlsx"})
README = (SAMPLES / "README.md").read_text(encoding="utf-8")

CLAIM = ("claim", "player", "trick", "from", "to", "verdict", "recorded", "computed", "reason", "carried_from", "line")
FINDING = ("code", "player", "trick")
ORDER = ("deal", "file", "line", *CLAIM, "code")

Row = dict[str, Any]


def expected() -> Row:
    return json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))


@cache
def found() -> Row:
    """What the tool says of the folder, in the form of expected.json."""
    audited = audit([SAMPLES / log for log in LOGS])
    problems = [{"file": name(row["file"]), "line": row["line"], "code": row["code"]} for row in audited.problem_rows()]
    return {"sessions": [session_of(row) for row in audited.sessions()], "problems": in_order(problems)}


def session_of(row: Row) -> Row:
    deals = in_order([deal_of(deal) for deal in row["deals"]])
    findings = [finding_of(finding) for finding in row["findings"]]
    return {"club": row["club"], "session": row["session"], "findings": findings, "deals": deals}


def deal_of(row: Row) -> Row:
    """A deal: its place and status, the claims that are not confirmed, the findings."""
    claims = [claim_of(claim) for claim in row["claims"] if claim["verdict"] != "confirmed"]
    findings = [finding_of(finding) for finding in row["findings"]]
    source = {"deal": row["deal"], "file": name(row["source"]["file"]), "line": row["source"]["line"]}
    return source | {"status": row["status"], "claims": in_order(claims), "findings": in_order(findings)}


def claim_of(row: Row) -> Row:
    """A claim; what one rests on is told only where it is decided."""
    return short(row, (*CLAIM, "rule") if row["verdict"] == "contradicted" else CLAIM)


def finding_of(row: Row) -> Row:
    """A finding; where a warning stands is left to the tool, and in which field it names the player."""
    player = {"player": row["player"] or row["params"].get("player")}
    return short(row | player, (*FINDING, "line") if row["severity"] == "error" else FINDING)


def short(row: Row, keys: tuple[str, ...]) -> Row:
    """Those of the keys that have a value."""
    return {key: row[key] for key in keys if row.get(key) is not None}


def in_order(rows: list[Row]) -> list[Row]:
    """The rows in an order that does not hang on how they were found."""
    return sorted(rows, key=lambda row: [str(row.get(key, "")).zfill(6) for key in ORDER])


def name(path: str) -> str:
    return Path(path).name


def test_every_problem_of_reading_is_the_expected_one() -> None:
    assert found()["problems"] == in_order(expected()["problems"])


def test_the_sessions_are_the_expected_ones() -> None:
    assert [(s["club"], s["session"]) for s in found()["sessions"]] == [
        (s["club"], s["session"]) for s in expected()["sessions"]
    ]


@pytest.mark.parametrize("wanted", expected()["sessions"], ids=lambda session: session["deals"][0]["file"])
def test_every_verdict_is_the_expected_one(wanted: Row) -> None:
    key = wanted["club"], wanted["session"]
    got = next(session for session in found()["sessions"] if (session["club"], session["session"]) == key)
    assert got["findings"] == wanted["findings"]
    for deal, right in zip(got["deals"], in_order(wanted["deals"]), strict=True):
        sorted_right = right | {"claims": in_order(right["claims"]), "findings": in_order(right["findings"])}
        assert deal == sorted_right, f"deal {right['deal']}"


def test_every_file_is_described() -> None:
    assert re.findall(r"^\| \[(.+?)\]\(\1\) \| \S", README, re.MULTILINE) == LOGS


def table() -> list[tuple[str, int, str, str, str]]:
    """The rows of the README's table of mistakes: file, line, deal, rule, verdict."""
    cells = [row.strip("| ").split(" | ") for row in README.splitlines() if row.startswith("| 2")]
    return [(file, int(line), deal, rule, verdict) for file, line, deal, _, rule, verdict in cells]


def said() -> dict[tuple[str, int], set[str]]:
    """By file and line: the rules and codes of what the audit says there, and the statuses of those deals."""
    places: dict[tuple[str, int], set[str]] = defaultdict(set)
    for problem in audit([SAMPLES / log for log in LOGS]).problem_rows():
        places[name(problem["file"]), problem["line"]] |= {f"`{problem['code']}`", problem["severity"]}
    for session in found()["sessions"]:
        for deal in session["deals"]:
            for claim in deal["claims"]:
                if claim["verdict"] == "contradicted":
                    places[deal["file"], claim["line"]] |= {claim.get("rule", ""), deal["status"]}
            for finding in deal["findings"]:
                if "line" in finding:
                    places[deal["file"], finding["line"]] |= {f"`{finding['code']}`", deal["status"]}
    return places


def test_every_mistake_of_the_readme_is_found_in_its_place() -> None:
    places = said()
    assert len(table()) > 50
    for file, line, _, rule, verdict in table():
        there = places[file, line]
        assert verdict in there, f"{file}:{line}"
        named = set(rule.split(", "))
        assert {one for one in named if one[0] == "`"} <= there, f"{file}:{line}"
        rules = {one for one in there if re.fullmatch(r"[A-Z]\d+", one)}
        assert rules <= named, f"{file}:{line}"


def test_every_deal_that_is_wrong_is_in_the_readme() -> None:
    told = {(file, deal) for file, _, deal, _, _ in table()}
    wrong = {
        (deal["file"], str(deal["deal"]))
        for session in found()["sessions"]
        for deal in session["deals"]
        if deal["status"] in ("discrepant", "illegal")
    }
    assert wrong <= told
    assert {(row["file"], row["line"]) for row in found()["problems"]} <= {(file, line) for file, line, *_ in table()}


def test_a_mended_line_is_confirmed(tmp_path: Path) -> None:
    """The failing control: with the planted mistake put right, the deal no longer has the expected verdict."""
    text = (SAMPLES / "2024-03-09-casino-cuentas-mal.rev").read_text(encoding="utf-8").splitlines(keepends=True)
    assert text[49].startswith("puntos: 8,")
    text[49] = text[49].replace(" 8,", " 9,")
    (tmp_path / "mended.rev").write_text("".join(text), encoding="utf-8")
    [session] = audit([tmp_path]).sessions()
    assert [deal["status"] for deal in session["deals"][:3]] == ["confirmed", "confirmed", "discrepant"]
