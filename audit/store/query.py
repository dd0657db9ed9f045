"""Statements run to their end: a result that is not read to its end would keep the connection to itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow as pa

from audit.refusal import Refused

Connection = duckdb.DuckDBPyConnection

_ANSWER = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN, duckdb.StatementType.MULTI)
"""The kinds of statements that give rows, and do nothing; `PIVOT` is of the last."""

_INTERRUPTED = "Query interrupted"
"""What DuckDB raises, as a RuntimeError, in the place of the KeyboardInterrupt that a signal's handler raised."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Have a statement that a signal ends raise KeyboardInterrupt, as everything else does."""
    try:
        yield
    except (RuntimeError, duckdb.InterruptException) as error:
        if isinstance(error, RuntimeError) and str(error) != _INTERRUPTED:
            raise
        raise KeyboardInterrupt from error


def rows(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
    """The rows that a statement gives; none for one that only does something."""
    with interruptible():
        return connection.execute(sql, list(parameters)).fetchall()


def run(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> None:
    """Do what statements say."""
    rows(connection, sql, parameters)


def number(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> int:
    """The one whole number that a statement gives."""
    ((found,),) = rows(connection, sql, parameters)
    return int(found)


def arrow(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> pa.Table:
    """What a query gives, as an Arrow table."""
    return connection.sql(sql, params=list(parameters) or None).to_arrow_table()


def asked(connection: Connection, sql: str) -> pa.Table:
    """What somebody's own query gives. Raises `Refused` when DuckDB cannot do it, and ends it at once on Ctrl-C.

    From here on the connection reaches no file but those that it has, and no variable of this program.
    """
    # Where it may put things aside it may also read and write by name.
    run(connection, "SET temp_directory = ''")
    for setting in ("enable_external_access", "python_enable_replacements"):
        run(connection, f"SET {setting} = false")
    run(connection, "SET lock_configuration = true")
    try:
        kinds = [statement.type for statement in connection.extract_statements(sql)]
        if len(kinds) != 1 or kinds[0] not in _ANSWER:
            raise Refused("statistics.one-query")
        return _waited_for(connection, sql)
    except duckdb.Error as error:
        if is_damage(error):
            raise
        raise Refused("statistics.bad-sql", reason=_in_a_line(error)) from error


def _in_a_line(error: duckdb.Error) -> str:
    """What DuckDB says, without the query and the mark below it."""
    said = re.split(r"\n\s*LINE \d+:", str(error))[0]
    return " ".join(line.strip() for line in said.splitlines() if line.strip())


def is_damage(error: duckdb.Error) -> bool:
    """Whether DuckDB found that a file is not as it was written."""
    return re.match(r"(IO Error: )?(Corrupt database file|Could not read enough bytes)", str(error)) is not None


def _waited_for(connection: Connection, sql: str) -> pa.Table:
    """What a query gives; it runs in a thread of its own, for DuckDB does not look up from it when a signal comes."""

    def answer() -> pa.Table:
        found = connection.sql(sql)
        return pa.table({}) if found is None else found.to_arrow_table()

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(answer)
        try:
            return running.result()
        except KeyboardInterrupt:
            connection.interrupt()
            raise


def arrow_with(connection: Connection, sql: str, given: pa.Table) -> pa.Table:
    """The same of a query that reads the table `given`, by that name."""
    return connection.sql(sql).to_arrow_table()


def rows_with(connection: Connection, sql: str, given: pa.Table) -> list[Any]:
    """The rows that a statement gives which reads the table `given`, by that name.

    DuckDB finds it among the variables here. A table that is registered stays in memory until the transaction ends.
    """
    with interruptible():
        return connection.execute(sql).fetchall()


def create_table(connection: Connection, table: str, given: pa.Table) -> None:
    """Create a table of the rows of an Arrow table."""
    rows_with(connection, f"CREATE TABLE {table} AS FROM given", given)


def create_from(connection: Connection, table: str, schema: pa.Schema, parts: Iterable[pa.Table]) -> None:
    """Create a table of `parts`, each of which is asked for only when the one before has gone in."""
    given = pa.RecordBatchReader.from_batches(schema, (batch for part in parts for batch in part.to_batches()))
    # DuckDB finds `given` among the variables here.
    with interruptible():
        connection.execute(f"CREATE TABLE {table} AS FROM given").fetchall()
    given.close()


def insert(connection: Connection, table: str, columns: Mapping[str, Any]) -> None:
    """Insert columns by their names; those of the table that are not given are null."""
    insert_table(connection, table, pa.table({name: pa.array(column) for name, column in columns.items()}), {})


def insert_table(connection: Connection, table: str, given: pa.Table, numbers: Mapping[str, int]) -> None:
    """Insert a table by the names of its columns; those that are not given are null.

    A column that is named in `numbers`, as `session` is, becomes `session_id`, with that number added to each value.
    """
    if not given.num_rows:
        return
    columns = [
        f"{name} + {numbers[name]} AS {name}_id" if name in numbers else f'"{name}"' for name in given.column_names
    ]
    rows_with(connection, f"INSERT INTO {table} BY NAME SELECT {', '.join(columns)} FROM given", given)
