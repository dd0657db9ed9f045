"""Where a table begins: the row of headings, or two, groups above names (or names above what they scored)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from audit.logs import fields, limits
from audit.logs.fields import normal
from audit.logs.sheets.columns import Column, Heading, figures, parse_heading
from audit.logs.sheets.grid import NO_RESULT, Grid
from audit.logs.sheets.mapping import SheetMap
from audit.logs.sheets.vocabulary import EXTRA, PASSED, PER_PLAYER, WEAK_DEAL

_NUMBER = re.compile(r"[+\-−]?[0-9]+([.,][0-9]+)?")


class Table(NamedTuple):
    """A table's headings."""

    row: int
    """The first row of them."""
    below: int
    """The row after them."""
    columns: tuple[Column, ...]
    unknown: tuple[tuple[int, str], ...] = ()
    """The headings that mean nothing to us, by their columns."""

    @property
    def has_numbers(self) -> bool:
        """Whether there is a column for the deals' numbers."""
        return any(column.field == fields.DEAL for column in self.columns)

    def named(self) -> tuple[str, ...]:
        """The players whom the headings name, in the order of their columns."""
        return tuple(dict.fromkeys(column.name for column in self.columns if column.field in PER_PLAYER))

    def at(self, field: str) -> list[Column]:
        """The columns of a field."""
        return [column for column in self.columns if column.field == field]


def find_header(grid: Grid, row: int, mapping: SheetMap | None = None) -> Table | None:
    """The table whose headings begin in this row; `None` where none does."""
    if mapping is not None and mapping.header is not None and mapping.is_for(grid):
        if row == max(mapping.header - 1, 0):
            return _mapped(grid, row, mapping)
        if row < mapping.header - 1:
            return None
    if not grid.filled(row):
        return None
    one = _table(row, row + 1, _one_row(grid, row))
    if row + 1 < len(grid.rows):
        two = _table(row, row + 2, _two_rows(grid, row))
        below = _table(row + 1, row + 2, _one_row(grid, row + 1))
        if two is not None and len(two.columns) > max(_size(one), _size(below)):
            return two
    return one


def _size(table: Table | None) -> int:
    return 0 if table is None else len(table.columns)


Headings = dict[int, tuple[str, Heading | None]]
"""By column: the heading as it stands, and what it means."""


def _one_row(grid: Grid, row: int) -> Headings:
    return {column: (grid.text(row, column), parse_heading(grid.text(row, column))) for column in grid.filled(row)}


def _two_rows(grid: Grid, row: int) -> Headings:
    """Two rows as one; a group holds for the columns without one of their own behind it."""
    headings: Headings = {}
    group = ""
    for column in range(max(grid.width(row), grid.width(row + 1))):
        top, bottom = grid.spread(row, column), grid.spread(row + 1, column)
        if top and top != bottom:
            group = top
        elif not top and (row, column - 1) in grid.merged:
            # The group was merged over its columns, and ends with them.
            group = ""
        text, found = _stacked(top, bottom, group)
        if text:
            headings[column] = text, found
        if top and found is None and not bottom.startswith(NO_RESULT):
            group = ""
    return headings


def _stacked(top: str, bottom: str, group: str) -> tuple[str, Heading | None]:
    """What two cells, one above the other, say; where the upper is blank, in the group before."""
    if not bottom or top == bottom:
        return top, parse_heading(top)
    below = parse_heading(bottom)
    if not top and below is not None and below.is_whole:
        return bottom, below
    text = f"{top or group} {bottom}"
    return text, None if is_number(bottom) else _joined(top or group, bottom)


def _joined(upper: str, lower: str) -> Heading | None:
    """`Fondo` above `inicial`, `Puntos` above `Ana`, `Ana` above `Puntos`; else what the lower says by itself."""
    both, above, below = parse_heading(f"{upper} {lower}"), parse_heading(upper), parse_heading(lower)
    if both is not None and both.field not in PER_PLAYER and both.field != EXTRA:
        return both
    for word, other, name in ((above, below, lower), (below, above, upper)):
        is_name = any(map(str.isalpha, name)) and not name.startswith(NO_RESULT)
        if word is not None and not word.is_whole and other is None and is_name:
            return Heading(word.field, normal(name), normal(name))
    return below if below is not None and below.is_whole else None


def _table(row: int, below: int, headings: Headings) -> Table | None:
    table = _made(row, below, headings)
    return table if _is_header(table) else None


def _made(row: int, below: int, headings: Headings) -> Table:
    columns = _with_numbers(
        [
            Column(column, heading.field, heading.name, heading.also, " ".join(text.split()))
            for column, (text, heading) in sorted(headings.items())
            if heading is not None and heading.is_whole
        ]
    )
    kept = {column.place for column in columns}
    return Table(
        row,
        below,
        tuple(columns),
        tuple((column, text) for column, (text, _) in headings.items() if column not in kept),
    )


def _with_numbers(columns: list[Column]) -> list[Column]:
    """The columns with the one that counts the deals; `mano` does, where nothing says it better and only one can."""
    weak = [column for column in columns if column.field == WEAK_DEAL]
    sure = any(column.field == fields.DEAL for column in columns)
    if not sure and len(weak) == 1:
        return [column._replace(field=fields.DEAL) if column in weak else column for column in columns]
    return [column for column in columns if column not in weak]


def _is_header(table: Table) -> bool:
    """Whether the headings are those of deals: a deal and a figure of it, or figures of several players."""
    found = figures(list(table.columns))
    several = len({column.name for column in found if column.name}) >= limits.PLAYERS[0]
    if not table.has_numbers and not several:
        return False
    # Most of the row must be ours: a row of deals has words, too.
    return bool(found) and len(table.columns) >= len(table.unknown)


def _mapped(grid: Grid, row: int, mapping: SheetMap) -> Table:
    """The table that a mapping describes, over what its own headings say."""
    header = mapping.header or 0
    headings = _at(grid, row) if header else {}
    for column, heading in mapping.columns.items():
        found = heading or Heading(PASSED)
        headings[column] = headings.get(column, ("", None))[0] or found.name or found.field, found
    return _made(row, row + 1 if header else row, headings)


def _at(grid: Grid, row: int) -> Headings:
    """The headings of a row, or of it and the one above, where these say more."""

    def known(headings: Headings) -> int:
        return sum(heading is not None and heading.is_whole for _text, heading in headings.values())

    found = [_one_row(grid, row), *([_two_rows(grid, row - 1)] if row else [])]
    return max(found, key=known)


def tables(grid: Grid, mapping: SheetMap | None = None) -> Iterator[Table]:
    """The tables of a sheet, one below the other; none where the first does not begin soon."""
    row, found = 0, 0
    while row < len(grid.rows) and (found or row < limits.HEADER_ROWS):
        table = find_header(grid, row, mapping)
        found += table is not None
        if table is not None:
            yield table
        row = max(table.below, row + 1) if table else row + 1


def is_number(text: str) -> bool:
    """Whether a cell holds a number."""
    return bool(_NUMBER.fullmatch(text.strip()))
