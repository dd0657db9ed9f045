"""Which rows are no deals but add them up."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.logs import fields
from audit.logs.sheets.columns import Column
from audit.logs.sheets.grid import Grid
from audit.logs.sheets.vocabulary import EXTRA, PER_PLAYER, PLAYS, SESSION_FIELDS, TOTALS, folded

_SUMMED = frozenset({fields.POINTS, fields.TRICKS, fields.NET})
_CARRIED = frozenset({fields.BALANCE, fields.FONDO_START, fields.FONDO_END})
_WHOLE = re.compile(r"([+\-−]?[0-9]{1,15})(?:[.,]0{1,2})?")
_LABELS = 3
"""Among how many of a row's first texts the word for a total stands."""


class Totals:
    """Knows what the deals of a table have come to so far."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._columns = [column for column in columns if column.field in _SUMMED | _CARRIED]
        self._numbers = {column.place for column in columns if column.field == fields.DEAL}
        self._sums: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._deals = 0

    def add(self, grid: Grid, row: int) -> None:
        """Count a deal in."""
        self._deals += 1
        for column in self._columns:
            number = whole(grid.text(row, column.place))
            if number is not None:
                self._last[column.place] = number
                self._sums[column.place] = self._sums.get(column.place, 0) + number

    def adds_up(self, grid: Grid, row: int) -> bool:
        """Whether all numbers of a row are what its columns come to: two at least, of two deals at least.

        What stands below the deals' numbers may be how many there were.
        """
        known = {column.place for column in self._columns}
        filled = [column for column in grid.filled(row) if column not in self._numbers]
        numbers = {column: whole(grid.text(row, column)) for column in filled}
        given = {column: number for column, number in numbers.items() if number is not None}
        if self._deals < 2 or len(given) < 2 or not known.issuperset(given):
            return False
        of_field = {column.place: column.field for column in self._columns}
        return all(
            number == self._sums.get(column) or (of_field[column] in _CARRIED and number == self._last.get(column))
            for column, number in given.items()
        )


def whole(text: str) -> int | None:
    """The whole number in a cell, `None` where there is none."""
    match = _WHOLE.fullmatch(text.strip())
    return int(match[1].replace("−", "-")) if match else None


def is_called_total(grid: Grid, row: int, columns: Sequence[Column], names: frozenset[str]) -> bool:
    """Whether a row says that it is one: before any number of a player, and not as a player's name.

    A club, a session or a player may be called `Final`: among other words of a deal it is no word for a total.
    """
    fields_of = {column.place: column.field for column in columns}
    words = [column for column in grid.filled(row) if fields_of.get(column) in _WORDS]
    for column in grid.filled(row)[:_LABELS]:
        text, field = grid.text(row, column), fields_of.get(column)
        if field in PER_PLAYER or text.strip() in names:
            return False
        if field in _FREE or (column in words and len(words) > 1):
            continue
        if folded(text) in TOTALS or folded(text).partition(" ")[0] in _FIRST:
            return True
    return False


_FREE = frozenset({fields.NOTE, fields.PLAYERS, EXTRA, PLAYS})
"""Where a text may say anything."""

_WORDS = frozenset(
    {*SESSION_FIELDS, fields.DEALER, fields.WINNER, fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO}
)
"""What a deal says in words: whose it is, and who did what."""

_FIRST = frozenset({"total", "totales", "totals", "totais", "suma", "sumas", "soma", "sum", "subtotal"})
