"""Readings: in the verdicts, as causes, and a deal under each of them with its precedents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from audit.explain.explaining import explain
from audit.explain.rows import deal_row
from audit.judge import Judged, judge
from audit.model import Deal
from audit.sessions import assemble
from audit.simulate.season import Evening, play_season
from audit.trial.matrix import can_try, matrix
from audit.trial.readings import readings

from ..simulate.seasons import contradicted, judged, season

Row = dict[str, Any]


def otherwise(rules: str, options: Row, sessions: int = 12) -> list[Evening]:
    """A season settled by a house rule that its log does not name."""
    evenings = play_season(season(rules, options, sessions=sessions, deals=3, substitutes=0.0))

    def unnamed(deal: Deal) -> Deal:
        return msgspec.structs.replace(deal, header=msgspec.structs.replace(deal.header, options=()))

    return [Evening(one.name, tuple(map(unnamed, one.deals)), one.truth, one.fondo) for one in evenings]


def of_evenings(evenings: list[Evening]) -> list[Judged]:
    return list(judge(assemble([deal for one in evenings for deal in one.deals]).sessions))


def claims(evenings: list[Evening]) -> Iterator[Row]:
    for session in judged(evenings).sessions():
        for deal in session["deals"]:
            yield from contradicted(deal)


def test_a_contradicted_claim_names_the_reading_that_it_follows() -> None:
    found = [one for one in claims(otherwise("revesino", {"edge_tricks": "last"})) if one["carried_from"] is None]
    assert found
    assert all({"option": "edge_tricks", "value": "last"} in one["readings"] for one in found)


def test_no_other_claim_names_any() -> None:
    evenings = otherwise("revesino", {"edge_tricks": "last"})
    for session in judged(evenings).sessions():
        for deal in session["deals"]:
            for one in deal["claims"]:
                if one["verdict"] != "contradicted" or one["carried_from"] is not None:
                    assert one["readings"] == []


@pytest.mark.parametrize(
    ("rules", "option", "value"),
    [
        ("revesino", "ace_placed_double_suit", "none"),
        ("revesino", "party", 4),
        ("revesino", "stake_player", 3),
        ("reversis", "ante", 3),
        ("reversis", "bete_payment", 6),
        ("reversis", "ace_rank", "high"),
        ("reversis-5", "dealer_share", 1),
    ],
)
def test_a_house_s_own_rule_is_the_first_explanation(rules: str, option: str, value: object) -> None:
    """Also an amount that nobody has listed: it is told from the record."""
    cause = {"kind": "reading", "option": option, "value": value}
    firsts = [
        [each for each in row["explanations"][0]["causes"] if each.get("id") != "carry"]
        for row in map(deal_row, explain(of_evenings(otherwise(rules, {option: value}))))
        if row["explanations"]
    ]
    fresh = [causes for causes in firsts if causes]
    assert fresh
    assert fresh.count([cause]) >= 0.95 * len(fresh)


def test_a_deal_under_every_reading_and_its_precedents() -> None:
    [one] = of_evenings(otherwise("revesino", {"edge_tricks": "last"}, sessions=12))
    tells = 0
    for row in range(one.batch.count):
        assert can_try(one, row)
        found = {option.name: option for option in matrix(one, row).options}
        if "edge_tricks" not in found:
            continue
        tells += 1
        by_value = {under.value: under for under in found["edge_tricks"].values}
        assert [under.is_house for under in found["edge_tricks"].values] == [True, False, False]
        assert by_value["last"].agree > by_value["both"].agree
        assert by_value["last"].disagree == 0
        break
    assert tells


def test_every_option_with_choices_has_other_readings() -> None:
    ruleset = season().ruleset
    named = {one.option for one in readings(ruleset)}
    assert named == {name for name, spec in ruleset.specs.items() if spec.choices} | {
        "cut_pays",
        "quinola_placed_winner",
    }


def test_the_readings_are_values_for_json() -> None:
    for rules in ("revesino", "reversis"):
        json.dumps([one.value for one in readings(season(rules).ruleset)])
