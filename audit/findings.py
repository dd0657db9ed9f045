"""What is against the rules in a deal or a session, as data; `audit.text` words it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

ILLEGAL = (
    "unknown-card", "duplicate-card", "card-not-held", "bad-hand-size", "bad-exchange", "wrong-turn",
    "wrong-leader", "wrong-dealer", "revoke", "bad-declaration", "conflict",
)  # fmt: skip
"""Errors of the play: the deal is illegal."""

DISCREPANT = ("unbalanced-net", "inconsistent-record")
"""Errors of the record, which contradicts itself whatever was played."""

WARNINGS = ("missing-tricks", "missing-payment", "session-short", "session-long", "player-broke")
"""What a club may want to know; it changes no status."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One finding. `row` is the deal's place in its batch, or the session's where the finding is on a session."""

    row: int
    code: str
    player: str | None = None
    trick: int | None = None
    card: int | None = None
    line: int | None = None
    params: Mapping[str, Any] = {}

    @property
    def severity(self) -> str:
        """`warning` or `error`."""
        return "warning" if self.code in WARNINGS else "error"
