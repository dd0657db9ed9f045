"""Running `revesino import` in a folder, and reading the sums that it prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from store.stores import SAMPLES
from support import Done, revesino

PARTS = ("stored", "known", "in_conflict", "quarantined")
GOOD = SAMPLES / "2024-03-02-casino-en-orden.rev"
DAMAGED = "no log at all\nreparto x\n"
SUM = re.compile(r"in ([\d,]+) = stored ([\d,]+) \+ known ([\d,]+) \+ in conflict ([\d,]+) \+ set aside ([\d,]+)")


def run(folder: Path, *arguments: object, status: int = 0) -> Done:
    """What `revesino import` prints in `folder`; it must end with `status`."""
    done = revesino("import", *arguments, folder=folder)
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode == status, done.stderr + done.stdout
    return done


def as_json(folder: Path, *arguments: object, status: int = 0) -> dict[str, Any]:
    found = json.loads(run(folder, *arguments, "--format", "json", status=status).stdout)
    assert isinstance(found, dict)
    return found


def sums(text: str) -> list[tuple[int, ...]]:
    """The numbers of every line with a sum."""
    return [tuple(int(one.replace(",", "")) for one in found) for found in SUM.findall(text)]
