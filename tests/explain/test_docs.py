"""docs/explain.md says what is so: its example, and the weights of the mistakes."""

from __future__ import annotations

import re
from pathlib import Path

from support import revesino

from audit.explain.priors import ANOTHER, STRENGTH, UNRECORDED
from audit.simulate.mistakes import WEIGHTS

from .test_command import COPAS

PAGE = (Path(__file__).parents[2] / "docs" / "explain.md").read_text(encoding="utf-8")


def test_the_example_is_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "uno.rev"
    path.write_text(COPAS, encoding="utf-8")
    example = next(block for block in PAGE.split("```") if block.startswith("\nPeña"))
    assert revesino("--lang", "en", "explain", path).stdout.strip() == example.strip()


def test_the_weights_are_those_that_are_used() -> None:
    cells = re.findall(r"\| ([a-z, -]+) \| (\d+) (?=\|)", PAGE)
    told = {name: float(weight) for names, weight in cells for name in names.split(", ")}
    assert told == WEIGHTS


def test_the_other_numbers_are_those_that_are_used() -> None:
    assert f"{ANOTHER} for each cause beyond the first" in PAGE
    assert f"{UNRECORDED} for each entry" in PAGE
    assert f"beside {STRENGTH:.0f} deals" in PAGE
