"""Opening a database: one writer at a time, readers on what was last published.

The writer keeps FILE itself. What it has committed it publishes as an immutable numbered copy, which readers
open; so nobody waits for anybody, and a reader never sees half of a change.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from audit.store import query, schema, snapshots
from audit.store.query import Connection
from audit.store.refusal import Refused

CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "default_block_size": 16384,
}
"""Nothing is ever fetched from anywhere."""

PATIENCE = 5.0
"""Seconds that a writer waits for another to finish before it gives up."""

_SHORTEST_WAIT, _LONGEST_WAIT = 0.05, 0.5


class Writer:
    """The one connection that may change a database, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.changed = False
        """Whether there is something to commit; what was not marked so is rolled back."""


@contextmanager
def writing(path: Path, *, patience: float = PATIENCE) -> Iterator[Writer]:
    """A transaction on the database at `path`, which is made if it is not there.

    At the end it is committed and published, whole, if it changed anything; an exception leaves all as it was.
    Raises `Refused` when the file cannot be written or is none of ours.
    """
    connection = _open_for_writing(path, patience)
    try:
        writer = Writer(connection)
        query.run(connection, "BEGIN")
        try:
            writer.changed = schema.bring_up(connection)
            yield writer
        except BaseException:
            query.run(connection, "ROLLBACK")
            raise
        if writer.changed:
            # Above all that was published here, be it of a database that is no more.
            last = snapshots.last_number(path)
            query.run(connection, "UPDATE log.store SET generation = greatest(generation, ?) + 1", [last])
            query.run(connection, "COMMIT")
        else:
            query.run(connection, "ROLLBACK")
        # Also when nothing changed: a run before may have been killed between its commit and its publishing.
        snapshots.publish(connection, path)
    except duckdb.IOException as error:
        raise _refusal(error, path) from error
    finally:
        connection.close()


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """What was last published of the database at `path`, for reading only. Raises `Refused` as `writing` does."""
    if _is_absent(path):
        raise Refused("missing", file=str(path))
    connection = _open_for_reading(path)
    if schema.version_of(connection) < schema.newest():
        connection.close()
        with writing(path):
            """Opening it for writing brings it up."""
        connection = _open_for_reading(path)
    try:
        yield connection
    finally:
        connection.close()


def _open_for_writing(path: Path, patience: float) -> Connection:
    """The read-write connection to a database, which is made first where there is none."""
    if _is_absent(path):
        _make(path, patience)
    return _connect(path, patience)


def _is_absent(path: Path) -> bool:
    """Whether there is no such file yet, or one with nothing in it."""
    return not path.exists() or (path.is_file() and path.stat().st_size == 0)


def _make(path: Path, patience: float) -> None:
    """Make an empty database; it stands under its name only when it is whole, whenever this is killed."""
    unfinished = path.with_name(path.name + ".new")
    try:
        connection = _connect(unfinished, patience)
    except Refused as refusal:
        if refusal.what != "not-ours":
            raise Refused(refusal.what, **{**refusal.params, "file": str(path)}) from refusal
        # A run that was killed has left it.
        unfinished.unlink()
        connection = _connect(unfinished, patience)
    try:
        query.run(connection, "BEGIN")
        schema.bring_up(connection)
        query.run(connection, "COMMIT")
        query.run(connection, "CHECKPOINT")
    finally:
        connection.close()
    if _is_absent(path) and unfinished.exists():
        os.replace(unfinished, path)


def _connect(path: Path, patience: float) -> Connection:
    """A read-write connection; another writer is waited for."""
    until, wait = time.monotonic() + patience, _SHORTEST_WAIT
    while True:
        try:
            return duckdb.connect(str(path), config=CONFIG)
        except duckdb.Error as error:
            refusal = _refusal(error, path)
            if refusal.what != "busy" or time.monotonic() > until:
                raise refusal from error
        time.sleep(wait)
        wait = min(wait * 2, _LONGEST_WAIT)


def _open_for_reading(path: Path) -> Connection:
    published = snapshots.current(path) or path
    try:
        connection = duckdb.connect(str(published), read_only=True, config=CONFIG)
    except duckdb.Error as error:
        raise _refusal(error, path) from error
    try:
        schema.refuse_newer(connection)
    except Refused:
        connection.close()
        raise
    return connection


_SAID = (
    ("lock", "busy"),
    ("not a valid DuckDB", "not-ours"),
    ("not currently a valid", "not-ours"),
    ("newer version", "newer-file"),
    ("version number", "newer-file"),
)
"""What DuckDB says of a file, and which of our refusals that is."""


def _refusal(error: duckdb.Error, path: Path) -> Refused:
    """What DuckDB says of a file, as one of our refusals."""
    text = str(error)
    what = next((ours for theirs, ours in _SAID if theirs in text), None) or _of_path(path)
    return Refused(what or "io", file=str(path), folder=str(path.parent), reason=text.splitlines()[0])


def _of_path(path: Path) -> str | None:
    """What is wrong with a path itself."""
    if not path.parent.is_dir():
        return "no-folder"
    if path.is_dir():
        return "folder"
    writable = os.access(path if path.exists() else path.parent, os.W_OK)
    return None if writable else "read-only"
