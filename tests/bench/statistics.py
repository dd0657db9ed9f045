"""What statistics take: to be made from a database of lean deals, and to answer what a dashboard asks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from audit.club.statistics import statistics
from audit.store import query
from tests.bench import volume

Row = tuple[str, str, str]

RUNS = 5

QUERIES = {
    "the ranking of a club": "FROM marts.players WHERE club = $1 ORDER BY rating_at_least DESC",
    "all rates of a player": "FROM marts.player_rates WHERE club = $1 AND person = $2",
    "all sessions of a player": "FROM marts.player_sessions WHERE club = $1 AND person = $2 ORDER BY ordinal",
    "ratings of a player in time": "FROM marts.rating_history WHERE club = $1 AND person = $2 ORDER BY ordinal",
    "who pays whom in a club": "FROM marts.head_to_head WHERE club = $1 AND $2 IS NOT NULL",
    "mistakes of a club by month": "SELECT month, kind, sum(wrong), sum(confirmed) FROM marts.scoring "
    "WHERE club = $1 AND $2 IS NOT NULL GROUP BY ALL",
    "the fondo of a session": "SELECT number, fondo_start, fondo_end FROM core.deals "
    "WHERE $1 <> $2 AND session_id = 77",
    "wins by seat, of all deals": "SELECT seat, avg(won::INT), avg(points) FROM core.seats "
    "WHERE $1 <> $2 GROUP BY seat",
}
"""What dashboards ask, of a club and a person."""


def rows(database: Path, deals: int) -> Iterator[Row]:
    """How long statistics take to be made, and each query on them at its best."""
    first = volume.run("sql", "SELECT 1", "--db", str(database))
    told = f"{first.seconds:.1f} s, {first.peak / 2**20:,.0f} MiB at most"
    yield f"statistics of {deals:,} deals, made", told, f"{deals / first.seconds:,.0f} deals/s"
    again = volume.run("sql", "SELECT 1", "--db", str(database))
    yield "the same, opened again", f"{again.seconds:.2f} s", f"{again.seconds / first.seconds:.2f} × the first time"
    luck = volume.run("sql", "SELECT count(*) FROM luck.players", "--db", str(database))
    yield "luck, made", f"{luck.seconds:.1f} s", f"{deals / luck.seconds:,.0f} deals/s"
    with statistics(database) as connection:
        ((club, person),) = query.rows(connection, "SELECT club, person FROM marts.players ORDER BY ALL LIMIT 1")
        for label, sql in QUERIES.items():
            times = []
            for _ in range(RUNS):
                begin = time.perf_counter()
                query.arrow(connection, sql, [club, person])
                times.append(time.perf_counter() - begin)
            yield label, f"{min(times) * 1000:.0f} ms", f"of {deals:,} deals"
