"""Given a log, expect these rows: `given_expect.txt`, worked by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.club.statistics import statistics
from audit.store.query import Connection, rows
from tests.store.stores import store

TEXT = (Path(__file__).parent / "given_expect.txt").read_text(encoding="utf-8")
PARTS = dict(
    zip(*[iter(re.split(r"^== (.+) ==\n", TEXT, flags=re.MULTILINE)[1:])] * 2, strict=True)  # heading, body
)
EXPECTED = [heading for heading in PARTS if heading != "log"]


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    folder = tmp_path_factory.mktemp("given")
    (folder / "log.rev").write_text(PARTS["log"], encoding="utf-8")
    store(folder / "club.duckdb", folder / "log.rev")
    with statistics(folder / "club.duckdb") as found:
        yield found


def shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(value)


@pytest.mark.parametrize("heading", EXPECTED)
def test_rows(connection: Connection, heading: str) -> None:
    name, columns = heading.split(": ")
    listed = ", ".join(f'"{column}"' for column in columns.split())
    found = rows(connection, f"SELECT {listed} FROM {name} ORDER BY ALL NULLS LAST")
    assert "\n".join(" ".join(map(shown, row)) for row in found) == PARTS[heading].strip()


def test_the_rows_of_a_wrong_table_would_be_noticed(connection: Connection) -> None:
    """The failing control: each expectation says something that another does not."""
    assert len(set(PARTS.values())) == len(PARTS)
