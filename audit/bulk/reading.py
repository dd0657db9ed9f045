"""A portion of files read and judged: a pure function of it, which a process of its own may run.

What cannot be judged here is handed back: deals whose session is not whole or not clear, lines and rows that only the
plain reader understands, and groups of rows that are damaged.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, singledispatch
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from audit import logs
from audit.bulk.batch import Gathered
from audit.bulk.block import JudgedBlock, of_columns, of_deals
from audit.bulk.portions import Files, Groups, Lines, Portion
from audit.bulk.sessions import Rules, sort
from audit.bulk.spill import SpilledBlock
from audit.intake import fit
from audit.judge import judge
from audit.logs import fields
from audit.logs.bulk.arrow_rows import ColumnReader
from audit.logs.bulk.json_lines import LineReader
from audit.logs.data import FileData, LogData
from audit.logs.parquet.file import ParquetLog
from audit.logs.parquet.pages import TooLargeError
from audit.logs.parquet.values import TooManyValuesError
from audit.logs.problems import Problems
from audit.model import Deal, Problem, Quarantined, Reading
from audit.ruleset import pack_of
from audit.sessions import Session, assemble

Numbers = npt.NDArray[np.int64]
AnyBlock = JudgedBlock | SpilledBlock
Keep = Callable[[JudgedBlock], AnyBlock]

BLOCK_ROWS = 2**15
"""Rows that are judged at once: enough that what is done once for each deal of a session hardly counts."""


@dataclass(frozen=True)
class OddRows:
    """Rows of a Parquet file for the plain reader, with their numbers; all that there are of their sessions.

    Of some sessions only the first row names who was seated first.
    """

    numbers: Sequence[int]
    rows: pa.Table


@dataclass
class Part:
    """What a portion says of one log beside its blocks."""

    name: str
    data: LogData | None = None
    """A log of an archive, whose own bytes are what it is known by."""
    deals: list[Deal] = field(default_factory=list)
    """Of sessions that are not whole or not clear here."""
    records: int = 0
    """How many deals were read, those of blocks and those that were set aside too."""
    problems: list[Problem] = field(default_factory=list)
    aside: list[Quarantined] = field(default_factory=list)
    lines: list[tuple[int, bytes]] = field(default_factory=list)
    """Lines for the plain reader, with their numbers; all that there are of their sessions."""
    rows: list[OddRows] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    """Groups of rows for the plain reader."""


@dataclass
class ReadPortion:
    """A portion, read and judged."""

    parts: list[Part]
    blocks: list[tuple[AnyBlock, Numbers]] = field(default_factory=list)
    """Sessions that were judged; and for each record of a block, which of the parts it is from."""


def read(portion: Portion, keep: Keep = lambda block: block) -> ReadPortion:
    """Read and judge a portion; `keep` says what becomes of each block meanwhile.

    Raises OSError when a file is not there any more.
    """
    was_on = gc.isenabled()
    # Nothing that is read goes round in circles.
    gc.disable()
    try:
        return _read(portion, keep)
    finally:
        if was_on:
            gc.enable()


@singledispatch
def _read(portion: Any, keep: Keep) -> ReadPortion:
    raise TypeError(portion)


# ---------------------------------------------------------------------------------------------- columns


class _Columns:
    """Rows of one file on their way to blocks."""

    def __init__(self, name: str, keep: Keep) -> None:
        self.read = ReadPortion([Part(name)])
        self._keep = keep
        self.part = self.read.parts[0]
        self._reader = ColumnReader(pack_of, name)
        self._rules = Rules()

    def take(self, rows: Any, numbers: Numbers) -> Numbers:
        """Judge the sessions of `rows` that can be; the places of the other rows, for the plain reader."""
        columns = self._reader.read(rows, numbers)
        found = sort(columns, self._rules)
        self.part.records += columns.count
        for ruleset, own in found.together:
            block = self._keep(of_columns(Gathered(ruleset, columns, own)))
            self.read.blocks.append((block, np.zeros(own.size, np.int64)))
        return found.apart

    def back_to(self, blocks: int, rows: int, records: int) -> None:
        """Forget what came after so many blocks, rows for the plain reader and records."""
        for block, _ in self.read.blocks[blocks:]:
            block.drop()
        del self.read.blocks[blocks:], self.part.rows[rows:]
        self.part.records = records


@_read.register
def _(portion: Groups, keep: Keep) -> ReadPortion:
    columns = _Columns(portion.path, keep)
    log = ParquetLog(FileData(portion.path), Problems(portion.path))
    first = portion.first
    for group in range(portion.begin, portion.end):
        before = len(columns.read.blocks), len(columns.part.rows), columns.part.records
        try:
            for rows, numbers in _whole_sessions(log.batches(group, BLOCK_ROWS), first):
                apart = columns.take(rows, numbers)
                if apart.size:
                    columns.part.rows.append(OddRows(numbers[apart].tolist(), rows.take(pa.array(apart))))
        except (TooLargeError, TooManyValuesError, pa.ArrowException, ValueError, OSError, MemoryError):
            # The plain reader saves what there is in it, and says what is wrong; what was made of it so far goes.
            columns.back_to(*before)
            columns.part.groups.append(group)
        first += log.footer.groups[group].rows
    return columns.read


def _whole_sessions(batches: Iterable[Any], first: int) -> Iterator[tuple[Any, Numbers]]:
    """The rows of `batches` cut where sessions end, as far as that can be told; with their numbers from `first` on."""
    held: Any = None
    for batch in batches:
        own = pa.Table.from_batches([batch])
        rows = own if held is None else pa.concat_tables([held, own])
        end = _session_end(rows)
        if end:
            yield rows.slice(0, end).combine_chunks(), np.arange(first, first + end)
            first += end
        held = rows.slice(end)
    if held is not None and held.num_rows:
        yield held.combine_chunks(), np.arange(first, first + held.num_rows)


def _session_end(rows: Any) -> int:
    """How many of the first rows are not of the last row's session."""
    same = np.ones(rows.num_rows, np.bool_)
    for name in (fields.CLUB, fields.SESSION):
        column = rows.column(name)
        own = pc.equal(column, column[-1])
        same &= own.fill_null(False).to_numpy()
    return int(np.flatnonzero(~same)[-1]) + 1 if not same.all() else 0


@cache
def _line_reader() -> LineReader:
    """The one of this process: what it has learnt of one portion serves the next."""
    return LineReader(pack_of)


@_read.register
def _(portion: Lines, keep: Keep) -> ReadPortion:
    with Path(portion.path).open("rb") as stream:
        stream.seek(portion.begin)
        text = stream.read(portion.end - portion.begin)
    columns = _Columns(portion.path, keep)
    found = _line_reader().read(text, portion.first)
    apart = found.line[columns.take(found.table, found.line)] if found.line.size else found.line
    left = np.sort(np.concatenate((apart, found.rest.line)))
    if left.size:
        lines = text.split(b"\n")
        columns.part.lines = [(number, lines[number - portion.first]) for number in left.tolist()]
    return columns.read


# ------------------------------------------------------------------------------------------------- deals


@_read.register
def _(portion: Files, keep: Keep) -> ReadPortion:
    parts = [
        _part(_name(portion, path, log, reading), log if portion.is_archive else None, fit(reading))
        for path in portion.paths
        for log, reading in logs.read_each([path], pack_of)
    ]
    # Which logs of an archive are known is not known before they are read.
    return ReadPortion(parts) if portion.is_archive else _judged(parts, keep)


def _name(portion: Files, path: str, log: LogData | None, reading: Reading) -> str:
    """The name of a log; in an archive, where one is refused, that of what its problems are of."""
    if log is not None:
        return log.name
    return reading.problems[0].place.file if portion.is_archive and reading.problems else path


def _part(name: str, data: LogData | None, reading: Reading) -> Part:
    return Part(
        name,
        data,
        deals=reading.deals,
        records=reading.records_in,
        problems=reading.problems,
        aside=reading.quarantined,
    )


def _judged(parts: list[Part], keep: Keep) -> ReadPortion:
    """The sessions of some plain files that can be judged by themselves, as blocks."""
    place = {id(deal): number for number, part in enumerate(parts) for deal in part.deals}
    assembled = assemble(deal for part in parts for deal in part.deals)
    clear = [one for one in assembled.sessions if _is_clear(one)]
    found = ReadPortion(parts)
    for judged in judge(clear, sparing=True):
        files = np.array([place[id(deal)] for deal in judged.batch.deals], np.int64)
        found.blocks.append((keep(of_deals(judged)), files))
    blocks = {id(deal) for one in clear for deal in one.deals}
    for part in parts:
        part.deals = [deal for deal in part.deals if id(deal) not in blocks]
    return found


def _is_clear(session: Session) -> bool:
    """Whether nothing of it says the same twice or contradicts itself, and there are rules to settle by."""
    return (
        session.ruleset is not None
        and not (session.known or session.rules_differ or session.carried.differ or any(session.conflict))
        and not session.resolution.problems
        and len({id(deal.header) for deal in session.deals}) == 1
    )
