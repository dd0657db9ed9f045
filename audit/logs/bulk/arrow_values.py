"""Columns of Arrow as arrays of NumPy, whatever their layout: numbers, texts by code, lists as lengths and elements.

Only `numbers` looks into Arrow's memory, within the bounds that the array itself tells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow import compute, types

from audit.logs import limits
from audit.logs.bulk.columns import Mask
from audit.logs.parquet.values import TooManyValuesError, values

Array = Any
"""A `pyarrow.Array`."""

Ints = npt.NDArray[Any]
"""Whole numbers of any width."""

Places = npt.NDArray[np.int64]

T = TypeVar("T")


class Numbers(NamedTuple):
    """Whole numbers, and which of them are there; those that are not are any number."""

    value: Ints
    known: Mask

    def at(self, places: Places) -> list[int | None]:
        """Those at these places; `None` for one that is not there."""
        value, known = self.value[places].tolist(), self.known[places]
        return value if known.all() else [each if told else None for each, told in zip(value, known, strict=True)]


class Texts(NamedTuple):
    """Texts as places in a list of them, of which the last is `None`."""

    code: npt.NDArray[np.int64]
    entries: list[str | None]

    def entries_at(self, places: Places) -> list[str | None]:
        """Those at these places."""
        return [self.entries[code] for code in self.code[places].tolist()]

    def characters(self) -> int:
        """How many characters they have."""
        if len(self.entries) == 1:
            return 0
        lengths = np.array([len(each or "") for each in self.entries], np.int64)
        return int(lengths.take(self.code).sum())


class Lists(NamedTuple):
    """Lists: how long each is (0 for null, which is not `known`), and the elements of all, one after the other."""

    length: npt.NDArray[np.int64]
    known: Mask
    start: npt.NDArray[np.int64]
    elements: Array

    def tuples(self, rows: Places, of: Callable[[Places], list[T]]) -> list[tuple[T, ...] | None]:
        """What `of` says of the elements of some lists, list by list; `None` for null."""
        if not self.known[rows].any():
            return [None] * len(rows)
        start, length = self.start[rows], self.length[rows]
        end = np.cumsum(length)
        elements = of(np.arange(end[-1]) + np.repeat(start - end + length, length))
        ends = zip(self.known[rows].tolist(), length.tolist(), end.tolist(), strict=True)
        return [tuple(elements[end - size : end]) if known else None for known, size, end in ends]

    def row(self) -> npt.NDArray[np.int64]:
        """Of which list each element is."""
        return np.repeat(np.arange(self.length.size), self.length)

    def square(self, of: npt.NDArray[Any], width: int, rest: Any) -> npt.NDArray[Any]:
        """`[place, list]`: what `of` says of the elements, `rest` beyond the end; of longer lists the first `width`."""
        told = np.flatnonzero(self.length)
        longest = int(self.length.max(initial=0))
        if longest == width and told.size == self.length.size and of.size == told.size * width:
            return np.ascontiguousarray(of.reshape(-1, width).T)
        found = np.full((width, self.length.size), rest, of.dtype)
        if longest <= width and of.size == told.size * longest:
            found[:longest, told] = of.reshape(told.size, longest).T
            return found
        row, place = self.row(), np.arange(of.size) - np.repeat(self.start, self.length)
        within = place < width
        found[place[within], row[within]] = of[within]
        return found


def whole(column: Any) -> Array:
    """A column as one array, be it of a table or of a batch."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def numbers(array: Array) -> Numbers:
    """The numbers of an array of integers of any width, plain or by dictionary, or of nulls."""
    count = len(array)
    if types.is_null(array.type) or not count:
        return Numbers(np.zeros(count, np.int8), np.zeros(count, np.bool_))
    if types.is_dictionary(array.type):
        entries, place, is_entry = numbers(array.dictionary), *_places(array)
        if not entries.value.size:
            return Numbers(np.zeros(count, np.int8), np.zeros(count, np.bool_))
        return Numbers(entries.value.take(place), is_entry & entries.known.take(place))
    kind = np.dtype(array.type.to_pandas_dtype())
    value = np.frombuffer(array.buffers()[1], kind, count, array.offset * kind.itemsize)
    return Numbers(value, is_known(array))


def _places(array: Array) -> tuple[Ints, Mask]:
    """Which entry of a dictionary each value is, and whether it is one; where it is none, the first."""
    value, known = numbers(array.indices)
    is_entry = known & (value >= 0) & (value < len(array.dictionary))
    return np.where(is_entry, value, 0).astype(np.int64), is_entry


def is_known(array: Array) -> Mask:
    """Which values are not null."""
    bits = array.buffers()[0]
    if bits is None or not len(array):
        return np.ones(len(array), np.bool_)
    first, skipped = divmod(array.offset, 8)
    end = skipped + len(array)
    packed = np.frombuffer(bits, np.uint8, -(-end // 8), first)
    return np.unpackbits(packed, count=end, bitorder="little")[skipped:].view(np.bool_)


def texts(array: Array, on_bad_text: Callable[[], None]) -> Texts:
    """The texts of an array of texts or dates, each entry made by the plain reader; `on_bad_text` as there.

    Raises what the plain reader raises on dates that no calendar has.
    """
    count = len(array)
    if types.is_null(array.type):
        return Texts(np.zeros(count, np.int64), [None])
    if not types.is_dictionary(array.type):
        try:
            array = array.dictionary_encode()
        except pa.ArrowNotImplementedError:
            return Texts(np.arange(count), [*values(array, on_bad_text), None])
    entries = values(array.dictionary, on_bad_text)
    place, is_entry = _places(array)
    return Texts(np.where(is_entry, place, len(entries)), [*entries, None])


def lists(array: Array, rows: int) -> Lists:
    """The lists of an array of any layout of lists, or of nulls; `rows` is of how many rows they are.

    Raises TooManyValuesError.
    """
    count = len(array)
    if types.is_null(array.type):
        nothing = np.zeros(count, np.int64)
        return Lists(nothing, np.zeros(count, np.bool_), nothing, pa.nulls(0))
    found = compute.list_value_length(array)
    lengths = (compute.fill_null(found, 0) if found.null_count else found).to_numpy().astype(np.int64)
    if lengths.sum() > max(rows, limits.BATCH_ROWS) * limits.VALUES_PER_ROW:
        raise TooManyValuesError
    # A fixed length is told of null, too, which has no elements.
    known = is_known(array)
    lengths *= known
    return Lists(lengths, known, np.cumsum(lengths) - lengths, array.flatten())


def members(array: Array, *names: str) -> list[Array]:
    """The members of these names of an array of structs, null where the struct is; all null where it has none."""
    if types.is_null(array.type):
        return [array] * len(names)
    # Of several members of one name the last, as in the plain reader.
    found = dict(zip((field.name for field in array.type), array.flatten(), strict=True))
    return [found[name] if name in found else pa.nulls(len(array)) for name in names]
