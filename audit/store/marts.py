"""The files in which statistics stand, beside a club's database: made from the last snapshot by whoever first asks.

The name of a file tells what it was made from and by which code; one of another name is out of date. It is put in place
whole, so that nobody reads half of one, and an import never waits for it. What takes longer than the rest has a file of
its own (a *part*), which is made only when somebody asks for it.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from audit import __version__
from audit.refusal import Refused
from audit.resources import folder
from audit.store import query
from audit.store.connection import CONFIG, reading, real_path
from audit.store.layers import LAYERS, PARTS
from audit.store.query import Connection

Build = Callable[[Connection, Connection], None]
"""What fills a new file, from: the club's database, which is attached to the new file as `club`, too; or, of a part,
the file of the rest.
"""

_UNFINISHED = ".unfinished"
_ABANDONED = 3600.0
"""Seconds after which what a killed run has left goes."""


def folder_of(path: Path) -> Path:
    """The folder of a database's statistics."""
    path = real_path(path)
    return path.with_name(path.name + ".marts")


@contextmanager
def opened(
    path: Path, build: Build, *, code: str = "", parts: Mapping[str, Build] | None = None, wanted: Sequence[str] = ()
) -> Iterator[Connection]:
    """The statistics of the database at `path`, for reading only; made first where there are none of its last state.

    The database is attached as `club`, and of `parts` those `wanted`, under their names. `code` is what else they
    depend on. Raises `Refused` when the database or its folder cannot be used.
    """
    with reading(path) as club:
        stem = _stem(club, code)
        file = folder_of(path) / f"{stem}.duckdb"
        if not file.is_file():
            _make(path, file, build, club, attach=True)
            _drop_others(file.parent, stem)
        # In a database of its own, for all connections of a program to one file share what is attached and set.
        connection = duckdb.connect(config=CONFIG)
        try:
            _attach(connection, _file_of(club), "club")
            _attach(connection, str(file), "statistics")
            query.run(connection, "USE statistics")
            for name in wanted:
                part = folder_of(path) / f"{stem}-{name}.duckdb"
                if not part.is_file():
                    _make(path, part, (parts or {})[name], connection)
                _attach(connection, str(part), name)
            yield connection
        finally:
            connection.close()


def _stem(club: Connection, code: str) -> str:
    ((generation, last_hash),) = query.rows(club, "SELECT generation, last_hash FROM log.store")
    made_from = hashlib.sha256(f"{last_hash}\n{_source_hash()}\n{code}".encode()).hexdigest()
    return f"g{generation:06d}-{made_from[:16]}"


def _source_hash() -> str:
    """A hash of the version of the tool, and of all SQL of the layers."""
    found = hashlib.sha256(__version__.encode())
    for layer in (*LAYERS, *PARTS):
        for path in sorted((folder("sql") / layer).glob("*.sql")):
            found.update(f"{layer}/{path.name}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _file_of(connection: Connection) -> str:
    ((name,),) = query.rows(connection, "SELECT path FROM duckdb_databases() WHERE database_name = current_database()")
    return str(name)


def _attach(connection: Connection, file: str, name: str) -> None:
    query.run(connection, f"ATTACH '{file.replace(chr(39), chr(39) * 2)}' AS {name} (READ_ONLY)")


def _make(path: Path, file: Path, build: Build, source: Connection, *, attach: bool = False) -> None:
    """Make a file from `source`; two who do so at once each make the same one."""
    unfinished = file.with_name(f"{file.name}{_UNFINISHED}-{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(exist_ok=True)
        connection = duckdb.connect(str(unfinished), config=CONFIG)
        try:
            if attach:
                _attach(connection, _file_of(source), "club")
            build(connection, source)
            query.run(connection, "CHECKPOINT")
        finally:
            connection.close()
        os.replace(unfinished, file)
    except (OSError, duckdb.IOException) as error:
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise Refused("database.io", file=str(path), folder=str(file.parent), reason=reason) from error
    finally:
        for left in file.parent.glob(unfinished.name + "*"):
            left.unlink(missing_ok=True)


def _drop_others(place: Path, stem: str) -> None:
    """Remove what is out of date; what somebody still reads, on a system that holds it, goes the next time."""
    for other in place.glob("g*"):
        with suppress(OSError):
            is_old = time.time() - other.stat().st_mtime > _ABANDONED
            if is_old if _UNFINISHED in other.name else not other.name.startswith(stem):
                other.unlink()
