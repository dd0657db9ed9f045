"""What the header of each file of sql/ promises holds, on the sample season and on all sample logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.club.statistics import statistics
from audit.store import layers
from audit.store.query import Connection, run
from tests.store.stores import SAMPLES, store

NAMES = sorted(layers.queries())


@pytest.fixture(scope="module", params=["season", "."])
def connection(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    database = tmp_path_factory.mktemp("promises") / "club.duckdb"
    store(database, SAMPLES / request.param)
    with statistics(database) as found:
        yield found


@pytest.mark.parametrize("name", NAMES)
def test_every_promise_is_kept(connection: Connection, name: str) -> None:
    assert layers.broken(connection, layers.queries()[name]) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_file_promises_something(name: str) -> None:
    one = layers.queries()[name]
    assert one.about and one.grain.endswith(".") and one.key and one.not_null
    assert "SELECT *" not in one.sql.replace("SELECT *, unnest", "").replace("SELECT *, year", "")


@pytest.mark.parametrize(
    ("header", "broken"),
    [
        ("-- Key: a", ["Key: a"]),
        ("-- Key: b\n-- Not null: c", ["Not null: c"]),
        ("-- Key: b\n-- Holds: a = 1\n-- Holds: b < 2", ["Holds: b < 2"]),
        ("-- Key: b\n-- Not null: a\n-- Holds: c = 1", []),
    ],
)
def test_a_promise_that_is_broken_is_noticed(tmp_path: Path, header: str, broken: list[str]) -> None:
    """The failing control."""
    import duckdb  # noqa: PLC0415

    with duckdb.connect() as connection:
        run(connection, "CREATE SCHEMA core")
        rows = "SELECT * FROM (VALUES (1, 1, 1), (1, 2, NULL)) AS given(a, b, c)"
        one = layers.parse("core.given", f"-- What it is.\n-- Grain: a row.\n{header}\n{rows}")
        layers.create(connection, one)
        assert layers.broken(connection, one) == broken


def test_a_file_without_a_grain_is_refused() -> None:
    with pytest.raises(ValueError, match="Grain"):
        layers.parse("core.given", "-- Key: a\nSELECT 1 AS a")


def test_layers_are_made_in_the_order_of_what_they_name() -> None:
    found = {
        name: layers.parse(name, f"-- Is.\n-- Grain: a row.\n-- Key: a\n{sql}")
        for name, sql in [
            ("marts.c", "SELECT a FROM core.b"),
            ("core.b", "SELECT a FROM staging.a -- and not marts.c"),
            ("staging.a", "SELECT 1 AS a"),
        ]
    }
    assert layers.order(found, {}) == ["staging.a", "core.b", "marts.c"]
    with pytest.raises(KeyError, match=r"core\.b"):
        layers.order({"marts.c": found["marts.c"]}, {})


def test_no_layer_names_one_above_it() -> None:
    place = {layer: number for number, layer in enumerate(layers.LAYERS)}
    wrong = [
        (name, needed)
        for name, one in layers.queries().items()
        for needed in one.needs
        if place[needed.split(".")[0]] > place[name.split(".")[0]]
    ]
    assert wrong == []
