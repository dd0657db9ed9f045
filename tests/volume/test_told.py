"""What an import says of files that give nothing, of files that it knows, and under which names."""

from __future__ import annotations

import gzip
import os
import shutil
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from support import revesino

from audit import logs
from audit.logs import limits
from audit.logs.service import content
from audit.ruleset import pack_of
from audit.service import audit

from .running import GOOD, PARTS, as_json, run

HEAD = "".join(GOOD.read_text(encoding="utf-8").partition("reparto")[:1])


def table_without_rows(path: Path) -> None:
    path.write_bytes(content(logs.read([GOOD], pack_of), "parquet"))
    pq.write_table(pq.read_table(path).slice(0, 0), path)


def written(what: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(what)

    return write


WITHOUT_DEALS: dict[str, Callable[[Path], None]] = {
    "no-rows.parquet": table_without_rows,
    "nothing.parquet": written(b""),
    "text.parquet": written(b"no table"),
    "nothing.jsonl": written(b""),
    "blank.jsonl": written(b"\n \n\n"),
    "many-blank.jsonl": written(b"\n" * (limits.SAMPLE_BYTES + 1)),
    "mark.jsonl": written(b"\xef\xbb\xbf\n"),
    "nothing.rev": written(b""),
    "head.rev": written(HEAD.encode()),
    "nothing.csv": written(b""),
    "head.csv": written(b"reparto;dador;puntos Ana\n"),
    "blank.jsonl.gz": written(gzip.compress(b"\n")),
    "nothing.zip": written(b"PK\x05\x06" + bytes(18)),
}
"""Files in which there is no deal, and no record that could be set aside."""


@pytest.mark.parametrize("name", WITHOUT_DEALS)
def test_a_file_without_a_deal_is_told_as_by_the_plain_reader(tmp_path: Path, name: str) -> None:
    logs_there = tmp_path / "logs"
    logs_there.mkdir()
    WITHOUT_DEALS[name](logs_there / name)
    wanted = audit([logs_there / name]).problem_rows()
    severest = "error" if any(one["severity"] == "error" for one in wanted) else "warning"
    alone = as_json(tmp_path, logs_there, "--db", "club.duckdb", status=2)
    assert [one["problems"] for one in alone["files"]] == [wanted]
    assert len(wanted) > 0
    shutil.copy(GOOD, logs_there)
    for _ in range(2):
        among = as_json(tmp_path, logs_there, "--db", "club.duckdb", status=1 if severest == "error" else 0)
        assert {one["name"]: one["problems"] for one in among["files"] if one["problems"]} == {
            str(logs_there / name): wanted
        }


def test_each_of_several_files_without_a_deal_is_named(tmp_path: Path) -> None:
    for name in ("a.rev", "b.rev", "c.jsonl"):
        (tmp_path / name).touch()
    said = run(tmp_path, "a.rev", "b.rev", "c.jsonl", "--db", "club.duckdb", status=2).stdout
    assert said.count("error: the file is empty") == 3


# ------------------------------------------------------------------------------------------------- known files


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A log that gives a note, an error and a record that is set aside."""
    text = GOOD.read_text(encoding="utf-8") + "\nreparto x\nno colon\n"
    path = tmp_path / "odd.rev"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    return path


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_of_a_file_that_is_known_the_same_is_told(tmp_path: Path, odd: Path, more: tuple[str, ...]) -> None:
    (first,) = as_json(tmp_path, odd.name, "--db", "club.duckdb", status=1)["files"]
    assert {one["severity"] for one in first["problems"]} == {"note", "error"}
    again = as_json(tmp_path, odd.name, "--db", "club.duckdb", *more, status=1)["files"]
    assert again == [{**first, "stored": 0, "known": first["stored"]}]


def test_what_the_text_only_counts_is_in_the_json_of_the_same_command(tmp_path: Path, odd: Path) -> None:
    run(tmp_path, odd.name, "--db", "club.duckdb", status=1)
    said = run(tmp_path, odd.name, "--db", "club.duckdb", status=1).stdout
    assert "While reading" not in said
    problems = as_json(tmp_path, odd.name, "--db", "club.duckdb", status=1)["files"][0]["problems"]
    assert [one["severity"] for one in problems] == ["note", "error"]
    assert "1 problem in 1 file known before; --format json lists them all." in said
    assert "1 note on how files are written; --format json lists it." in said
    assert "the deal has no number (missing-deal-number)" in said


@pytest.mark.parametrize("pack", [False, True], ids=["plain", "packed"])
def test_the_problems_of_a_copy_are_told_under_its_own_name(tmp_path: Path, odd: Path, pack: bool) -> None:
    run(tmp_path, odd.name, "--db", "club.duckdb", status=1)
    copy = tmp_path / ("copy.rev.gz" if pack else "copy.rev")
    copy.write_bytes(gzip.compress(odd.read_bytes()) if pack else odd.read_bytes())
    (found,) = as_json(tmp_path, copy.name, "--db", "club.duckdb", status=1)["files"]
    assert found["name"] == copy.name
    assert {one["file"] for one in found["problems"]} == {copy.name}


# ------------------------------------------------------------------------------------------------------- names


def archive(path: Path) -> None:
    """With two entries of one name, and two that lead out of it."""
    with zipfile.ZipFile(path, "w") as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ("twice.rev", "twice.rev", "../out.rev", "../../out.rev", "old.xls"):
            packed.writestr(name, GOOD.read_bytes())


def names_of(found: dict[str, Any]) -> list[str]:
    """The names of the files; each must be there once, and have the problems that name it."""
    names = [one["name"] for one in found["files"]]
    assert len(set(names)) == len(names) == found["totals"]["files"]
    for one in found["files"]:
        assert {problem["file"] for problem in one["problems"]} <= {one["name"]}
        assert one["read"] == sum(one[part] for part in PARTS)
    return names


def test_what_is_refused_in_an_archive_has_its_own_name(tmp_path: Path) -> None:
    archive(tmp_path / "a.zip")
    found = as_json(tmp_path, "a.zip", "--db", "club.duckdb", status=2)
    assert names_of(found) == ["a.zip/../../out.rev", "a.zip/../out.rev", "a.zip/old.xls", "a.zip/twice.rev"]
    (twice,) = (one["problems"] for one in found["files"] if one["name"] == "a.zip/twice.rev")
    assert len(twice) == 2


def test_a_file_has_one_name_also_where_its_bytes_are_no_text(tmp_path: Path, odd: Path) -> None:
    there = os.fsencode(tmp_path) + b"/in"
    Path(os.fsdecode(there)).mkdir()
    for name in (b"/odd\xff.rev", b"/none\xff.rev", b"/gone\xff.rev", b"/\xff.zip"):
        path = Path(os.fsdecode(there + name))
        if name.startswith(b"/odd"):
            shutil.copy(odd, path)
        elif name.startswith(b"/gone"):
            path.symlink_to("nowhere")
        elif name.endswith(b".zip"):
            archive(path)
        else:
            path.touch()
    found = as_json(tmp_path, "in", "--db", "club.duckdb", status=1)
    assert len(names_of(found)) == 7
    assert "in/odd\\xff.rev" in names_of(found)
    said = run(tmp_path, "in", "--db", "other.duckdb", status=1).stdout
    assert "in/odd\\xff.rev" in said
    assert "udcff" not in said
    audited = revesino("audit", "in", "--db", "third.duckdb", folder=tmp_path).stdout
    assert "in/odd\\xff.rev" in audited
    assert "udcff" not in audited


def test_what_lies_in_a_folder_and_is_not_read_is_named(tmp_path: Path) -> None:
    there = tmp_path / "in"
    there.mkdir()
    for number in range(21):
        text = HEAD.replace("2024-03-02-A", str(number)) + "reparto 1\n"
        (there / f"{number}.rev").write_text(text, encoding="utf-8")
    (there / "gone.rev").symlink_to("nowhere")
    (there / "old.xls").touch()
    said = run(tmp_path, "in", "--db", "club.duckdb").stdout
    assert "in/gone.rev: note: it lies in the folder and cannot be opened (No such file or directory)" in said
    assert "in/old.xls: note: a spreadsheet of this form is not read, so it was passed over; save it as .xlsx" in said
    assert "on how files are written" not in said
