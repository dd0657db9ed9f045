"""`python -m tests.bench`: what the tool does in a second, each figure as a ratio in the same run."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from audit import fondo, ledger
from audit.logs import read
from audit.logs.service import convert
from audit.replay import CHUNK, replay
from audit.ruleset import load, pack_of
from audit.service import audit
from audit.settle import settle
from audit.terminal.render import render
from tests.bench.batches import as_batch
from tests.bench.deals import random_plays
from tests.oracle import settle_session
from tests.oracle.deals import random_session
from tests.oracle.recorded import record_session

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


def season(folder: Path) -> Path:
    """A log of 160 evenings of 25 deals, with everything recorded."""
    rng = random.Random(5)
    sessions = [random_session(rng, "revesino", 25, None, f"evening {number}") for number in range(160)]
    path = folder / "season.jsonl"
    deals = [deal for session in sessions for deal in record_session(session)]
    path.write_text("".join(json.dumps(deal) + "\n" for deal in deals), encoding="utf-8")
    return path


def text_to_verdicts(path: Path) -> float:
    """Deals a second from a log's text to the printed report, on one core."""
    deals = audit([path]).totals["deals"]
    return deals / seconds(lambda: list(render(audit([path]))))


def rows() -> Iterator[tuple[str, str, str]]:
    """What was measured: its name, the figure, and its ratio."""
    plain = oracle("revesino")
    yield "oracle of the tests", f"{plain:,.0f} deals/s", "1 × the oracle"
    for rules in ("revesino", "reversis"):
        for what, figure in engine(rules).items():
            yield f"engine, {rules}, {what}", f"{figure:,.0f} deals/s", f"{figure / plain:,.0f} × the oracle"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = season(folder)
        text = folder / "season.rev"
        text.write_text(convert(read([log], pack_of), "rev"), encoding="utf-8")
        for path in (text, log):
            figure = text_to_verdicts(path)
            yield f"{path.suffix} text to verdicts", f"{figure:,.0f} deals/s", f"{figure / plain:.2f} × the oracle"
        one = folder / "one.rev"
        whole = (LOGS / "revesino.rev").read_text(encoding="utf-8")
        one.write_text(whole[: whole.index("\nreparto 2")], encoding="utf-8")
        empty = whole_process("-c", "pass")
        numpy = whole_process("-c", "import numpy")
        yield "python -c 'import numpy'", f"{numpy:.3f} s", f"{numpy / empty:.1f} × an empty Python"
        for label, arguments in (("revesino --help", ("--help",)), ("audit of one deal", ("audit", str(one)))):
            figure = whole_process("-m", "audit", *arguments)
            yield label, f"{figure:.3f} s", f"{figure / empty:.1f} × an empty Python"


def main() -> None:
    """Measure and print."""
    print(f"{'what':<32}  {'figure':>18}  ratio")
    for label, figure, ratio in rows():
        print(f"{label:<32}  {figure:>18}  {ratio}", flush=True)


if __name__ == "__main__":
    main()
