"""Rates and means with the interval in which the truth lies 19 times in 20.

A rate (k of n) has Wilson's interval. A mean has Student's; where it is a mean over deals, the session is what is
independent, not the deal: the fondo carries over, and the same people sit together all evening.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from audit.stats.inputs import CONFIDENCE, SMALL_SESSIONS, SMALL_TRIALS, Numbers, codes, numbers, required

SESSION_SUMS = ("sessions", "n", "total", "squares", "totals_squared", "totals_by_n", "n_squared")
"""What a mean over deals is made from, sums over sessions all: with *s* the sum and *m* the number of a session's
values, `n` Σm, `total` Σs, `squares` the sum of each value's square, `totals_squared` Σs², `totals_by_n` Σsm,
`n_squared` Σm²."""


def rates(frame: pd.DataFrame) -> pd.DataFrame:
    """`rate`, `low`, `high` (Wilson) and `small` beside `count` and `of`; of nothing tried, they are NaN.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
    """
    required(frame, ("count", "of"))
    count, of = numbers(frame, "count"), numbers(frame, "of")
    tried = of > 0
    rate, low, high = (np.full(len(frame), np.nan) for _ in range(3))
    rate[tried] = count[tried] / of[tried]
    low[tried], high[tried] = proportion_confint(count[tried], of[tried], 1 - CONFIDENCE, "wilson")
    return frame.assign(rate=rate, low=low, high=high, small=of < SMALL_TRIALS)


def clustered_means(frame: pd.DataFrame) -> pd.DataFrame:
    """`mean`, `deviation`, `error`, `low`, `high`, `small` beside `SESSION_SUMS`: sessions are independent, deals not.

    `deviation` is that of the single values, `error` the standard error of the mean. The variance of the mean *b* is
    G / (G − 1) · Σ (s − b·m)² / n² over the G sessions, the interval Student's with G − 1 degrees of freedom; of one
    session there is none. Source: K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986), for a regression on a constant.
    """
    required(frame, SESSION_SUMS)
    sessions, n, total, squares, s_s, s_m, m_m = (numbers(frame, column) for column in SESSION_SUMS)
    mean = _mean(n, total)
    with np.errstate(invalid="ignore", divide="ignore"):
        between = np.maximum(s_s - 2 * mean * s_m + mean**2 * m_m, 0)
        error = np.where(sessions > 1, np.sqrt(sessions / (sessions - 1) * between) / n, np.nan)
    reach = quantile(sessions - 1) * error
    return frame.assign(
        mean=mean,
        deviation=_deviation(n, total, squares),
        error=error,
        low=mean - reach,
        high=mean + reach,
        small=sessions < SMALL_SESSIONS,
    )


def session_sums(evenings: pd.DataFrame, by: tuple[str, ...], value: str = "net", n: str = "deals") -> pd.DataFrame:
    """`SESSION_SUMS` by the columns `by`, of one row a session with the sum `value` of `n` values.

    Without a column `squares` (the sum of each value's square) the sum of these is not known, and NaN.
    """
    place, keys = codes(evenings, by)
    m, s = numbers(evenings, n), numbers(evenings, value)
    squares = numbers(evenings, "squares") if "squares" in evenings.columns else np.full(len(evenings), np.nan)
    counted = m > 0
    weighted = (counted * 1.0, m, s, squares, s * s, s * m, m * m)
    sums = (np.bincount(place[counted], each[counted], minlength=len(keys)) * 1.0 for each in weighted)
    return keys.assign(**dict(zip(SESSION_SUMS, sums, strict=True)))


def quantile(freedom: Numbers) -> Numbers:
    """How many standard errors the interval reaches to either side; NaN without a degree of freedom."""
    with np.errstate(invalid="ignore"):
        reach: Numbers = stats.t.ppf((1 + CONFIDENCE) / 2, np.where(freedom > 0, freedom, np.nan))
    return reach


def _mean(n: Numbers, total: Numbers) -> Numbers:
    mean: Numbers = np.divide(total, n, out=np.full(n.shape, np.nan), where=n > 0)
    return mean


def _deviation(n: Numbers, total: Numbers, squares: Numbers) -> Numbers:
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = np.maximum(squares - total**2 / n, 0) / (n - 1)
    return np.where(n > 1, np.sqrt(variance), np.nan)
