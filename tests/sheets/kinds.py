"""For each kind of problem that only score sheets have: an input that gives it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sheets.writing import NAMES, POINTS, SMALL, cells, part, repacked, workbook

from audit.logs import limits


def csv(text: str, map_: str = "") -> Callable[[Path], list[Path]]:
    def make(folder: Path) -> list[Path]:
        path = folder / "sheet.csv"
        path.write_text(text, encoding="utf-8")
        if map_:
            (folder / "sheet.csv.map.toml").write_text(map_, encoding="utf-8")
        return [path]

    return make


def book(change: Callable[[Path], object] = lambda path: None, **pages: str) -> Callable[[Path], list[Path]]:
    def make(folder: Path) -> list[Path]:
        path = workbook(folder / "sheet.xlsx", {name: cells(text) for name, text in (pages or {"x": SMALL}).items()})
        change(path)
        return [path]

    return make


def far_away(path: Path) -> None:
    sheet = part(path).replace(b"</sheetData>", b'<row r="150000"><c r="CV150000"><v>1</v></c></row></sheetData>')
    repacked(path, {"xl/worksheets/sheet1.xml": sheet})


def bomb(path: Path) -> None:
    repacked(path, {"xl/sharedStrings.xml": b"<sst>" + b" " * (limits.WORKBOOK_BYTES // 8) + b"</sst>"})


def damaged(path: Path) -> None:
    repacked(path, {"xl/worksheets/sheet1.xml": part(path)[:400]})


def uncomputed(path: Path) -> None:
    """As programs write a formula that do not compute it."""
    repacked(path, {"xl/worksheets/sheet1.xml": part(path).replace(b"<v>20</v>", b"<f>10+10</f><v></v>")})


KINDS: dict[str, Callable[[Path], list[Path]]] = {
    "bad-line.totals": csv(SMALL + ";;;Total;;;16;14;36;20\n"),
    "bad-line.carried": csv(SMALL + "Saldo anterior;;;;;;1;2;3;4\nCasino;A;revesino;3;Carla;Ana;3;10;20;10\n"),
    "bad-line.text": csv(SMALL + "\nUna noche larga\n"),
    "bad-line.no-table": book(x=SMALL, y="nada;de;nada"),
    "bad-value.day-first": csv("Fecha: 2/3/2024\n" + SMALL),
    "missing-header.seating": csv(SMALL),
    "unknown-key.heading": csv(SMALL.replace("ganador", "canador", 1)),
    "unknown-key.no-heading": csv(SMALL.replace("ganador", "", 1)),
    "bad-value.cell-error": csv(SMALL.replace(";3;", ";#REF!;")),
    "bad-value.no-result": book(uncomputed),
    "missing-deal-number.column": csv(SMALL.replace("reparto;", "x-y;")),
    "no-deals.sheet": csv("nada;de;nada\n1;2;3\n"),
    "too-large.cell": csv(SMALL.replace("Ana", "x" * (limits.CELL_CHARS + 1), 1)),
    "too-large.cells": book(far_away),
    "too-large.sheet-columns": csv(SMALL + ";" * limits.SHEET_COLUMNS + "\n"),
    "too-large.sheet-rows": csv(SMALL + "\n" * limits.SHEET_ROWS),
    "too-large.sheets": book(**{f"x{n}": "1" for n in range(limits.SHEETS + 1)}),
    "too-large.workbook": book(bomb),
    "unreadable.map": csv(SMALL, "header = 'x'"),
    "unreadable.protected": lambda folder: [old(folder / "sheet.xlsx")],
    "unreadable.sheet": book(damaged),
    "unreadable.workbook-form": lambda folder: [KINDS["bad-line.no-table"](folder)[0].rename(folder / "sheet.csv")],
    "unreadable.workbook": book(lambda path: path.write_bytes(path.read_bytes()[:-40])),
}
assert POINTS.count(";") + 1 == len(NAMES)


def old(path: Path) -> Path:
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x01" * 600)
    return path
