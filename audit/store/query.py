"""Statements run to their end: a result that is not read to its end would keep the connection to itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

Connection = duckdb.DuckDBPyConnection


def rows(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
    """The rows that a statement gives; none for one that only does something."""
    return connection.execute(sql, list(parameters)).fetchall()


def run(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> None:
    """Do what statements say."""
    rows(connection, sql, parameters)


def number(connection: Connection, sql: str, parameters: Sequence[Any] = ()) -> int:
    """The one whole number that a statement gives."""
    ((found,),) = rows(connection, sql, parameters)
    return int(found)


def insert(connection: Connection, table: str, columns: Mapping[str, Any]) -> None:
    """Insert columns by their names; those of the table that are not given are null, and what is masked."""
    if not len(next(iter(columns.values()))):
        return
    connection.register("inserted", pa.table({name: _arrow(column) for name, column in columns.items()}))
    try:
        run(connection, f"INSERT INTO {table} BY NAME SELECT * FROM inserted")
    finally:
        connection.unregister("inserted")


def _arrow(column: Any) -> Any:
    if isinstance(column, np.ma.MaskedArray):
        return pa.array(column.data, mask=np.ma.getmaskarray(column))
    return pa.array(column)
