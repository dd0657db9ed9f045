"""Every kind of problem that score sheets have: its input, its place, its words."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from sheets.kinds import KINDS
from sheets.writing import SMALL, cells, read_csv, read_path, workbook

from audit.logs.problems import SEVERITIES, SHEET_ERRORS, SHEET_NOTES, SHEET_WARNINGS
from audit.logs.sheets.workbook import OLD
from audit.text.problems import expected, message
from audit.text.wordings_sheets import SHEET_KINDS, SHEET_WORDINGS


def test_every_kind_has_an_input_and_a_wording() -> None:
    assert KINDS.keys() == SHEET_ERRORS | SHEET_NOTES | SHEET_WARNINGS == SHEET_KINDS.keys()
    assert SHEET_WORDINGS.keys() <= SEVERITIES.keys()


@pytest.mark.parametrize("what", KINDS)
def test_the_input_gives_the_problem(tmp_path: Path, what: str) -> None:
    (path,) = KINDS[what](tmp_path)
    reading = read_path(path)
    problem = next(problem for problem in reading.problems if problem.what == what)
    assert problem.severity == SEVERITIES[what]
    for text in (message(problem), expected(problem)):
        assert text
        assert "{" not in text


CELLS = {
    "bad-value.integer": (SMALL.replace(";20;", ";veinte;", 1), "I2", "veinte"),
    "unknown-player.name": (SMALL.replace("Diego;Ana;3", "Diego;Anna;3"), "F2", "Anna"),
    "missing-deal-number.bad": (SMALL.replace(";2;Ana", ";dos;Ana"), "D3", "dos"),
    "missing-deal-number.absent": (SMALL.replace(";2;Ana", ";;Ana"), "D3", ""),
    "bad-value.date": ("Fecha;31/2/2024\n" + SMALL, "B1", "31/2/2024"),
    "missing-header.key": (SMALL.replace("club;", "x-club;"), "A2", ""),
    "duplicate-player.twice": ("jugadores: Ana, Ana, Carla, Diego\n" + SMALL, "A1", "Ana, Ana, Carla, Diego"),
    "bad-length.players": ("jugadores: Ana, Carla, Diego\n" + SMALL, "A1", "Ana, Carla, Diego"),
    "bad-value.dash": (SMALL.replace(";20;", ";–20;"), "I2", "–20"),
    "bad-value.too-large": (SMALL.replace(";20;", f";{2**63};"), "I2", str(2**63)),
    "repeated-key.different": (
        "jugadores: Ana, Benito, Carla, Diego\n" + SMALL.replace("puntos Benito", "puntos Ana"), "H3", "10",
    ),
    "bad-line.unclosed-quote": (SMALL.replace(";20;", ';"20;'), "", '"20;10'),
}  # fmt: skip


@pytest.mark.parametrize("what", CELLS)
def test_a_problem_names_its_cell(tmp_path: Path, what: str) -> None:
    text, cell, found = CELLS[what]
    reading = read_csv(tmp_path, text)
    problem = next(problem for problem in reading.problems if problem.what == what)
    assert problem.excerpt == found
    if cell:
        assert message(problem).startswith(f"{cell}: ")
        assert (problem.place.line, problem.place.column) == (int(cell[1:]), ord(cell[0]) - ord("A") + 1)
    assert reading.records_in == 2
    assert "`reparto N`" not in expected(problem)


def test_of_a_workbook_the_sheet_is_named_too(tmp_path: Path) -> None:
    rows = [line.split(";") for line in SMALL.replace(";20;", ";veinte;", 1).splitlines()]
    path = workbook(tmp_path / "a.xlsx", {"Año 1": [[]], "Mayo 3": rows})
    (problem,) = (one for one in read_path(path).problems if one.severity == "error")
    assert message(problem) == "Mayo 3!I2: `veinte` is no whole number"


WORKBOOKS = {
    "of the old form": ("old.xls", OLD),
    "of the old form, as text": ("old.csv", OLD),
    "under the name of another form": ("noche.csv", None),
    "with macros": ("noche.xlsm", None),
    "without a name": ("noche", None),
}


@pytest.mark.parametrize("what", WORKBOOKS)
def test_a_workbook_of_another_form_or_name_is_told_how_it_would_be_read(tmp_path: Path, what: str) -> None:
    name, content = WORKBOOKS[what]
    path = workbook(tmp_path / "a.xlsx", {"x": cells(SMALL)}).rename(tmp_path / name)
    if content is not None:
        path.write_bytes(content + bytes(600))
    (problem,) = read_path(path).problems
    assert problem.code == "unreadable"
    assert "workbook" in message(problem)
    assert "saved as `.xlsx`" in expected(problem)


def test_a_sheet_of_libreoffice_is_told_how_it_would_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    (problem,) = read_path(path).problems
    assert "saved as `.xlsx`" in expected(problem)


def test_a_session_s_fault_is_told_once_with_how_many_deals_it_costs(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SMALL.replace("club;", "x-club;"))
    (problem,) = (one for one in reading.problems if one.severity == "error")
    assert message(problem) == (
        "A2: the table has no `club` that counts; its deals are set aside (2 deals set aside because of it)"
    )
    assert expected(problem) == (
        "a column `club`, or a row `club: …` above the headings; or let `revesino map` ask for it"
    )
    assert [each.code for each in reading.quarantined] == ["missing-header"] * 2
