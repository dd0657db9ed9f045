"""Columns of Arrow as lists of values, text by text once however often it stands there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from audit.logs import limits
from audit.logs.parquet.arrow import is_list, is_text

Array = Any
"""A `pyarrow.Array`."""


class TooManyValuesError(ValueError):
    """The lists of some rows have more values than are read."""


def values(array: Array, on_bad_text: Callable[[], None]) -> list[Any]:
    """The values of an array, null as `None`; `on_bad_text` is called for a text that is not UTF-8.

    Raises TooManyValuesError.
    """
    from pyarrow import types

    if types.is_dictionary(array.type):
        return _looked_up(array, on_bad_text)
    if is_list(array.type):
        return _lists(array, on_bad_text)
    if types.is_struct(array.type):
        names = [field.name for field in array.type]
        rows = zip(*(values(each, on_bad_text) for each in array.flatten()), strict=True)
        return [dict(zip(names, row, strict=True)) for row in rows] if names else [{}] * len(array)
    if types.is_date(array.type):
        return [each and each.isoformat() for each in array.to_pylist()]
    if is_text(array.type):
        return _texts(array, on_bad_text)
    return list(array.to_pylist())


def _looked_up(array: Array, on_bad_text: Callable[[], None]) -> list[Any]:
    entries = values(array.dictionary, on_bad_text)
    count = len(entries)
    return [None if place is None or not 0 <= place < count else entries[place] for place in array.indices.to_pylist()]


def _lists(array: Array, on_bad_text: Callable[[], None]) -> list[Any]:
    from pyarrow import compute

    lengths = compute.list_value_length(array).to_pylist()
    if sum(length or 0 for length in lengths) > limits.BATCH_ROWS * limits.VALUES_PER_ROW:
        raise TooManyValuesError
    elements = values(array.flatten(), on_bad_text)
    # A fixed length is told of null, too, which has no elements.
    lengths = [length if known else None for length, known in zip(lengths, array.is_valid().to_pylist(), strict=True)]
    ends = accumulate(length or 0 for length in lengths)
    return [None if length is None else elements[end - length : end] for length, end in zip(lengths, ends, strict=True)]


def _texts(array: Array, on_bad_text: Callable[[], None]) -> list[Any]:
    try:
        return list(array.to_pylist())
    except UnicodeDecodeError:
        on_bad_text()
        whole = array.cast("large_binary") if array.type == "large_string" else array.cast("binary")
        return [None if each is None else each.decode("utf-8", "replace") for each in whole.to_pylist()]


def characters(value: Any) -> int:
    """How many characters the texts in a value have."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(characters, value.values()))
    return sum(map(characters, value)) if isinstance(value, list) else 0
