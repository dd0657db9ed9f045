"""The bulk form: what is written is read back, its schema is the published one, and foreign files are read."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.logs import limits, read
from audit.logs.parquet.arrow import schema
from audit.logs.parquet.columns import COLUMNS, FORMAT, published
from audit.logs.parquet.writing import write_parquet
from audit.logs.service import content as content_of
from audit.logs.service import convert
from audit.model import Deal, Reading
from audit.ruleset import pack_of
from audit.simulate.season import play_season
from tests.logs.reading import content, whats
from tests.logs.test_writing import deals
from tests.simulate.seasons import season
from tests.support import VECTORS, some_slow

from .parquet_files import (
    ROOT,
    SAMPLES,
    adds_up,
    reading_of,
    some_bytes,
    some_deals,
    some_table,
    sorted_deals,
    with_column,
    written,
)

SCHEMA = ROOT / "docs" / "schema" / "revesino-parquet-1.json"
PAGE = ROOT / "docs" / "schema" / "revesino-parquet-1.md"


def is_read_back(logs: list[Deal]) -> int:
    again = reading_of(write_parquet(logs))
    wanted = sorted_deals(logs)
    assert set(whats(again)) <= {"bad-line.kept"}
    assert not again.quarantined
    assert [content(deal) for deal in again.deals] == [content(deal) for deal in wanted]
    whole = Reading(deals=wanted, quarantined=[], problems=[])
    assert convert(again, "jsonl") == convert(whole, "jsonl")
    return len(wanted)


@pytest.mark.parametrize("folder", some_slow(["sample_logs", "tests/cases"], "sample_logs"))
def test_every_log_of_the_corpus_is_read_back(folder: str) -> None:
    found = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".rev", ".jsonl"}]
    assert sum(is_read_back(deals) for path in found if (deals := read([path], pack_of).deals)) > 50


def test_the_vectors_are_read_back() -> None:
    assert is_read_back(read(sorted(VECTORS.glob("*.rev")), pack_of).deals) > 500


@settings(max_examples=20, deadline=None)
@given(st.lists(deals(), min_size=1, max_size=3))
def test_any_deal_is_read_back(logs: list[Deal]) -> None:
    is_read_back(logs)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(deals(), min_size=1, max_size=3))
def test_any_deal_is_read_back_in_many_examples(logs: list[Deal]) -> None:
    is_read_back(logs)


def test_a_file_is_read_as_any_other(tmp_path: Path) -> None:
    path = tmp_path / "logs.parquet"
    path.write_bytes(some_bytes())
    (tmp_path / "no suffix").write_bytes(some_bytes())
    for each in (path, tmp_path / "no suffix"):
        reading = read([each], pack_of)
        assert not reading.problems
        assert [deal.place.line for deal in reading.deals] == list(range(1, len(some_deals()) + 1))
        assert {deal.place.file for deal in reading.deals} == {str(each)}


def test_the_same_deals_give_the_same_bytes() -> None:
    assert write_parquet(some_deals()) == some_bytes()
    assert content_of(Reading(deals=list(some_deals()), quarantined=[], problems=[]), "parquet") == some_bytes()


def test_sessions_are_contiguous_and_their_deals_by_number() -> None:
    logs = read([SAMPLES], pack_of).deals
    table = pq.read_table(pa.BufferReader(write_parquet(logs[::-1])))
    keys = list(zip(*(table[name].to_pylist() for name in ("club", "session")), strict=True))
    assert len({*keys}) == sum(one != other for one, other in zip([None, *keys], keys, strict=False))
    numbers = table["deal"].to_pylist()
    pairs = zip(zip(keys, numbers, strict=True), zip(keys[1:], numbers[1:], strict=True), strict=False)
    assert all(one[0] != other[0] or one[1] <= other[1] for one, other in pairs)


def test_groups_of_rows_end_where_sessions_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("audit.logs.parquet.writing.GROUP_ROWS_WRITTEN", 5)
    logs = read([SAMPLES], pack_of).deals
    file = pq.ParquetFile(pa.BufferReader(write_parquet(logs)))
    groups = [file.read_row_group(group, ["session"])["session"].to_pylist() for group in range(file.num_row_groups)]
    assert all(0 < len(group) <= 5 for group in groups)
    sizes = Counter(deal.header.session for deal in logs)
    assert all(sizes[one[-1]] > 5 for one, other in pairwise(groups) if one[-1] == other[0])
    assert adds_up(reading_of(write_parquet(logs))) == len(logs)


# ------------------------------------------------------------------------------------------- the published schema


def test_the_published_schema_is_that_of_the_code() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == published()


def test_the_page_tells_of_every_column() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [f"| `{one.name}` | {shown(one.type)} | {one.says} |" for one in COLUMNS]
    assert [line for line in text.splitlines() if line.startswith("| `")] == rows


def shown(of: object) -> str:
    """A type in the words of the page."""
    if isinstance(of, str):
        return of
    assert isinstance(of, dict)
    if "struct" in of:
        return "{" + ", ".join(f"{name}: {shown(each)}" for name, each in of["struct"].items()) + "}"
    return f"{shown(of['list'])}[{of.get('size', '')}]"


def test_a_file_has_the_schema() -> None:
    found = pq.read_schema(pa.BufferReader(some_bytes()))
    assert found.equals(schema())
    assert found.metadata[b"format"] == FORMAT.encode()


def test_columns_become_arrays_without_a_look_at_single_rows() -> None:
    """What the form is for: cards as `[deal, trick, place]`, with a mask where nothing is known."""
    table = some_table()
    cards = table["trick_cards"].combine_chunks().flatten()
    values = cards.fill_null(255).to_numpy(zero_copy_only=False).reshape(-1, 13, 4)
    assert values.dtype == np.uint8
    for row, deal in enumerate(sorted_deals(some_deals())):
        for number, trick in deal.tricks.items():
            assert tuple(values[row, number - 1].tolist()) == (trick.cards or (255,) * 4)
    leaders = table["trick_leaders"].combine_chunks().flatten().fill_null(-1).to_numpy(zero_copy_only=False)
    assert leaders.reshape(-1, 13).shape == (table.num_rows, 13)


# ----------------------------------------------------------------------------------------------- foreign files


def widened(of: pa.DataType, integer: pa.DataType, *, dictionary: bool) -> pa.DataType:
    """The type with other integers, large lists, and texts by dictionary."""
    if pa.types.is_integer(of):
        return integer
    if pa.types.is_struct(of):
        return pa.struct([(field.name, widened(field.type, integer, dictionary=False)) for field in of.fields])
    if pa.types.is_list(of) or pa.types.is_fixed_size_list(of):
        return pa.large_list(widened(of.value_type, integer, dictionary=False))
    return pa.dictionary(pa.int16(), pa.string()) if dictionary else pa.large_string()


@pytest.mark.parametrize("dictionary", [True, False])
@pytest.mark.parametrize("integer", [pa.int16(), pa.int32(), pa.int64()])
@pytest.mark.parametrize("store_schema", [True, False])
def test_other_widths_and_layouts_are_read(integer: pa.DataType, *, dictionary: bool, store_schema: bool) -> None:
    table = some_table()
    target = pa.schema([(field.name, widened(field.type, integer, dictionary=dictionary)) for field in table.schema])
    other = pa.Table.from_pydict(table.to_pydict(), target)
    again = reading_of(written(other, store_schema=store_schema, compression="gzip"))
    assert whats(again) == []
    assert [content(deal) for deal in again.deals] == [content(deal) for deal in some_deals()]


def test_a_few_columns_are_enough() -> None:
    table = some_table().select(["deal", "rules", "players", "session", "club", "winner", "date"])
    reading = reading_of(written(table.replace_schema_metadata(None)))
    assert whats(reading) == []
    assert [deal.recorded.winner for deal in reading.deals] == [deal.recorded.winner for deal in some_deals()]
    assert not any(deal.tricks or deal.recorded.points for deal in reading.deals)


def test_dates_may_be_dates() -> None:
    day = pa.array([19791] * len(some_deals()), pa.int32()).cast(pa.date32())
    reading = reading_of(written(with_column("date", day)))
    assert {deal.header.date for deal in reading.deals} == {"2024-03-09"}


def test_columns_of_another_layout_than_the_first_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BATCH_ROWS", 3)
    again = reading_of(written(some_table(), row_group_size=4))
    assert [content(deal) for deal in again.deals] == [content(deal) for deal in some_deals()]


@pytest.mark.parametrize("ruleset", ["revesino", "reversis", "reversis-5", "reversis-52"])
def test_simulated_seasons_are_read_back(ruleset: str) -> None:
    evenings = play_season(season(rules=ruleset, sessions=3, deals=8, mistakes=0.2, bare=0.2, no_hands=0.2, notes=0.3))
    assert is_read_back([deal for evening in evenings for deal in evening.deals]) == 24
