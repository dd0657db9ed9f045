"""Whether a record agrees with itself: figures that no deal can give together, whatever was played.

What is held against the pack and against other players' is in `counts` and `winners`; here are the tantos.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from audit.batch import MISSING, Amounts, Batch
from audit.compare import counts, winners
from audit.compare.inconsistent import added, inconsistent, total
from audit.compare.payments import Matching
from audit.facts import NOBODY, Mask, places
from audit.findings import Finding
from audit.ledger import Ledger
from audit.movements import FONDO
from audit.replay import Replayed
from audit.rules.f1 import kinds


def check(replayed: Replayed) -> Iterator[Finding]:
    """All that the records of a batch say against themselves."""
    batch = replayed.batch
    before = _balances(batch)
    yield from _unbalanced(batch)
    yield from counts.check(replayed)
    yield from winners.check(replayed)
    yield from _balance(batch, before)
    yield from _together(batch, before, ~replayed.complete)


def fondo_before(batch: Batch) -> Amounts:
    """`[deal]`: what was recorded as in the fondo before the deal; `MISSING`."""
    before: Amounts = np.where(batch.previous == NOBODY, MISSING, batch.written.fondo_end[batch.previous])
    first, brought = np.flatnonzero(batch.number == 1), batch.brought
    from_earlier = np.where(brought.differ | (brought.fondo < 0), MISSING, brought.fondo)
    before[first] = from_earlier[batch.session[first]]
    return before


def _unbalanced(batch: Batch) -> Iterator[Finding]:
    """The nets and what is left in the fondo must add up to what was in it before the deal's stakes."""
    w, before = batch.written, fondo_before(batch)
    nets = total(w.net)
    whole = (w.net != MISSING).all(axis=0) & (w.fondo_end != MISSING) & (before != MISSING) & ~batch.conflict
    rows = np.flatnonzero(whole)
    for j in rows[added(nets[rows], w.fondo_end[rows]) != before[rows]].tolist():
        params = {"nets": int(nets[j]), "fondo_end": int(w.fondo_end[j]), "before": int(before[j])}
        line = batch.deals[j].lines.get("net")
        yield Finding(row=int(j), code="unbalanced-net", line=line, params=params)


def _balances(batch: Batch) -> Amounts:
    """`[player, deal]`: the balance recorded before a deal in which one is recorded after it; `MISSING`."""
    w = batch.written
    wanted = (w.balance != MISSING).any(axis=0) & ~batch.conflict
    before = np.where(batch.previous == NOBODY, MISSING, w.balance[:, batch.previous])
    from_nothing = ~(batch.brought.has_balance | batch.brought.differ)[batch.session]
    before[:, (batch.number == 1) & from_nothing] = 0
    others = np.where(batch.number == 1, ~from_nothing, (batch.previous != NOBODY) & ~batch.seated_as_before)
    for j in np.flatnonzero(wanted & others).tolist():
        before[:, j] = balances_before(batch, int(j))
    before[:, ~wanted] = MISSING
    return before


def _balance(batch: Batch, before: Amounts) -> Iterator[Finding]:
    """A balance is the one before it and the net of the deal."""
    w = batch.written
    there = (w.balance != MISSING) & (w.net != MISSING) & (before != MISSING)
    # A sum that goes round is found, too: of large amounts all are looked at exactly.
    odd = (before + w.net != w.balance) | (np.abs(before) >= 2**61) | (np.abs(w.net) >= 2**61)
    deals = np.flatnonzero((there & odd).any(axis=0))
    for who, k in places(there[:, deals] & (w.balance[:, deals] != added(before[:, deals], w.net[:, deals]))):
        j = int(deals[k])
        name = batch.players_of(j)[who]
        found = {"before": int(before[who, j]), "net": int(w.net[who, j]), "balance": int(w.balance[who, j])}
        yield inconsistent(batch, j, "balance", "balance", player=name, claims=["balance", "net"], **found)


def _together(batch: Batch, before: Amounts, partial: Mask) -> Iterator[Finding]:
    """What the players have won together, by nets or else by balances, is what the fondo has lost.

    Every tanto goes from an account to another, so what the players have more after a deal the fondo has less. It
    never holds less than nothing; so they cannot have won more than it held before the deal's stakes, of which at
    least the least stakes there are have gone in where only what it held after them was recorded. Where all nets and
    both ends of the fondo are recorded, that is `unbalanced-net`.
    """
    w, r = batch.written, batch.ruleset
    if not r.stakes:
        return
    by_net = w.net != MISSING
    told = by_net | ((w.balance != MISSING) & (before != MISSING))
    grown = added(np.where(told, w.balance, 0), -np.where(told & ~by_net, before, 0))
    sums = total(np.where(by_net, w.net, np.where(told, grown, 0)))
    start, end = fondo_before(batch), w.fondo_end
    least_stakes = min(2**62, *(kind.total for kind in kinds(r)))
    held = np.where(start >= 0, start, w.fondo_start - least_stakes * (w.fondo_start >= 0))
    both = (start >= 0) & (end >= 0)
    rows = told.all(axis=0) & ~batch.conflict & partial & ~(both & by_net.all(axis=0))
    rows &= ((start >= 0) | (w.fondo_start >= 0)) & ((end >= 0) | (end == MISSING))
    after = added(sums, np.where(end >= 0, end, 0))
    for j in np.flatnonzero(rows & np.where(both, after != held, after > held)).tolist():
        yield _not_together(batch, j, by_net[:, j], sum=int(sums[j]), held=int(held[j]))


def _not_together(batch: Batch, j: int, by_net: Mask, **params: Any) -> Finding:
    """What the players have won in deal `j` does not go with the fondo; `by_net`: whose nets tell it."""
    end = int(batch.written.fondo_end[j])
    claims = [kind for kind, there in (("net", by_net.any()), ("balance", not by_net.all())) if there]
    at_start = int(fondo_before(batch)[j]) < 0
    claims += [kind for kind, there in (("fondo_start", at_start), ("fondo_end", end != MISSING)) if there]
    by = "won" if end == MISSING else "left-at-most" if at_start else "left"
    key = "net" if by_net.all() else "balance"
    return inconsistent(batch, j, "fondo", key, claims=claims, by=by, fondo_end=max(end, 0), **params)


def balances_before(batch: Batch, j: int) -> list[int]:
    """By name: what each player's balance was recorded as before deal `j`."""
    players = batch.players_of(j)
    if batch.number[j] == 1:
        session = batch.sessions[batch.session[j]]
        if session.carried.differ:
            return [MISSING] * len(players)
        return [session.carried.balance.get(name, 0) for name in players]
    before = int(batch.previous[j])
    if before == NOBODY:
        return [MISSING] * len(players)
    last = dict(zip(batch.players_of(before), batch.written.balance[:, before].tolist(), strict=True))
    return [last.get(name, MISSING) for name in players]


def missing_payments(batch: Batch, ledger: Ledger, matching: Matching) -> Iterator[Finding]:
    """Entries that nobody recorded, in deals of which some payments were."""
    told = np.zeros(batch.count, np.bool_)
    told[batch.written.payments.deal] = True
    for k in np.flatnonzero(matching.lacking & told[ledger.deal] & ledger.known[ledger.deal]).tolist():
        j = int(ledger.deal[k])
        names = batch.players_of(j)
        payer, payee = (
            "fondo" if account == FONDO else names[account] for account in (ledger.payer[k], ledger.payee[k])
        )
        params = {"from": payer, "to": payee, "amount": int(ledger.amount[k])}
        params["rule"] = batch.ruleset.rule_names[ledger.rule[k]]
        yield Finding(row=j, code="missing-payment", trick=int(ledger.trick[k]) or None, params=params)
