"""Readers of other forms, from packages that are installed beside this one: docs/plug-ins.md.

A plug-in is an entry point of the group `revesino.readers`: its name is the suffix without the dot, what it names a
function that takes a binary stream and yields `(line, record)`, records as in the published schema of `.jsonl`. It is
imported when a file of its suffix is read, and whatever it does wrong is a problem of that file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any, ClassVar, NamedTuple

from audit.cards import Pack
from audit.logs import limits
from audit.logs.archives.opening import SUFFIXES
from audit.logs.data import LogData
from audit.logs.forms import FORMS, DataForm, Form
from audit.logs.json_record import FORMAT
from audit.logs.problems import Problems
from audit.logs.read_jsonl import read_numbered
from audit.logs.source import CutLine
from audit.model import LARGEST, ProblemCode, Reading

GROUP = "revesino.readers"

PackOf = Callable[[str], Pack | None]

_FAILURES = (Exception, SystemExit)
"""What the code of others may raise; to interrupt the whole is the person's own business."""

_LONGEST_SUFFIX = 40


class _NoRecord(CutLine):
    """What a plug-in gave instead of a record."""

    __slots__ = ()
    code: ClassVar[ProblemCode] = "bad-line"


class Refusal(NamedTuple):
    """A plug-in that is not used: its name, and the problem that says why."""

    name: str
    what: str
    suffix: str


class PlugIns(NamedTuple):
    """The forms that plug-ins read, by suffix, and those plug-ins that are not used."""

    forms: dict[str, Form]
    refused: list[Refusal]


def plug_ins() -> PlugIns:
    """What is installed; nothing of it is imported yet."""
    found: dict[str, list[EntryPoint]] = {}
    try:
        points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    except _FAILURES:
        # Metadata of some package that nobody can read.
        return PlugIns({}, [])
    for point in points:
        suffix = "." + point.name.strip().lower().removeprefix(".")
        if point not in found.setdefault(suffix, []):
            found[suffix].append(point)
    used: dict[str, Form] = {}
    refused: list[Refusal] = []
    for suffix, those in found.items():
        what = _fault(suffix, those)
        if what:
            refused += (Refusal(f"{GROUP}: {point.name} = {point.value}", what, suffix) for point in those)
        else:
            used[suffix] = DataForm(suffix, partial(_read, those[0]))
    return PlugIns(used, refused)


def _fault(suffix: str, those: list[EntryPoint]) -> str | None:
    if suffix in FORMS or suffix in SUFFIXES:
        return "plug-in.built-in"
    if not suffix[1:].replace("-", "").replace("_", "").isalnum() or len(suffix) > _LONGEST_SUFFIX:
        return "plug-in.suffix"
    return "plug-in.twice" if len(those) > 1 else None


def _read(point: EntryPoint, data: LogData, pack_of: PackOf, problems: Problems) -> Reading:
    """The deals that a plug-in gives of a file, checked as any other record."""
    return read_numbered(_lines(point, data, problems), pack_of, problems)


def _lines(point: EntryPoint, data: LogData, problems: Problems) -> Iterator[tuple[int, str]]:
    """Each record as a line of JSON, with the number of the line that the plug-in says it stands on.

    What is no record is a line, too, though none that can be read, so that it is counted.
    """
    ordinal = 0
    try:
        with data.open() as stream:
            for given in point.load()(stream):
                ordinal += 1
                if ordinal > limits.ROWS:
                    problems.add("too-large.records", 1, limit=limits.ROWS)
                    return
                yield _line(given, ordinal, problems)
    except _FAILURES as error:
        problems.add("plug-in.failed", max(ordinal, 1), name=point.value, reason=_reason(error))


def _line(given: Any, ordinal: int, problems: Problems) -> tuple[int, str]:
    """A record's line number and its text."""
    number, record = given if isinstance(given, tuple) and len(given) == 2 else (ordinal, given)
    if type(number) is not int or not 1 <= number <= LARGEST:
        number = ordinal
    try:
        if not isinstance(record, dict):
            raise TypeError(type(record))
        text = json.dumps({"format": FORMAT, **record})
    except (TypeError, ValueError, RecursionError):
        found = f"{type(record).__name__}: {record!r}"[: limits.EXCERPT_CHARS]
        problems.add("plug-in.no-record", number, 1, found)
        return number, _NoRecord("\0" + found)
    if len(text) <= limits.LINE_CHARS:
        return number, text
    problems.add("too-large.line", number, 1, text[: limits.EXCERPT_CHARS], limit=limits.LINE_CHARS)
    return number, CutLine("\0" + text[: limits.EXCERPT_CHARS])


def _reason(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
