"""Statistics for programs: `audit.open("club.duckdb").players()` is a frame of pandas, `.arrow.players()` of Arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import pyarrow as pa

from audit.club import statistics
from audit.refusal import Refused
from audit.settings import day_of_year
from audit.text.refusals import refusal

if TYPE_CHECKING:
    import pandas as pd

Frame = TypeVar("Frame")


class Declined(Refused):
    """The same refusal, which as text is the sentence that says why, and what to do."""

    def __str__(self) -> str:
        return refusal(self)


@contextmanager
def _worded() -> Iterator[None]:
    """Refuse in words, for whoever sees no more of it than its text."""
    try:
        yield
    except Refused as refused:
        raise Declined(refused.what, problems=refused.problems, **refused.params) from None


class Statistics(Generic[Frame]):
    """The marts of a database, each as `shown` makes it of an Arrow table; a call answers from the database's last
    state.
    """

    def __init__(
        self, database: str | PathLike[str], shown: Callable[[pa.Table], Frame], season_begins: str | None = None
    ) -> None:
        self._database = Path(database)
        self._shown = shown
        with _worded():
            self._season_begins = None if season_begins is None else day_of_year(season_begins, "season_begins")

    @property
    def arrow(self) -> Statistics[pa.Table]:
        """The same as Arrow tables."""
        return Statistics(self._database, _as_it_is, self._season_begins)

    def tables(self) -> list[str]:
        """The names that `table` knows."""
        return statistics.names()

    def table(self, name: str) -> Frame:
        """A mart. Raises `Declined` when there is none of that name."""
        with _worded():
            return self._shown(statistics.table(self._database, name, self._season_begins))

    def sql(self, query: str) -> Frame:
        """What a query gives. Raises `Declined` when DuckDB cannot answer it, or it would change something."""
        with _worded():
            return self._shown(statistics.ask(self._database, query, self._season_begins))

    def players(self) -> Frame:
        """The ranking: a person under a ruleset a row."""
        return self.table("players")

    def rates(self) -> Frame:
        """How often what happened, of how many times: a statistic of a person a row."""
        return self.table("player_rates")

    def means(self) -> Frame:
        """Means a deal: a statistic of a person a row."""
        return self.table("player_means")

    def head_to_head(self) -> Frame:
        """Who has paid whom."""
        return self.table("head_to_head")

    def ratings(self) -> Frame:
        """Ratings with how sure they are."""
        return self.table("ratings")

    def luck(self) -> Frame:
        """Nets, what the cards were worth, and what is left without that."""
        return self.table("luck.players")


def open(database: str | PathLike[str], season_begins: str | None = None) -> Statistics[pd.DataFrame]:
    """The statistics of a database as frames of pandas. Raises `Declined` when a season begins on no day."""
    return Statistics(database, pa.Table.to_pandas, season_begins)


def _as_it_is(table: pa.Table) -> pa.Table:
    return table
