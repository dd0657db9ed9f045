"""Logs in archives: read as they stand there, whatever else the archive holds or claims, never unpacked to disk."""

from __future__ import annotations

import builtins
import bz2
import gzip
import io
import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.club.importing import import_logs
from audit.logs import limits, read
from audit.logs.forms import PARQUET
from audit.logs.service import format_file
from audit.refusal import Refused
from tests.logs.reading import content, pack_of, whats
from tests.store.stores import count

from .archives import (
    DEVICE,
    LINK,
    LOG,
    PIPE,
    gzipped,
    log,
    with_bad_sum,
    with_flag,
    with_kind,
    with_twice,
    zipped,
)
from .parquet_files import some_bytes, some_deals


def places(path: Path) -> list[str]:
    return [deal.place.file for deal in read([path], pack_of).deals]


def told(path: Path) -> list[tuple[str, str]]:
    """The problems, by the file that they are of and kind."""
    return [(problem.place.file, problem.what) for problem in read([path], pack_of).problems]


# ------------------------------------------------------------------------------------------------ good archives


def test_a_zip_of_folders_of_logs_of_all_forms(tmp_path: Path) -> None:
    members: dict[str, str | bytes] = {
        "2024/b.rev": log("B", 2),
        "2024/a.REV": log("A"),
        "c.jsonl": '{"format": "revesino-log/1", "club": "C", "session": "S", "rules": {"id": "revesino"}, '
        '"players": ["A", "B", "C", "D"], "deal": 1}\n',
        "d.parquet": some_bytes(),
        "notes.txt": "hello",
        "photo.jpg": b"\xff\xd8",
        "empty/": "",
    }
    path = zipped(tmp_path / "logs.zip", members)
    reading = read([path], pack_of)
    assert whats(reading) == []
    names = [f"{path}/2024/a.REV", f"{path}/2024/b.rev", f"{path}/2024/b.rev", f"{path}/c.jsonl"]
    assert places(path) == names + [f"{path}/d.parquet"] * len(some_deals())
    assert [content(one) for one in reading.deals[4:]] == [content(one) for one in some_deals()]


@pytest.mark.parametrize("suffix", [".rev", ".jsonl", ".parquet", ""])
def test_a_log_packed_by_itself(tmp_path: Path, suffix: str) -> None:
    logs = list(some_deals())
    data: str | bytes = PARQUET.write(logs) if suffix == ".parquet" else LOG  # type: ignore[misc]
    if suffix == ".jsonl":
        data = '{"format": "revesino-log/1", "club": "C", "session": "S", "rules": {"id": "revesino"}, "players": '
        data += '["A", "B", "C", "D"], "deal": 1}\n'
    path = gzipped(tmp_path / f"night{suffix}.gz", data)
    reading = read([path], pack_of)
    assert whats(reading) == []
    assert {deal.place.file for deal in reading.deals} == {str(path)}


def test_archives_are_told_by_how_they_begin(tmp_path: Path) -> None:
    assert len(places(zipped(tmp_path / "a", {"x.rev": LOG}))) == 1
    assert len(places(gzipped(tmp_path / "b", LOG))) == 1


def test_a_folder_is_walked_for_archives_of_logs_only(tmp_path: Path) -> None:
    zipped(tmp_path / "a.zip", {"x.rev": LOG})
    gzipped(tmp_path / "b.rev.GZ", log("B"))
    gzipped(tmp_path / "backup.tar.gz", b"other")
    gzipped(tmp_path / "c.gz", log("C"))
    reading = read([tmp_path], pack_of)
    assert [Path(deal.place.file).name for deal in reading.deals] == ["x.rev", "b.rev.GZ"]
    assert whats(reading) == []


def test_problems_name_the_file_in_the_archive(tmp_path: Path) -> None:
    path = zipped(tmp_path / "logs.zip", {"in/night.rev": LOG + "ganador: ana\n", "e.rev": ""})
    assert told(path) == [(f"{path}/e.rev", "no-deals.empty"), (f"{path}/in/night.rev", "unknown-player.name")]


def test_litter_and_hidden_files_are_passed_over(tmp_path: Path) -> None:
    members = {"__MACOSX/a.rev": "x", ".git/a.rev": "x", "b/.c.rev": "x", "b/.DS_Store": "x", "./d.rev": LOG}
    path = zipped(tmp_path / "logs.zip", members)
    assert places(path) == [f"{path}/d.rev"]
    assert told(path) == []


def test_names_with_the_other_slash(tmp_path: Path) -> None:
    path = zipped(tmp_path / "logs.zip", {"2024\\night.rev": LOG, "a\\..\\b.rev": LOG})
    assert places(path) == [f"{path}/2024/night.rev"]
    assert told(path) == [(f"{path}/a/../b.rev", "unreadable.member-path")]


def test_progress_is_told_of_the_archive(tmp_path: Path) -> None:
    path = zipped(tmp_path / "logs.zip", {"a.rev": LOG, "b.rev": log("B")})
    names: list[tuple[str, int, int]] = []
    read([path], pack_of, on_file=lambda *file: names.append(file))
    assert names == [(str(path), 1, 1)]


def test_a_database_takes_a_log_in_an_archive_for_the_same_outside(tmp_path: Path) -> None:
    database = tmp_path / "club.duckdb"
    path = zipped(tmp_path / "logs.zip", {"a.rev": LOG, "b.rev": log("B", 2)})
    assert import_logs(database, [path]).stored.new == 3
    (tmp_path / "a.rev").write_text(LOG, encoding="utf-8")
    again = import_logs(database, [tmp_path / "a.rev", path]).stored
    assert (again.event, again.known) == (None, 4)
    assert count(database, "recorded.files") == 2


def test_fmt_leaves_archives_alone(tmp_path: Path) -> None:
    for path in (zipped(tmp_path / "a.zip", {"a.rev": LOG}), gzipped(tmp_path / "a.rev.gz", LOG)):
        before = path.read_bytes()
        with pytest.raises(Refused):
            format_file(path, pack_of, check=False)
        assert path.read_bytes() == before


# --------------------------------------------------------------------------------------------- hostile archives


@pytest.mark.parametrize(
    "name", ["/etc/a.rev", "../a.rev", "a/../../b.rev", "a/../b.rev", "C:/a.rev", "C:\\a.rev", "\\\\host\\a.rev", ".."]
)
def test_a_path_that_leads_out_is_named_and_not_read(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "logs.zip", {name: LOG, "good.rev": LOG})
    assert places(path) == [f"{path}/good.rev"]
    assert [what for _, what in told(path)] == ["unreadable.member-path"]


@pytest.mark.parametrize("kind", [LINK, DEVICE, PIPE])
def test_links_and_devices_are_named_and_not_read(tmp_path: Path, kind: int) -> None:
    path = with_kind(tmp_path / "logs.zip", kind)
    assert places(path) == [f"{path}/good.rev"]
    assert told(path) == [(f"{path}/link.rev", "unreadable.member-kind")]


def test_what_is_encrypted_is_told(tmp_path: Path) -> None:
    path = with_flag(tmp_path / "logs.zip", 1)
    assert told(path) == [(f"{path}/a.rev", "unreadable.encrypted")]


def test_of_files_of_one_name_none_is_read(tmp_path: Path) -> None:
    path = with_twice(tmp_path / "logs.zip")
    assert places(path) == [f"{path}/c.rev"]
    assert told(path) == [(f"{path}/a.rev", "unreadable.member-twice")] * 2
    assert len(places(zipped(tmp_path / "b.zip", {"a.rev": LOG, "./a.rev": log("B")}))) == 0


def test_a_wrong_sum_costs_only_its_file(tmp_path: Path) -> None:
    path = with_bad_sum(tmp_path / "logs.zip")
    assert places(path) == [f"{path}/b.rev"]
    assert told(path) == [(f"{path}/a.rev", "unreadable.member")]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_are_not_read(tmp_path: Path, method: int) -> None:
    path = zipped(tmp_path / "logs.zip", {"a.rev": LOG}, method)
    assert told(path) == [(f"{path}/a.rev", "unreadable.method")]


@pytest.mark.parametrize("inner", ["b.zip", "b.rev.gz", "b.tar.gz", "b.7z", "b.ZIP"])
def test_an_archive_in_an_archive_is_refused(tmp_path: Path, inner: str) -> None:
    path = zipped(tmp_path / "logs.zip", {inner: zipped(tmp_path / "b.zip", {"a.rev": LOG}).read_bytes(), "a.rev": LOG})
    assert told(path) == [(f"{path}/{inner}", "unreadable.nested")]
    assert places(path) == [f"{path}/a.rev"]


def test_packed_twice_is_refused(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "a.zip", {"a.rev": LOG}).read_bytes()
    for name, data in (("a.zip.gz", inner), ("a.rev.gz.gz", gzip.compress(LOG.encode())), ("b.gz", inner)):
        assert [what for _, what in told(gzipped(tmp_path / name, data))] == ["unreadable.nested"]


def test_an_archive_without_a_log(tmp_path: Path) -> None:
    path = zipped(tmp_path / "logs.zip", {"a.txt": "x"})
    assert told(path) == [(str(path), "no-deals.archive")]
    assert told(zipped(tmp_path / "empty.zip", {})) == [(str(tmp_path / "empty.zip"), "no-deals.archive")]
    zipped(tmp_path / "photos.zip", {"a.jpg": "x"})
    (tmp_path / "a.rev").write_text(LOG)
    assert {one.severity for one in read([tmp_path], pack_of).problems} == {"warning"}


def test_a_bomb_is_stopped_by_its_ratio(tmp_path: Path) -> None:
    zeros = b"\0" * (limits.RATIO_FROM * 4)
    assert [what for _, what in told(zipped(tmp_path / "a.zip", {"a.rev": zeros}))] == ["too-large.ratio"]
    assert [what for _, what in told(gzipped(tmp_path / "a.rev.gz", zeros))] == ["too-large.ratio"]


def test_a_small_log_may_be_packed_well(tmp_path: Path) -> None:
    text = LOG + "; " + "x" * (limits.RATIO_FROM - 1000) + "\n"
    assert told(gzipped(tmp_path / "a.rev.gz", text)) == []


def test_the_sum_of_all_files_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ARCHIVE_BYTES", len(LOG) * 2)
    assert told(zipped(tmp_path / "a.zip", {"a.rev": LOG, "b.rev": LOG})) == []
    path = zipped(tmp_path / "b.zip", {"a.rev": LOG, "b.rev": LOG, "c.rev": LOG})
    assert told(path) == [(str(path), "too-large.archive")]
    assert places(path) == []
    assert [what for _, what in told(gzipped(tmp_path / "c.rev.gz", LOG * 3))] == ["too-large.archive"]


def test_an_archive_that_lies_about_sizes(tmp_path: Path) -> None:
    """The size that the table of contents claims is no more than what comes out: the rest is damage."""
    path = zipped(tmp_path / "a.zip", {"a.rev": LOG * 100})
    data = bytearray(path.read_bytes())
    for at in (data.index(b"PK\x01\x02") + 24, data.index(b"PK\x03\x04") + 22):
        data[at : at + 4] = (5).to_bytes(4, "little")
    path.write_bytes(data)
    assert told(path) == [(f"{path}/a.rev", "unreadable.member")]


def test_the_number_of_entries_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MEMBERS", 3)
    path = zipped(tmp_path / "a.zip", {f"{n}.txt": "" for n in range(4)})
    assert told(path) == [(str(path), "too-large.members")]


def test_the_table_of_contents_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DIRECTORY_BYTES", 70_000)
    path = zipped(tmp_path / "a.zip", {f"{n:0200}.txt": "" for n in range(400)})
    assert told(path) == [(str(path), "too-large.directory")]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"PK\x05\x06" + b"\xff" * 18, b"x" * 100])
def test_what_is_no_archive(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    assert told(tmp_path / "a.zip") == [(str(tmp_path / "a.zip"), "unreadable.archive")]


@pytest.mark.parametrize("cut", [1, 5, 9, -1, -4, -9])
def test_a_truncated_gz(tmp_path: Path, cut: int) -> None:
    (tmp_path / "a.rev.gz").write_bytes(gzip.compress(LOG.encode())[:cut])
    assert [what for _, what in told(tmp_path / "a.rev.gz")] == ["unreadable.archive"]


def test_a_gz_of_several_parts_is_read_whole_and_rubbish_behind_it_is_told(tmp_path: Path) -> None:
    parts = gzip.compress(LOG.encode()) + gzip.compress(b"reparto 2\n")
    (tmp_path / "a.rev.gz").write_bytes(parts)
    assert len(places(tmp_path / "a.rev.gz")) == 2
    (tmp_path / "b.rev.gz").write_bytes(parts + b"rubbish")
    assert [what for _, what in told(tmp_path / "b.rev.gz")] == ["unreadable.archive"]
    (tmp_path / "c.rev.gz").write_bytes(bz2.compress(LOG.encode()))
    assert [what for _, what in told(tmp_path / "c.rev.gz")] == ["unreadable.archive"]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=6), st.booleans())
def test_damaged_archives_never_raise(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]], packed: bool
) -> None:
    folder = tmp_path_factory.getbasetemp()
    path = (
        gzipped(folder / "f.rev.gz", LOG) if packed else zipped(folder / "f.zip", {"a.rev": LOG, "d/b.rev": log("B")})
    )
    data = bytearray(path.read_bytes())
    for place, value in changes:
        data[place % len(data)] = value
    path.write_bytes(data)
    reading = read([path], pack_of)
    assert reading.records_in <= (1 if packed else 2)
    assert reading.records_in or reading.problems


def test_nothing_is_ever_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "logs.zip", {"a.rev": LOG, "../b.rev": LOG, "c.parquet": some_bytes()})
    packed = gzipped(tmp_path / "d.parquet.gz", some_bytes())
    real = builtins.open

    def no_writing(file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        assert not set(mode) & set("wax+"), file
        return real(file, mode, *rest, **more)

    monkeypatch.setattr(builtins, "open", no_writing)
    monkeypatch.setattr(io, "open", no_writing)
    for name in ("mkstemp", "mkdtemp", "TemporaryFile", "NamedTemporaryFile"):
        monkeypatch.setattr(tempfile, name, None)
    before = sorted(os.listdir(tmp_path))
    assert len(read([path, packed], pack_of).deals) == 1 + 2 * len(some_deals())
    assert sorted(os.listdir(tmp_path)) == before
