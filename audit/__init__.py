"""Score audit for Revesino and Reversis: replay session logs, settle them, and name every wrong figure."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from audit.api import Statistics

__version__ = "0.1.0"


def open(database: str | PathLike[str], *, season_begins: str | None = None) -> Statistics[pd.DataFrame]:
    """The statistics of a club's database (docs/statistics.md); seasons begin on the day `MM-DD`, else on 1 January.

    Raises `audit.refusal.Refused`, which as text says why: for no such day at once, and for a database that cannot be
    read from the first call on.
    """
    # What this needs takes half a second to import, which no command line waits for.
    from audit import api  # noqa: PLC0415 - pandas and DuckDB are for those who ask for statistics

    return api.open(database, season_begins)
