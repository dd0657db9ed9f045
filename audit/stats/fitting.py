"""A weighted least-squares fit over more rows than memory holds, with errors by session.

The rows come twice. The first time the normal equations X′WX b = X′Wy are summed up (`Sums`); they are solved
(`Solution`); the second time each row is judged, and what is left of it summed up by session, which is what is
independent (`Residuals`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from audit.stats.hands import NAMES, Design
from audit.stats.inputs import Numbers, empty
from audit.stats.intervals import quantile

ROWS_A_FEATURE = 30
"""A fit of fewer rows a feature is a small sample; of fewer than a third of that, none is made."""

FAR = 3
"""Standard deviations, beyond which a row counts as in the tail."""

_COLLINEAR = 1e-9
_WIDTH = len(NAMES)

Ordinals = npt.NDArray[np.int64]


def _zeros() -> Numbers:
    return np.zeros(_WIDTH)


@dataclass
class Sums:
    """What the first reading of the rows of one club and ruleset comes to."""

    rows: int = 0
    excluded: int = 0
    last: int = 0
    """The highest ordinal."""
    products: Numbers = field(default_factory=lambda: np.zeros((_WIDTH, _WIDTH)))
    """X′WX."""
    with_net: Numbers = field(default_factory=_zeros)
    """X′Wy."""
    totals: Numbers = field(default_factory=_zeros)
    """Of each column, without weights."""
    scaled_totals: Numbers = field(default_factory=_zeros)
    weighted_squares: float = 0.0
    """Of w²·y²; the weights here are squared, as the rows of the design are times w."""
    weighted_nets: float = 0.0
    """Of w²·y."""
    weights: float = 0.0
    """Of w²."""
    nets: float = 0.0
    squares: float = 0.0
    """Of y², without weights."""

    def add(self, ready: Design, ordinal: Ordinals) -> None:
        """Take rows; `ordinal` of all, known or not."""
        x, y, w = ready.columns, ready.net, ready.weight
        scaled = y * w
        self.rows += len(y)
        self.excluded += len(ordinal) - len(y)
        self.last = max(self.last, int(ordinal.max(initial=0)))
        self.products += x @ x.T
        self.with_net += x @ scaled
        self.totals += x @ (1 / w)
        self.scaled_totals += x.sum(1)
        self.weighted_squares += float(scaled @ scaled)
        self.weighted_nets += float(scaled @ w)
        self.weights += float(w @ w)
        self.nets += float(y.sum())
        self.squares += float(y @ y)

    def solve(self) -> Solution | None:
        """The coefficients, of columns that no others determine; `None`: there are too few rows for a fit."""
        if self.rows * 3 < ROWS_A_FEATURE * _WIDTH:
            return None
        scale = np.sqrt(np.diag(self.products))
        scale[scale == 0] = 1
        alike = self.products / np.outer(scale, scale)
        kept: list[int] = []
        for column in range(_WIDTH):
            tried = [*kept, column]
            if np.linalg.eigvalsh(alike[np.ix_(tried, tried)])[0] > _COLLINEAR:
                kept = tried
        square, factor = alike[np.ix_(kept, kept)], scale[kept]
        coefficients = _zeros()
        coefficients[kept] = np.linalg.solve(square, self.with_net[kept] / factor) / factor
        squares_left = max(float(self.weighted_squares - coefficients @ self.with_net), 0.0)
        return Solution(
            kept=kept,
            coefficients=coefficients,
            inverse=np.linalg.inv(square) / np.outer(factor, factor),
            squares_left=squares_left,
            spread=float(np.sqrt(squares_left / (self.rows - len(kept)))),
            mean_expected=float(self.totals @ coefficients / self.rows),
            mean_scaled=float(self.scaled_totals @ coefficients / self.rows),
        )


@dataclass(frozen=True)
class Solution:
    """What the normal equations give."""

    kept: list[int]
    """The columns that no others determine."""
    coefficients: Numbers
    """Of every column; 0 of those that are not kept."""
    inverse: Numbers
    """Of X′WX, of the columns kept."""
    squares_left: float
    """Weighted."""
    spread: float
    """The standard deviation of what is left, in tantos for each at stake."""
    mean_expected: float
    """The mean of what is expected."""
    mean_scaled: float
    """The mean of what is expected, each times its weight."""


class Residuals:
    """What the second reading leaves, by session and in all."""

    def __init__(self, solution: Solution, last: int) -> None:
        """`last` is the highest ordinal of the rows."""
        self.solution = solution
        self.scores: Numbers = np.zeros((last + 1, _WIDTH))
        """`[ordinal, column]`: X′We of each session."""
        self.here = np.zeros(last + 1, np.bool_)
        """`[ordinal]`: rows of it were judged."""
        self.fourth_powers = self.tail_rows = self.tail_squares = 0.0
        self.left = self.left_squares = 0.0
        """Of what is left, without weights."""

    def judge(self, ready: Design, ordinal: Ordinals) -> Numbers:
        """What is expected of rows; `ordinal` of those known."""
        if not len(ordinal):
            return np.zeros(0)
        scaled = self.solution.coefficients @ ready.columns
        left = ready.net * ready.weight - scaled
        starts = np.flatnonzero(np.r_[True, ordinal[1:] != ordinal[:-1]])
        by_session = np.add.reduceat(ready.columns * left, starts, axis=1)
        np.add.at(self.scores, ordinal[starts], by_session.T)
        self.here[ordinal[starts]] = True
        squares, plain = left**2, left / ready.weight
        far = squares > (FAR * self.solution.spread) ** 2
        self.fourth_powers += float(squares @ squares)
        self.tail_rows += float(far.sum())
        self.tail_squares += float(squares[far].sum())
        self.left += float(plain.sum())
        self.left_squares += float(plain @ plain)
        return scaled / ready.weight

    @property
    def sessions(self) -> int:
        """How many had rows."""
        return int(self.here.sum())


def summary(sums: Sums, residuals: Residuals | None) -> dict[str, Any]:
    """How well it fits; without `residuals` nothing was fitted, and what hangs on that is NaN.

    `rows` (deals times players), `excluded` rows, `sessions`; in tantos the `mean` net, its `deviation`, and
    `deviation_adjusted`, that of what is left; for each tanto at stake `r_squared` and `spread` of what is left,
    its `kurtosis` (3 in a normal distribution), the share of rows beyond three spreads (`tail_rows`), and their
    share in the squares (`tail`); `fitted`, `small`.
    """
    n = sums.rows
    of_fit = dict.fromkeys(("deviation_adjusted", "r_squared", "spread", "kurtosis", "tail_rows", "tail"), np.nan)
    if residuals is not None:
        with np.errstate(divide="ignore", invalid="ignore"):
            of_fit = _of_fit(sums, residuals)
    return {
        "rows": n,
        "excluded": sums.excluded,
        "sessions": 0 if residuals is None else residuals.sessions,
        "mean": sums.nets / n if n else np.nan,
        "deviation": _deviation(n, sums.nets, sums.squares),
        **of_fit,
        "fitted": residuals is not None,
        "small": n < ROWS_A_FEATURE * _WIDTH,
    }


def _of_fit(sums: Sums, residuals: Residuals) -> dict[str, float]:
    n, squares_left = sums.rows, np.float64(residuals.solution.squares_left)
    about_mean = sums.weighted_squares - sums.weighted_nets**2 / sums.weights
    return {
        "deviation_adjusted": _deviation(n, residuals.left, residuals.left_squares),
        "r_squared": 1 - squares_left / about_mean,
        "spread": residuals.solution.spread,
        "kurtosis": n * residuals.fourth_powers / squares_left**2,
        "tail_rows": residuals.tail_rows / n,
        "tail": residuals.tail_squares / squares_left,
    }


def coefficients(sums: Sums, residuals: Residuals | None) -> pd.DataFrame:
    """Tantos for one more of each `feature`: `coefficient`, `error`, `low`, `high` by sessions; its `average`.

    Errors: Liang and Zeger (Biometrika 73, 1986), with G / (G − 1) · (n − 1) / (n − p) for few sessions.
    """
    if residuals is None:
        columns = dict.fromkeys(("coefficient", "error", "low", "high", "average"), "float64")
        return empty(columns, ("feature",))
    sessions, kept = residuals.sessions, residuals.solution.kept
    value = residuals.solution.coefficients[kept]
    scores = residuals.scores[:, kept] @ residuals.solution.inverse
    small = sessions / (sessions - 1) * (sums.rows - 1) / (sums.rows - len(kept)) if sessions > 1 else np.nan
    error = np.sqrt(small * (scores**2).sum(0))
    reach = quantile(np.full(len(kept), sessions - 1.0)) * error
    names = pd.Series([NAMES[column] for column in kept], dtype="str")
    return pd.DataFrame(
        {
            "feature": names,
            "coefficient": value,
            "error": error,
            "low": value - reach,
            "high": value + reach,
            "average": sums.totals[kept] / sums.rows,
        }
    )


def _deviation(n: int, total: float, squares: float) -> float:
    return float(np.sqrt(max(squares - total**2 / n, 0) / (n - 1))) if n > 1 else np.nan
