"""Judging that spares the claims of sessions in which all is right comes to the same rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from store.stores import SAMPLES

from audit import logs
from audit.intake import fit
from audit.judge import Judged, judge
from audit.ruleset import pack_of
from audit.sessions import Session, assemble
from audit.store import columns


def _sessions(path: str) -> Sequence[Session]:
    return assemble(fit(logs.read([SAMPLES.parent / path], pack_of)).deals).sessions


def _tables(judged: Judged) -> columns.Tables:
    batch = judged.batch
    _, _, lineup = columns.lineups(batch)
    return columns.tables(judged, columns.Named(np.arange(len(batch.sessions)), np.arange(batch.count), lineup))


@pytest.mark.parametrize("path", ["sample_logs", "tests/vectors"])
def test_the_same_rows(path: str) -> None:
    sessions = _sessions(path)
    whole, spared = list(judge(sessions)), list(judge(sessions, sparing=True))
    for one, other in zip(whole, spared, strict=True):
        assert not one.unclaimed.any()
        assert (one.status == other.status).all()
        found, wanted = _tables(other), _tables(one)
        for name, table in wanted.items():
            assert found[name].equals(table), name


def test_claims_are_spared_only_where_all_of_a_session_is_right() -> None:
    right = list(judge(_sessions("sample_logs/2024-03-02-casino-en-orden.rev"), sparing=True))
    wrong = list(judge(_sessions("sample_logs/2024-03-09-casino-cuentas-mal.rev"), sparing=True))
    assert all(one.unclaimed.all() and not one.claims.size for one in right)
    assert not any(one.unclaimed.any() for one in wrong)
    assert all(np.unique(one.claims.deal).size == one.batch.count for one in wrong)
