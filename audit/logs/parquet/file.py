"""A Parquet file opened: what it says of itself is looked through before anything in it is decoded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, NoReturn

from audit.logs import limits
from audit.logs.data import LogData, whole
from audit.logs.fields import nearest
from audit.logs.parquet.arrow import arrow_type, fits
from audit.logs.parquet.columns import BY_NAME, FORMAT, FORMAT_KEY, REQUIRED
from audit.logs.parquet.footer import BadFooterError, Footer, read_footer
from audit.logs.parquet.pages import check_group
from audit.logs.problems import Param, Problems


class UnusableError(ValueError):
    """Nothing of the file can be read, and its problems say why."""


class ParquetLog:
    """A file of which some columns can be read. Raises UnusableError, or OSError."""

    def __init__(self, data: LogData, problems: Problems) -> None:
        self._data = data
        self._problems = problems
        self.columns: list[str] = []
        """Those of the format that the file has, in its order."""
        self.footer = self._footer()
        self._file = self._opened()
        self._look_through()

    def _footer(self) -> Footer:
        try:
            footer = read_footer(self._data)
        except BadFooterError:
            self._refuse("unreadable.parquet")
        if footer.rows > limits.ROWS:
            self._refuse("too-large.rows", size=footer.rows, limit=limits.ROWS)
        if footer.leaves > limits.COLUMNS:
            self._refuse("too-large.columns", size=footer.leaves, limit=limits.COLUMNS)
        return footer

    def _refuse(self, what: str, **params: Param) -> NoReturn:
        self._problems.add(what, 1, 1, "", **params)
        raise UnusableError(what)

    def _opened(self, texts: list[str] | None = None) -> Any:
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self._data.path
        try:
            return pq.ParquetFile(
                pa.OSFile(str(path)) if path is not None else pa.BufferReader(whole(self._data)),
                read_dictionary=texts,
                pre_buffer=False,
                thrift_string_size_limit=limits.METADATA_BYTES,
                thrift_container_size_limit=limits.METADATA_BYTES // 8,
                page_checksum_verification=True,
            )
        except (pa.ArrowException, ValueError, OSError, MemoryError):
            self._refuse("unreadable.parquet")

    def _look_through(self) -> None:
        """Tell what cannot be used; afterwards only columns of the right types are chosen."""
        schema = self._file.schema_arrow
        version = (schema.metadata or {}).get(FORMAT_KEY.encode(), FORMAT.encode()).decode("utf-8", "replace")
        if version != FORMAT and version.startswith(FORMAT.partition("/")[0]):
            self._problems.add("bad-value.parquet-version", 1, found=version, version=FORMAT)
        else:
            self._choose(schema)
        columns = map(self._file.schema.column, range(len(self._file.schema)))
        texts = [column.path for column in columns if self._is_text(column)]
        self._file = self._opened(texts)

    def _choose(self, schema: Any) -> None:
        times = Counter(schema.names)
        told: set[str] = set()
        for field in schema:
            name = field.name
            if name not in BY_NAME:
                self._problems.add("unknown-key.column", 1, found=name, near=partial(nearest, name, sorted(BY_NAME)))
            elif times[name] > 1:
                if name not in told:
                    self._problems.add("repeated-key.column", 1, found=name)
                told.add(name)
            elif not fits(field.type, BY_NAME[name].type):
                kind = str(arrow_type(BY_NAME[name].type))
                self._problems.add("bad-value.column", 1, found=str(field.type), key=name, type=kind)
            else:
                self.columns.append(name)
        for name in REQUIRED:
            if name not in self.columns:
                self._problems.add("missing-header.column", 1, key=name)

    def _is_text(self, column: Any) -> bool:
        """Whether a column's texts are best read as a dictionary: one text may stand for a million rows."""
        return column.physical_type == "BYTE_ARRAY" and column.path.partition(".")[0] in self.columns

    @property
    def is_usable(self) -> bool:
        """Whether the columns are there without which no row is a deal."""
        return set(REQUIRED) <= set(self.columns)

    def batches(self, group: int, size: int | None = None) -> Iterator[Any]:
        """The rows of one group, `size` (or `limits.BATCH_ROWS`) at a time.

        Raises ValueError, OSError or ArrowException where it is damaged.
        """
        chosen = frozenset(self.columns)
        with self._data.open() as stream:
            check_group(stream, self.footer.groups[group], chosen)
        yield from self._file.iter_batches(
            batch_size=size or limits.BATCH_ROWS, row_groups=[group], columns=self.columns, use_threads=False
        )
