"""What a person's rate or mean most likely is, given how the others of his club fare: empirical Bayes.

People's true values are taken to scatter about a middle, and how widely is learned from all of them. Few people
say little of how widely; so all widths are tried and averaged by how likely they make what was seen, in place of the
one likeliest, which with few people is often 0 and then far too sure that all are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
from scipy import special, stats

from audit.stats.inputs import CONFIDENCE, GROUP, Numbers, codes, numbers, required
from audit.stats.intervals import rates

Estimate = tuple[Numbers, Numbers, Numbers]
"""Of each person: the value, and the ends of its interval."""

_WIDTHS = np.geomspace(1e-3, 0.95, 48)
"""Widths tried, as shares of the widest; each stands for the stretch about it, all widths being alike before."""

_STRETCH = np.log(_WIDTHS[1] / _WIDTHS[0]) * _WIDTHS

_TAILS = (1 - CONFIDENCE) / 2


def shrunk_rates(frame: pd.DataFrame, by: Sequence[str] = (*GROUP, "statistic")) -> pd.DataFrame:
    """`shrunk`, `shrunk_low`, `shrunk_high` beside `count` and `of` (beta-binomial), among the rows alike in `by`.

    Who never tried is given what is known of the others. Where fewer than two people tried, nothing is learned from
    others: the raw rate and Wilson's interval. Where nobody ever succeeded, every estimate is just above 0.
    """
    required(frame, ("count", "of", *by))
    raw = rates(frame)
    return _by_group(frame, by, [numbers(raw, column) for column in ("count", "of", "rate", "low", "high")], _rates)


def shrunk_means(frame: pd.DataFrame, by: Sequence[str] = (*GROUP, "statistic")) -> pd.DataFrame:
    """`shrunk`, `shrunk_low`, `shrunk_high` beside `n`, `sessions`, `mean`, `error`, `low`, `high` (normal-normal).

    The variance of a mean is the group's, pooled over people by their sessions, divided by the person's own `n`: his
    own, of a handful of sessions, would be a guess. Where fewer than two people have a mean, or nothing varies within
    people, the raw mean and interval.
    """
    columns = ("n", "sessions", "mean", "error", "low", "high")
    required(frame, (*columns, *by))
    return _by_group(frame, by, [numbers(frame, column) for column in columns], _means)


def _by_group(
    frame: pd.DataFrame, by: Sequence[str], columns: list[Numbers], estimate: Callable[..., Estimate]
) -> pd.DataFrame:
    group, keys = codes(frame, by)
    order = np.argsort(group, kind="stable")
    bounds = np.searchsorted(group[order], np.arange(len(keys) + 1))
    found = np.full((3, len(frame)), np.nan)
    for start, end in pairwise(bounds.tolist()):
        rows = order[start:end]
        found[:, rows] = estimate(*(column[rows] for column in columns))
    return frame.assign(shrunk=found[0], shrunk_low=found[1], shrunk_high=found[2])


def _rates(count: Numbers, of: Numbers, rate: Numbers, low: Numbers, high: Numbers) -> Estimate:
    seen = of > 0
    if seen.sum() < 2:
        return rate, low, high
    k, n = count[:, None], of[:, None]
    alike = _WIDTHS**2  # how much two tries of one person are alike: the beta's width, squared
    strength = 1 / alike - 1  # as many tries is the prior worth
    worth = n / (1 + (n - 1) * alike) * (n > 0)
    middle = ((worth * np.where(seen, rate, 0)[:, None]).sum(0) + 0.5) / (worth.sum(0) + 1)
    unsure = middle * (1 - middle) / (worth.sum(0) + 1)
    a, b = middle * strength, (1 - middle) * strength
    # The root of `unsure`: the middle is not known either, and averaged over.
    fit = (special.betaln(k + a, n - k + b) - special.betaln(a, b)).sum(0) + 0.5 * np.log(unsure)
    mean = (k + a) / (n + strength)
    variance = mean * (1 - mean) / (n + strength + 1) + (strength / (n + strength)) ** 2 * unsure
    mean, variance = _averaged(fit, mean, variance)
    size = np.maximum(mean * (1 - mean) / variance - 1, 1e-6)
    ends = (special.betaincinv(mean * size, (1 - mean) * size, tail) for tail in (_TAILS, 1 - _TAILS))
    return mean, *ends


def _means(n: Numbers, sessions: Numbers, mean: Numbers, error: Numbers, low: Numbers, high: Numbers) -> Estimate:
    seen = np.isfinite(mean) & (n > 0)
    pooled = _pooled(n, sessions, error)
    if seen.sum() < 2 or not pooled > 0:
        return mean, low, high
    y, v = mean[seen, None], pooled / n[seen, None]
    widest = max(np.ptp(y), np.sqrt(v.max()))
    between = (widest * _WIDTHS) ** 2
    weight = 1 / (between + v)
    unsure = 1 / weight.sum(0)
    middle = (weight * y).sum(0) * unsure
    fit = 0.5 * (np.log(unsure) + np.log(weight).sum(0) - (weight * (y - middle) ** 2).sum(0))
    pull = v * weight
    found, variance = _averaged(fit, y + pull * (middle - y), (1 - pull) * v + pull**2 * unsure)
    reach = stats.norm.ppf(1 - _TAILS) * np.sqrt(variance)
    placed = np.full((3, len(mean)), np.nan)
    placed[:, seen] = found, found - reach, found + reach
    return placed[0], placed[1], placed[2]


def _pooled(n: Numbers, sessions: Numbers, error: Numbers) -> float:
    """The variance that a mean of one deal would have, by people's own errors; NaN where there is none."""
    known = np.isfinite(error) & (sessions > 1)
    weight = (sessions - 1)[known]
    return float((error[known] ** 2 * n[known] * weight).sum() / weight.sum()) if known.any() else np.nan


def _averaged(fit: Numbers, mean: Numbers, variance: Numbers) -> tuple[Numbers, Numbers]:
    """Mean and variance `[person]` over all widths `[person, width]`, each by its likelihood."""
    share = np.exp(fit - fit.max()) * _STRETCH
    share /= share.sum()
    middle = mean @ share
    # About the middle: of squares as such the difference would be one of large numbers, and may fall below 0.
    return middle, (variance + (mean - middle[:, None]) ** 2) @ share
