"""The `.rev` form: sessions and deals from the lines of one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from audit.cards import Pack
from audit.logs import fields, keys, limits
from audit.logs.fields import CardTable, Seating, normal
from audit.logs.keys import FoundKey
from audit.logs.line_report import LineReport
from audit.logs.problems import Problems
from audit.logs.quoting import Line, UnclosedQuote, read_json_mark, split_line, unquote
from audit.logs.rev_deal import DealText, Entry, resolve, with_comments
from audit.logs.rev_header import REQUIRED, HeaderText
from audit.logs.rev_values import NOT_RECORDED, RevValues
from audit.logs.source import CutLine
from audit.model import LARGEST, Header, Place, ProblemCode, Quarantined, Reading

PackOf = Callable[[str], Pack | None]


class LateLine(NamedTuple):
    """A header's line between deals, and the comments that stand above it."""

    number: int
    text: str
    parts: Line
    found: FoundKey
    above: list[str]


def read_rev(lines: Iterable[str], pack_of: PackOf, problems: Problems) -> Reading:
    """The deals of a file in the text form; every line that begins a deal gives one, or one quarantined."""
    return RevReader(pack_of, problems).read(lines)


class RevReader:
    """Reads one file: a header, its deals, the next header, …

    What no deal could be made of is carried as comments (`_waiting`) to the next field that is read, so that
    formatting a file loses nothing of it.
    """

    def __init__(self, pack_of: PackOf, problems: Problems) -> None:
        self._file = problems.file
        self._pack_of = pack_of
        self._report = LineReport(problems)
        self._values = RevValues(self._report)
        self._reading = Reading(deals=[], quarantined=[], problems=[])
        self._entries: dict[str, Entry] = {}
        """The keys met in this deal's seating; empty while no deal is read."""
        self._header_text: HeaderText | None = None
        self._header: Header | None = None
        self._header_lines: list[str] = []
        """The block's header as comments, for when no deal of the block can be taken."""
        self._fault: ProblemCode | None = None
        self._deal: DealText | None = None
        self._in_deals = False
        self._late: list[LateLine] = []
        self._waiting: list[str] = []

    def read(self, lines: Iterable[str]) -> Reading:
        """All that the lines hold."""
        report, entries = self._report, self._entries
        for number, line in enumerate(lines, 1):
            key, _, value = line.partition(":")
            entry = entries.get(key)
            if entry is None or ";" in value or '"' in value:
                report.begin(number)
                self._read_line(line)
                entries = self._entries
                continue
            deal = self._deal
            report.number = number
            entry.read(deal, entry, value, len(key) + 1, line)
            if report.spoiled or self._waiting:
                self._keep(entry, line, None)
                report.spoiled = False
        self._finish()
        return self._reading
