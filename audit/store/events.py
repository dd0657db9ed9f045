"""The log of what was done to a database: entries are added, never changed, and each is chained to the one before.

The chain is over commitments, hashes of what was done with a salt of its own: when a person is erased, salt and
data of an entry go, and the chain can still be followed.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from audit.store import query
from audit.store.query import Connection

KINDS = ("import", "undo", "correction", "resolution", "resettlement", "ruling", "alias", "erasure")
"""What can be done."""

_BEGINNING = "0" * 64
"""The hash before the first entry's."""


class Event(NamedTuple):
    """An entry of the log."""

    event: int
    kind: str
    at: str
    tool: str
    rules_hash: str
    data: dict[str, Any] | None
    """What was done; `None` when it was erased."""


class Tool(NamedTuple):
    """Which version of the tool, with which rules, does something."""

    version: str
    rules_hash: str


def next_event(connection: Connection) -> int:
    """The number of the next entry."""
    return query.number(connection, "SELECT coalesce(max(event), 0) + 1 FROM log.events")


def append(connection: Connection, tool: Tool, kind: str, data: Mapping[str, Any]) -> int:
    """Add an entry and give its number. Raises `ValueError` for a kind that there is not."""
    if kind not in KINDS:
        raise ValueError(f"no kind of event {kind!r}; there are {', '.join(KINDS)}")
    number = next_event(connection)
    before = query.rows(connection, "SELECT hash FROM log.events WHERE event = ?", [number - 1])
    previous = str(before[0][0]) if before else _BEGINNING
    at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    salt = secrets.token_bytes(16)
    commitment = _commitment(salt, text)
    columns = (number, kind, at, tool.version, tool.rules_hash)
    link = _link(columns, commitment, previous)
    query.run(
        connection,
        "INSERT INTO log.events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [*columns, text, salt, commitment, previous, link],
    )
    query.run(connection, "UPDATE log.store SET last_hash = ?", [link])
    return number


def events(connection: Connection) -> list[Event]:
    """All entries, in order."""
    rows = query.rows(connection, "SELECT event, kind, done_at, tool, rules_hash, data FROM log.events ORDER BY event")
    return [
        Event(number, kind, at, tool, rules_hash, json.loads(data) if data is not None else None)
        for number, kind, at, tool, rules_hash, data in rows
    ]


def broken(connection: Connection) -> Iterator[int]:
    """The entries whose data, columns or place in the chain are not what they were when they were written."""
    previous = _BEGINNING
    rows = query.rows(
        connection,
        "SELECT event, kind, done_at, tool, rules_hash, data, salt, commitment, previous, hash "
        "FROM log.events ORDER BY event",
    )
    for place, (number, kind, at, tool, rules_hash, text, salt, commitment, before, link) in enumerate(rows, 1):
        erased = salt is None and text is None
        whole = erased or (salt is not None and _commitment(salt, text) == commitment)
        columns = (number, kind, at, tool, rules_hash)
        if number != place or not whole or before != previous or link != _link(columns, commitment, before):
            yield number
        previous = link
    ((last,),) = query.rows(connection, "SELECT last_hash FROM log.store")
    if previous != (last or _BEGINNING):
        # Entries were cut off at the end.
        yield len(rows) + 1


def _commitment(salt: bytes, text: str | None) -> str:
    return hashlib.sha256(salt + (text or "").encode()).hexdigest()


def _link(columns: tuple[object, ...], commitment: str, previous: str) -> str:
    text = json.dumps([*columns, commitment, previous], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
