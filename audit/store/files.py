"""The files that imports read: what could not be read in them, and imports taken back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from audit.model import Place, Problem, Quarantined
from audit.store import query
from audit.store.query import Connection
from audit.store.records import Key, session_ids

_OF_SESSIONS = """
    AND file_id IN (
        SELECT file_id FROM recorded.sources JOIN recorded.records USING (record_id)
        WHERE session_id IN (SELECT unnest(?))
    )
"""


class File(NamedTuple):
    """A file that an import read."""

    event: int
    name: str
    records: int
    undone: int | None


def stored_hashes(connection: Connection, hashes: Iterable[str]) -> set[str]:
    """Which of the contents `hashes` are in the database, in a file that was not taken back."""
    rows = query.rows(
        connection,
        "SELECT sha256 FROM recorded.files WHERE undone IS NULL AND sha256 IN (SELECT unnest(?))",
        [list(hashes)],
    )
    return {row[0] for row in rows}


def files(connection: Connection) -> list[File]:
    """All files, those taken back too, by import and name."""
    rows = query.rows(connection, "SELECT event, name, records, undone FROM recorded.files ORDER BY event, name")
    return [File(*row) for row in rows]


def problems(connection: Connection, keys: Iterable[Key] | None = None) -> list[Problem]:
    """What could not be read in the files of the sessions `keys` (in all, if left out), by place."""
    condition, parameters = _condition(connection, keys)
    rows = query.rows(
        connection,
        'SELECT name, line, "column", code, severity, what, excerpt, params FROM recorded.problems '
        f"JOIN recorded.files USING (file_id) WHERE undone IS NULL {condition} ORDER BY ALL",
        parameters,
    )
    return [
        Problem(
            place=Place(name, line, column),
            code=code,
            severity=severity,
            what=what,
            excerpt=excerpt,
            params=json.loads(params),
        )
        for name, line, column, code, severity, what, excerpt, params in rows
    ]


def quarantined(connection: Connection, keys: Iterable[Key] | None = None) -> list[Quarantined]:
    """The records of those files that could not be taken as deals, by place."""
    condition, parameters = _condition(connection, keys)
    rows = query.rows(
        connection,
        "SELECT name, line, code FROM recorded.quarantined JOIN recorded.files USING (file_id) "
        f"WHERE undone IS NULL {condition} ORDER BY ALL",
        parameters,
    )
    return [Quarantined(Place(name, line), code) for name, line, code in rows]


def _condition(connection: Connection, keys: Iterable[Key] | None) -> tuple[str, list[list[int]]]:
    return ("", []) if keys is None else (_OF_SESSIONS, [list(session_ids(connection, keys).values())])


def count_problems(connection: Connection) -> Counter[str]:
    """By severity, how much could not be read in all files."""
    rows = query.rows(
        connection,
        "SELECT severity, count(*) FROM recorded.problems JOIN recorded.files USING (file_id) "
        "WHERE undone IS NULL GROUP BY ALL",
    )
    return Counter(dict(rows))


def undo(connection: Connection, event: int, by: int) -> list[int]:
    """Take the import `event` back by the event `by`; the numbers of the records that its files hold."""
    taken = query.rows(
        connection,
        "UPDATE recorded.files SET undone = ? WHERE event = ? AND undone IS NULL RETURNING file_id",
        [by, event],
    )
    rows = query.rows(
        connection,
        "SELECT DISTINCT record_id FROM recorded.sources WHERE file_id IN (SELECT unnest(?))",
        [[row[0] for row in taken]],
    )
    return [row[0] for row in rows]
