"""A sheet as rows of texts, each with its place, whatever the file is that it comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

NO_RESULT = "#="
"""How a cell begins here whose formula was saved without what it came to; the formula is behind it."""

_NEUTRAL = re.compile(r"'+[=+\-@\t\r]")
_LETTERS = re.compile(r"[A-Za-z]{1,3}")


@dataclass(frozen=True)
class Grid:
    """A sheet; rows may be of any length, and places count from 0."""

    name: str
    """The worksheet's name; empty where the file is one sheet."""
    rows: Sequence[Sequence[str]]
    merged: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """A cell that is merged into another, to that one."""

    def text(self, row: int, column: int) -> str:
        """What stands in a cell; nothing in one that is merged into another."""
        cells = self.rows[row]
        return cells[column] if column < len(cells) else ""

    def spread(self, row: int, column: int) -> str:
        """What a reader sees there: of a merged cell its text, wherever in it."""
        return self.text(*self.merged.get((row, column), (row, column)))

    def width(self, row: int) -> int:
        """How many cells a row has."""
        return len(self.rows[row])

    def filled(self, row: int) -> list[int]:
        """The columns of a row in which something stands."""
        return [column for column, text in enumerate(self.rows[row]) if text and not text.isspace()]

    def cell(self, row: int, column: int) -> str:
        """How a spreadsheet calls a cell: `B7`, and with the name of its sheet `Hoja 2!B7`."""
        name = f"{letters(column)}{row + 1}"
        return f"{self.name}!{name}" if self.name else name


def letters(column: int) -> str:
    """A column as spreadsheets name it: 0 is `A`, 26 is `AA`."""
    found = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def column_of(text: str) -> int | None:
    """The column of the letters, `None` where they name none."""
    if not _LETTERS.fullmatch(text):
        return None
    column = 0
    for letter in text.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def bare(text: str) -> str:
    """A cell's text without the `'` that keeps a spreadsheet from taking it for a formula, and outer blanks."""
    text = text.strip(" \n\r\u00a0")
    return text[1:] if _NEUTRAL.match(text) else text.strip()
