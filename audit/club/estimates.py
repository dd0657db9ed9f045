"""What `audit.stats` makes of the counts of a statistics' file: each function reads frames, and writes tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pyarrow as pa

from audit.store import query
from audit.store.layers import Made
from audit.store.query import Connection

if TYPE_CHECKING:
    import pandas as pd

PORTION = 50_000
"""Deals whose rows are handed over at once, or little more."""


ABOUT: Mapping[str, str] = {
    "core.seats": "What each player at the table did in each deal.",
    "marts.player_rates": "How often something happened, of how many times, with its interval.",
    "marts.player_means": "Means of values a deal, with their intervals by sessions.",
    "marts.ratings": "Ratings by the order of nets (Plackett-Luce), with how sure they are.",
    "marts.rating_history": "Ratings after each session.",
    "marts.form": "The last sessions of each person against those before.",
    "marts.telling_apart": "Every two who sat together: their difference, and how many deals it takes to see it.",
    "marts.streaks": "The longest runs of deals won and not won, and the one that lasts.",
    "marts.player_records": "The best and the worst deal of each person.",
    "luck.players": "Nets, what the cards were worth on average, and what is left without that.",
    "luck.fits": "How well the hand tells the net: the regression of each club and ruleset.",
    "luck.coefficients": "What each feature of a hand is worth.",
    "luck.sessions": "Luck by session.",
}
"""What the tables that code makes are."""


def made() -> Mapping[str, Made]:
    """The tables, by name, and what each needs."""
    evenings, seats = "core.named_evenings", "core.numbered_seats"
    with_ratings = ("marts.rating_history", "marts.form", "marts.telling_apart")
    return {
        "marts.player_rates": Made(frozenset({"core.rate_counts"}), _rates),
        "marts.player_means": Made(frozenset({"core.mean_sums"}), _means),
        "marts.ratings": Made(frozenset({evenings}), _of_evenings),
        **{name: Made(frozenset({"marts.ratings"}), _with_another) for name in with_ratings},
        "marts.streaks": Made(frozenset({seats}), _streaks),
        "marts.player_records": Made(frozenset({"marts.streaks"}), _with_another),
    }


def _with_another(connection: Connection) -> None:
    """It is made with the table that it needs."""


def _frame(connection: Connection, sql: str) -> pd.DataFrame:
    return query.arrow(connection, sql).to_pandas()


def _put(connection: Connection, name: str, frame: pd.DataFrame) -> None:
    """Write a frame as the table `name`; a value that is not known is null."""
    query.create_table(connection, name, pa.Table.from_pandas(frame, preserve_index=False))


def _named(connection: Connection, frame: pd.DataFrame) -> pa.Table:
    """A frame whose `club` is the number of a group, and whose `person`, if any, that of a person, with their names."""
    own = [column for column in frame.columns if column not in ("club", "rules", "person")]
    has_person = "person" in frame.columns
    columns = ["groups.club", "groups.rules", *(["persons.person"] if has_person else [])]
    return query.arrow_with(
        connection,
        f"""
        SELECT {", ".join([*columns, *(f'given."{one}"' for one in own)])}
        FROM given
        JOIN (SELECT DISTINCT group_id, club, rules FROM core.sessions) AS groups ON group_id = given.club
        {"JOIN core.persons ON person_id = given.person" if has_person else ""}
        ORDER BY ALL
        """,
        pa.Table.from_pandas(frame, preserve_index=False),
    )


def _rates(connection: Connection) -> None:
    from audit.stats.intervals import rates
    from audit.stats.shrink import shrunk_rates

    counts = _frame(connection, "FROM core.rate_counts ORDER BY ALL")
    _put(connection, "marts.player_rates", shrunk_rates(rates(counts)))


def _means(connection: Connection) -> None:
    from audit.stats.intervals import SESSION_SUMS, clustered_means
    from audit.stats.shrink import shrunk_means

    sums = _frame(connection, "FROM core.mean_sums ORDER BY ALL")
    found = shrunk_means(clustered_means(sums))
    _put(connection, "marts.player_means", found[[name for name in found.columns if name not in SESSION_SUMS[3:]]])


# ------------------------------------------------------------------------------------------------ sessions


def _of_evenings(connection: Connection) -> None:
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

_WINS = """
    SELECT group_id AS club, 0 AS rules, ordinal, number, person_id AS person, won, net
    FROM core.numbered_seats
    WHERE NOT sits_out
    ORDER BY group_id, ordinal, number, place
"""
_HANDS = """
    SELECT group_id AS club, 0 AS rules, ordinal, number, person_id AS person,
           * EXCLUDE (session_id, group_id, ordinal, number, person_id, place, won)
    FROM core.numbered_seats
    WHERE session_id BETWEEN {first} AND {last}
    ORDER BY group_id, ordinal, number, place
"""


def _streaks(connection: Connection) -> None:
    from audit.stats.streaks import records, streaks

    rows = _frame(connection, _WINS)
    query.create_table(connection, "marts.streaks", _named(connection, streaks(rows)))
    query.create_table(connection, "marts.player_records", _named(connection, records(rows)))


def luck(target: Connection, source: Connection) -> None:
    """Fill the part `luck`: `players`, `fits`, `coefficients`, `sessions`."""
    from audit.stats.luck import luck, player_luck

    def portions() -> Iterator[pd.DataFrame]:
        for first, last in _ranges(source):
            yield _frame(source, _HANDS.format(first=first, last=last))

    found = luck(portions)
    frames = {"players": player_luck(found.evenings), "fits": found.fits, "coefficients": found.coefficients}
    for name, frame in {**frames, "sessions": found.evenings}.items():
        query.create_table(target, name, _named(source, frame))


def _ranges(connection: Connection) -> list[tuple[int, int]]:
    """Runs of whole sessions of about `PORTION` deals, by the first and the last number."""
    return query.rows(
        connection,
        f"""
        SELECT min(session_id), max(session_id)
        FROM (
            SELECT session_id, (sum(count(*)) OVER (ORDER BY session_id) // {PORTION}) AS portion
            FROM core.deals GROUP BY session_id
        )
        GROUP BY portion ORDER BY portion
        """,
    )
