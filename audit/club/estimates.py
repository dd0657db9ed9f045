"""What `audit.stats` makes of the counts of a statistics' file: each function reads frames, and writes tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from audit.store import counted, query, standing
from audit.store.layers import ByCode
from audit.store.query import Connection

if TYPE_CHECKING:
    import pandas as pd

PORTION = 50_000
"""Deals whose rows are handed over at once, or little more."""

_HANDS = """
    SELECT * EXCLUDE (session_id, place) FROM core.hands
    WHERE session_id BETWEEN ? AND ? ORDER BY group_id, ordinal, number, place
"""
_SIZES = "SELECT session_id, deals FROM core.session_deals ORDER BY session_id"
_ONLY_FOR_ERRORS = ("squares", "totals_squared", "totals_by_n", "n_squared")
"""Sums that a mean's error is made from, and nobody reads."""


def tables_by_code() -> Sequence[ByCode]:
    """The marts that are estimated, and what each is made from."""
    of_sessions = ("marts.ratings", "marts.rating_history", "marts.form", "marts.telling_apart")
    return (
        ByCode(("marts.player_rates",), frozenset({"core.rate_counts"}), make_rates),
        ByCode(("marts.player_means",), frozenset({"core.session_sums"}), make_means),
        *(ByCode((name,), frozenset({rated.source}), rated) for name, rated in RATED.items()),
        ByCode(of_sessions, frozenset({"core.named_evenings"}), make_of_sessions),
        ByCode(("marts.streaks", "marts.player_records"), frozenset({"core.wins"}), make_streaks),
    )


def _frame(connection: Connection, sql: str, *parameters: int) -> pd.DataFrame:
    return query.arrow(connection, sql, parameters).to_pandas()


def _put(connection: Connection, name: str, frame: pd.DataFrame) -> None:
    """Write a frame as the table `name`; a value that is not known is null."""
    query.create_table(connection, name, pa.Table.from_pandas(frame, preserve_index=False))


def make_rates(connection: Connection) -> None:
    """`marts.player_rates`: the counts with rate, interval, and what the rate most likely is, given the others."""
    from audit.stats.intervals import rates
    from audit.stats.shrink import shrunk_rates

    counts = _frame(connection, "FROM core.rate_counts ORDER BY ALL")
    _put(connection, "marts.player_rates", shrunk_rates(rates(counts)))


class Rated:
    """Makes a mart of the counts in `source`, with the rate of `count` of `of`, its interval, and `small`."""

    def __init__(self, name: str, source: str, count: str, of: str, rate: str) -> None:
        self.name, self.source, self.count, self.of, self.rate = name, source, count, of, rate

    def __call__(self, connection: Connection) -> None:
        """Make the mart."""
        from audit.stats.intervals import rates

        own = f'{self.count} AS "count", {self.of} AS "of"'
        given = query.arrow(connection, f"SELECT *, {own} FROM {self.source} ORDER BY ALL")
        # Only these: a column of whole numbers would lose its empty ones in a frame.
        found = pa.Table.from_pandas(rates(given.select(["count", "of"]).to_pandas()), preserve_index=False)
        counts = given.drop_columns(["count", "of"])
        for column in ("rate", "low", "high", "small"):
            name = column if column == "small" else f"{self.rate}_{column}"
            counts = counts.append_column(name, found[column])
        query.create_table(connection, self.name, counts)


RATED = {
    one.name: one
    for one in (
        Rated("marts.player_seats", "core.seat_counts", "wins", "decided", "win"),
        Rated("marts.player_tables", "core.table_counts", "wins", "decided", "win"),
        Rated("marts.scoring_kinds", "core.kind_counts", "wrong", "confirmed + wrong + carried", "wrong"),
    )
}


def make_means(connection: Connection) -> None:
    """`marts.player_means`: means with their intervals by sessions, and what they most likely are, given the others."""
    from audit.stats.intervals import clustered_means
    from audit.stats.shrink import shrunk_means

    sums = _frame(connection, "FROM core.session_sums ORDER BY ALL")
    found = shrunk_means(clustered_means(sums))
    _put(connection, "marts.player_means", found.drop(columns=list(_ONLY_FOR_ERRORS)))


# ------------------------------------------------------------------------------------------------ sessions


def make_of_sessions(connection: Connection) -> None:
    """Ratings, form and who can be told apart, all from one reading."""
    from audit.stats.form import form
    from audit.stats.rating import ratings
    from audit.stats.telling_apart import tell_apart

    evenings = _frame(connection, "FROM core.named_evenings ORDER BY club, rules, ordinal, person")
    found = ratings(evenings)
    _put(connection, "marts.ratings", found.players)
    _put(connection, "marts.rating_history", found.history)
    _put(connection, "marts.form", form(evenings))
    _put(connection, "marts.telling_apart", tell_apart(evenings[evenings["deals"] > 0]))


# --------------------------------------------------------------------------------------------------- deals


def make_streaks(connection: Connection) -> None:
    """`marts.streaks` and `marts.player_records`: the longest runs, the best and the worst deal."""
    from audit.stats.streaks import records, streaks

    rows = _numbered(_frame(connection, "FROM core.wins ORDER BY group_id, ordinal, number, place"))
    query.create_table(connection, "marts.streaks", _named(connection, streaks(rows)))
    query.create_table(connection, "marts.player_records", _named(connection, records(rows)))


def make_luck(target: Connection, source: Connection) -> None:
    """The part `luck`: `players`, `fits`, `coefficients`, `sessions`."""
    from audit.stats.luck import luck, player_luck

    def portions() -> Iterator[pd.DataFrame]:
        for first, last in standing.runs(query.rows(source, _SIZES), PORTION):
            yield _numbered(_frame(source, _HANDS, first, last))

    found = luck(portions)
    frames = {"players": player_luck(found.evenings), "fits": found.fits, "coefficients": found.coefficients}
    for name, frame in {**frames, "sessions": found.evenings}.items():
        query.create_table(target, name, _named(source, frame))


def _numbered(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows whose `club` is the number of a group, which tells ruleset and club apart, and `person` a number, too."""
    return frame.rename(columns={"group_id": "club", "person_id": "person"}).assign(rules=0)


def _named(connection: Connection, frame: pd.DataFrame) -> pa.Table:
    """What was made of numbered rows, with the names of club, ruleset and person."""
    return counted.named(connection, pa.Table.from_pandas(frame, preserve_index=False))
