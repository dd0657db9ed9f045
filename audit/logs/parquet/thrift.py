"""Thrift's compact protocol, in which Parquet files describe themselves and their pages."""

from __future__ import annotations

from typing import NamedTuple

_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
_WHOLE = frozenset({_I16, _I32, _I64})
_LONGEST_VARINT = 10
_DEEPEST = 8

Fields = dict[int, "int | bytes | Fields | list[object] | None"]
"""By its number: each field of a struct. Truths and fractions are passed over, and stand as `None`."""


class Parsed(NamedTuple):
    """A struct, and where it ends."""

    fields: Fields
    end: int


def parse(data: bytes, at: int = 0, depth: int = 0) -> Parsed:
    """The struct that begins at a place. Raises ValueError or IndexError when there is none."""
    if depth > _DEEPEST:
        raise ValueError("nested too deep")
    found: Fields = {}
    number = 0
    while head := data[at]:
        at += 1
        kind = head & 15
        if head >> 4:
            number += head >> 4
        else:
            number, at = _signed(data, at)
        if kind in (_TRUE, _FALSE):
            found[number] = None
        else:
            found[number], at = _value(data, at, kind, depth)
    return Parsed(found, at + 1)


def _value(data: bytes, at: int, kind: int, depth: int) -> tuple[int | bytes | Fields | list[object] | None, int]:
    """A value, and where it ends."""
    if kind in _WHOLE:
        return _signed(data, at)
    if kind == _STRUCT:
        return parse(data, at, depth + 1)
    if kind == _BINARY:
        length, at = _varint(data, at)
        if at + length > len(data):
            raise IndexError(at)
        return data[at : at + length], at + length
    if kind in (_LIST, _SET):
        return _list(data, at, depth)
    if kind in (_BYTE, _DOUBLE):
        return None, at + (1 if kind == _BYTE else 8)
    raise ValueError(f"no type {kind} is looked for")


def _list(data: bytes, at: int, depth: int) -> tuple[list[object], int]:
    count, kind = data[at] >> 4, data[at] & 15
    at += 1
    if count == 15:
        count, at = _varint(data, at)
    if count > len(data) - at:
        # Every element has a byte at least.
        raise IndexError(at)
    found: list[object] = []
    for _ in range(count):
        if kind in (_TRUE, _FALSE):
            value, at = None, at + 1
        else:
            value, at = _value(data, at, kind, depth + 1)
        found.append(value)
    return found, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(_LONGEST_VARINT):
        byte = data[at + place]
        value |= (byte & 127) << (7 * place)
        if byte < 128:
            return value, at + place + 1
    raise ValueError("a number that is too long")


def _signed(data: bytes, at: int) -> tuple[int, int]:
    value, at = _varint(data, at)
    return value >> 1 ^ -(value & 1), at
