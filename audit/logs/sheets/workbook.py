"""What a workbook would come to, found out before anything large is made of it: its parts, and where its cells are.

A workbook is a ZIP of XML. Each part that would be read is unpacked here in small pieces, which are counted and thrown
away: what its directory says of sizes need not be true. Of the worksheets it is noted how far their cells go, since
a reader makes room for all from the first to the last, and in which of them a formula came to an error or to nothing.
"""

from __future__ import annotations

import html
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO
from xml.etree import ElementTree

from audit.logs import limits
from audit.logs.sheets.grid import NO_RESULT, column_of

_READ = (".xml", ".rels")
_SMALL = 2**23
"""The bytes of a part that is read at once."""

_LOCAL = struct.Struct("<4s22xHH")
_TAG = re.compile(rb"<(?:\w+:)?(row|c)(?=[\s/>])([^<>]*)>")
_LAST_TAG = re.compile(rb"<(?:\w+:)?(?:row|c)(?=[\s/>])")
_REFERENCE = re.compile(rb"""\sr\s*=\s*["']\$?([A-Za-z]{0,3})\$?([0-9]{1,9})["']""")
_ERROR = re.compile(rb"""\st\s*=\s*["']e["']""")
_VALUE = re.compile(rb"<(?:\w+:)?v[^<>]*>([^<]{1,40})<")
_FORMULA = re.compile(rb"\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>([^<]*)<)")
_TEXT = re.compile(rb"""\st\s*=\s*["'](?:str|inlineStr)["']""")
_END = re.compile(rb"</(?:\w+:)?c\s*>")
_DECLARED = (b"<!DOCTYPE", b"<!ENTITY", b"<!doctype")
_DAMAGED = (ValueError, LookupError, EOFError, NotImplementedError, RecursionError)
"""What the standard library raises besides of a damaged archive."""

_TAIL = 2**16
"""How far from the end of a piece its last cell is looked for."""


OLD = b"\xd0\xcf\x11\xe0"
"""How a workbook of the old form begins, and one that a password protects."""

_FIRST = re.compile(
    rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels/|docProps/|xl/|mimetypeapplication/vnd\.oasis\.opendocument\.spread)",
    re.DOTALL,
)
"""How the ZIP of a workbook begins: with one of its parts."""


def refusal_of(head: bytes) -> str | None:
    """Why a file that begins so is not read, unless it is called `.xlsx`; `None` for what is no workbook."""
    if head.startswith(OLD):
        return "unreadable.protected"
    return "unreadable.workbook-form" if _FIRST.match(head) else None


class BadWorkbookError(Exception):
    """A workbook that is not read; `what` is the kind of problem."""

    def __init__(self, what: str, **params: int) -> None:
        super().__init__(what)
        self.what = what
        self.params = params


@dataclass
class Extent:
    """How far the cells of a worksheet go, and those in which something else stands than a value."""

    rows: int = 0
    columns: int = 0
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    """By row and column from 0: an error, as `#REF!`, or `NO_RESULT` with the formula."""
    row: int = 0
    column: int = 0
    """Where the cell before was, from 1: one that does not say it stands behind it."""


def survey(stream: BinaryIO) -> dict[str, Extent]:
    """By name: the worksheets of a workbook. Raises BadWorkbookError when it must not be read."""
    try:
        with zipfile.ZipFile(stream) as archive:
            parts = _parts(archive)
            paths = _worksheets(stream, parts)
            worksheets = {path: Extent() for path in paths.values()}
            left = limits.WORKBOOK_BYTES
            for name, part in parts.items():
                left -= _look(stream, part, worksheets.get(name), left)
            return {name: worksheets[path] for name, path in paths.items()}
    except (zipfile.BadZipFile, zlib.error, struct.error, *_DAMAGED) as error:
        raise BadWorkbookError("unreadable.workbook") from error


def _parts(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The parts of text, by name. Raises BadWorkbookError."""
    found: dict[str, zipfile.ZipInfo] = {}
    infos = archive.infolist()
    if len(infos) > limits.WORKBOOK_PARTS:
        raise BadWorkbookError("too-large.workbook", limit=limits.WORKBOOK_BYTES)
    for info in infos:
        name = info.filename.lstrip("/")
        if info.flag_bits & 1:
            raise BadWorkbookError("unreadable.protected")
        if name in found:
            raise BadWorkbookError("unreadable.workbook")
        if name.lower().endswith(_READ):
            found[name] = info
    if sum(info.file_size for info in found.values()) > limits.WORKBOOK_BYTES:
        raise BadWorkbookError("too-large.workbook", limit=limits.WORKBOOK_BYTES)
    return found


def _worksheets(stream: BinaryIO, parts: dict[str, zipfile.ZipInfo]) -> dict[str, str]:
    """The names of the worksheets, and in which part each is. Raises BadWorkbookError."""
    book = next((name for name in parts if name.lower() == "xl/workbook.xml"), None)
    if book is None:
        raise BadWorkbookError("unreadable.workbook")
    rels = parts.get(posixpath.join("xl", "_rels", posixpath.basename(book) + ".rels"))
    targets: dict[str, str] = {}
    for element in _tree(stream, rels).iter() if rels else ():
        if element.tag.endswith("}Relationship"):
            target = element.get("Target", "")
            whole = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")
            targets[element.get("Id", "")] = whole
    found: dict[str, str] = {}
    for element in _tree(stream, parts[book]).iter():
        if element.tag.endswith("}sheet"):
            reference = next((value for key, value in element.attrib.items() if key.endswith("}id")), "")
            if reference in targets:
                found[element.get("name", "")] = targets[reference]
    if len(found) > limits.SHEETS:
        raise BadWorkbookError("too-large.sheets", limit=limits.SHEETS)
    return found


def _tree(stream: BinaryIO, part: zipfile.ZipInfo) -> ElementTree.Element:
    content = b""
    for piece in _unpacked(stream, part):
        content += piece
        if len(content) > _SMALL:
            raise BadWorkbookError("too-large.workbook", limit=limits.WORKBOOK_BYTES)
    _refuse_declarations(content)
    try:
        return ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise BadWorkbookError("unreadable.workbook") from error


def _refuse_declarations(content: bytes) -> None:
    """No workbook declares a type or entities, which could stand for any amount of text; nor is one UTF-16."""
    if any(word in content for word in _DECLARED) or content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content[:64]:
        raise BadWorkbookError("unreadable.workbook")


def _unpacked(stream: BinaryIO, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """A part in pieces, as long as it really is. Raises BadWorkbookError, zlib.error or struct.error."""
    stream.seek(part.header_offset)
    mark, name, extra = _LOCAL.unpack(stream.read(_LOCAL.size))
    if mark != b"PK\3\4" or part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadWorkbookError("unreadable.workbook")
    start, left = part.header_offset + _LOCAL.size + name + extra, part.compress_size
    unpack = zlib.decompressobj(-zlib.MAX_WBITS) if part.compress_type == zipfile.ZIP_DEFLATED else None
    while left > 0:
        stream.seek(start)
        packed = stream.read(min(left, limits.CHUNK_BYTES))
        if not packed:
            raise BadWorkbookError("unreadable.workbook")
        start, left = start + len(packed), left - len(packed)
        if unpack is None:
            yield packed
            continue
        while packed:
            yield unpack.decompress(packed, limits.CHUNK_BYTES)
            packed = unpack.unconsumed_tail
        if unpack.eof:
            return


def _look(stream: BinaryIO, part: zipfile.ZipInfo, extent: Extent | None, left: int) -> int:
    """Go through a part; gives its length. Raises BadWorkbookError when it is beyond measure."""
    length, tail = 0, b""
    for piece in _unpacked(stream, part):
        length += len(piece)
        if length > left or (length > _SMALL and length > part.compress_size * limits.PACKED_RATIO):
            raise BadWorkbookError("too-large.workbook", limit=limits.WORKBOOK_BYTES)
        text = tail + piece
        _refuse_declarations(text)
        tail = text[-16:] if extent is None else _extend(extent, text)
        if len(tail) > _SMALL:
            raise BadWorkbookError("unreadable.workbook")
    if extent is not None:
        _extend(extent, tail + b"<c ")
    return length


def _extend(extent: Extent, text: bytes) -> bytes:
    """Take in the cells of a piece but for the last, which the next piece may go on with; gives what is left."""
    end = 0
    for match in _LAST_TAG.finditer(text, max(len(text) - _TAIL, 0)):
        end = match.start()
    for match in _TAG.finditer(text, 0, end):
        place = _REFERENCE.search(match[2])
        if match[1] == b"row":
            extent.row, extent.column = int(place[2]) if place else extent.row + 1, 0
            continue
        extent.column = (column_of((place[1] or b"A").decode("ascii")) or 0) + 1 if place else extent.column + 1
        extent.row = int(place[2]) if place else max(extent.row, 1)
        if match[2].endswith(b"/"):
            continue
        extent.rows, extent.columns = max(extent.rows, extent.row), max(extent.columns, extent.column)
        fault = _fault(text, match, end)
        if fault and len(extent.faults) < limits.CACHE_ENTRIES:
            extent.faults[extent.row - 1, extent.column - 1] = fault
    return text[end:]


def _fault(text: bytes, cell: re.Match[bytes], end: int) -> str | None:
    """What stands in a cell that has no value: an error, or a formula that nobody has computed."""
    if _ERROR.search(cell[2]):
        value = _VALUE.search(text, cell.end(), min(cell.end() + 1_000, end))
        return value[1].decode("utf-8", "replace") if value else "#N/A"
    formula = _FORMULA.match(text, cell.end(), end)
    if formula is None or _TEXT.search(cell[2]):
        # Of a formula that gives text, nothing is a result, too.
        return None
    closed = _END.search(text, formula.end(), end)
    if _VALUE.search(text, formula.end(), closed.start() if closed else end):
        return None
    return NO_RESULT + html.unescape((formula[1] or b"").decode("utf-8", "replace"))
