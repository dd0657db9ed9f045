"""Every one of the 25 asks has its test, or a reason why it cannot have one yet."""

from __future__ import annotations

import re
from pathlib import Path

ASKS = set(range(1, 26))
NOT_YET = {
    8: "there is no dashboard yet, whose totals could differ from those of the database",
    22: "there are no statistics yet, which could mix rulesets",
    23: "no player names can be merged yet",
}
"""By number: why an ask cannot be tested. Whoever makes the thing takes the number out and writes the test."""
TEST = re.compile(r"^def test_(\d\d)_\w+\(", re.MULTILINE)


def numbers_in(texts: list[str]) -> set[int]:
    """The numbers of the asks that have a test function in these files."""
    return {int(number) for text in texts for number in TEST.findall(text)}


def test_every_ask_has_a_test_or_a_reason() -> None:
    found = numbers_in([path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")])
    assert found | NOT_YET.keys() == ASKS
    assert not found & NOT_YET.keys()


def test_an_ask_without_a_test_is_noticed() -> None:
    """The failing control."""
    assert numbers_in(["def test_07_x(a: int) -> None:\n    def test_08_y() -> None:\n# def test_09_z("]) == {7}
