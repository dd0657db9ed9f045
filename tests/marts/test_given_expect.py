"""Given a log, expect these rows: `given_expect.txt`, worked by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.club.statistics import names, statistics
from audit.store.query import Connection, rows
from tests.store.stores import store

TEXT = (Path(__file__).parent / "given_expect.txt").read_text(encoding="utf-8")
PARTS = dict(re.findall(r"^== ([^\n]+) ==\n(.*?)(?=^== |\Z)", TEXT, re.MULTILINE | re.DOTALL))
LOGS = [heading for heading in PARTS if ": " not in heading]
EXPECTED = [heading for heading in PARTS if heading not in LOGS]

ELSEWHERE = {
    "player_means": "test_players",
    "player_rates": "test_players",
    "player_seasons": "test_players",
    "players": "test_players",
    "luck.coefficients": "test_estimates",
    "luck.fits": "test_estimates",
    "luck.players": "test_estimates",
    "luck.sessions": "test_estimates",
    "rating_history": "test_estimates",
    "ratings": "test_estimates",
}
"""The tables that no row is worked out of by hand here, and which module of these tests holds them."""


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    folder = tmp_path_factory.mktemp("given")
    for log in LOGS:
        (folder / f"{log}.rev").write_text(PARTS[log], encoding="utf-8")
        store(folder / "club.duckdb", folder / f"{log}.rev")
    with statistics(folder / "club.duckdb") as found:
        yield found


def shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(value)


def shown_rows(connection: Connection, heading: str) -> str:
    name, columns = heading.split(": ")
    listed = ", ".join(f'"{column}"' for column in columns.split())
    found = rows(connection, f"SELECT {listed} FROM {name} ORDER BY ALL NULLS LAST")
    return "\n".join(" ".join(map(shown, row)) for row in found)


@pytest.mark.parametrize("heading", EXPECTED)
def test_rows(connection: Connection, heading: str) -> None:
    assert shown_rows(connection, heading) == PARTS[heading].strip()


@pytest.mark.parametrize("heading", EXPECTED)
def test_a_figure_that_is_wrong_would_be_noticed(connection: Connection, heading: str) -> None:
    """The failing control: any one digit of what is expected."""
    digit = re.search(r"\d", PARTS[heading])
    assert digit is not None
    changed = PARTS[heading][: digit.start()] + str((int(digit[0]) + 1) % 10) + PARTS[heading][digit.end() :]
    assert shown_rows(connection, heading) != changed.strip()


def test_every_table_is_held_to_figures() -> None:
    here = {heading.split(": ")[0].removeprefix("marts.") for heading in EXPECTED if heading.startswith("marts.")}
    assert here | set(ELSEWHERE) == set(names())
    assert not here & set(ELSEWHERE)
