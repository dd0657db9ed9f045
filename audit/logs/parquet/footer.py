"""What a Parquet file says of itself at its end, as far as it must be looked through before anything is decoded.

Read by ourselves: pyarrow hands out the same, but ends the whole process where some of it is damaged.
"""

from __future__ import annotations

from typing import NamedTuple

from audit.logs import limits
from audit.logs.data import LogData
from audit.logs.parquet.thrift import Fields, parse

MAGIC = b"PAR1"
_ENDING = 8
"""Bytes of the ending: the length of the description before it, and the magic word."""

_SCHEMA, _ROWS, _GROUPS = 2, 3, 4
_CHILDREN = 5
_GROUP_COLUMNS, _GROUP_ROWS = 1, 3
_FILE, _META = 1, 3
_PATH, _VALUES, _PACKED, _DATA_AT, _DICTIONARY_AT = 3, 5, 7, 9, 11
"""The numbers of fields in the file's, a group's and a column's description."""


class BadFooterError(ValueError):
    """The file does not describe itself as it should."""


class Chunk(NamedTuple):
    """One column of a group."""

    column: str
    """The name of the whole column, of which this may be a part."""
    values: int
    begin: int
    end: int
    """Where its pages stand in the file."""


class Group(NamedTuple):
    """Some rows."""

    rows: int
    chunks: tuple[Chunk, ...]


class Footer(NamedTuple):
    """The whole file."""

    rows: int
    leaves: int
    """Its columns, every part of a nested one counted."""
    groups: tuple[Group, ...]


def read_footer(data: LogData) -> Footer:
    """The description of a file. Raises BadFooterError, or OSError."""
    try:
        fields = parse(_bytes(data)).fields
        groups = tuple(_group(_struct(each), data.size) for each in _list(fields, _GROUPS))
        schema = [_struct(each) for each in _list(fields, _SCHEMA)]
        leaves = sum(not each.get(_CHILDREN) for each in schema[1:])
        rows = _whole(fields, _ROWS)
    except (IndexError, ValueError, UnicodeDecodeError) as error:
        raise BadFooterError("damaged") from error
    if sum(group.rows for group in groups) != rows or any(len(group.chunks) != leaves for group in groups):
        raise BadFooterError("it contradicts itself")
    return Footer(rows, leaves, groups)


def _bytes(data: LogData) -> bytes:
    if data.size < len(MAGIC) + _ENDING:
        raise ValueError("too short")
    with data.open() as stream:
        begins = stream.read(len(MAGIC)) == MAGIC
        stream.seek(data.size - _ENDING)
        ending = stream.read(_ENDING)
        length = int.from_bytes(ending[:4], "little")
        if not begins or ending[4:] != MAGIC or length > min(limits.METADATA_BYTES, data.size - _ENDING):
            raise ValueError("no beginning or no end")
        stream.seek(data.size - _ENDING - length)
        return stream.read(length)


def _group(fields: Fields, size: int) -> Group:
    return Group(
        _whole(fields, _GROUP_ROWS), tuple(_chunk(_struct(each), size) for each in _list(fields, _GROUP_COLUMNS))
    )


def _chunk(fields: Fields, size: int) -> Chunk:
    if fields.get(_FILE):
        raise ValueError("it stands in another file")
    meta = _struct(fields.get(_META))
    path = _list(meta, _PATH)
    if not path or not isinstance(path[0], bytes):
        raise ValueError("no name")
    begin, dictionary = _whole(meta, _DATA_AT), meta.get(_DICTIONARY_AT)
    if isinstance(dictionary, int) and 0 < dictionary < begin:
        begin = dictionary
    end = begin + _whole(meta, _PACKED)
    if end > size:
        raise ValueError("it is not within the file")
    return Chunk(path[0].decode(), _whole(meta, _VALUES), begin, end)


def _whole(fields: Fields, number: int) -> int:
    """A number that is not negative."""
    value = fields.get(number)
    if not isinstance(value, int) or value < 0:
        raise ValueError("no number")
    return value


def _list(fields: Fields, number: int) -> list[object]:
    value = fields.get(number)
    if not isinstance(value, list):
        raise ValueError("no list")
    return value


def _struct(value: object) -> Fields:
    if not isinstance(value, dict):
        raise ValueError("no struct")
    return value
