"""What a person who maps a sheet needs: its sheets, what of them is recognised, and what a mapping makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from audit.cards import Pack
from audit.logs import fields
from audit.logs.data import FileData
from audit.logs.problems import Problems
from audit.logs.sheets.columns import Heading, parse_heading
from audit.logs.sheets.find_header import Table, tables
from audit.logs.sheets.grid import Grid
from audit.logs.sheets.mapping import SHEETS, SheetMap
from audit.logs.sheets.read_csv import csv_grids
from audit.logs.sheets.read_sheets import read_sheets
from audit.logs.sheets.read_xlsx import xlsx_grids
from audit.logs.sheets.titles import of_name, session_key, titles
from audit.logs.sheets.vocabulary import SESSION_FIELDS
from audit.model import Reading

SUFFIXES = SHEETS

ASKED = (fields.CLUB, fields.SESSION, fields.RULES, fields.PLAYERS)
"""What of a session must be said somewhere."""


def sheets_of(path: Path, problems: Problems) -> list[Grid]:
    """The sheets of a file on which something stands; what cannot be read is reported. Raises OSError."""
    data = FileData(str(path))
    grids = xlsx_grids(data, problems) if path.name.lower().endswith(".xlsx") else csv_grids(data, problems)
    return [grid for grid in grids if any(grid.filled(row) for row in range(len(grid.rows)))]


def first_table(grid: Grid) -> Table | None:
    """The table that is recognised on a sheet without a mapping."""
    return next(tables(grid), None)


def heading_at(grid: Grid, header: int, column: int, table: Table | None) -> tuple[str, Heading | None]:
    """What stands at the top of a column, and what it is taken for; `header` is the row of headings from 1."""
    for found in table.columns if table is not None and table.below == header else ():
        if found.place == column:
            return found.heading, Heading(found.field, found.name, found.also)
    text = grid.spread(header - 1, column) if 0 < header <= len(grid.rows) else ""
    heading = parse_heading(text)
    return " ".join(text.split()), heading if heading is not None and heading.is_whole else None


def missing(grids: Sequence[Grid], grid: Grid, header: int, headings: Sequence[Heading | None]) -> list[str]:
    """What must be said of the session, and neither a column nor what stands above the headings says."""
    found = {heading.field for heading in headings if heading is not None and heading.field in SESSION_FIELDS}
    for row in range(min(max(header - 1, 0), len(grid.rows))):
        found |= {said.key for said in titles(grid, row)}
    for other in grids:
        if first_table(other) is None and other is not grid:
            found |= {said.key for row in range(len(other.rows)) for said in titles(other, row)}
    found |= {said.key for said in of_name(grid)}
    return [field for field in ASKED if field not in found]


def word_of(text: str) -> str | None:
    """The field of a session that a word names."""
    return session_key(text)


def read_as(grids: Sequence[Grid], pack_of: Callable[[str], Pack | None], file: str, mapping: SheetMap) -> Reading:
    """What the sheets come to as the mapping has them read."""
    problems = Problems(file)
    reading = read_sheets(grids, pack_of, problems, mapping)
    reading.problems = problems.all()
    return reading
