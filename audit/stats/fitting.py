"""A weighted least-squares fit over more rows than memory holds, with errors by session.

The rows come twice. The first time the normal equations X′WX b = X′Wy are summed up; they are solved; the second time
each row is judged, and what is left of it summed up by session, which is what is independent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from audit.stats.hands import NAMES, Design
from audit.stats.inputs import Numbers
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
class Fit:
    """The sums of one club and ruleset."""

    rows: int = 0
    excluded: int = 0
    last: int = 0
    """The highest ordinal."""
    products: Numbers = field(default_factory=lambda: np.zeros((_WIDTH, _WIDTH)))
    with_net: Numbers = field(default_factory=_zeros)
    totals: Numbers = field(default_factory=_zeros)
    """Of each column, without weights."""
    scaled_totals: Numbers = field(default_factory=_zeros)
    weighted: Numbers = field(default_factory=lambda: np.zeros(3))
    """Of w²·y², w²·y, w²."""
    plain: Numbers = field(default_factory=lambda: np.zeros(2))
    """Of y, y²."""
    kept: list[int] = field(default_factory=list)
    solution: Numbers = field(default_factory=_zeros)
    inverse: Numbers = field(default_factory=lambda: np.zeros((0, 0)))
    squares_left: float = np.nan
    scores: Numbers = field(default_factory=lambda: np.zeros((0, _WIDTH)))
    """`[ordinal, column]`: X′We of each session."""
    here: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    left: Numbers = field(default_factory=lambda: np.zeros(5))
    """Sums of what is left: fourth powers, rows in the tail, squares in the tail; and of e, e² without weights."""

    def add(self, ready: Design, ordinal: Ordinals) -> None:
        """Take rows of the first reading; `ordinal` of all, known or not."""
        x, y, w = ready.columns, ready.net, ready.weight
        scaled = y * w
        self.rows += len(y)
        self.excluded += len(ordinal) - len(y)
        self.last = max(self.last, int(ordinal.max(initial=0)))
        self.products += x @ x.T
        self.with_net += x @ scaled
        self.totals += x @ (1 / w)
        self.scaled_totals += x.sum(1)
        self.weighted += (scaled @ scaled, scaled @ w, w @ w)
        self.plain += (y.sum(), y @ y)

    @property
    def fitted(self) -> bool:
        """There are rows enough."""
        return self.rows * 3 >= ROWS_A_FEATURE * _WIDTH

    @property
    def mean_expected(self) -> float:
        """The mean of what is expected."""
        return float(self.totals @ self.solution / max(self.rows, 1))

    @property
    def mean_scaled(self) -> float:
        """The mean of what is expected, each times its weight."""
        return float(self.scaled_totals @ self.solution / max(self.rows, 1))

    @property
    def spread(self) -> float:
        """The standard deviation of what is left, in tantos for each at stake."""
        return float(np.sqrt(self.squares_left / (self.rows - len(self.kept)))) if self.fitted else np.nan

    def solve(self) -> None:
        """Find the coefficients, in columns that no others determine."""
        self.scores, self.here = np.zeros((self.last + 1, _WIDTH)), np.zeros(self.last + 1, np.bool_)
        if not self.fitted:
            return
        scale = np.sqrt(np.diag(self.products))
        scale[scale == 0] = 1
        alike = self.products / np.outer(scale, scale)
        for column in range(_WIDTH):
            tried = [*self.kept, column]
            if np.linalg.eigvalsh(alike[np.ix_(tried, tried)])[0] > _COLLINEAR:
                self.kept = tried
        square, factor = alike[np.ix_(self.kept, self.kept)], scale[self.kept]
        self.inverse = np.linalg.inv(square) / np.outer(factor, factor)
        self.solution[self.kept] = np.linalg.solve(square, self.with_net[self.kept] / factor) / factor
        self.squares_left = max(float(self.weighted[0] - self.solution @ self.with_net), 0.0)

    def judge(self, ready: Design, ordinal: Ordinals) -> Numbers:
        """What is expected of rows of the second reading; `ordinal` of those known. NaN where nothing is fitted."""
        if not self.fitted or not len(ordinal):
            return np.full(len(ordinal), np.nan)
        scaled = self.solution @ ready.columns
        left = ready.net * ready.weight - scaled
        starts = np.flatnonzero(np.r_[True, ordinal[1:] != ordinal[:-1]])
        by_session = np.add.reduceat(ready.columns * left, starts, axis=1)
        np.add.at(self.scores, ordinal[starts], by_session.T)
        self.here[ordinal[starts]] = True
        squares, plain = left**2, left / ready.weight
        far = squares > (FAR * self.spread) ** 2
        self.left += (squares @ squares, far.sum(), squares[far].sum(), plain.sum(), plain @ plain)
        return scaled / ready.weight

    def summary(self) -> dict[str, Any]:
        """How well it fits.

        `rows` (deals times players), `excluded` rows, `sessions`; in tantos the `mean` net, its `deviation`, and
        `deviation_adjusted`, that of what is left; for each tanto at stake `r_squared` and `spread` of what is left,
        its `kurtosis` (3 in a normal distribution), the share of rows beyond three spreads (`tail_rows`), and their
        share in the squares (`tail`); `fitted`, `small`.
        """
        n = self.rows
        squares, total, weights = self.weighted
        about_mean = squares - total**2 / weights if n else np.nan
        fourth, tail_rows, tail, left, left_squares = self.left if self.fitted else np.full(5, np.nan)
        with np.errstate(divide="ignore", invalid="ignore"):
            return {
                "rows": n,
                "excluded": self.excluded,
                "sessions": int(self.here.sum()),
                "mean": self.plain[0] / np.float64(n),
                "deviation": _deviation(n, *self.plain),
                "deviation_adjusted": _deviation(n, left, left_squares),
                "r_squared": 1 - np.float64(self.squares_left) / about_mean,
                "spread": self.spread,
                "kurtosis": n * fourth / np.float64(self.squares_left) ** 2,
                "tail_rows": tail_rows / np.float64(n),
                "tail": tail / np.float64(self.squares_left),
                "fitted": self.fitted,
                "small": n < ROWS_A_FEATURE * _WIDTH,
            }

    def table(self) -> pd.DataFrame:
        """Tantos for one more of each `feature`: `coefficient`, `error`, `low`, `high` by sessions; its `average`.

        Errors: Liang and Zeger (Biometrika 73, 1986), with G / (G − 1) · (n − 1) / (n − p) for few sessions.
        """
        sessions, kept = int(self.here.sum()), self.kept
        value = self.solution[kept]
        scores = self.scores[:, kept] @ self.inverse if kept else np.zeros((0, 0))
        small = sessions / (sessions - 1) * (self.rows - 1) / (self.rows - len(kept)) if sessions > 1 else np.nan
        error = np.sqrt(small * (scores**2).sum(0))
        reach = quantile(np.full(len(kept), sessions - 1.0)) * error
        columns = {"coefficient": value, "error": error, "low": value - reach, "high": value + reach}
        average = self.totals[kept] / max(self.rows, 1)
        names = pd.Series([NAMES[column] for column in kept], dtype="str")
        return pd.DataFrame({"feature": names, **columns, "average": average})


def _deviation(n: int, total: float, squares: float) -> float:
    return float(np.sqrt(max(squares - total**2 / n, 0) / (n - 1))) if n > 1 else np.nan
