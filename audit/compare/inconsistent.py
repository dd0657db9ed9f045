"""The finding that a record contradicts itself, and the sums that it is found by."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Batch
from audit.findings import Finding


def inconsistent(batch: Batch, j: int, what: str, key: str, player: str | None = None, **params: Any) -> Finding:
    """Of deal `j`: `what` does not agree; `key` is the line that it is shown at."""
    line = batch.deals[j].lines.get(key)
    return Finding(row=j, code="inconsistent-record", player=player, line=line, params={"what": what, **params})


def total(values: Amounts) -> npt.NDArray[Any]:
    """The sums by deal of what is recorded, as Python's own integers where they might not fit."""
    kept = np.where(values == MISSING, 0, values)
    if (np.abs(kept) < 2**58).all():
        return np.asarray(kept.sum(axis=0))
    return np.asarray(kept.astype(object).sum(axis=0))


def added(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Both added, as Python's own integers where the sum might not fit."""
    if (np.abs(first) < 2**61).all() and (np.abs(second) < 2**61).all():
        return np.asarray(first + second)
    return np.asarray(first.astype(object) + second.astype(object))
