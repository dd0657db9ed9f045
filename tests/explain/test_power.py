"""The measured power: a small sample of what docs/power.md states."""

from __future__ import annotations

import pytest
from support import some_slow

from audit.explain.power import PAIR, SINGLES, interval, measure, power_row
from audit.ruleset import load
from audit.simulate.mistakes import MISTAKES

SHARES = {"detected": 1.0, "first_or_alike": 0.95, "three": 0.98}


@pytest.mark.parametrize("rules", some_slow(["revesino", "reversis"], "revesino"))
def test_what_is_planted_is_found_and_named(rules: str) -> None:
    row = power_row(measure([load(rules)], 11, 200))
    assert row["false_alarms"] == row["blamed"] == 0
    assert row["right"] > 10
    kinds = {one["kind"]: one for one in row["kinds"]}
    assert set(kinds) <= {*MISTAKES, PAIR, SINGLES}
    for name, share in SHARES.items():
        assert kinds[SINGLES][name]["hits"] >= share * kinds[SINGLES]["planted"], name
    assert kinds[PAIR]["first_or_alike"]["hits"] >= 0.85 * kinds[PAIR]["planted"]


def test_the_same_seed_measures_the_same() -> None:
    once, again = (power_row(measure([load("reversis")], 2, 40)) for _ in range(2))
    assert once == again


def test_an_interval_holds_its_share_and_stays_within_bounds() -> None:
    for hits, of in ((0, 5), (3, 5), (5, 5), (98, 100)):
        low, high = interval(hits, of)
        assert 0 <= low <= hits / of <= high <= 1
