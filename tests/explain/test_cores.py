"""Explanations do not depend on how many processes look for them."""

from __future__ import annotations

import pytest

from audit import processes
from audit.explain import sets
from audit.explain.explaining import explain
from audit.judge import judge
from audit.resources import folder
from audit.service import read_sessions


def test_by_one_core_and_by_two_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list(judge(read_sessions(sorted(folder("sample_logs").glob("*.rev")))[0].sessions))
    alone = list(explain(judged))
    asked: list[int] = []
    real = processes.fresh_processes
    monkeypatch.setattr(sets, "FEWEST", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(processes, "fresh_processes", lambda n, *given: asked.append(n) or real(n, *given))
    together = list(explain(judged))
    assert asked
    assert [(one.row, one.explanations) for one in together] == [(one.row, one.explanations) for one in alone]


def test_nothing_to_do_starts_nothing() -> None:
    def make(given: int) -> None:
        raise AssertionError(given)

    assert list(processes.on_all_cores(make, 1, [], pays=False)) == []
