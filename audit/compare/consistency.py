"""Whether a record agrees with itself: figures that no deal can give together, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Batch
from audit.compare.payments import Matching
from audit.facts import NOBODY, places
from audit.findings import Finding
from audit.ledger import Ledger
from audit.movements import FONDO
from audit.replay import Replayed
from audit.rules.x10 import hidden_points
from audit.ruleset import Ruleset


def check(replayed: Replayed) -> Iterator[Finding]:
    """All that the records of a batch say against themselves."""
    batch = replayed.batch
    yield from _unbalanced(batch)
    yield from _points(batch)
    yield from _tricks(batch)
    yield from _winner(batch)
    yield from _balance(batch)


def _total(values: Amounts) -> npt.NDArray[Any]:
    """The sums by deal of what is recorded, as Python's own integers where they might not fit."""
    kept = np.where(values == MISSING, 0, values)
    if (np.abs(kept) < 2**58).all():
        return np.asarray(kept.sum(axis=0))
    return np.asarray(kept.astype(object).sum(axis=0))


def fondo_before(batch: Batch) -> Amounts:
    """`[deal]`: what was recorded as in the fondo before the deal; `MISSING`."""
    before: Amounts = np.where(batch.previous == NOBODY, MISSING, batch.written.fondo_end[batch.previous])
    first, brought = np.flatnonzero(batch.number == 1), batch.brought
    from_earlier = np.where(brought.differ | (brought.fondo < 0), MISSING, brought.fondo)
    before[first] = from_earlier[batch.session[first]]
    return before


def _sum(first: Amounts, second: Amounts) -> npt.NDArray[Any]:
    """Both added, as Python's own integers where the sum might not fit."""
    if (np.abs(first) < 2**61).all() and (np.abs(second) < 2**61).all():
        return np.asarray(first + second)
    return np.asarray(first.astype(object) + second.astype(object))


def _unbalanced(batch: Batch) -> Iterator[Finding]:
    """The nets and what is left in the fondo must add up to what was in it before the deal's stakes."""
    w, before = batch.written, fondo_before(batch)
    nets = _total(w.net)
    whole = (w.net != MISSING).all(axis=0) & (w.fondo_end != MISSING) & (before != MISSING) & ~batch.conflict
    rows = np.flatnonzero(whole)
    for j in rows[_sum(nets[rows], w.fondo_end[rows]) != before[rows]].tolist():
        params = {"nets": int(nets[j]), "fondo_end": int(w.fondo_end[j]), "before": int(before[j])}
        line = batch.deals[j].lines.get("net")
        yield Finding(row=int(j), code="unbalanced-net", line=line, params=params)


def _inconsistent(batch: Batch, j: int, what: str, key: str, player: str | None = None, **params: Any) -> Finding:
    line = batch.deals[j].lines.get(key)
    return Finding(row=j, code="inconsistent-record", player=player, line=line, params={"what": what, **params})


def _points(batch: Batch) -> Iterator[Finding]:
    """Points are none below 0, and together what the tricks of some deal can hold."""
    r, values = batch.ruleset, batch.written.points
    worth = np.sort(r.points[r.deck].astype(np.int64))[::-1]
    out_of_play = len(r.deck) - r.tricks * r.seats
    most, least = int(worth.sum()), int(worth.sum() - worth[:out_of_play].sum())
    sums, there = _total(values), values != MISSING
    playing = np.count_nonzero(there, axis=0) >= r.seats
    all_tricks = np.count_nonzero(batch.written.tricks != MISSING, axis=0) >= r.seats
    too_few = playing & all_tricks & (sums < least)
    negative = (there & (values < 0)).any(axis=0)
    for j in np.flatnonzero(too_few | (sums > most) | negative).tolist():
        found: dict[str, Any] = {"sum": int(sums[j]), "least": least, "most": most, "negative": bool(negative[j])}
        yield _inconsistent(batch, j, "points", "points", claims=["points"], **found)


def _tricks(batch: Batch) -> Iterator[Finding]:
    """Tricks are none below 0, and together as many as the deal has."""
    r, values = batch.ruleset, batch.written.tricks
    sums, there = _total(values), values != MISSING
    playing = np.count_nonzero(there, axis=0) >= r.seats
    wrong = (sums > r.tricks) | (playing & (sums != r.tricks)) | (there & (values < 0)).any(axis=0)
    for j in np.flatnonzero(wrong).tolist():
        yield _inconsistent(batch, j, "tricks", "tricks", claims=["tricks"], sum=int(sums[j]), right=r.tricks)


def _winner(batch: Batch) -> Iterator[Finding]:
    """A winner must have the fewest points, and of those the fewest tricks, unless he won them all.

    Whoever announced a napolitana or an espagnolette may have lost the right to win, so that he excludes nobody.
    """
    r, w = batch.ruleset, batch.written
    who = w.winner
    rows = np.flatnonzero(who != NOBODY)
    points, tricks = w.points[:, rows], w.tricks[:, rows]
    own_points, own_tricks = points[who[rows], np.arange(rows.size)], tricks[who[rows], np.arange(rows.size)]
    other = np.arange(r.players)[:, None] != who[rows]
    player = np.arange(r.players)[:, None]
    announced = np.zeros_like(other)
    for what in r.declarations:
        if what != "revesino":
            announced |= player == batch.declared[what][rows]
    compared = other & (points != MISSING) & (own_points != MISSING) & ~announced
    unseen = hidden_points(r)
    fewer = compared & (points < own_points - unseen)
    by_tricks = (tricks != MISSING) & (own_tricks != MISSING) & (tricks < own_tricks)
    tied = compared & (points == own_points) & by_tricks & (unseen == 0) & ("R8.untied" not in r.course)
    made = other & (tricks == r.tricks) & (_needs_no_word(r) | (player == batch.declared["revesino"][rows]))
    nothing_else = (~other | np.isin(points, (MISSING, 0))) & (~other | np.isin(tricks, (MISSING, 0)))
    won_all = nothing_else.all(axis=0) & np.isin(own_tricks, (MISSING, r.tricks))
    better = made | ((fewer | tied) & ~won_all)
    for k in np.flatnonzero(better.any(axis=0)).tolist():
        j, best = int(rows[k]), int(np.flatnonzero(better[:, k])[0])
        by = "all" if made[best, k] else "points" if fewer[best, k] else "tricks"
        claims = {"all": ["winner", "tricks"], "points": ["winner", "points"]}.get(by, ["winner", "points", "tricks"])
        names = batch.players_of(j)
        found = {"winner": names[who[j]], "better": names[best], "by": by}
        yield _inconsistent(batch, j, "winner", "winner", claims=claims, **found)


def _needs_no_word(r: Ruleset) -> bool:
    """Whether who wins every trick has won the deal without having declared it."""
    return "X8.committed" in r.course or (r.plays("V1") and r.choice("undertaking") == "automatic")


def _balance(batch: Batch) -> Iterator[Finding]:
    """A balance is the one before it and the net of the deal."""
    w = batch.written
    there = (w.balance != MISSING) & (w.net != MISSING) & ~batch.conflict
    before = np.where(batch.previous == NOBODY, MISSING, w.balance[:, batch.previous])
    from_nothing = ~(batch.brought.has_balance | batch.brought.differ)[batch.session]
    before[:, (batch.number == 1) & from_nothing] = 0
    others = np.where(batch.number == 1, ~from_nothing, (batch.previous != NOBODY) & ~batch.seated_as_before)
    for j in np.flatnonzero(there.any(axis=0) & others).tolist():
        before[:, j] = balances_before(batch, int(j))
    there &= before != MISSING
    # A sum that goes round is found, too: of large amounts all are looked at exactly.
    odd = (before + w.net != w.balance) | (np.abs(before) >= 2**61) | (np.abs(w.net) >= 2**61)
    deals = np.flatnonzero((there & odd).any(axis=0))
    for who, k in places(there[:, deals] & (w.balance[:, deals] != _sum(before[:, deals], w.net[:, deals]))):
        j = int(deals[k])
        name = batch.players_of(j)[who]
        found = {"before": int(before[who, j]), "net": int(w.net[who, j]), "balance": int(w.balance[who, j])}
        yield _inconsistent(batch, j, "balance", "balance", player=name, claims=["balance", "net"], **found)


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
