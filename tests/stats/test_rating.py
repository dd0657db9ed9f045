"""The rating: openskill's own, evening by evening, and near what maximum likelihood makes of the same evenings."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from openskill.models import PlackettLuce
from scipy.optimize import minimize

from audit.stats.rating import prior, ratings, update
from tests.stats.evenings import ahead_of, evenings

GROUP = {"club": "Peña", "rules": "revesino"}
Table = list[tuple[int, str, int, int]]
"""Session, person, deals, share of opponents left behind in hundredths."""


def rows_of(*sessions: str) -> pd.DataFrame:
    """`"Ana 60, Benito 40/5"`: an evening of ten deals, of which Benito played 5, each with his share in hundredths."""
    rows = []
    for ordinal, session in enumerate(sessions, 1):
        for player in session.split(", "):
            name, of = player.split()
            share, _, deals = of.partition("/")
            rows.append((ordinal, name, int(deals or 10), int(share), 100))
    return pd.DataFrame(rows, columns=["ordinal", "person", "deals", "ahead", "opponents"]).assign(
        net=0, excluded=0, **GROUP
    )


# -------------------------------------------------------------------------------------------- a deal, an evening


def deal(number: int, *nets: float, sits_out: int | None = None) -> pd.DataFrame:
    people = ("Ana", "Benito", "Carla", "Diego", "Elvira")[: len(nets)]
    frame = pd.DataFrame({"person": people, "net": nets, "sits_out": [place == sits_out for place in range(len(nets))]})
    return frame.assign(ordinal=1, number=number, **GROUP)


def test_whom_a_player_left_behind() -> None:
    ahead, opponents = ahead_of(deal(1, 5, -2, -2, -9))
    assert ahead.tolist() == [3, 1.5, 1.5, 0]
    assert opponents.tolist() == [3, 3, 3, 3]


def test_who_sits_out_is_no_opponent() -> None:
    ahead, opponents = ahead_of(deal(1, -2, 5, 0, 1, -4, sits_out=0))
    assert ahead.tolist() == [0, 3, 1, 2, 0]
    assert opponents.tolist() == [0, 3, 3, 3, 3]


def test_deals_are_kept_apart_and_a_deal_without_nets_is_counted_as_excluded() -> None:
    rows = pd.concat([deal(1, 4, -4), deal(2, -1, 1), deal(3, np.nan, np.nan)], ignore_index=True)
    found = evenings(rows).set_index("person")
    assert found.loc["Ana", ["deals", "net", "ahead", "opponents", "squares", "excluded"]].tolist() == [
        2,
        3,
        1,
        2,
        17,
        1,
    ]
    assert found.loc["Benito", ["deals", "net", "ahead"]].tolist() == [2, -3, 1]


# ------------------------------------------------------------------------------------------------- as openskill


def undamped(*_: object) -> float:
    return 1.0


def by_openskill(mu: list[float], variance: list[float], ranks: list[int]) -> list[tuple[float, float]]:
    model = PlackettLuce(gamma=undamped)
    teams = [[model.rating(one, other**0.5)] for one, other in zip(mu, variance, strict=True)]
    return [(team[0].mu, team[0].sigma ** 2) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_update_is_openskills(players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(100):
        mu, variance = rng.normal(25, 8, players).tolist(), (rng.uniform(0.5, 9, players) ** 2).tolist()
        ranks = sorted(rng.integers(1, players + 1, players).tolist())
        found, wanted = update(mu, variance, ranks, prior()), by_openskill(mu, variance, ranks)
        assert np.allclose(found, wanted, rtol=1e-9, atol=1e-9)


def test_a_season_is_rated_session_by_session_as_by_openskill() -> None:
    found = ratings(rows_of("Ana 70, Benito 50, Carla 40, Diego 40", "Carla 60, Ana 50, Elvira 40")).players
    model = PlackettLuce(gamma=undamped)
    first = model.rate([[model.rating()] for _ in range(4)], ranks=[1, 2, 3, 3])
    second = model.rate([first[2], first[0], [model.rating()]], ranks=[1, 2, 3])
    wanted = {"Ana": second[1], "Benito": first[1], "Carla": second[0], "Diego": first[3], "Elvira": second[2]}
    for player in found.itertuples():
        rating = wanted[player.person][0]
        assert (player.mu, player.sigma) == pytest.approx((rating.mu, rating.sigma), rel=1e-12)
        assert player.at_least == pytest.approx(rating.ordinal())


def test_the_history_is_that_of_each_session() -> None:
    found = ratings(rows_of("Ana 70, Benito 50, Carla 50", "Benito 80, Carla 20"))
    assert found.history[["ordinal", "person", "rank", "rated"]].to_numpy().tolist() == [
        [1, "Ana", 1, 3],
        [1, "Benito", 2, 3],
        [1, "Carla", 2, 3],
        [2, "Benito", 1, 2],
        [2, "Carla", 2, 2],
    ]
    last = found.history.groupby("person")["mu"].last()
    assert found.players.set_index("person")["mu"].to_dict() == last.to_dict()


def test_who_only_looked_in_and_who_sat_alone_are_left_out_and_counted() -> None:
    found = ratings(rows_of("Ana 70, Benito 30, Carla 99/4", "Diego 50")).players.set_index("person")
    assert found["sessions"].to_dict() == {"Ana": 1, "Benito": 1, "Carla": 0, "Diego": 0}
    assert found["left_out"].to_dict() == {"Ana": 0, "Benito": 0, "Carla": 1, "Diego": 1}
    assert found.loc["Carla", ["mu", "sigma"]].tolist() == [25, 25 / 3]
    assert found["small"].all()


def test_deals_that_do_not_count_are_counted_beside() -> None:
    rows = rows_of("Ana 70, Benito 30", "Ana 70, Benito 30").assign(excluded=[2, 2, 1, 1])
    found = ratings(rows)
    assert found.players["excluded"].tolist() == [3, 3]
    assert found.history["excluded"].tolist() == [2, 2, 1, 1]


def test_no_evening_has_no_ratings() -> None:
    assert ratings(rows_of("Ana 50").iloc[:0]).players.empty
    assert ratings(rows_of("Ana 50")).history.empty


def test_the_order_of_rows_does_not_matter_to_the_last_bit() -> None:
    rows, _ = season(60)
    one, other = ratings(rows), ratings(rows.sample(frac=1, random_state=1).reset_index(drop=True))
    pd.testing.assert_frame_equal(one.players, other.players, check_exact=True)
    pd.testing.assert_frame_equal(one.history, other.history, check_exact=True)


def test_clubs_and_rulesets_are_never_mixed() -> None:
    one, other = rows_of("Ana 70, Benito 30"), rows_of("Benito 70, Ana 30").assign(rules="reversis")
    found = ratings(pd.concat([one, other]))
    assert len(found.players) == 4
    alone = ratings(one).players
    pd.testing.assert_frame_equal(found.players[found.players["rules"] == "revesino"].reset_index(drop=True), alone)


# -------------------------------------------------------------------------------------------------- to the truth


def season(sessions: int, players: int = 10, seed: int = 2) -> tuple[pd.DataFrame, np.ndarray]:
    """Evenings of four players whose order is drawn by their skills, as Plackett and Luce have it; and the skills."""
    rng = np.random.default_rng(seed)
    skill = np.linspace(-1, 1, players)
    rows = []
    for ordinal in range(1, sessions + 1):
        table = rng.choice(players, 4, replace=False)
        order = table[np.argsort(-(skill[table] + rng.gumbel(size=4)))]
        rows += [(ordinal, f"p{who}", 10, 3 - place, 3, 0) for place, who in enumerate(order.tolist())]
    columns = ["ordinal", "person", "deals", "ahead", "opponents", "net"]
    return pd.DataFrame(rows, columns=columns).assign(excluded=0, **GROUP), skill


def most_likely(rows: pd.DataFrame, players: int) -> np.ndarray:
    """The skills under which the orders are likeliest, by scipy: independent of any rating."""
    order = rows.sort_values(["ordinal", "ahead"], ascending=[True, False])["person"].str[1:].astype(int)
    games = order.to_numpy().reshape(-1, 4)

    def unlikely(skill: np.ndarray) -> float:
        drawn = skill[games]
        left = np.logaddexp.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
        return float((left - drawn)[:, :3].sum() + 0.01 * (skill**2).sum())

    return minimize(unlikely, np.zeros(players)).x


def test_ratings_go_with_the_true_skills_and_with_maximum_likelihood() -> None:
    rows, skill = season(600)
    found = ratings(rows).players.set_index("person").loc[[f"p{who}" for who in range(10)]]
    likely = most_likely(rows, 10)
    assert np.corrcoef(found["mu"], skill)[0, 1] > 0.95
    assert np.corrcoef(found["mu"], likely)[0, 1] > 0.95
    # mu is a skill times c, the root of the players' variances and four times beta's.
    c = np.sqrt(4 * (prior().beta ** 2 + (found["sigma"] ** 2).mean()))
    off = (found["mu"] - found["mu"].mean()) / c - skill
    assert (np.abs(off) < 3 * found["sigma"] / c).all()


def test_sigma_is_how_far_off_ratings_are() -> None:
    off = []
    for seed in range(10):
        rows, skill = season(100, seed=seed)
        found = ratings(rows).players.set_index("person").loc[[f"p{who}" for who in range(10)]]
        c = np.sqrt(4 * (prior().beta ** 2 + (found["sigma"] ** 2).mean()))
        off.append(((found["mu"] - found["mu"].mean()) / c - skill) / (found["sigma"] / c))
    assert np.sqrt(np.mean(np.square(off))) == pytest.approx(1, abs=0.2)


def test_ratings_of_equals_do_not_drift_apart() -> None:
    """The failing control of the test above: there is nothing to find."""
    rows, _ = season(300)
    shuffled = rows.assign(
        ahead=np.random.default_rng(1).permuted(rows["ahead"].to_numpy().reshape(-1, 4), axis=1).ravel()
    )
    found = ratings(shuffled).players
    assert found["mu"].std() < 2
