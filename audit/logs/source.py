"""A file as numbered lines of text, whatever encoding and line ends it has; what it has is noted."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import ClassVar

from audit.logs import limits
from audit.logs.data import LogData
from audit.logs.problems import Problems
from audit.model import ProblemCode

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CONTROL_BYTES = bytes({*range(32), 127} - set(b"\t\n\r"))
_LONE_CR = re.compile(r"\r(?!\n)")
_BINARY_SHARE = 0.05
"""From this share of control bytes on, a file that does not name the format is no text."""

_NAMES_THE_FORMAT = b"revesino-log"

_CP1252 = "".join(bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(256))
"""Windows-1252, its five undefined bytes read as Latin-1, so that every file can be read."""


def is_binary(sample: bytes) -> bool:
    """Whether a file that begins so is no text: it has many control bytes and does not name the format."""
    if not sample or _NAMES_THE_FORMAT in sample or _NAMES_THE_FORMAT.upper() in sample.upper():
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROL_BYTES))
    return controls > len(sample) * _BINARY_SHARE


def is_utf16(sample: bytes) -> bool:
    """Whether a file that begins so says that it is UTF-16."""
    return sample.startswith(_UTF16)


class CutLine(str):
    """The beginning of a line that is too long to be read, behind a NUL, so that it equals no other line."""

    __slots__ = ()
    code: ClassVar[ProblemCode] = "too-large"
    """Why its record is set aside."""

    @property
    def head(self) -> str:
        """As much of the line as is kept."""
        return self[1:]


class TextSource:
    """The lines of one file, decoded as UTF-8, or as Windows-1252 when it is not UTF-8 throughout."""

    def __init__(self, data: LogData, problems: Problems) -> None:
        self._data = data
        self._problems = problems
        self._noted: set[str] = set()
        self._has_controls = False

    def lines(self) -> Iterator[str]:
        """Each line without its end, from the first on; of one beyond the limit a `CutLine`.

        Raises OSError when the file cannot be read.
        """
        foreign = self._first_byte_outside_utf8()
        if foreign is not None:
            self._note("cp1252", *foreign)
        seen = 0
        rest = ""
        for text in self._chunks(utf8=foreign is None):
            # A CR at the end of a chunk may be half of a CRLF: it waits for the next chunk.
            held = "\r" if text.endswith("\r") else ""
            lines = self._split(rest + text.removesuffix(held), seen)
            rest = lines.pop()[: limits.LINE_CHARS + 1] + held
            # Only a line that began in an earlier chunk can be too long: a chunk is shorter than the limit.
            if lines and len(lines[0]) > limits.LINE_CHARS:
                lines[0] = self._cut(lines[0], seen + 1)
            yield from lines
            seen += len(lines)
        for line in self._split(rest, seen):
            seen += 1
            yield line if len(line) <= limits.LINE_CHARS else self._cut(line, seen)

    def _chunks(self, *, utf8: bool) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")()
        with self._data.open() as file:
            begin = True
            while chunk := file.read(limits.CHUNK_BYTES):
                if begin and chunk.startswith(codecs.BOM_UTF8):
                    self._note("bom", 1, 1)
                    chunk = chunk[len(codecs.BOM_UTF8) :]
                begin = False
                # Bytes are searched much faster than characters; a control character is one byte either way.
                self._has_controls |= len(chunk.translate(None, _CONTROL_BYTES)) < len(chunk)
                yield decoder.decode(chunk) if utf8 else codecs.charmap_decode(chunk, "strict", _CP1252)[0]

    def _cut(self, line: str, number: int) -> CutLine:
        head = line[: limits.EXCERPT_CHARS]
        self._problems.add("too-large.line", number, 1, head, limit=limits.LINE_CHARS)
        return CutLine("\0" + head)

    def _split(self, text: str, seen: int) -> list[str]:
        """The text cut at its line ends; `seen` lines came before it."""
        if "\r" in text:
            self._note_at("crlf", text, text.find("\r\n"), seen)
            if match := _LONE_CR.search(text):
                self._note_at("cr", text, match.start(), seen)
            text = _with_plain_ends(text)
        if "nbsp" not in self._noted and not text.isascii():
            self._note_at("nbsp", text, text.find("\xa0"), seen)
        if self._has_controls and "control" not in self._noted and (match := _CONTROL.search(text)):
            self._note_at("control", text, match.start(), seen)
        return text.split("\n")

    def _note_at(self, kind: str, text: str, index: int, seen: int) -> None:
        if index >= 0 and kind not in self._noted:
            head = _with_plain_ends(text[:index])
            self._note(kind, seen + 1 + head.count("\n"), len(head) - head.rfind("\n"))

    def _note(self, kind: str, line: int, column: int) -> None:
        self._noted.add(kind)
        self._problems.add(f"encoding.{kind}", line, column)

    def _first_byte_outside_utf8(self) -> tuple[int, int] | None:
        """The line and column of the first byte that is not UTF-8, or `None` when the file is UTF-8."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        line, before = 1, b""
        with self._data.open() as file:
            while True:
                chunk = file.read(limits.CHUNK_BYTES)
                try:
                    decoder.decode(chunk, final=not chunk)
                except UnicodeDecodeError as error:
                    waiting = len(error.object) - len(chunk)
                    head = _with_plain_byte_ends((before + chunk)[: len(before) - waiting + error.start])
                    return line + head.count(b"\n"), len(head) - head.rfind(b"\n")
                if not chunk:
                    return None
                end = max(chunk.rfind(b"\n"), 0)
                line += _with_plain_byte_ends(before + chunk[:end]).count(b"\n")
                before = chunk[end:]


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _with_plain_byte_ends(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
