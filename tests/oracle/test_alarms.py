"""The counter of false alarms counts them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle import alarms


def test_right_records_give_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarms, "SESSIONS", 2)
    counts, where = alarms.alarms(("revesino", 5))
    assert (counts["deals"], counts["alarms"], where) == (40, 0, [])
    assert counts["values"] > 40 * 20


def test_a_wrong_value_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    right = alarms.record_session

    def slipped(deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
        made = right(deals)
        made[3]["recorded"]["points"][0] += 1
        return made

    monkeypatch.setattr(alarms, "SESSIONS", 1)
    monkeypatch.setattr(alarms, "record_session", slipped)
    counts, where = alarms.alarms(("revesino", 5))
    assert counts["alarms"] == 1
    assert where == ["revesino-5-0 deal 4: points, inconsistent-record"]
