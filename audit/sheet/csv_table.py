"""Any table as CSV for programs: commas, UTF-8 without a byte order mark, lines that end in LF."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from audit.sheet.csv_sheet import neutral


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table as text; what is not known is empty, and no text can be taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return neutral(value) if isinstance(value, str) else value
