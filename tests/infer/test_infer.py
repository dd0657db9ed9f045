"""House rules found from what a club recorded, scorers' mistakes and all."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from audit.house_file import read, write
from audit.house_rules import parse_options
from audit.infer import Inference, Switch, infer
from audit.infer.house import comment, house_file
from audit.infer.switches import document
from audit.model import Deal, Option, Place
from audit.refusal import Refused
from audit.ruleset import load, ruleset_ids
from audit.sessions import assemble
from audit.simulate.season import Season, play_season
from audit.terminal.inference import inference_lines
from audit.text.telling import TELLING

NAMES = ("Ana", "Benito", "Carla", "Diego", "Elvira", "Gloria")


def season(
    rules: str, options: list[str], seed: int, sessions: int = 30, start: str = "2024-01-12", **more: Any
) -> list[Deal]:
    """A season's records, which do not name the house rules."""
    r = parse_options(rules, options)
    made = Season(
        seed=seed, club="Casino", players=NAMES, ruleset=r, sessions=sessions, deals=8,
        start=date.fromisoformat(start), **({"mistakes": 0.05} | more),
    )  # fmt: skip
    headers: dict[int, Any] = {}
    deals = [deal for evening in play_season(made) for deal in evening.deals]
    for deal in deals:
        headers.setdefault(id(deal.header), msgspec.structs.replace(deal.header, options=()))
    return [msgspec.structs.replace(deal, header=headers[id(deal.header)]) for deal in deals]


def found(deals: list[Deal]) -> tuple[Inference, dict[str, Switch]]:
    (one,) = infer(assemble(deals).sessions)
    return one, {switch.option: switch for switch in one.switches}


PLANTED = [
    ("revesino", ["cut_pays=48", "edge_tricks=last", "fee_with_stake=true", "bears_all=false"], 3),
    pytest.param("reversis", ["ante=3", "honours_paid=to_fondo", "ace_rank=high"], 2, marks=pytest.mark.slow),
    pytest.param(
        "revesino",
        ["party=discards", "party_bonus=6", "stake_player=3", "tie_seats=dealer_then_left"],
        1,
        marks=pytest.mark.slow,
    ),
    pytest.param("reversis-5", ["dealer_share=1", "quinola_fixed=5"], 4, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("rules", "options", "seed"), PLANTED)
def test_planted_house_rules_are_found(rules: str, options: list[str], seed: int) -> None:
    """Wherever an option leaves a trace it is found; the others are told to be tied."""
    want = parse_options(rules, options).values
    _, switches = found(season(rules, options, seed))
    named = {option.partition("=")[0] for option in options}
    for name, switch in switches.items():
        right = repr(switch.value) == repr(want[name])
        tied = switch.untraced or repr(want[name]) in map(repr, switch.tied)
        assert right or tied, (name, want[name], switch)
    assert sum(switches[name].supports > 0 for name in named) >= len(named) - 1


@pytest.mark.slow
def test_a_season_by_the_defaults_has_no_house_rules() -> None:
    one, switches = found(season("revesino", [], 8, mistakes=0.1))
    assert one.options == {}
    assert switches["edge_tricks"].supports > 20


def test_values_that_nothing_tells_apart_are_tied_and_told_where_they_would_show() -> None:
    _, switches = found(season("revesino", [], 5, sessions=2, mistakes=0.0))
    rare = switches["napolitano_pays_made"]
    assert (rare.tied, rare.supports, rare.untraced) == ((True,), 0, True)


def unpaid(deal: Deal) -> Deal:
    """The deal without the payments and the trick winners of its record."""
    return msgspec.structs.replace(deal, recorded=msgspec.structs.replace(deal.recorded, payments=(), trick_winners={}))


def test_two_options_that_are_told_only_together() -> None:
    """Whether the dealer stakes 4, or 3 and his fee: without payments both leave the same record."""
    deals = [unpaid(deal) for deal in season("revesino", ["fee_with_stake=true"], 7, sessions=8)]
    one, switches = found(deals)
    assert one.options == {"fee_with_stake": True}
    pair = {"stake_dealer": 4, "fee_with_stake": False}
    for name, other in pair.items():
        assert switches[name].together == (pair,)
        assert switches[name].row()["tied"] == [other]
        assert switches[name].row()["together"] == [pair]
        assert switches[name].telling
    text = "\n".join(line.text for line in inference_lines(one))
    assert "as good here: false together with `stake_dealer: 4`" in text
    assert "as good here: 4 together with `fee_with_stake: false`" in text


def test_where_payments_tell_them_apart_nothing_is_tied_together() -> None:
    _, switches = found(season("revesino", ["fee_with_stake=true"], 7, sessions=8))
    assert switches["fee_with_stake"].value is True
    assert not any(switch.together for switch in switches.values() if not switch.untraced)


def test_an_amount_that_a_log_names_is_kept_before_one_that_is_as_good() -> None:
    deals = [unpaid(deal) for deal in season("revesino", ["stake_dealer=4"], 7, sessions=8)]
    named = (Option("stake_dealer", 4, Place("", 1)),)
    headers = {id(deal.header): msgspec.structs.replace(deal.header, options=named) for deal in deals}
    one, switches = found([msgspec.structs.replace(deal, header=headers[id(deal.header)]) for deal in deals])
    assert one.options == {"stake_dealer": 4}
    assert switches["stake_dealer"].together == ({"stake_dealer": 3, "fee_with_stake": True},)


def test_deals_that_would_have_told_are_named() -> None:
    """Without payments, nets and fondo nothing tells the amounts apart, though the play would."""
    bare = [
        msgspec.structs.replace(deal, recorded=type(deal.recorded)(points=deal.recorded.points))
        for deal in season("revesino", [], 5, sessions=4, mistakes=0.0)
    ]
    _, switches = found(bare)
    edge = switches["edge_tricks"]
    assert edge.untraced
    assert edge.telling
    assert set(edge.tied) == {"last", "none"}


@pytest.mark.slow
def test_the_date_of_a_changed_habit_is_found() -> None:
    before = season("revesino", [], 5, sessions=12)
    after = season("revesino", ["edge_tricks=last", "quinola_placed_winner=3"], 6, sessions=12, start="2024-06-07")
    one, switches = found(before + after)
    assert one.options == {"edge_tricks": "last", "quinola_placed_winner": 3}
    edge, placed = switches["edge_tricks"], switches["quinola_placed_winner"]
    assert edge.before == "both"
    assert placed.before == 2
    assert "2024-06-07" <= (edge.since or "") <= "2024-06-28"
    assert "2024-06-07" <= (placed.since or "") <= "2024-06-21"
    assert switches["stake_player"].since is None


def test_the_file_of_what_was_inferred_judges_each_session_by_its_habits(tmp_path: Path) -> None:
    before = season("revesino", [], 5, sessions=12, mistakes=0.0)
    after = season("revesino", ["edge_tricks=last"], 6, sessions=12, start="2024-06-07", mistakes=0.0)
    one, switches = found(before + after)
    path = tmp_path / "house.toml"
    path.write_text(write(house_file(one), comment(one)), encoding="utf-8")
    house = read(path)
    since = switches["edge_tricks"].since or ""
    assert house.rules_on(since).values["edge_tricks"] == "last"
    assert house.rules_on("2024-02-02").values["edge_tricks"] == "both"
    assert house.rules_on(None).values["edge_tricks"] == "last"
    sessions = house.applied(assemble(before + after).sessions)
    assert {one.ruleset.choice("edge_tricks") for one in sessions if one.ruleset and (one.date or "") >= since} == {
        "last"
    }


BAD_FILES = {
    "rules.not-toml": "extends = ",
    "settings.unknown-key": 'extends = "revesino"\nrules = "x"\n',
    "settings.no-text": "extends = 3\n",
    "settings.no-table": 'extends = "revesino"\noptions = 3\n',
    "options.no-ruleset": 'extends = "revesina"\n',
    "settings.bad-rules": 'extends = "revesino"\n[options]\ncut_pays = "much"\n',
    "rules.no-date": 'extends = "revesino"\n[until.spring]\ncut_pays = 48\n',
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_file_that_says_what_it_cannot_is_refused(what: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(BAD_FILES[what], encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read(path)
    assert refused.value.what == what


def test_a_file_for_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "reversis"\nclub = "Casino"\n', encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read(path).applied(assemble(season("revesino", [], 5, sessions=1)).sessions)
    assert refused.value.what == "rules.no-session-of-club"


def test_the_json_is_as_published() -> None:
    one, _ = found(season("revesino", ["edge_tricks=last"], 5, sessions=6))
    document_ = json.loads(json.dumps(document([one])))
    assert document_["schema"] == "revesino-inference/1"
    (club,) = document_["clubs"]
    assert set(club) == {"club", "rules", "switches"}
    assert club["rules"] == {"id": "revesino", "options": {"edge_tricks": "last"}}
    assert {frozenset(switch) for switch in club["switches"]} == {
        frozenset(("option", "value", "for", "against", "tied", "since"))
    }


def test_it_is_said_of_every_option_in_which_deals_it_shows() -> None:
    options = {spec.name for rules in ruleset_ids() for spec in load(rules).specs.values() if spec.rule != "X11"}
    assert options == set(TELLING)
