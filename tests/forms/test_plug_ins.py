"""Plug-in readers: the documented example works, and what goes wrong in one is its file's problem only."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from audit.logs import limits, read
from audit.logs.plug_ins import plug_ins
from audit.model import Reading
from audit.service import audit
from tests.logs.reading import pack_of, whats

from .archives import LOG, gzipped, zipped
from .plugging import TOY, install, plug_in

TALLY = "Casino / A / Ana, Benito, Carla, Diego\n3 Ana: -2 -2 6 -2\n4 Benito: 1 1 -1 -1\n"
PAGE = (Path(__file__).parents[2] / "docs" / "plug-ins.md").read_text(encoding="utf-8")
RECORD = {
    "club": "C", "session": "S", "rules": {"id": "revesino"}, "players": ["Ana", "Benito", "Carla", "Diego"], "deal": 1,
}  # fmt: skip

Run = Callable[[str, str], Reading]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for logs, beside which the toy plug-in is installed."""
    install(monkeypatch, TOY)
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Read a file `x.odd` and a good log with a plug-in of this code."""

    def reading(code: str, points: str = "odd = revesino_odd:read") -> Reading:
        plug_in(tmp_path / "site", "revesino_odd", points, code)
        install(monkeypatch, tmp_path / "site")
        (tmp_path / "x.odd").write_text("a\nb\n", encoding="utf-8")
        (tmp_path / "y.rev").write_text(LOG, encoding="utf-8")
        found = read([tmp_path / "x.odd", tmp_path / "y.rev"], pack_of)
        assert [deal for deal in found.deals if deal.place.file.endswith("y.rev")], "the rest goes on"
        return found

    return reading


def test_the_example_is_read(toy: Path) -> None:
    path = toy / "night.tally"
    path.write_text(TALLY, encoding="utf-8")
    reading = read([path], pack_of)
    assert whats(reading) == []
    assert [(deal.number, deal.place.line, deal.recorded.winner) for deal in reading.deals] == [
        (3, 2, "Ana"), (4, 3, "Benito"),
    ]  # fmt: skip
    assert [deal["deal"] for session in audit([path]).sessions() for deal in session["deals"]] == [3, 4]


def test_it_is_read_in_folders_and_archives(toy: Path) -> None:
    (toy / "a.tally").write_text(TALLY, encoding="utf-8")
    gzipped(toy / "b.tally.gz", TALLY)
    path = zipped(toy / "c.zip", {"in/d.TALLY": TALLY})
    reading = read([toy], pack_of)
    assert whats(reading) == []
    assert sorted({deal.place.file for deal in reading.deals}) == [
        str(toy / "a.tally"), str(toy / "b.tally.gz"), f"{path}/in/d.TALLY",
    ]  # fmt: skip


def test_without_the_plug_in_the_form_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "a.tally").write_text(TALLY, encoding="utf-8")
    assert whats(read([tmp_path / "a.tally"], pack_of)) == ["unreadable.form"]


def test_nothing_is_imported_before_a_file_of_its_suffix_is_read(toy: Path) -> None:
    (toy / "a.rev").write_text(LOG, encoding="utf-8")
    sys.modules.pop("revesino_toy", None)
    assert list(plug_ins().forms) == [".tally"]
    read([toy / "a.rev"], pack_of)
    assert "revesino_toy" not in sys.modules


def test_the_page_shows_the_example() -> None:
    code = (TOY / "revesino_toy.py").read_text(encoding="utf-8")
    points = (TOY / "revesino_toy-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert re.search(r'^(tally) = "(\S+)"$', PAGE, re.MULTILINE)
    assert "tally = revesino_toy:read" in points
    doc = re.search(r'    """(Each deal.*?)"""', PAGE)
    assert doc and doc[1] in code


def test_values_are_checked_as_those_of_any_log(run: Run) -> None:
    bad = RECORD | {"recorded": {"winner": "ana", "points": [1, 2]}, "stock": ["zz", "1o", "2o"]}
    reading = run(f"def read(stream):\n    yield 7, {bad!r}\n", "odd = revesino_odd:read")
    problems = [(one.what, one.place.line) for one in reading.problems]
    assert problems == [("bad-card.no-card", 7), ("bad-length.numbers", 7), ("unknown-player.name", 7)]
    assert reading.deals[0].place.line == 7


POINT = "odd = revesino_odd:read"


@pytest.mark.parametrize(
    "code",
    [
        "import nothing_of_this_name\n",
        "def read(stream:\n",
        "raise SystemExit(3)\n",
        "def write(stream): pass\n",
        "read = 3\n",
        "def read(): pass\n",
        "def read(stream): return None\n",
        "def read(stream): return 3\n",
        "def read(stream): raise RuntimeError('no')\n",
        "def read(stream): raise SystemExit\n",
        "def read(stream): return read(stream)\n",
        "def read(stream): return stream.read().decode('ascii').nothing\n",
        "class Odd(Exception):\n    def __str__(self): return ''\ndef read(stream): raise Odd\n",
    ],
)
def test_a_plug_in_that_fails_is_a_problem_of_its_file(run: Run, code: str) -> None:
    reading = run(code, POINT)
    assert whats(reading) == ["plug-in.failed"]
    assert reading.problems[0].place.file.endswith("x.odd")
    assert len(reading.deals) == 1


def test_what_it_gave_before_it_failed_counts(run: Run) -> None:
    reading = run(f"def read(stream):\n    yield 1, {RECORD!r}\n    raise ValueError('half way')\n", POINT)
    assert whats(reading) == ["plug-in.failed"]
    assert "half way" in str(reading.problems[0].params["reason"])
    assert len(reading.deals) == 2


@pytest.mark.parametrize(
    "rubbish", ["None", "3", "'deal 1'", "(1, 2)", "(1, None)", "(1, 2, 3)", "object()", "[]", "(1, {'a': object()})",
                "(1, {(1, 2): 3})", "b'x'", "loop"],
)  # fmt: skip
def test_rubbish_is_set_aside_and_counted(run: Run, rubbish: str) -> None:
    code = f"loop = {{}}\nloop['x-loop'] = loop\ndef read(stream):\n    yield {rubbish}\n    yield {RECORD!r}\n"
    reading = run(code, POINT)
    assert whats(reading)[0] == "plug-in.no-record"
    assert len(reading.quarantined) == 1
    assert len(reading.deals) == 2


def test_records_without_a_line_are_counted(run: Run) -> None:
    code = (
        f"def read(stream):\n    yield {RECORD!r}\n    yield 'x', {RECORD | {'deal': 2}!r}\n    yield -1, {RECORD!r}\n"
    )
    assert [deal.place.line for deal in run(code, POINT).deals] == [1, 2, 3, 7]


def test_records_without_end(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROWS", 20)
    reading = run(f"def read(stream):\n    while True:\n        yield {RECORD!r}\n", POINT)
    assert whats(reading) == ["too-large.records"]
    assert len(reading.deals) == 21


def test_a_record_that_is_too_long(run: Run) -> None:
    code = f"def read(stream):\n    yield {{**{RECORD!r}, 'note': 'x' * {limits.LINE_CHARS}}}\n    yield {RECORD!r}\n"
    reading = run(code, POINT)
    assert whats(reading) == ["too-large.line", "bad-line.kept"] or whats(reading) == ["too-large.line"]
    assert [one.code for one in reading.quarantined] == ["too-large"]


def test_a_plug_in_that_gives_nothing(run: Run) -> None:
    assert whats(run("def read(stream): return []\n", POINT)) == ["no-deals.file"]


@pytest.mark.parametrize("suffix", ["rev", ".rev", "JSONL", "parquet", "zip", "gz"])
def test_a_suffix_that_is_ours_is_refused(run: Run, suffix: str) -> None:
    reading = run(f"def read(stream):\n    yield {RECORD!r}\n", f"{suffix} = revesino_odd:read")
    assert "plug-in.built-in" in whats(reading)
    problem = next(one for one in reading.problems if one.what == "plug-in.built-in")
    assert "revesino_odd:read" in problem.place.file
    assert (problem.severity, len(reading.deals)) == ("warning", 1)


@pytest.mark.parametrize("suffix", ["a b", "a/b", "a.b", "x" * 50, "ä?", "-"])
def test_what_can_be_no_suffix(run: Run, suffix: str) -> None:
    assert "plug-in.suffix" in whats(run("", f"{suffix} = revesino_odd:read"))


def test_of_two_plug_ins_for_one_suffix_none_is_used(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plug_in(tmp_path / "other", "revesino_other", "odd = revesino_other:read")
    install(monkeypatch, tmp_path / "other")
    reading = run("def read(stream): return []\n", POINT)
    assert whats(reading).count("plug-in.twice") == 2
    assert "unreadable.form" in whats(reading)
