"""What a database holds, and whether it is in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from audit.club.judging import count_stale
from audit.store import contents, decisions, events, files, people
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
        undone |= {one.event for one in people.mergings(connection) if one.undone is not None}
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
