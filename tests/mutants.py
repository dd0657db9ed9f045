"""A fault planted in every rule must make a test fail: `python -m tests.mutants [RULE…]`.

Each fault of `tests.faults` is planted in a copy of `audit/`, and the tests that should notice run against the
copy until one fails, those of the fault's own rule first. A fault that survives is a hole in the tests, to be
closed with a case. A fault whose old text is not there (any more) is an error, so that the table stays true.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.faults import FAULTS, Fault

ROOT = Path(__file__).parent.parent
AT_ONCE = 2
LONGEST = 180
"""Seconds after which a run counts as hung, which is noticed, too."""

CASES = "tests/rules/test_cases.py"
RULES = (CASES, "tests/rules/test_options.py")
VERDICTS = ("tests/rules/test_slips.py", "tests/test_verdicts.py", "tests/oracle/test_verdicts.py")
SUITES = (*RULES, "tests/test_vectors.py", *VERDICTS)
"""What runs, in this order; for a fault that lies across the rules the verdicts come first."""

FAILED, PASSED = 1, 0
"""What pytest ends with; anything else means that the tests could not be run."""


class Outcome(NamedTuple):
    """What became of a fault: `killed`, `survived`, or an error and why."""

    fault: Fault
    word: str
    why: str
    seconds: float


PLUGIN = """
import audit  # before pytest puts the checkout on the path, whose own audit/ would come first

def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: "-{rule}-" not in item.name)
"""


def run_tests(house: Path, tests: Sequence[str], rule: str = "") -> tuple[int, str]:
    """Run `tests` on the `audit/` in `house`, the rule's own first; pytest's status, and the first failure."""
    (house / "copy_first.py").write_text(PLUGIN.format(rule=rule), encoding="utf-8")
    given = os.environ | {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": str(house),
    }
    command = [sys.executable, "-m", "pytest", "-x", "--no-header", "--tb=line", "-p", "copy_first"]
    command += ["-p", "no:cacheprovider", f"--basetemp={house / 'tmp'}"]
    command += [f"--rootdir={ROOT}", "-c", str(ROOT / "pyproject.toml"), *(str(ROOT / test) for test in tests)]
    try:
        done = subprocess.run(
            command, cwd=house, env=given, capture_output=True, text=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return FAILED, "hung"
    lines = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return done.returncode, lines[0].partition("::")[2] if lines else done.stdout[-500:] + done.stderr[-500:]


def plant(fault: Fault, audit: Path) -> str:
    """Plant a fault in a copy of the package; the error when its old text does not stand there once."""
    path = audit / fault.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text.count(fault.old) != 1:
        return f"old text stands {text.count(fault.old)} times in {fault.file}: {fault.old!r}"
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        stale.unlink()
    return ""


def try_fault(fault: Fault, template: Path) -> Outcome:
    """What the tests say of one fault."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder)
        shutil.copytree(template, house / "audit")
        suites = SUITES if fault.rule[0].isupper() else (*VERDICTS, *RULES)
        error = plant(fault, house / "audit")
        if error:
            return Outcome(fault, "ERROR", error, 0)
        status, why = run_tests(house, suites, fault.rule)
    word = {FAILED: "killed", PASSED: "SURVIVED"}.get(status, "ERROR")
    return Outcome(fault, word, why if word != "SURVIVED" else "", time.perf_counter() - begin)


def check_copy(template: Path) -> str:
    """Whether an unharmed copy is what the tests import, and passes; else what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder)
        shutil.copytree(template, house / "audit")
        status, why = run_tests(house, SUITES)
        if status != PASSED:
            return f"the tests fail without a fault: {why}"
        (house / "audit" / "service.py").write_text("raise ImportError('not this one')\n", encoding="utf-8")
        status, _ = run_tests(house, [CASES])
        return "the tests import another copy of audit/" if status == PASSED else ""


def run(faults: Sequence[Fault]) -> int:
    """Try all `faults`, report each, and return the exit status."""
    say = sys.stdout.write
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "audit"
        shutil.copytree(ROOT / "audit", template, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(template, quiet=2)
        error = check_copy(template)
        if error:
            say(error + "\n")
            return 1
        begin = time.perf_counter()
        bad = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for one in pool.map(lambda fault: try_fault(fault, template), faults):
                change = f"{one.fault.file}: {one.fault.old!r} → {one.fault.new!r}" if one.word != "killed" else ""
                say(f"{one.word:8} {one.fault.rule:8} {one.seconds:5.1f} s  {one.why}  {change}\n")
                sys.stdout.flush()
                bad += [one] if one.word != "killed" else []
    say(f"{len(faults)} faults, {len(faults) - len(bad)} killed, {time.perf_counter() - begin:.0f} s\n")
    return 1 if bad else 0


def main() -> int:
    """Try the faults of the rules named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules", nargs="*", metavar="RULE", help="ids such as P3, or fondo, balance, carried, …")
    rules = parser.parse_args().rules
    unknown = set(rules) - {fault.rule for fault in FAULTS}
    if unknown:
        parser.error(f"no faults for {', '.join(sorted(unknown))}")
    return run([fault for fault in FAULTS if not rules or fault.rule in rules])


if __name__ == "__main__":
    sys.exit(main())
