"""Damaged, hostile and foreign Parquet files: problems and rows set aside, never a crash, and every row counted."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.cards import NAMES, UNKNOWN
from audit.logs import limits
from audit.logs.data import BytesData
from audit.logs.parquet.footer import BadFooterError, read_footer
from audit.logs.parquet.pages import BadPagesError, check_group
from audit.logs.parquet.thrift import parse
from audit.text.problems import message
from tests.logs.reading import content, whats

from .parquet_files import (
    adds_up,
    changed,
    reading_of,
    some_bytes,
    some_deals,
    some_table,
    with_column,
    written,
)

ROWS = len(some_deals())
LAYOUTS: tuple[dict[str, Any], ...] = (
    {"compression": "zstd", "write_page_checksum": True},
    {"compression": "none", "use_dictionary": False},
    {"compression": "snappy", "data_page_version": "2.0"},
    {"compression": "gzip", "data_page_size": 200, "row_group_size": 3},
)


# -------------------------------------------------------------------------------------------- damaged files


@pytest.mark.parametrize("length", [0, 1, 4, 11, 12, 100, 1000, -1, -8, -9, -500])
def test_a_truncated_file_gives_a_problem(length: int) -> None:
    reading = reading_of(some_bytes()[:length])
    assert whats(reading) == ["unreadable.parquet"]
    assert not reading.records_in


def mutated(data: bytes, seed: int) -> bytes:
    """The bytes with a few of them changed, gone, or new ones among them."""
    chance, found = random.Random(seed), bytearray(data)
    low = chance.choice([0, 0, max(0, len(found) - 7000)])
    kind = chance.randrange(4)
    for _ in range(chance.choice([1, 1, 2, 5, 40])):
        place = chance.randrange(low, len(found))
        if kind == 0:
            found[place] = chance.randrange(256)
        elif kind == 1:
            found[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            del found[place : place + chance.randrange(1, 9)]
        else:
            found[place:place] = chance.randbytes(chance.randrange(1, 5))
    return bytes(found)


def survives(data: bytes) -> None:
    reading = reading_of(data)
    assert adds_up(reading) or any(problem.severity == "error" for problem in reading.problems)
    for problem in reading.problems:
        assert message(problem)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(range(len(LAYOUTS))), st.integers(0, 2**32))
def test_a_damaged_file_never_raises_and_its_rows_add_up(layout: int, seed: int) -> None:
    survives(mutated(written(some_table(), **LAYOUTS[layout]), seed))


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(st.sampled_from(range(len(LAYOUTS))), st.integers(0, 2**32))
def test_many_damaged_files(layout: int, seed: int) -> None:
    survives(mutated(written(some_table(), **LAYOUTS[layout]), seed))


@given(st.binary(max_size=200))
def test_any_bytes_as_a_description(data: bytes) -> None:
    framed = b"PAR1" + data + len(data).to_bytes(4, "little") + b"PAR1"
    with pytest.raises(BadFooterError):
        read_footer(BytesData("x", framed))
    assert whats(reading_of(framed)) == ["unreadable.parquet"]
    with suppress(ValueError, IndexError):
        parse(data)


def test_a_damaged_group_costs_only_its_own_rows() -> None:
    data = bytearray(written(some_table(), row_group_size=3, compression="zstd", write_page_checksum=True))
    group = read_footer(BytesData("x", bytes(data))).groups[1]
    place = next(chunk.end - 1 for chunk in group.chunks if chunk.column == "trick_cards")
    data[place] ^= 0xFF
    reading = reading_of(bytes(data))
    assert adds_up(reading) == ROWS
    assert [one.place.line for one in reading.quarantined] == [4, 5, 6]
    assert {one.code for one in reading.quarantined} == {"unreadable"}
    (problem,) = (one for one in reading.problems if one.what != "bad-line.kept")
    assert (problem.what, problem.place.line, problem.params["last"]) == ("unreadable.group", 4, 6)


# --------------------------------------------------------------------------------------- wrong columns and types


@pytest.mark.parametrize("name", ["club", "session", "rules", "players", "deal"])
def test_without_a_required_column_all_rows_are_set_aside(name: str) -> None:
    reading = reading_of(written(some_table().drop_columns([name])))
    assert whats(reading) == ["missing-header.column"]
    assert adds_up(reading) == ROWS == len(reading.quarantined)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("deal", ["1"] * ROWS),
        ("winner", ["Ana"] * ROWS),
        ("winner", [1.0] * ROWS),
        ("points", [1] * ROWS),
        ("points", [["1"]] * ROWS),
        ("trick_cards", [[[1]]] * ROWS),
        ("payments", [[1]] * ROWS),
        ("payments", [[{"amount": "1"}]] * ROWS),
        ("note", [b"x"] * ROWS),
        ("players", ["Ana, Benito"] * ROWS),
        ("hands", [{"Ana": [1]}] * ROWS),
    ],
)
def test_a_column_of_another_type_does_not_count(name: str, values: list[Any]) -> None:
    reading = reading_of(written(with_column(name, values)))
    assert "bad-value.column" in whats(reading)
    assert adds_up(reading) == ROWS
    if name not in {"deal", "players"}:
        assert len(reading.deals) == ROWS, "it costs only itself"


def test_columns_that_are_not_ours_are_told() -> None:
    reading = reading_of(written(with_column("winer", ["x"] * ROWS)))
    assert [one.params["near"] for one in reading.problems if one.what == "unknown-key.column"] == ["winner"]
    twice = some_table().append_column("winner", pa.array([0] * ROWS))
    reading = reading_of(written(twice))
    assert whats(reading).count("repeated-key.column") == 1
    assert not any(deal.recorded.winner for deal in reading.deals)


def test_another_version_is_not_read() -> None:
    reading = reading_of(written(some_table().replace_schema_metadata({"format": "revesino-parquet/2"})))
    assert "bad-value.parquet-version" in whats(reading)
    assert adds_up(reading) == ROWS == len(reading.quarantined)
    assert not reading_of(written(some_table().replace_schema_metadata({"format": "pandas"}))).quarantined


# ------------------------------------------------------------------------------------------ impossible values


def set_all(values: list[Any], value: Any) -> None:
    values[:] = [value] * len(values)


@pytest.mark.parametrize("code", [code for code in range(256) if not NAMES[code]])
def test_a_code_that_is_no_card_counts_as_unknown(code: int) -> None:
    reading = reading_of(written(changed("stock", lambda values: set_all(values, [code, 1, 2]))))
    assert len(reading.deals) == ROWS == whats(reading).count("bad-card.code")
    assert {deal.stock for deal in reading.deals} == {(UNKNOWN, 1, 2)}
    assert all(any("ilegible" in one.text for one in deal.comments) for deal in reading.deals)


@pytest.mark.parametrize("code", [-1, -129, 256, 300, 2**31, 2**63 - 1, -(2**63)])
def test_a_code_out_of_range_never_indexes_a_table(code: int) -> None:
    cards = pa.array([[code] * 52] * ROWS, pa.list_(pa.int64()))
    reading = reading_of(written(with_column("trick_cards", cards)))
    assert adds_up(reading) == ROWS
    assert {card for deal in reading.deals for trick in deal.tricks.values() for card in trick.cards or ()} == {UNKNOWN}


@pytest.mark.parametrize("place", [-2, -1, 4, 5, 127, -128, 2**40])
@pytest.mark.parametrize("name", ["winner", "dealer", "revesino", "trick_leaders", "trick_winners"])
def test_a_place_out_of_range_is_nobody(name: str, place: int) -> None:
    values = [[place] * 13 if name.startswith("trick") else place] * ROWS
    reading = reading_of(written(with_column(name, values)))
    assert adds_up(reading) == ROWS == len(reading.deals)
    assert "bad-value.seat" in whats(reading)
    problem = next(one for one in reading.problems if one.what == "bad-value.seat")
    assert "from 0 to 3" in str(problem.params) or problem.params["last"] == 3


def payment(**given: Any) -> Callable[[list[Any]], None]:
    usual = {"trick": None, "payer": 0, "payee": -1, "amount": 1, "label": None}
    return lambda values: set_all(values, [usual | given])


@pytest.mark.parametrize(
    ("given_", "what"),
    [
        ({"payer": 9}, "bad-value.seat"),
        ({"payee": -2}, "bad-value.seat"),
        ({"payer": None}, "bad-value.payment"),
        ({"amount": None}, None),
        ({"trick": 0}, "bad-value.trick"),
        ({"trick": 14}, "bad-value.trick"),
    ],
)
def test_a_payment_that_is_none(given_: dict[str, Any], what: str | None) -> None:
    reading = reading_of(written(changed("payments", payment(**given_))))
    assert adds_up(reading) == ROWS == len(reading.deals)
    assert not any(deal.recorded.payments for deal in reading.deals)
    assert what is None or whats(reading).count(what) == ROWS


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("deal", 0, "missing-deal-number.bad"),
        ("deal", -3, "missing-deal-number.bad"),
        ("players", ["A", "A", "B", "C"], "duplicate-player.twice"),
        ("players", ["A", "B"], "bad-length.players"),
        ("players", ["A", "B", "C", ""], "bad-value.empty-name"),
        ("players", ["A", "B", "C", None], "bad-value.name"),
        ("club", " ", "missing-header.key"),
        ("points", [1, 2], "bad-length.numbers"),
        ("net", [-(2**63), 0, 0, 0], "bad-value.too-large"),
        ("hands", [[1, 2], None, None, None, [3]], "bad-value.seat"),
        ("options", "{", "bad-value.json"),
        ("options", "[1]", "bad-value.json"),
        ("extras", '{"x-a": 1, "x-a": 2}', "bad-value.json"),
        ("extras", "[" * 100_000, "bad-value.json"),
        ("comments", '{"a": 1}', "bad-value.json"),
        ("exchanges", [{"player": None, "discard": 1, "take": 2}], "bad-value.exchange"),
    ],
)
def test_values_that_are_none(name: str, value: Any, what: str) -> None:
    reading = reading_of(written(changed(name, lambda values: set_all(values, value))))
    assert adds_up(reading) == ROWS
    assert what in whats(reading)


def test_rows_that_are_set_aside_are_kept_as_comments() -> None:
    def first(values: list[Any]) -> None:
        values[0] = 0

    reading = reading_of(written(changed("deal", first)))
    assert [one.place.line for one in reading.quarantined] == [1]
    assert '"session"' in next(one.text for one in reading.deals[0].comments if one.text.startswith("ilegible:"))


def test_a_text_that_is_not_utf8_is_mended_and_told() -> None:
    array = pa.array([b"caf\xe9"] * ROWS, pa.binary())
    broken = pa.StringArray.from_buffers(ROWS, array.buffers()[1], array.buffers()[2])
    for dictionary in (True, False):
        reading = reading_of(written(with_column("note", broken), use_dictionary=dictionary))
        assert "encoding.text" in whats(reading)
        assert {deal.note for deal in reading.deals} == {"caf\ufffd"}
        assert adds_up(reading) == ROWS


# -------------------------------------------------------------------------------------------------- bombs


def many(value: Any, rows: int, name: str = "note", **options: Any) -> bytes:
    """A file in which every row says the same, and which is small for it."""
    table = some_table().slice(0, 1)
    table = table.take(pa.array([0] * rows))
    return written(with_column(name, pa.array([value] * rows), table), compression="zstd", **options)


def test_a_text_that_stands_for_a_million_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DECODED_CHARS", 2**24)
    monkeypatch.setattr(limits, "BATCH_ROWS", 16)
    data = many("x" * 2**18, 1000)
    assert len(data) < 2**20
    reading = reading_of(data)
    assert adds_up(reading) == 1000
    assert {one.code for one in reading.quarantined} == {"too-large"}
    assert 0 < len(reading.deals) < 100
    assert whats(reading)[-1] == "too-large.group"


def test_a_page_that_comes_to_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAGE_BYTES", 2**16)
    reading = reading_of(many("x" * 2**20, 1, use_dictionary=False))
    assert whats(reading)[-1] == "too-large.group"
    assert adds_up(reading) == 1 == len(reading.quarantined)


def test_a_group_that_comes_to_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GROUP_BYTES", 1000)
    reading = reading_of(some_bytes())
    assert whats(reading) == ["too-large.group"]
    assert adds_up(reading) == ROWS
    monkeypatch.undo()
    monkeypatch.setattr(limits, "GROUP_ROWS", ROWS - 1)
    assert whats(reading_of(some_bytes())) == ["too-large.group"]
    assert whats(reading_of(written(some_table(), row_group_size=ROWS - 1))) != ["too-large.group"]


@pytest.mark.parametrize(("length", "what"), [(1001, "too-large.list"), (300_000, "too-large.group")])
def test_a_list_without_end(length: int, what: str) -> None:
    lists = [[0] * 4, *[[None] * length] * (ROWS - 1)]
    reading = reading_of(written(with_column("points", pa.array(lists, pa.list_(pa.int64())))))
    assert what in whats(reading)
    assert adds_up(reading) == ROWS


def test_lists_of_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BATCH_ROWS", 4)
    hands = pa.array([[[1] * 900] * 900] * ROWS, pa.list_(pa.list_(pa.uint8())))
    reading = reading_of(written(with_column("hands", hands)))
    assert "too-large.group" in whats(reading)
    assert adds_up(reading) == ROWS


def test_a_hand_of_too_many_cards() -> None:
    hands = pa.array([[[1] * 300, None, None, None]] * ROWS, pa.list_(pa.list_(pa.uint8())))
    reading = reading_of(written(with_column("hands", hands)))
    assert whats(reading).count("too-large.cards") == ROWS == len(reading.deals)


def test_too_many_rows_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROWS", ROWS - 1)
    assert whats(reading_of(some_bytes())) == ["too-large.rows"]
    monkeypatch.undo()
    monkeypatch.setattr(limits, "COLUMNS", 10)
    assert whats(reading_of(some_bytes())) == ["too-large.columns"]
    monkeypatch.undo()
    monkeypatch.setattr(limits, "METADATA_BYTES", 100)
    assert whats(reading_of(some_bytes())) == ["unreadable.parquet"]


def test_a_million_rows_of_nothing_are_refused_at_once() -> None:
    """A group of nulls takes no bytes; it is refused by how many there are, before it is decoded."""
    out = io.BytesIO()
    count = limits.GROUP_ROWS + 1
    columns = {name: pa.nulls(count, pa.string()) for name in ("club", "session", "rules")}
    columns |= {"players": pa.nulls(count, pa.list_(pa.string())), "deal": pa.nulls(count, pa.int64())}
    pq.write_table(pa.table(columns), out, row_group_size=count)
    reading = reading_of(out.getvalue())
    assert whats(reading) == ["too-large.group"]
    assert len(reading.quarantined) == count


def test_pages_that_contradict_their_column_are_noticed() -> None:
    data = some_bytes()
    group = read_footer(BytesData("x", data)).groups[0]
    chosen = frozenset({"note", "deal"})
    check_group(io.BytesIO(data), group, chosen)
    for change in ({"values": 1}, {"end": group.chunks[0].begin + 3}, {"begin": 5}):
        chunks = tuple(chunk._replace(**change) for chunk in group.chunks)
        with pytest.raises(BadPagesError):
            check_group(io.BytesIO(data), group._replace(chunks=chunks), chosen)


@pytest.mark.slow
def test_every_byte_of_the_description_may_be_another() -> None:
    """pyarrow ends the whole process when it is asked for a column whose statistics of sizes contradict the schema."""
    data = some_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    for place in range(len(data) - 8 - length, len(data)):
        for change in (1, 0x80):
            survives(data[:place] + bytes([data[place] ^ change]) + data[place + 1 :])


def test_equal_files_read_equal() -> None:
    first, second = reading_of(some_bytes()), reading_of(some_bytes())
    assert [content(deal) for deal in first.deals] == [content(deal) for deal in second.deals]
