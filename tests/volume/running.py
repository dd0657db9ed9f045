"""Running `revesino import` in a folder, and reading the sums that it prints."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from store.stores import SAMPLES

from ..spoken import ROOT

PARTS = ("stored", "known", "in_conflict", "quarantined")
GOOD = SAMPLES / "2024-03-02-casino-en-orden.rev"
DAMAGED = "no log at all\nreparto x\n"
SUM = re.compile(r"in ([\d,]+) = stored ([\d,]+) \+ known ([\d,]+) \+ in conflict ([\d,]+) \+ set aside ([\d,]+)")


def environment() -> dict[str, str]:
    return {**os.environ, "LANGUAGE": "en", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}


def words(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "audit", "import", *map(str, arguments)]


def run(folder: Path, *arguments: object, status: int = 0) -> subprocess.CompletedProcess[str]:
    """What `revesino import` prints in `folder`; it must end with `status`."""
    done = subprocess.run(
        words(*arguments), capture_output=True, text=True, encoding="utf-8", check=False, cwd=folder,
        env=environment(), timeout=60,
    )  # fmt: skip
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
