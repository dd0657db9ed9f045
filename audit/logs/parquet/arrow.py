"""The columns as Arrow has them, and which other types of a column are read as well."""

from __future__ import annotations

from functools import cache
from typing import Any

from audit.logs.parquet.columns import COLUMNS, FORMAT, FORMAT_KEY, JSON, TEXT, Type

ArrowType = Any
"""A `pyarrow.DataType`; the library comes without types."""

_INTEGERS = frozenset({"int8", "uint8", "int64"})


@cache
def schema() -> Any:
    """The Arrow schema that is written."""
    import pyarrow as pa

    found = [pa.field(one.name, arrow_type(one.type), nullable=not one.required) for one in COLUMNS]
    return pa.schema(found, metadata={FORMAT_KEY: FORMAT})


def arrow_type(of: Type) -> ArrowType:
    """The type as Arrow has it."""
    import pyarrow as pa

    if isinstance(of, str):
        return pa.string() if of in {TEXT, JSON} else getattr(pa, of)()
    if "struct" in of:
        return pa.struct([pa.field(name, arrow_type(each)) for name, each in _members(of).items()])
    element = pa.field("element", arrow_type(_element(of)))
    return pa.list_(element, of.get("size", -1))


def fits(found: ArrowType, of: Type) -> bool:
    """Whether values of the type `found` can be read as those of a column.

    Integers of any width, texts of any kind, both also by dictionary, lists of any layout; dates as texts.
    """
    from pyarrow import types

    if types.is_dictionary(found):
        return isinstance(of, str) and fits(found.value_type, of)
    if types.is_null(found):
        return True
    if isinstance(of, str):
        if of in _INTEGERS:
            return bool(types.is_integer(found))
        return is_text(found) or bool(types.is_date(found))
    if "struct" in of:
        return bool(types.is_struct(found)) and all(
            fits(each.type, _members(of)[each.name]) for each in found.fields if each.name in _members(of)
        )
    return is_list(found) and fits(found.value_type, _element(of))


def is_list(found: ArrowType) -> bool:
    """Whether this is a list of whatever layout."""
    from pyarrow import types

    return bool(
        types.is_list(found) or types.is_large_list(found) or types.is_fixed_size_list(found)
        or types.is_list_view(found) or types.is_large_list_view(found)
    )  # fmt: skip


def is_text(found: ArrowType) -> bool:
    """Whether this is text of whatever layout."""
    from pyarrow import types

    return bool(types.is_string(found) or types.is_large_string(found) or types.is_string_view(found))


def _members(of: dict[str, object]) -> dict[str, Type]:
    members = of["struct"]
    assert isinstance(members, dict)
    return members


def _element(of: dict[str, object]) -> Type:
    element = of["list"]
    assert isinstance(element, str | dict)
    return element
