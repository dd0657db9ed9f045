"""Which files the given paths stand for, in an order that does not depend on the machine."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from audit.logs.problems import Problems

OTHER_SHEETS = (".xls", ".xlsb", ".xlsm", ".ods", ".fods", ".numbers")
"""How spreadsheets are called of which a club may think that they are read."""

LOCK = "~$"
"""How the file begins that a spreadsheet program keeps beside a workbook while it is open."""

IsLog = Callable[[str], bool]
"""Whether a file in a folder is taken, by its name."""


def log_files(paths: Sequence[str | Path], is_log: IsLog, forms: str, *, strict: bool) -> Iterator[str | Problems]:
    """Each file once, as it was named (in a folder: its name and the way from there), or why there is none.

    Folders are walked by name, hidden entries and linked folders left out; in them only files with the name of a
    log are taken, while a file that is named itself is always given. What has the name of a log there and cannot be
    opened, and spreadsheets that are not read, are noted. `forms` says in words what a log's name is.
    """
    seen: set[str] = set()
    for path in map(str, paths):
        for found in _files_of(path, is_log, forms, strict=strict):
            if isinstance(found, str):
                real = os.path.realpath(found)
                if real in seen:
                    continue
                seen.add(real)
            yield found


def _files_of(path: str, is_log: IsLog, forms: str, *, strict: bool) -> Iterator[str | Problems]:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        # ValueError: a path with a NUL, which no file can have.
        missing = isinstance(error, FileNotFoundError | ValueError)
        yield _refused(path, "unreadable.missing" if missing else "unreadable.system", error, strict=strict)
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path, is_log, forms, strict=strict)
    elif stat.S_ISREG(mode):
        yield path
    else:
        yield _refused(path, "unreadable.not-a-file", None, strict=strict)


def _walk(folder: str, is_log: IsLog, forms: str, *, strict: bool) -> Iterator[str | Problems]:
    failures: list[OSError] = []
    empty = True
    for here, folders, names in os.walk(folder, onerror=failures.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(here, name)
            if name.startswith("."):
                continue
            if is_log(name) and os.path.isfile(path):
                empty = False
                yield path
            elif is_log(name) and os.path.lexists(path):
                yield _refused(path, "unreadable.passed-over", _why_not(path), strict=strict)
            elif is_other_sheet(name):
                yield _refused(path, "unreadable.spreadsheet", None, strict=strict)
    for failure in failures:
        yield _refused(str(failure.filename), "unreadable.system", failure, strict=strict)
    if empty and not failures:
        problems = Problems(folder, strict=strict)
        problems.add("no-deals.folder", 1, forms=forms)
        yield problems


def is_other_sheet(name: str) -> bool:
    """Whether a file of this name is a spreadsheet of a form that is not read, and not the lock of one."""
    return name.lower().endswith(OTHER_SHEETS) and not name.rpartition("/")[2].startswith(LOCK)


def _why_not(path: str) -> OSError:
    """Why what lies in a folder is no file that can be opened."""
    try:
        os.stat(path)
    except OSError as error:
        return error
    return OSError(None, "it is not a regular file")


def _refused(path: str, what: str, error: Exception | None, *, strict: bool) -> Problems:
    problems = Problems(path, strict=strict)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error or "")
    problems.add(what, 1, reason=reason)
    return problems
