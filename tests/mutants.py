"""A fault planted in every rule must make a test fail: `python -m tests.mutants [RULE…]`.

Each fault is one change of text in a copy of `audit/`; the tests that should notice run against that copy, the
cases of the fault's own rule first. A fault that survives is a hole in the tests and is closed with a case. A
fault whose old text is not there (any more) is an error, so that the table stays true to the code.
"""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
AT_ONCE = 2
LONGEST = 120
"""Seconds after which a run counts as hung, which is noticed, too."""

SUITES = (
    "tests/rules/test_cases.py",
    "tests/rules/test_options.py",
    "tests/test_verdicts.py",
    "tests/test_vectors.py",
)
"""What runs, in this order, until the first failure."""


class Fault(NamedTuple):
    """One deliberate fault: in `file` (from `audit/`) the text `old`, which stands there once, becomes `new`."""

    rule: str
    file: str
    old: str
    new: str


def fault(rule: str, file: str, old: str, new: str) -> Fault:
    return Fault(rule, file, old, new)


REVESINO = "rulesets/revesino.toml"
REVERSIS = "rulesets/reversis.toml"
FAULTS: tuple[Fault, ...] = (
    # ------------------------------------------------------------------------------------- cards and play
    fault("R1", REVESINO, 'order = "1 12 11 10 9', 'order = "1 12 10 11 9'),
    fault("R1", REVESINO, 'order = "1 12 11 10 9 8 7 6 5 4 3 2"', 'order = "12 11 10 9 8 7 6 5 4 3 2 1"'),
    fault("R1", REVESINO, 'quinola = "10o"', 'quinola = "10c"'),
    fault("R1", "legality.py", "yield from ((int(j), None, card) for card in deal.stock or ())", "pass"),
    fault("R2", REVESINO, "cards = { dealer = 12, others = 11", "cards = { dealer = 11, others = 12"),
    fault("R2", "legality.py", "(batch.hand_size != right)", "(batch.hand_size > right)"),
    fault("R3", "legality.py", 'else "dealer-declined" if discard < 0 else ""', 'else ""'),
    fault("R3", "legality.py", 'return "dealer-took" if take >= 0 else', "return"),
    fault("R3", "legality.py", "stock = int(batch.stock[seat - 1, j])", "stock = int(batch.stock[seat % 3, j])"),
    fault("R3", "legality.py", "if (discard < 0) != (take < 0):", "if discard < 0 <= take:"),
    fault("R3", "legality.py", 'return "not-held"', 'return ""'),
    fault("R4", "seating.py", "return 1 - r.first_seat", "return 0"),
    fault("R4", "legality.py", "(recorded != due)", "(recorded < due)"),
    fault("R4", "legality.py", "due[1:] = winner[:-1]", "due[1:] = recorded[1:]"),
    fault("R4", "legality.py", "owners = owners[owners != player[t, p, j]]", "owners = owners[:0]"),
    fault("R5", "facts.py", "trick_winner(np.where(followed, strength, 0))", "trick_winner(strength)"),
    fault("R5", "facts.py", "beats = strength[:, seat] > best", "beats = strength[:, seat] < best"),
    fault("R6", "rules/r6.py", "& ~f.void", "& f.void"),
    fault("R6", "rules/r6.py", "~f.followed & ~f.void", "~f.followed & ~f.void & (f.held > 1)"),
    fault("R7", REVESINO, "1c = 5", "1c = 4"),
    fault("R7", REVESINO, "10o = 3", "10o = 1"),
    fault("R7", REVESINO, "11 = 2 ", "11 = 1 ") if False else fault("R7", REVESINO, "\n11 = 2\n", "\n11 = 1\n"),
    fault("R8", "rules/r8.py", "return c.mark(winner=np.where(is_made(f, c), c.undertaker, best)", "return c.mark(winner=best")
    if False
    else fault("R8", "rules/r8.py", "rank = ranked((f.points, f.tricks), seat_order(r))", "rank = ranked((f.points,), seat_order(r))"),
    fault("R8", "rules/r8.py", "return (0, 1, 2, 3) if", "return (3, 2, 1, 0) if"),
    fault("R8", "rules/r8.py", "else (0, 3, 2, 1)", "else (1, 0, 3, 2)"),
    fault("R8", "rules/r8.py", "alone = (f.points == fewest).sum(axis=0) == 1", "alone = fewest >= 0"),
    fault("R9", "seating.py", '(1 if r.next_dealer == "right" else -1)', "(-1)"),
    fault("R9", "seating.py", '(1 if r.next_dealer == "right" else -1)', "1"),
    fault("R9", REVESINO, 'next_dealer = "right"', 'next_dealer = "left"'),
    fault("R10", "rules/r10.py", ' + r.amount("party_bonus")', ""),
    fault("R10", "rules/r10.py", " & (c.napolitano == NOBODY)", ""),
    fault("R10", "rules/r10.py", "~c.undertaken & (", "("),
    fault("R10", "rules/r10.py", "ranked((f.points, f.tricks)", "ranked((f.points,)"),
    fault("R10", "rules/r10.py", "pay(r, deal, loser[deal], c.winner[deal], tantos)", "pay(r, deal, loser[deal], FONDO, tantos)")
    if False
    else fault("R10", "rules/r10.py", "loser[deal], c.winner[deal]", "c.winner[deal], loser[deal]"),
)


if __name__ == "__main__":
    sys.exit("draft")
