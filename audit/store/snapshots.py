"""Numbered, immutable copies of a database for those who read it.

Beside `club.duckdb` the folder `club.duckdb.snapshots` holds the last few as `g000012.duckdb`, and in `CURRENT` the
name of the one that counts. A file is never replaced under its own name: who holds it goes on reading it.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from audit.store import query
from audit.store.query import Connection

KEPT = 3
"""Snapshots that stay, so that a reader who was told a name a moment ago still finds it."""

_POINTER, _SEAL = "CURRENT", "SEAL"
_UNFINISHED = ".unfinished"
_NAME = re.compile(r"g(\d{6,})\.duckdb")


def folder_of(path: Path) -> Path:
    """The folder of a database's snapshots."""
    return path.with_name(path.name + ".snapshots")


def current(path: Path) -> Path | None:
    """The snapshot that readers open; `None` when there is none."""
    try:
        name = (folder_of(path) / _POINTER).read_bytes().decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    found = folder_of(path) / name if _NAME.fullmatch(name) else None
    return found if found and found.is_file() else None


def prepare(path: Path) -> None:
    """Make the folder of the snapshots. Raises `OSError` when there cannot be one, or nothing be written into it."""
    folder = folder_of(path)
    if path.parent.is_dir():
        folder.mkdir(exist_ok=True)
        probe = folder / f"probe{_UNFINISHED}"
        probe.touch()
        probe.unlink(missing_ok=True)


def last_number(path: Path) -> int:
    """The highest number that a snapshot of the database has, or one that stood in its place before; 0: none."""
    return max((int(found[1]) for each in _snapshots(path) if (found := _NAME.fullmatch(each.name))), default=0)


def seal(path: Path) -> None:
    """Note how the database looks now that its writer is done, so that it is noticed when other hands change it."""
    unfinished = folder_of(path) / (_SEAL + _UNFINISHED)
    unfinished.write_text(_look(path), encoding="utf-8")
    os.replace(unfinished, folder_of(path) / _SEAL)


def is_sealed(path: Path) -> bool:
    """Whether database and snapshot are as the last writer left them, so that the one is a copy of the other."""
    try:
        return (folder_of(path) / _SEAL).read_bytes() == _look(path).encode()
    except OSError:
        return False


def _look(path: Path) -> str:
    """Size, time of the last change, and place on the disk of the database, and of the snapshot that counts."""
    files = [path, *filter(None, [current(path)])]
    found = [file.stat() for file in files]
    return "".join(f"{each.st_size} {each.st_mtime_ns} {each.st_ino}\n" for each in found)


def publish(connection: Connection, path: Path, *, trusted: bool) -> None:
    """Publish what is committed, unless that is done already; which counts only where the file is `trusted` to be the
    one that the last snapshot is of. A number is never used twice.
    """
    generation = query.number(connection, "SELECT generation FROM log.store")
    folder = folder_of(path)
    if trusted and current(path) == folder / _name(generation):
        return
    if last_number(path) >= generation:
        generation = last_number(path) + 1
        query.run(connection, "UPDATE log.store SET generation = ?", [generation])
    for left in list(folder.glob(f"*{_UNFINISHED}*")):
        # A run that was killed has left it.
        left.unlink()
    unfinished, target = folder / (_name(generation) + _UNFINISHED), folder / _name(generation)
    copy(connection, path, unfinished)
    os.replace(unfinished, target)
    pointer = folder / (_POINTER + _UNFINISHED)
    pointer.write_text(target.name + "\n", encoding="utf-8")
    os.replace(pointer, folder / _POINTER)
    for old in _snapshots(path)[:-KEPT]:
        old.unlink()


def keep_current(path: Path) -> None:
    """Remove all snapshots but the one that counts, and what killed runs have left beside it."""
    counts = current(path)
    folder = folder_of(path)
    for old in [*_snapshots(path), *folder.glob(f"*{_UNFINISHED}*")]:
        if old != counts:
            old.unlink(missing_ok=True)


def _name(generation: int) -> str:
    return f"g{generation:06d}.duckdb"


def _snapshots(path: Path) -> list[Path]:
    """All snapshots, by number."""
    found = [each for each in folder_of(path).glob("g*.duckdb") if _NAME.fullmatch(each.name)]
    return sorted(found, key=lambda each: (len(each.name), each.name))


def copy(connection: Connection, path: Path, target: Path) -> None:
    """Copy the whole database into the new file `target`.

    As it is the one writer that does this, nothing is written meanwhile: once all is in the file itself, its bytes are
    the database. To write every row anew takes fifty times as long.
    """
    query.run(connection, "CHECKPOINT")
    try:
        shutil.copyfile(path, target)
    except PermissionError:
        # A system on which nobody may read a file that somebody writes.
        copy_rows(connection, target)


def copy_rows(connection: Connection, target: Path) -> None:
    """Write every row into the new file `target`: nothing of what was deleted or changed goes with them."""
    ((own,),) = query.rows(connection, "SELECT current_database()")
    name = str(target).replace("'", "''")
    query.run(connection, f"ATTACH '{name}' AS snapshot")
    try:
        query.run(connection, f'COPY FROM DATABASE "{own.replace(chr(34), chr(34) * 2)}" TO snapshot')
    finally:
        query.run(connection, "DETACH snapshot")
