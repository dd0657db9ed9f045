"""`revesino import` that is stopped and goes on; `--watch`: rounds, sums, its end, a database that is busy."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from store.stores import SAMPLES, tables
from support import process_environment, process_words

from audit.cli import volume as command
from audit.cli.auditing import OutputFormat
from audit.club import volume
from audit.club.counts import FileCount
from audit.club.volume import VolumeImport
from audit.logs.problems import Problems
from audit.model import Problem
from audit.refusal import Refused
from audit.terminal.volume import Totals

from .running import GOOD, sums

# -------------------------------------------------------------------------------------------------- interrupted


def job(folder: Path, output: OutputFormat = OutputFormat.TEXT) -> Any:
    return command._Job(folder / "club.duckdb", None, False, None, output)


def test_sigterm_ends_an_import_as_ctrl_c_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), command._ending(job(tmp_path)):
        signal.raise_signal(signal.SIGTERM)
    assert "the same command goes on from there" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups that were through are known, the others are stored; the database is as if nothing had been."""
    monkeypatch.setattr(volume, "GROUP_BYTES", 50_000)

    def stop(told: volume.Progress) -> None:
        if told.done > told.in_all / 2:
            raise KeyboardInterrupt

    stopped, whole = tmp_path / "stopped.duckdb", tmp_path / "whole.duckdb"
    with pytest.raises(KeyboardInterrupt):
        volume.import_volume(stopped, [SAMPLES / "season"], workers=0, on_progress=stop)
    found = volume.import_volume(stopped, [SAMPLES / "season"], workers=0)
    assert 100 < found.total("known") < 200
    assert found.total("known") + found.total("stored") == 275
    volume.import_volume(whole, [SAMPLES / "season"], workers=0)
    assert tables(stopped) == tables(whole)


# ----------------------------------------------------------------------------------------------------- watching


class Club:
    """A stand-in for the import: it takes every file, or refuses, and asks for the end after so many calls."""

    def __init__(self, calls: int, *refusals: str) -> None:
        self.taken: list[list[str]] = []
        self._calls = calls
        self._refusals = list(refusals)

    def __call__(self, database: Path, paths: Sequence[str], **_options: Any) -> VolumeImport:
        self._calls -= 1
        if not self._calls:
            signal.raise_signal(signal.SIGTERM)
        if self._refusals:
            raise Refused(self._refusals.pop(0), file=str(database))
        self.taken.append([Path(path).name for path in paths])
        files = tuple(FileCount(str(path), read=2, stored=2) for path in paths)
        return VolumeImport(files, (len(self.taken),))


@pytest.fixture
def inbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two old logs; looked at without a wait."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name in ("a.rev", "b.rev"):
        (folder / name).write_text("12345", encoding="utf-8")
        os.utime(folder / name, (0, 0))
    monkeypatch.setattr(command, "LOOK_SECONDS", 0)
    monkeypatch.setattr(command, "LOOK_SHARE", 0)
    return folder


def watch(folder: Path, club: Club, monkeypatch: pytest.MonkeyPatch, output: OutputFormat = OutputFormat.TEXT) -> None:
    monkeypatch.setattr(volume, "import_volume", club)
    command._watch(job(folder.parent, output), [folder], 5)


def test_each_round_and_the_whole_are_summed(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is more than one group is taken in rounds; the end that is asked for waits for the round's."""
    monkeypatch.setattr(volume, "GROUP_BYTES", 7)
    club = Club(2)
    watch(inbox, club, monkeypatch)
    assert club.taken == [["a.rev"], ["b.rev"]]
    printed = capsys.readouterr()
    assert sums(printed.out) == [(2, 2, 0, 0, 0), (2, 2, 0, 0, 0), (4, 4, 0, 0, 0)]
    assert "these are numbers 1–2;" in printed.out
    assert printed.err.startswith("Watching ")
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_for_programs_there_is_a_document_on_a_line_for_each_round(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(volume, "GROUP_BYTES", 7)
    watch(inbox, Club(2), monkeypatch, OutputFormat.JSON)
    printed = capsys.readouterr()
    found = [json.loads(line) for line in printed.out.splitlines()]
    assert [(one["schema"], one["totals"]["read"]) for one in found] == [("revesino-import/1", 2)] * 2
    assert sums(printed.err) == [(4, 4, 0, 0, 0)]


def test_a_database_that_is_busy_is_tried_again_and_that_is_said_once(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    club = Club(4, "database.busy", "database.busy", "database.busy")
    watch(inbox, club, monkeypatch)
    assert club.taken == [["a.rev", "b.rev"]]
    printed = capsys.readouterr()
    assert printed.err.count("it is tried again until it is free") == 1
    assert sums(printed.out)[-1] == (4, 4, 0, 0, 0)


def test_the_time_that_a_busy_database_took_is_not_waited_for_again(
    inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    class Patient(Club):
        def __call__(self, database: Path, paths: Sequence[str], **options: Any) -> VolumeImport:
            time.sleep(0.5)
            return super().__call__(database, paths, **options)

    monkeypatch.setattr(command, "LOOK_SHARE", 1)
    monkeypatch.setattr(command._Stop, "wait", lambda _stop, seconds: waited.append(seconds))
    watch(inbox, Patient(2, "database.busy"), monkeypatch)
    assert max(waited) < 0.5


def test_where_nothing_came_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job(tmp_path).tell_total(Totals())
    assert capsys.readouterr().out == "There was nothing to import.\n"


def test_another_refusal_ends_it(inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused):
        watch(inbox, Club(9, "database.not-ours"), monkeypatch)


def test_who_asks_twice_does_not_wait(inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Club):
        def __call__(self, database: Path, paths: Sequence[str], **options: Any) -> VolumeImport:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            return super().__call__(database, paths, **options)

    with pytest.raises(KeyboardInterrupt):
        watch(inbox, Slow(9), monkeypatch)


def test_a_folder_s_trouble_is_said_once_and_again_when_it_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    trouble: Sequence[Problem]
    said = command._Told(Path("club.duckdb"))
    found = Problems("gone")
    found.add("unreadable.missing", 1)
    for trouble in ([], found.all(), found.all(), [], found.all()):
        said.problems(trouble)
    assert capsys.readouterr().err.count("gone: error: ") == 2


def until(printed: Path, what: str, seconds: float = 30) -> str:
    """The file's text, once it has `what` in it."""
    end = time.monotonic() + seconds
    while what not in (found := printed.read_text(encoding="utf-8")):
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM kills at once")
def test_a_file_that_is_being_written_is_left_until_it_rests(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    shutil.copy(GOOD, inbox / "first.rev")
    os.utime(inbox / "first.rev", (0, 0))
    printed = tmp_path / "printed"
    whole = (SAMPLES / "2024-03-09-casino-cuentas-mal.rev").read_bytes()
    with printed.open("w") as out, subprocess.Popen(
        process_words("import", "inbox", "--watch", "--rest", "3", "--db", "club.duckdb"),
        stdout=out, stderr=out, cwd=tmp_path, env=process_environment(),
    ) as process:  # fmt: skip
        try:
            until(printed, "in 4 = stored 4")
            with (inbox / "second.rev").open("wb") as log:
                for begin in range(0, len(whole), len(whole) // 10):
                    log.write(whole[begin : begin + len(whole) // 10])
                    log.flush()
                    time.sleep(0.7)
                    assert "second.rev" not in printed.read_text(encoding="utf-8")
            (inbox / "third.rev.part").write_bytes(whole)
            said = until(printed, "inbox/second.rev")
            assert sums(said)[-1] == (6, 6, 0, 0, 0)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
    said = printed.read_text(encoding="utf-8")
    assert sums(said) == [(4, 4, 0, 0, 0), (6, 6, 0, 0, 0), (10, 10, 0, 0, 0)]
    assert "third" not in said
    assert "Traceback" not in said
