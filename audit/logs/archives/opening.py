"""A file as the logs that it holds: itself, or those packed into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from audit.logs import limits
from audit.logs.archives.gz import gz_log
from audit.logs.archives.zip import zip_logs
from audit.logs.data import FileData, LogData, sample
from audit.logs.problems import Problems
from audit.logs.sheets.workbook import refusal_of

ZIP, GZ = ".zip", ".gz"
SUFFIXES = (ZIP, GZ)

_MAGIC = {b"PK\x03\x04": ZIP, b"PK\x05\x06": ZIP, b"\x1f\x8b": GZ}
"""How archives begin; the second is an empty one."""


class Names(NamedTuple):
    """Which files are logs, by their names."""

    suffixes: tuple[str, ...]
    """Of the forms that are read."""

    def is_log(self, name: str) -> bool:
        """Whether a file of this name is a log by itself."""
        return name.lower().endswith(self.suffixes)

    def holds_logs(self, name: str) -> bool:
        """Whether a file of this name may be taken from a folder: a log, one packed by itself, or an archive."""
        return self.is_log(name) or name.lower().endswith(ZIP) or self.is_log(_without_gz(name))

    @property
    def listed(self) -> str:
        """All suffixes, for a message."""
        return ", ".join((*self.suffixes, *SUFFIXES))


def _without_gz(name: str) -> str:
    return name[: -len(GZ)] if name.lower().endswith(GZ) else ""


def archive_kind(name: str, head: bytes, names: Names) -> str | None:
    """Which archive a file is, by its suffix, else by how it begins; `None` when it is none."""
    if name.lower().endswith(SUFFIXES):
        return ZIP if name.lower().endswith(ZIP) else GZ
    if names.is_log(name) or refusal_of(head):
        # A workbook is a zip, too.
        return None
    return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)


def logs_in(path: str, names: Names, new_problems: Callable[[str], Problems]) -> Iterator[LogData | Problems]:
    """Each log of a file, one after the other, or the problems that one has. Raises OSError.

    `new_problems` makes the problems of what has the name that it is given.
    """
    file = FileData(path)
    if file.size > limits.FILE_BYTES:
        problems = new_problems(path)
        problems.add("too-large.file", 1, size=file.size, limit=limits.FILE_BYTES)
        yield problems
        return
    kind = archive_kind(path, sample(file, limits.SAMPLE_BYTES), names)
    if kind is None:
        yield file
    elif kind == ZIP:
        yield from zip_logs(file, names.is_log, new_problems)
    else:
        yield _nested_or(gz_log(file, new_problems(path)), path, names, new_problems)


def _nested_or(
    found: LogData | Problems, path: str, names: Names, new_problems: Callable[[str], Problems]
) -> LogData | Problems:
    """What was packed, unless it is an archive itself."""
    if isinstance(found, Problems):
        return found
    inner = _without_gz(path) or path
    if archive_kind(inner, sample(found, limits.SAMPLE_BYTES), names) is None:
        return found
    problems = new_problems(path)
    problems.add("unreadable.nested", 1)
    return problems
