"""The engine against the plain oracle of `tests/oracle`, on random deals under random options."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from oracle import settle_session
from oracle.deals import random_options, random_session
from oracle.recorded import record_session
from support import COMPUTED, RULESETS, Row, audit_deals, deals_of, some_slow

DEALS = 8
"""Deals a session: enough for a fondo to grow, to be taken and to be renewed."""


def sessions(rules: str, count: int, seed: int) -> list[list[Row]]:
    rng = random.Random(seed)
    made = []
    for number in range(count):
        options = random_options(rng, rules) if number % 4 else None
        made.append(random_session(rng, rules, DEALS, options, f"{rules}-{number}"))
    return made


def assert_equal_to_oracle(folder: Path, made: list[list[Row]]) -> int:
    """Settle `made` by both, compare all that is computed, and find every right record confirmed."""
    wanted = {(settled["session"], settled["deal"]): settled for session in made for settled in settle_session(session)}
    audited = audit_deals(folder, [deal for session in made for deal in record_session(session)])
    found = deals_of(audited)
    assert not audited.problems
    assert found.keys() == wanted.keys()
    for key, right in wanted.items():
        deal = found[key]
        computed = {what: deal["computed"][what] for what in COMPUTED}
        settled = {what: right[what] for what in COMPUTED}
        if settled["ledger"] is None:
            computed.pop("net"), settled.pop("net")
        assert computed == settled, key
        codes = [finding["code"] for finding in deal["findings"]]
        assert codes.count("revoke") == len(right["revokes"]), key
        assert codes.count("bad-declaration") == len(right["declared_bad"]), key
        wrong = [claim for claim in deal["claims"] if claim["verdict"] == "contradicted"]
        assert not wrong, key
    return len(found)


@pytest.mark.parametrize(("count", "seed"), some_slow([(100, 0), (250, 0), (250, 1)], (100, 0)))
def test_revesino_equals_the_oracle(tmp_path: Path, count: int, seed: int) -> None:
    assert assert_equal_to_oracle(tmp_path, sessions("revesino", count, 1000 + seed)) == count * DEALS


@pytest.mark.parametrize("count", some_slow([50, 125], 50))
@pytest.mark.parametrize("rules", [*RULESETS[1:], "revesino-digest"])
def test_other_rulesets_equal_the_oracle(tmp_path: Path, rules: str, count: int) -> None:
    assert assert_equal_to_oracle(tmp_path, sessions(rules, count, 7)) == count * DEALS


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*RULESETS, "revesino-digest"])
@pytest.mark.parametrize("seed", range(4))
def test_many_more_equal_the_oracle(tmp_path: Path, rules: str, seed: int) -> None:
    assert assert_equal_to_oracle(tmp_path, sessions(rules, 500, 5000 + seed)) == 4000


def test_a_wrong_settlement_is_noticed(tmp_path: Path) -> None:
    """The failing control: a session settled under other options does not pass for the right one."""
    made = sessions("revesino", 20, 3)
    changed = [
        [deal | {"rules": deal["rules"] | {"options": deal["rules"]["options"] | {"cut_pays": 63, "stake_player": 4}}}
         for deal in session]
        for session in made
    ]  # fmt: skip
    wanted = {(s["session"], s["deal"]): s for session in made for s in settle_session(session)}
    found = deals_of(audit_deals(tmp_path, [deal for session in changed for deal in session]))
    assert any(found[key]["computed"]["ledger"] != right["ledger"] for key, right in wanted.items())
