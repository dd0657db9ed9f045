"""Which files are read, and what is said of those that are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from audit.logs import read, read_each

from .reading import HEADER, RECORD, pack_of, whats

LOG = HEADER + "reparto 1\n"


def write(path: Path, text: str = LOG) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def files(paths: list[Path | str]) -> list[str]:
    return [deal.place.file for deal in read(paths, pack_of).deals]


def test_a_folder_is_walked_by_name(tmp_path: Path) -> None:
    for name in ("b.rev", "a.REV", "sub/c.jsonl", "sub/.hidden.rev", ".git/d.rev", "notes.txt", "Z/e.rev"):
        write(tmp_path / name, RECORD + "}\n" if name.endswith("jsonl") else LOG)
    names = [os.path.join(tmp_path, name) for name in ("a.REV", "b.rev", "Z/e.rev", "sub/c.jsonl")]
    assert files([tmp_path]) == names
    assert read([tmp_path], pack_of).problems == []


def test_a_file_is_read_once_however_it_is_named(tmp_path: Path) -> None:
    log = write(tmp_path / "a" / "a.rev")
    (tmp_path / "link.rev").symlink_to(log)
    os.chdir(tmp_path)
    assert files(["a/a.rev", log, tmp_path, "a/../a/a.rev", tmp_path / "link.rev"]) == ["a/a.rev"]


def test_linked_folders_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "a" / "a.rev")
    (tmp_path / "a" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "a" / "self.rev").symlink_to(tmp_path / "a" / "self.rev")
    assert len(files([tmp_path])) == 1


def test_what_lies_in_a_folder_and_is_not_read_is_noted(tmp_path: Path) -> None:
    """Of what has the name of a log, and of spreadsheets; but not of what is hidden, nor of a lock."""
    write(tmp_path / "a.rev")
    (tmp_path / "gone.rev").symlink_to(tmp_path / "nowhere.rev")
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")
    os.mkfifo(tmp_path / "pipe.jsonl")
    os.mkfifo(tmp_path / "pipe.txt")
    for name in ("old.XLS", "open.ods", "sub/mac.numbers", ".hidden.xls", "~$old.xls", "notes.txt"):
        write(tmp_path / name)
    reading = read([tmp_path], pack_of)
    assert len(reading.deals) == 1
    assert [(os.path.relpath(one.place.file, tmp_path), one.what.partition(".")[2]) for one in reading.problems] == [
        ("gone.rev", "passed-over"), ("loop.csv", "passed-over"), ("old.XLS", "spreadsheet"),
        ("open.ods", "spreadsheet"), ("pipe.jsonl", "passed-over"), ("sub/mac.numbers", "spreadsheet"),
    ]  # fmt: skip
    assert {one.severity for one in reading.problems} == {"note"}
    assert [one.params["reason"] for one in reading.problems if one.params["reason"]] == [
        "No such file or directory", "Too many levels of symbolic links", "it is not a regular file",
    ]  # fmt: skip


def test_a_folder_of_other_spreadsheets_only_has_no_log(tmp_path: Path) -> None:
    write(tmp_path / "a.xls")
    assert whats(read([tmp_path], pack_of)) == ["no-deals.folder", "unreadable.spreadsheet"]


def test_a_named_file_is_told_by_its_content(tmp_path: Path) -> None:
    rev = write(tmp_path / "a.txt")
    jsonl = write(tmp_path / "b", "\ufeff\n" + RECORD + "}\n")
    other = write(tmp_path / "c.txt", "hello\n")
    reading = read([rev, jsonl, other], pack_of)
    assert [deal.place.file for deal in reading.deals] == [str(rev), str(jsonl)]
    assert whats(reading) == ["encoding.bom", "unreadable.form"]
    assert reading.problems[1].params["forms"].startswith(".rev, .jsonl")


def test_one_bad_path_among_good_ones(tmp_path: Path) -> None:
    log = write(tmp_path / "a.rev")
    empty = write(tmp_path / "empty.rev", "")
    paths = [tmp_path / "none.rev", log, empty, "nul\0.rev", tmp_path / ("x" * 300), "/dev/null"]
    reading = read(paths, pack_of)
    assert len(reading.deals) == 1
    assert sorted(whats(reading)) == [
        "no-deals.empty", "unreadable.missing", "unreadable.missing", "unreadable.not-a-file", "unreadable.system",
    ]  # fmt: skip
    assert {problem.severity for problem in reading.problems} == {"error"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    log = write(tmp_path / "a.rev")
    log.chmod(0)
    assert whats(read([log], pack_of)) == ["unreadable.system"]


def test_a_file_that_goes_away_between(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.rev"), write(tmp_path / "b.rev")
    readings = (reading for _, reading in read_each([first, second], pack_of))
    assert len(next(readings).deals) == 1
    second.unlink()
    assert whats(next(readings)) == ["unreadable.system"]


def test_a_file_without_a_deal_has_failed(tmp_path: Path) -> None:
    assert whats(read([write(tmp_path / "a.rev", HEADER)], pack_of)) == ["no-deals.file"]
    assert whats(read([write(tmp_path / "b.jsonl", "\n \n")], pack_of)) == ["no-deals.empty"]
    (tmp_path / "sub").mkdir()
    assert whats(read([tmp_path / "sub"], pack_of)) == ["no-deals.folder"]


def test_a_file_whose_deals_are_all_quarantined_says_why(tmp_path: Path) -> None:
    reading = read([write(tmp_path / "a.rev", HEADER + "reparto\n")], pack_of)
    assert whats(reading) == ["missing-deal-number.absent"]
    assert reading.records_in == 1


def test_progress_is_told_before_each_file(tmp_path: Path) -> None:
    paths = [write(tmp_path / name) for name in ("a.rev", "b.rev")]
    told: list[tuple[str, int, int]] = []
    read([*paths, tmp_path / "none"], pack_of, on_file=lambda *file: told.append(file))
    assert told == [(str(paths[0]), 1, 2), (str(paths[1]), 2, 2)]
