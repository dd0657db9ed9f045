"""The schema of a database: numbered files of SQL, run in order; a database of an older tool is brought up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from audit.resources import folder
from audit.store import query, version_3
from audit.store.query import Connection

NOT_OURS = -1

_FILE = re.compile(r"(\d{4})_\w+\.sql")

_STEPS: Mapping[int, Callable[[Connection], None]] = {3: version_3.fill}
"""By version, what is done after its SQL: what SQL cannot re-encode."""


class Migration(NamedTuple):
    """What brings a database from the version before to `version`."""

    version: int
    sql: str


def migrations() -> Sequence[Migration]:
    """All of them, in order."""
    found = [(_FILE.fullmatch(path.name), path) for path in (folder("sql") / "schema").iterdir()]
    return sorted(Migration(int(name[1]), path.read_text(encoding="utf-8")) for name, path in found if name)


def newest() -> int:
    """The version that this tool writes."""
    return migrations()[-1].version


def version_of(connection: Connection) -> int:
    """The schema version of a database; 0 when nothing is in it, `NOT_OURS` when it is a database of others."""
    tables = query.rows(
        connection,
        "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
        "WHERE database_name = current_database() AND NOT internal",
    )
    if not tables:
        return 0
    if ("log.store",) not in tables:
        return NOT_OURS
    return query.number(connection, "SELECT schema_version FROM log.store")


def bring_up(connection: Connection, *, to: int | None = None) -> bool:
    """Run the migrations that the database lacks, in the transaction that is open; whether there were any.

    `to` stops at an older version, to make a database as an older tool made it.
    """
    found, wanted = version_of(connection), newest() if to is None else to
    for migration in migrations():
        if found < migration.version <= wanted:
            query.run(connection, migration.sql)
            if migration.version in _STEPS:
                _STEPS[migration.version](connection)
            if migration.version == 1:
                query.run(connection, "INSERT INTO log.store VALUES (1, 0, '')")
            query.run(connection, "UPDATE log.store SET schema_version = ?", [migration.version])
    return found < wanted
