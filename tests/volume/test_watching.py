"""Which files of a watched folder are taken, and when: by tables of looks; and what a look sees."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from audit.club.watching import Stamp, Watching, check_folders, is_ready, look
from audit.refusal import Refused

REST = 5
BEGAN = 1_000.0
"""When the watching began."""

Seen = dict[str, tuple[int, float]]
"""What a folder holds: by name, the size of a file and how many seconds after the beginning it was changed."""

OLD, FRESH = -3600, -1

LOOKS: dict[str, list[tuple[float, Seen, list[str]]]] = {
    "what is there and rests is taken at once, each file once": [
        (0, {"a": (10, OLD), "b": (20, -REST)}, ["a", "b"]),
        (1, {"a": (10, OLD), "b": (20, -REST)}, []),
        (90, {"a": (10, OLD), "b": (20, -REST)}, []),
    ],
    "what is there and was changed just now waits": [
        (0, {"a": (10, FRESH)}, []),
        (3.9, {"a": (10, FRESH)}, []),
        (4, {"a": (10, FRESH)}, ["a"]),
    ],
    "what comes later is seen to rest, whatever its time": [
        (0, {}, []),
        (1, {"a": (10, OLD)}, []),
        (5.9, {"a": (10, OLD)}, []),
        (6, {"a": (10, OLD)}, ["a"]),
    ],
    "what grows waits until it has grown": [
        (0, {}, []),
        (1, {"a": (10, 1)}, []),
        (5, {"a": (20, 5)}, []),
        (9, {"a": (30, 9)}, []),
        (13, {"a": (30, 9)}, []),
        (14, {"a": (30, 9)}, ["a"]),
    ],
    "what is written over in the same size waits": [
        (0, {"a": (10, FRESH)}, []),
        (3, {"a": (10, 3)}, []),
        (7, {"a": (10, 3)}, []),
        (8, {"a": (10, 3)}, ["a"]),
    ],
    "what was taken and is changed is taken again, once it rests": [
        (0, {"a": (10, OLD)}, ["a"]),
        (10, {"a": (15, 10)}, []),
        (14, {"a": (15, 10)}, []),
        (15, {"a": (15, 10)}, ["a"]),
        (30, {"a": (15, 10)}, []),
    ],
    "what was taken and goes is no matter, nor that it comes back": [
        (0, {"a": (10, OLD), "b": (10, OLD)}, ["a", "b"]),
        (10, {"b": (10, OLD)}, []),
        (20, {"a": (10, OLD), "b": (10, OLD)}, []),
    ],
    "what goes while it is waited for, and comes back, waits anew": [
        (0, {"a": (10, FRESH)}, []),
        (2, {}, []),
        (4, {"a": (10, FRESH)}, []),
        (8, {"a": (10, FRESH)}, []),
        (9, {"a": (10, FRESH)}, ["a"]),
    ],
    "a name that a file is given is another file": [
        (0, {"a": (10, OLD)}, ["a"]),
        (1, {"b": (10, OLD)}, []),
        (6, {"b": (10, OLD)}, ["b"]),
    ],
    "a time that is yet to come is no rest": [
        (0, {"a": (10, 3600)}, []),
        (4.9, {"a": (10, 3600)}, []),
        (5, {"a": (10, 3600)}, ["a"]),
    ],
    "a clock that is put back makes a file wait anew, not for longer": [
        (0, {}, []),
        (4, {"a": (10, 4)}, []),
        (-3600, {"a": (10, 4)}, []),
        (-3595, {"a": (10, 4)}, ["a"]),
    ],
}  # fmt: skip


def listing(seen: Seen) -> dict[str, Stamp]:
    return {name: Stamp(size, BEGAN + changed) for name, (size, changed) in seen.items()}


@pytest.mark.parametrize("what", LOOKS)
def test_a_file_is_taken_when_it_rests(what: str) -> None:
    watching = Watching(REST)
    for after, seen, taken in LOOKS[what]:
        due = watching.due(BEGAN + after, listing(seen))
        assert due == taken, after
        watching.took(due)


def test_what_could_not_be_taken_is_due_again() -> None:
    """The database was busy: nothing was taken, and nothing has to rest anew."""
    watching = Watching(REST)
    seen = listing({"a": (10, OLD), "b": (10, OLD)})
    assert watching.due(BEGAN, seen) == ["a", "b"]
    assert watching.due(BEGAN + 1, seen) == ["a", "b"]
    watching.took(["b"])
    assert watching.due(BEGAN + 2, seen) == ["a"]


def test_without_rest_a_file_is_taken_as_it_comes() -> None:
    watching = Watching(0)
    assert watching.due(BEGAN, {}) == []
    assert watching.due(BEGAN + 1, listing({"a": (10, 1)})) == ["a"]


# ----------------------------------------------------------------------------------------------------- looking

NAMES = {
    "night.rev": True,
    "night.jsonl": True,
    "sheet.csv": True,
    "year.zip": True,
    "night.rev.gz": True,
    "within/night.rev": True,
    "NIGHT.REV": True,
    "night.rev.part": False,
    "night.rev.tmp": False,
    "night.rev.crdownload": False,
    "night.rev~": False,
    ".night.rev": False,
    ".hidden/night.rev": False,
    "notes.txt": False,
    "club.duckdb": False,
}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_seen_once_it_has_the_name_of_a_log(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("x")
    seen = look([tmp_path])
    assert list(seen.listing) == [str(path)] * NAMES[name]
    assert seen.problems == ()


def test_a_look_tells_size_and_time(tmp_path: Path) -> None:
    path = tmp_path / "night.rev"
    path.write_text("four")
    os.utime(path, (BEGAN, BEGAN))
    assert look([tmp_path]).listing == {str(path): Stamp(4, BEGAN)}


def test_a_folder_that_goes_is_named_and_not_the_end(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    (problem,) = look([gone]).problems
    assert (problem.what, problem.place.file) == ("unreadable.missing", str(gone))


def test_what_is_gone_or_a_workbook_s_lock_is_not_ready(tmp_path: Path) -> None:
    for name in ("sheet.xlsx", "~$sheet.xlsx"):
        (tmp_path / name).write_text("x")
    assert is_ready(str(tmp_path / "sheet.xlsx"))
    assert not is_ready(str(tmp_path / "~$sheet.xlsx"))
    assert not is_ready(str(tmp_path / "gone.xlsx"))


@pytest.mark.parametrize(("number", "ready"), [(32, False), (33, False), (5, True)])
def test_what_another_program_keeps_to_itself_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, ready: bool
) -> None:
    """As Windows says it; a file that may not be read is taken, and named for it."""

    def refuse(_path: str, _flags: int) -> int:
        error = PermissionError(13, "Permission denied")
        error.winerror = number  # type: ignore[attr-defined, unused-ignore]
        raise error

    monkeypatch.setattr(os, "open", refuse)
    assert is_ready(str(tmp_path / "night.rev")) is ready


def test_only_folders_are_watched(tmp_path: Path) -> None:
    file = tmp_path / "night.rev"
    file.write_text("x")
    check_folders([tmp_path])
    for path, what in ((file, "import.not-a-folder"), (tmp_path / "gone", "import.no-folder")):
        with pytest.raises(Refused) as refused:
            check_folders([tmp_path, path])
        assert refused.value.what == what
