"""`python -m tests.bench`: what the tool does in a second, each figure as a ratio in the same run."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
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
from tests.bench import peers, statistics, volume
from tests.bench.batches import as_batch
from tests.bench.deals import random_plays
from tests.oracle import settle_session
from tests.oracle.deals import random_session
from tests.oracle.recorded import record_session

Row = tuple[str, str, str]

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


def small_things(folder: Path, plain: float) -> Iterator[Row]:
    """A season, one deal, and what it takes to start."""
    log = season(folder)
    text = folder / "season.rev"
    text.write_text(convert(read([log], pack_of), "rev"), encoding="utf-8")
    for path in (text, log):
        figure = text_to_verdicts(path)
        yield f"audit of 4,000 deals, {path.suffix}", f"{figure:,.0f} deals/s", f"{figure / plain:.2f} × the oracle"
    one = folder / "one.rev"
    whole = (LOGS / "revesino.rev").read_text(encoding="utf-8")
    one.write_text(whole[: whole.index("\nreparto 2")], encoding="utf-8")
    empty = whole_process("-c", "pass")
    yield "python -c 'import numpy'", f"{(figure := whole_process('-c', 'import numpy')):.3f} s", _times(figure, empty)
    for label, arguments in (("revesino --help", ("--help",)), ("audit of one deal", ("audit", str(one)))):
        figure = whole_process("-m", "audit", *arguments)
        yield label, f"{figure:.3f} s", _times(figure, empty)


def _times(figure: float, empty: float) -> str:
    return f"{figure / empty:.1f} × an empty Python"


def imports(folder: Path, most: int, plain: float) -> Iterator[Row]:
    """`revesino import`, form by form, at growing sizes: deals a second, memory, what the database takes."""
    for form, largest in (("parquet", most), ("jsonl", min(most, 1_000_000)), ("rev", min(most, 100_000))):
        size, before = 10_000, 0.0
        while size <= largest:
            logs = volume.parquet(folder, size) if form == "parquet" else volume.text(folder, size, form)
            database = folder / f"{form}-{size}.duckdb"
            first = volume.run("import", str(logs), "--db", str(database))
            figure = size / first.seconds
            ratio = f"{figure / plain:.1f} × the oracle"
            ratio += f", {first.seconds / before:.1f} × the time of a tenth" if before else ""
            per_deal = database.stat().st_size / size
            told = f"{figure:,.0f} deals/s, {first.peak / 2**20:,.0f} MiB at most, {per_deal:,.0f} B a deal"
            yield f"import of {size:,} deals, .{form}", told, ratio
            before = first.seconds
            if size == largest:
                again = volume.run("import", str(logs), "--db", str(database))
                yield (
                    "the same again",
                    f"{again.seconds:.2f} s",
                    f"{again.seconds / first.seconds:.2f} × the first time",
                )
            if form == "parquet" and size == largest:
                yield from statistics.rows(database, size)
                shutil.rmtree(f"{database}.marts")
            shutil.rmtree(f"{database}.snapshots")
            database.unlink()
            size *= 10


def others(found: Sequence[peers.Peer]) -> Iterator[Row]:
    """What other libraries do of their own games."""
    settled = engine("revesino")["ledgers"]
    for peer in found:
        if peer.per_second is None:
            yield peer.name, "–", peer.what
        else:
            ratio = f"our engine with ledgers: {settled / peer.per_second:,.0f} × as many"
            yield f"{peer.name} {peer.version}: {peer.what}", f"{peer.per_second:,.0f} /s", ratio


def rows(most: int, found: Sequence[peers.Peer]) -> Iterator[Row]:
    """What was measured: its name, the figure, and its ratio."""
    plain = oracle("revesino")
    yield "oracle of the tests", f"{plain:,.0f} deals/s", "1 × the oracle"
    for rules in ("revesino", "reversis"):
        for what, figure in engine(rules).items():
            yield f"engine, {rules}, {what}", f"{figure:,.0f} deals/s", f"{figure / plain:,.0f} × the oracle"
    with tempfile.TemporaryDirectory() as name:
        yield from small_things(Path(name), plain)
        yield from imports(Path(name), most, plain)
    yield from others(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000, help="the largest import (10,000 to 10,000,000)")
    most = parser.parse_args().deals
    print(f"{'what':<56}  {'figure':>50}  ratio")
    found = peers.measure()
    for label, figure, ratio in rows(most, found):
        print(f"{label:<56}  {figure:>50}  {ratio}", flush=True)
    print("\nHow the work of the others differs:")
    for peer in {one.name: one for one in found}.values():
        print(f"- {peer.name}: {peer.differs}")


if __name__ == "__main__":
    main()
