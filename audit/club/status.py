"""What a database holds, and whether it is in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from audit.choice import hints
from audit.club.judging import count_stale
from audit.refusal import Refused
from audit.store import contents, decisions, events, exports, files, people
from audit.store.connection import reading
from audit.store.contents import ClubCount
from audit.store.events import Event


@dataclass(frozen=True)
class Status:
    """A database at a glance."""

    path: Path
    bytes: int
    clubs: tuple[ClubCount, ...]
    deals: Counter[str]
    """By status."""
    conflicts: int
    """Deals of which records contradict each other, and sessions of which they name different rules."""
    errors: Counter[str]
    """By file: what could not be read in it."""
    quarantined: int
    events: tuple[Event, ...]
    undone: frozenset[int]
    """Events that were taken back."""
    stale: int
    """Sessions that were judged by rules which this version of the tool reads otherwise."""
    broken: tuple[int, ...]
    """Entries of the log that are not what they were when they were written."""


def status(database: Path) -> Status:
    """The database at a glance. Raises `Refused` when it cannot be read."""
    with reading(database) as connection:
        undone = {one.event for one in files.imports(connection) if one.undone is not None}
        undone |= {one.decision.event for one in decisions.taken(connection) if one.undone is not None}
        undone |= {one.event for one in people.aliases(connection) if one.undone is not None}
        return Status(
            path=database,
            bytes=database.stat().st_size,
            clubs=tuple(contents.clubs(connection)),
            deals=contents.statuses(connection),
            conflicts=contents.conflicts(connection),
            errors=files.count_errors(connection),
            quarantined=len(files.quarantined(connection)),
            events=tuple(events.events(connection)),
            undone=frozenset(undone),
            stale=count_stale(connection),
            broken=tuple(events.broken(connection)),
        )


def export(database: Path, name: str) -> exports.Table:
    """A table of the database. Raises `Refused` when there is none of that name, or the database cannot be read."""
    with reading(database) as connection:
        if name not in exports.names():
            raise Refused("database.no-table", name=name, **hints(name, exports.names()))
        return exports.table(connection, name)


def tables() -> list[str]:
    """The tables that `export` knows."""
    return exports.names()
