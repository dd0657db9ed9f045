"""Any number of logs into a database: read and judged in portions, by several processes, and put in whole.

Files are taken in by groups, each group in a transaction of its own: what was killed goes on with the group that it was
at. Sessions that a portion tells of wholly come judged (`audit.bulk`). Those that it does not, and those that the
database knows something of, are put together from its records, as `importing` does it.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from audit.bulk.pool import Readers
from audit.club.counts import FileCount
from audit.club.names import as_text, of_file
from audit.club.taking import Taking
from audit.logs.archives.opening import Names
from audit.logs.files import log_files
from audit.logs.forms import FORMS
from audit.logs.plug_ins import plug_ins
from audit.logs.problems import Problems
from audit.store.connection import real_path, writing

GROUP_BYTES = 2**27
"""Of files that are taken in together: what a killed import has to do again, at most, unless one file is larger."""

DATABASE_MEGABYTES = 256
"""What the database may hold in memory meanwhile, however much is taken in."""


class Progress(NamedTuple):
    """How far an import is."""

    done: int
    """Bytes of the logs, of `in_all`."""
    in_all: int
    deals: int
    """Read so far."""
    problems: int
    """What could not be read, what is against the rules and values that are not confirmed, so far."""
    file: str
    """What was read last."""


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class VolumeImport:
    """What an import came to."""

    files: tuple[FileCount, ...]
    """By name."""
    events: tuple[int, ...]
    """The imports that it is in the log of the database; none where there was nothing new."""

    def total(self, what: str) -> int:
        """The sum of one of the counts over all files."""
        return sum(getattr(one, what) for one in self.files)


def import_volume(
    database: Path,
    paths: Sequence[str | Path],
    *,
    dry_run: bool = False,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> VolumeImport:
    """Take the logs at `paths` into `database`, folders walked, and judge what they say; with `dry_run` only say what
    it would come to.

    `workers` processes read: one for each core, if left out; none beside this one, if 0. Whatever the order, the form
    and the number of processes, the outcome is the same. Raises `Refused` when the database cannot be written.
    """
    database = real_path(database)
    found, counts = _files(paths)
    if not found:
        return _by_name(counts, ())
    size = sum(own for _, own in found)
    told = _Told(size, on_progress)
    numbers: list[int] = []
    with ExitStack() as stack:
        if dry_run and not database.exists():
            database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / database.name
        waiting = database.with_name(f"{database.name}.waiting")
        writer = stack.enter_context(writing(database))
        # They end before the writer does: the folder is theirs only as long as nobody else may write.
        readers = stack.enter_context(Readers(workers, size, waiting))
        writer.use_at_most(megabytes=DATABASE_MEGABYTES)
        for group in _groups(found):
            if readers.is_parallel:
                # Beside processes that read there is no core for a second thread; when all is read, there is.
                writer.use_threads(1)
            one = Taking(writer.connection, readers, told.add)
            counts += one.take(group)
            if one.event is not None:
                numbers.append(one.event)
                writer.changed = not dry_run
            if readers.is_parallel:
                writer.use_threads(os.cpu_count() or 1)
            if not dry_run:
                writer.commit()
        if dry_run:
            writer.changed = False
    return _by_name(counts, numbers)


def _by_name(counts: Iterable[FileCount], events: Sequence[int]) -> VolumeImport:
    """What it came to, a name that gave nothing once: an archive may have several members of one name."""
    read: list[FileCount] = []
    refused: dict[str, FileCount] = {}
    for one in counts:
        named = replace(one, problems=tuple(of_file(one.problems)))
        if one.read:
            read.append(named)
        else:
            before = refused.setdefault(one.name, replace(named, problems=()))
            refused[one.name] = replace(named, problems=before.problems + named.problems)
    return VolumeImport(tuple(sorted((*read, *refused.values()), key=lambda one: one.name)), tuple(events))


def _files(paths: Sequence[str | Path]) -> tuple[list[tuple[str, int]], list[FileCount]]:
    """The files with their sizes, as they are named; and the problems of paths that give none."""
    names = Names((*FORMS, *plug_ins().forms))
    found: list[tuple[str, int]] = []
    refused: list[FileCount] = []
    for each in log_files(paths, names.holds_logs, names.listed, strict=False):
        if isinstance(each, Problems):
            refused.append(FileCount(as_text(each.file), problems=tuple(each.all())))
        else:
            found.append((each, os.stat(each).st_size))
    return found, refused


def _groups(found: Sequence[tuple[str, int]]) -> Iterator[list[str]]:
    group: list[str] = []
    size = 0
    for path, own in found:
        if group and size + own > GROUP_BYTES:
            yield group
            group, size = [], 0
        group.append(path)
        size += own
    if group:
        yield group


class _Told:
    """Tells how far it is."""

    def __init__(self, size: int, tell: OnProgress | None) -> None:
        self._tell = tell
        self._size = size
        self._counts: Counter[str] = Counter()

    def add(self, file: str, **more: int) -> None:
        """So many more bytes (`done`), `deals` or `problems`."""
        self._counts.update(more)
        if self._tell is not None:
            counts = self._counts
            self._tell(Progress(counts["done"], self._size, counts["deals"], counts["problems"], file))
