"""The logs in a `.zip`: read as streams, in the order of their names, whatever the archive says of itself."""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from audit.logs import limits
from audit.logs.archives.unpacking import OverLimitError, unpacked
from audit.logs.data import BytesData, LogData
from audit.logs.files import is_other_sheet
from audit.logs.problems import PASSED_OVER, Problems

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error)
"""What the library raises of archives that are not as they should be."""

_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Those that come out a little at a time; a few bytes of the others may be gigabytes at once."""

_ENCRYPTED = 0x1
_DRIVE = re.compile(r"[A-Za-z]:")
_INNER_ARCHIVES = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz", ".zst")
_LITTER = "__MACOSX"
"""A folder that Macs put into archives."""

NewProblems = Callable[[str], Problems]


class _Member(NamedTuple):
    """An entry of an archive."""

    info: zipfile.ZipInfo
    name: str
    """With `/` between folders, as in problems and places."""


def zip_logs(file: LogData, is_log: Callable[[str], bool], new_problems: NewProblems) -> Iterator[LogData | Problems]:
    """Each log of the archive, or the problems that one has. Raises OSError."""
    problems = new_problems(file.name)
    with file.open() as stream:
        try:
            archive = zipfile.ZipFile(_Bounded(stream))
        except OverLimitError as error:
            problems.add(error.what, 1, limit=error.limit)
        except _DAMAGED:
            problems.add("unreadable.archive", 1)
        else:
            yield from _logs(file, archive, is_log, new_problems, problems)
            return
    yield problems


def _logs(
    file: LogData,
    archive: zipfile.ZipFile,
    is_log: Callable[[str], bool],
    new_problems: NewProblems,
    problems: Problems,
) -> Iterator[LogData | Problems]:
    infos = archive.infolist()
    found: list[_Member] = []
    if len(infos) > limits.MEMBERS:
        problems.add("too-large.members", 1, size=len(infos), limit=limits.MEMBERS)
        yield problems
        return
    members = [_Member(info, _name(info.filename)) for info in infos if not info.filename.endswith("/")]
    times = Counter(member.name for member in members)
    told = False
    for member in sorted(members, key=lambda member: member.name):
        what = _fault(member, is_log, times)
        if what:
            told |= what not in PASSED_OVER
            yield _told(f"{file.name}/{member.name}", what, new_problems)
        elif what is None:
            found.append(member)
    if not found and not told:
        problems.add("no-deals.archive", 1)
        yield problems
    elif sum(member.info.file_size for member in found) > limits.ARCHIVE_BYTES:
        problems.add("too-large.archive", 1, limit=limits.ARCHIVE_BYTES)
        yield problems
    else:
        yield from (_unpacked(file, archive, member, new_problems) for member in found)


def _name(filename: str) -> str:
    """An entry's name with one way to write it."""
    name = filename.replace("\\", "/")
    return "/" * name.startswith("/") + "/".join(part for part in name.split("/") if part not in {"", "."})


def _told(name: str, what: str, new_problems: NewProblems) -> Problems:
    problems = new_problems(name)
    problems.add(what, 1)
    return problems


def _fault(member: _Member, is_log: Callable[[str], bool], times: Counter[str]) -> str | None:
    """What is wrong with an entry; `None` for a log, empty for what is passed over in silence."""
    what = _fault_of_place(member)
    if what is not None:
        return what
    info, name = member
    if not is_log(name):
        if is_other_sheet(name):
            return "unreadable.spreadsheet"
        return "unreadable.nested" if name.lower().endswith(_INNER_ARCHIVES) else ""
    if times[name] > 1:
        # Told of each of them, and none is taken: which of them counts is nobody's to guess.
        return "unreadable.member-twice"
    if info.flag_bits & _ENCRYPTED:
        return "unreadable.encrypted"
    return None if info.compress_type in _METHODS else "unreadable.method"


def _fault_of_place(member: _Member) -> str | None:
    """What is wrong with where an entry stands, or with what it is; `None` for a file that may be read."""
    info, name = member
    parts = name.split("/")
    if not name or name.startswith("/") or _DRIVE.match(name) or ".." in parts:
        return "unreadable.member-path"
    if parts[0] == _LITTER or any(part.startswith(".") for part in parts):
        return ""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return None if kind in {0, stat.S_IFREG} else "unreadable.member-kind"


def _unpacked(
    file: LogData, archive: zipfile.ZipFile, member: _Member, new_problems: NewProblems
) -> LogData | Problems:
    """The log, whose sum is checked by now. Raises OSError."""
    name = f"{file.name}/{member.name}"
    try:
        with archive.open(member.info) as stream:
            return BytesData(name, unpacked(stream, member.info.compress_size, limits.ARCHIVE_BYTES))
    except OverLimitError as error:
        problems = new_problems(name)
        problems.add(error.what, 1, limit=error.limit)
        return problems
    except _DAMAGED:
        return _told(name, "unreadable.member", new_problems)


class _Bounded(io.RawIOBase):
    """The archive's own bytes, of which no more are read at once than its table of contents may have."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """The next bytes. Raises OverLimitError."""
        if size > limits.DIRECTORY_BYTES:
            raise OverLimitError("too-large.directory", limits.DIRECTORY_BYTES)
        found = self._stream.read(limits.DIRECTORY_BYTES + 1 if size < 0 else size)
        if len(found) > limits.DIRECTORY_BYTES:
            raise OverLimitError("too-large.directory", limits.DIRECTORY_BYTES)
        return found

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        """The place."""
        return self._stream.tell()

    def seekable(self) -> bool:
        """It can seek."""
        return True

    def readable(self) -> bool:
        """It can be read."""
        return True
