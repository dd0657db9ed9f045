"""The corrected score sheet as CSV: a row a deal, the columns of a log's score sheet, so that it can be read again.

Semicolons and a byte order mark, for a spreadsheet set to Spanish or Portuguese opens that in its columns; UTF-8;
lines end in CR LF. Numbers are digits with nothing between them. The headings are those of the log format, in English.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from audit.logs.quoting import write_name
from audit.sheet.cells import Cell
from audit.sheet.figures import PER_PLAYER, DealFigures
from audit.sheet.sheet import SessionSheet
from audit.text.lines import plain

BOM = "\ufeff"

HEADINGS = {"points": "points {name}", "tricks": "tricks {name}", "net": "net {name}", "balance": "balance {name}"}
"""The columns of a player's figures."""

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a text begins that a spreadsheet would take for a formula, or for one that was neutralised."""


def write_csv(sheet: SessionSheet) -> str:
    """The sheet as the text of a CSV file, byte order mark and all."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    options = {f"option {name}": plain(value) for name, value in sheet.options.items()}
    carried = _carried(sheet)
    figures = [HEADINGS[what].format(name=name) for what in PER_PLAYER for name in sheet.players]
    writer.writerow(
        map(
            neutral,
            [
                *("club", "session", "date", "rules", *options, *carried, "players", "deal", "dealer", "winner"),
                *("fondo_start", "fondo_end", *figures, "x-verdict", "x-changed", "x-undecided"),
            ],
        )
    )
    head = [sheet.club, sheet.session, sheet.date or "", sheet.rules, *options.values(), *carried.values()]
    for one in sheet.deals:
        writer.writerow([neutral(text) for text in head] + list(_row(sheet, one)))
    return BOM + out.getvalue()


def neutral(text: str) -> str:
    """The text, with `'` before what a spreadsheet would take for a formula; who reads it takes one `'` off again."""
    return f"'{text}" if _FORMULA.match(text) else text


def _carried(sheet: SessionSheet) -> dict[str, str]:
    """What an earlier session left, where it left anything."""
    found = {}
    if sheet.carried.fondo is not None:
        found["fondo_before"] = str(sheet.carried.fondo)
    if sheet.carried_balance:
        found["balance_before"] = ", ".join("" if value is None else str(value) for value in sheet.carried_balance)
    return found


def _row(sheet: SessionSheet, one: DealFigures) -> Iterator[str | int]:
    cells: dict[str, Cell] = {"winner": one.winner, "fondo_start": one.fondo_start, "fondo_end": one.fondo_end}
    for what in PER_PLAYER:
        cells |= {HEADINGS[what].format(name=name): one.of(what, name) for name in sheet.players}
    yield neutral(", ".join(write_name(name) for name in one.deal.players))
    yield one.deal.number
    yield neutral(one.dealt_by or "")
    for cell in cells.values():
        shown = cell.value
        yield "" if shown is None else shown if isinstance(shown, int) else neutral(shown)
    yield one.status
    yield neutral(", ".join(name for name, cell in cells.items() if cell.is_wrong))
    yield neutral(", ".join(name for name, cell in cells.items() if cell.is_open))
