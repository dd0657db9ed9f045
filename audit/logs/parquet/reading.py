"""The bulk form `.parquet`: every row is a deal or quarantined, whatever is wrong with the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from audit.cards import Pack
from audit.logs import limits
from audit.logs.data import LogData
from audit.logs.gathering import Gathering
from audit.logs.json_record import JsonRecords
from audit.logs.parquet.columns import BY_NAME
from audit.logs.parquet.file import ParquetLog, UnusableError
from audit.logs.parquet.pages import TooLargeError
from audit.logs.parquet.rows import RowReader, shown
from audit.logs.parquet.values import TooManyValuesError, characters, values
from audit.logs.problems import Problems
from audit.model import Deal, ProblemCode, Reading

PackOf = Callable[[str], Pack | None]


def read_parquet(data: LogData, pack_of: PackOf, problems: Problems) -> Reading:
    """The deals of a Parquet file; the place of each is its row, from 1."""
    try:
        log = ParquetLog(data, problems)
    except UnusableError:
        return Reading(deals=[], quarantined=[], problems=[])
    return ParquetReader(log, pack_of, problems).read()


class ParquetReader:
    """Reads the rows of one file, all of them or some."""

    def __init__(self, log: ParquetLog, pack_of: PackOf, problems: Problems) -> None:
        self._log = log
        self._problems = problems
        self._gathering = Gathering(problems.file)
        self._rows = RowReader(problems)
        self._records = JsonRecords(problems, pack_of)
        self._done = 0
        """The number of the row that was read last."""
        self._decoded = 0
        """Characters of texts so far."""

    def read(self) -> Reading:
        """All the rows."""
        if not self._log.is_usable:
            self._set_aside(self._log.footer.rows, "missing-header")
            return self._gathering.reading()
        end = 0
        for place, group in enumerate(self._log.footer.groups):
            end += group.rows
            self._read_group(place, end)
        return self._gathering.reading()

    def read_group(self, group: int) -> Reading:
        """The rows of one group, by its place."""
        before = sum(one.rows for one in self._log.footer.groups[:group])
        self._done = before
        self._read_group(group, before + self._log.footer.groups[group].rows)
        return self._gathering.take()

    def read_rows(self, table: Any, numbers: Iterable[int]) -> Reading:
        """The rows of a table, which have these numbers."""
        rows = (row for part in table.to_batches() for row in self._decode(part))
        for row, number in zip(rows, numbers, strict=True):
            self._done = number - 1
            self._take(row)
        return self._gathering.take()

    def _read_group(self, group: int, end: int) -> None:
        """The rows of a group up to the row `end`; what cannot be had of it is set aside."""
        import pyarrow as pa

        code: ProblemCode = "unreadable"
        try:
            for batch in self._log.batches(group):
                for row in self._decode(batch):
                    if self._done < end:
                        self._take(row)
        except (TooLargeError, TooManyValuesError):
            code = "too-large"
        except (pa.ArrowException, ValueError, OSError, MemoryError):
            pass
        if self._done < end:
            what = "too-large.group" if code == "too-large" else "unreadable.group"
            self._problems.add(what, self._done + 1, first=self._done + 1, last=end)
            self._set_aside(end - self._done, code)

    def _set_aside(self, rows: int, code: ProblemCode) -> None:
        for _ in range(rows):
            self._done += 1
            self._gathering.aside(code, self._done)

    def _decode(self, batch: Any) -> Iterator[dict[str, Any]]:
        """The rows of a batch by column. Raises TooManyValuesError."""
        columns: dict[str, list[Any]] = {}
        for name, array in zip(batch.schema.names, batch.columns, strict=True):
            columns[name] = values(array, self._on_bad_text)
            if BY_NAME[name].has_texts:
                self._decoded += characters(columns[name])
        if self._decoded > limits.DECODED_CHARS:
            raise TooManyValuesError
        names = list(columns)
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(names, row, strict=True))

    def _on_bad_text(self) -> None:
        self._problems.add("encoding.text", self._done + 1)

    def _take(self, row: dict[str, Any]) -> None:
        self._done += 1
        longest = max(len(each) for each in chain(row.values(), [[]]) if isinstance(each, list))
        if longest > limits.VALUES_PER_ROW:
            self._problems.add("too-large.list", self._done, limit=limits.VALUES_PER_ROW)
            self._gathering.aside("too-large", self._done)
            return
        record = self._rows.record(row, self._done)
        waiting = [*self._gathering.waiting, *self._rows.lost]
        try:
            found = self._records.deal(record, self._done, [], waiting)
        except RecursionError:
            self._problems.add("too-large.nesting", self._done, limit=limits.EXTRA_DEPTH)
            found = "too-large"
        if isinstance(found, Deal):
            self._gathering.deal(found)
        else:
            self._gathering.aside(found, self._done, shown(record))
