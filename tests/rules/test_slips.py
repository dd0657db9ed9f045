"""One slip of the pen in a right case: what is wrong then, where it was carried from, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from support import audit_text

CASES = Path(__file__).parent.parent / "cases"

Wrong = tuple[int, str, str | None, int | None]
"""Of a contradicted claim: its deal, its kind, its player, and the deal that it was carried from."""


class Slip(NamedTuple):
    """Lines of a case (each stands there once) written otherwise, and what comes of it."""

    case: str
    lines: dict[str, str]
    wrong: list[Wrong]
    statuses: list[str]
    findings: list[str]


TWO_DEALS = "revesino/F3-dealer-fee"
FORCED_ACE = "revesino/P3-forced-ace"
SLIPS = {
    "a wrong start of the fondo, its end not written": Slip(
        TWO_DEALS,
        {
            "fondo inicial: 9": "fondo inicial: 11",
            "fondo final: 9": "",
            "fondo inicial: 10": "fondo inicial: 12",
            "fondo final: 10": "fondo final: 12",
        },
        [(1, "fondo_start", None, None), (2, "fondo_start", None, 1), (2, "fondo_end", None, 1)],
        ["discrepant", "carried"],
        [],
    ),
    "a wrong end of the fondo, gone on with": Slip(
        TWO_DEALS,
        {
            "fondo final: 9": "fondo final: 11",
            "fondo inicial: 10": "fondo inicial: 12",
            "fondo final: 10": "fondo final: 12",
        },
        [(1, "fondo_end", None, None), (2, "fondo_start", None, 1), (2, "fondo_end", None, 1)],
        ["discrepant", "carried"],
        ["unbalanced-net"],
    ),
    "a wrong end of the fondo, not gone on with": Slip(
        TWO_DEALS,
        {"fondo final: 9": "fondo final: 11"},
        [(1, "fondo_end", None, None)],
        ["discrepant", "discrepant"],
        ["unbalanced-net", "unbalanced-net"],
    ),
    "a wrong balance, gone on with": Slip(
        TWO_DEALS,
        {"saldo: -3, -2, -2, -2": "saldo: -3, -2, -2, -1", "saldo: -3, -3, -2, -2": "saldo: -3, -3, -2, -1"},
        [(1, "balance", "Diego", None), (2, "balance", "Diego", 1)],
        ["discrepant", "carried"],
        ["inconsistent-record"],
    ),
    "a payment of another amount": Slip(
        FORCED_ACE,
        {"pago b6: Ana > Blas 1 P3": "pago b6: Ana > Blas 2 P3"},
        [(1, "payment", None, None)],
        ["discrepant"],
        [],
    ),
    "a payment in another trick": Slip(
        FORCED_ACE,
        {"pago b6: Ana > Blas 1 P3": "pago b7: Ana > Blas 1 P3"},
        [(1, "payment", None, None)],
        ["discrepant"],
        ["missing-payment"],
    ),
    "a payment without its trick": Slip(
        FORCED_ACE, {"pago b6: Ana > Blas 1 P3": "pago: Ana > Blas 1 P3"}, [], ["confirmed"], []
    ),
    "a payment twice": Slip(
        FORCED_ACE,
        {"pago b6: Ana > Blas 1 P3": "pago b6: Ana > Blas 1 P3\npago: Ana > Blas 1"},
        [(1, "payment", None, None)],
        ["discrepant"],
        [],
    ),
    "a payment the other way": Slip(
        FORCED_ACE,
        {"pago b6: Ana > Blas 1 P3": "pago b6: Blas > Ana 1 P3"},
        [(1, "payment", None, None)],
        ["discrepant"],
        ["missing-payment"],
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_slip(tmp_path: Path, name: str) -> None:
    slip = SLIPS[name]
    text = (CASES / f"{slip.case}.rev").read_text(encoding="utf-8")
    for old, new in slip.lines.items():
        assert text.count(f"\n{old}\n") == 1
        text = text.replace(f"\n{old}\n", f"\n{new}\n")
    (session,) = audit_text(tmp_path, text).sessions()
    deals = session["deals"]
    wrong = [
        (deal["deal"], claim["claim"], claim["player"], claim["carried_from"])
        for deal in deals
        for claim in deal["claims"]
        if claim["verdict"] != "confirmed"
    ]
    assert wrong == slip.wrong
    assert [deal["status"] for deal in deals] == slip.statuses
    assert [finding["code"] for deal in deals for finding in deal["findings"]] == slip.findings
