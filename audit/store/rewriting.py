"""A database written anew in a file of its own, so that nothing of what was changed is left in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from audit.store import query, snapshots
from audit.store.connection import CONFIG, PATIENCE, Writer, open_for_writing, real_path, refusing, writing
from audit.store.query import Connection

_REWRITTEN = (".rewriting", ".rewritten")
_BESIDE = (".new", ".tmp", ".waiting", ".marts")
"""What is called so beside a database: on the way to its new file; and left by runs that were killed, or derived."""


@contextmanager
def rewriting(path: Path, *, patience: float = PATIENCE) -> Iterator[Writer]:
    """A transaction on the database at `path`, after which it stands in a new file, with no trace of what was before.

    It is done on a copy, every row of which is then written anew and put in the place of the old file, whole: killed
    at any moment, the one or the other is there. Where nothing was marked as changed, all stays as it was. Raises
    `Refused` as `writing` does. Another writer has to wait; what is left beside the file `finish` takes away.
    """
    with writing(path, patience=patience):
        # A database of an older tool is brought up first.
        pass
    path = real_path(path)
    changed, new = (path.with_name(path.name + ending) for ending in _REWRITTEN)
    with refusing(path):
        held = open_for_writing(path, patience)
    try:
        with refusing(path):
            _remove(path, *_REWRITTEN)
            snapshots.copy(held, path, changed)
            connection = duckdb.connect(str(changed), config=CONFIG)
            try:
                writer = Writer(connection)
                query.run(connection, "BEGIN")
                yield writer
                was_changed = writer.changed
                writer.end()
                if was_changed:
                    snapshots.copy_rows(connection, new)
            finally:
                connection.close()
            if was_changed:
                _put_in_place(held, new, path)
    finally:
        # Also when it was interrupted: the copy says what the database did.
        _remove(path, *_REWRITTEN)
        held.close()


def _put_in_place(held: Connection, new: Path, path: Path) -> None:
    """Replace the file that is held, so that nobody else writes to it meanwhile."""
    try:
        os.replace(new, path)
    except PermissionError:
        # A system on which nobody may replace a file that somebody has open.
        held.close()
        os.replace(new, path)


def finish(path: Path) -> None:
    """Publish the database at `path` as it is, and remove every older copy and leftover beside it: snapshots,
    statistics, what killed runs have left. Who has one of them open reads it to the end. Raises `Refused`.
    """
    with writing(path):
        _remove(real_path(path), *_REWRITTEN, *_BESIDE)
    with refusing(path):
        snapshots.keep_current(real_path(path))


def _remove(path: Path, *endings: str) -> None:
    """Remove what stands beside the database under its name with these endings."""
    for ending in endings:
        for own in (path.with_name(path.name + ending), path.with_name(f"{path.name}{ending}.wal")):
            if own.is_dir():
                shutil.rmtree(own)
            else:
                own.unlink(missing_ok=True)
