"""What the header of each file of sql/ promises holds, on the sample season and on all sample logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.club.statistics import names, statistics
from audit.store import layers
from audit.store.query import Connection, rows, run
from tests.store.stores import SAMPLES, store

NAMES = sorted(layers.queries())
ROOT = Path(__file__).parent.parent.parent
SUITS = " ".join(f"`suit_{number}`" for number in range(4))


@pytest.fixture(scope="module", params=["season", "."])
def connection(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    database = tmp_path_factory.mktemp("promises") / "club.duckdb"
    store(database, SAMPLES / request.param)
    with statistics(database, wanted=layers.PARTS) as found:
        yield found


@pytest.mark.parametrize("name", NAMES)
def test_every_promise_is_kept(connection: Connection, name: str) -> None:
    assert layers.broken(connection, layers.queries()[name]) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_file_promises_something(name: str) -> None:
    one = layers.queries()[name]
    assert one.about and one.grain.endswith(".") and one.key and one.not_null
    assert not stars(one.sql)


def test_every_table_that_is_handed_out_is_in_the_documentation() -> None:
    text = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    assert [name for name in names() if f"`{name}`" not in text] == []


def test_the_columns_of_a_seat_are_those_of_the_documentation(connection: Connection) -> None:
    text = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split("`core.named_seats`\n", 1)[1]
    cells = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    told = [name for cell in cells for name in re.findall(r"`(\w+)`", re.sub(r"`suit_0` … `suit_3`", SUITS, cell))]
    columns = [name for name, *_ in rows(connection, "DESCRIBE core.named_seats")]
    assert sorted(told) == sorted(columns)


def stars(sql: str) -> list[str]:
    """Where a query takes all columns, whatever they are, into what it promises: in its outer list."""
    outer = sql
    while outer != (outer := re.sub(r"\([^()]*\)", "", outer)):
        pass
    return re.findall(r"\w*\.?\*(?=\s*(?:,|FROM|EXCLUDE|$))|^FROM [^\n]*", outer)


def test_a_query_of_all_columns_is_noticed() -> None:
    """The failing control."""
    assert stars("SELECT a, seats.* EXCLUDE (b)\nFROM core.seats") == ["seats.*"]
    assert stars("SELECT *\nFROM core.seats") == ["*"]
    assert stars("FROM core.seats") == ["FROM core.seats"]
    assert stars("SELECT a * 2, count(*) AS n FROM (SELECT *, unnest(b) FROM c)") == []


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


def test_a_header_without_a_query_says_what_makes_the_table() -> None:
    header = "-- Is.\n-- Grain: a row.\n-- Key: a\n"
    assert layers.parse("core.given", header + "-- Made by: audit.club.counting").sql == ""
    for wrong in (header, header + "-- Made by: audit.club.counting\nSELECT 1 AS a"):
        with pytest.raises(ValueError, match="Made by"):
            layers.parse("core.given", wrong)


def test_layers_are_made_in_the_order_of_what_they_name() -> None:
    found = {
        name: layers.parse(name, f"-- Is.\n-- Grain: a row.\n-- Key: a\n{sql}")
        for name, sql in [
            ("marts.c", "SELECT a FROM core.b"),
            ("core.b", "SELECT a FROM staging.a -- and not marts.c"),
            ("staging.a", "SELECT 1 AS a"),
        ]
    }
    assert layers.order(found) == ["staging.a", "core.b", "marts.c"]
    with pytest.raises(KeyError, match=r"core\.b"):
        layers.order({"marts.c": found["marts.c"]})


def test_a_table_by_code_is_made_after_what_it_reads_and_before_who_reads_it() -> None:
    head = "-- Is.\n-- Grain: a row.\n-- Key: a\n"
    found = {
        "core.a": layers.parse("core.a", head + "SELECT 1 AS a"),
        "core.b": layers.parse("core.b", head + "-- Made by: audit.club.counting"),
        "marts.c": layers.parse("marts.c", head + "SELECT a FROM core.b"),
    }
    by_code = layers.ByCode(("core.b",), frozenset({"core.a"}), lambda connection: None)
    assert layers.order(found, [by_code]) == ["core.a", "core.b", "marts.c"]
    with pytest.raises(KeyError, match=r"core\.b"):
        layers.order(found)


def test_marts_name_only_core_and_marts() -> None:
    """What stands in no statistic is left out in `core`; in staging each version of a deal in conflict has its rows."""
    named = {name: one.needs for name, one in layers.queries().items() if name.startswith("marts.")}
    assert {name: needs for name, needs in named.items() if any(need.startswith("staging.") for need in needs)} == {}


def test_no_layer_names_one_above_it() -> None:
    place = {layer: number for number, layer in enumerate((*layers.LAYERS, *layers.PARTS))}
    wrong = [
        (name, needed)
        for name, one in layers.queries().items()
        for needed in one.needs
        if place[needed.split(".")[0]] > place[name.split(".")[0]]
    ]
    assert wrong == []
