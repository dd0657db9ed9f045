"""A season as a whole: the same from the same seed, right where nobody erred, wrong where the truth says so."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support import some_slow

from audit.ruleset import ruleset_ids
from audit.service import audit
from audit.simulate.files import season_files, write_files
from audit.simulate.mistakes import MISTAKES
from audit.simulate.season import play_season

from . import sample_season
from .seasons import PLAYERS, compared, contradicted, judged, planted, season

ROOT = Path(__file__).parents[2]

HOUSES: list[tuple[str, dict[str, Any]]] = [
    *((rules, {}) for rules in ruleset_ids()),
    (
        "revesino",
        {"party": "discards", "renewal": "only_empty", "edge_tricks": "last", "tie_seats": "dealer_then_left"},
    ),
    ("revesino", {"cut_pays": 48, "undertaking": "automatic", "quinola_forced": "any_oros_trick"}),
    ("revesino", {"party": 5, "fee_with_stake": True, "renuncio_bar": "from_then", "renuncio_per": "trick"}),
    ("revesino", {"quinola_forced_tantos": "like_napolitana", "napolitana_hand": "either", "resale": "return_only"}),
    ("reversis", {"ace_rank": "high", "honours_paid": "to_fondo", "quinola_in_total": True}),
    ("reversis-5", {"quinola_capture": "fixed_only", "reversis_failed": "to_breaker", "ante": 3}),
    ("reversis-52", {"ace_equivalents": ["K", "Q"], "bete_payment": 7}),
]


@pytest.mark.parametrize(("rules", "options"), HOUSES, ids=str)
def test_without_mistakes_everything_that_can_be_judged_is_right(rules: str, options: dict[str, Any]) -> None:
    made = season(rules, options, sessions=8, deals=7)
    for truth, row in compared(made):
        assert truth["causes"] == []
        assert contradicted(row) == []
        if rules != "revesino-digest":
            assert row["status"] in ("confirmed", "illegal")
            assert row["computed"] == truth["computed"]
            assert {claim["verdict"] for claim in row["claims"]} == {"confirmed"}
        illegal = [finding["code"] for finding in row["findings"] if finding["severity"] == "error"]
        assert set(illegal) <= {"revoke"}


def test_the_digest_says_of_itself_what_it_leaves_open() -> None:
    """What it defines is confirmed; the stakes, and what a tie comes to, are not for it to say."""
    for truth, row in compared(season("revesino-digest", sessions=8)):
        open_claims = {claim["claim"] for claim in row["claims"] if claim["verdict"] != "confirmed"}
        assert open_claims <= {"fondo_start"}
        assert truth["computed"]["points"] == row["computed"]["points"]


@pytest.mark.parametrize("rules", ["revesino", "reversis", "reversis-5", "revesino-digest"])
def test_with_mistakes_the_deals_are_wrong_where_the_truth_says_so(rules: str) -> None:
    seen: Counter[str] = Counter()
    for truth, row in compared(season(rules, sessions=25, mistakes=0.3, no_hands=0.4, substitutes=0.3)):
        wrong = contradicted(row)
        if rules != "revesino-digest":
            assert row["computed"] == truth["computed"]
        if planted(truth):
            seen["planted"] += 1
            assert row["status"] in ("discrepant", "illegal"), truth
            assert any(claim["carried_from"] is None for claim in wrong), truth
        elif truth["causes"]:
            seen["carried"] += 1
            assert row["status"] in ("carried", "illegal"), truth
            origins = {cause["deal"] for cause in truth["causes"]}
            assert {claim["carried_from"] for claim in wrong} <= origins, truth
        else:
            seen["right"] += 1
            assert wrong == [], truth
    assert seen["planted"] > 20
    assert seen["right"] > 20
    assert seen["carried"] > 20 or rules == "revesino-digest"


RARE = ("bar-ignored", "returns-omitted", "fine-omitted")
"""Mistakes that only a renuncio or a revesino gives occasion for."""


def test_a_scorer_errs_in_many_ways() -> None:
    made = play_season(season(sessions=20, mistakes=1.0))
    found = Counter(cause.get("id") for one in made for deal in one.truth["deals"] for cause in planted(deal))
    assert len(found) > 15
    deals = [deal for one in made for deal in one.truth["deals"]]
    assert {len(planted(deal)) for deal in deals} <= {1, 2}


@pytest.mark.slow
def test_every_mistake_is_made_in_a_long_enough_season() -> None:
    """Each kind alone: where it can be made at all, it is made, and nothing else."""
    for name in MISTAKES:
        found = [
            cause
            for rules, evenings in (("revesino", 20), ("reversis", 20))
            for evening in play_season(season(rules, sessions=evenings, mistakes=1.0, weights={name: 1.0}))
            for deal in evening.truth["deals"]
            for cause in planted(deal)
        ]
        assert found or name in RARE, name
        assert {cause.get("id", cause["kind"]) for cause in found} <= {name}
        assert {tuple(cause)[:2] for cause in found} <= {("kind", "id"), ("kind", "option")}


@pytest.mark.slow
def test_even_what_is_rarely_possible_is_done() -> None:
    weights = dict.fromkeys(RARE, 1.0)
    made = play_season(season(sessions=600, deals=10, mistakes=1.0, weights=weights))
    found = Counter(cause["id"] for one in made for deal in one.truth["deals"] for cause in planted(deal))
    assert set(found) == set(weights)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ruleset_ids())
def test_a_long_season_with_many_mistakes(rules: str) -> None:
    for truth, row in compared(season(rules, sessions=150, deals=10, mistakes=0.5, seed=7)):
        right = {"confirmed", "undetermined"}
        expected = {"discrepant"} if planted(truth) else {"carried"} if truth["causes"] else right
        assert row["status"] in expected | {"illegal"}, truth
        assert bool(contradicted(row)) == bool(truth["causes"]), truth


# ------------------------------------------------------------------------------------------- what is written


def test_how_much_is_written_down() -> None:
    made = play_season(season(sessions=60, deals=5, bare=0.2, no_hands=0.3))
    levels = Counter(deal["record"] for one in made for deal in one.truth["deals"])
    assert set(levels) == {"full", "tricks", "bare"}
    assert 0.12 < levels["bare"] / 300 < 0.4
    for one in made:
        for deal, row in zip(one.deals, one.truth["deals"], strict=True):
            assert bool(deal.hands) == (row["record"] == "full")
            assert bool(deal.tricks) == bool(deal.recorded.payments) == (row["record"] != "bare")
            assert deal.recorded.balance is not None


def test_what_a_bare_record_cannot_hide_contradicts_itself_or_stays_open() -> None:
    evenings = play_season(season(sessions=20, bare=1.0, mistakes=0.2))
    statuses = Counter(deal["status"] for one in judged(evenings).sessions() for deal in one["deals"])
    assert set(statuses) <= {"undetermined", "discrepant", "carried"}
    assert not Counter(
        deal["status"] for one in judged(play_season(season(bare=1.0))).sessions() for deal in one["deals"]
    ).keys() - {"undetermined"}


def test_a_substitute_takes_a_seat_and_has_a_balance_of_his_own() -> None:
    made = play_season(season(sessions=10, deals=8, substitutes=1.0, notes=0.1))
    changed = 0
    for one in made:
        for before, after in pairwise(one.deals):
            places = [place for place, name in enumerate(after.players) if name != before.players[place]]
            changed += len(places)
            for place in places:
                assert after.recorded.net is not None and after.recorded.balance is not None
                assert after.players[place] not in before.players
                assert after.recorded.balance[place] == after.recorded.net[place]
                assert after.note is not None and after.players[place] in after.note
    assert changed == 10


def test_a_table_without_a_spare_player_has_no_substitutes() -> None:
    made = play_season(season(players=PLAYERS[:4], substitutes=1.0))
    assert all(set(deal.players) == set(PLAYERS[:4]) for one in made for deal in one.deals)


def test_a_fondo_that_is_kept_goes_on_with_the_club_s_own_figure() -> None:
    made = play_season(season(sessions=12, keeps_fondo=True, mistakes=0.3))
    for before, after in pairwise(made):
        assert after.deals[0].header.carried_fondo == before.deals[-1].recorded.fondo_end == before.fondo
    rows = [row for session in judged(made).sessions() for row in session["deals"]]
    truths = [deal for one in made for deal in one.truth["deals"]]
    assert [row["computed"] for row in rows] == [truth["computed"] for truth in truths]


def test_the_same_cards_are_played_whoever_keeps_the_score() -> None:
    """A rate of mistakes changes what is written and nothing else."""
    right, wrong = (play_season(season(mistakes=rate)) for rate in (0.0, 0.5))
    for a, b in zip(right, wrong, strict=True):
        assert [deal.tricks for deal in a.deals] == [deal.tricks for deal in b.deals]
        assert [d["computed"] for d in a.truth["deals"]] == [d["computed"] for d in b.truth["deals"]]
    assert [one.deals for one in right] != [one.deals for one in wrong]


# --------------------------------------------------------------------------------------------------- files


def test_the_files_are_read_back_as_they_were_made(tmp_path: Path) -> None:
    evenings = play_season(season(mistakes=0.2, bare=0.2, notes=0.2, options={"party": 3}))
    expected = [deal["status"] for one in judged(evenings).sessions() for deal in one["deals"]]
    for form in ("rev", "jsonl"):
        files = season_files(evenings, form)
        write_files(files, tmp_path / form)
        audited = audit(sorted((tmp_path / form).glob(f"*.{form}")))
        assert audited.problems == []
        assert [deal["status"] for one in audited.sessions() for deal in one["deals"]] == expected
        assert len(files) == 7
    truth = json.loads((tmp_path / "rev" / "truth.json").read_text(encoding="utf-8"))
    assert truth["schema"] == "revesino-season/1"
    assert truth["sessions"] == [one.truth for one in evenings]


DIGEST = """
import hashlib, sys
sys.path[:0] = [".", "tests"]
from tests.simulate.test_season import fingerprint
print(fingerprint())
"""


def fingerprint() -> str:
    """A hash of all files of two seasons."""
    whole = hashlib.sha256()
    for rules in ("revesino", "reversis-5"):
        made = season(rules, mistakes=0.4, bare=0.2, no_hands=0.3, notes=0.2, substitutes=0.5)
        for name, text in season_files(play_season(made)).items():
            whole.update(f"{name}\n{text}".encode())
    return whole.hexdigest()


@pytest.mark.parametrize("hash_seed", some_slow(["0", "4242"], "4242"))
def test_the_same_seed_makes_the_same_bytes_in_another_process(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DIGEST],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert done.stdout.strip() == fingerprint()


def test_another_seed_makes_another_season() -> None:
    one, other = (season_files(play_season(season(seed=seed))) for seed in (1, 2))
    assert set(one) == set(other)
    assert all(one[name] != other[name] for name in one)


def test_the_sample_season_is_what_its_generator_makes() -> None:
    there = {path.name: path.read_bytes() for path in sample_season.FOLDER.iterdir()}
    assert there == {name: text.encode("utf-8") for name, text in sample_season.files().items()}
    assert sum(map(len, there.values())) < 700_000


def test_the_sample_season_is_wrong_where_its_truth_says_so() -> None:
    """Of what was kept with its tricks; after a bare score the audit goes on from the club's own figures."""
    truth = json.loads((sample_season.FOLDER / "truth.json").read_text(encoding="utf-8"))
    audited = audit([sample_season.FOLDER])
    assert audited.problems == []
    wrong = 0
    for session, row in zip(sorted(truth["sessions"], key=in_order), audited.sessions(), strict=True):
        for known, deal in zip(session["deals"], row["deals"], strict=True):
            if planted(known) and known["record"] != "bare":
                wrong += 1
                assert deal["status"] in ("discrepant", "illegal"), known["causes"]
            elif not known["causes"]:
                assert contradicted(deal) == []
    assert wrong > 15


def in_order(session: dict[str, Any]) -> tuple[str, str]:
    return session["club"], session["session"]
