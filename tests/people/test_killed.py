"""Killed at any moment, forgetting leaves the old database or the new one; run again, it is done."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from people.tables import texts
from store.stores import SAMPLES, store, tables

from audit.club.forgetting import forget

MOMENTS = 20
CASINO = sorted(SAMPLES.glob("*casino*"))


def start(database: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "audit", "forget", "Fermín", "--yes", "--db", str(database)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.mark.slow
def test_killed_at_random_moments_and_run_again(tmp_path: Path) -> None:
    before, after = tmp_path / "before.duckdb", tmp_path / "after.duckdb"
    store(before, *CASINO)
    shutil.copy(before, after)
    began = time.monotonic()
    assert start(after).wait() == 0
    seconds = time.monotonic() - began
    old, new, rng, found = tables(before), tables(after), random.Random(7), {"old": 0, "new": 0}
    for moment in range(MOMENTS):
        folder = tmp_path / str(moment)
        folder.mkdir()
        database = Path(shutil.copy(before, folder / "club.duckdb"))
        process = start(database)
        time.sleep(rng.uniform(0.3, 1) * seconds)
        process.kill()
        process.wait()
        left = tables(database)
        assert left in (old, new)
        found["new" if left == new else "old"] += 1
        assert ("Fermín" in texts(database)) == (left == old)
        assert not forget(database, "Fermín").is_left
        assert tables(database) == new
        assert {one.name for one in folder.iterdir()} == {"club.duckdb", "club.duckdb.snapshots"}
        assert len(list((folder / "club.duckdb.snapshots").glob("*.duckdb"))) == 1
    # Killed too early or too late each time, the test would show nothing.
    assert min(found.values()) > 0
