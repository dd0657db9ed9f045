"""The numbers of the marts, worked out a second time: with pandas, from the published JSON report, without SQL."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from audit.report import Audited
from audit.service import audit
from tests.marts.stores import rows
from tests.store.stores import SAMPLES, store

Z = stats.norm.ppf(0.975)


class Season:
    """The sample season as a report, as frames, and as a database."""

    def __init__(self, folder: Path) -> None:
        report = json.loads(json.dumps(list(audited(SAMPLES / "season").sessions())))
        self.seats = pd.DataFrame([seat for session in report for seat in seats_of(session)])
        self.entries = pd.DataFrame([entry for session in report for entry in entries_of(session)])
        self.database = folder / "club.duckdb"
        store(self.database, SAMPLES / "season")

    def mart(self, name: str) -> dict[tuple[Any, ...], dict[str, Any]]:
        """A mart by club, ruleset and person, and what else tells its rows apart."""
        more = {"player_seasons": ["season"], "player_means": ["statistic"]}
        more |= {"player_rates": ["statistic"], "distributions": ["statistic", "value"]}
        keys = ["club", "rules", "person", *more.get(name, [])]
        return {tuple(row[key] for key in keys): row for row in rows(self.database, f"FROM marts.{name}")}


def audited(path: Path) -> Audited:
    return audit([path])


def seats_of(session: dict[str, Any]) -> list[dict[str, Any]]:
    key = {"club": session["club"], "rules": session["rules"]["id"]}
    return [
        {
            **key,
            "session": session["session"],
            "date": session["date"],
            "person": person,
            **{what: computed[what][person] for what in ("net", "points", "tricks")},
            "won": None if computed["winner"] is None else float(computed["winner"] == person),
        }
        for computed in (deal["computed"] for deal in session["deals"])
        for person in computed["net"]
    ]


def entries_of(session: dict[str, Any]) -> list[dict[str, Any]]:
    key = {"club": session["club"], "rules": session["rules"]["id"]}
    return [
        {**key, "payer": one["from"], "receiver": one["to"], "amount": one["amount"], "rule": one["rule"]}
        for deal in session["deals"]
        for one in deal["computed"]["ledger"] or ()
    ]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return Season(tmp_path_factory.mktemp("players"))


def wilson(count: float, of: float) -> tuple[float, float]:
    share, z2 = count / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = Z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return middle - reach, middle + reach


def by_sessions(own: pd.DataFrame, value: str) -> tuple[float, float, float]:
    """The mean a deal, and its interval from how sessions differ."""
    known = own[own[value].notna()]
    mean = known[value].mean()
    left = (known[value] - mean).groupby(known["session"]).sum()
    many = len(left)
    if many < 2:
        return mean, math.nan, math.nan
    error = math.sqrt(many / (many - 1) * (left**2).sum()) / len(known)
    reach = stats.t.ppf(0.975, many - 1) * error
    return mean, mean - reach, mean + reach


def alike(found: float | None, right: float) -> bool:
    return math.isnan(right) if found is None else bool(np.isclose(found, right, atol=1e-9))


def test_the_ranking(season: Season) -> None:
    players = season.mart("players")
    groups = season.seats.groupby(["club", "rules", "person"])
    assert set(players) == set(groups.groups)
    for key, own in groups:
        row = players[key]
        assert row["sessions"] == own["session"].nunique()
        assert row["deals"] == len(own)
        assert row["decided"] == own["won"].notna().sum()
        assert row["wins"] == own["won"].sum()
        assert row["excluded"] == own["net"].isna().sum()
        assert row["net"] == own["net"].sum()
        low, high = wilson(row["wins"], row["decided"])
        assert alike(row["win_rate"], own["won"].mean()) and alike(row["win_low"], low) and alike(row["win_high"], high)
        played = own[own["net"].notna()]["session"].nunique()
        assert alike(row["net_per_session"], own["net"].sum() / played)
        for what in ("points", "tricks", "net"):
            for part, right in zip(("mean", "low", "high"), by_sessions(own, what), strict=True):
                assert alike(row[f"{what}_{part}"], right), (key, what, part)
        assert str(row["first_date"]) == own["date"].min()
        assert str(row["last_date"]) == own["date"].max()
        assert row["small"] == (row["decided"] < 30)
        assert row["names"] == [key[2]]


def test_means_and_rates_of_what_a_report_tells(season: Season) -> None:
    means, rates = season.mart("player_means"), season.mart("player_rates")
    for key, own in season.seats.groupby(["club", "rules", "person"]):
        for what in ("points", "tricks", "net"):
            row = means[(*key, what)]
            assert row["n"] == own[what].notna().sum()
            assert row["excluded"] == own[what].isna().sum()
            assert alike(row["total"], own[what].sum())
            assert alike(row["deviation"], own[what].std())
        told = {
            "won": own["won"].dropna(),
            "no_points": own["points"].dropna() == 0,
            "no_trick": own["tricks"].dropna() == 0,
            "gained": own["net"].dropna() > 0,
        }
        for what, values in told.items():
            row = rates[(*key, what)]
            assert (row["count"], row["of"]) == (values.sum(), len(values))
            assert row["excluded"] == len(own) - len(values)
            low, high = wilson(values.sum(), len(values))
            assert alike(row["low"], low) and alike(row["high"], high) and alike(row["rate"], values.mean())


def test_distributions(season: Season) -> None:
    found = season.mart("distributions")
    right = {
        (*key, what, value): count
        for what in ("points", "tricks")
        for (*key, value), count in season.seats.groupby(["club", "rules", "person", what]).size().items()
    }
    assert {key: row["deals"] for key, row in found.items()} == right


def test_seasons_are_calendar_years_unless_the_club_says_otherwise(season: Season) -> None:
    found = season.mart("player_seasons")
    dated = season.seats.assign(season=season.seats["date"].str[:4])
    for key, own in dated.groupby(["club", "rules", "person", "season"]):
        row = found[key]
        assert (row["deals"], row["wins"], row["net"]) == (len(own), own["won"].sum(), own["net"].sum())
        assert row["sessions"] == own["session"].nunique()
    assert len(found) == dated.groupby(["club", "rules", "person", "season"]).ngroups


def test_by_session(season: Season) -> None:
    found = {
        (row["club"], row["session"], row["person"]): row for row in rows(season.database, "FROM marts.player_sessions")
    }
    groups = season.seats.groupby(["club", "session", "person"])
    assert set(found) == set(groups.groups)
    for key, own in groups:
        row = found[key]
        assert (row["deals"], row["with_net"]) == (len(own), own["net"].notna().sum())
        assert (row["net"] or 0) == own["net"].sum()
    last = {}
    for row in sorted(found.values(), key=lambda row: row["ordinal"]):
        key = row["club"], row["rules"], row["person"]
        if row["net"] is not None:
            last[key] = last.get(key, 0) + row["net"]
        assert row["net_so_far"] == last.get(key)
    assert last


def test_who_pays_whom(season: Season) -> None:
    found = {
        (row["club"], row["rules"], row["payer"] or "fondo", row["receiver"] or "fondo"): (
            row["payments"],
            row["tantos"],
        )
        for row in rows(season.database, "FROM marts.head_to_head")
    }
    groups = season.entries.groupby(["club", "rules", "payer", "receiver"])["amount"]
    assert found == {key: (len(own), own.sum()) for key, own in groups}


def test_tantos_by_rule(season: Season) -> None:
    found = {(row["club"], row["rule"]): row for row in rows(season.database, "FROM marts.rule_tantos")}
    groups = season.entries.groupby(["club", "rule"])["amount"]
    assert {key: (row["payments"], row["tantos"]) for key, row in found.items()} == {
        key: (len(own), own.sum()) for key, own in groups
    }
    for row in found.values():
        assert alike(row["per_deal"], row["tantos"] / row["deals"])


def test_who_takes_the_fondo(season: Season) -> None:
    found = {
        (row["club"], row["person"], row["rule"]): (row["taken"], row["paid_in"])
        for row in rows(season.database, "FROM marts.fondo_takers")
    }
    taken = season.entries[season.entries["payer"] == "fondo"].groupby(["club", "receiver", "rule"])["amount"].sum()
    paid = season.entries[season.entries["receiver"] == "fondo"].groupby(["club", "payer", "rule"])["amount"].sum()
    assert found == {
        key: (taken.get(key, 0), paid.get(key, 0)) for key in {*taken.index.tolist(), *paid.index.tolist()}
    }
