"""What `revesino import` does with logs by the thousand and by the million: whole commands, all their processes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from audit.logs import read
from audit.logs.service import content
from audit.model import Reading
from audit.ruleset import pack_of
from tests.bench.logs import write_lean

DISTINCT = 20_000
"""Deals that are written as text; larger logs have them again, in sessions of other names."""

TEXT_FILE = 20_000
"""Deals in a file of text."""

_SAMPLE_SECONDS = 0.25


@dataclass(frozen=True)
class Run:
    """One command, from its start to its end."""

    seconds: float
    peak: int
    """Bytes of memory of all its processes together, at most."""


def run(*arguments: str) -> Run:
    """Run `revesino` and watch its memory."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "audit", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    peak = 0

    def watch() -> None:
        nonlocal peak
        while process.poll() is None:
            peak = max(peak, sum(_memory(one) for one in _family(process.pid)))
            time.sleep(_SAMPLE_SECONDS)

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, errors = process.communicate()
    watcher.join()
    if process.returncode not in {0, 1}:
        raise RuntimeError(errors.decode("utf-8", "replace"))
    return Run(time.perf_counter() - begin, peak)


def _family(process: int) -> Iterator[int]:
    """A process and all that it has started; on a system without /proc only itself."""
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _memory(process: int) -> int:
    """Its memory, of which shared pages are counted in proportion; 0 where that cannot be told."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def parquet(folder: Path, deals: int) -> Path:
    """A folder of lean records in the bulk form."""
    target = folder / f"parquet-{deals}"
    if not target.exists():
        target.mkdir()
        write_lean(target, deals)
    return target


def text(folder: Path, deals: int, form: str) -> Path:
    """A folder of the same records as text."""
    target = folder / f"{form}-{deals}"
    if target.exists():
        return target
    target.mkdir()
    source = parquet(folder, min(deals, DISTINCT))
    whole = content(Reading(deals=read([source], pack_of).deals, quarantined=[], problems=[]), form)
    for number in range(0, deals, TEXT_FILE):
        # The sessions of the benchmark are called `mesa-…`.
        own = whole.replace(b"mesa-", b"mesa%d-" % (number // TEXT_FILE))
        (target / f"{number // TEXT_FILE:05d}.{form}").write_bytes(own)
    return target
