"""Every kind of problem: an input that gives it, and its wording."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sheets.kinds import KINDS

from audit.logs import limits, read
from audit.logs.problems import SEVERITIES
from audit.model import Place, Problem
from audit.text.problems import WORDINGS, expected, message
from tests.forms.inputs import INPUTS

from .reading import HEADER, RECORD, pack_of, read_text

NUMBER = f"{HEADER}\nreparto 1\n"
OF_THE_RULESETS = {
    "unknown-ruleset.none", "unknown-ruleset.near", "bad-option.unknown", "bad-option.near", "bad-option.value",
    "bad-option.share", "bad-length.players-of-ruleset", "bad-value.beyond-last-trick",
}  # fmt: skip
"""Made by `audit.ruleset` and `audit.intake`, and tested with them."""

OF_THE_DATABASE = {"repeated-key.reading"}
"""Made by `audit.store.files`, and tested in tests/sheets/test_remapped.py."""

REV: dict[str, str | bytes] = {
    "encoding.bom": "\ufeff" + NUMBER,
    "encoding.crlf": NUMBER.replace("\n", "\r\n"),
    "encoding.cr": NUMBER.replace("\n", "\r"),
    "encoding.nbsp": NUMBER + "ganador:\u00a0Ana\n",
    "encoding.cp1252": NUMBER.encode() + b"nota: caf\xe9\n",
    "encoding.control": NUMBER + "nota: \x07\n",
    "unknown-key.text": NUMBER + "pintos: 1, 2, 3, 4\n",
    "repeated-key.equal": NUMBER + "ganador: Ana\nganador: Ana\n",
    "repeated-key.different": NUMBER + "ganador: Ana\nganador: Carla\n",
    "bad-card.no-card": NUMBER + "monte: 1o zz 3o\n",
    "bad-card.two": NUMBER.replace("revesino\n", "reversis\n") + "b1 Ana: sota-de-copas 1h 2h 3h\n",
    "bad-length.blanks": NUMBER + "puntos: 1 2 3 4\n",
    "bad-length.comma": NUMBER + "puntos: 1, 2, 3, 4,\n",
    "bad-length.names-in-blanks": NUMBER.replace("Ana, Benito, Carla, Diego", "Ana Benito Carla Diego"),
    "bad-length.names-in-semicolons": NUMBER.replace("Ana, Benito, Carla, Diego", "Ana; Benito; Carla; Diego"),
    "bad-length.semicolons": NUMBER + "puntos: 1; 2; 3; 4\n",
    "bad-line.kept": NUMBER + "; ilegible: foo: 1\n",
    "bad-line.mistyped-deal": NUMBER + "repartto 2\n",
    "bad-value.dash": NUMBER + "fondo final: –2\n",
    "bad-value.empty-name": NUMBER.replace("Benito", ""),
    "bad-length.cards": NUMBER + "monte: 1o 3o\n",
    "bad-length.numbers": NUMBER + "puntos: 1, 2, 3\n",
    "bad-length.players": NUMBER.replace(", Diego", ""),
    "bad-line.before-deal": HEADER + "ganador: Ana\n" + "reparto 1\n",
    "bad-line.header-late": NUMBER + "fondo previo: 3\n",
    "bad-line.extra-name": NUMBER + "ganador Ana: Ana\n",
    "bad-line.no-colon": NUMBER + "ganador Ana\n",
    "bad-line.no-name": NUMBER + "mano: 1o 2o\n",
    "bad-line.unclosed-quote": NUMBER + 'ganador: "Ana\n',
    "bad-value.too-long": HEADER.replace("Casino", "x" * 501) + "\nreparto 1\n",
    "too-large.cards": NUMBER + "mano Ana: " + "rey de " * 101 + "\n",
    "bad-option.late": NUMBER + "opcion renewal: only_empty\n",
    "bad-value.date": NUMBER.replace("03-02", "02-30"),
    "bad-value.exchange": NUMBER + "cambio Ana: 1o 2o\n",
    "bad-value.integer": NUMBER + "puntos: 1, x, 3, 4\n",
    "bad-value.name": NUMBER + "ganador: A=na\n",
    "bad-value.negative-fondo": HEADER + "fondo previo: -5\nreparto 1\n",
    "bad-value.payment": NUMBER + "pago: Ana, Benito 3\n",
    "bad-value.too-large": NUMBER + f"fondo final: {2**63}\n",
    "bad-value.trick": NUMBER + "b14 Ana: 1o 2o 3o 4o\n",
    "bad-value.version": NUMBER.replace("log 1", "log 2"),
    "duplicate-player.fondo": NUMBER.replace("Ana", "fondo"),
    "duplicate-player.twice": NUMBER.replace("Ana", "Carla"),
    "missing-deal-number.absent": HEADER + "reparto\n",
    "missing-deal-number.bad": HEADER + "reparto uno\n",
    "missing-header.format": NUMBER.replace("revesino-log 1\n", ""),
    "missing-header.late": NUMBER + HEADER.replace("revesino-log 1\n", "").replace("sesion: A", "sesion: B"),
    "missing-header.key": NUMBER.replace("club: Casino\n", ""),
    "no-deals.empty": " \n",
    "no-deals.file": HEADER,
    "too-large.line": NUMBER + "nota: " + "x" * limits.LINE_CHARS + "\n",
    "too-large.problems": NUMBER + "x\n" * (limits.PROBLEMS_PER_FILE + 1),
    "unknown-player.name": NUMBER + "ganador: ana\n",
    "unreadable.binary": bytes(range(256)),
    "unreadable.utf16": NUMBER.encode("utf-16"),
}
JSONL: dict[str, str] = {
    "encoding.surrogate": RECORD + r', "note": "\ud800"}',
    "unknown-key.json": RECORD + ', "tircks": []}',
    "bad-card.wrong-type": RECORD + ', "stock": [1, "2o", "3o"]}',
    "bad-length.tricks": RECORD + f', "tricks": [{", ".join(["null"] * 14)}]}}',
    "bad-line.json": RECORD,
    "bad-line.json-spread": "{\n" + RECORD[1:] + "}\n",
    "bad-line.not-a-record": f"[{RECORD}}}]",
    "bad-value.wrong-type": RECORD + ', "note": 1}',
    "too-large.nesting": RECORD + f', "x-deep": {"[" * 99}{"]" * 99}}}',
}


def folder(path: Path) -> list[Path]:
    (path / "empty").mkdir()
    return [path / "empty"]


def other_form(path: Path) -> list[Path]:
    (path / "a.txt").write_text("hello\n")
    return [path / "a.txt"]


def fifo(path: Path) -> list[Path]:
    os.mkfifo(path / "pipe.rev")
    return [path / "pipe.rev"]


def dangling(path: Path) -> list[Path]:
    (path / "gone.rev").symlink_to(path / "nowhere.rev")
    return [path]


def other_sheet(path: Path) -> list[Path]:
    (path / "night.ods").write_bytes(b"PK")
    return [path]


def huge(path: Path) -> list[Path]:
    with (path / "huge.rev").open("wb") as file:
        file.write(NUMBER.encode())
        file.truncate(limits.FILE_BYTES + 1)
    return [path / "huge.rev"]


PATHS: dict[str, Callable[[Path], list[Path]]] = {
    "no-deals.folder": folder,
    "too-large.file": huge,
    "unreadable.form": other_form,
    "unreadable.missing": lambda path: [path / "none.rev"],
    "unreadable.not-a-file": fifo,
    "unreadable.passed-over": dangling,
    "unreadable.spreadsheet": other_sheet,
    "unreadable.system": lambda path: [path / ("x" * 300)],
    **KINDS,
}


def test_every_kind_has_an_input_and_a_wording() -> None:
    assert REV.keys() | JSONL.keys() | PATHS.keys() | INPUTS.keys() == SEVERITIES.keys()
    assert WORDINGS.keys() == SEVERITIES.keys() | OF_THE_RULESETS | OF_THE_DATABASE


@pytest.mark.parametrize("what", sorted(SEVERITIES))
def test_the_input_gives_the_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    if what in PATHS:
        reading = read(PATHS[what](tmp_path), pack_of)
    elif what in INPUTS:
        reading = read([INPUTS[what](tmp_path, monkeypatch)], pack_of)
    elif what in REV:
        reading = read_text(tmp_path, REV[what])
    else:
        reading = read_text(tmp_path, JSONL[what], "log.jsonl")
    problem = next(problem for problem in reading.problems if problem.what == what)
    assert problem.code == what.partition(".")[0]
    for text in (message(problem), expected(problem)):
        assert text and "{" not in text.replace(problem.excerpt, "")


def test_a_wording_is_filled_in_once() -> None:
    """Braces in what was found are no places to fill in."""
    place = Place("a.rev", 1)
    params = {"known": "Ana", "near": "{known}"}
    problem = Problem(
        place=place, code="unknown-player", severity="error", what="unknown-player.name", excerpt="{x}", params=params
    )
    assert "`{x}`" in message(problem)
    assert "did you mean `{known}`?" in message(problem)


def test_strict_makes_warnings_errors_and_leaves_notes(tmp_path: Path) -> None:
    text = "\ufeff" + NUMBER + "foo: 1\nganador: Ana\nganador: Ana\n"
    kind = {problem.what: problem.severity for problem in read_text(tmp_path, text).problems}
    assert kind == {"encoding.bom": "note", "unknown-key.text": "warning", "repeated-key.equal": "warning"}
    kind = {problem.what: problem.severity for problem in read_text(tmp_path, text, strict=True).problems}
    assert kind == {"encoding.bom": "note", "unknown-key.text": "error", "repeated-key.equal": "error"}


def test_problems_beyond_the_limit_are_counted(tmp_path: Path) -> None:
    more = 17
    reading = read_text(tmp_path, NUMBER + "foo: 1\n" * (limits.PROBLEMS_PER_FILE + more - 1) + "bar\n")
    *kept, last = reading.problems
    assert len(kept) == limits.PROBLEMS_PER_FILE
    assert {problem.severity for problem in kept} == {"warning"}
    assert last.severity == "error", "the gravest of those that are not shown"
    assert f"at least {limits.PROBLEMS_PER_FILE + more} problems" in message(last)
    assert f"{more} of them" in message(last)


def test_problems_are_in_the_order_of_their_places(tmp_path: Path) -> None:
    text = HEADER.replace("club: Casino\n", "") + "foo\nreparto 1\nganador: x\n"
    reading = read_text(tmp_path, text)
    places = [problem.place for problem in reading.problems]
    assert places == sorted(places)
    assert [place.line for place in places] == [1, 6]
