"""Queries that people write themselves."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import duckdb
import pytest

from audit.refusal import Refused
from audit.store import query


def test_a_query_without_end_ends_on_ctrl_c() -> None:
    connection = duckdb.connect()
    query.run(connection, "CREATE TABLE t AS FROM range(100000)")
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        query.asked(connection, "SELECT count(*) FROM t a, t b, t c WHERE a.range + b.range + c.range = 7")


@pytest.mark.parametrize("sql", ["FROM read_csv('{file}')", "COPY (SELECT 1 AS a) TO '{file}'", "ATTACH '{file}' AS a"])
@pytest.mark.parametrize("folder", [".", ".tmp"])
def test_no_file_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str, folder: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".tmp").mkdir()
    file = tmp_path / folder / "a.csv"
    file.write_text("a\n1\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        query.asked(duckdb.connect(), sql.format(file=file.relative_to(tmp_path)))
    assert refused.value.what in {"statistics.bad-sql", "statistics.one-query"}
    assert file.read_text(encoding="utf-8") == "a\n1\n"
