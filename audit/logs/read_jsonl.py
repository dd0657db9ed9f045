"""The `.jsonl` form: one record a line, each a deal or quarantined."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import msgspec

from audit.cards import Pack
from audit.logs import fields, limits
from audit.logs.fields import unread
from audit.logs.json_record import JsonRecords
from audit.logs.json_text import Json, LineDecoder, has_lone_surrogates, kind, mended, repetitions, show
from audit.logs.layout import place_deal_comments
from audit.logs.problems import Problems
from audit.logs.source import CutLine
from audit.model import Comment, Deal, Place, ProblemCode, Quarantined, Reading

PackOf = Callable[[str], Pack | None]

_OPENINGS = ("{", "[", "[{")
"""What a file begins with that is one JSON value over many lines."""


def read_jsonl(lines: Iterable[str], pack_of: PackOf, problems: Problems) -> Reading:
    """The deals of a file of JSON lines; every line that is not blank gives one, or one quarantined."""
    return _JsonlReader(pack_of, problems).read(lines)


class _JsonlReader:
    def __init__(self, pack_of: PackOf, problems: Problems) -> None:
        self._problems = problems
        self._decoder = LineDecoder()
        self._records = JsonRecords(problems, pack_of)
        self._reading = Reading(deals=[], quarantined=[], problems=[])
        self._waiting: list[str] = []
        """Lines of which no deal could be made, as comments for the next deal."""
        self._spread = False
        """Whether the file seems to be one JSON value over many lines, so that each need not be reported."""
        self._mended = False

    def read(self, lines: Iterable[str]) -> Reading:
        """All that the lines hold."""
        deals = self._reading.deals
        for number, line in enumerate(lines, 1):
            if not line or line.isspace():
                continue
            found = self._record(line, number)
            if isinstance(found, Deal):
                deals.append(found)
                self._waiting = []
                self._spread = False
            else:
                place = Place(self._problems.file, number)
                self._reading.quarantined.append(Quarantined(place, found))
                self._waiting.append(unread(line.head if isinstance(line, CutLine) else line))
        if self._waiting and deals:
            texts = [Comment(fields.END, text) for text in self._waiting]
            last = deals[-1]
            comments = place_deal_comments([*last.comments, *texts], last)
            deals[-1] = msgspec.structs.replace(last, comments=comments)
        return self._reading

    def _record(self, line: str, number: int) -> Deal | ProblemCode:
        if isinstance(line, CutLine):
            return "too-large"
        try:
            record = self._decoder.decode(line)
            if not isinstance(record, dict):
                return self._refuse(record, number)
            if has_lone_surrogates(line):
                record = self._mend(record, number)
            repeated = list(repetitions(record)) if self._decoder.has_repetitions else []
            return self._records.deal(record, number, repeated, self._waiting)
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
        if line.strip() in _OPENINGS and not self._reading.records_in:
            self._spread = True
            self._problems.add("bad-line.json-spread", number, 1, line)
        elif not self._spread:
            column = min(error.pos, len(line) - 1) + 1
            self._problems.add("bad-line.json", number, column, line[max(error.pos - 20, 0) :], reason=error.msg)
        return "bad-line"
