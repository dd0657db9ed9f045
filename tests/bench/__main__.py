"""`python -m tests.bench`: what the tool does in a second, each figure as a ratio in the same run."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from audit import fondo, ledger
from audit.replay import CHUNK, replay
from audit.ruleset import load
from audit.service import audit
from audit.settle import settle
from audit.text.render import render
from tests.bench.batches import as_batch
from tests.bench.deals import random_plays
from tests.oracle import settle_session
from tests.oracle.deals import random_session

RUNS = 5
ENGINE_DEALS = 100_000
LOGS = Path(__file__).parent.parent / "vectors"


def seconds(work: Callable[[], object]) -> float:
    """The median time of a few runs after one that warms up; this process's own time, on one core."""
    work()
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return sorted(times)[RUNS // 2]


def whole_process(*arguments: str) -> float:
    """The median wall time of a whole process."""
    times = []
    for _ in range(RUNS + 1):
        begin = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=False, capture_output=True)
        times.append(time.perf_counter() - begin)
    return sorted(times[1:])[RUNS // 2]


def engine(rules: str) -> dict[str, float]:
    """Deals a second through the engine, in batches: settled only, with their ledgers, and with every check."""
    r = load(rules)
    observed = random_plays(np.random.default_rng(1), r, ENGINE_DEALS)
    batch = as_batch(observed, r)
    chunks = [observed.pick(np.arange(k, min(k + CHUNK, ENGINE_DEALS))) for k in range(0, ENGINE_DEALS, CHUNK)]
    replayed = replay(batch)
    settling = seconds(lambda: [settle(chunk, r) for chunk in chunks])
    entering = seconds(lambda: ledger.enter(replayed, fondo.follow(replayed)))
    checking = seconds(lambda: replay(batch))
    return {
        "settled": ENGINE_DEALS / settling,
        "ledgers": ENGINE_DEALS / (settling + entering),
        "checked": ENGINE_DEALS / (checking + entering),
    }


def oracle(rules: str) -> float:
    """Deals a second through the plain oracle of the tests."""
    rng = random.Random(1)
    sessions = [random_session(rng, rules, 10, None, f"B{number}") for number in range(100)]
    return 1000 / seconds(lambda: [settle_session(session) for session in sessions])


def text_to_verdicts(suffix: str) -> float:
    """Deals a second from a log's text to the printed report, on one core."""
    source = LOGS / f"revesino{suffix}"
    deals = audit([source]).totals["deals"]
    return deals / seconds(lambda: list(render(audit([source]))))


def main() -> None:
    """Measure and print."""
    plain = oracle("revesino")
    rows = [("oracle of the tests", f"{plain:,.0f} deals/s", "1 ×")]
    for rules in ("revesino", "reversis"):
        for what, figure in engine(rules).items():
            rows.append((f"engine, {rules}, {what}", f"{figure:,.0f} deals/s", f"{figure / plain:,.0f} ×"))
    for suffix in (".rev", ".jsonl"):
        figure = text_to_verdicts(suffix)
        rows.append((f"{suffix} text to verdicts", f"{figure:,.0f} deals/s", f"{figure / plain:.1f} ×"))
    empty = whole_process("-c", "pass")
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder) / "one.rev"
        text = (LOGS / "revesino.rev").read_text(encoding="utf-8")
        one.write_text(text[: text.index("\nreparto 2")], encoding="utf-8")
        for label, arguments in (
            ("revesino --help", ("-m", "audit", "--help")),
            ("audit of one deal", ("-m", "audit", "audit", str(one))),
        ):
            figure = whole_process(*arguments)
            rows.append((label, f"{figure:.3f} s", f"{figure / empty:.1f} × an empty Python"))
    width = max(len(row[0]) for row in rows)
    print(f"{'what':<{width}}  {'figure':>20}  ratio to the oracle")
    for label, figure_, ratio in rows:
        print(f"{label:<{width}}  {figure_:>20}  {ratio}")


if __name__ == "__main__":
    main()
