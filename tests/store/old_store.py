"""How `v1.duckdb` came to be: a database of the first schema with two sessions, as the first version left it.

Run once, when the second schema was made: `python -m tests.store.old_store`. It is never made again; what it shows
is that a file of then is read now.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import duckdb

from audit.club.importing import import_logs
from audit.store import query, schema
from audit.store.connection import CONFIG

HERE = Path(__file__).parent
SAMPLES = HERE.parent.parent / "sample_logs"
LOGS = ("2024-03-09-casino-cuentas-mal.rev", "2024-09-07-circulo-acta.rev")


def make(target: Path) -> None:
    """Fill today's tables and copy what the first schema has of them."""
    with tempfile.TemporaryDirectory() as folder:
        today = Path(folder) / "today.duckdb"
        import_logs(today, [SAMPLES / name for name in LOGS])
        connection = duckdb.connect(str(target), config=CONFIG)
        query.run(connection, f"ATTACH '{today}' AS today (READ_ONLY)")
        query.run(connection, "BEGIN")
        schema.bring_up(connection, to=1)
        tables = query.rows(
            connection,
            "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = current_database() "
            "AND NOT internal AND table_name <> 'store'",
        )
        for folder_name, table in tables:
            columns = query.rows(
                connection,
                "SELECT column_name FROM duckdb_columns() WHERE database_name = current_database() "
                "AND schema_name = ? AND table_name = ?",
                [folder_name, table],
            )
            names = ", ".join(f'"{name}"' for (name,) in columns)
            query.run(connection, f"INSERT INTO {folder_name}.{table} SELECT {names} FROM today.{folder_name}.{table}")
        query.run(
            connection, "UPDATE log.store SET generation = 1, last_hash = (SELECT max_by(hash, event) FROM log.events)"
        )
        query.run(connection, "COMMIT")
        connection.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "v1.duckdb")
