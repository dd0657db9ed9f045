"""The columns that the statistics are made from, and what is called a small sample: the one place for both.

Names are those of `core.seats` (docs/statistics.md). People, clubs and rulesets may be names or numbers: they are
only compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

Numbers = npt.NDArray[np.float64]

GROUP = ("club", "rules")
"""Within which people are compared; never across."""

DEAL = ("ordinal", "number")
"""Which deal a row is of: its session's place in time, and its number in it."""

SESSIONS = (*GROUP, "ordinal", "person", "deals")
"""One row a session and person, with how many values any further column is the sum of."""

EVENINGS = (*SESSIONS, "net", "ahead", "opponents", "excluded")
"""One row a session and person: the place of the session in time, how many deals with a net, and the sum of that; over
these deals, how many opponents came out behind by the deal's nets (one who is level is half; who sits out is none), of
how many; and how many deals have no net, and count in nothing."""

SEATS = (
    *GROUP,
    *DEAL,
    *("person", "seat", "sits_out", "complete", "net", "fondo_start"),
    *("quinola_held", "aces_held", "honours_held", "height_held", "voids_held", "suit_0", "suit_1", "suit_2", "suit_3"),
)
"""One row a deal and person, in the order of `ordinal`, as luck is measured on; `fondo_start` is that of the deal."""

WINS = (*GROUP, *DEAL, "person", "won")
"""One row a deal and person, in the order of `ordinal`, `number`."""

CONFIDENCE = 0.95

SMALL_TRIALS = 30
"""A rate of fewer tries is a small sample."""

SMALL_SESSIONS = 10
"""A mean of fewer sessions is a small sample: its interval hangs on how these few happened to differ."""


def required(frame: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """The frame, of which a column that is missing is our own mistake: `KeyError` with its name."""
    missing = [column for column in columns if column not in frame.columns]
    if missing:
        raise KeyError(", ".join(missing))
    return frame


def numbers(frame: pd.DataFrame, column: str) -> Numbers:
    """A column as floats; what is null is NaN."""
    series = frame[column]
    # Columns of NumPy's own have no other null than NaN; to look for one takes longer than the rest.
    plain = isinstance(series.dtype, np.dtype) and series.dtype.kind in "biuf"
    values: Numbers = series.to_numpy(np.float64) if plain else series.to_numpy(np.float64, na_value=np.nan)
    return values


def empty(kinds: Mapping[str, str], names: Sequence[str]) -> pd.DataFrame:
    """A frame without rows, of columns of these kinds, before them `names`, which are texts."""
    return pd.DataFrame(
        {name: pd.Series([], dtype=kind) for name, kind in {**dict.fromkeys(names, "str"), **kinds}.items()}
    )


def codes(frame: pd.DataFrame, columns: Sequence[str]) -> tuple[npt.NDArray[np.intp], pd.DataFrame]:
    """`[row]`: which different row of `columns` it is, in the order of first appearance; and these rows."""
    found: Any = np.zeros(len(frame), np.intp)
    for column in columns:
        own, values = pd.factorize(frame[column], use_na_sentinel=False)
        # A column of one value, as club and ruleset often are, tells nothing apart.
        found = pd.factorize(found * len(values) + own)[0] if len(values) > 1 else found
    first = np.flatnonzero(np.diff(np.maximum.accumulate(found), prepend=-1))
    return found, frame.iloc[first][list(columns)].reset_index(drop=True)
