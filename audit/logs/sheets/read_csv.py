"""The `.csv` form: one sheet, its separator told from the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from audit.cards import Pack
from audit.logs import limits
from audit.logs.data import LogData, sample
from audit.logs.problems import Param, Problems
from audit.logs.sheets.find_header import tables
from audit.logs.sheets.grid import Grid, bare, letters
from audit.logs.sheets.mapping import find_map
from audit.logs.sheets.read_sheets import read_sheets
from audit.logs.source import CutLine, TextSource, is_binary, is_utf16
from audit.model import Reading

SEPARATORS = (";", ",", "\t")

_USUAL = frozenset({"encoding.bom", "encoding.crlf", "encoding.cr", "encoding.nbsp"})
"""What spreadsheets do to every file that they write, so that it need not be said."""

_SAMPLE_ROWS = 200
_SAYS_IT = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_CLOSED = r'"[^"]*+(?:""[^"]*+)*+"'
_OPENED = re.compile(' *"')
_CLOSED_CELL = re.compile(rf" *{_CLOSED}")
_TRIES = 20
"""How many lines with quotes are looked at for the one that closes a cell."""

_ROW_SIGNS = 4
"""With so many separators, and as many as the line where a quote was opened, a line is taken for a row."""


def read_csv(data: LogData, pack_of: Callable[[str], Pack | None], problems: Problems) -> Reading:
    """The deals of a score sheet. Raises OSError when it cannot be read."""
    return read_sheets(csv_grids(data, problems), pack_of, problems, find_map(data, problems))


def csv_grids(data: LogData, problems: Problems) -> list[Grid]:
    """The one sheet of the file; none when it cannot be read, which is reported. Raises OSError."""
    head = sample(data, limits.SAMPLE_BYTES)
    if data.size > limits.SHEET_BYTES:
        problems.add("too-large.file", 1, size=data.size, limit=limits.SHEET_BYTES)
    elif is_utf16(head):
        problems.add("unreadable.utf16", 1)
    elif is_binary(head):
        problems.add("unreadable.binary", 1)
    else:
        lines = list(TextSource(data, _Unusual(problems)).lines())
        rows = list(split_rows(lines, separator(lines), problems))
        return [Grid("", rows)]
    return []


class _Unusual(Problems):
    """Passes on the problems of a file's encoding, but for what is usual in a spreadsheet's."""

    def __init__(self, problems: Problems) -> None:
        super().__init__(problems.file)
        self._problems = problems

    def add(self, what: str, line: int, column: int = 1, found: str = "", **params: Param) -> int | None:
        """Note a problem that is none of the usual ones."""
        return None if what in _USUAL else self._problems.add(what, line, column, found, **params)


def separator(lines: Sequence[str]) -> str:
    """What stands between the cells: what the first line says, else by what most headings, or most rows, make sense."""
    says = _SAYS_IT.fullmatch(lines[0].strip()) if lines else None
    if says and says[1] in SEPARATORS:
        return says[1]
    head = lines[:_SAMPLE_ROWS]
    return max(SEPARATORS, key=lambda sign: _sense(head, sign))


def _sense(lines: Sequence[str], sign: str) -> tuple[int, int, int]:
    """How well a separator fits: recognised columns, rows of one width, their width."""
    rows = list(split_rows(lines, sign, Problems("")))
    first = next(tables(Grid("", rows)), None)
    known = 0 if first is None else len(first.columns)
    widths = Counter(len(row) for row in rows if len(row) > 1)
    width, count = max(widths.items(), key=lambda item: item[1], default=(0, 0))
    return known, count, width


def split_rows(lines: Iterable[str], sign: str, problems: Problems) -> Iterator[list[str]]:
    """The cells of each row; a quoted one may go over several lines."""
    rest = _Lines(lines)
    quick = re.compile(re.escape(sign))
    number = 0
    for line in rest:
        number += 1
        if number > limits.SHEET_ROWS:
            problems.add("too-large.sheet-rows", number, 1, line, limit=limits.SHEET_ROWS)
            return
        if isinstance(line, CutLine):
            yield [line]
            continue
        if number == 1 and _SAYS_IT.fullmatch(line.strip()):
            yield []
            continue
        cells = quick.split(line) if '"' not in line else _quoted(line, rest, sign, number, problems)
        if len(cells) > limits.SHEET_COLUMNS:
            problems.add("too-large.sheet-columns", number, 1, "", limit=limits.SHEET_COLUMNS)
            cells = cells[: limits.SHEET_COLUMNS]
        yield [_cell(cell, number, column, problems) for column, cell in enumerate(cells)]


def _cell(text: str, number: int, column: int, problems: Problems) -> str:
    if len(text) > limits.CELL_CHARS:
        cell = f"{letters(column)}{number}"
        problems.add("too-large.cell", number, column + 1, text, limit=limits.CELL_CHARS, cell=cell)
        return ""
    return bare(text)


class _Lines:
    """Lines that can be looked at before they are taken."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self._next = 0

    def __iter__(self) -> Iterator[str]:
        while self._next < len(self._lines):
            self._next += 1
            yield self._lines[self._next - 1]

    def ahead(self, count: int) -> Sequence[str]:
        """The lines that come next."""
        return self._lines[self._next : self._next + count]

    def skip(self, count: int) -> None:
        """Go on behind so many of them."""
        self._next += count


def _quoted(line: str, rest: _Lines, sign: str, number: int, problems: Problems) -> list[str]:
    """The cells of a line in which there are quotes, and of those that a quoted cell goes on over."""
    whole = re.compile(rf" *({_CLOSED}) *(?={re.escape(sign)}|\Z)")
    cells: list[str] = []
    at = 0
    while at <= len(line):
        match = whole.match(line, at)
        if match is None and _OPENED.match(line, at) and not _CLOSED_CELL.match(line, at):
            longer = _with_more(line, at, rest, sign, whole)
            if longer is None:
                column = len(cells)
                cell = f"{letters(column)}{number}"
                problems.add("bad-line.unclosed-quote", number, column + 1, line[at:], cell=cell)
            else:
                line = longer
                match = whole.match(line, at)
        if match:
            cells.append(match[1][1:-1].replace('""', '"'))
            at = match.end() + 1
            continue
        end = line.find(sign, at)
        end = len(line) if end < 0 else end
        cells.append(line[at:end])
        at = end + 1
    return cells


def _with_more(line: str, at: int, rest: _Lines, sign: str, whole: re.Pattern[str]) -> str | None:
    """The line and as many more as close the quote that begins at `at`; `None` where none does soon."""
    more: list[str] = []
    length, tries = len(line) - at, _TRIES
    row = max(_ROW_SIGNS, line.count(sign))
    for each in rest.ahead(limits.QUOTED_LINES):
        more.append(each)
        length += len(each)
        if isinstance(each, CutLine) or length > limits.CELL_CHARS or not tries:
            return None
        if '"' in each:
            tries -= 1
            longer = "\n".join([line, *more])
            if whole.match(longer, at):
                rest.skip(len(more))
                return longer
            if _CLOSED_CELL.match(longer, at):
                return None
        if each.count(sign) >= row:
            # That is a row of its own, which a quote that nobody closed must not swallow.
            return None
    return None
