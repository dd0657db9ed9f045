"""Notes and labels in columns of deals: as the plain reader has them, or left to it."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from audit.logs.bulk.arrow_rows import read_columns
from audit.logs.bulk.arrow_texts import LONGEST
from audit.logs.json_values import JsonValues
from audit.ruleset import pack_of
from tests.forms.parquet_files import with_column

from .plain_rows import check
from .test_columns import ROWS, one_batch, some

FREE = (
    None, "", " ", "\t\n", "\u00a0", " blanks around\u00a0", "no\u00a0break", "a\x00b", "\x7f\x1b[1m", 'a "word"',
    "ñ\u0301", "\U0001f0a1", "?", "fondo", "x" * LONGEST, "y" * LONGEST + " ", "z" * (LONGEST + 1),
)  # fmt: skip


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]
)
def test_notes_and_labels_of_any_kind(kind: pa.DataType) -> None:
    row = next(row for row in ROWS if len(row["payments"] or ()) > 1)
    paid = row["payments"]
    rows = [row | {"deal": place, "note": text} for place, text in enumerate(FREE, 1)]
    rows += [
        row | {"deal": place, "payments": [paid[0] | {"label": text}, paid[1] | {"label": "as"}, *paid[2:]]}
        for place, text in enumerate(FREE, 100)
    ]
    table = with_column(
        "note", pa.array([row["note"] for row in rows]).cast(kind), pa.Table.from_pylist(rows, some().schema)
    )
    # Of a label the blanks around it are dropped before it can be too long.
    assert check(one_batch(table)) == (2 * len(FREE), 2 * len(FREE) - 3, 2 * len(FREE) - 3)
    columns = read_columns(table, pack_of)
    assert columns.notes.to_pylist() == [text for text in FREE if text and text.strip() and len(text) <= LONGEST]
    regular = [len(text or "") <= LONGEST for text in FREE] + [len((text or "").strip()) <= LONGEST for text in FREE]
    assert columns.regular.tolist() == regular


def test_a_problem_with_a_text_leaves_its_rows_to_the_plain_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the plain reader ever have one."""

    def text(values: JsonValues, value: Any, path: str) -> str | None:
        if value == "bad":
            values.report("bad-value.too-long", path, value)
        return value if isinstance(value, str) else None

    monkeypatch.setattr(JsonValues, "text", text)
    rows = [ROWS[0] | {"deal": place, "note": note} for place, note in enumerate(("bad", "good", None, "bad"), 1)]
    columns = read_columns(pa.RecordBatch.from_pylist(rows, some().schema), pack_of)
    assert columns.regular.tolist() == [False, True, True, False]


def test_a_text_of_many_rows_is_kept_once() -> None:
    rows = [ROWS[0] | {"deal": place, "note": "again"} for place in range(1, 50)]
    columns = read_columns(pa.RecordBatch.from_pylist(rows, some().schema), pack_of)
    assert columns.notes.to_pylist() == ["again"]
    assert set(columns.note.tolist()) == {0}
