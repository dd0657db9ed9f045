"""What the file of a database may be called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from audit.refusal import Refused
from audit.resources import folder
from audit.store import query
from audit.store.connection import RESERVED, reading, writing


@pytest.mark.parametrize("name", ["recorded.duckdb", "Log.db", "computed.2024.duckdb", "ruled"])
def test_a_name_that_duckdb_would_take_for_a_schema_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused) as refused, writing(tmp_path / name):
        pass
    assert refused.value.what == "database.bad-name"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["main.duckdb", "memory.duckdb", "temp.duckdb", "select.duckdb", "records.duckdb", "'a' b"]
)
def test_any_other_name_will_do(tmp_path: Path, name: str) -> None:
    with writing(tmp_path / name):
        pass
    with reading(tmp_path / name) as connection:
        assert query.number(connection, "SELECT count(*) FROM recorded.clubs") == 0


def test_every_schema_is_reserved() -> None:
    sql = "".join(path.read_text(encoding="utf-8") for path in (folder("sql") / "schema").iterdir())
    made = set(re.findall(r"CREATE SCHEMA (\w+)", sql))
    assert {"recorded", "computed"} <= made <= RESERVED
