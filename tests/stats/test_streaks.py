"""Streaks, records, form, and how many deals it takes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.power import TTestIndPower

from audit.stats.form import form
from audit.stats.streaks import records, streaks
from audit.stats.telling_apart import MOST_DEALS, deals_needed, tell_apart

GROUP = {"club": "Peña", "rules": "revesino"}


def rows_of(**players: str) -> pd.DataFrame:
    """`Ana="WLW?"`: the deals of each, one after the other, ten a session: won, not, or not determined."""
    worth = {"W": 1.0, "L": 0.0, "?": np.nan}
    rows = [
        (place // 10 + 1, place % 10 + 1, name, worth[letter])
        for place in range(max(map(len, players.values())))
        for name, deals in players.items()
        for letter in deals[place : place + 1]
    ]
    return pd.DataFrame(rows, columns=["ordinal", "number", "person", "won"]).assign(**GROUP)


def test_the_longest_runs_where_they_ended_and_the_one_that_lasts() -> None:
    found = streaks(rows_of(Ana="WWLLLWLWWWW", Benito="LLL", Carla="W")).set_index("person")
    assert found["longest_wins"].to_dict() == {"Ana": 4, "Benito": 0, "Carla": 1}
    assert found["longest_without"].to_dict() == {"Ana": 3, "Benito": 3, "Carla": 0}
    assert found["current"].to_dict() == {"Ana": 4, "Benito": -3, "Carla": 1}
    assert found.loc["Ana", ["longest_wins_ordinal", "longest_wins_number"]].tolist() == [2, 1]
    assert found.loc["Ana", ["longest_without_ordinal", "longest_without_number"]].tolist() == [1, 5]
    assert pd.isna(found.loc["Benito", "longest_wins_number"])


def test_the_first_of_several_runs_is_named() -> None:
    assert streaks(rows_of(Ana="WWLWW"))["longest_wins_number"].tolist() == [2]


def test_a_deal_without_a_winner_neither_prolongs_nor_ends_a_run_and_is_counted() -> None:
    found = streaks(rows_of(Ana="W?WL", Benito="??")).set_index("person")
    assert found.loc["Ana", ["longest_wins", "deals", "excluded"]].tolist() == [2, 3, 1]
    assert found.loc["Benito", ["longest_wins", "current", "deals", "excluded"]].tolist() == [0, 0, 0, 2]


def test_streaks_as_counted_deal_by_deal() -> None:
    rng = np.random.default_rng(4)
    players = {name: "".join(rng.choice(list("WL?"), rng.integers(1, 60))) for name in "abcdefgh"}
    found = streaks(rows_of(**players)).set_index("person")
    for name, deals in players.items():
        decided = deals.replace("?", "")
        assert found.loc[name, "longest_wins"] == max(map(len, decided.split("L")))
        assert found.loc[name, "longest_without"] == max(map(len, decided.split("W")))


def test_records_are_the_first_of_several_alike() -> None:
    rows = rows_of(Ana="WLWL", Benito="L").assign(net=[3, 0, 7, 7, -2.0])
    rows.loc[rows["person"] == "Ana", "net"] = [3.0, 7, 7, np.nan]
    found = records(rows).set_index("person")
    assert found.loc["Ana", ["best", "best_number", "worst", "worst_number"]].tolist() == [7, 2, 3, 1]
    assert found.loc["Benito", "best"] == 0


def test_who_has_no_value_has_no_record() -> None:
    found = records(rows_of(Ana="W").assign(net=np.nan), where=("ordinal",))
    assert found[["best", "worst", "best_ordinal"]].isna().all(axis=None)


# ---------------------------------------------------------------------------------------------------------- form


def evenings_of(nets: np.ndarray, deals: int = 10, **more: object) -> pd.DataFrame:
    """`[session, player]` nets of evenings of so many deals."""
    sessions, players = nets.shape
    who = [f"p{player}" for player in range(players)]
    return pd.DataFrame(
        {
            "ordinal": np.repeat(np.arange(1, sessions + 1), players),
            "person": who * sessions,
            "deals": deals,
            "net": nets.ravel(),
        }
    ).assign(**GROUP, **more)


def test_form_is_the_last_sessions_against_those_before() -> None:
    nets = np.array([10.0, 20, 10, 20, 50, 70])[:, None]
    found = form(evenings_of(nets), last=2).iloc[0]
    assert found[["recent", "before", "whole", "change"]].tolist() == [6, 1.5, 3, 4.5]
    assert found[["recent_sessions", "recent_deals", "sessions", "deals"]].tolist() == [2, 20, 6, 60]
    # Welch's test of the means of the sessions, which are of one length here.
    wanted = stats.ttest_ind(nets[-2:, 0] / 10, nets[:-2, 0] / 10, equal_var=False).confidence_interval(0.95)
    assert found[["low", "high"]].tolist() == pytest.approx([wanted.low, wanted.high])


def test_without_sessions_before_there_is_no_change() -> None:
    found = form(evenings_of(np.array([[1.0], [2.0]])), last=5)
    assert found[["before", "change", "low", "high"]].isna().all(axis=None)
    assert found["recent"].notna().all()


def test_the_interval_of_the_form_holds_no_change_19_times_in_20() -> None:
    nets = np.random.default_rng(5).normal(0, 10, (40, 500))
    found = form(evenings_of(nets))
    assert ((found["low"] < 0) & (found["high"] > 0)).mean() == pytest.approx(0.95, abs=0.025)
    better = nets.copy()
    better[-10:] += 15
    assert (form(evenings_of(better))["low"] > 0).mean() > 0.9


# ------------------------------------------------------------------------------------------------- telling apart


def test_deals_needed_are_those_of_statsmodels() -> None:
    for difference in (0.05, 0.1, 0.3):
        wanted = TTestIndPower().solve_power(difference, alpha=0.05, power=0.8)
        # Of two who are independent, a deal's difference scatters by the root of two.
        assert deals_needed(difference, np.sqrt(2)) == pytest.approx(wanted, rel=0.02)


def test_more_deals_than_any_club_plays_are_not_within() -> None:
    assert np.isnan(deals_needed([0.0, 0.001], [1.0, 1.0])).all()
    assert deals_needed(0.01, 1.0) < MOST_DEALS


def test_as_many_deals_as_said_tell_two_apart_four_times_in_five() -> None:
    """From the truth to the number, and from the number to what is seen of players who sat down together."""
    rng = np.random.default_rng(6)
    deals, pairs = 10, 300
    evening, single, difference = 0.3, 1.0, 0.3
    spread = np.sqrt(2 * (single**2 + deals * evening**2))  # what sessions have in common counts `deals` times
    sessions = int(np.ceil(deals_needed(difference, spread) / deals))
    shape = (sessions * pairs, 2)
    nets = rng.normal(0, np.sqrt(deals) * single, shape) + deals * rng.normal([difference, 0], evening, shape)
    rows = evenings_of(nets, deals)
    found = tell_apart(rows.assign(person=rows["person"] + (rows["ordinal"] % pairs).astype(str).str.zfill(3)))
    assert len(found) == pairs
    assert found["apart"].mean() == pytest.approx(0.8, abs=0.06)
    assert found["spread"].mean() == pytest.approx(spread, rel=0.03)
    assert found["detectable"].mean() == pytest.approx(difference, rel=0.05)


def test_players_who_share_evenings_are_compared_evening_by_evening() -> None:
    """What one wins the other loses: they are told apart by less than if they had sat at different tables."""
    nets = np.random.default_rng(7).normal(0, 10, 40)
    against = tell_apart(evenings_of(np.column_stack([nets, -nets])))["error"].iloc[0]
    alike = tell_apart(evenings_of(np.column_stack([nets, nets])))["error"].iloc[0]
    assert against == pytest.approx(2 * nets.std(ddof=1) / np.sqrt(40) / 10)
    assert alike == pytest.approx(0, abs=1e-12)


def test_who_never_met_is_not_compared_and_one_session_says_nothing() -> None:
    apart = evenings_of(np.ones((1, 2)) * [1, 2])
    found = tell_apart(pd.concat([apart, apart.assign(ordinal=2, person=["p2", "p3"])], ignore_index=True))
    assert found[["person", "other"]].to_numpy().tolist() == [["p0", "p1"], ["p2", "p3"]]
    assert found[["error", "needed_deals", "needed_sessions"]].isna().all(axis=None)
    assert not found["apart"].any()


def test_a_difference_needs_as_many_sessions_as_its_deals_fill() -> None:
    nets = np.random.default_rng(8).normal([6, 0, 0], 10, (30, 3))
    found = tell_apart(evenings_of(nets))
    some = found[found["needed_deals"].notna()]
    assert len(some)
    assert (some["needed_sessions"] == np.ceil(some["needed_deals"] / 10)).all()


def test_without_rows_the_tables_have_their_columns() -> None:
    evenings, rows = evenings_of(np.arange(30.0).reshape(10, 3)), rows_of(Ana="WL").assign(net=1.0)
    made = [(tell_apart, evenings), (form, evenings), (streaks, rows), (records, rows)]
    for make, full in made:
        some, nothing = make(full), make(full.iloc[:0])
        assert nothing.dtypes.to_dict() == some.dtypes.to_dict()
        assert nothing.empty
    assert tell_apart(evenings[evenings["person"] == "p0"]).empty
