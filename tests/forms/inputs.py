"""For each kind of problem of the bulk form, of archives and of plug-ins: paths that give it."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from audit.logs import limits

from .archives import LINK, LOG, gzipped, log, with_bad_sum, with_flag, with_kind, with_twice, zipped
from .parquet_files import changed, some_bytes, some_deals, some_table, with_column, written
from .plugging import install, plug_in

ROWS = len(some_deals())

Input = Callable[[Path, pytest.MonkeyPatch], Path]


def parquet(content: Callable[[], bytes], **lower: int) -> Input:
    """A Parquet file, read with some limits lowered."""

    def path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (folder / "log.parquet").write_bytes(content())
        lower_limits(monkeypatch, lower)
        return folder / "log.parquet"

    return path


def lower_limits(monkeypatch: pytest.MonkeyPatch, lower: dict[str, int]) -> None:
    for name, value in lower.items():
        monkeypatch.setattr(limits, name, value)


def all_of(name: str, value: Any) -> Input:
    """A Parquet file of which every row says this in a column."""

    def change(values: list[Any]) -> None:
        values[:] = [value] * ROWS

    return parquet(lambda: written(changed(name, change)))


def archive(make: Callable[[Path], Path], **lower: int) -> Input:
    """An archive, read with some limits lowered."""

    def path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        made = make(folder / "logs.zip")
        lower_limits(monkeypatch, lower)
        return made

    return path


def plugged(points: str, code: str = "", **lower: int) -> Input:
    """A file that a plug-in of this code reads."""

    def path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        plug_in(folder / "site", "revesino_odd", points, code)
        install(monkeypatch, folder / "site")
        lower_limits(monkeypatch, lower)
        (folder / "x.odd").write_text("x", encoding="utf-8")
        return folder / "x.odd"

    return path


def not_utf8() -> bytes:
    array = pa.array([b"caf\xe9"] * ROWS, pa.binary())
    return written(with_column("note", pa.StringArray.from_buffers(ROWS, array.buffers()[1], array.buffers()[2])))


def damaged_group() -> bytes:
    data = bytearray(some_bytes())
    data[40] ^= 0xFF
    return bytes(data)


TWO = "odd = revesino_odd:read\nODD = revesino_odd:write"
THREE_RECORDS = "def read(stream):\n    yield from [{}] * 3\n"
CARDS = parquet(lambda: written(with_column("points", pa.array([[1] * 1001, *[None] * (ROWS - 1)]))))

INPUTS: dict[str, Input] = {
    "bad-card.code": all_of("stock", [15, 1, 2]),
    "bad-value.column": parquet(lambda: written(with_column("winner", ["Ana"] * ROWS))),
    "bad-value.json": all_of("options", "{"),
    "bad-value.parquet-version": parquet(
        lambda: written(some_table().replace_schema_metadata({"format": "revesino-parquet/2"}))
    ),
    "bad-value.seat": all_of("winner", 7),
    "encoding.text": parquet(not_utf8),
    "missing-header.column": parquet(lambda: written(some_table().drop_columns(["club"]))),
    "repeated-key.column": parquet(lambda: written(some_table().append_column("note", pa.nulls(ROWS, pa.string())))),
    "unknown-key.column": parquet(lambda: written(with_column("winer", ["Ana"] * ROWS))),
    "too-large.columns": parquet(some_bytes, COLUMNS=5),
    "too-large.group": parquet(some_bytes, GROUP_ROWS=1),
    "too-large.list": CARDS,
    "too-large.rows": parquet(some_bytes, ROWS=1),
    "unreadable.group": parquet(damaged_group),
    "unreadable.parquet": parquet(lambda: some_bytes()[:-1]),
    "no-deals.archive": archive(partial(zipped, members={"a.txt": "x"})),
    "too-large.archive": archive(partial(zipped, members={"a.rev": LOG}), ARCHIVE_BYTES=10),
    "too-large.directory": archive(
        partial(zipped, members={f"{n:0250}.txt": "" for n in range(400)}), DIRECTORY_BYTES=70_000
    ),
    "too-large.members": archive(partial(zipped, members={"a.rev": LOG, "b.rev": log("B")}), MEMBERS=1),
    "too-large.ratio": archive(partial(zipped, members={"a.rev": "x" * (limits.RATIO_FROM + 1)})),
    "unreadable.archive": archive(lambda path: gzipped(path.with_suffix(".gz"), LOG).rename(path)),
    "unreadable.encrypted": archive(lambda path: with_flag(path, 1)),
    "unreadable.member": archive(with_bad_sum),
    "unreadable.member-kind": archive(lambda path: with_kind(path, LINK)),
    "unreadable.member-path": archive(partial(zipped, members={"../a.rev": LOG})),
    "unreadable.member-twice": archive(with_twice),
    "unreadable.method": archive(partial(zipped, members={"a.rev": LOG}, method=12)),
    "unreadable.nested": archive(partial(zipped, members={"a.rev.gz": gzip.compress(b"")})),
    "plug-in.built-in": plugged("rev = revesino_odd:read"),
    "plug-in.failed": plugged("odd = revesino_odd:read"),
    "plug-in.no-record": plugged("odd = revesino_odd:read", "def read(stream):\n    yield 3\n"),
    "plug-in.suffix": plugged("o.dd = revesino_odd:read"),
    "plug-in.twice": plugged(TWO),
    "too-large.records": plugged("odd = revesino_odd:read", THREE_RECORDS, ROWS=2),
}
