"""What is left of a name after it was forgotten: the first of it is listed, with how many more, or all."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.club.forgetting import Forgetting
from audit.store.erasing.read_back import NOTHING, Found
from audit.store.erasing.scan import Hit, Scanned
from audit.terminal.people import SHOWN, forgotten_lines, to_forget_lines


def found(texts: int, places: int) -> Forgetting:
    hits = tuple(Hit(Path("club.duckdb"), 1000 + place) for place in range(places))
    left = NOTHING._replace(parts=tuple(Found("recorded.records.note", f"Banana {n}") for n in range(texts)))
    return Forgetting("Peña", {"Ana": "Persona 1"}, left=left, scanned=Scanned((Path("club.duckdb"),), 5000, hits))


@pytest.mark.parametrize("more", [0, 1, 12])
def test_it_is_said_how_many_are_not_listed_and_what_lists_them(more: int) -> None:
    count = SHOWN + more
    lines = [line.text for line in forgotten_lines(found(count, count), "club.duckdb")]
    assert sum("club.duckdb: 1," in line for line in lines) == SHOWN
    assert sum("Banana" in line for line in lines) == SHOWN
    said = [line.strip() for line in lines if "more; --all lists" in line]
    assert said == {0: [], 1: ["… and 1 more; --all lists it."] * 2, 12: ["… and 12 more; --all lists them."] * 2}[more]


def test_all_of_them_are_listed_when_all_are_wanted() -> None:
    lines = [line.text for line in forgotten_lines(found(30, 22), "club.duckdb", all_left=True)]
    assert sum("club.duckdb: 1," in line for line in lines) == 22
    assert sum("Banana" in line for line in lines) == 30
    before = [line.text for line in to_forget_lines(found(30, 0), all_left=True)]
    assert sum("Banana" in line for line in before) == 30
    assert not any("--all" in line for line in (*lines, *before))
