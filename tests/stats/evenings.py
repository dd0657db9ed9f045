"""Sessions of persons from deals, by pandas alone: what `core.evenings` counts, counted another way."""

from __future__ import annotations

import numpy as np
import pandas as pd

from audit.stats.inputs import EVENINGS, GROUP, Numbers, codes, numbers, required

DEALS = (*GROUP, "ordinal", "number", "person", "sits_out", "net")
"""One row a deal and person, a deal's rows together."""


def evenings(rows: pd.DataFrame) -> pd.DataFrame:
    """`EVENINGS` from `DEALS`; besides, `squares`, the sum of squared nets."""
    ahead, opponents = ahead_of(rows)
    net = numbers(rows, "net")
    known = np.isfinite(net)
    by = [*GROUP, "ordinal", "person"]
    place, found = codes(rows, by)
    values = (known, np.where(known, net, 0), ahead, opponents, ~known, np.where(known, net**2, 0))
    for name, each in zip((*EVENINGS[len(by) :], "squares"), values, strict=True):
        found[name] = np.bincount(place, each, minlength=len(found)) * 1.0
    return found.astype({"deals": np.int64, "excluded": np.int64})


def ahead_of(rows: pd.DataFrame) -> tuple[Numbers, Numbers]:
    """`[row]`: how many opponents came out behind in the deal, one who is level half; and how many there were.

    By the order of the nets; who sits out is no opponent. 0 and 0 where the nets are not known. A deal's rows stand
    together.
    """
    required(rows, DEALS)
    net = np.where(numbers(rows, "sits_out") > 0, np.nan, numbers(rows, "net"))
    # NaN is neither ahead, nor behind, nor level.
    keys = [pd.factorize(rows[column])[0] if column in GROUP else rows[column].to_numpy() for column in DEALS[:4]]
    new = np.r_[True, np.logical_or.reduce([key[1:] != key[:-1] for key in keys])][: len(rows)]
    deal = np.cumsum(new)
    ahead, opponents = np.zeros(len(rows)), np.zeros(len(rows))
    for apart in range(1, len(rows)):
        together = deal[apart:] == deal[:-apart]
        if not together.any():
            break
        one, two = net[:-apart], net[apart:]
        first, second, level = ((each & together) for each in (one > two, one < two, one == two))
        half = level * 0.5
        ahead[:-apart] += first + half
        ahead[apart:] += second + half
        both = (first | second | level) * 1.0
        opponents[:-apart] += both
        opponents[apart:] += both
    return ahead, opponents
