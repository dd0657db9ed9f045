"""Every deal of the settlement vectors, settled by the oracle, entry by entry."""

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from . import settle_session
from .recorded import record_session

VECTORS = Path(__file__).parent.parent / "vectors"
NAMES = sorted(path.name.removesuffix(".jsonl") for path in VECTORS.glob("*.jsonl"))


def read_sessions(name: str) -> list[list[dict[str, Any]]]:
    """The sessions of one vector file."""
    sessions: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        deal = json.loads(line)
        sessions[deal["club"], deal["session"]].append(deal)
    return list(sessions.values())


def test_vectors_are_here() -> None:
    """Six rulesets, plain and corner."""
    assert len(NAMES) == 12


@pytest.mark.parametrize("name", NAMES)
def test_oracle_settles_as_expected(name: str) -> None:
    """Each deal's whole settlement is the expected one, whatever order the deals are given in."""
    expected = json.loads((VECTORS / f"{name}.expected.json").read_text(encoding="utf-8"))
    settled = {}
    for session in read_sessions(name):
        random.Random(name).shuffle(session)
        for result in settle_session(session):
            settled[result["session"], result["deal"]] = result
    assert len(settled) == len(expected) > 100
    for deal in expected:
        mine = settled[deal["session"], deal["deal"]]
        for position, (entry, other) in enumerate(zip(mine["ledger"], deal["ledger"], strict=False)):
            assert entry == other, f"{deal['session']} deal {deal['deal']}, entry {position}"
        assert mine == deal, f"{deal['session']} deal {deal['deal']}"
        assert json.dumps(mine) == json.dumps(deal), "the same keys, players too, in another order"


@pytest.mark.parametrize("name", NAMES)
def test_recorded_is_as_in_vectors(name: str) -> None:
    """What `recorded` writes from a settlement is what the vectors record."""
    for session in read_sessions(name):
        bare = [{**deal, "recorded": {}} for deal in session]
        assert record_session(bare) == sorted(session, key=lambda deal: deal["deal"])
