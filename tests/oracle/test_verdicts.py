"""The engine's verdicts against the reference, on seeded damaged sessions; and small cases by hand."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from audit.service import audit

from . import damage as plan
from .compare_verdicts import compare, decided, unsound
from .damage_recorded import SLIPS
from .deals import random_options, random_session
from .options import RULESETS
from .recorded import record_session
from .verdicts import judge_session

Row = dict[str, Any]
COUNT = 77  # sessions a kind: each ruleset, by turns with its defaults and with house rules
KINDS = {
    "recorded": SLIPS,
    "runs": [*plan.RUNS, *SLIPS],
    "hidden": plan.HIDES,
    "false cards": plan.FALSE_CARDS,
    "all": [*SLIPS, *plan.RUNS, *plan.HIDES, *plan.FALSE_CARDS],
}


def engine(sessions: list[list[Row]], folder: Path) -> dict[str, Row]:
    """What the package reports of these records, by session."""
    path = folder / "damaged.jsonl"
    lines = [json.dumps(deal, ensure_ascii=False) for deals in sessions for deal in deals]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {row["session"]: row for row in audit([path]).sessions()}


def sessions_of(kind: str) -> list[tuple[list[Row], list[Row]]]:
    """(right, damaged) sessions."""
    made = []
    for number in range(COUNT):
        rng = random.Random(f"{kind}-{number}")
        rules_id = RULESETS[number % len(RULESETS)]
        options = random_options(rng, rules_id) if number // len(RULESETS) % 2 else None
        deals = random_session(rng, rules_id, rng.randint(2, 6), options, session=f"D{number:03}")
        right = record_session(deals)
        made.append((right, plan.damage(rng, right, KINDS[kind])))
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_sessions_are_judged_alike(kind: str, tmp_path: Path) -> None:
    """Every verdict, computed value, reason, carried_from and finding."""
    made = sessions_of(kind)
    told = engine([damaged for _, damaged in made], tmp_path)
    assert len(told) == COUNT
    lines = []
    for right, damaged in made:
        name = damaged[0]["session"]
        lines += [f"{name} {line}" for line in compare(damaged, told[name])]
        if kind == "hidden":
            lines += [f"{name} {line}" for line in unsound(damaged, right, told[name])]
    assert not lines, "reference / engine:\n" + "\n".join(lines[:20])


def test_right_sessions_have_nothing_contradicted() -> None:
    """What `recorded` wrote from the reference settlement, the reference judges right."""
    for right, _ in sessions_of("recorded"):
        for deal in judge_session(right)["deals"]:
            assert not [claim for claim in deal["claims"] if claim["verdict"] == "contradicted"]
            assert not {found["code"] for found in deal["findings"]} & {
                "unbalanced-net",
                "inconsistent-record",
            }


@pytest.mark.parametrize("where", ["verdict", "computed", "carried_from", "finding", "status", "trick_winners"])
def test_tampered_result_is_noticed(where: str, tmp_path: Path) -> None:
    """The comparison fails when it should."""
    rng = random.Random("control")
    deals = record_session(random_session(rng, "revesino", 4, None, session="K"))
    deals[1]["recorded"]["points"][0] += 1
    told = engine([deals], tmp_path)["K"]
    assert compare(deals, told) == []
    false = copy.deepcopy(told)
    deal = false["deals"][1]
    wrong = next(claim for claim in deal["claims"] if claim["verdict"] == "contradicted")
    if where == "verdict":
        wrong["verdict"] = "confirmed"
    elif where == "computed":
        wrong["computed"] += 5
    elif where == "carried_from":
        wrong["carried_from"] = 1
    elif where == "finding":
        deal["findings"].append({"code": "unbalanced-net", "severity": "error", "player": None, "trick": None})
    elif where == "status":
        deal["status"] = "confirmed"
    else:
        deal["computed"]["trick_winners"][3] = None
    assert compare(deals, false, judge_session(deals, decided(told)))


def one_deal(rules_id: str, **fields: Any) -> list[Row]:
    """A session of one deal, dealer D, as far as it is recorded."""
    head = {"format": "revesino-log/1", "club": "C", "session": "S", "date": "2024-03-02"}
    rules = {"id": rules_id, "options": {}}
    return [{**head, "rules": rules, "players": ["A", "B", "C", "D"], "deal": 1, "dealer": "D", **fields}]


@pytest.mark.parametrize(
    ("rules_id", "trick", "winner"),
    [
        ("revesino", ["2c", "3c", "4c", "?c"], "D"),  # every other copas is above the 4
        ("revesino", ["2c", "3b", "4b", "?c"], "D"),
        ("revesino", ["12c", "3c", "?b", "??"], None),  # the ace of copas may be there
        ("revesino", ["1c", "3c", "?c", "??"], "A"),
        ("reversis", ["2H", "AH", "?H", "3S"], "C"),
        ("reversis", ["2H", "AH", "?H", "?H"], None),
    ],
)
def test_winner_whom_no_unknown_card_can_change(
    rules_id: str, trick: list[str], winner: str | None, tmp_path: Path
) -> None:
    """report.md, least: known or not, the card that wins in every case."""
    size = 11 if rules_id == "revesino" else 12
    deals = one_deal(rules_id, tricks=[{"leader": "A", "cards": trick}, *[None] * (size - 1)], recorded={})
    assert judge_session(deals)["deals"][0]["computed"]["trick_winners"][0] == winner
    assert engine([deals], tmp_path)["S"]["deals"][0]["computed"]["trick_winners"][0] == winner


@pytest.mark.parametrize(("winner", "points", "excluded"), [("A", [0, 40, 0, 0], True), ("B", [0, 40, 0, 0], False)])
def test_twelve_tricks_of_another_exclude_the_winner(
    winner: str, points: list[int], excluded: bool, tmp_path: Path
) -> None:
    """X8 needs no declaration: who won all twelve tricks won the deal."""
    deals = one_deal("reversis", recorded={"points": points, "tricks": [0, 12, 0, 0], "winner": winner})
    for session in (judge_session(deals), engine([deals], tmp_path)["S"]):
        codes = {found["code"] for found in session["deals"][0]["findings"]}
        assert ("inconsistent-record" in codes) == excluded
