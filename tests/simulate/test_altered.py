"""A scorer who does nothing otherwise comes to what the engine comes to, entry by entry; what he changes shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from audit.ruleset import load
from audit.simulate.altered import outcome_of, settle_one
from audit.simulate.season import play_season
from audit.simulate.truth import Truth, judge_sessions
from audit.trial.change import Change, Moves, What

from .seasons import season
from .test_season import HOUSES


def truths(rules: str, options: dict[str, Any]) -> list[Truth]:
    made = season(rules, options, sessions=10, deals=12)
    return judge_sessions(load(rules, options), [evening.deals for evening in play_season(made)])[0]


@pytest.mark.parametrize(("rules", "options"), HOUSES, ids=str)
def test_without_changes_a_deal_comes_to_what_the_engine_says(rules: str, options: dict[str, Any]) -> None:
    r = load(rules, options)
    for truth in truths(rules, options):
        facts, course = settle_one(truth.observed, r, [Change(), Change()])
        assert outcome_of(facts, course, r, truth.base) == truth.outcome


def test_a_change_is_noticed() -> None:
    """The failing control."""
    r = load("revesino")
    without = Change(moves=Moves(("P1",), What.OMIT))
    found = 0
    for truth in truths("revesino", {}):
        facts, course = settle_one(truth.observed, r, [without])
        outcome = outcome_of(facts, course, r, truth.base)
        lines = [line for line in truth.outcome.lines if line.rule != "P1"]
        found += len(lines) < len(truth.outcome.lines)
        if not any(line.rule in ("V4", "N5") for line in truth.outcome.lines):
            assert outcome == replace(truth.outcome, lines=lines)
    assert found
