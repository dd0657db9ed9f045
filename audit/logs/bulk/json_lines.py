"""Lines of the `.jsonl` form in bulk: a table of the published columns, and the lines left to the plain reader."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from audit.logs import limits
from audit.logs.bulk.json_escapes import without_escapes
from audit.logs.bulk.json_fields import Fields, Knowledge, PackOf
from audit.logs.bulk.json_table import filled, table
from audit.logs.bulk.json_tokens import Tables, tokenize
from audit.logs.bulk.json_words import Bools, Bytes, Ints, Page, places

RUN_BYTES = 1 << 20
"""How much is read at once: its arrays stay in the cache, and are long enough that a step on them costs little."""

_NEWLINE, _RETURN, _BACKSLASH, _DELETE = 0x0A, 0x0D, 0x5C, 0x7F
_BLANK, _NOT_ASCII, _BEFORE_NBSP, _NBSP = 0x20, 0x80, 0xC2, 0xA0


class Rest(NamedTuple):
    """Lines that are for the plain reader: their numbers, and where each begins and ends in the text.

    The newline is left out, a CR is not, for the plain reader notes it.
    """

    line: Ints
    start: Ints
    end: Ints


class BulkLines(NamedTuple):
    """What a run of lines holds."""

    table: Any
    """A `pyarrow.Table` of columns of the bulk form, a row for each regular line, in order."""
    line: Ints
    """The number of the line of each row."""
    rest: Rest
    """Every other line that is not empty."""
    lines: int
    """How many lines there are, empty ones too."""
    ends_with_rest: bool
    """Whether the last line that is not empty may wait for the next deal, of which the next run is to be told."""


class LineReader:
    """Reads runs of lines, one after the other; not for two threads at once.

    A line is regular when the plain reader makes a deal of it without a problem or a comment, and the row says the
    same. Not regular is also the first line behind each that is not: the plain reader keeps the text of a record that
    it sets aside as a comment of the next deal. What the plain reader judges by the whole file is the caller's: a file
    that is not UTF-8 throughout is read as Windows-1252, and is all for the plain reader.
    """

    def __init__(self, pack_of: PackOf) -> None:
        self._pack_of = pack_of
        self._begin()

    def _begin(self) -> None:
        self._tables = Tables()
        self._knowledge = Knowledge(self._tables, self._pack_of)

    def read(self, text: bytes, first_line: int = 1, *, follows_rest: bool = False) -> BulkLines:
        """The lines of `text`, cut after a newline or at the end of the file; `first_line` is the number of the first.

        `follows_rest` is the `ends_with_rest` of the run before.
        """
        found, begin = list[BulkLines](), 0
        while begin < len(text) or not found:
            end = text.rfind(b"\n", begin, begin + RUN_BYTES) + 1 or text.find(b"\n", begin) + 1 or len(text)
            found.append(self._run(text[begin:end], begin, first_line, follows_rest))
            first_line += found[-1].lines
            follows_rest = found[-1].ends_with_rest
            begin = end
        return BulkLines(
            pa.concat_tables([each.table for each in found]),
            np.concatenate([each.line for each in found]),
            Rest(*(np.concatenate(parts) for parts in zip(*(each.rest for each in found), strict=True))),
            sum(each.lines for each in found),
            follows_rest,
        )

    def _run(self, text: bytes, offset: int, first_line: int, follows_rest: bool) -> BulkLines:

        if self._tables.is_nearly_full:
            self._begin()
        page = given_page = Page(text)
        starts, ends = _lines(page.bytes, text)
        is_usable = _are_usable(page.bytes, text, starts, ends)
        if b"\\" in text:
            page, usable_starts, usable_ends, is_usable = without_escapes(page, starts, ends, is_usable)
        else:
            usable_starts, usable_ends = starts, ends
        given = places(is_usable)
        tokens = tokenize(page, usable_starts[given], usable_ends[given], self._tables)
        is_regular = np.zeros(starts.size, np.bool_)
        if tokens is None:
            rows = filled().empty_table()
        else:
            read = Fields(page, tokens, self._tables, self._knowledge)
            rows = table(page, read)
            rows_of = given[tokens.lines]
            is_regular[rows_of[read.is_regular]] = True
        is_empty = starts == ends
        is_regular, ends_with_rest = _behind_rest(is_regular, is_empty, follows_rest)
        if tokens is not None and not is_regular[rows_of].all():
            rows = rows.filter(pa.array(is_regular[rows_of]))
        rest = places(~is_regular & ~is_empty)
        ends = ends + (given_page.bytes.take(ends) == _RETURN)
        return BulkLines(
            rows,
            places(is_regular) + first_line,
            Rest(rest + first_line, starts[rest] + offset, ends[rest] + offset),
            starts.size,
            ends_with_rest,
        )


def read_lines(text: bytes, first_line: int, pack_of: PackOf, *, follows_rest: bool = False) -> BulkLines:
    """The lines of one run; several are read faster by one `LineReader`."""
    return LineReader(pack_of).read(text, first_line, follows_rest=follows_rest)


def _lines(data: Bytes, text: bytes) -> tuple[Ints, Ints]:
    """Where each line begins and ends; a CR and a CRLF end a line, too."""
    size = len(text)
    if not size:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    is_end = data[:size] == _NEWLINE
    if b"\r" in text:
        returns = places(data[:size] == _RETURN)
        is_end[returns[data[returns + 1] != _NEWLINE]] = True
    ends = places(is_end)
    if not is_end[-1]:
        ends = np.append(ends, size)
    return np.concatenate(([0], ends[:-1] + 1)), ends


def _are_usable(data: Bytes, text: bytes, starts: Ints, ends: Ints) -> Bools:
    """Which lines are of usual length and free of everything that a reader of text notes."""
    found: Bools = (ends > starts) & (ends - starts <= limits.LINE_CHARS)

    def without(is_odd: Bools) -> None:
        odd = places(is_odd)
        found[np.searchsorted(starts, odd, "right") - 1] = False

    body = data[: len(text)]
    if np.count_nonzero(body < _BLANK) > starts.size - 1:
        without((body < _BLANK) & (body != _NEWLINE))
    if b"\x7f" in text:
        without(body == _DELETE)
    if not text.isascii():
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            without(body >= _NOT_ASCII)
        without((body[:-1] == _BEFORE_NBSP) & (body[1:] == _NBSP))
    return found


def _behind_rest(is_regular: Bools, is_empty: Bools, follows_rest: bool) -> tuple[Bools, bool]:
    """Without those lines behind one that is not regular; and whether the last is none in itself."""
    full = places(~is_empty)
    if not full.size:
        return is_regular, follows_rest
    sound = is_regular[full]
    before = np.concatenate(([not follows_rest], sound[:-1]))
    found = is_regular.copy()
    found[full] = sound & before
    return found, not bool(sound[-1])
