"""Workbooks: several sheets, merged cells, values as they were saved; and those that are made to harm."""

from __future__ import annotations

import datetime
import resource
import time
import zipfile
from pathlib import Path

import pytest
from sheets.writing import NAMES, POINTS, RIGHT, SMALL, cells, figures, kinds, part, read_path, repacked, said, workbook

from audit.logs import limits

SEATED = [["jugadores", *NAMES]]
ABOVE = [["Club", "Casino"], ["Sesión", "A"], ["Reglas", "revesino"], *SEATED]
HEAD = ["reparto", "dador", "ganador", *POINTS.split(";")]


def book(path: Path, *rows: list[object], **more: object) -> Path:
    return workbook(path / "sheet.xlsx", {"Hoja1": [*ABOVE, HEAD, *rows]}, **more)  # type: ignore[arg-type]


def test_a_workbook(tmp_path: Path) -> None:
    reading = read_path(workbook(tmp_path / "a.xlsx", {"Hoja1": [*SEATED, *cells(SMALL)]}))
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert [deal.place.line for deal in reading.deals] == [3, 4]
    assert kinds(reading) == []


def test_all_sheets_are_read_hidden_ones_too(tmp_path: Path) -> None:
    pages = {name: [*SEATED, *cells(SMALL.replace(";A;", f";{name};"))] for name in ("x", "y", "z")}
    reading = read_path(workbook(tmp_path / "a.xlsx", pages, hidden=["y"]))
    assert [deal.header.session for deal in reading.deals] == ["x", "x", "y", "y", "z", "z"]


def test_values_as_they_were_saved(tmp_path: Path) -> None:
    row = [1.0, "Diego", "Ana", "=1+2→3", 10, "=1/0→#DIV/0!", 3.5]
    reading = read_path(book(tmp_path, row, [2, "Ana", "=A1→Benito", True, datetime.date(2024, 3, 5), "'-3", "=A1"]))
    first, second = reading.deals
    assert first.recorded.points == (3, 10, None, None)
    assert (second.recorded.winner, second.recorded.points) == ("Benito", (None, None, -3, None))
    assert said(reading)[:2] == [
        "Hoja1!F6: the cell has an error of the spreadsheet, `#DIV/0!`; it counts as not recorded",
        "Hoja1!G6: `3.5` is no whole number",
    ]
    assert len(reading.problems) == 5


UNCOMPUTED = {
    "a figure": (b"<v>20</v>", b"<f>10+10</f><v></v>", "`=10+10`", (3, 10, None, 10)),
    "without any value": (b"<v>20</v>", b"<f>SUM(A1:A2)&amp;1</f>", "`=SUM(A1:A2)&1`", (3, 10, None, 10)),
    "a shared one": (b"<v>20</v>", b'<f t="shared" si="0"/><v/>', "`=`", (3, 10, None, 10)),
    "one with a value": (b"<v>20</v>", b"<f>10+10</f><v>20</v>", "", (3, 10, 20, 10)),
}


@pytest.mark.parametrize("what", UNCOMPUTED)
def test_a_formula_without_a_value_is_reported(tmp_path: Path, what: str) -> None:
    before, after, formula, points = UNCOMPUTED[what]
    reading = read_path(with_sheet(book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10]), (before, after)))
    assert [deal.recorded.points for deal in reading.deals] == [points]
    assert [formula in text for text in said(reading)] == ([True] if formula else [])


def uncomputed(path: Path, shown: str) -> Path:
    """The workbook with no value saved for the formulas that show this."""
    found = f' t="str"><f>x</f><v>{shown}</v>'.encode()
    return with_sheet(path, (found, b"><f>x</f><v></v>"))


def test_a_formula_without_a_value_is_no_name_and_no_number(tmp_path: Path) -> None:
    """Nobody is called by a formula, and a deal without its number is set aside rather than lost."""
    two = [HEAD, [1, "=x→Diego", "Ana", 3, 10, 20, 10], ["=x→zwei", "Ana", "Benito", 13, 4, 16, 10]]
    path = uncomputed(workbook(tmp_path / "a.xlsx", {"Hoja1": [*ABOVE, *two]}), "Diego")
    reading = read_path(uncomputed(path, "zwei"))
    assert [figures(deal) for deal in reading.deals] == [(1, None, *RIGHT[0][2:])]
    assert [each.code for each in reading.quarantined] == ["missing-deal-number"]
    assert kinds(reading) == ["bad-value.no-result"] * 2
    groups = [["reparto", "Puntos", "", "", ""], ["", "=x→Ana", "Benito", "Carla", "Diego"], [1, 3, 10, 20, 10]]
    reading = read_path(uncomputed(workbook(tmp_path / "b.xlsx", {"Hoja1": [*ABOVE, *groups]}), "Ana"))
    assert [deal.recorded.points for deal in reading.deals] == [(None, 10, 20, 10)]
    assert kinds(reading) == ["unknown-key.heading"]


def test_rows_that_wait_for_a_deal_are_none(tmp_path: Path) -> None:
    reading = read_path(uncomputed(book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10], ["", "", "", "=x→nada"]), "nada"))
    assert (len(reading.deals), reading.quarantined) == (1, [])


def test_a_day_of_the_sheet(tmp_path: Path) -> None:
    rows = [["Fecha", datetime.date(2024, 3, 2)], *ABOVE, HEAD, [1, "Diego", "Ana", 3, 10, 20, 10]]
    reading = read_path(workbook(tmp_path / "a.xlsx", {"Hoja1": rows}))
    assert reading.deals[0].header.date == "2024-03-02"
    assert kinds(reading) == []


def test_a_heading_merged_over_its_columns(tmp_path: Path) -> None:
    rows = [*ABOVE, ["Reparto", None, None, None, None, None], [None, *NAMES, None], [1, 3, 10, 20, 10, 9]]
    merged = {"Hoja1": [("B5:E5", "Puntos"), ("F5:F6", "Fondo final"), ("A1:F1", "Club: Casino")]}
    rows[0] = []
    (deal,) = read_path(workbook(tmp_path / "a.xlsx", {"Hoja1": rows}, merged=merged)).deals
    assert deal.recorded.points == (3, 10, 20, 10)
    assert deal.recorded.fondo_end == 9
    assert deal.header.club == "Casino"


def test_a_session_merged_down_and_a_figure_that_is_not_taken_for_two(tmp_path: Path) -> None:
    rows = [*SEATED, ["club", "sesion", "reglas", "reparto", *POINTS.split(";")]]
    rows += [[None, None, None, number, None, 10, 20, 10] for number in (1, 2, 1)]
    merged = {"Hoja1": [("A3:A5", "Casino"), ("B3:B4", "A"), ("C3:C5", "revesino"), ("E3:E4", 3)]}
    rows[4][1] = "B"
    reading = read_path(workbook(tmp_path / "a.xlsx", {"Hoja1": rows}, merged=merged))
    assert [(deal.header.club, deal.header.session, deal.number) for deal in reading.deals] == [
        ("Casino", "A", 1), ("Casino", "A", 2), ("Casino", "B", 1),
    ]  # fmt: skip
    assert [deal.recorded.points for deal in reading.deals] == [(3, 10, 20, 10), *[(None, 10, 20, 10)] * 2]


def test_a_table_that_begins_further_down_and_to_the_right(tmp_path: Path) -> None:
    rows = [[], [], *([None, None, *row] for row in [*ABOVE, HEAD, [1, "Diego", "Ana", 3, 10, 20, 10]])]
    reading = read_path(workbook(tmp_path / "a.xlsx", {"Hoja1": rows}))
    assert [(figures(deal), deal.place.line) for deal in reading.deals] == [(RIGHT[0], 8)]


def test_a_chart_and_an_empty_sheet_are_nothing(tmp_path: Path) -> None:
    def chart(made: object) -> None:
        page = made.add_chartsheet("Gráfico")  # type: ignore[attr-defined]
        drawn = made.add_chart({"type": "bar"})  # type: ignore[attr-defined]
        drawn.add_series({"values": "=Hoja1!$D$6:$G$6"})
        page.set_chart(drawn)
        made.add_worksheet("Vacía")  # type: ignore[attr-defined]

    reading = read_path(book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10], also=chart))
    assert len(reading.deals) == 1
    assert kinds(reading) == []


def test_a_workbook_under_another_name_of_letters(tmp_path: Path) -> None:
    path = book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10])
    assert len(read_path(path.rename(tmp_path / "SHEET.XLSX")).deals) == 1


# ------------------------------------------------------------------------------------------------------ made to harm


def quickly(path: Path) -> list[str]:
    """What reading says; it must neither take long nor much room."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.monotonic()
    found = kinds(read_path(path))
    assert time.monotonic() - begin < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600_000
    return found


def with_sheet(path: Path, *changes: tuple[bytes, bytes]) -> Path:
    content = part(path)
    for old, new in changes:
        assert old in content
        content = content.replace(old, new)
    return repacked(path, {"xl/worksheets/sheet1.xml": content})


FAR = {
    "a cell far away": b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    "single quotes": b"<row r='1048576'><c r='XFD1048576' ><v>1</v></c></row>",
    "a prefix": b'<x:row r="1048576"><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>',
    "rows without places": b"<row>" + b"<c><v>1</v></c>" * 16_000 + b"</row>" + b"<row><c><v>1</v></c></row>" * 150_000,
}


@pytest.mark.parametrize("what", FAR)
def test_room_is_not_made_for_cells_that_are_far_apart(tmp_path: Path, what: str) -> None:
    path = with_sheet(
        book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10]), (b"</sheetData>", FAR[what] + b"</sheetData>")
    )
    found = quickly(path)
    assert found
    assert found[0].startswith("too-large.")


def test_a_sheet_that_is_too_large_costs_only_itself(tmp_path: Path) -> None:
    pages = {name: [*SEATED, *cells(SMALL.replace(";A;", f";{name};"))] for name in ("x", "y")}
    path = with_sheet(workbook(tmp_path / "a.xlsx", pages), (b"</sheetData>", FAR["a cell far away"] + b"</sheetData>"))
    reading = read_path(path)
    assert [deal.header.session for deal in reading.deals] == ["y", "y"]
    assert kinds(reading) == ["too-large.cells"]


STRAY = {
    "below": (b'<row r="300000"><c r="A300000"><v>1</v></c></row>', "too-large.sheet-rows", "Hoja1!A300000: "),
    "beside": (b'<row r="9"><c r="ZZ9"><v>1</v></c></row>', "too-large.sheet-columns", "Hoja1!ZZ9: "),
}


@pytest.mark.parametrize("what", STRAY)
def test_a_stray_cell_costs_only_itself(tmp_path: Path, what: str) -> None:
    cell, kind, place = STRAY[what]
    path = with_sheet(book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10]), (b"</sheetData>", cell + b"</sheetData>"))
    reading = read_path(path)
    assert [figures(deal) for deal in reading.deals] == [RIGHT[0]]
    assert kinds(reading) == [kind]
    assert said(reading)[0].startswith(place)


def test_a_part_that_is_packed_beyond_measure(tmp_path: Path) -> None:
    path = book(tmp_path)
    repacked(path, {"xl/sharedStrings.xml": b"<sst>" + b" " * (limits.WORKBOOK_BYTES // 4) + b"</sst>"})
    assert quickly(path) == ["too-large.workbook"]


def test_what_the_directory_says_of_sizes_is_not_believed(tmp_path: Path) -> None:
    path = book(tmp_path)
    huge = b"<sst>" + b" " * (limits.WORKBOOK_BYTES // 4) + b"</sst>"
    repacked(path, {"xl/sharedStrings.xml": huge})
    content = path.read_bytes()
    path.write_bytes(content.replace(len(huge).to_bytes(4, "little"), (99).to_bytes(4, "little")))
    assert quickly(path) == ["too-large.workbook"]


DECLARED = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/sharedStrings.xml"])
def test_no_entities(tmp_path: Path, name: str) -> None:
    path = book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10])
    content = part(path, name)
    repacked(path, {name: DECLARED + content[content.index(b"?>") + 2 :]})
    assert quickly(path) == ["unreadable.workbook"]
    repacked(path, {name: content.decode().encode("utf-16")})
    assert quickly(path) == ["unreadable.workbook"]


@pytest.mark.parametrize("name", ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"])
def test_parts_that_are_missing(tmp_path: Path, name: str) -> None:
    path = book(tmp_path, [1, "Diego", "Ana", 3, 10, 20, 10])
    assert not [
        what for what in quickly(repacked(path, {name: None})) if not what.startswith(("unreadable", "no-deals"))
    ]


def test_a_part_twice(tmp_path: Path) -> None:
    path = book(tmp_path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("xl/workbook.xml", b"<workbook/>")
    assert quickly(path) == ["unreadable.workbook"]


def test_no_link_is_followed_and_nothing_computed(tmp_path: Path) -> None:
    row = [1, "Diego", "Ana", '=WEBSERVICE("http://127.0.0.1:9/")→7', "='[other.xlsx]x'!A1→10", 20, 10]
    (deal,) = read_path(book(tmp_path, row)).deals
    assert deal.recorded.points == (7, 10, 20, 10)


def test_what_is_no_workbook(tmp_path: Path) -> None:
    for content in (b"PK\3\4" + b"x" * 999, b"reparto;ganador\n1;Ana\n", b"\0" * 99):
        (tmp_path / "a.xlsx").write_bytes(content)
        assert quickly(tmp_path / "a.xlsx") == ["unreadable.workbook"]
