"""What a database holds, and whether it is in order."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from audit.fingerprint import fingerprint
from audit.ruleset import load, ruleset_ids
from audit.store import events, exports, files, query, rulings
from audit.store.connection import reading
from audit.store.events import Event
from audit.store.query import Connection
from audit.store.refusal import Refused
from audit.store.rulings import Taken


@dataclass(frozen=True)
class ClubCount:
    """How much there is of one club."""

    club: str
    sessions: int
    deals: int
    first: str | None
    """The date of its first session that has one."""
    last: str | None


@dataclass(frozen=True)
class Status:
    """A database at a glance."""

    path: Path
    bytes: int
    generation: int
    clubs: tuple[ClubCount, ...]
    deals: Counter[str]
    """By status."""
    conflicts: int
    """Deals of which records contradict each other, and sessions of which they name different rules."""
    problems: Counter[str]
    """By severity."""
    quarantined: int
    events: tuple[Event, ...]
    undone: frozenset[int]
    """Events that were taken back."""
    decisions: tuple[Taken, ...]
    stale: int
    """Sessions that were settled by rules which this version of the tool reads otherwise."""
    broken: tuple[int, ...]
    """Entries of the log that are not what they were when they were written."""


def status(database: Path) -> Status:
    """The database at a glance. Raises `Refused` when it cannot be read."""
    with reading(database) as connection:
        decisions = rulings.taken(connection)
        undone = {one.undone for one in files.files(connection)} | {one.undone for one in decisions}
        return Status(
            path=database,
            bytes=database.stat().st_size,
            generation=query.number(connection, "SELECT generation FROM log.store"),
            clubs=tuple(_clubs(connection)),
            deals=Counter(dict(query.rows(connection, "SELECT status, count(*) FROM computed.deals GROUP BY ALL"))),
            conflicts=_conflicts(connection),
            problems=files.count_problems(connection),
            quarantined=len(files.quarantined(connection)),
            events=tuple(events.events(connection)),
            undone=frozenset(_undone(connection, undone)),
            decisions=tuple(decisions),
            stale=_stale(connection),
            broken=tuple(events.broken(connection)),
        )


def _clubs(connection: Connection) -> list[ClubCount]:
    rows = query.rows(
        connection,
        "SELECT clubs.name, count(DISTINCT session_id), count(*), min(date), max(date) FROM computed.deals "
        "JOIN computed.sessions USING (session_id) JOIN recorded.sessions USING (session_id) "
        "JOIN recorded.clubs USING (club_id) GROUP BY clubs.name ORDER BY clubs.name",
    )
    return [ClubCount(*row) for row in rows]


def _conflicts(connection: Connection) -> int:
    """Deals in several versions count once each, and a session whose rules differ once."""
    return query.number(
        connection,
        "SELECT (SELECT count(*) FROM computed.deals WHERE version = 2) + (SELECT count(*) FROM computed.sessions "
        "WHERE rules_differ)",
    )


def _undone(connection: Connection, by: set[int | None]) -> set[int]:
    """The events that the events `by` took back."""
    undoing = {one.event: one.data or {} for one in events.events(connection) if one.event in by}
    return {data["event"] for data in undoing.values() if "event" in data}


def _stale(connection: Connection) -> int:
    rows = query.rows(
        connection, "SELECT rules, options, rules_hash, count(*) FROM computed.sessions WHERE settled GROUP BY ALL"
    )
    return sum(
        count
        for rules, options, rules_hash, count in rows
        if rules not in ruleset_ids() or fingerprint(load(rules, json.loads(options))) != rules_hash
    )


def export(database: Path, name: str) -> exports.Table:
    """A table of the database. Raises `Refused` when there is none of that name, or the database cannot be read."""
    with reading(database) as connection:
        if name not in exports.names():
            raise Refused("no-table", name=name, names=", ".join(exports.names()))
        return exports.table(connection, name)


def tables() -> list[str]:
    """The tables that `export` knows."""
    return exports.names()
