"""Right records that the audit finds fault with: `python -m tests.oracle.alarms --deals N`.

Random sessions of every ruleset, under its defaults and under random options, are settled by the plain oracle, card by
card, and recorded as it settles them, every value. Whatever the audit then contradicts is a false alarm. Nothing of the
engine goes into the records.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from audit.service import audit
from tests.oracle.deals import random_options, random_session
from tests.oracle.recorded import record_session

RULESETS = ("revesino", "reversis", "reversis-partidas", "reversis-simple", "reversis-5", "reversis-52")

DEALS = 20
"""Deals a session."""

SESSIONS = 100
"""Sessions of a ruleset that are made and audited at once."""

TOLD_EVERY = 50_000
"""Deals after which it is said how far it is."""

PLANTED = {"revoke", "bad-declaration"}
"""Findings on what the players of these deals do; any other one on a deal is an alarm."""


def alarms(task: tuple[str, int]) -> tuple[Counter[str], list[str]]:
    """Counts of deals, of values and of those that are contradicted in sessions of a ruleset from a seed; and where."""
    rules, seed = task
    rng = random.Random(f"{rules} {seed}")
    made = [
        random_session(rng, rules, DEALS, random_options(rng, rules) if k % 2 else None, f"{rules}-{seed}-{k}")
        for k in range(SESSIONS)
    ]
    counts: Counter[str] = Counter()
    where = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "right.jsonl"
        with log.open("w", encoding="utf-8") as out:
            for session in made:
                out.writelines(json.dumps(deal, ensure_ascii=False) + "\n" for deal in record_session(session))
        for session in audit([log]).sessions():
            for deal in session["deals"]:
                counts["deals"] += 1
                counts["values"] += len(deal["claims"])
                wrong = [one["claim"] for one in deal["claims"] if one["verdict"] == "contradicted"]
                wrong += [one["code"] for one in deal["findings"] if one["code"] not in PLANTED]
                counts["alarms"] += bool(wrong)
                where += [f"{session['session']} deal {deal['deal']}: {', '.join(wrong)}"] if wrong else []
    return counts, where


def main(arguments: list[str] | None = None) -> int:
    """Print the counts; 1 when there was an alarm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rounds = -(-given.deals // (DEALS * SESSIONS * len(RULESETS)))
    tasks = [(rules, given.seed + 1000 * k) for k in range(rounds) for rules in RULESETS]
    total: Counter[str] = Counter()
    begun = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for counts, where in pool.map(alarms, tasks):
            total += counts
            sys.stdout.writelines(f"{line}\n" for line in where)
            if total["deals"] % TOLD_EVERY == 0:
                print(_said(total, begun), flush=True)
    print(_said(total, begun))
    return 1 if total["alarms"] else 0


def _said(total: Counter[str], begun: float) -> str:
    took = time.monotonic() - begun
    return f"{total['deals']:,} right deals, {total['values']:,} values, {total['alarms']} false alarms, {took:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
