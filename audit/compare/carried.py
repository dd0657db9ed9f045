"""Which contradicted claims are only the consequence of an earlier one.

A claim is *carried* when it would be right if the deal were settled from the fondo, or the balance counted from
the balance, that the club last recorded before the deal. So one slip that was carried on for forty deals is one
error and thirty-nine consequences.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from audit import balances, fondo
from audit.batch import MISSING, Amounts, Batch
from audit.compare.claims import CONFIRMED, CONTRADICTED, Claims
from audit.compare.decided import decided
from audit.compare.payments import match
from audit.facts import NOBODY, Mask, as_mask
from audit.fondo import Chain
from audit.ledger import Ledger, enter
from audit.picked import counted_anew, picked
from audit.replay import Replayed


def trace(claims: Claims, replayed: Replayed, computed: Chain, ledger: Ledger) -> Claims:
    """The claims with the deal that each carried one was carried from."""
    wrong = _wrong(claims) & claims.of("fondo_start", "fondo_end", "balance")
    if not wrong.any():
        return claims
    # In a session whose fondo and balances are right nothing wrong was carried on.
    sessions = np.unique(replayed.batch.session[claims.deal[wrong]])
    part, deals = replayed.of_sessions(sessions)
    place = counted_anew(deals, replayed.batch.count)
    rows = np.flatnonzero(place[claims.deal] != NOBODY)
    own = replace(claims.pick(rows), deal=place[claims.deal[rows]])
    traced = _trace(own, part, picked(computed, deals), ledger.of_deals(deals))
    carried_from = claims.carried_from.copy()
    carried_from[rows] = traced.carried_from
    return replace(claims, carried_from=carried_from)


def _trace(claims: Claims, replayed: Replayed, computed: Chain, ledger: Ledger) -> Claims:
    batch, wrong = replayed.batch, _wrong(claims)
    recorded = fondo.follow(replayed, trust=True)
    trusted = enter(replayed, recorded)
    counted = [balances.run(batch, one, trust=True) for one in (ledger, trusted)]
    matching = match(batch.written.payments, trusted)
    by_balance, by_fondo = (
        wrong & (decided(replayed, recorded, trusted, balance, matching).verdict == CONFIRMED) for balance in counted
    )
    by_balance = (by_balance | by_fondo) & claims.of("balance")
    by_fondo &= claims.of("fondo_start", "fondo_end", "net", "payment")
    origin = fondo_origin(batch, computed, recorded)
    carried = np.where(by_fondo, origin[claims.deal], MISSING)
    claims = replace(claims, carried_from=carried)
    return _balances(claims, replayed, by_balance, origin)


def _wrong(claims: Claims) -> Mask:
    return as_mask(claims.verdict == CONTRADICTED)


def fondo_origin(batch: Batch, computed: Chain, recorded: Chain) -> Amounts:
    """`[deal]`: the number of the deal where the record left the computed chain, as it stood before; `MISSING`.

    A fondo that is taken brings both together again, whether or not anybody wrote it down.
    """
    off = (computed.after != recorded.after) & (computed.after != MISSING) & (recorded.after != MISSING)
    after = _origins(batch.session, off, batch.number)
    before = np.full(batch.count, MISSING, np.int64)
    same = batch.session[1:] == batch.session[:-1]
    before[1:] = np.where(same, after[:-1], MISSING)
    return before


def _origins(group: npt.NDArray[np.int64], wrong: Mask, number: Amounts) -> Amounts:
    """After each of some values in order: the number of the first wrong one since the last right one, in its group."""
    places = np.arange(group.size)
    fresh = np.ones(group.size, np.bool_)
    fresh[1:] = group[1:] != group[:-1]
    # A right value stands at its own place, the beginning of a group before its first.
    reset = np.maximum.accumulate(np.where(~wrong, places, np.where(fresh, places - 1, -1)))
    return np.where(wrong, number[np.minimum(reset + 1, max(group.size - 1, 0))], MISSING)


def _balances(claims: Claims, replayed: Replayed, by_balance: Mask, fondo_origin: Amounts) -> Claims:
    """The balances' own origins; a balance that is off by a carried fondo began where that did."""
    batch = replayed.batch
    rows = np.flatnonzero(claims.of("balance"))
    if not rows.size:
        return claims
    account = balances.accounts(batch)[claims.player[rows], claims.deal[rows]]
    order = np.argsort(account, kind="stable")
    rows, account = rows[order], account[order]
    deal = claims.deal[rows]
    first = np.where(by_balance[rows] & (fondo_origin[deal] != MISSING), fondo_origin[deal], batch.number[deal])
    origin = _origins(account, _wrong(claims)[rows], first)
    previous = np.full(rows.size, MISSING, np.int64)
    previous[1:] = np.where(account[1:] == account[:-1], origin[:-1], MISSING)
    from_ = np.where(previous != MISSING, previous, fondo_origin[deal])
    carried = claims.carried_from.copy()
    carried[rows] = np.where(by_balance[rows], from_, MISSING)
    return replace(claims, carried_from=carried)
