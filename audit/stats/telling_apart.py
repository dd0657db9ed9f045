"""How many deals it takes to tell two people apart by their tantos a deal."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import sparse, stats

from audit.stats.inputs import CONFIDENCE, GROUP, SESSIONS, Numbers, codes, empty, numbers, required
from audit.stats.intervals import quantile

POWER = 0.8
"""How surely a difference that is there is to be seen."""

MOST_DEALS = 100_000
"""More is "not within": no club plays so many."""

PAIRS = {
    "sessions": "int64",
    **dict.fromkeys(("deals", "difference", "error", "low", "high"), "float64"),
    "apart": "bool",
    **dict.fromkeys(("spread", "needed_deals", "needed_sessions", "detectable"), "float64"),
}
"""The columns of `tell_apart` beside group, `person` and `other`, and of what kind they are."""

Places = npt.NDArray[np.intp]
"""Numbers of sessions, or of people."""


def tell_apart(evenings: pd.DataFrame, value: str = "net") -> pd.DataFrame:
    """Of every two who sat in a session together: their difference in `value` a deal, and how many deals it takes.

    Grain: group, `person`, `other`, by these. `sessions` in which either played, `deals` of each (the harmonic mean);
    `difference` of `person` over `other` with `error`, `low`, `high`, by sessions; `apart`: 0 is outside; `spread`, the
    deviation that one deal's difference would have if deals were independent; `needed_deals` of each to see such a
    difference, `needed_sessions` of usual length, both null: not within `MOST_DEALS`, or not known; `detectable`, the
    difference that as many deals as they have would show.
    """
    required(evenings, (*SESSIONS, value))
    found = [
        _pairs(rows, value).assign(**dict(zip(GROUP, key, strict=True)))
        for key, rows in evenings.groupby(list(GROUP), observed=True)
    ]
    names = (*GROUP, "person", "other")
    return pd.concat(found or [empty(PAIRS, names)], ignore_index=True)[[*names, *PAIRS]]


def deals_needed(difference: npt.ArrayLike, spread: npt.ArrayLike) -> Numbers:
    """Deals of each person to see a difference of means with `POWER`; NaN: more than `MOST_DEALS`, or not known.

    ((z₁₋α/₂ + z_power) · spread / difference)², `spread` being the deviation of one deal's difference.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        deals = np.ceil((_reach() * np.asarray(spread) / np.asarray(difference)) ** 2)
    return np.where(deals <= MOST_DEALS, np.maximum(deals, 2), np.nan)


def _reach() -> float:
    return float(stats.norm.ppf((1 + CONFIDENCE) / 2) + stats.norm.ppf(POWER))


def _pairs(evenings: pd.DataFrame, value: str) -> pd.DataFrame:
    counted = (numbers(evenings, "deals") > 0) & np.isfinite(numbers(evenings, value))
    evenings = evenings[counted].sort_values(["person", "ordinal"], kind="stable")
    m, s = numbers(evenings, "deals"), numbers(evenings, value)
    session, _ = codes(evenings, ("ordinal",))
    who, people = codes(evenings, ("person",))
    n = np.bincount(who, m)
    mean = np.bincount(who, s) / n
    a, b, sessions, error = _errors(session, who, (s - mean[who] * m) / n[who])
    if not len(a):
        return empty(PAIRS, ("person", "other"))
    deals = 2 / (1 / n[a] + 1 / n[b])
    difference, spread = mean[a] - mean[b], error * np.sqrt(deals)
    reach = quantile((sessions - 1).astype(np.float64)) * error
    needed = deals_needed(difference, np.where(spread > 0, spread, np.nan))
    return pd.DataFrame(
        {
            "person": people["person"].take(a).array,
            "other": people["person"].take(b).array,
            "sessions": sessions,
            "deals": deals,
            "difference": difference,
            "error": error,
            "low": difference - reach,
            "high": difference + reach,
            "apart": np.abs(difference) > reach,
            "spread": spread,
            "needed_deals": needed,
            "needed_sessions": np.ceil(needed / np.median(m)),
            "detectable": _reach() * error,
        }
    )


def _errors(session: Places, who: Places, drawn: Numbers) -> tuple[Places, Places, Places, Numbers]:
    """Of every two who sat in a session together: both, the sessions in which either played, and the error of the
    difference of their means, NaN of one session.

    `drawn` is by how much each person's mean was moved by each of his sessions. It takes memory by the pairs that there
    are, not by all that there might be.
    """
    here = sparse.csr_array((np.ones(len(drawn)), (session, who)))
    moved = sparse.csr_array((drawn, (session, who)))
    together = sparse.triu(here.T @ here, k=1).tocsr().sorted_indices().tocoo()
    a, b, played = together.row, together.col, np.bincount(who)
    sessions = (played[a] + played[b] - together.data).astype(np.int64)
    if not len(a):
        return a, b, sessions, np.zeros(0)
    shared = (moved.T @ moved).tocsr()
    own = shared.diagonal()
    both = np.asarray(shared[a, b], np.float64).ravel()
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(own[a] + own[b] - 2 * both, 0) * sessions / (sessions - 1)
    return a, b, sessions, np.where(sessions > 1, np.sqrt(variance), np.nan)
