"""Statistics for programs: `audit.open("club.duckdb").players()` is a frame of pandas, `.arrow.players()` of Arrow."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from audit.club import statistics

if TYPE_CHECKING:
    import pandas as pd


class ArrowStatistics:
    """The marts of a database as Arrow tables; each call answers from the database's last state."""

    def __init__(self, database: str | PathLike[str], *, season_begins: str | None = None) -> None:
        self._database = Path(database)
        self._season_begins = season_begins

    def tables(self) -> list[str]:
        """The names that `table` knows."""
        return statistics.names()

    def table(self, name: str) -> pa.Table:
        """A mart. Raises `Refused` when there is none of that name."""
        return statistics.table(self._database, name, self._season_begins)

    def sql(self, query: str) -> pa.Table:
        """What a query gives. Raises `Refused` when DuckDB cannot answer it, or it would change something."""
        return statistics.ask(self._database, query, self._season_begins)

    def players(self) -> pa.Table:
        """The ranking: a person under a ruleset a row."""
        return self.table("players")

    def rates(self) -> pa.Table:
        """How often what happened, of how many times: a statistic of a person a row."""
        return self.table("player_rates")

    def means(self) -> pa.Table:
        """Means a deal: a statistic of a person a row."""
        return self.table("player_means")

    def head_to_head(self) -> pa.Table:
        """Who has paid whom."""
        return self.table("head_to_head")

    def ratings(self) -> pa.Table:
        """Ratings with how sure they are."""
        return self.table("ratings")

    def luck(self) -> pa.Table:
        """Nets, what the cards were worth, and what is left without that."""
        return self.table("luck.players")


class Statistics:
    """The same as frames of pandas."""

    def __init__(self, database: str | PathLike[str], *, season_begins: str | None = None) -> None:
        self.arrow = ArrowStatistics(database, season_begins=season_begins)

    def tables(self) -> list[str]:
        """The names that `table` knows."""
        return self.arrow.tables()

    def table(self, name: str) -> pd.DataFrame:
        """A mart. Raises `Refused` when there is none of that name."""
        return _frame(self.arrow.table(name))

    def sql(self, query: str) -> pd.DataFrame:
        """What a query gives. Raises `Refused` when DuckDB cannot answer it, or it would change something."""
        return _frame(self.arrow.sql(query))

    def players(self) -> pd.DataFrame:
        """The ranking: a person under a ruleset a row."""
        return _frame(self.arrow.players())

    def rates(self) -> pd.DataFrame:
        """How often what happened, of how many times: a statistic of a person a row."""
        return _frame(self.arrow.rates())

    def means(self) -> pd.DataFrame:
        """Means a deal: a statistic of a person a row."""
        return _frame(self.arrow.means())

    def head_to_head(self) -> pd.DataFrame:
        """Who has paid whom."""
        return _frame(self.arrow.head_to_head())

    def ratings(self) -> pd.DataFrame:
        """Ratings with how sure they are."""
        return _frame(self.arrow.ratings())

    def luck(self) -> pd.DataFrame:
        """Nets, what the cards were worth, and what is left without that."""
        return _frame(self.arrow.luck())


def _frame(table: pa.Table) -> Any:
    return table.to_pandas()
