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
from audit.model import Deal, Option, Place
from audit.ruleset import load
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


@pytest.mark.parametrize(
    ("rules", "options", "offered"),
    [
        ("revesino", {}, {"cut_pays": [48], "quinola_placed_winner": [3], "made_pays": []}),
        ("revesino", {"cut_pays": 48, "quinola_placed_winner": 3}, {"cut_pays": [64], "quinola_placed_winner": [2]}),
        ("revesino", {"cut_pays": 50, "made_pays": 20}, {"cut_pays": [64, 48], "made_pays": [16]}),
        ("revesino", {"party": 5}, {"party": ["none", "discards"]}),
        ("reversis", {"bete_payment": 6, "quinola_fixed": 5}, {"bete_payment": [4], "quinola_fixed": [4]}),
        ("reversis", {"ace_equivalents": ["Q"]}, {"ace_equivalents": [["K"], [], ["K", "Q"], ["K", "Q", "J"]]}),
        # The default of the one is more than the whole of the other.
        ("reversis-5", {"bete_payment": 1, "dealer_share": 1}, {"bete_payment": [4], "dealer_share": []}),
    ],
)
def test_the_default_and_named_amounts_are_readings(rules: str, options: Row, offered: Row) -> None:
    found = {name: [one.value for one in readings(load(rules, options)) if one.option == name] for name in offered}
    assert found == offered


def test_a_payment_by_the_default_names_it_where_the_log_states_another_amount() -> None:
    """Everything is as by default, but the log says that the winner of a quínola's trick pays 3."""
    evenings = play_season(season("revesino", {}, sessions=12, deals=3, substitutes=0.0))
    named = Option("quinola_placed_winner", 3, Place("", 1))

    def stated(deal: Deal) -> Deal:
        return msgspec.structs.replace(deal, header=msgspec.structs.replace(deal.header, options=(named,)))

    found = claims([Evening(one.name, tuple(map(stated, one.deals)), one.truth, one.fondo) for one in evenings])
    fresh = [one for one in found if one["claim"] == "payment" and one["carried_from"] is None]
    assert fresh
    assert all({"option": "quinola_placed_winner", "value": 2} in one["readings"] for one in fresh)


def test_the_readings_are_values_for_json() -> None:
    for rules in ("revesino", "reversis"):
        json.dumps([one.value for one in readings(season(rules).ruleset)])
