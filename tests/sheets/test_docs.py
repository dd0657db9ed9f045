"""docs/score-sheets.md: its example is read, its mapping is one, its words are headings, its limits are the code's."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from audit.logs import limits
from audit.logs.sheets.columns import parse_heading
from audit.logs.sheets.mapping import from_data
from audit.service import audit

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "score-sheets.md").read_text(encoding="utf-8")
BLOCKS = [block.partition("\n")[2] for block in PAGE.split("```")[1::2]]


def test_the_example_is_read_and_right(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(BLOCKS[1], encoding="utf-8")
    audited = audit([tmp_path / "a.csv"])
    assert [problem.what for problem in audited.problems] == ["bad-value.day-first", "bad-line.totals"]
    assert audited.exit_status == 0
    assert audited.totals["deals"] == 2
    first = audited.reading.deals[0].recorded
    assert (first.points, first.fondo_start, first.fondo_end) == ((4, 3, 19, 13), 9, 13)


def test_the_mapping_is_one() -> None:
    found = from_data(tomllib.loads(BLOCKS[2]))
    assert found.number_rows
    assert found.session["jugadores"] == "Benito, Diego, Carla, Ana"
    assert set(found.columns) == {2, 7}


def test_the_words_of_the_table_are_headings() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    words = [word for row in rows for word in re.findall(r"`([^`]+)`", row)]
    others = {"Leader:", r"\|", "opcion X", "x-…"}
    assert len(words) > 30
    assert [word for word in words if word not in others and parse_heading(word.replace("NAME", "Ana")) is None] == []


def test_the_limits_are_those_of_the_code() -> None:
    assert f"{limits.WORKBOOK_BYTES // 2**20} MiB unpacked" in PAGE
    assert f"{limits.SHEET_ROWS:,} rows" in PAGE
    assert f"{limits.SHEET_COLUMNS} columns" in PAGE
    assert f"{limits.SHEET_CELLS // 10**6} million cells" in PAGE
