"""The files that imports read: what could not be read in them, and imports taken back.

A file is its content as it is read: of a score sheet the mapping belongs to it, behind the hash of its bytes and a `+`
(`audit.logs.sheets.mapping.identity`). Of several readings of the same bytes those count that the last import brought,
so that a mapping can be mended; what an earlier one brought is marked as taken back by that import.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from os.path import normpath
from typing import Any, NamedTuple

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


_HASH = 64
"""The length of a hash; what is longer has a mapping behind it."""


class Import(NamedTuple):
    """A file in an import."""

    event: int
    name: str
    undone: int | None
    """The event that took the import back; `None`, too, where only another reading of the file counts."""


class Replaced(NamedTuple):
    """A reading of a file that does not count any more, since there is another of the same bytes."""

    imports: tuple[int, ...]
    """Those that brought it."""
    file_id: int
    """The reading that counts instead."""


class TakenBack(NamedTuple):
    """What taking an import back came to, by numbers of records."""

    gone: set[int]
    """In no view any more."""
    touched: set[int]
    """Those that stand otherwise than before, too."""


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


def bring(connection: Connection, event: int, ids: Iterable[int]) -> dict[int, Replaced]:
    """Note that the import `event` brought the files `ids`; by number the files that do not count any more."""
    wanted = sorted(ids)
    query.insert(connection, "recorded.imports", {"event": [event] * len(wanted), "file_id": wanted})
    return _let_last_count(connection)[0]


def named(names: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Files by name and identity as the log of the database has them: the hash of the bytes, that of the mapping."""
    return [
        {"name": name, **dict(zip(("sha256", "mapping"), identity.split("+"), strict=False))}
        for name, identity in names
    ]


Held = dict[str, list[tuple[str, str]]]
"""By hash of the bytes: name and identity of readings by a mapping."""


def mapped(connection: Connection, coming: Iterable[tuple[str, str]] = ()) -> Held:
    """The readings by a mapping that count, and those among the names and identities that are `coming`."""
    rows = query.rows(
        connection, f"SELECT name, sha256 FROM recorded.live_files WHERE length(sha256) > {_HASH} ORDER BY file_id"
    )
    found: Held = {}
    for name, identity in (*rows, *coming):
        if len(identity) > _HASH:
            found.setdefault(identity[:_HASH], []).append((name, identity))
    return found


def as_held(identity: str, name: str | None, held: Held) -> str:
    """The identity of a reading; for a copy without a mapping of what is read by one that of the reading by it.

    Of a file whose own mapping is gone, told by its name, that is another reading.
    """
    found = held.get(identity, [])
    is_own = name is not None and normpath(name) in {normpath(other) for other, _ in found}
    return identity if is_own or not found else found[0][1]


def _let_last_count(connection: Connection) -> tuple[dict[int, Replaced], set[int]]:
    """Of the readings of the same bytes let those count that the last import brought.

    Which files do not count any more, and which count again.
    """
    content = f"left(sha256, {_HASH})"
    rows = query.rows(
        connection,
        f"SELECT {content}, event, file_id, undone FROM recorded.imports JOIN recorded.files USING (file_id) "
        f"WHERE {content} IN (SELECT {content} FROM recorded.files GROUP BY ALL HAVING count(*) > 1) "
        "AND (undone IS NULL OR undone IN (SELECT event FROM recorded.imports)) ORDER BY ALL",
    )
    last = {own: (event, file_id) for own, event, file_id, _ in rows}
    counting = {file_id for own, event, file_id, _ in rows if event == last[own][0]}
    replaced: dict[int, Replaced] = {}
    again: set[int] = set()
    for own, event, file_id, undone in rows:
        by = None if file_id in counting else last[own][0]
        if by == undone:
            continue
        query.run(
            connection, "UPDATE recorded.imports SET undone = ? WHERE event = ? AND file_id = ?", [by, event, file_id]
        )
        if undone is None:
            before = replaced[file_id].imports if file_id in replaced else ()
            replaced[file_id] = Replaced((*before, event), last[own][1])
        elif by is None:
            again.add(file_id)
    return replaced, again


def replaced_problem(name: str, replaced: Replaced, event: int) -> Problem:
    """That the file `name` has another mapping than before, and was read anew by the import `event`."""
    return Problem(
        place=Place(name, 1),
        code="repeated-key",
        severity="warning",
        what="repeated-key.reading",
        params={"earlier": ", ".join(map(str, replaced.imports)), "event": event},
    )


class Told(NamedTuple):
    """What was told of a file when it was read."""

    records: int
    reasons: Counter[str]
    """By code: the records that could not be taken as deals."""
    problems: list[Problem]


def told(connection: Connection, ids: Iterable[int]) -> dict[int, Told]:
    """By number, what was told of the files `ids`."""
    wanted = list(ids)
    sizes = query.rows(
        connection, "SELECT file_id, records FROM recorded.files WHERE file_id IN (SELECT unnest(?))", [wanted]
    )
    found = {number: Told(records, Counter(), []) for number, records in sizes}
    sql = (
        "SELECT file_id, code, count(*) FROM recorded.quarantined WHERE file_id IN (SELECT unnest(?)) "
        "GROUP BY ALL ORDER BY ALL"
    )
    for number, code, amount in query.rows(connection, sql, [wanted]):
        found[number].reasons[code] = amount
    sql = (
        f"SELECT file_id, {_PROBLEM} FROM recorded.problems JOIN recorded.files USING (file_id) "
        "WHERE file_id IN (SELECT unnest(?)) ORDER BY ALL"
    )
    for number, *row in query.rows(connection, sql, [wanted]):
        found[number].problems.append(_problem(row))
    return found


def imports(connection: Connection) -> list[Import]:
    """All files in all imports, those taken back too, by import and name."""
    rows = query.rows(
        connection,
        "SELECT event, name, CASE WHEN undone NOT IN (SELECT event FROM recorded.imports) THEN undone END "
        "FROM recorded.imports JOIN recorded.files USING (file_id) ORDER BY event, name",
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
        f"SELECT {_PROBLEM} FROM recorded.problems JOIN recorded.live_files USING (file_id) "
        f"WHERE true {condition} ORDER BY ALL",
        parameters,
    )
    return [_problem(row) for row in rows]


_PROBLEM = 'name, line, "column", code, severity, what, excerpt, params'


def _problem(row: Sequence[Any]) -> Problem:
    """The problem in a row of the columns `_PROBLEM`."""
    name, line, column, code, severity, what, excerpt, params = row
    return Problem(
        place=Place(name, line, column),
        code=code,
        severity=severity,
        what=what,
        excerpt=excerpt,
        params=json.loads(params),
    )


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


def undo(connection: Connection, event: int, by: int) -> TakenBack | None:
    """Take the import `event` back by the event `by`; a reading that it replaced counts again.

    `None` when it was taken back before.
    """
    own = "event = ? AND (undone IS NULL OR undone IN (SELECT event FROM recorded.imports))"
    brought = query.rows(connection, f"SELECT file_id, undone IS NULL FROM recorded.imports WHERE {own}", [event])
    if not brought:
        return None
    query.run(connection, f"UPDATE recorded.imports SET undone = ? WHERE {own}", [by, event])
    _, again = _let_last_count(connection)
    rows = query.rows(
        connection,
        """
        WITH touched AS (
            SELECT DISTINCT record_id FROM recorded.sources
            WHERE (file_id IN (SELECT unnest(?)) AND file_id NOT IN (SELECT file_id FROM recorded.live_files))
            OR file_id IN (SELECT unnest(?))
        ), standing AS (
            SELECT DISTINCT record_id FROM recorded.sources JOIN recorded.live_files USING (file_id)
            WHERE record_id IN (SELECT record_id FROM touched)
        )
        SELECT record_id, record_id IN (SELECT record_id FROM standing) FROM touched
        """,
        [[file_id for file_id, counted in brought if counted], list(again)],
    )
    return TakenBack({record for record, stands in rows if not stands}, {record for record, _ in rows})
