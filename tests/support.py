"""What the tests share: auditing text, and the committed vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from audit.report import Audited
from audit.service import audit

VECTORS = Path(__file__).parent / "vectors"
RULESETS = ("revesino", "reversis", "reversis-partidas", "reversis-simple", "reversis-5", "reversis-52")
VECTOR_NAMES = [f"{corner}{name}" for name in RULESETS for corner in ("", "corner-")]
COMPUTED = ("points", "tricks", "trick_winners", "winner", "net", "fondo_start", "fondo_end", "ledger")

Row = dict[str, Any]


def expected(name: str) -> dict[tuple[str, int], Row]:
    """By session and deal: what the deals of vector `name` come to."""
    rows = json.loads((VECTORS / f"{name}.expected.json").read_text(encoding="utf-8"))
    return {(row["session"], row["deal"]): row for row in rows}


def audit_text(folder: Path, text: str, name: str = "log.rev", **options: Any) -> Audited:
    """Audit one log given as text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return audit([path], **options)


def audit_deals(folder: Path, deals: list[Row], name: str = "log.jsonl") -> Audited:
    """Audit deals given in the JSON Lines form."""
    return audit_text(folder, "".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in deals), name)


def deals_of(audited: Audited) -> dict[tuple[str, int], Row]:
    """By session and deal: the report's rows."""
    return {(session["session"], deal["deal"]): deal for session in audited.sessions() for deal in session["deals"]}
