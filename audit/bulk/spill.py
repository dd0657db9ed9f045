"""Blocks put aside on the disk, on their way from one process to another: neither has more than one in memory."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, fields
from pathlib import Path

import pyarrow as pa

from audit.bulk.block import JudgedBlock
from audit.store.block import Block


@dataclass(frozen=True)
class SpilledBlock:
    """A block in a file."""

    path: Path
    findings: int

    def load(self) -> JudgedBlock:
        """The block. Raises OSError."""
        with pa.OSFile(str(self.path)) as source:
            tables = {one.name: pa.ipc.open_stream(source).read_all() for one in fields(Block)}
        return JudgedBlock(Block(**tables), self.findings)

    def drop(self) -> None:
        """Remove the file of a block that nobody needs any more."""
        self.path.unlink()


def spill(block: JudgedBlock, folder: Path) -> SpilledBlock:
    """Write a block into a new file in `folder`. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        for one in fields(Block):
            table = getattr(block.rows, one.name)
            with pa.ipc.new_stream(file, table.schema) as writer:
                writer.write_table(table)
    return SpilledBlock(Path(name), block.findings)
