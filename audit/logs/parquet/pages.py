"""What the pages of a group of rows come to, by their own headers, before any of them is decompressed.

A file's description may say anything; memory is taken by what the pages say. So both must agree, and be in bounds.
"""

from __future__ import annotations

from typing import BinaryIO, NamedTuple

from audit.logs import limits
from audit.logs.parquet.footer import Chunk, Group
from audit.logs.parquet.thrift import Fields, parse

_HEADER_BYTES = 2**16
"""A header's length; with statistics of long texts it has some thousand bytes."""

_UNCOMPRESSED, _COMPRESSED = 2, 3
_DATA, _DICTIONARY, _DATA_V2 = 5, 7, 8
"""The numbers of fields: sizes, and the part that says of which kind the page is."""

_DELTA_BYTE_ARRAY = 7
"""An encoding in which each text may repeat the one before it, which takes next to no bytes."""

_SHORTEST_ENTRY = 4
"""A dictionary's entries have at least so many bytes, be they numbers or texts with their lengths."""


class BadPagesError(ValueError):
    """The pages are damaged: they are not what the file says of them."""


class TooLargeError(ValueError):
    """The pages come to more than is read."""


class _Page(NamedTuple):
    end: int
    """Where the next page begins."""
    size: int
    """Its bytes when it is decompressed."""
    values: int
    """Its values; 0 in a dictionary."""


def check_group(stream: BinaryIO, group: Group, chosen: frozenset[str]) -> None:
    """Look through the pages of the chosen columns of a group. Raises BadPagesError or TooLargeError."""
    if group.rows > limits.GROUP_ROWS:
        raise TooLargeError("rows")
    total = 0
    for chunk in group.chunks:
        if chunk.column in chosen:
            total += _check_chunk(stream, chunk, group.rows)
            if total > limits.GROUP_BYTES:
                raise TooLargeError("bytes")


def _check_chunk(stream: BinaryIO, chunk: Chunk, rows: int) -> int:
    """The decompressed bytes of one column's pages."""
    if chunk.values > min(rows * limits.VALUES_PER_ROW, limits.GROUP_VALUES):
        raise TooLargeError("values")
    at = chunk.begin
    total = values = 0
    while at < chunk.end and values < chunk.values:
        page = _page(stream, at)
        if not at < page.end <= chunk.end:
            raise BadPagesError("a page is not within its column")
        total += page.size
        values += page.values
        at = page.end
    if values != chunk.values:
        raise BadPagesError("the pages have another number of values than their column")
    return total


def _page(stream: BinaryIO, at: int) -> _Page:
    stream.seek(at)
    try:
        fields, length = parse(stream.read(_HEADER_BYTES))
    except (ValueError, IndexError) as error:
        raise BadPagesError("a page has no header") from error
    size, packed = fields.get(_UNCOMPRESSED), fields.get(_COMPRESSED)
    if not isinstance(size, int) or not isinstance(packed, int) or size < 0 or packed < 0:
        raise BadPagesError("a page has no size")
    if size > limits.PAGE_BYTES:
        raise TooLargeError("page")
    return _Page(at + length + packed, size, _values(fields, size))


def _values(fields: Fields, size: int) -> int:
    """The values of a page of data."""
    dictionary = fields.get(_DICTIONARY)
    if isinstance(dictionary, dict):
        entries = dictionary.get(1)
        if not isinstance(entries, int) or not 0 <= entries * _SHORTEST_ENTRY <= size:
            raise BadPagesError("a dictionary has more entries than bytes for them")
        return 0
    data, encoding = fields.get(_DATA), 2
    if not isinstance(data, dict):
        data, encoding = fields.get(_DATA_V2), 4
    if not isinstance(data, dict):
        return 0
    values = data.get(1)
    if not isinstance(values, int) or values < 0:
        raise BadPagesError("a page has no number of values")
    if data.get(encoding) == _DELTA_BYTE_ARRAY and values * size > limits.REPEATED_BYTES:
        raise TooLargeError("bytes")
    return values
