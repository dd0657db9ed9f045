"""Luck and skill apart: the fit held to statsmodels, and to a truth that is known."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from audit.stats.fitting import ROWS_A_FEATURE
from audit.stats.hands import FEATURES, NAMES, design
from audit.stats.inputs import SEATS
from audit.stats.luck import VALUES, Luck, luck, player_luck

GROUP = {"club": "Peña", "rules": "revesino"}
SKILL = np.array([0.06, 0.02, -0.02, -0.06])
"""What each of four players is better or worse, for each tanto at stake."""


def seats(deals: int, seed: int = 1) -> pd.DataFrame:
    """Hands at random, and nets that an amount for each ace and one for the guarded quínola explain but for noise."""
    rng = np.random.default_rng(seed)
    n = deals * 4
    suits = rng.multinomial(11, [0.25] * 4, n)
    frame = pd.DataFrame(suits, columns=[f"suit_{suit}" for suit in range(4)])
    frame["voids_held"] = (suits == 0).sum(1)
    frame["quinola_held"] = (np.arange(n) % 4 == rng.integers(0, 4, deals).repeat(4)) & (suits[:, 0] > 0)
    frame["aces_held"] = rng.binomial(4, 0.25, n)
    frame["honours_held"] = 4 * frame["aces_held"] + rng.integers(0, 8, n)
    frame["height_held"] = rng.integers(50, 80, n)
    frame["fondo_start"] = np.repeat(9 * 2 ** rng.geometric(0.6, deals) // 2, 4)
    frame["ordinal"], frame["number"] = np.arange(n) // 100 + 1, np.arange(n) // 4 % 25 + 1
    frame["seat"], frame["sits_out"], frame["complete"] = (np.arange(n) + frame["number"]) % 4, False, True
    frame["person"] = [f"p{who}" for who in np.arange(n) % 4]
    stake = 1 + frame["fondo_start"]
    worth = 2.0 * frame["aces_held"] + 0.3 * frame["quinola_held"] * (suits[:, 0] - 1) * frame["fondo_start"]
    evening = rng.normal(0, 0.05, n // 100 + 1)[frame["ordinal"] - 1]
    frame["net"] = worth + stake * (SKILL[np.arange(n) % 4] + evening + rng.normal(0, 0.3, n))
    return frame.assign(**GROUP)


def fitted(rows: pd.DataFrame, at_once: int = 10**9) -> Luck:
    def portions() -> Iterator[pd.DataFrame]:
        for start in range(0, len(rows), at_once):
            yield rows.iloc[start : start + at_once]

    return luck(portions)


def test_coefficients_and_errors_are_those_of_statsmodels() -> None:
    rows = seats(500)
    found = fitted(rows, at_once=333)
    ready = design(rows)
    kept = [NAMES.index(name) for name in found.coefficients["feature"]]
    x, weights = (ready.columns / ready.weight)[kept].T, ready.weight**2
    by_session = {"cov_type": "cluster", "cov_kwds": {"groups": rows["ordinal"]}, "use_t": True}
    wanted = sm.WLS(ready.net, x, weights=weights).fit(**by_session)
    assert found.coefficients["coefficient"].to_numpy() == pytest.approx(wanted.params, rel=1e-8)
    assert found.coefficients["error"].to_numpy() == pytest.approx(wanted.bse, rel=1e-7)
    assert found.coefficients[["low", "high"]].to_numpy() == pytest.approx(wanted.conf_int(), rel=1e-7)
    fit = found.fits.iloc[0]
    assert fit["r_squared"] == pytest.approx(wanted.rsquared, rel=1e-9)
    assert fit["spread"] == pytest.approx(np.sqrt(wanted.scale), rel=1e-9)
    assert (fit["rows"], fit["sessions"], fit["excluded"]) == (2000, 20, 0)
    left = wanted.resid * ready.weight
    assert fit["kurtosis"] == pytest.approx((left**4).mean() / (left**2).mean() ** 2)
    assert fit["deviation_adjusted"] == pytest.approx(np.std(wanted.resid, ddof=1))


def test_what_the_others_determine_is_left_out() -> None:
    """Four seats are one too many beside the constant, and nobody sits out."""
    features = fitted(seats(200)).coefficients["feature"].tolist()
    assert {"seat_4", "sits_out"}.isdisjoint(features)
    assert {"seat_1", "seat_2", "seat_3"} <= set(features)


def test_the_portions_do_not_matter() -> None:
    rows = seats(300)
    one, other = fitted(rows), fitted(rows, at_once=250)
    pd.testing.assert_frame_equal(one.coefficients, other.coefficients, rtol=1e-9)
    pd.testing.assert_frame_equal(one.evenings, other.evenings, rtol=1e-9)


def test_what_the_cards_are_worth_is_found_and_intervals_hold_it_19_times_in_20() -> None:
    truth = {"aces": 2.0, "fondo_quinola_guards": 0.3, "quinola_alone": 0, "voids": 0, "longest": 0, "fondo": 0}
    held = []
    for seed in range(12):
        found = fitted(seats(800, seed)).coefficients.set_index("feature")
        assert abs(found.loc["fondo_quinola_guards", "coefficient"] - 0.3) < 0.1
        held += [found.loc[name, "low"] <= worth <= found.loc[name, "high"] for name, worth in truth.items()]
    assert np.mean(held) > 0.88


def test_skill_is_told_sooner_without_luck() -> None:
    rows = seats(2000)
    found = player_luck(fitted(rows).evenings)
    off = found["mean_scaled_adjusted"] - found["mean_scaled_adjusted"].mean() - SKILL
    assert np.abs(off).max() < 0.02
    width = {value: (found[f"high_{value}"] - found[f"low_{value}"]).mean() for value in VALUES}
    assert width["scaled_adjusted"] < 0.85 * width["scaled_net"]
    assert width["adjusted"] < 0.85 * width["net"]


def test_net_is_luck_and_the_rest_and_luck_is_nobodys_on_the_whole() -> None:
    rows = seats(200)
    found = fitted(rows)
    sums = found.evenings[[*VALUES]].sum()
    assert sums["net"] == pytest.approx(rows["net"].sum())
    assert sums["luck"] + sums["adjusted"] == pytest.approx(sums["net"])
    assert sums["luck"] == pytest.approx(0, abs=1e-6)
    assert sums["scaled_luck"] == pytest.approx(0, abs=1e-8)
    by_person = player_luck(found.evenings).set_index("person")["luck"]
    pd.testing.assert_series_equal(found.evenings.groupby("person")["luck"].sum(), by_person)


def test_rows_that_are_not_known_whole_are_left_out_and_counted() -> None:
    rows = seats(200)
    whole = fitted(rows)
    nothing = rows.iloc[:8].assign(net=[np.nan] * 4 + [1.0] * 4, complete=[True] * 4 + [False] * 4)
    found = fitted(pd.concat([rows, nothing], ignore_index=True))
    assert found.fits["excluded"].tolist() == [8]
    pd.testing.assert_frame_equal(found.coefficients, whole.coefficients)
    pd.testing.assert_frame_equal(found.evenings, whole.evenings)


def test_who_sits_out_has_a_share_of_his_own_and_no_hand() -> None:
    rows = seats(500).astype({"aces_held": "Int64", "quinola_held": "Int64"})
    out = rows["number"] % 5 == rows["seat"]
    hand = [name for name in SEATS if name.endswith("_held")]
    rows.loc[out, "sits_out"], rows.loc[out, "net"] = True, -2.0
    rows.loc[out, hand] = pd.NA
    found = fitted(rows)
    known = found.coefficients.set_index("feature")["coefficient"]
    assert known["sits_out"] + known["constant"] == pytest.approx(-2)
    assert found.fits["excluded"].tolist() == [0]


def test_too_few_deals_are_not_fitted_and_few_are_said_to_be_small() -> None:
    few, small = fitted(seats(50)), fitted(seats(100))
    assert few.fits["fitted"].tolist() == [False]
    assert few.coefficients.empty
    assert few.evenings["luck"].isna().all()
    assert few.evenings["net"].notna().all()
    assert small.fits[["fitted", "small"]].to_numpy().tolist() == [[True, True]]
    assert 50 * 4 * 3 < ROWS_A_FEATURE * len(NAMES) <= 100 * 4 * 3


def test_without_rows_the_tables_have_their_columns() -> None:
    some = fitted(seats(150))
    for nothing in (fitted(seats(1).iloc[:0]), fitted(seats(50).assign(net=np.nan))):
        for one, other in zip(some, nothing, strict=True):
            assert list(one.columns) == list(other.columns)
        assert nothing.coefficients.dtypes.to_dict() == some.coefficients.dtypes.to_dict()
        assert nothing.evenings.empty
        assert player_luck(nothing.evenings).empty


def test_clubs_and_rulesets_are_never_mixed() -> None:
    one, other = seats(150), seats(150, seed=2).assign(rules="reversis")
    together = fitted(pd.concat([one, other], ignore_index=True), at_once=1000)
    alone = fitted(one)
    mine = together.coefficients[together.coefficients["rules"] == "revesino"].reset_index(drop=True)
    pd.testing.assert_frame_equal(mine, alone.coefficients)


def test_a_column_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="aces_held"):
        fitted(seats(10).drop(columns="aces_held"))


def test_every_feature_is_what_its_name_says() -> None:
    rows = seats(1).iloc[:1].assign(
        suit_0=1, suit_1=0, suit_2=2, suit_3=8, voids_held=1, quinola_held=1, aces_held=2, honours_held=12,
        height_held=70, seat=2, fondo_start=9, net=0,
    )  # fmt: skip
    values = dict(zip(NAMES, (design(rows).columns[:, 0] * 10).round(9).tolist(), strict=True))
    assert {name: values[name] for name in FEATURES} == {
        "quinola": 1, "quinola_guards": 0, "quinola_alone": 1, "quinola_voids": 1, "quinola_singletons": 1,
        "quinola_height": 70, "aces": 2, "honours": 12, "height": 70, "voids": 1, "singletons": 1, "doubletons": 1,
        "longest": 8, "quinola_suit": 1, "sits_out": 0, "seat_1": 0, "seat_2": 1, "seat_3": 0, "seat_4": 0,
    }  # fmt: skip
    assert (values["fondo"], values["fondo_quinola_height"]) == (9, 630)
