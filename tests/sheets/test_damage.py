"""Damaged sheets: nothing is raised, each row with a number is read or quarantined, a cell costs only itself."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from sheets.seasons import above, evenings, table
from sheets.writing import part, read_csv, read_path, repacked, workbook

from audit.logs.service import convert

INSERTED = [
    "", "x", "?", "-", "–", "3.5", "Ana", "#REF!", '"', '"a', "'=1", "9" * 40, "Total", "Club: Otro", "1o 2o|3o",
    "reparto", "puntos Ana", "31/31/31", "\x00", "ñ" * 300, ";", "a\nb", "=1+1", "x-y", "nº 3", "-5", "٣",
]  # fmt: skip

Rows = list[list[str]]


def sheet() -> Rows:
    evening = next(one for one in evenings() if len({deal.players for deal in one.deals}) == 1)
    rows = [*above(evening, pairs=True), [], *table(evening, "es", "usual")]
    width = max(map(len, rows))
    return [["" if cell is None else str(cell) for cell in [*row, *[None] * (width - len(row))]] for row in rows]


WHOLE = sheet()
HEAD = next(number for number, row in enumerate(WHOLE) if row[0] == "Reparto")


def spoilt(chance: random.Random, rows: Rows, first: int = 0) -> Rows:
    """The rows with cells and rows dropped, put in, exchanged and written over, from a row on."""
    rows = [list(row) for row in rows]
    for _ in range(chance.randrange(1, 6)):
        row = chance.randrange(first, len(rows))
        cells = rows[row]
        match chance.randrange(7):
            case 0:
                rows.pop(row) if len(rows) > first + 1 else None
            case 1:
                rows.insert(row, list(chance.choice(rows[first:])))
            case 2:
                cells[chance.randrange(len(cells))] = chance.choice(INSERTED)
            case 3:
                cells.insert(chance.randrange(len(cells)), chance.choice(INSERTED))
            case 4:
                cells.pop(chance.randrange(len(cells))) if len(cells) > 1 else None
            case 5:
                chance.shuffle(cells)
            case _:
                other = chance.randrange(first, len(rows))
                rows[row], rows[other] = rows[other], rows[row]
    return rows


def as_text(rows: Rows, *, quotes: bool) -> str:
    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if quotes and set(text) & set(';"\n') else text.replace("\n", " ")

    return "".join(";".join(map(cell, row)) + "\n" for row in rows)


@pytest.mark.parametrize("seed", range(60))
def test_spoilt_below_the_headings_no_row_with_a_number_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    rows = spoilt(chance, WHOLE, HEAD + 1)
    reading = read_csv(tmp_path, as_text(rows, quotes=True))
    below = [row for row in rows[HEAD + 1 :] if any(cell.strip() for cell in row)]
    numbered = [row for row in below if row[0].isascii() and row[0].isdigit() and 0 < int(row[0]) < 2**63]
    headings = [row for row in numbered if "reparto" in row]
    assert len(reading.deals) + len(reading.quarantined) >= len(numbered) - len(headings)
    assert reading.records_in <= len(below)


@pytest.mark.parametrize("seed", range(60))
def test_spoilt_anywhere_nothing_is_raised(tmp_path: Path, seed: int) -> None:
    chance = random.Random(f"any{seed}")
    rows = spoilt(chance, WHOLE)
    reading = read_csv(tmp_path, as_text(rows, quotes=chance.random() < 0.5))
    if reading.deals:
        again = tmp_path / "again.rev"
        again.write_text(convert(reading, "rev"), encoding="utf-8")
        assert len(read_path(again).deals) == len(reading.deals)


@pytest.mark.parametrize("seed", range(12))
def test_bytes_are_damaged(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(as_text(WHOLE, quotes=True).encode())
    for _ in range(chance.randrange(1, 30)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    read_csv(tmp_path, bytes(content))


def test_one_cell_costs_only_itself(tmp_path: Path) -> None:
    """Of each deal all that stands in other cells is read."""
    whole = read_csv(tmp_path, as_text(WHOLE, quotes=True)).deals
    for column in range(5, len(WHOLE[HEAD]) - 1):
        rows = [list(row) for row in WHOLE]
        rows[HEAD + 1][column] = "qué"
        reading = read_csv(tmp_path, as_text(rows, quotes=True))
        assert [problem.excerpt for problem in reading.problems if problem.severity == "error"] == ["qué"]
        assert len(reading.deals) == len(whole)
        lost = [
            value != other
            for field in ("points", "tricks", "net", "balance")
            for value, other in zip(
                getattr(reading.deals[0].recorded, field) or (None,) * 4,
                getattr(whole[0].recorded, field) or (None,) * 4,
                strict=True,
            )
        ]
        assert sum(lost) <= 1


# ------------------------------------------------------------------------------------------------------- workbooks


def typed(rows: Rows) -> list[list[object]]:
    return [
        [int(cell) if cell.isascii() and cell.lstrip("-").isdigit() and len(cell) < 9 else cell for cell in row]
        for row in rows
    ]


@pytest.mark.parametrize("seed", range(20))
def test_cells_of_a_workbook_are_spoilt(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    clean = [[cell.replace("\x00", "") for cell in row] for row in spoilt(chance, WHOLE)]
    read_path(workbook(tmp_path / "a.xlsx", {"N": typed(clean), "M": typed(WHOLE)}))


@pytest.mark.parametrize("seed", range(30))
def test_parts_of_a_workbook_are_spoilt(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = workbook(tmp_path / "a.xlsx", {"N": typed(WHOLE)})
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    name = chance.choice([name for name in names if name.endswith((".xml", ".rels"))])
    content = bytearray(part(path, name))
    for _ in range(chance.randrange(1, 8)):
        match chance.randrange(3):
            case 0:
                content[chance.randrange(len(content))] = chance.randrange(32, 127)
            case 1:
                at = chance.randrange(len(content))
                del content[at : at + chance.randrange(1, 40)]
            case _:
                at = chance.randrange(len(content))
                content[at:at] = content[at : at + chance.randrange(1, 60)]
        if not content:
            break
    read_path(repacked(path, {name: bytes(content)}))


@pytest.mark.parametrize("seed", range(30))
def test_bytes_of_a_workbook_are_damaged(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = workbook(tmp_path / "a.xlsx", {"N": typed(WHOLE)})
    content = bytearray(path.read_bytes())
    for _ in range(chance.randrange(1, 20)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    if chance.random() < 0.3:
        del content[chance.randrange(len(content)) :]
    path.write_bytes(bytes(content))
    read_path(path)
