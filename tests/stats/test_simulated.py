"""The statistics on seasons as they are played, in which a full fondo outweighs everything."""

from __future__ import annotations

import numpy as np
import pytest

from audit.stats.hands import NAMES, design
from audit.stats.luck import luck
from tests.stats.simulated import RULES, nearness, season_of


@pytest.mark.parametrize("rules", RULES)
def test_every_row_of_a_season_can_be_fitted(rules: str) -> None:
    rows, _ = season_of(rules, 3, 5)
    assert design(rows).known.all()
    assert np.isfinite(design(rows).columns).all()
    assert len(rows) == 3 * 5 * (5 if rules == "reversis-5" else 4)


@pytest.mark.slow
def test_luck_and_the_orders_of_deals_come_nearer_to_skill_than_tantos() -> None:
    rows, skills = season_of("reversis-5", 150, 25)
    near = nearness(rows, skills)
    assert near["mean scaled_adjusted"] > near["mean net"] + 0.1
    assert near["rating by the deals' orders"] > near["rating by the evenings' nets"] + 0.1
    found = luck(lambda: [rows])
    known = found.coefficients.set_index("feature")
    assert known.loc["aces", "low"] > 0
    assert known.loc["fondo_quinola_guards", "low"] > 0
    assert known.loc["fondo_quinola_alone", "high"] < 0
    assert set(known.index) == set(NAMES) - {"seat_4"}
