"""What the terminal shows of the statistics: the ranking, one player, the club; as rows of plain values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from audit.choice import clubs_called, hints
from audit.club.statistics import statistics
from audit.logs.fields import normal
from audit.refusal import Refused
from audit.store import query
from audit.store.query import Connection

Rows = list[dict[str, Any]]

_RANKING = """
    FROM marts.players
    WHERE club IN (SELECT unnest(?))
    ORDER BY club, rules, rating_at_least DESC NULLS LAST, person
"""
_SEATED = """
    SELECT person, names FROM core.persons
    WHERE club_id IN (SELECT club_id FROM core.sessions WHERE club IN (SELECT unnest(?)))
"""
_OF_PLAYER = "WHERE club = ? AND rules = ? AND person = ?"
_OF_CLUB = "WHERE club = ? AND rules = ?"


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
            for row in _rows(connection, _SEATED, own):
                if normal(name) in map(normal, (row["person"], *row["names"])):
                    raise Refused("statistics.none-counted", name=row["person"])
            raise Refused("statistics.no-player", name=name, **hints(name, (row["person"] for row in known)))
        return [_player(connection, row) for row in found]


def _player(connection: Connection, row: dict[str, Any]) -> Player:
    key = [row["club"], row["rules"], row["person"]]
    return Player(
        row,
        _rows(connection, f"FROM marts.player_rates {_OF_PLAYER}", key),
        _rows(connection, f"FROM marts.player_means {_OF_PLAYER}", key),
        _rows(connection, f"FROM marts.player_seats {_OF_PLAYER} ORDER BY seat NULLS LAST", key),
        _rows(
            connection,
            f"FROM marts.player_pairs {_OF_PLAYER} ORDER BY received - paid DESC, other NULLS LAST",
            key,
        ),
    )


def clubs(database: Path, club: str | None = None, season_begins: str | None = None) -> list[Club]:
    """The clubs, under each ruleset. Raises `Refused` where there is no such club, or no deal."""
    with statistics(database, season_begins) as connection:
        return [_club(connection, row) for row in _clubs(connection, database, club)]


def _club(connection: Connection, row: dict[str, Any]) -> Club:
    key = [row["club"], row["rules"]]
    return Club(
        row,
        tantos=_rows(connection, f"FROM marts.rule_tantos {_OF_CLUB} ORDER BY tantos DESC, rule", key),
        scoring=_rows(connection, f"FROM marts.scoring_kinds {_OF_CLUB} ORDER BY wrong DESC, kind", key),
        unverified=_rows(connection, f"FROM marts.unverified_reasons {_OF_CLUB} ORDER BY claims DESC, reason", key),
        takers=_rows(connection, f"FROM marts.fondo_totals {_OF_CLUB} AND taken > 0 ORDER BY taken DESC, person", key),
    )


def _clubs(connection: Connection, database: Path, club: str | None) -> Rows:
    found = _rows(connection, "FROM marts.clubs ORDER BY club, rules", [])
    if not found:
        raise Refused("statistics.empty", file=str(database))
    called = clubs_called((row["club"] for row in found), club)
    return [row for row in found if row["club"] in called]


def _rows(connection: Connection, sql: str, parameters: Sequence[Any]) -> Rows:
    return list(query.arrow(connection, sql, parameters).to_pylist())
