"""The corrected score sheet as CSV: a row a deal, the columns of a log's score sheet, so that it can be read again.

Semicolons and a byte order mark, for a spreadsheet set to Spanish or Portuguese opens that in its columns; UTF-8;
lines end in CR LF. Numbers are digits with nothing between them. The headings are the words of the log format, in the
language that is spoken.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from audit.language import ENGLISH, _, current
from audit.logs import fields
from audit.logs.keys import BY_FIELD, OPTION
from audit.logs.quoting import write_name
from audit.logs.sheets.columns import parse_heading
from audit.model import Deal
from audit.sheet.figures import PER_PLAYER, DealFigures
from audit.sheet.sheet import SessionSheet
from audit.text.figures import STATUSES
from audit.text.lines import plain

BOM = "\ufeff"

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a text begins that a spreadsheet would take for a formula, or for one that was neutralised."""

Value = str | int
Column = tuple[str, Value]
"""A heading, and what stands under it in one row."""


def write_csv(sheet: SessionSheet) -> str:
    """The sheet as the text of a CSV file, byte order mark and all."""
    said = list(head(sheet))
    rows = [[*said, *_row(sheet, one)] for one in sheet.deals]
    return csv_of([name for name, _value in rows[0]], ([value for _name, value in row] for row in rows))


def csv_of(headings: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    """A table as a spreadsheet opens it; no text in it can be taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(map(neutral, headings))
    writer.writerows([neutral(value) if isinstance(value, str) else value for value in row] for row in rows)
    return BOM + out.getvalue()


def neutral(text: str) -> str:
    """The text, with `'` before what a spreadsheet would take for a formula; who reads it takes one `'` off again."""
    return f"'{text}" if _FORMULA.match(text) else text


def heading(field: str, name: str = "") -> str:
    """A column as score sheets call it: the key of the log format, and behind it whose column it is."""
    key = BY_FIELD[field]
    word = {"es": key.spanish, "pt": key.portuguese}.get(current(), key.english)
    if current() == ENGLISH and not name:
        # As the format spells its columns: `fondo_start`.
        word = word.replace(" ", "_")
    return f"{word} {_named(field, word, name)}" if name else word


def _named(field: str, word: str, name: str) -> str:
    """The name as a heading has it: in quotes where it would be taken for something else, as `Total` for a sum."""
    found = parse_heading(f"{word} {name}")
    is_read = found is not None and found.field == field and name in (found.name, found.also)
    return name if field == OPTION or is_read else f'"{name}"'


def seated(deal: Deal) -> str:
    """Who sits at a deal, in order of play."""
    return ", ".join(write_name(name) for name in deal.players)


def head(sheet: SessionSheet) -> Iterator[Column]:
    """What each row says of the session."""
    yield heading(fields.CLUB), sheet.club
    yield heading(fields.SESSION), sheet.session
    yield heading(fields.DATE), sheet.date or ""
    yield heading(fields.RULES), sheet.rules
    for name, value in sheet.options.items():
        yield heading(OPTION, name), plain(value)
    if sheet.carried.fondo is not None:
        yield heading(fields.CARRIED_FONDO), sheet.carried.fondo
    for name, balance in sheet.carried.balance.items():
        yield heading(fields.CARRIED_BALANCE, name), balance


def _row(sheet: SessionSheet, one: DealFigures) -> Iterator[Column]:
    """A deal, and what became of its figures."""
    figures = [(heading(what), cell) for what, cell in one.of_deal()]
    figures += [(heading(what, name), one.of(what, name)) for what in PER_PLAYER for name in sheet.players]
    yield heading(fields.PLAYERS), seated(one.deal)
    yield heading(fields.DEAL), one.deal.number
    yield heading(fields.DEALER), one.dealt_by or ""
    yield from ((name, _shown(cell.value)) for name, cell in figures)
    yield _("x-verdict"), _(STATUSES[one.status])
    yield _("x-changed"), ", ".join(name for name, cell in figures if cell.is_wrong)
    yield _("x-undecided"), ", ".join(name for name, cell in figures if cell.is_open)


def _shown(value: Value | None) -> Value:
    return "" if value is None else value
