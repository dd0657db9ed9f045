"""Rates, means and what the others of a club say of them, held to a known truth and to statsmodels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats

from audit.stats.inputs import SMALL_SESSIONS, SMALL_TRIALS
from audit.stats.intervals import clustered_means, rates, session_sums
from audit.stats.shrink import shrunk_means, shrunk_rates

GROUP = {"club": "Peña", "rules": "revesino"}


def test_a_rate_has_wilsons_interval() -> None:
    found = rates(pd.DataFrame({"count": [0, 8, 30], "of": [10, 10, 30]}))
    assert found["rate"].tolist() == [0, 0.8, 1]
    # Wilson (1927): (k + z²/2 ± z √(k(n−k)/n + z²/4)) / (n + z²), worked out by hand.
    assert found["low"].round(4).tolist() == [0, 0.4902, 0.8865]
    assert found["high"].round(4).tolist() == [0.2775, 0.9433, 1]
    assert found["small"].tolist() == [True, True, False]


def test_of_nothing_tried_there_is_no_rate() -> None:
    found = rates(pd.DataFrame({"count": [0], "of": [0]}))
    assert found[["rate", "low", "high"]].isna().all(axis=None)
    assert found["small"].all()


def by_session(session: np.ndarray, value: np.ndarray, **more: object) -> pd.DataFrame:
    rows = pd.DataFrame({"ordinal": session, "net": value, "squares": value**2, "deals": 1})
    return rows.groupby("ordinal", as_index=False).sum().assign(person="Ana", **GROUP, **more)


def test_a_mean_over_deals_has_the_errors_of_statsmodels_by_session() -> None:
    rng = np.random.default_rng(1)
    session = rng.integers(0, 12, 200)
    value = rng.normal(size=200) + rng.normal(size=12)[session]
    fitted = sm.OLS(value, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": session}, use_t=True)
    found = clustered_means(session_sums(by_session(session, value), ("person",))).iloc[0]
    assert [found["mean"], found["error"], found["low"], found["high"]] == pytest.approx(
        [fitted.params[0], fitted.bse[0], *fitted.conf_int()[0]], rel=1e-9
    )
    assert found["deviation"] == pytest.approx(value.std(ddof=1))
    assert found["sessions"] == 12


def test_of_one_session_there_is_a_mean_and_no_interval() -> None:
    found = clustered_means(session_sums(by_session(np.zeros(5, int), np.arange(5.0)), ("person",))).iloc[0]
    assert found["mean"] == 2
    assert np.isnan([found["error"], found["low"], found["high"]]).all()
    assert found["small"]


def coverage(clustered: bool, seed: int = 3, players: int = 400) -> float:
    """How often the interval holds the true mean, 0, when a session's deals have something in common."""
    rng = np.random.default_rng(seed)
    shape = (players, 20, 25)
    value = rng.normal(size=shape) + rng.normal(0, 0.5, shape[:2])[..., None]
    if clustered:
        sums = value.sum(2)
        frame = pd.DataFrame({"person": np.repeat(np.arange(players), 20), "net": sums.ravel(), "deals": 25})
        found = clustered_means(session_sums(frame, ("person",)))
    else:
        flat = value.reshape(players, -1)
        low, high = stats.t.interval(0.95, flat.shape[1] - 1, flat.mean(1), stats.sem(flat, axis=1))
        found = pd.DataFrame({"low": low, "high": high})
    return float(((found["low"] < 0) & (found["high"] > 0)).mean())


def test_the_interval_by_sessions_holds_the_truth_19_times_in_20() -> None:
    assert coverage(clustered=True) == pytest.approx(0.95, abs=0.03)


def test_an_interval_by_deals_would_not() -> None:
    """The failing control: why sessions are what is independent."""
    assert coverage(clustered=False) < 0.7


def test_small_samples_are_said_to_be_small_at_one_place() -> None:
    assert rates(pd.DataFrame({"count": 1, "of": [SMALL_TRIALS - 1, SMALL_TRIALS]}))["small"].tolist() == [True, False]
    sessions = np.repeat(np.arange(SMALL_SESSIONS), 2)
    of_all = clustered_means(session_sums(by_session(sessions, np.arange(len(sessions)) % 3.0), ("person",)))
    assert not of_all["small"].any()


# ------------------------------------------------------------------------------------------ what the others say


CLUBS = [(6, 150), (40, 40)]
"""Players of a club, and how many such clubs."""


def judged(found: pd.DataFrame, raw: pd.Series, truth: np.ndarray) -> tuple[float, float]:
    """The mean squared error of the shrunk in that of the raw, and how often their interval holds the truth."""
    held = (found["shrunk_low"] <= truth) & (truth <= found["shrunk_high"])
    return ((found["shrunk"] - truth) ** 2).sum() / ((raw - truth) ** 2).sum(), held.mean()


@pytest.mark.parametrize(("players", "clubs"), CLUBS)
def test_shrunk_rates_are_nearer_the_truth_and_their_intervals_hold_it(players: int, clubs: int) -> None:
    rng = np.random.default_rng(players)
    truth, of = rng.beta(20, 60, players * clubs), rng.integers(5, 200, players * clubs)
    club = np.repeat(np.arange(clubs), players)
    frame = pd.DataFrame({"count": rng.binomial(of, truth), "of": of, "statistic": "wins", **GROUP}).assign(club=club)
    error, held = judged(shrunk_rates(frame), frame["count"] / frame["of"], truth)
    assert error < 0.6
    assert held == pytest.approx(0.95, abs=0.025)


@pytest.mark.parametrize(("players", "clubs"), CLUBS)
def test_shrunk_means_are_nearer_the_truth_and_their_intervals_hold_it(players: int, clubs: int) -> None:
    rng = np.random.default_rng(players)
    truth, sessions = rng.normal(-1, 0.5, players * clubs), rng.integers(2, 30, players * clubs)
    who = np.repeat(np.arange(len(truth)), sessions)
    evenings = pd.DataFrame({"person": who, "net": 25 * truth[who] + rng.normal(0, 25, len(who)), "deals": 25})
    raw = clustered_means(session_sums(evenings, ("person",))).assign(statistic="net", rules="revesino")
    found = shrunk_means(raw.assign(club=np.repeat(np.arange(clubs), players)))
    error, held = judged(found, raw["mean"], truth)
    assert error < 0.8
    assert held == pytest.approx(0.95, abs=0.025)


def rates_of(*pairs: tuple[int, int], **more: object) -> pd.DataFrame:
    return pd.DataFrame(pairs, columns=["count", "of"]).assign(**{"statistic": "wins", **GROUP, **more})


def test_one_player_has_nobody_to_learn_from() -> None:
    found = shrunk_rates(rates_of((3, 10)))
    raw = rates(found)
    assert found["shrunk"].tolist() == [0.3]
    assert found[["shrunk_low", "shrunk_high"]].to_numpy().tolist() == raw[["low", "high"]].to_numpy().tolist()


def test_who_never_tried_is_given_what_is_known_of_the_others() -> None:
    found = shrunk_rates(rates_of((30, 100), (25, 100), (35, 100), (0, 0)))
    assert found["shrunk"].iloc[3] == pytest.approx(0.3, abs=0.01)
    wide = found["shrunk_high"] - found["shrunk_low"]
    assert wide.iloc[3] > wide.iloc[:3].max()


def test_where_nobody_succeeded_nobody_is_said_never_to() -> None:
    found = shrunk_rates(rates_of((0, 50), (0, 80), (0, 5)))
    assert (found["shrunk"] > 0).all()
    assert (found["shrunk"] < 0.01).all()
    assert (found["shrunk_low"] < found["shrunk"]).all()


def test_players_who_are_alike_are_said_to_be_alike() -> None:
    found = shrunk_rates(rates_of(*[(25, 100)] * 20))
    assert found["shrunk"].to_numpy() == pytest.approx(0.25, abs=0.002)
    assert found["shrunk_high"].max() < rates(found)["high"].max() - 0.02


def test_clubs_rulesets_and_statistics_are_never_mixed() -> None:
    many, few = rates_of((50, 100), (60, 100)), rates_of((1, 100), (2, 100), rules="reversis")
    together = shrunk_rates(pd.concat([many, few], ignore_index=True))
    alone = pd.concat([shrunk_rates(many), shrunk_rates(few)], ignore_index=True)
    pd.testing.assert_frame_equal(together, alone)


def means_of(*rows: tuple[float, float, float, float]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["n", "sessions", "mean", "error"]).assign(statistic="net", **GROUP)
    return frame.assign(low=frame["mean"] - 2 * frame["error"], high=frame["mean"] + 2 * frame["error"])


def test_a_mean_of_one_session_is_shrunk_by_the_errors_of_the_others() -> None:
    found = shrunk_means(means_of((100, 10, -1.0, 0.3), (100, 10, 1.0, 0.3), (10, 1, 8.0, np.nan)))
    assert 0 < found["shrunk"].iloc[2] < 8
    assert np.isfinite(found["shrunk_low"].iloc[2])


def test_means_without_errors_or_others_stay_as_they_are() -> None:
    for frame in (means_of((10, 5, 2.0, 0.5)), means_of((10, 1, 2.0, np.nan), (10, 1, 4.0, np.nan))):
        assert shrunk_means(frame)["shrunk"].tolist() == frame["mean"].tolist()
    same = shrunk_means(means_of((10, 5, 2.0, 0.0), (10, 5, 2.0, 0.0)))
    assert same["shrunk"].tolist() == [2, 2]


@pytest.mark.parametrize("mean", [0.0, 0.001, 0.1, 9.75])
@pytest.mark.parametrize("error", [1e-17, 1e-16, 1e-9, 1e-8])
@pytest.mark.filterwarnings("error")
def test_equal_sessions_leave_a_narrow_interval_and_not_none(mean: float, error: float) -> None:
    """By squares as such the variance would come out below 0, which has no root."""
    found = shrunk_means(means_of(*[(24, 3, mean + 3, error)] * 4))
    assert (found["shrunk_low"] <= found["shrunk"]).all()
    assert (found["shrunk"] <= found["shrunk_high"]).all()
