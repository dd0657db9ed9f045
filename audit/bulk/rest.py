"""What the bulk readers leave of a file, read by the plain ones, one for the whole file: the same problems."""

from __future__ import annotations

from collections.abc import Iterator

from audit.bulk.reading import Part
from audit.logs import limits
from audit.logs.data import FileData
from audit.logs.parquet.file import ParquetLog, UnusableError
from audit.logs.parquet.footer import Footer
from audit.logs.parquet.reading import ParquetReader
from audit.logs.problems import Problems
from audit.logs.read_jsonl import JsonlReader
from audit.logs.source import CutLine
from audit.model import Reading
from audit.ruleset import pack_of

NO_ROWS = Footer(0, 0, ())


class LinesLeft:
    """Of a `.jsonl` file."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._reader = JsonlReader(pack_of, problems)

    def read(self, part: Part) -> Reading:
        """The records in the lines that a portion leaves."""
        return self._reader.read(self._text(part))

    def _text(self, part: Part) -> Iterator[tuple[int, str]]:
        for number, line in part.lines:
            text = line.decode("utf-8")
            if len(text) <= limits.LINE_CHARS:
                yield number, text
                continue
            head = text[: limits.EXCERPT_CHARS]
            self._problems.add("too-large.line", number, 1, head, limit=limits.LINE_CHARS)
            yield number, CutLine("\0" + head)


class RowsLeft:
    """Of a Parquet file."""

    def __init__(self, path: str, problems: Problems) -> None:
        self._log: ParquetLog | None = None
        self._reader: ParquetReader | None = None
        try:
            self._log = ParquetLog(FileData(path), problems)
            self._reader = ParquetReader(self._log, pack_of, problems)
        except UnusableError:
            return

    @property
    def footer(self) -> Footer:
        """Which groups of rows can be read."""
        return self._log.footer if self._log is not None and self._log.is_usable else NO_ROWS

    def refused(self) -> Reading:
        """The rows of a file without the columns that make a deal."""
        if self._reader is None or self.footer is not NO_ROWS:
            return Reading(deals=[], quarantined=[], problems=[])
        return self._reader.read()

    def read(self, part: Part) -> Reading:
        """The records in the rows, and the groups of rows, that a portion leaves."""
        found = Reading(deals=[], quarantined=[], problems=[])
        if self._reader is not None:
            for group in part.groups:
                _join(found, self._reader.read_group(group))
            for odd in part.rows:
                _join(found, self._reader.read_rows(odd.rows, odd.numbers))
        return found


def _join(whole: Reading, part: Reading) -> None:
    whole.deals += part.deals
    whole.quarantined += part.quarantined
