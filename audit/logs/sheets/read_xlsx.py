"""The `.xlsx` form: the worksheets of a workbook, hidden ones too, as the values that it was saved with."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from audit.cards import Pack
from audit.logs import limits
from audit.logs.data import LogData
from audit.logs.problems import Problems
from audit.logs.sheets.grid import Grid, bare, letters
from audit.logs.sheets.mapping import find_map
from audit.logs.sheets.read_sheets import read_sheets
from audit.logs.sheets.workbook import OLD, BadWorkbookError, Extent, survey
from audit.model import Reading

_MERGED = 20_000
"""Cells of merged ranges that are looked at; headings and sessions have some hundreds."""


def read_xlsx(data: LogData, pack_of: Callable[[str], Pack | None], problems: Problems) -> Reading:
    """The deals of a workbook. Raises OSError when it cannot be read."""
    return read_sheets(xlsx_grids(data, problems), pack_of, problems, find_map(data, problems))


def xlsx_grids(data: LogData, problems: Problems) -> list[Grid]:
    """The worksheets; those that cannot be read are reported and left out. Raises OSError."""
    if data.size > limits.SHEET_BYTES:
        problems.add("too-large.file", 1, size=data.size, limit=limits.SHEET_BYTES)
        return []
    try:
        with data.open() as stream:
            if stream.read(len(OLD)) == OLD:
                raise BadWorkbookError("unreadable.protected")
            extents = survey(stream)
        return list(_grids(data, extents, problems))
    except BadWorkbookError as error:
        problems.add(error.what, 1, 1, "", **error.params)
        return []


def _grids(data: LogData, extents: dict[str, Extent], problems: Problems) -> Iterator[Grid]:
    # Only a workbook needs the library, and most logs are none.
    from python_calamine import CalamineWorkbook  # noqa: PLC0415 - a text log must not wait for it

    with data.open() as stream:
        book = _guarded(lambda: CalamineWorkbook.from_filelike(stream))
        for name in _guarded(lambda: book.sheet_names):
            extent = extents.get(name)
            if extent is None:
                # A chart, or what else is no table.
                continue
            if extent.rows * extent.columns > limits.SHEET_CELLS:
                problems.add("too-large.cells", 1, 1, name, limit=limits.SHEET_CELLS)
                continue
            try:
                yield _guarded(partial(_grid, book, name, extent, problems))
            except BadWorkbookError:
                problems.add("unreadable.sheet", 1, 1, name)


def _guarded(read: Callable[[], Any]) -> Any:
    """What the library gives. Raises BadWorkbookError for whatever it raises, a panic of its own among it."""
    try:
        return read()
    except (KeyboardInterrupt, SystemExit, MemoryError, OSError):
        raise
    except BaseException as error:
        raise BadWorkbookError("unreadable.workbook") from error


def _grid(book: Any, name: str, extent: Extent, problems: Problems) -> Grid:
    """A worksheet as texts, from its first cell on."""
    sheet = book.get_sheet_by_name(name)
    start = sheet.start or (0, 0)
    before = [""] * start[1]
    rows: list[list[str]] = [[] for _ in range(start[0])]
    rows += [[*before, *map(text_of, cells)] for cells in sheet.to_python(skip_empty_area=True)]
    for (row, column), text in extent.faults.items():
        _put(rows, row, column, text)
    if extent.rows > limits.SHEET_ROWS or extent.columns > limits.SHEET_COLUMNS:
        rows = _within(rows, name, problems)
    for number, cells in enumerate(rows, 1):
        for column, text in enumerate(cells):
            if len(text) > limits.CELL_CHARS:
                cell = f"{name}!{letters(column)}{number}"
                problems.add("too-large.cell", number, column + 1, text, limit=limits.CELL_CHARS, cell=cell)
                cells[column] = ""
    return Grid(name, rows, _merged(sheet, rows))


def _within(rows: list[list[str]], name: str, problems: Problems) -> list[list[str]]:
    """As much of a worksheet as is read; that there is more is reported at the first cell of it."""
    most, widest = limits.SHEET_ROWS, limits.SHEET_COLUMNS
    beyond = next((row for row in range(most, len(rows)) if any(rows[row])), None)
    if beyond is not None:
        column = next(column for column, text in enumerate(rows[beyond]) if text)
        cell = f"{name}!{letters(column)}{beyond + 1}"
        problems.add("too-large.sheet-rows", beyond + 1, column + 1, rows[beyond][column], limit=most, cell=cell)
    rows = rows[:most]
    for number, cells in enumerate(rows, 1):
        if any(cells[widest:]):
            column = next(column for column in range(widest, len(cells)) if cells[column])
            cell = f"{name}!{letters(column)}{number}"
            problems.add("too-large.sheet-columns", number, column + 1, cells[column], limit=widest, cell=cell)
            break
    return [cells[:widest] for cells in rows]


def _put(rows: list[list[str]], row: int, column: int, text: str) -> None:
    rows.extend([] for _ in range(row + 1 - len(rows)))
    rows[row].extend("" for _ in range(column + 1 - len(rows[row])))
    rows[row][column] = rows[row][column] or text


def _merged(sheet: Any, rows: list[list[str]]) -> dict[tuple[int, int], tuple[int, int]]:
    """The cells of merged ranges, each to the first of its own, as far as there are rows."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    width = max(map(len, rows), default=0)
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        for row in range(top, min(bottom + 1, len(rows))):
            for column in range(left, min(right + 1, width)):
                if len(found) >= _MERGED:
                    return found
                if (row, column) != (top, left):
                    found[row, column] = top, left
    return found


def text_of(value: object) -> str:
    """A cell's value as a sheet would be read aloud: 3.0 is `3`, a day without an hour `2024-03-02`."""
    if isinstance(value, str):
        return bare(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return "" if value is None else str(value)
