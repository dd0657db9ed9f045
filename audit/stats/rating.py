"""A rating by who came out ahead of whom, session by session: Plackett–Luce, as in `openskill`.

A game is a session. Each of its deals orders those who played by their nets; the session's order is that of the share
of opponents whom a player left behind in his deals, equals tied. Recomputed from scratch, always: the sessions in the
order of `ordinal`, the players of one by rank and then `person`, so that the same rows give the same bytes.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from openskill.models import PlackettLuce

from audit.stats.inputs import EVENINGS, GROUP, SMALL_SESSIONS, codes, numbers, required

SURE = 3
"""Standard deviations below `mu`, where `at_least` is: what openskill calls the ordinal."""

PRESENT = 0.5
"""Who was in fewer deals than this share of those of the most present player is not rated in that session."""


class Ratings(NamedTuple):
    """Ratings, and how they came about."""

    players: pd.DataFrame
    """Grain: group and person; `mu`, `sigma`, `at_least`, `sessions` rated, `deals` in them and deals `excluded` from
    them, `left_out` sessions that do not count for him, `small`."""
    history: pd.DataFrame
    """Grain: group, `ordinal` and person, of sessions rated; `rank` by the `share` of opponents left behind
    (equals share one) among `rated` players, `deals`, `excluded`, and `mu`, `sigma`, `at_least` after the session."""


class Prior(NamedTuple):
    """What everybody starts with, and how ratings move: openskill's own values, but for its damping.

    openskill multiplies what a game takes off a variance by sigma / c (its `gamma`), which is 1 here: damped, sigmas
    are a third wider than the errors of ratings, and these half as large again.
    """

    mu: float
    variance: float
    beta: float
    kappa: float
    tau: float


def prior() -> Prior:
    """As `openskill.models.PlackettLuce()` has them."""
    model = PlackettLuce()
    return Prior(model.mu, model.sigma**2, model.beta, model.kappa, model.tau)


def ratings(evenings: pd.DataFrame) -> Ratings:
    """The ratings of the people of every group from their `EVENINGS`."""
    rows = required(evenings, EVENINGS)[list(EVENINGS)]
    rows = rows.sort_values([*GROUP, "ordinal", "person"], kind="stable", ignore_index=True)
    rows, left_out = _rated(rows)
    who, people = codes(rows, (*GROUP, "person"))
    mu, variance = _follow(rows, who.tolist(), len(people))
    history = rows.assign(mu=mu, sigma=np.sqrt(variance))
    history["at_least"] = history["mu"] - SURE * history["sigma"]
    last = pd.Series(np.arange(len(rows))).groupby(who).last().to_numpy(dtype=np.intp)
    current = history.iloc[last][["mu", "sigma", "at_least"]].reset_index(drop=True)
    found = pd.concat([people, current], axis=1)
    found["sessions"] = np.bincount(who, minlength=len(people))
    for column in ("deals", "excluded"):
        found[column] = np.bincount(who, numbers(rows, column), minlength=len(people)).astype(np.int64)
    found = _with_those_left_out(found, left_out)
    kept = [*GROUP, "ordinal", "person", "deals", "excluded", "share", "rank", "rated", "mu", "sigma", "at_least"]
    return Ratings(found, history[kept])


def _rated(rows: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows that count, with `rank` and `rated`, by session and rank; and those that do not."""
    session, _ = codes(rows, (*GROUP, "ordinal"))
    deals, ahead, opponents = (numbers(rows, column) for column in ("deals", "ahead", "opponents"))
    most = pd.Series(deals).groupby(session).transform("max").to_numpy()
    counts = (opponents > 0) & (deals >= PRESENT * most)
    counts &= np.bincount(session[counts], minlength=len(rows))[session] > 1
    kept = rows[counts].assign(share=ahead[counts] / opponents[counts])
    by_session = kept.groupby(session[counts])["share"]
    kept["rank"] = by_session.rank(method="min", ascending=False).astype(np.int64)
    kept["rated"] = by_session.transform("size")
    order = [*GROUP, "ordinal", "rank", "person"]
    return kept.sort_values(order, kind="stable", ignore_index=True), rows[~counts]


def _follow(rows: pd.DataFrame, who: list[int], people: int) -> tuple[list[float], list[float]]:
    """`[row]`: mean and variance of each person after each session."""
    start = prior()
    mu, variance = [start.mu] * people, [start.variance] * people
    after_mu, after_variance = [0.0] * len(who), [0.0] * len(who)
    ranks, sizes = rows["rank"].tolist(), rows["rated"].tolist()
    first = 0
    while first < len(who):
        end = first + sizes[first]
        table = who[first:end]
        moved = update([mu[one] for one in table], [variance[one] for one in table], ranks[first:end], start)
        for place, one in enumerate(table):
            mu[one], variance[one] = after_mu[first + place], after_variance[first + place] = moved[place]
        first = end
    return after_mu, after_variance


def update(mu: list[float], variance: list[float], ranks: list[int], start: Prior) -> list[tuple[float, float]]:
    """Mean and variance after a game of players in the order of `ranks`: as `PlackettLuce(gamma=1).rate` has it.

    Four times as fast: without teams, copies and checks.

    Source: R. C. Weng and C.-J. Lin, A Bayesian approximation method for online ranking, JMLR 12 (2011), algorithm 4.
    """
    variance = [one + start.tau**2 for one in variance]
    c_squared = sum(variance) + len(mu) * start.beta**2
    c = math.sqrt(c_squared)
    strength = [math.exp(one / c) for one in mu]
    behind = _behind(strength, ranks)
    moved = []
    for place, (own, spread) in enumerate(zip(strength, variance, strict=True)):
        omega = delta = 0.0
        for ahead, (total, tied) in enumerate(behind):
            if ranks[ahead] > ranks[place]:
                break
            chance = own / total
            delta += chance * (1 - chance) / tied
            omega += ((ahead == place) - chance) / tied
        shrink = 1 - spread / c_squared * delta
        moved.append((mu[place] + spread / c * omega, spread * max(shrink, start.kappa)))
    return moved


def _behind(strength: list[float], ranks: list[int]) -> list[tuple[float, int]]:
    """For each place: the strengths of all who came no better, together; and how many share its rank."""
    return [(sum(strength[ranks.index(rank) :]), ranks.count(rank)) for rank in ranks]


def _with_those_left_out(people: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """Who was rated in no session stands where everybody starts, with 0 sessions."""
    key = [*GROUP, "person"]
    missed = rows.groupby(key, as_index=False, observed=True).size().rename(columns={"size": "left_out"})
    found = people.merge(missed, how="outer", on=key)
    start = prior()
    sigma = math.sqrt(start.variance)
    filled = {"mu": start.mu, "sigma": sigma, "at_least": start.mu - SURE * sigma}
    counts = ("sessions", "deals", "excluded", "left_out")
    found = found.fillna({**filled, **dict.fromkeys(counts, 0)}).astype(dict.fromkeys(counts, np.int64))
    found["small"] = found["sessions"] < SMALL_SESSIONS
    return found.sort_values(key, kind="stable", ignore_index=True)
