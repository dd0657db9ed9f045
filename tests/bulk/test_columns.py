"""Parquet as columns of deals, held against the plain reader of Parquet row by row."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.logs import json_header, limits
from audit.logs.bulk import arrow_heads
from audit.logs.bulk.arrow_rows import ColumnReader, read_columns
from audit.logs.bulk.columns import NOBODY
from audit.logs.parquet.arrow import arrow_type
from audit.logs.parquet.columns import COLUMNS, Column
from audit.logs.parquet.values import TooManyValuesError
from audit.logs.parquet.writing import write_parquet
from audit.model import Place
from audit.ruleset import pack_of
from tests.forms.parquet_files import with_column
from tests.forms.test_parquet import widened

from .plain_rows import FILE, LOGS, batches_of, bulk_reading, check, clean, deal_of, placed, plain_reading

# ------------------------------------------------------------------------------------------------- whole logs


@pytest.mark.parametrize("name", LOGS)
def test_a_log(name: str) -> None:
    rows, wanted, regular = check(batches_of(write_parquet(LOGS[name])))
    assert rows == len(LOGS[name])
    assert wanted == regular
    assert regular == rows or not name.endswith("bare")


def test_all_logs_in_one_file() -> None:
    assert clean(batches_of(write_parquet([deal for deals in LOGS.values() for deal in deals]))) > 1000


# ---------------------------------------------------------------------------------------------- damaged rows

ROWS = [
    row
    for name in ("revesino, bare", "reversis-5, bare", "reversis-52, bare", "revesino")
    for row in pq.read_table(pa.BufferReader(write_parquet(LOGS[name]))).to_pylist()
]
SEATS = (None, -1, -2, 0, 3, 4, 5, 12, 13, 14, 127, 128, 255, 256, -128, -129, 2**40)
CODES = (None, 0, 17, 63, 64, 65, 79, 128, 145, 255, 256, -1, 300, 2**40)
NUMBERS = (None, 0, -1, 1, 7, 2**31, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1, 2**63, 2**64 - 1)
NAMES = (
    None,
    "",
    " ",
    "?",
    " ? ",
    "fondo",
    "Fondo",
    "bote",
    "Ana",
    " Ana",
    "Ana  María",
    "E\u0301l",
    "É",
    "a:b",
    "x" * 201,
)
TEXTS = (*NAMES, "x" * 501, "2024-02-30", "2024-02-29", " 2024-03-02", "reversis", " revesino", "none", "reversis-5")
JSONS = (
    *(None, "", "{}", " {} ", "[]", "null", "{", '{"a":1}', '{"a": 1}', '{"a":1,"a":2}', '{"undertaking":"declared"}'),
    *("[" * 70 + "]" * 70, '{"a":' + "[" * 70 + "]" * 70 + "}", '[{"anchor":"end","text":"x"}]', "[1]"),
    '{"a":"\\ud800"}',
)


def odd_values(of: Any, value: Any) -> list[Any]:
    """Other values of a type of the format's, in which one thing or another may be wrong."""
    if isinstance(of, str):
        return list({"int8": SEATS, "uint8": CODES, "int64": NUMBERS, "json": JSONS, "string": TEXTS}[of])
    if "struct" in of:
        value = value or dict.fromkeys(of["struct"])
        return [None, *(value | {name: odd} for name in value for odd in odd_values(of["struct"][name], value[name]))]
    value = value or []
    found = [None, [], [None], [None] * len(value), value * 2, value * 20, value * 1001, value[:-1], value[:2]]
    found += [[*value, None], [*value, *value[:1]], value[::-1], [*value[1:], *value[:1]], [*value[:-1], None]]
    odd = odd_values(of["list"], value[0] if value else None)
    return [*found, *([each] for each in odd), *([each, *value[1:]] for each in odd)]


def damaged(chance: random.Random, rows: Sequence[dict[str, Any]], often: float) -> list[dict[str, Any]]:
    """The rows with odd values here and there; rarely in what makes a session, since that costs many rows."""
    found = []
    for row in rows:
        new = dict(row)
        while chance.random() < often:
            column = chance.choice(COLUMNS)
            kind = chance.random()
            if kind < 0.1:
                new[column.name] = chance.choice(rows)[column.name]
            elif kind < 0.3:
                new[column.name] = None
            else:
                new[column.name] = chance.choice(odd_values(column.type, new[column.name]))
        found.append(new)
    return found


def layout_of(chance: random.Random, of: Any, *, top: bool = True) -> pa.DataType:
    """Any type in which values of this type can stand."""
    if isinstance(of, str):
        integers = [pa.int64(), pa.int64(), pa.uint64(), pa.int32(), pa.int16(), pa.int8(), pa.uint8()]
        found = chance.choice(integers if "int" in of else [pa.string(), pa.string(), pa.large_string()])
        return pa.dictionary(pa.int32(), found) if top and chance.random() < 0.3 else found
    if "struct" in of:
        return pa.struct([(name, layout_of(chance, each, top=False)) for name, each in of["struct"].items()])
    element = layout_of(chance, of["list"], top=False)
    if "size" in of and chance.random() < 0.5:
        return pa.list_(element, of["size"])
    return chance.choice([pa.list_, pa.list_, pa.large_list, pa.list_view, pa.large_list_view])(element)


def as_array(chance: random.Random, of: Any, values: list[Any]) -> pa.Array:
    """The values in a layout that has room for all of them, or for as many as can be."""
    for _ in range(20):
        with suppress(pa.ArrowException, OverflowError, ValueError):
            return pa.array(values, layout_of(chance, of))
    return pa.array(values, arrow_type(of)) if fits_in(of, values) else pa.nulls(len(values))


def fits_in(of: Any, values: list[Any]) -> bool:
    with suppress(pa.ArrowException, OverflowError, ValueError):
        pa.array(values, arrow_type(of))
        return True
    return False


def as_batches(chance: random.Random, rows: Sequence[dict[str, Any]]) -> list[Any]:
    """The rows as batches that are slices of longer arrays."""
    padded = [chance.choice(rows), *rows, chance.choice(rows)]
    batch = pa.record_batch({
        one.name: as_array(chance, one.type, [row[one.name] for row in padded])
        for one in COLUMNS
        if one.required or chance.random() < 0.95
    })  # fmt: skip
    cut = chance.randrange(len(rows) + 1)
    return [batch.slice(1, cut), batch.slice(1 + cut, len(rows) - cut)]


def odd_batches(seed: int) -> list[Any]:
    chance = random.Random(seed)
    first = chance.randrange(len(ROWS) - 40)
    return as_batches(chance, damaged(chance, ROWS[first : first + 40], chance.choice([0, 0.1, 0.3, 0.6])))


def fuzzed(seeds: Iterable[int]) -> None:
    _, wanted, regular = map(sum, zip(*(check(odd_batches(seed)) for seed in seeds), strict=True))
    # Little is left to the plain reader that need not be: such as null players behind the last in a list of hands.
    assert 0.97 * wanted < regular <= wanted


def fits(of: pa.DataType, value: Any) -> bool:
    with suppress(pa.ArrowException, OverflowError, ValueError):
        return len(pa.array([value], of)) == 1
    return False


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.name)
def test_each_odd_value(column: Column) -> None:
    """Each in a row of a session of its own, in integers of every width."""
    row = next(row for row in ROWS if all(row[name] for name in ("hands", "stock", "exchanges", "payments", "points")))
    row |= {"carried_balance": [1, 2, 0, -3], "carried_fondo": 3, "options": '{"undertaking": "declared"}'}
    schema = some().schema
    place = schema.get_field_index(column.name)
    for integer in (pa.int8(), pa.uint8(), pa.int16(), pa.int64(), pa.uint64()):
        kind = widened(arrow_type(column.type), integer, dictionary=False)
        values = [value for value in odd_values(column.type, row[column.name]) if fits(kind, value)]
        rows = [row | {"session": f"{k}"} | {column.name: value} for k, value in enumerate(values)]
        _, wanted, regular = check([pa.RecordBatch.from_pylist(rows, schema.set(place, pa.field(column.name, kind)))])
        assert wanted - 4 <= regular


def test_damaged_rows() -> None:
    fuzzed(range(60))


def test_more_sessions_than_are_remembered() -> None:
    """Then a session that is met again may have another header, which differs in its place alone."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (json_header, arrow_heads):
            patch.setattr(module, "CACHE_ENTRIES", 3)
        for seed in range(30):
            check(odd_batches(seed), placed)


def test_a_substitute_in_one_of_many_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many came before, the rows of a session have one header."""
    for module in (json_header, arrow_heads):
        monkeypatch.setattr(module, "CACHE_ENTRIES", 4)
    first, other = ROWS[0]["players"], ["Somebody else", *ROWS[0]["players"][1:]]
    rows = [
        ROWS[0] | {"session": f"{evening}", "deal": deal, "players": players}
        for evening in range(20)
        for deal, players in enumerate((first, first, other, first), 1)
    ]
    batch = pa.RecordBatch.from_pylist(rows, some().schema)
    assert check([batch])[0] == 80
    assert len(read_columns(batch, pack_of).heads) == 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_damaged_rows(part: int) -> None:
    fuzzed(range(1000 * (part + 1), 1000 * (part + 1) + 300))


# ------------------------------------------------------------------------------------------ single oddities


def one_batch(table: pa.Table) -> list[Any]:
    return table.combine_chunks().to_batches()


def some(name: str = "revesino, bare") -> pa.Table:
    return pq.read_table(pa.BufferReader(write_parquet(LOGS[name])))


def test_columns_that_are_not_there() -> None:
    table = some().select(["club", "session", "rules", "players", "deal"])
    assert clean(one_batch(table)) == table.num_rows
    assert clean(one_batch(table.slice(0, 0))) == 0


def test_a_table_is_read_as_its_batches() -> None:
    table = some()
    parts = pa.concat_tables([table.slice(5, 3), table.slice(0, 9)])
    assert parts["club"].num_chunks == 2
    whole, batch = (read_columns(each, pack_of, file=FILE) for each in (parts, *one_batch(parts)))
    assert whole.regular.all()
    assert [deal_of(whole, j) for j in range(12)] == [deal_of(batch, j) for j in range(12)]


def test_a_text_that_is_not_utf8_leaves_the_batch_to_the_plain_reader() -> None:
    table = some()
    for kind in (pa.string(), pa.large_string()):
        bad = pa.array([b"\xff\xfe"] * table.num_rows).cast(pa.binary() if kind == pa.string() else pa.large_binary())
        column = pa.Array.from_buffers(kind, len(bad), bad.buffers())
        for each in (column, column.dictionary_encode()):
            for name in ("note", "club"):
                rows, wanted, regular = check(one_batch(with_column(name, each, table)))
                assert rows >= wanted
                assert not regular


def test_places_that_a_dictionary_does_not_have() -> None:
    table = some()
    place = pa.array([(0, 7, -1)[row % 3] for row in range(table.num_rows)], pa.int8())
    for name, entries in (("winner", pa.array([1], pa.int8())), ("date", pa.array(["2024-02-29"]))):
        odd = pa.DictionaryArray.from_arrays(place, entries, safe=False)
        assert clean(one_batch(with_column(name, odd, table))) == table.num_rows
        none = pa.DictionaryArray.from_arrays(place, entries[:0], safe=False)
        assert clean(one_batch(with_column(name, none, table))) == table.num_rows


def test_dates_may_be_dates() -> None:
    table = some()
    for kind in (pa.date32(), pa.date64()):
        day = pa.array([19791, None] * table.num_rows, pa.int32())[: table.num_rows].cast(pa.date32()).cast(kind)
        assert clean(one_batch(with_column("date", day, table))) == table.num_rows


def test_texts_may_be_views() -> None:
    table = some()
    views = pa.array(table["session"].to_pylist(), pa.string_view())
    assert clean(one_batch(with_column("session", views, table))) == table.num_rows


def test_null_lists_with_elements_in_them() -> None:
    table = some()
    points = table["points"].combine_chunks()
    odd = pa.ListArray.from_arrays(
        points.offsets, points.values, mask=pa.array([row % 2 == 0 for row in range(len(points))])
    )
    assert clean(one_batch(with_column("points", odd, table))) == table.num_rows
    assert not read_columns(with_column("points", odd, table), pack_of).has_points[::2].any()


def test_null_structs_with_members_in_them() -> None:
    table = some()
    paid = table["payments"].combine_chunks()
    values = paid.values
    gone = pa.array([row % 7 == 0 for row in range(len(values))])
    odd = pa.StructArray.from_arrays(values.flatten(), fields=list(values.type), mask=gone)
    table = with_column("payments", pa.ListArray.from_arrays(paid.offsets, odd), table)
    rows, wanted, regular = check(one_batch(table))
    assert 0 < wanted == regular < rows


def test_more_values_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    table = some()
    monkeypatch.setattr(limits, "BATCH_ROWS", table.num_rows)
    monkeypatch.setattr(limits, "VALUES_PER_ROW", 20)
    for each in (table, table.drop_columns(["trick_cards"]), table.drop_columns(["trick_cards", "hands"])):
        check(one_batch(each))
    with pytest.raises(TooManyValuesError):
        read_columns(table, pack_of)


def test_more_characters_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = some().num_rows
    batches = one_batch(some()) * 2
    reader = ColumnReader(pack_of)
    reader.read(batches[0], 1)
    for more, is_read in ((-1, False), (0, True)):
        monkeypatch.setattr(limits, "DECODED_CHARS", 2 * reader.characters + more)
        assert len(bulk_reading(batches)[0]) == 1 + is_read
        assert len(plain_reading(batches).deals) == rows * (1 + is_read)


def test_a_name_that_is_not_composed_is_the_same_player() -> None:
    table = some()
    players = [["Bjo\u0308rn", "Ana  María", "bote", 'the "?"'] for _ in range(table.num_rows)]
    table = with_column("seated_first", players, with_column("players", players, table))
    assert clean(one_batch(table)) == table.num_rows


def test_every_code_in_every_pack() -> None:
    table = some("revesino, bare").slice(0, 9)
    stocks = [[code, None, 64] for code in range(256)]
    for rules in ("revesino", "reversis", "unheard of"):
        rows = [dict(table.to_pylist()[0], stock=stock, rules=rules, hands=None, trick_cards=None, exchanges=None)
                for stock in stocks]  # fmt: skip
        assert clean([pa.RecordBatch.from_pylist(rows, table.schema)]) > 50


def test_sessions_of_one_club() -> None:
    """Headers that differ in little are made of one another."""
    rows = [
        row | {"options": '{"undertaking": "declared"}', "session": f"evening {k}"} for k, row in enumerate(ROWS[:9])
    ]
    assert clean([pa.RecordBatch.from_pylist(rows, some().schema)]) == 9


@pytest.mark.parametrize(("name", "last"), [("carried_balance", [1, 2]), ("seated_first", ["Ana", "Blas"])])
def test_lists_that_differ_far_behind(name: str, last: list[Any]) -> None:
    row = ROWS[0]
    rows = [row | {name: [0 if name == "carried_balance" else "Eva"] * 6 + [each]} for each in last]
    assert check([pa.RecordBatch.from_pylist(rows, some().schema)]) == (2, 0, 0)


# --------------------------------------------------------------------------------------------- what they offer


def test_a_part_of_the_rows() -> None:
    whole = read_columns(some("revesino"), pack_of, 3, FILE)
    for rows in (slice(2, 9), slice(None), slice(7, None), slice(5, 5), slice(9, 2)):
        part = whole.take(rows)
        wanted = [deal_of(whole, j) for j in range(whole.count)[rows] if whole.regular[j]]
        assert [deal_of(part, j) for j in range(part.count) if part.regular[j]] == wanted


def test_rows_with_numbers_of_their_own() -> None:
    numbers = np.array([3, 4, 8, 90, 91])
    columns = read_columns(some().slice(0, 5), pack_of, numbers, FILE)
    assert [deal_of(columns, j).place.line for j in range(5)] == numbers.tolist()
    assert {header.place.line for header in columns.heads} <= {*numbers.tolist()}
    assert columns.heads[0].place == Place(FILE, 3)


def test_hands_as_sets() -> None:
    bit = np.zeros(256, np.uint64)
    bit[:64] = np.uint64(1) << np.arange(64, dtype=np.uint64)
    columns = read_columns(some("revesino"), pack_of)
    for part in (columns, columns.take(slice(3, 11)), columns.take(slice(4, 4))):
        hands = part.hands
        wanted = [
            [
                int(np.bitwise_or.reduce(bit[hands.cards[start : start + max(size, 0)]]))
                for start, size in zip(*each, strict=True)
            ]
            for each in zip(hands.start, hands.size, strict=True)
        ]
        assert hands.sets(bit).tolist() == wanted
    assert (columns.hands.size == NOBODY).any()
    assert (columns.hands.size > 0).any()
