"""The files that imports read: what could not be read in them, and imports taken back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from audit.choice import Key
from audit.model import Place, Problem, Quarantined
from audit.store import query
from audit.store.query import Connection
from audit.store.records import session_ids

_OF_SESSIONS = """
    AND file_id IN (
        SELECT file_id FROM recorded.sources JOIN recorded.records USING (record_id)
        WHERE session_id IN (SELECT unnest(?))
    )
"""


class Import(NamedTuple):
    """A file in an import."""

    event: int
    name: str
    undone: int | None


def ids_of(connection: Connection, hashes: Iterable[str]) -> dict[str, int]:
    """The numbers of the files of the contents `hashes` that the database has, whether they count or not."""
    rows = query.rows(
        connection, "SELECT sha256, file_id FROM recorded.files WHERE sha256 IN (SELECT unnest(?))", [list(hashes)]
    )
    return dict(rows)


def live(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Which of the files `ids` count."""
    rows = query.rows(
        connection, "SELECT file_id FROM recorded.live_files WHERE file_id IN (SELECT unnest(?))", [list(ids)]
    )
    return {row[0] for row in rows}


def bring(connection: Connection, event: int, ids: Iterable[int]) -> None:
    """Note that the import `event` brought the files `ids`."""
    wanted = sorted(ids)
    query.insert(connection, "recorded.imports", {"event": [event] * len(wanted), "file_id": wanted})


def counts(connection: Connection, ids: Iterable[int]) -> dict[int, tuple[int, int]]:
    """By number of a file of `ids`: the records in it, and how many of them could not be taken as deals."""
    rows = query.rows(
        connection,
        "SELECT file_id, any_value(records), count(quarantined.file_id) FROM recorded.files "
        "LEFT JOIN recorded.quarantined USING (file_id) WHERE file_id IN (SELECT unnest(?)) GROUP BY file_id",
        [list(ids)],
    )
    return {number: (records, aside) for number, records, aside in rows}


def imports(connection: Connection) -> list[Import]:
    """All files in all imports, those taken back too, by import and name."""
    rows = query.rows(
        connection,
        "SELECT event, name, undone FROM recorded.imports JOIN recorded.files USING (file_id) ORDER BY event, name",
    )
    return [Import(*row) for row in rows]


def brought_by(connection: Connection, file: str) -> list[int]:
    """The imports that brought a file of the name `file` and count, the first of them first."""
    rows = query.rows(
        connection,
        "SELECT event FROM recorded.imports JOIN recorded.files USING (file_id) "
        "WHERE name = ? AND undone IS NULL ORDER BY event",
        [file],
    )
    return [row[0] for row in rows]


def problems(connection: Connection, keys: Iterable[Key] | None = None) -> list[Problem]:
    """What could not be read in the files of the sessions `keys` (in all, if left out), by place."""
    condition, parameters = _condition(connection, keys)
    rows = query.rows(
        connection,
        'SELECT name, line, "column", code, severity, what, excerpt, params FROM recorded.problems '
        f"JOIN recorded.live_files USING (file_id) WHERE true {condition} ORDER BY ALL",
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
        "SELECT name, line, code FROM recorded.quarantined JOIN recorded.live_files USING (file_id) "
        f"WHERE true {condition} ORDER BY ALL",
        parameters,
    )
    return [Quarantined(Place(name, line), code) for name, line, code in rows]


def _condition(connection: Connection, keys: Iterable[Key] | None) -> tuple[str, list[list[int]]]:
    return ("", []) if keys is None else (_OF_SESSIONS, [list(session_ids(connection, keys).values())])


def count_errors(connection: Connection) -> Counter[str]:
    """By the name of a file, the errors that were found while it was read, with those that were only counted."""
    rows = query.rows(
        connection,
        "SELECT name, sum(if(what = 'too-large.problems', coalesce(CAST(params->>'$.errors' AS BIGINT), 1), 1)) "
        "FROM recorded.problems JOIN recorded.live_files USING (file_id) "
        "WHERE severity = 'error' GROUP BY ALL ORDER BY ALL",
    )
    return Counter({name: int(count) for name, count in rows})


def undo(connection: Connection, event: int, by: int) -> set[int] | None:
    """Take the import `event` back by the event `by`; the numbers of the records that no other import brings.

    `None` when it was taken back before.
    """
    taken = query.rows(
        connection,
        "UPDATE recorded.imports SET undone = ? WHERE event = ? AND undone IS NULL RETURNING file_id",
        [by, event],
    )
    if not taken:
        return None
    rows = query.rows(
        connection,
        "SELECT DISTINCT record_id FROM recorded.sources WHERE file_id IN (SELECT unnest(?)) "
        "AND file_id NOT IN (SELECT file_id FROM recorded.live_files)",
        [[row[0] for row in taken]],
    )
    return {row[0] for row in rows}
