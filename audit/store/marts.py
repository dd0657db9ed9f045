"""The files in which statistics stand, beside a club's database: made from the last snapshot by whoever first asks.

The name of a file tells what it was made from and by which code; one of another name is out of date. It is put in place
whole, so that nobody reads half of one, and an import never waits for it. What takes longer than the rest has a file of
its own (a *part*), which is made only when somebody asks for it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import duckdb

from audit import __version__
from audit.refusal import Refused
from audit.resources import folder
from audit.store import query
from audit.store.connection import CONFIG, reading, real_path, refusing
from audit.store.layers import LAYERS, PARTS
from audit.store.query import Connection

Build = Callable[[Connection, Connection], None]
"""What fills a new file, from: the club's database, which is attached to the new file as `club`, too; or, of a part,
the file of the rest.
"""

_UNFINISHED = ".unfinished"
_OURS = re.compile(r"g\d{6,}-[0-9a-f]{16}(-[a-z]+)?\.duckdb(?P<unfinished>\.unfinished-.*)?(\.wal)?")
"""The names of our files."""

_OF_FILES = (duckdb.IOException, duckdb.FatalException, duckdb.OutOfMemoryException)
"""What DuckDB raises when it cannot read or write a file; on a full disk any of them."""

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
    depend on. Raises `Refused` when the database cannot be used, or there is no room to make them.
    """
    with ExitStack() as temporary, reading(path) as club:
        stem = _stem(club, code)
        place = folder_of(path)
        # In a database of its own, for all connections of a program to one file share what is attached and set.
        connection = duckdb.connect(config=CONFIG)
        try:
            _attach(connection, _file_of(club), "club")
            _stand(connection, "statistics", place / f"{stem}.duckdb", _Making(path, build, club, True), temporary)
            query.run(connection, "USE statistics")
            for name in wanted:
                making = _Making(path, (parts or {})[name], connection)
                _stand(connection, name, place / f"{stem}-{name}.duckdb", making, temporary)
            yield connection
        except duckdb.Error as error:
            if not query.is_damage(error):
                raise
            _drop(place, lambda file: file.name.startswith(stem))
            raise Refused("statistics.damaged", folder=str(place)) from error
        finally:
            connection.close()


class _Making(NamedTuple):
    """How a file is made."""

    path: Path
    """Of the database."""
    build: Build
    source: Connection
    attach: bool = False
    """The database is attached to the new file."""


def _stand(connection: Connection, name: str, file: Path, making: _Making, temporary: ExitStack) -> None:
    """Attach `file` as `name`; made first where it is not there, or damaged.

    Where its folder cannot be written to, as on a medium for reading only, it is made for this once.
    """
    if file.is_file() and _is_sound(connection, file, name):
        return
    is_kept = _can_be_written(file.parent)
    if not is_kept:
        file = _folder_for_once(file.parent, temporary) / file.name
    _make(file, making)
    _attach(connection, str(file), name)
    if is_kept and making.attach:
        _drop(file.parent, lambda other: not other.name.startswith(file.stem))


def _is_sound(connection: Connection, file: Path, name: str) -> bool:
    """Attach `file` as `name` if it is a whole database: a copy, or a full disk, may have cut it off."""
    try:
        _attach(connection, str(file), name)
    except duckdb.Error:
        return False
    size = "SELECT total_blocks * block_size FROM pragma_database_size() WHERE database_name = ?"
    if file.stat().st_size >= query.number(connection, size, [name]):
        return True
    query.run(connection, f"DETACH {name}")
    return False


def _can_be_written(place: Path) -> bool:
    """Whether files can be made in the folder, which is made if it is not there."""
    try:
        place.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def _folder_for_once(place: Path, temporary: ExitStack) -> Path:
    try:
        return Path(temporary.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    except OSError as error:
        raise Refused("statistics.no-folder", folder=str(place)) from error


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


def _make(file: Path, making: _Making) -> None:
    """Make a file; two who do so at once each make the same one."""
    unfinished = file.with_name(f"{file.name}{_UNFINISHED}-{os.getpid()}-{threading.get_ident()}")
    try:
        connection = duckdb.connect(str(unfinished), config=CONFIG)
        try:
            if making.attach:
                _attach(connection, _file_of(making.source), "club")
            making.build(connection, making.source)
            query.run(connection, "CHECKPOINT")
        finally:
            connection.close()
        os.replace(unfinished, file)
    except (OSError, *_OF_FILES) as error:
        raise _refused(error, making.path, file.parent) from error
    finally:
        for left in file.parent.glob(unfinished.name + "*"):
            left.unlink(missing_ok=True)


def _refused(error: Exception, path: Path, place: Path) -> Refused:
    """What could not be done with files, as the refusal that names the folder to make room in."""
    try:
        with refusing(path):
            raise error
    except Refused as refused:
        return Refused(refused.what, **refused.params | {"folder": str(place)})


def _drop(place: Path, is_old: Callable[[Path], bool]) -> None:
    """Remove those of our files that are old; what somebody still reads, on a system that holds it, goes the next time.

    Nothing else in the folder is touched.
    """
    for other in place.iterdir() if place.is_dir() else ():
        if found := _OURS.fullmatch(other.name):
            with suppress(OSError):
                is_left = time.time() - other.stat().st_mtime > _ABANDONED
                if is_left if found["unfinished"] else is_old(other):
                    other.unlink()
