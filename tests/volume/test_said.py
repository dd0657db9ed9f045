"""What is said of an import: which files and problems, sums in three languages, progress on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from store.stores import SAMPLES
from support import process_environment, process_words

from audit import language
from audit.cli import progress
from audit.club.counts import FileCount
from audit.club.volume import VolumeImport
from audit.logs.problems import Problems
from audit.model import ProblemCode
from audit.terminal import volume as shown

from ..spoken import left_in_english
from .running import sums

# ---------------------------------------------------------------------------------------------- how it is said


def count(number: int, problems: int = 0, **counts: int) -> FileCount:
    """A file of which so many records were read, the rest of them stored, with so many problems."""
    name = f"night-{number:03}.rev"
    found = Problems(name)
    for line in range(1, problems + 1):
        found.add("bad-line.no-colon", line, found=f"line {line}")
    read = counts.pop("read", 10)
    stored = read - sum(counts.values())
    reasons = (("missing-deal-number", counts["quarantined"]),) if counts.get("quarantined") else ()
    return FileCount(name, read=read, stored=stored, problems=tuple(found.all()), reasons=reasons, **counts)


def text(files: Sequence[FileCount], events: tuple[int, ...] = (1,), **options: Any) -> str:
    """What is said of an import of these files."""
    lines = [
        *shown.file_lines(files, options.pop("width", None)),
        *shown.total_lines("club.duckdb", "", shown.Totals.of(VolumeImport(tuple(files), events)), **options),
    ]
    return "\n".join(line.text for line in lines)


def test_few_files_have_a_line_each_and_many_only_where_there_is_something_to_say() -> None:
    few = text([count(n) for n in range(20)])
    assert [f"night-{n:03}.rev" in few for n in range(20)] == [True] * 20
    many = text([count(n) for n in range(30)])
    assert "night" not in many
    assert many.startswith("30 files into club.duckdb:\n  in 300 = stored 300 ")
    some = text([count(n, quarantined=n % 2) for n in range(60)])
    assert some.count("night-") == 20
    assert "… and 10 more files of which there is something to say; --format json lists them all." in some


def test_the_first_problems_of_the_first_files_are_told_and_the_others_counted() -> None:
    said = text([count(n, problems=5) for n in range(12)])
    assert said.count("the line has no colon") == 30
    assert said.count("… and 2 more problems in this file") == 10
    assert "… and 10 problems in 2 more files; --format json lists them all." in said


def test_a_note_is_counted_only() -> None:
    found = Problems("night.rev")
    found.add("encoding.crlf", 1)
    files = [FileCount("night.rev", read=1, stored=1, problems=tuple(found.all()))] * 30
    said = text(files)
    assert "30 notes on how files are written; --format json lists them." in said
    assert "night.rev" not in said


def test_of_files_that_were_there_before_problems_are_only_counted() -> None:
    said = text([replace(count(n, problems=5), again=True) for n in range(30)] + [count(30, problems=1)])
    assert said.count("the line has no colon") == 1
    assert "150 problems in 30 files known before; --format json lists them all." in said


def test_a_column_that_is_empty_is_left_out() -> None:
    assert text([count(1)]).splitlines()[0].split() == ["in", "stored", "file"]
    assert text([count(1), count(2, known=3)]).splitlines()[0].split() == ["in", "stored", "known", "file"]


def test_a_long_name_is_cut_to_what_fits() -> None:
    long = FileCount("a folder/of/a club/with long names/2024-03-02-casino-en-orden.rev", read=1, stored=1)
    first, row, *_rest = text([long], width=50).splitlines()
    assert first == "  in  stored  file"
    assert row == "   1       1  …ames/2024-03-02-casino-en-orden.rev"
    assert long.name in text([long])


def test_several_numbers_in_the_log_are_drawn_together() -> None:
    said = text([count(1)], events=(3, 4, 5, 9))
    assert "these are numbers 3–5, 9; `revesino undo NUMBER` takes one back." in said


SUMS = {
    "en": "in 1,234 = stored 1,200 + known 20 + in conflict 2 + set aside 12",
    "es": "leídas 1234 = guardadas 1200 + conocidas 20 + en conflicto 2 + apartadas 12",
    "pt": "lidas 1.234 = guardadas 1.200 + conhecidas 20 + em conflito 2 + postas de parte 12",
}


@pytest.mark.parametrize("spoken", SUMS)
def test_the_sum_is_in_the_reader_s_words_and_numbers(spoken: str) -> None:
    with language.speaking(spoken):
        assert SUMS[spoken] in text([count(1, read=1234, known=20, in_conflict=2, quarantined=12)])


def test_every_reason_has_words() -> None:
    assert set(shown.ASIDE) == set(get_args(ProblemCode))


def in_all_lines() -> list[str]:
    """All that can be said, in the language that is spoken."""
    files = [count(n, problems=5, quarantined=1, in_conflict=1) for n in range(30)]
    reasons = tuple((code, 1) for code in shown.ASIDE)
    files.append(FileCount("last.rev", read=len(reasons), quarantined=len(reasons), reasons=reasons))
    files.append(replace(count(31, problems=5), again=True))
    found = [text(files), text(files, (1, 2)), text(files[:1], dry_run=True), text([count(1)], ())]
    found.append(text([FileCount("night.rev")], ()))
    return "\n".join(found).splitlines()


@pytest.mark.parametrize("spoken", ["es", "pt"])
def test_nothing_is_left_in_english(spoken: str) -> None:
    said = {}
    for each in (spoken, "en"):
        with language.speaking(each):
            said[each] = in_all_lines()
    quoted = {f"line {n}" for n in range(9)}
    assert left_in_english(said[spoken], said["en"], quoted) == []


# --------------------------------------------------------------------------------------------------- progress


def told(say: Callable[[Any], str], **fields: Any) -> str:
    """What a column says, asked from another thread, as rich does."""
    task = {"elapsed": 2.0, "finished": False, "time_remaining": 3725.0, "fields": {"deals": 12_345, "problems": 1}}
    column, said = progress.Said(say), list[str]()
    thread = threading.Thread(target=lambda: said.append(column.render(SimpleNamespace(**task | fields)).plain))
    thread.start()
    thread.join()
    return said[0]


PROGRESS = {
    "en": ["12,345 deals", "6,172/s", "1:02:05 left", "1 problem"],
    "es": ["12.345 repartos", "6172/s", "quedan 1:02:05", "1 problema"],
    "pt": ["12.345 distribuições", "6.172/s", "faltam 1:02:05", "1 problema"],
}


@pytest.mark.parametrize("spoken", PROGRESS)
def test_progress_is_told_in_the_reader_s_language(spoken: str) -> None:
    with language.speaking(spoken):
        columns = (progress.deals, progress.rate, progress.time_left, progress.problems)
        assert [told(say) for say in columns] == PROGRESS[spoken]


def test_what_is_not_known_yet_is_a_dash() -> None:
    assert told(progress.rate, elapsed=None) == "–/s"
    assert told(progress.time_left, time_remaining=None) == "– left"
    assert told(progress.time_left, time_remaining=65) == "1:05 left"
    assert told(progress.time_left, finished=True) == "storing …"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_progress_is_shown_on_a_terminal_s_error_stream(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not everywhere

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        process_words("import", SAMPLES / "season", "--db", "club.duckdb"),
        stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path,
        env=process_environment(TERM="xterm", COLUMNS="100"), text=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        shown_there = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            shown_there += part
        printed, _none = process.communicate(timeout=60)
    os.close(ours)
    assert b"275 deals" in shown_there
    assert sums(printed) == [(275, 275, 0, 0, 0)]
