"""What is counted does not depend on how many processes count."""

from __future__ import annotations

from pathlib import Path

import pytest
from store.stores import SAMPLES, store

from audit.club import counting
from audit.club.statistics import ask


@pytest.mark.slow
def test_by_one_process_and_by_two_the_same_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "FROM core.named_seats ORDER BY club, rules, ordinal, number, place"
    found = []
    for name, most in (("alone", counting.DEALS), ("together", 20)):
        monkeypatch.setattr(counting, "DEALS", most)
        monkeypatch.setattr("os.cpu_count", lambda: 2)
        database = tmp_path / f"{name}.duckdb"
        store(database, SAMPLES)
        found.append(ask(database, rows))
    assert found[0].num_rows > 200
    assert found[0].equals(found[1])
