"""Score lines of right deals contradict nothing; of wrong ones, what the reference says that they do."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from audit.service import audit

from .damage import damage
from .damage_recorded import SLIPS
from .options import RULESETS
from .score_only import score_session
from .verdicts import judge_session

Row = dict[str, Any]
DEALS = 8  # a session
OF_THE_RECORD = {"inconsistent-record", "unbalanced-net"}


def audited(sessions: list[list[Row]], folder: Path) -> dict[str, Row]:
    """What the package reports, by session."""
    path = folder / "scores.jsonl"
    lines = [json.dumps(deal, ensure_ascii=False) for deals in sessions for deal in deals]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {row["session"]: row for row in audit([path]).sessions()}


def false_alarms(seed: int, sessions: int, folder: Path) -> list[str]:
    """What is contradicted in score lines of right deals, of all rulesets by turns."""
    rng = random.Random(f"score only {seed}")
    made = [score_session(rng, RULESETS[k % len(RULESETS)], DEALS, f"S{seed}-{k:04}") for k in range(sessions)]
    alarms = []
    for name, session in audited(made, folder).items():
        for deal in session["deals"]:
            wrong = [f"{one['code']} {one['params']}" for one in deal["findings"] if one["code"] != "bad-declaration"]
            wrong += [one["claim"] for one in deal["claims"] if one["verdict"] == "contradicted"]
            alarms += [f"{name} deal {deal['deal']}: {one}" for one in wrong]
    return alarms


def test_500_right_score_lines_contradict_nothing(tmp_path: Path) -> None:
    assert false_alarms(0, 70, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_20_000_right_score_lines_contradict_nothing(tmp_path: Path, seed: int) -> None:
    """The six seeds together; what stands here must be zero, whatever the seed."""
    assert false_alarms(seed, 450, tmp_path) == []


def contradictions(deal: Row) -> set[tuple[str, str]]:
    """What the record of a deal says against itself."""
    return {
        (one["code"], (one.get("params") or {}).get("what", ""))
        for one in deal["findings"]
        if one["code"] in OF_THE_RECORD
    }


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
def test_wrong_score_lines_contradict_themselves_as_the_reference_says(tmp_path: Path, seed: int) -> None:
    """Both ways: nothing more, nothing less."""
    rng = random.Random(f"wrong scores {seed}")
    made = {}
    for number in range(84):
        right = score_session(rng, RULESETS[number % len(RULESETS)], DEALS, f"W{number:03}")
        made[f"W{number:03}"] = damage(rng, right, SLIPS, rng.choice((1, 3, 9)))
    told = audited(list(made.values()), tmp_path)
    found = set()
    for name, deals in made.items():
        for mine, theirs in zip(judge_session(deals)["deals"], told[name]["deals"], strict=True):
            if theirs["dealer"] is None and deals[0]["rules"]["id"] == "reversis-5":
                # Of five players without a dealer the reference says nothing.
                continue
            assert contradictions(mine) == contradictions(theirs), f"{name} deal {mine['deal']}"
            found |= contradictions(theirs)
    assert {what for _, what in found} >= {"points", "tricks", "trick-winners", "winner", "fondo"}
