"""Parquet files for tests: the sample deals, and tables that are changed before they are written."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from audit.cards import NAMES
from audit.logs import read
from audit.logs.data import BytesData
from audit.logs.parquet.reading import read_parquet
from audit.logs.parquet.writing import in_order, write_parquet
from audit.logs.problems import Problems
from audit.model import Deal, Reading
from audit.ruleset import pack_of

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_logs"
SOME = SAMPLES / "2024-03-09-casino-cuentas-mal.rev"

Columns = dict[str, Any]


@functools.cache
def some_deals() -> tuple[Deal, ...]:
    return tuple(read([SOME], pack_of).deals)


@functools.cache
def some_bytes() -> bytes:
    return write_parquet(some_deals())


def some_table() -> pa.Table:
    return pq.read_table(pa.BufferReader(some_bytes()))


def written(table: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def with_column(name: str, column: Any, table: pa.Table | None = None) -> pa.Table:
    """The sample table with another column of this name."""
    table = some_table() if table is None else table
    place = table.schema.get_field_index(name)
    found = column if isinstance(column, pa.Array | pa.ChunkedArray) else pa.array(column)
    return table.append_column(name, found) if place < 0 else table.set_column(place, name, found)


def changed(name: str, change: Callable[[list[Any]], None]) -> pa.Table:
    """The sample table with some values of a column changed, of the type that it has."""
    table = some_table()
    values = table[name].to_pylist()
    change(values)
    return with_column(name, pa.array(values, table[name].type), table)


def reading_of(content: bytes, name: str = "log.parquet") -> Reading:
    """What a file of this content gives, by its own reader."""
    problems = Problems(name)
    reading = read_parquet(BytesData(name, content), pack_of, problems)
    reading.problems = problems.all()
    return reading


def sorted_deals(deals: Iterable[Deal]) -> list[Deal]:
    return [deal for session in in_order(deals) for deal in session]


def adds_up(reading: Reading) -> int:
    """How many rows there are: each of them once a deal or set aside, and no card without a name."""
    places = sorted(one.place.line for one in (*reading.deals, *reading.quarantined))
    assert places == list(range(1, len(places) + 1))
    for deal in reading.deals:
        cards = [card for hand in deal.hands.values() for card in hand] + list(deal.stock or ())
        cards += [card for trick in deal.tricks.values() for card in trick.cards or ()]
        assert all(NAMES[card] for card in cards)
    return len(places)
