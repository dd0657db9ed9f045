"""Any Arrow table in the forms that it is handed out in: csv, xlsx, parquet."""

from __future__ import annotations

import datetime
import io
import math
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from audit.refusal import Refused
from audit.sheet.csv_table import csv_text

FORMS = ("csv", "xlsx", "parquet")

MOST_ROWS = 2**20 - 1
"""Of a workbook, below its headings."""


def written(table: pa.Table, form: str) -> bytes:
    """The table in one of `FORMS`. Raises `Refused` where a workbook has too few rows for it."""
    if form == "csv":
        return csv_text(table.column_names, _rows(table)).encode("utf-8")
    if form == "parquet":
        return _parquet(table)
    if table.num_rows > MOST_ROWS:
        raise Refused("format.sheet-too-small", rows=MOST_ROWS + 1, columns=2**14)
    return _xlsx(table)


def _rows(table: pa.Table) -> Iterator[tuple[Any, ...]]:
    """The rows with plain values: lists as text."""
    for batch in table.to_batches():
        columns = [[_plain(value) for value in column.to_pylist()] for column in batch.columns]
        yield from zip(*columns, strict=True)


def _plain(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _parquet(table: pa.Table) -> bytes:
    import pyarrow.parquet as pq  # noqa: PLC0415 - for this form alone

    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()


def _xlsx(table: pa.Table) -> bytes:
    """A workbook of one sheet, in which texts stay texts."""
    from audit.sheet.xlsx_sheet import CREATED, Book  # noqa: PLC0415 - for this form alone

    book = Book(CREATED)
    sheet = book.book.add_worksheet("revesino")
    days = book.book.add_format({"num_format": "yyyy-mm-dd"})
    for place, name in enumerate(table.column_names):
        sheet.write_string(0, place, name)
    for row, values in enumerate(_rows(table), 1):
        for place, value in enumerate(values):
            if isinstance(value, bool):
                sheet.write_boolean(row, place, value)
            elif isinstance(value, int | float) and math.isfinite(value):
                sheet.write_number(row, place, value)
            elif isinstance(value, datetime.date):
                sheet.write_datetime(row, place, value, days)
            elif value is not None and not isinstance(value, float):
                sheet.write_string(row, place, str(value))
    sheet.freeze_panes(1, 0)
    book.book.close()
    return book.bytes.getvalue()
