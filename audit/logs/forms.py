"""The forms of a log: by its suffix, what reads it and what writes it.

A `TextForm` reads numbered lines of text, whatever their encoding; a `DataForm` reads the bytes of a file and gets
`LogData` (audit/logs/data.py): its `name`, its `size`, `open()` for as many streams as it needs, and `path` where it is
a file of its own. Both read archives' members, too, without knowing it. A new form is a function
`read(data, pack_of, problems) -> Reading` and one line in `BUILT_IN`: `DataForm(".csv", read_csv)`. What cannot be
read goes to `problems`, records that are no deals to `Reading.quarantined`; of what a reader raises only OSError is
told as the file's problem. Its imports of large libraries stand inside the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from audit.cards import Pack
from audit.logs.data import LogData
from audit.logs.parquet.reading import read_parquet
from audit.logs.parquet.writing import write_parquet
from audit.logs.problems import Problems
from audit.logs.read_jsonl import read_jsonl
from audit.logs.read_rev import read_rev
from audit.logs.sheets.read_csv import read_csv
from audit.logs.sheets.read_xlsx import read_xlsx
from audit.logs.write_jsonl import write_jsonl
from audit.logs.write_rev import write_rev
from audit.model import Deal, Reading

PackOf = Callable[[str], Pack | None]


class TextForm(NamedTuple):
    """A form that is text, read line by line."""

    suffix: str
    read: Callable[[Iterable[str], PackOf, Problems], Reading]
    write: Callable[[Iterable[Deal]], str]


class DataForm(NamedTuple):
    """A form that is read from its bytes; what it cannot write is left out."""

    suffix: str
    read: Callable[[LogData, PackOf, Problems], Reading]
    write: Callable[[Iterable[Deal]], bytes] | None = None
    begins: bytes | None = None
    """With which bytes a file of this form, and of no other, begins."""


Form = TextForm | DataForm

REV = TextForm(".rev", read_rev, write_rev)
JSONL = TextForm(".jsonl", read_jsonl, write_jsonl)
PARQUET = DataForm(".parquet", read_parquet, write_parquet, b"PAR1")
CSV, XLSX = DataForm(".csv", read_csv), DataForm(".xlsx", read_xlsx)
BUILT_IN: tuple[Form, ...] = (REV, JSONL, PARQUET, CSV, XLSX)
FORMS: Mapping[str, Form] = {form.suffix: form for form in BUILT_IN}


def form_of(name: str, sample: bytes, forms: Mapping[str, Form] = FORMS) -> Form | None:
    """The form of a file by its suffix, else by how it begins; `None` when it is none that is read."""
    for suffix, form in forms.items():
        if name.lower().endswith(suffix):
            return form
    for form in forms.values():
        if isinstance(form, DataForm) and form.begins and sample.startswith(form.begins):
            return form
    head = sample.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"{"):
        return JSONL
    return REV if head[:64].lower().startswith(b"revesino-log") else None
