"""The bytes of one log, wherever they are: a file of its own, or a part of an archive."""

from __future__ import annotations

import io
from pathlib import Path
from typing import BinaryIO, Protocol


class LogData(Protocol):
    """What a reader is given: it may open it as often as it needs, and nothing of it need be in memory."""

    @property
    def name(self) -> str:
        """The name that places in it have: a path, or `archive.zip/inner/name.rev`."""

    @property
    def inner_name(self) -> str:
        """The name by whose suffix its form is told: that of `night.rev.gz` is `night.rev`."""

    @property
    def size(self) -> int:
        """How many bytes there are."""

    @property
    def path(self) -> Path | None:
        """The file of the bytes, for libraries that read files best by themselves; `None` where they have none."""

    def open(self) -> BinaryIO:
        """A new stream from the first byte on, that can seek. Raises OSError."""


class FileData:
    """A file of its own."""

    def __init__(self, name: str) -> None:
        self.name = self.inner_name = name
        self.path: Path | None = Path(name)
        self.size = Path(name).stat().st_size

    def open(self) -> BinaryIO:
        """A new stream. Raises OSError."""
        return Path(self.name).open("rb")


class BytesData:
    """Bytes that are in memory; `packed` is the suffix that its name has because they were packed."""

    path: Path | None = None

    def __init__(self, name: str, content: bytes, *, packed: str = "") -> None:
        self.name = name
        self.inner_name = name[: -len(packed)] if packed and name.lower().endswith(packed) else name
        self.size = len(content)
        self._content = content

    def open(self) -> BinaryIO:
        """A new stream."""
        return io.BytesIO(self._content)


def whole(data: LogData) -> bytes:
    """All the bytes, for what can only be read at once. Raises OSError."""
    with data.open() as stream:
        return stream.read()


def is_blank(head: bytes, size: int) -> bool:
    """Whether there is nothing in a file of `size` bytes that begins with `head`."""
    return size == len(head) and not head.strip(b"\xef\xbb\xbf \t\r\n")


def sample(data: LogData, size: int) -> bytes:
    """The first bytes. Raises OSError."""
    with data.open() as stream:
        return stream.read(size)
