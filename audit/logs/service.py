"""Write logs anew: from one form to another, or a file in the canonical form."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import msgspec

from audit.logs.archives.opening import Names, archive_kind
from audit.logs.forms import FORMS, DataForm, PackOf, TextForm, form_of
from audit.logs.limits import SAMPLE_BYTES
from audit.logs.reader import read_file
from audit.model import Problem, Reading
from audit.refusal import Refused

_LOSSY = frozenset({"too-large.file", "too-large.line", "too-large.nesting", "too-large.problems"})
"""Kinds of problems of which no comment keeps the text, or that may hide such."""


class Formatted(msgspec.Struct, frozen=True, kw_only=True):
    """What formatting a file came to."""

    reading: Reading
    text: str | None
    """The canonical text; `None` when the file holds no deal, or something too large to be kept."""
    changed: bool
    """Whether the file differs (or, written anew, differed) from the canonical text."""

    @property
    def problems(self) -> list[Problem]:
        """What could not be read; it is a comment in the text."""
        return self.reading.problems


def convert(reading: Reading, form: str) -> str:
    """The deals of a reading as the text of a form, named by its suffix (`.rev`, `.jsonl`).

    Raises ValueError when there is no such form of text.
    """
    found = FORMS.get(_suffix(form))
    if not isinstance(found, TextForm):
        raise ValueError(f"no form of text {form!r}; there are {', '.join(_texts())}")
    return found.write(reading.deals)


def content(reading: Reading, form: str) -> bytes:
    """The same of any form that is written, as the bytes of a file."""
    found = FORMS.get(_suffix(form))
    if isinstance(found, DataForm) and found.write is not None:
        return found.write(reading.deals)
    return convert(reading, form).encode("utf-8")


def _suffix(name: str) -> str:
    return name if name.startswith(".") else f".{name}"


def _texts() -> list[str]:
    return [suffix for suffix, form in FORMS.items() if isinstance(form, TextForm)]


def format_file(path: str | Path, pack_of: PackOf, check: bool) -> Formatted:
    """Write a file in its canonical form, all at once; with `check` only say whether it would change.

    Comments are kept, and as comments the lines that could not be read. A file of which something could not
    even be kept is left as it is. Raises OSError when it cannot be written, `Refused` when it is no text.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")
    if path.exists() and not _may_be_text(path):
        raise Refused("format.no-text", file=str(path))
    reading = read_file(str(path), pack_of)
    lossy = any(problem.what in _LOSSY for problem in reading.problems)
    if lossy or not reading.deals:
        return Formatted(reading=reading, text=None, changed=False)
    before = path.read_bytes()
    form = form_of(str(path), before[:SAMPLE_BYTES])
    text = convert(reading, form.suffix if form else "")
    after = text.encode("utf-8")
    if before != after and not check:
        replace_file(path, after)
    return Formatted(reading=reading, text=text, changed=before != after)


def _may_be_text(path: Path) -> bool:
    """Whether the file is neither an archive nor in a form of bytes."""
    with path.open("rb") as stream:
        head = stream.read(SAMPLE_BYTES)
    packed = archive_kind(str(path), head, Names(tuple(FORMS)))
    return packed is None and not isinstance(form_of(str(path), head), DataForm)


def replace_file(path: Path, content: bytes) -> None:
    """Put the content in the file's place, or where there is none yet, so that no reader ever sees half of it."""
    target = path.resolve()
    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o666 & ~_umask() if mode is None else mode)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    """The permissions that new files do without."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
