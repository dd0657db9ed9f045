"""One log packed by itself: `night.rev.gz`."""

from __future__ import annotations

import gzip
import zlib

from audit.logs import limits
from audit.logs.archives.unpacking import OverLimitError, unpacked
from audit.logs.data import BytesData, LogData
from audit.logs.problems import Problems


def gz_log(file: LogData, problems: Problems) -> LogData | Problems:
    """The log, under the archive's name, or why it is none. Raises OSError."""
    with file.open() as stream:
        try:
            # GzipFile: its stream ends where the file does, and it checks every part's sum.
            with gzip.GzipFile(fileobj=stream, mode="rb") as unpacking:
                content = unpacked(unpacking, file.size, limits.ARCHIVE_BYTES)
        except OverLimitError as error:
            problems.add(error.what, 1, limit=error.limit)
            return problems
        except (gzip.BadGzipFile, EOFError, zlib.error):
            problems.add("unreadable.archive", 1)
            return problems
    return BytesData(file.name, content, packed=".gz")
