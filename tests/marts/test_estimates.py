"""Ratings and luck, from the database on: made a second time from the rows of `core.named_seats`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest
from openskill.models import PlackettLuce

from audit.club.statistics import statistics
from audit.store.query import Connection, arrow
from tests.store.stores import SAMPLES, store

GROUP = ["club", "rules"]


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    database = tmp_path_factory.mktemp("estimates") / "club.duckdb"
    store(database, SAMPLES / "season")
    with statistics(database, wanted=["luck"]) as found:
        yield found


def frame(connection: Connection, sql: str) -> pd.DataFrame:
    return arrow(connection, sql).to_pandas()


def evening(seats: pd.DataFrame) -> dict[str, tuple[int, float]]:
    """Of one session, by person: the deals with a net, and the share of opponents left behind in them."""
    deals: dict[str, int] = {}
    ahead: dict[str, list[float]] = {}
    for _, deal in seats[seats["net"].notna()].groupby("number"):
        for one in deal.itertuples():
            deals[one.person] = deals.get(one.person, 0) + 1
            others = deal[(deal["person"] != one.person) & ~deal["sits_out"]]["net"]
            if not one.sits_out:
                ahead.setdefault(one.person, []).extend(((one.net > others) + 0.5 * (one.net == others)).tolist())
    return {person: (deals[person], sum(own) / len(own)) for person, own in ahead.items() if own}


def rated(seats: pd.DataFrame) -> dict[tuple[Any, ...], tuple[float, float]]:
    """By club, rules, ordinal and person: mu and sigma after the session."""
    found = {}
    for group, own in seats.groupby(GROUP):
        model = PlackettLuce(gamma=lambda *_, **__: 1.0)
        now: dict[str, Any] = {}
        for ordinal, session in own.groupby("ordinal"):
            shares = evening(session)
            most = max((deals for deals, _ in shares.values()), default=0)
            present = {person: share for person, (deals, share) in shares.items() if deals >= most / 2}
            if len(present) < 2:
                continue
            teams = [[now.get(person) or model.rating()] for person in present]
            best_first = sorted(set(present.values()), reverse=True)
            after = model.rate(teams, ranks=[best_first.index(share) for share in present.values()])
            for person, (rating,) in zip(present, after, strict=True):
                now[person] = rating
                found[*group, ordinal, person] = rating.mu, rating.sigma
    return found


def test_ratings_are_openskills_of_the_seats(connection: Connection) -> None:
    right = rated(frame(connection, "FROM core.named_seats ORDER BY club, rules, ordinal, number, place"))
    history = frame(connection, "FROM marts.rating_history").set_index([*GROUP, "ordinal", "person"])
    assert set(history.index) == set(right)
    for key, (mu, sigma) in right.items():
        assert history.loc[key, ["mu", "sigma"]].tolist() == pytest.approx([mu, sigma], rel=1e-9)
    last = {(club, rules, person): rating for (club, rules, _, person), rating in sorted(right.items())}
    ratings = frame(connection, "FROM marts.ratings WHERE sessions > 0").set_index([*GROUP, "person"])
    assert set(ratings.index) == set(last)
    for key, (mu, sigma) in last.items():
        row = ratings.loc[key]
        assert row[["mu", "sigma", "at_least"]].tolist() == pytest.approx([mu, sigma, mu - 3 * sigma], rel=1e-9)


def test_luck_and_what_is_left_are_of_the_nets_of_complete_deals(connection: Connection) -> None:
    seats = frame(connection, "FROM core.named_seats WHERE complete AND NOT sits_out AND net IS NOT NULL")
    seats["scaled_net"] = seats["net"] / (1 + seats["fondo_start"])
    for table, by in (("sessions", [*GROUP, "ordinal", "person"]), ("players", [*GROUP, "person"])):
        found = frame(connection, f"FROM luck.{table}").set_index(by).sort_index()
        right = seats.groupby(by).agg(deals=("net", "size"), net=("net", "sum"), scaled_net=("scaled_net", "sum"))
        pd.testing.assert_frame_equal(found[["deals", "net", "scaled_net"]], right, check_dtype=False)
        assert (found["luck"] + found["adjusted"] - found["net"]).abs().max() < 1e-9
        # The cards even out over a club, and not over a player.
        assert found["luck"].groupby(GROUP).sum().abs().max() < 1e-6 < found["luck"].abs().min()


def test_fits_are_of_the_same_rows(connection: Connection) -> None:
    seats = frame(connection, "FROM core.named_seats WHERE NOT sits_out")
    used = seats[seats["complete"] & seats["net"].notna()]
    fits = frame(connection, "FROM luck.fits").set_index(GROUP)
    for group, own in used.groupby(GROUP):
        fit = fits.loc[group]
        assert (fit["rows"], fit["sessions"]) == (len(own), own["ordinal"].nunique())
        assert fit["excluded"] == len(seats.set_index(GROUP).loc[group]) - len(own)
        assert fit["mean"] == pytest.approx(own["net"].mean())
        assert fit["deviation"] == pytest.approx(own["net"].std())
    tables = frame(connection, "FROM luck.coefficients").set_index([*GROUP, "feature"])
    for group, own in used.groupby(GROUP):
        assert tables.loc[(*group, "aces"), "average"] == pytest.approx(own["aces_held"].mean())
