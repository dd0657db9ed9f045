"""What the tests of score sheets share: sheets as text, workbooks, and reading them."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import xlsxwriter
from logs.reading import pack_of

from audit.logs import read
from audit.model import Deal, Reading
from audit.text.problems import expected, message

Rows = Sequence[Sequence[Any]]

HEAD = "club;sesion;reglas;reparto;dador;ganador"
NAMES = ("Ana", "Benito", "Carla", "Diego")
POINTS = ";".join(f"puntos {name}" for name in NAMES)
SESSION = "Casino;A;revesino"
SMALL = f"{HEAD};{POINTS}\n{SESSION};1;Diego;Ana;3;10;20;10\n{SESSION};2;Ana;Benito;13;4;16;10\n"
"""A sheet of two deals, all of it well written."""


def read_csv(folder: Path, text: str | bytes, name: str = "sheet.csv", *, strict: bool = False) -> Reading:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_path(path, strict=strict)


def read_path(path: Path, *, strict: bool = False) -> Reading:
    reading = read([path], pack_of, strict=strict)
    for problem in reading.problems:
        assert message(problem)
        assert expected(problem)
    assert reading.records_in == len(reading.deals) + len(reading.quarantined)
    return reading


def workbook(
    path: Path,
    pages: Mapping[str, Rows],
    *,
    merged: Mapping[str, Sequence[tuple[str, Any]]] | None = None,
    hidden: Sequence[str] = (),
    also: Callable[[xlsxwriter.Workbook], None] | None = None,
) -> Path:
    """A workbook of pages of rows; days are dates of the sheet, a text that begins with `=` a formula with its result
    behind `→`."""
    book = xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False})
    days = book.add_format({"num_format": "dd/mm/yyyy"})
    for name, rows in pages.items():
        page = book.add_worksheet(name)
        if name in hidden:
            page.hide()
        for row, cells in enumerate(rows):
            for column, value in enumerate(cells):
                put(page, row, column, value, days)
        for place, value in (merged or {}).get(name, ()):
            page.merge_range(place, value)
    if also:
        also(book)
    book.close()
    return path


def put(page: Any, row: int, column: int, value: Any, days: Any) -> None:
    if isinstance(value, datetime.date):
        page.write_datetime(row, column, value, days)
    elif isinstance(value, str) and value.startswith("=") and "→" in value:
        formula, result = value.split("→")
        page.write_formula(row, column, formula, None, float(result) if result.isdigit() else result)
    elif isinstance(value, bool):
        page.write_boolean(row, column, value)
    elif isinstance(value, int | float):
        page.write_number(row, column, value)
    elif value is not None:
        page.write_string(row, column, value)


def cells(text: str) -> list[list[Any]]:
    """A sheet of text as rows, its numbers as numbers."""
    return [[int(cell) if cell.isdigit() else cell for cell in line.split(";")] for line in text.splitlines()]


def repacked(path: Path, changes: Mapping[str, bytes | None], *, more: Mapping[str, bytes] | None = None) -> Path:
    """A workbook with some of its parts otherwise, or gone."""
    with zipfile.ZipFile(path) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**parts, **changes, **(more or {})}.items():
            if content is not None:
                archive.writestr(name, content)
    path.write_bytes(out.getvalue())
    return path


def part(path: Path, name: str = "xl/worksheets/sheet1.xml") -> bytes:
    with zipfile.ZipFile(path) as archive:
        return archive.read(name)


def figures(deal: Deal) -> tuple[Any, ...]:
    """What a sheet says of a deal, in brief."""
    recorded = deal.recorded
    return (deal.number, deal.dealer, recorded.winner, recorded.points)


RIGHT = [(1, "Diego", "Ana", (3, 10, 20, 10)), (2, "Ana", "Benito", (13, 4, 16, 10))]
"""What `SMALL` says."""


def kinds(reading: Reading) -> list[str]:
    return [problem.what for problem in reading.problems]


def said(reading: Reading) -> list[str]:
    return [message(problem) for problem in reading.problems]
