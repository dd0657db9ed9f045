"""What stands above tables, and on sheets without any: `Club: X`, or `Club` and beside it what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from audit.logs import fields, keys
from audit.logs.quoting import write_name
from audit.logs.sheets.columns import parse_heading
from audit.logs.sheets.dates import parse_date
from audit.logs.sheets.find_header import is_number
from audit.logs.sheets.grid import Grid
from audit.logs.sheets.vocabulary import EXTRA, SESSION_WORDS, folded

_PAIR = re.compile(r"\s*([^:=]{1,80}?)\s*[:=]\s*(.*\S)\s*", re.DOTALL)
_SHEET = re.compile(
    r"(?:hoja|sheet|planilha|folha|tabelle|feuille?|foglio|pagina|tabla|tabela|table|blad|list|arkusz|calc|plan)?"
    r"[ _]*[0-9]*(?: [0-9]+)?"
)
"""What a spreadsheet calls a sheet by itself, folded."""


class Said(NamedTuple):
    """What is said of a session somewhere, and where."""

    key: str
    """The field; behind `option ` or `balance before ` a name."""
    text: str
    grid: Grid | None = None
    row: int = 0
    column: int = 0


def session_key(text: str) -> str | None:
    """What of a session a word names; `None` when it is none of its fields."""
    word = text.strip().rstrip(":").strip()
    field = SESSION_WORDS.get(folded(word)) if word else None
    if field is not None:
        return field
    heading = parse_heading(word)
    if heading is None or not heading.name:
        return None
    if heading.field == keys.OPTION:
        return fields.option_field(heading.name)
    if heading.field == fields.CARRIED_BALANCE:
        return f"{fields.CARRIED_BALANCE} {heading.also}"
    return heading.name if heading.field == EXTRA else None


def titles(grid: Grid, row: int) -> list[Said]:
    """What a row above a table says; empty when it is no such row."""
    found: list[Said] = []
    cells = grid.filled(row)
    place = 0
    while place < len(cells):
        column = cells[place]
        text = grid.text(row, column)
        place += 1
        pair = _PAIR.fullmatch(text)
        key = session_key(pair[1]) if pair else None
        if pair and key:
            found.append(Said(key, pair[2], grid, row, column))
            continue
        key = session_key(text)
        if key is None:
            continue
        values: list[str] = []
        while place < len(cells) and _is_value(text := grid.text(row, cells[place])):
            values.append(text.strip())
            place += 1
        if values:
            found.append(Said(key, _joined(key, values), grid, row, cells[place - len(values)]))
    return found


def _is_value(text: str) -> bool:
    pair = _PAIR.fullmatch(text)
    return session_key(pair[1] if pair else text) is None


def _joined(key: str, values: Sequence[str]) -> str:
    """One text of what stands in several cells, where the field is a list."""
    if key == fields.PLAYERS and len(values) > 1:
        return ", ".join(write_name(value) for value in values)
    if key == fields.CARRIED_BALANCE:
        return ", ".join(values)
    return values[0]


def of_name(grid: Grid) -> Iterator[Said]:
    """What a worksheet's name says: the session, and where it is one the date; a name that nobody gave says nothing."""
    name = grid.name.strip()
    if not name or _SHEET.fullmatch(folded(name)):
        return
    yield Said(fields.SESSION, name, grid)
    date = parse_date(name)
    if date is not None and not date.ambiguous:
        yield Said(fields.DATE, date.text, grid)


def is_free_text(grid: Grid, row: int) -> bool:
    """Whether a row is nothing but one text: a remark below a table."""
    cells = grid.filled(row)
    text = grid.text(row, cells[0]) if cells else ""
    return len(cells) == 1 and not is_number(text) and any(map(str.isalpha, text))
