"""The forms of a log: by its suffix, what reads it and what writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from audit.cards import Pack
from audit.logs.problems import Problems
from audit.logs.read_jsonl import read_jsonl
from audit.logs.read_rev import read_rev
from audit.logs.write_jsonl import write_jsonl
from audit.logs.write_rev import write_rev
from audit.model import Deal, Reading

PackOf = Callable[[str], Pack | None]


class Form(NamedTuple):
    """A form of a log."""

    suffix: str
    read: Callable[[Iterable[str], PackOf, Problems], Reading]
    write: Callable[[Iterable[Deal]], str]


REV = Form(".rev", read_rev, write_rev)
JSONL = Form(".jsonl", read_jsonl, write_jsonl)
FORMS: dict[str, Form] = {form.suffix: form for form in (REV, JSONL)}


def form_of(path: str, sample: bytes) -> Form | None:
    """The form of a file by its suffix, else by how it begins; `None` when it is none that is read."""
    for suffix, form in FORMS.items():
        if path.lower().endswith(suffix):
            return form
    head = sample.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"{"):
        return JSONL
    return REV if head[:64].lower().startswith(b"revesino-log") else None
