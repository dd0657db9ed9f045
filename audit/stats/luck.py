"""What the cards were worth, and what is left when that is taken off: luck and skill apart.

One regression for each club and ruleset, of a player's net in a deal on the hand he played and the table about it
(`hands.NAMES`), each deal weighted by what was at stake. Luck is what the regression expects of such a hand, less the
mean of that; net less luck is *adjusted*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from audit.stats.fitting import Residuals, Sums, coefficients, summary
from audit.stats.hands import design
from audit.stats.inputs import GROUP, SEATS, empty, required
from audit.stats.intervals import clustered_means, session_sums

Portions = Callable[[], Iterable[pd.DataFrame]]
"""Called for each of two readings: the rows, portion by portion, as frames with the columns `SEATS`."""

AT_ONCE = 1 << 14
"""Rows worked at together: what they need fits a processor's cache, nearly."""

VALUES = ("net", "luck", "adjusted", "scaled_net", "scaled_luck", "scaled_adjusted")
"""Sums in tantos; and `scaled_…`, each deal divided by 1 + what the fondo held at its start: tantos for each tanto at
stake, so that no single full fondo outweighs a year."""

_KEY = ("ordinal", "person")
_NOTHING = empty({"ordinal": "int64", "deals": "int64", **dict.fromkeys(VALUES, "float64")}, (*GROUP, "person"))


class Luck(NamedTuple):
    """The fits, and luck by session."""

    fits: pd.DataFrame
    """Grain: group; the columns of `fitting.summary`."""
    coefficients: pd.DataFrame
    """Grain: group and `feature`; the columns of `fitting.coefficients`."""
    evenings: pd.DataFrame
    """Grain: group, ordinal, person; `deals` judged, and `VALUES` summed over them. Null where nothing was fitted."""


def luck(portions: Portions) -> Luck:
    """Luck and adjusted nets, fitted anew on what `portions` reads.

    Memory hangs on the size of a portion and the number of sessions, not on the number of deals.
    """
    sums: dict[Any, Sums] = {}
    for key, rows in _groups(portions):
        own = sums.setdefault(key, Sums())
        for part in _parts(rows):
            own.add(design(part), part["ordinal"].to_numpy(dtype=np.int64))
    left = {key: _residuals(own) for key, own in sums.items()}
    judged = [_judge(left[key], rows).assign(**_named(key)) for key, rows in _groups(portions)]
    by = [*GROUP, *_KEY]
    evenings = pd.concat(judged or [_NOTHING], ignore_index=True)
    evenings = evenings.groupby(by, as_index=False, observed=True).sum(min_count=1)
    # Where there are no rows, the tables have their columns all the same.
    fitted = [(key, own, left[key]) for key, own in sums.items()] or [(("", ""), Sums(), None)]
    worth = pd.concat([coefficients(own, of).assign(**_named(key)) for key, own, of in fitted], ignore_index=True)
    return Luck(
        fits=pd.DataFrame([_named(key) | summary(own, of) for key, own, of in fitted]).iloc[: len(sums)],
        coefficients=worth[[*GROUP, *worth.columns.drop(list(GROUP))]],
        evenings=evenings[[*by, "deals", *VALUES]],
    )


def player_luck(evenings: pd.DataFrame) -> pd.DataFrame:
    """By group and person: the sum of each of `VALUES`, and its mean a deal with the interval.

    Columns: `sessions`, `deals`, `small`; each value's own name for the sum, and `mean_…`, `low_…`, `high_…` of it.
    """
    key = (*GROUP, "person")
    means = {value: clustered_means(session_sums(evenings, key, value)) for value in VALUES}
    found = means["net"][[*key, "sessions", "n", "small"]].rename(columns={"n": "deals"})
    for value, of in means.items():
        found[value] = of["total"]
        found[[f"{part}_{value}" for part in ("mean", "low", "high")]] = of[["mean", "low", "high"]]
    return found.astype({"sessions": np.int64, "deals": np.int64})


def _named(key: Any) -> dict[str, Any]:
    return dict(zip(GROUP, key, strict=True))


def _groups(portions: Portions) -> Iterator[tuple[Any, pd.DataFrame]]:
    for portion in portions():
        yield from required(portion, SEATS).groupby(list(GROUP), sort=False, observed=True)


def _parts(rows: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for start in range(0, len(rows), AT_ONCE):
        yield rows.iloc[start : start + AT_ONCE]


def _residuals(sums: Sums) -> Residuals | None:
    """What is to be left by the solution; `None` where there is none."""
    solution = sums.solve()
    return None if solution is None else Residuals(solution, sums.last)


def _judge(residuals: Residuals | None, rows: pd.DataFrame) -> pd.DataFrame:
    """Luck of the rows of a second reading, by session and person; NaN where nothing is fitted."""
    found = []
    for part in _parts(rows):
        ready = design(part)
        kept = part.loc[ready.known, list(_KEY)]
        expected, mean, mean_scaled = np.full(len(kept), np.nan), 0.0, 0.0
        if residuals is not None:
            expected = residuals.judge(ready, kept["ordinal"].to_numpy(dtype=np.int64))
            mean, mean_scaled = residuals.solution.mean_expected, residuals.solution.mean_scaled
        lucky = expected - mean
        scaled, scaled_lucky = ready.net * ready.weight, expected * ready.weight - mean_scaled
        values = (ready.net, lucky, ready.net - lucky, scaled, scaled_lucky, scaled - scaled_lucky)
        found.append(kept.assign(deals=1, **dict(zip(VALUES, values, strict=True))))
    return pd.concat(found).groupby(list(_KEY), as_index=False, sort=False, observed=True).sum(min_count=1)
