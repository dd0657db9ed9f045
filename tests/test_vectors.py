"""The settled vectors: each deal comes out entry by entry, and every recorded value is confirmed."""

from __future__ import annotations

from functools import cache

import pytest
from support import COMPUTED, VECTOR_NAMES, VECTORS, Row, deals_of, expected

from audit.report import Audited
from audit.service import audit


@cache
def audited(name: str) -> Audited:
    """What the audit says of a vector's log."""
    return audit([VECTORS / f"{name}.jsonl"])


@pytest.mark.parametrize("name", VECTOR_NAMES)
def test_each_deal_settles_entry_by_entry(name: str) -> None:
    found = deals_of(audited(name))
    wanted = expected(name)
    assert found.keys() == wanted.keys()
    for key, right in wanted.items():
        computed = found[key]["computed"]
        assert {what: computed[what] for what in COMPUTED} == {what: right[what] for what in COMPUTED}, key


@pytest.mark.parametrize("name", VECTOR_NAMES)
def test_every_claim_is_confirmed(name: str) -> None:
    assert not audited(name).problems
    wanted = expected(name)
    for key, deal in deals_of(audited(name)).items():
        assert {claim["verdict"] for claim in deal["claims"]} == {"confirmed"}, key
        illegal = bool(wanted[key]["revokes"] or wanted[key]["declared_bad"])
        assert deal["status"] == ("illegal" if illegal else "confirmed"), key
        assert found(deal) == faults(wanted[key]), key


def found(deal: Row) -> dict[str, int]:
    codes = [finding["code"] for finding in deal["findings"]]
    return {"revoke": codes.count("revoke"), "bad-declaration": codes.count("bad-declaration"), "all": len(codes)}


def faults(right: Row) -> dict[str, int]:
    revokes, void = len(right["revokes"]), len(right["declared_bad"])
    return {"revoke": revokes, "bad-declaration": void, "all": revokes + void}


@pytest.mark.parametrize("name", ["revesino", "reversis", "reversis-5"])
def test_the_text_form_holds_the_same_deals(name: str) -> None:
    totals = audit([VECTORS / f"{name}.rev", VECTORS / f"{name}.jsonl"]).totals
    deals = len(expected(name))
    assert totals["known"] == deals
    assert (totals["deals"], totals["conflicts"], totals["contradicted"]) == (deals, 0, 0)
