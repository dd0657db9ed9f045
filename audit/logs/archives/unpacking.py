"""The bytes of a packed log, as long as they are in bounds."""

from __future__ import annotations

from typing import Protocol

from audit.logs import limits


class OverLimitError(Exception):
    """More comes out than is read; `what` is the problem that it is."""

    def __init__(self, what: str, limit: int) -> None:
        super().__init__(what)
        self.what = what
        self.limit = limit


class Readable(Protocol):
    """What bytes come out of."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, none at the end."""


def unpacked(stream: Readable, packed: int, most: int) -> bytes:
    """All that comes out of a stream made from so many bytes. Raises OverLimitError as soon as that is too much."""
    parts: list[bytes] = []
    size = 0
    while part := stream.read(limits.CHUNK_BYTES):
        size += len(part)
        if size > limits.RATIO_FROM and size > packed * limits.RATIO:
            raise OverLimitError("too-large.ratio", limits.RATIO)
        if size > most:
            raise OverLimitError("too-large.archive", limits.ARCHIVE_BYTES)
        parts.append(part)
    return b"".join(parts)
