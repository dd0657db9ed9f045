"""An import in volume that is killed goes on where it was: what is stored in the end is what would have been."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from store.stores import SAMPLES, rows, tables

from audit.store import events
from audit.store.connection import reading
from tests.bench.logs import write_lean

MOMENTS = 50
DEALS = 6_000

COMMAND = """
import sys
from pathlib import Path
from audit.bulk import pool, portions
from audit.club import volume

pool.SMALL_BYTES, portions.FILES, volume.GROUP_BYTES = 0, 5, 100_000
volume.import_volume(Path(sys.argv[2]), [sys.argv[1]], workers=2)
"""
"""An import in many groups and portions, by two processes."""


def start(logs: Path, database: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", COMMAND, str(logs), str(database)])


def log_of(database: Path) -> list[tuple[object, ...]]:
    """What was done, and what it came to."""
    return rows(database, "SELECT event, kind, data FROM log.events ORDER BY event")


@pytest.mark.slow
def test_killed_at_random_moments_and_run_again_it_equals_an_undisturbed_one(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    shutil.copytree(SAMPLES / "season", logs)
    write_lean(logs, DEALS)
    whole = tmp_path / "whole.duckdb"
    began = time.monotonic()
    assert start(logs, whole).wait() == 0
    seconds, wanted, done = time.monotonic() - began, tables(whole), log_of(whole)
    assert len(done) > 1
    rng, halfway = random.Random(7), 0
    for moment in range(MOMENTS):
        database = tmp_path / f"{moment}.duckdb"
        process = start(logs, database)
        time.sleep(rng.uniform(0.2, 1) * seconds)
        process.kill()
        process.wait()
        if database.exists():
            with reading(database) as connection:
                assert list(events.broken(connection)) == []
            # A group is in whole or not at all.
            so_far = log_of(database)
            assert so_far == done[: len(so_far)]
            halfway += 0 < len(so_far) < len(done)
        assert start(logs, database).wait() == 0
        assert (tables(database), log_of(database)) == (wanted, done)
        assert sorted(path.name for path in tmp_path.glob(f"{moment}.*")) == [
            database.name,
            f"{database.name}.snapshots",
        ]
        database.unlink()
        shutil.rmtree(f"{database}.snapshots")
    # Killed too early or too late each time, the test would show nothing.
    assert halfway > 0
