"""What the terminal shows of the statistics: the ranking, one player, the club; as rows of plain values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from audit.choice import hints
from audit.club.statistics import statistics
from audit.logs.fields import normal
from audit.refusal import Refused
from audit.store import query
from audit.store.query import Connection

Rows = list[dict[str, Any]]

_RANKING = """
    FROM marts.players
    WHERE club IN (SELECT unnest(?))
    ORDER BY club, rules, small AND net_small, rating_at_least DESC NULLS LAST, person
"""
_OF_PLAYER = "WHERE club = ? AND rules = ? AND person = ?"
_PAIRS = f"""
    SELECT other, sum(paid)::BIGINT AS paid, sum(received)::BIGINT AS received
    FROM (
        SELECT club, rules, payer AS person, receiver AS other, tantos AS paid, 0 AS received FROM marts.head_to_head
        UNION ALL
        SELECT club, rules, receiver, payer, 0, tantos FROM marts.head_to_head
    )
    {_OF_PLAYER}
    GROUP BY other
    ORDER BY sum(received) - sum(paid) DESC, other NULLS LAST
"""
_SCORING = """
    SELECT kind, sum(confirmed)::BIGINT AS confirmed, sum(wrong)::BIGINT AS wrong, sum(carried)::BIGINT AS carried,
           sum(undetermined)::BIGINT AS undetermined
    FROM marts.scoring WHERE club = ? AND rules = ? GROUP BY kind ORDER BY sum(wrong) DESC, kind
"""
_TAKERS = """
    SELECT person, sum(times_taken)::BIGINT AS times, sum(taken)::BIGINT AS taken
    FROM marts.fondo_takers WHERE club = ? AND rules = ? GROUP BY person HAVING sum(taken) > 0
    ORDER BY sum(taken) DESC, person
"""
_UNVERIFIED = """
    SELECT reason, sum("values")::BIGINT AS "values", max(deals) AS deals
    FROM marts.unverified WHERE club = ? AND rules = ? GROUP BY reason ORDER BY sum("values") DESC, reason
"""


class Ranking(NamedTuple):
    """The players of some clubs, and these."""

    players: Rows
    clubs: Rows


class Player(NamedTuple):
    """A player under one ruleset."""

    player: dict[str, Any]
    rates: Rows
    means: Rows
    seats: Rows
    pairs: Rows


class Club(NamedTuple):
    """A club under one ruleset."""

    club: dict[str, Any]
    tantos: Rows
    scoring: Rows
    unverified: Rows
    takers: Rows


def ranking(database: Path, club: str | None = None, season_begins: str | None = None) -> Ranking:
    """The ranking. Raises `Refused` where there is no such club, or no deal."""
    with statistics(database, season_begins) as connection:
        clubs = _clubs(connection, database, club)
        own = [[row["club"] for row in clubs]]
        return Ranking(_rows(connection, _RANKING, own), clubs)


def player(database: Path, name: str, club: str | None = None, season_begins: str | None = None) -> list[Player]:
    """A player, under each ruleset. Raises `Refused` where there is none of that name."""
    with statistics(database, season_begins) as connection:
        own = [[row["club"] for row in _clubs(connection, database, club)]]
        known = _rows(connection, "FROM marts.players WHERE club IN (SELECT unnest(?)) ORDER BY club, rules", own)
        found = [row for row in known if normal(name) in {normal(row["person"]), *map(normal, row["names"])}]
        if not found:
            raise Refused("statistics.no-player", name=name, **hints(name, (row["person"] for row in known)))
        return [_player(connection, row) for row in found]


def _player(connection: Connection, row: dict[str, Any]) -> Player:
    key = [row["club"], row["rules"], row["person"]]
    return Player(
        row,
        _rows(connection, f"FROM marts.player_rates {_OF_PLAYER}", key),
        _rows(connection, f"FROM marts.player_means {_OF_PLAYER}", key),
        _rows(connection, f"FROM marts.player_seats {_OF_PLAYER} ORDER BY seat NULLS LAST", key),
        _rows(connection, _PAIRS, key),
    )


def clubs(database: Path, club: str | None = None, season_begins: str | None = None) -> list[Club]:
    """The clubs, under each ruleset. Raises `Refused` where there is no such club, or no deal."""
    with statistics(database, season_begins) as connection:
        return [_club(connection, row) for row in _clubs(connection, database, club)]


def _club(connection: Connection, row: dict[str, Any]) -> Club:
    key = [row["club"], row["rules"]]
    tantos = "FROM marts.rule_tantos WHERE club = ? AND rules = ? ORDER BY tantos DESC, rule"
    found = (_rows(connection, sql, key) for sql in (tantos, _SCORING, _UNVERIFIED, _TAKERS))
    return Club(row, *found)


def _clubs(connection: Connection, database: Path, club: str | None) -> Rows:
    found = _rows(connection, "FROM marts.clubs ORDER BY club, rules", [])
    if not found:
        raise Refused("statistics.empty", file=str(database))
    own = [row for row in found if club is None or normal(row["club"]) == normal(club)]
    if not own:
        raise Refused("choice.no-club", name=club, **hints(club or "", (row["club"] for row in found)))
    return own


def _rows(connection: Connection, sql: str, parameters: Sequence[Any]) -> Rows:
    return list(query.arrow(connection, sql, parameters).to_pylist())
