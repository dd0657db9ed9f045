"""A plain, card-by-card reference settlement, written from the clauses of rules.md alone.

It exists to disagree with the engine: one function a clause, loops over tricks and plays in order.
"""

from typing import Any

from .digest import settle_digest
from .options import DIGEST, REVESINO, options_of
from .reversis import settle_reversis_deal
from .revesino import settle_revesino


def settle_session(deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Settle one session's complete deals, given in any order; results come by deal number."""
    settled: list[dict[str, Any]] = []
    ordered = sorted(deals, key=lambda deal: deal["deal"])
    before = ordered[0].get("carried") or {} if ordered else {}
    # A fondo brought along makes a first stake F2 (log-format.md), even a fondo of 0.
    carried = before.get("fondo") is not None
    fondo = before["fondo"] if carried else 0
    for deal in ordered:
        options = options_of(deal)
        if deal["rules"]["id"] == DIGEST:
            settled.append(settle_digest(deal, options))
            continue
        if deal["rules"]["id"] == REVESINO:
            result = settle_revesino(deal, options, fondo, carried, first=not settled)
        else:
            result = settle_reversis_deal(deal, options, fondo)
        fondo = result["fondo_end"]
        settled.append(result)
    return settled


__all__ = ["settle_session"]
