"""Decisions about records, kept in a database: none is changed, one that is taken back says by which event."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from audit.choice import Key
from audit.corrections import Correction
from audit.decisions import Decision, Resolution
from audit.logs.forms import JSONL
from audit.logs.problems import Problems
from audit.model import Deal
from audit.ruleset import pack_of
from audit.store import query
from audit.store.query import Connection
from audit.store.records import session_ids


class Taken(NamedTuple):
    """A decision as it was taken, whether it still holds or not."""

    key: Key
    decision: Decision
    undone: int | None


def add_correction(connection: Connection, session_id: int, correction: Correction) -> None:
    """Keep a correction."""
    query.run(
        connection,
        "INSERT INTO ruled.corrections VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        [
            correction.event,
            session_id,
            correction.number,
            JSONL.write([correction.original]),
            JSONL.write([correction.corrected]),
            json.dumps(correction.changes, ensure_ascii=False),
            correction.reason,
            correction.person,
        ],
    )


def add_resolution(connection: Connection, session_id: int, resolution: Resolution) -> None:
    """Keep a resolution."""
    query.run(
        connection,
        "INSERT INTO ruled.resolutions VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
        [
            resolution.event,
            session_id,
            resolution.number,
            resolution.kept,
            list(resolution.rejected),
            resolution.reason,
            resolution.person,
        ],
    )


def taken(connection: Connection, keys: Iterable[Key] | None = None) -> list[Taken]:
    """All decisions about the sessions `keys` (about all, if left out), in the order in which they were taken."""
    condition, parameters = "", []
    if keys is not None:
        condition, parameters = "WHERE session_id IN (SELECT unnest(?))", [list(session_ids(connection, keys).values())]

    def rows(columns: str, table: str) -> Sequence[Sequence[Any]]:
        return query.rows(
            connection,
            f"SELECT club, session, undone, event, {columns} FROM ruled.{table} "
            f"JOIN recorded.named_sessions USING (session_id) {condition}",
            parameters,
        )

    found = [
        Taken(
            (club, session),
            Correction(event, number, _deal(original), _deal(corrected), _changes(changes), reason, person),
            undone,
        )
        for club, session, undone, event, number, original, corrected, changes, reason, person in rows(
            "number, original, corrected, changes, reason, person", "corrections"
        )
    ]
    found += [
        Taken((club, session), Resolution(event, number, kept, tuple(aside), reason, person), undone)
        for club, session, undone, event, number, kept, aside, reason, person in rows(
            "number, kept, rejected, reason, person", "resolutions"
        )
    ]
    return sorted(found, key=lambda one: one.decision.event)


def standing(connection: Connection, keys: Iterable[Key] | None = None) -> Mapping[Key, list[Decision]]:
    """By session, the decisions that hold."""
    found: dict[Key, list[Decision]] = defaultdict(list)
    for one in taken(connection, keys):
        if one.undone is None:
            found[one.key].append(one.decision)
    return found


def undo(connection: Connection, event: int, by: int) -> list[int]:
    """Take the decision `event` back by the event `by`; the sessions that it is about."""
    found = []
    for table in ("corrections", "resolutions"):
        found += query.rows(
            connection,
            f"UPDATE ruled.{table} SET undone = ? WHERE event = ? AND undone IS NULL RETURNING session_id",
            [by, event],
        )
    return [row[0] for row in found]


def _deal(text: str) -> Deal:
    """The record that `write_jsonl` wrote."""
    # As one line, whatever it holds that somebody might take for the end of one.
    return JSONL.read([text], pack_of, Problems("")).deals[0]


def _changes(text: str) -> tuple[tuple[str | None, str | None], ...]:
    return tuple((was, now) for was, now in json.loads(text))
