"""An import that is killed leaves the database as it was or as it should be, never between."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from store.stores import SAMPLES, counts, store, tables

from audit.refusal import Refused
from audit.store.connection import reading

MOMENTS = 50
FIRST = sorted(SAMPLES.glob("2024-03-*.rev"))


def start(database: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "audit", "audit", str(SAMPLES), "--db", str(database)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, float]:
    """A database before and after an import, and how long the import takes."""
    folder = tmp_path_factory.mktemp("undisturbed")
    before, after = folder / "before.duckdb", folder / "after.duckdb"
    store(before, *FIRST)
    shutil.copy(before, after)
    began = time.monotonic()
    assert start(after).wait() == 1
    return before, after, time.monotonic() - began


@pytest.mark.slow
def test_killed_at_random_moments_and_run_again_it_equals_an_undisturbed_one(
    undisturbed: tuple[Path, Path, float], tmp_path: Path
) -> None:
    before, after, seconds = undisturbed
    old, new, new_counts = tables(before), tables(after), counts(after)
    rng, found = random.Random(4), {"old": 0, "new": 0, "none": 0}
    for moment in range(MOMENTS):
        database = tmp_path / f"{moment}.duckdb"
        # Every other time there is no database yet, so that making one is interrupted too.
        if moment % 2:
            shutil.copy(before, database)
        process = start(database)
        time.sleep(rng.uniform(0.3, 1) * seconds)
        process.kill()
        process.wait()
        try:
            with reading(database):
                left = tables(database)
            assert left in (old, new) or not any(table.rows for table in left.values())
            found["new" if left == new else "old" if left == old else "none"] += 1
        except Refused as refused:
            assert refused.what == "database.missing"
            found["none"] += 1
        store(database, SAMPLES)
        assert tables(database) == new
        if moment % 2:
            assert counts(database) == new_counts
        assert {path.name for path in tmp_path.glob(f"{moment}.duckdb*")} == {
            database.name,
            f"{database.name}.snapshots",
        }
    # Killed too early or too late each time, the test would show nothing.
    assert found["old"] + found["none"] > MOMENTS // 5
