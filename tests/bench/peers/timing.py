"""How a peer is measured: its own processor time, as our own figures are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from importlib.metadata import version

RUNS = 5


def report(peer: str, what: str, work: Callable[[], object], units: int) -> None:
    """Print how many `units` a second `work` does: the median of a few runs after one that warms up."""
    work()
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    per_second = units / sorted(times)[RUNS // 2]
    print(json.dumps({"peer": peer, "version": version(peer), "what": what, "per_second": per_second}))
