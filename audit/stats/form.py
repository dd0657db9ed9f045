"""Form: how a person has fared in his last sessions, against all those before."""

from __future__ import annotations

import numpy as np
import pandas as pd

from audit.stats.inputs import GROUP, SESSIONS, numbers, required
from audit.stats.intervals import clustered_means, quantile, session_sums

LAST = 10
"""Sessions that make the form."""


def form(evenings: pd.DataFrame, value: str = "net", last: int = LAST) -> pd.DataFrame:
    """By group and person, the mean of `value` a deal: `recent` in the last sessions, `before`, `whole`.

    `recent_sessions`, `recent_deals`, `sessions`, `deals` are what they are made from; `change` is `recent` less
    `before`, with `low` and `high`. The two share no session, so their errors add up in squares; the degrees of freedom
    are Welch's. Without sessions before, or with one session on a side, there is no interval.
    """
    key = (*GROUP, "person")
    rows = required(evenings, (*SESSIONS, value)).sort_values("ordinal", kind="stable")
    rows = rows[numbers(rows, "deals") > 0]
    is_recent = rows.groupby(list(key), observed=True).cumcount(ascending=False).to_numpy() < last
    parts = {"recent": rows[is_recent], "before": rows[~is_recent], "whole": rows}
    found = {name: clustered_means(session_sums(part, key, value)).set_index(list(key)) for name, part in parts.items()}
    whole = found["whole"].sort_index()
    recent, before = (found[name].reindex(whole.index) for name in ("recent", "before"))
    change = (recent["mean"] - before["mean"]).to_numpy()
    one, two = recent["error"].to_numpy() ** 2, before["error"].to_numpy() ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = one**2 / (recent["sessions"].to_numpy() - 1) + two**2 / (before["sessions"].to_numpy() - 1)
        freedom = (one + two) ** 2 / spread
    reach = quantile(freedom) * np.sqrt(one + two)
    columns = {
        "recent": recent["mean"],
        "before": before["mean"],
        "whole": whole["mean"],
        "recent_sessions": recent["sessions"].astype(np.int64),
        "recent_deals": recent["n"].astype(np.int64),
        "sessions": whole["sessions"].astype(np.int64),
        "deals": whole["n"].astype(np.int64),
        "change": change,
        "low": change - reach,
        "high": change + reach,
    }
    return pd.DataFrame(columns, index=whole.index).reset_index()
