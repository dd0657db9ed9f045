"""Statistics for tests: of logs given as deals or as paths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from audit.club.statistics import statistics, tables_by_code
from audit.store import layers, marts, query
from audit.store.query import Connection
from tests.store.stores import store

Row = dict[str, Any]


def of_deals(folder: Path, deals: list[Row], name: str = "club.duckdb") -> Path:
    """A database of deals in the JSON Lines form."""
    log = folder / f"{name}.jsonl"
    log.write_text("".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in deals), encoding="utf-8")
    store(folder / name, log)
    return folder / name


def rows(database: Path, sql: str, wanted: tuple[str, ...] = ()) -> list[Row]:
    """The rows that a query on the statistics gives."""
    with statistics(database, wanted=wanted) as connection:
        return list(query.arrow(connection, sql).to_pylist())


def only(database: Path, name: str, order: str = "ALL") -> list[Row]:
    """The rows of one table or view, made without what it does not need."""

    def build(target: Connection, club: Connection) -> None:
        layers.build(target, tables_by_code(club), only=[name])

    with marts.opened(database, build, code=name) as connection:
        return list(query.arrow(connection, f"FROM {name} ORDER BY {order}").to_pylist())
