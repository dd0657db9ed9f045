"""Files cut into portions that can be read apart from each other, each by a process of its own."""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from audit.logs import limits
from audit.logs.archives.opening import Names, archive_kind
from audit.logs.data import is_blank
from audit.logs.forms import FORMS, JSONL, PARQUET, form_of
from audit.logs.parquet.footer import Footer

LINES_BYTES = 2**23
"""Of lines in a portion: some six thousand deals, enough for whole columns to pay."""

GROUP_ROWS = 2**15
"""Rows of whole groups in a portion of a Parquet file, at least."""

FILES_BYTES = 2**21
FILES = 200
"""Of small files in a portion, at most."""

_LOOKED_AT = 400
"""Lines that are looked at for the end of a session, where a portion may be cut."""


@dataclass(frozen=True)
class Source:
    """A file that is imported, looked through once."""

    path: str
    sha256: str
    size: int
    kind: str
    """`lines` (clean JSON lines), `groups` (a Parquet file), `archive`, or `plain`: any other log."""

    @property
    def is_columns(self) -> bool:
        """Whether it is read as whole columns."""
        return self.kind in {"lines", "groups"}


@dataclass(frozen=True)
class Lines:
    """Whole lines of a `.jsonl` file: bytes from `begin` to before `end`, the first of them the line `first`."""

    path: str
    begin: int
    end: int
    first: int

    @property
    def size(self) -> int:
        """Bytes."""
        return self.end - self.begin


@dataclass(frozen=True)
class Groups:
    """Groups of rows of a Parquet file, from `begin` to before `end`; the first of their rows is the row `first`."""

    path: str
    begin: int
    end: int
    first: int
    size: int
    """Bytes of the file that they take."""


@dataclass(frozen=True)
class Files:
    """Whole files, read as any log; or one archive."""

    paths: tuple[str, ...]
    is_archive: bool = False

    @property
    def path(self) -> str:
        """The first of them."""
        return self.paths[0]

    @property
    def size(self) -> int:
        """Bytes; 0 of what is not there any more."""
        return sum(os.stat(path).st_size for path in self.paths if os.path.exists(path))


Portion = Lines | Groups | Files


def look_through(path: str) -> Source:
    """What kind of file it is, and its hash. Raises OSError."""
    with Path(path).open("rb") as stream:
        head = stream.read(limits.SAMPLE_BYTES)
        stream.seek(0)
        form = form_of(path, head)
        if archive_kind(path, head, Names(tuple(FORMS))) is not None:
            kind = "archive"
        else:
            is_table = form is PARQUET and head.startswith(PARQUET.begins or b"")
            kind = "lines" if form is JSONL else "groups" if is_table else "plain"
        digest, size, clean = _Digest(text=kind == "lines").of(stream)
    if kind == "lines" and (not clean or is_blank(head, size)):
        # Its line ends, its encoding, or that it is empty have to be told of; that is the plain reader's business.
        kind = "plain"
    return Source(path, digest, size, kind)


class _Digest:
    """Reads a file through once: its hash, and whether it is text as `JSON.dumps` writes it."""

    _BYTES = 2**22
    _ODD = bytes({*range(32), 127} - set(b"\t\n"))
    """Bytes that text does not have; CR is among them, for it may end a line or half of one."""

    def __init__(self, *, text: bool) -> None:
        self._text = text

    def of(self, stream: BinaryIO) -> tuple[str, int, bool]:
        digest, size, clean = sha256(), 0, self._text
        decoder = codecs.getincrementaldecoder("utf-8")()
        while part := stream.read(self._BYTES):
            digest.update(part)
            if clean:
                clean = self._is_clean(part, decoder, first=size == 0)
            size += len(part)
        if clean:
            try:
                decoder.decode(b"", final=True)
            except UnicodeDecodeError:
                clean = False
        return digest.hexdigest(), size, clean

    def _is_clean(self, part: bytes, decoder: codecs.IncrementalDecoder, *, first: bool) -> bool:
        if (first and part.startswith(codecs.BOM_UTF8)) or len(part.translate(None, self._ODD)) < len(part):
            return False
        if part.isascii():
            return decoder.getstate()[0] == b""
        try:
            return "\xa0" not in decoder.decode(part)
        except UnicodeDecodeError:
            return False


def lines_of(path: str) -> Iterator[Lines]:
    """A file of clean JSON lines in portions, cut where a session ends if one does. Raises OSError."""
    with Path(path).open("rb") as stream:
        begin, first = 0, 1
        while part := stream.read(LINES_BYTES):
            if len(part) == LINES_BYTES:
                part += _to_session_end(stream)
            yield Lines(path, begin, begin + len(part), first)
            begin += len(part)
            first += part.count(b"\n")


def _to_session_end(stream: BinaryIO) -> bytes:
    """What is left of the line that was cut, and the lines behind it of the same session."""
    rest = stream.readline()
    session, place = None, stream.tell()
    for _ in range(_LOOKED_AT):
        line = stream.readline(limits.LINE_CHARS)
        if not line or (own := _session(line)) is None or own != (session := session or own):
            break
        rest += line
        place = stream.tell()
    stream.seek(place)
    return rest


def _session(line: bytes) -> tuple[str, str] | None:
    """Club and session of a line; `None` where it does not tell."""
    try:
        record = json.loads(line)
        return str(record["club"]), str(record["session"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def groups_of(path: str, footer: Footer) -> Iterator[Groups]:
    """A Parquet file in portions of whole groups."""
    begin, first, rows = 0, 1, 0
    for place, group in enumerate(footer.groups):
        rows += group.rows
        if rows >= GROUP_ROWS or place + 1 == len(footer.groups):
            size = sum(chunk.end - chunk.begin for own in footer.groups[begin : place + 1] for chunk in own.chunks)
            yield Groups(path, begin, place + 1, first, size)
            begin, first, rows = place + 1, first + rows, 0


def files_of(sources: Sequence[Source]) -> Iterator[Files]:
    """Plain files in portions of some, as they come; an archive by itself."""
    own: list[Source] = []
    for source in sources:
        is_full = len(own) == FILES or sum(one.size for one in own) + source.size > FILES_BYTES
        if own and (is_full or source.kind == "archive"):
            yield Files(tuple(one.path for one in own))
            own = []
        if source.kind == "archive":
            yield Files((source.path,), is_archive=True)
        else:
            own.append(source)
    if own:
        yield Files(tuple(one.path for one in own))
