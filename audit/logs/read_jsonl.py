"""The `.jsonl` form: one record a line, each a deal or quarantined."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from audit.cards import Pack
from audit.logs import limits
from audit.logs.gathering import Gathering
from audit.logs.json_record import JsonRecords
from audit.logs.json_text import Json, LineDecoder, has_lone_surrogates, kind, mended, repetitions, show
from audit.logs.problems import Problems
from audit.logs.source import CutLine
from audit.model import Deal, ProblemCode, Reading

PackOf = Callable[[str], Pack | None]

_OPENINGS = ("{", "[", "[{")
"""What a file begins with that is one JSON value over many lines."""


def read_jsonl(lines: Iterable[str], pack_of: PackOf, problems: Problems) -> Reading:
    """The deals of a file of JSON lines; every line that is not blank gives one, or one quarantined."""
    return read_numbered(enumerate(lines, 1), pack_of, problems)


def read_numbered(lines: Iterable[tuple[int, str]], pack_of: PackOf, problems: Problems) -> Reading:
    """The same of lines that come with their numbers."""
    return JsonlReader(pack_of, problems).read(lines)


class JsonlReader:
    """Reads the lines of one file, all of them or some."""

    def __init__(self, pack_of: PackOf, problems: Problems) -> None:
        self._problems = problems
        self._decoder = LineDecoder()
        self._records = JsonRecords(problems, pack_of)
        self._gathering = Gathering(problems.file)
        self._spread = False
        """Whether the file seems to be one JSON value over many lines, so that each need not be reported."""
        self._mended = False

    def read(self, lines: Iterable[tuple[int, str]]) -> Reading:
        """All that the lines hold; the same reader may go on with others."""
        for number, line in lines:
            if not line or line.isspace():
                continue
            found = self._record(line, number)
            if isinstance(found, Deal):
                self._gathering.deal(found)
                self._spread = False
            else:
                self._gathering.aside(found, number, line.head if isinstance(line, CutLine) else line)
        return self._gathering.take()

    def _record(self, line: str, number: int) -> Deal | ProblemCode:
        if isinstance(line, CutLine):
            return line.code
        try:
            record = self._decoder.decode(line)
            if not isinstance(record, dict):
                return self._refuse(record, number)
            if has_lone_surrogates(line):
                record = self._mend(record, number)
            repeated = list(repetitions(record)) if self._decoder.has_repetitions else []
            return self._records.deal(record, number, repeated, self._gathering.waiting)
        except RecursionError:
            self._problems.add("too-large.nesting", number, 1, line, limit=limits.EXTRA_DEPTH)
            return "too-large"
        except json.JSONDecodeError as error:
            return self._refuse_text(line, number, error)

    def _mend(self, record: Json, number: int) -> Json:
        whole = mended(record)
        if not self._mended and whole != record:
            self._mended = True
            self._problems.add("encoding.surrogate", number)
        return whole

    def _refuse(self, value: Json, number: int) -> ProblemCode:
        if not self._spread:
            self._problems.add("bad-line.not-a-record", number, 1, show(value), kind=kind(value))
        return "bad-line"

    def _refuse_text(self, line: str, number: int, error: json.JSONDecodeError) -> ProblemCode:
        if line.strip() in _OPENINGS and not self._gathering.count:
            self._spread = True
            self._problems.add("bad-line.json-spread", number, 1, line)
        elif not self._spread:
            column = min(error.pos, len(line) - 1) + 1
            self._problems.add("bad-line.json", number, column, line[max(error.pos - 20, 0) :], reason=error.msg)
        return "bad-line"
