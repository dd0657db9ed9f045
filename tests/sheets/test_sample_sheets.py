"""The two sample sheets: as the script makes them; and without what was planted, nothing is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheets import sample_sheets
from sheets.sample_sheets import CSV, SAMPLES, XLSX, casino_csv, circulo_xlsx

from audit.logs.problems import Problems
from audit.logs.sheets.service import sheets_of
from audit.service import audit


def test_the_csv_is_as_it_is_made() -> None:
    assert (SAMPLES / CSV).read_bytes() == casino_csv()


def test_the_workbook_s_cells_are_as_they_are_made(tmp_path: Path) -> None:
    """Its bytes may differ from one version of the writer to another."""
    (tmp_path / XLSX).write_bytes(circulo_xlsx())
    made, kept = (sheets_of(folder / XLSX, Problems("")) for folder in (tmp_path, SAMPLES))
    assert [(grid.name, grid.rows, grid.merged) for grid in made] == [
        (grid.name, grid.rows, grid.merged) for grid in kept
    ]
    assert [grid.name for grid in made] == ["Datos", "viernes 44", "viernes 45"]


def test_without_what_was_planted_they_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for planted in ("CASINO_MISTAKES", "FIRST_NIGHT", "SECOND_NIGHT"):
        monkeypatch.setattr(sample_sheets, planted, {})
    (tmp_path / CSV).write_bytes(casino_csv())
    (tmp_path / XLSX).write_bytes(circulo_xlsx())
    audited = audit([tmp_path / CSV, tmp_path / XLSX])
    statuses = [[deal["status"] for deal in session["deals"]] for session in audited.sessions()]
    assert statuses == [["confirmed"] * 5 + ["undetermined"], ["undetermined"] * 6, ["undetermined"] * 6]
    assert [problem.what for problem in audited.problems] == ["bad-line.totals"]
    assert audited.exit_status == 0
