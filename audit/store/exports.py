"""Tables that are handed out: plain queries of `sql/exports/`, in an order that does not depend on any import."""

from __future__ import annotations

from typing import Any, NamedTuple

import pyarrow as pa

from audit.resources import folder
from audit.store import query
from audit.store.query import Connection, interruptible


class Table(NamedTuple):
    """Rows under the names of their columns."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def names() -> list[str]:
    """The tables that there are."""
    return sorted(path.stem for path in (folder("sql") / "exports").glob("*.sql"))


def arrow(connection: Connection, name: str) -> pa.Table:
    """The same as an Arrow table."""
    if name not in names():
        raise KeyError(name)
    return query.arrow(connection, (folder("sql") / "exports" / f"{name}.sql").read_text(encoding="utf-8"))


def table(connection: Connection, name: str) -> Table:
    """The table `name`. Raises `KeyError` when there is none."""
    if name not in names():
        raise KeyError(name)
    sql = (folder("sql") / "exports" / f"{name}.sql").read_text(encoding="utf-8")
    with interruptible():
        result = connection.execute(sql)
        return Table(tuple(column[0] for column in result.description or ()), result.fetchall())
