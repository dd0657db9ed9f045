"""Statements run to their end: a result that is not read to its end would keep the connection to itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow as pa

Connection = duckdb.DuckDBPyConnection

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


def rows_with(connection: Connection, sql: str, given: pa.Table) -> list[Any]:
    """The rows that a statement gives which reads the table `given`, by that name.

    DuckDB finds it among the variables here. A table that is registered stays in memory until the transaction ends.
    """
    with interruptible():
        return connection.execute(sql).fetchall()


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
