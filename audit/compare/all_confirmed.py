"""Deals in which everything recorded is right, told from whole columns: most deals of most logs need no claims."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from audit.balances import Balances
from audit.batch import MISSING, Batch
from audit.compare.claims import KINDS
from audit.compare.payments import NONE, Matching
from audit.facts import NOBODY, Mask, as_mask
from audit.fondo import KNOWN, Chain
from audit.ledger import Ledger
from audit.legality import dealers_due
from audit.replay import Replayed


def all_confirmed(replayed: Replayed, chain: Chain, ledger: Ledger, balances: Balances, matching: Matching) -> Mask:
    """`[deal]`: every recorded value is as computed, and determined: `claims.claim` would confirm each of them."""
    batch, w, p = replayed.batch, replayed.batch.written, replayed.batch.written.payments
    why_start = np.where(chain.adopted_for != KNOWN, chain.adopted_for, chain.start_reason)
    # Of what is not known the computed column has `MISSING` or `NOBODY`, which no recorded value is.
    differs = [
        _differs(w.points, replayed.points, MISSING),
        _differs(w.tricks, replayed.tricks, MISSING),
        _differs(w.trick_winner, replayed.trick_winner, NOBODY),
        _differs(w.winner[None], replayed.winner[None], NOBODY),
        _differs(w.fondo_start[None], np.where(why_start == KNOWN, chain.start, MISSING)[None], MISSING),
        _differs(w.fondo_end[None], np.where(chain.end_reason == KNOWN, chain.end, MISSING)[None], MISSING),
        _differs(w.net, ledger.net, MISSING),
        _differs(w.balance, balances.after, MISSING),
        _differs(np.where(batch.preceded, batch.dealer, NOBODY)[None], dealers_due(batch)[None], NOBODY),
    ]
    found = ~np.logical_or.reduce(differs)
    found[p.deal[(matching.entry == NONE) | (ledger.reason[p.deal] != KNOWN)]] = False
    return as_mask(found)


def _differs(recorded: npt.NDArray[Any], computed: npt.NDArray[Any], absent: int) -> Mask:
    """`[deal]`: some value `[place, deal]` is recorded and not as computed."""
    return as_mask(((recorded != computed) & (recorded != absent)).any(axis=0))


def recorded_values(batch: Batch) -> npt.NDArray[np.int32]:
    """`[deal, kind]`: how many values of each of `KINDS` are recorded, each of which is a claim."""
    w = batch.written
    found = np.zeros((batch.count, len(KINDS)), np.int32)
    told = {
        "points": w.points != MISSING,
        "tricks": w.tricks != MISSING,
        "trick_winner": w.trick_winner != NOBODY,
        "net": w.net != MISSING,
        "balance": w.balance != MISSING,
    }
    for kind, there in told.items():
        found[:, KINDS.index(kind)] = there.sum(axis=0, dtype=np.int8)
    found[:, KINDS.index("winner")] = w.winner != NOBODY
    found[:, KINDS.index("fondo_start")] = w.fondo_start != MISSING
    found[:, KINDS.index("fondo_end")] = w.fondo_end != MISSING
    found[:, KINDS.index("dealer")] = batch.preceded & (batch.dealer != NOBODY)
    found[:, KINDS.index("payment")] = np.bincount(w.payments.deal, minlength=batch.count)
    return found
