"""Opening a database: one writer at a time, readers on what was last published.

The writer keeps FILE itself. What it has committed it publishes as an immutable numbered copy, which readers
open; so nobody waits for anybody, and a reader never sees half of a change.
"""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from audit.refusal import Refused
from audit.store import query, schema, snapshots
from audit.store.query import Connection

CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "default_block_size": 65536,
}
"""Nothing is ever fetched from anywhere. In blocks of less than 64 KiB DuckDB does not shrink 64-bit numbers; in its
own, four times as large, an evening takes four times the room."""

PATIENCE = 5.0
"""Seconds that a writer waits for another to finish before it gives up."""

RESERVED = frozenset({"recorded", "computed", "ruled", "log", "second_schema", "information_schema", "pg_catalog"})
"""What no file of a database can be called: DuckDB knows a database by its file's name up to the first dot, and would
take that for the schema of the same name."""

_SHORTEST_WAIT, _LONGEST_WAIT = 0.05, 0.5


class Writer:
    """The one connection that may change a database, inside a transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.changed = False
        """Whether there is something to commit; what was not marked so is rolled back."""

    def use_at_most(self, *, megabytes: int) -> None:
        """Let DuckDB hold so much in memory, and put the rest aside on the disk."""
        query.run(self.connection, f"SET memory_limit = '{megabytes}MB'")

    def use_threads(self, threads: int) -> None:
        """Let DuckDB use so many threads."""
        query.run(self.connection, f"SET threads = {threads}")

    def commit(self) -> None:
        """End the transaction and begin another; what is committed is published with the last one."""
        self.end()
        query.run(self.connection, "BEGIN")

    def end(self) -> None:
        """Commit if there is something to, or roll back."""
        if self.changed:
            query.run(self.connection, "UPDATE log.store SET generation = generation + 1")
        query.run(self.connection, "COMMIT" if self.changed else "ROLLBACK")
        self.changed = False


@contextmanager
def writing(path: Path, *, patience: float = PATIENCE) -> Iterator[Writer]:
    """A transaction on the database at `path`, which is made if it is not there.

    At the end it is committed and published, whole, if it changed anything; an exception leaves all as it was.
    Raises `Refused` when the file cannot be written or is none of ours.
    """
    path = real_path(path)
    with refusing(path):
        trusted = snapshots.is_sealed(path)
        # Before anything is changed: what could not be published would be stored, and said to be not.
        snapshots.prepare(path)
        connection = open_for_writing(path, patience)
    try:
        with refusing(path):
            writer = Writer(connection)
            query.run(connection, "BEGIN")
            try:
                writer.changed = schema.bring_up(connection)
                yield writer
            except BaseException:
                with suppress(duckdb.Error):
                    query.run(connection, "ROLLBACK")
                raise
            writer.end()
        # Also when nothing changed: a run before may have been killed between its commit and its publishing.
        with refusing(path, "database.unpublished"):
            snapshots.publish(connection, path, trusted=trusted)
    finally:
        connection.close()
    with refusing(path, "database.unpublished"):
        snapshots.seal(path)


@contextmanager
def refusing(path: Path, what: str | None = None) -> Iterator[None]:
    """Refuse what DuckDB or the system cannot do with the files of the database at `path`, as `what` if given."""
    try:
        yield
    except duckdb.Error as error:
        found = _refusal(error, path)
        raise (Refused(what, **found.params) if what else found) from error
    except OSError as error:
        is_full = error.errno in _NO_ROOM
        reason = NO_ROOM if is_full else error.strerror or str(error)
        found = Refused(
            "database.full" if is_full else "database.io", file=str(path), folder=str(path.parent), reason=reason
        )
        raise (Refused(what, **found.params) if what else found) from error


def real_path(path: Path) -> Path:
    """The file that `path` stands for, whatever links lead to it, as a name that is only a name to DuckDB.

    Raises `Refused` when it can be the name of none.
    """
    text = str(path)
    if not text.strip() or "?" in text or "\0" in text or not text.isprintable():
        raise Refused("database.bad-name", file=text)
    try:
        found = path.resolve()
    except (OSError, RuntimeError) as error:
        raise Refused("database.bad-name", file=text) from error
    if not found.name:
        raise Refused("database.folder", file=text)
    # Before anything is opened: who opens a pipe waits until somebody writes into it.
    if os.path.exists(found) and not os.path.isfile(found):
        raise Refused("database.folder" if os.path.isdir(found) else "database.not-a-file", file=text)
    if found.name.split(".")[0].casefold() in RESERVED:
        raise Refused("database.bad-name", file=text)
    return found


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """What was last committed to the database at `path`, for reading only. Raises `Refused` as `writing` does.

    That is the last snapshot; the file itself where it was put there by other hands, or its writer was killed before
    it could publish.
    """
    shown, path = path, real_path(path)
    with refusing(path):
        absent = _is_absent(path)
    if absent:
        raise Refused("database.missing", file=str(shown))
    connection = _open_for_reading(path)
    if schema.version_of(connection) < schema.newest():
        connection.close()
        _bring_up(path)
        connection = _open_for_reading(path)
    try:
        yield connection
    finally:
        connection.close()


def _bring_up(path: Path) -> None:
    """Bring a database of an older tool up, for which a reader, too, has to wait for a writer."""
    with writing(path):
        pass


def open_for_writing(path: Path, patience: float) -> Connection:
    """The read-write connection to a database, which is made first where there is none."""
    if _is_absent(path):
        _make(path, patience)
    return _checked(_connect(path, path, patience), path)


def _is_absent(path: Path) -> bool:
    """Whether there is no such file yet, or one with nothing in it."""
    return not path.exists() or (path.is_file() and path.stat().st_size == 0)


def _make(path: Path, patience: float) -> None:
    """Make an empty database; it stands under its name only when it is whole, whenever this is killed."""
    unfinished = path.with_name(path.name + ".new")
    try:
        connection = _connect(unfinished, path, patience)
    except Refused as refusal:
        if refusal.what == "database.busy" or not unfinished.exists():
            raise
        # A run that was killed, or had no room on the disk, has left it.
        unfinished.unlink()
        connection = _connect(unfinished, path, patience)
    try:
        query.run(connection, "BEGIN")
        schema.bring_up(connection)
        query.run(connection, "COMMIT")
        query.run(connection, "CHECKPOINT")
    finally:
        connection.close()
    with suppress(FileNotFoundError):
        # Another may have made the database meanwhile, even with this very file.
        if _is_absent(path):
            os.replace(unfinished, path)
        else:
            unfinished.unlink()


def _connect(file: Path, path: Path, patience: float) -> Connection:
    """A read-write connection to `file`, for the database at `path`; another writer is waited for."""
    until, wait = time.monotonic() + patience, _SHORTEST_WAIT
    while True:
        try:
            before = _identity(file)
            connection = duckdb.connect(str(file), config=CONFIG)
            if before in (None, _identity(file)):
                return connection
            # Another has put a new file in its place meanwhile; what is written to the old one would be lost.
            connection.close()
            continue
        except duckdb.Error as error:
            refusal = _refusal(error, path)
            if refusal.what != "database.busy" or time.monotonic() > until:
                raise refusal from error
        time.sleep(wait)
        wait = min(wait * 2, _LONGEST_WAIT)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file of the system stands there; `None`: none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _open_for_reading(path: Path) -> Connection:
    """The last snapshot, if it is of the file as it is; else the file, or the snapshot while a writer has that."""
    snapshot = snapshots.current(path)
    order = [snapshot, path] if snapshots.is_sealed(path) else [path, snapshot]
    first, *rest = (file for file in order if file is not None)
    try:
        return _checked(_connect_to_read(first, path), path)
    except Refused:
        if not rest:
            raise
    return _checked(_connect_to_read(rest[0], path), path)


def _connect_to_read(file: Path, path: Path) -> Connection:
    try:
        return duckdb.connect(str(file), read_only=True, config=CONFIG)
    except duckdb.Error as error:
        raise _refusal(error, path) from error


def _checked(connection: Connection, path: Path) -> Connection:
    """The connection, if it is to a database that this version knows. Raises `Refused`, and closes it."""
    found = schema.version_of(connection)
    if schema.NOT_OURS < found <= schema.newest():
        return connection
    connection.close()
    if found == schema.NOT_OURS:
        raise Refused("database.not-ours", file=str(path))
    raise Refused("database.newer", file=str(path), found=found, newest=schema.newest())


_SAID = (
    ("Could not set lock", "database.busy"),
    ("different configuration", "database.busy"),
    ("not a valid DuckDB", "database.not-ours"),
    ("not currently a valid", "database.not-ours"),
    ("newer version", "database.newer-file"),
    ("version number", "database.newer-file"),
    ("No space left", "database.full"),
    ("quota exceeded", "database.full"),
    ("File too large", "database.full"),
    ("not enough space", "database.full"),
    ("max_temp_directory_size", "database.full"),
)
"""What DuckDB says of a file, and which of our refusals that is."""

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says then, by number."""

NO_ROOM = "No space left on device"
"""And in words, however it is worded where it comes from."""


def _refusal(error: duckdb.Error, path: Path) -> Refused:
    """What DuckDB says of a file, as one of our refusals."""
    # Without the names of files, which may hold any of its words.
    text = re.sub(r'"[^"]*"', '""', str(error))
    what = next((ours for theirs, ours in _SAID if theirs in text), None) or _of_path(path)
    reason = NO_ROOM if what == "database.full" else str(error).splitlines()[0]
    return Refused(what, file=str(path), folder=str(path.parent), reason=reason)


def _of_path(path: Path) -> str:
    """What is wrong with a path itself."""
    if not path.parent.is_dir():
        return "database.no-folder"
    if path.is_dir():
        return "database.folder"
    writable = os.access(path if path.exists() else path.parent, os.W_OK)
    return "database.io" if writable else "database.read-only"
