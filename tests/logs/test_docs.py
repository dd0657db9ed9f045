"""docs/log-format.md holds: its table is the code's, its examples are read as they stand."""

from __future__ import annotations

import re
from pathlib import Path

from audit.card_names import parse_card
from audit.cards import Pack
from audit.logs.keys import KEYS, TRICK_LETTERS, Key
from audit.logs.service import convert
from audit.service import audit

from .reading import read_text

PAGE = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")


def shown(key: Key, word: str, letter: str) -> str:
    behind = {"": "", "number": " N", "name": " X", "trick": f" {letter}N", "trick?": f" {letter}N"}
    return f"`{letter}N X` or `{word} N X`" if key.takes == "trick name" else f"`{word}{behind[key.takes]}`"


def test_the_table_of_keys() -> None:
    rows = [
        f"| {key.field} | {' | '.join(shown(key, *pair) for pair in zip(key.spellings, TRICK_LETTERS, strict=True))} |"
        for key in KEYS
    ]
    assert re.findall(r"^\| [a-z_]+(?: \| `[^|]+){3} \|$", PAGE, re.MULTILINE) == rows


def test_the_examples_are_read(tmp_path: Path) -> None:
    rev, jsonl = re.findall(r"^```(?:json)?\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)
    reading = read_text(tmp_path, rev)
    assert not reading.problems
    assert convert(reading, "rev") == rev, "it is in the canonical form"
    reading = read_text(tmp_path, jsonl, "log.jsonl")
    assert not reading.problems
    assert len(reading.deals) == 1


def test_the_worked_example_is_all_right(tmp_path: Path) -> None:
    path = tmp_path / "example.rev"
    path.write_text(re.findall(r"^```\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)[0], encoding="utf-8")
    audited = audit([path])
    assert not audited.problems
    (session,) = audited.sessions()
    (deal,) = session["deals"]
    assert deal["status"] == "confirmed"
    assert not deal["findings"]
    path.write_text(path.read_text(encoding="utf-8").replace("puntos: 4, 3", "puntos: 5, 3"), encoding="utf-8")
    (session,) = audit([path]).sessions()
    assert session["deals"][0]["status"] != "confirmed", "the failing control"


def test_the_letters_of_suits_and_ranks() -> None:
    rows = re.findall(r"^\| ([a-z]+) \| `(\w{1,2})` \| ([a-z]+) \| `(\w)` \|$", PAGE, re.MULTILINE)
    spanish = {mark for _, mark, _, _ in rows}
    french = {mark for _, _, _, mark in rows}
    assert spanish == {*Pack.SPANISH.suits, "10", "11", "12", "1"}
    assert french == {*Pack.FRENCH.suits, "J", "Q", "K", "A"}


def test_the_spellings_of_cards() -> None:
    rows = re.findall(r"^\| (?:canonical|letters|names|half).*$", PAGE, re.MULTILINE)
    for row in rows:
        for column, pack in zip(row.split("|")[2:4], Pack, strict=True):
            names = re.findall(r"[^`,|]+", column) if row.startswith("| names") else re.findall(r"`([^`]+)`", column)
            for name in (part for each in names for part in (each.split() if "`" + each + "`" in column else [each])):
                assert name == "…" or parse_card(name, pack) is not None, name
