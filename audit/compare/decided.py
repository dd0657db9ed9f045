"""Claims on partial deals, held against all that the deal may come to.

What no completion of a deal allows is contradicted, what every one gives is confirmed, whatever they differ in
otherwise; of the rest it is told between which values it lies. Where there are too many completions to go
through, points, tricks and trick winners are held against what none of them can go beyond.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from audit.balances import Balances
from audit.batch import MISSING
from audit.compare.claims import CONFIRMED, CONTRADICTED, KINDS, NAMED, UNDETERMINED, Claims, claim
from audit.compare.most_paid import most_paid
from audit.compare.payments import Matching, match
from audit.facts import NOBODY, Mask, as_mask
from audit.fondo import CARDS, KNOWN, LIMIT, Chain, exact
from audit.ledger import Ledger, enter
from audit.movements import FONDO, nothing
from audit.replay import Replayed
from audit.replay.shared import Outcomes

TOGETHER = 20_000
"""Outcomes that are held against what was recorded at once, unless one deal has more."""


def decided(replayed: Replayed, chain: Chain, ledger: Ledger, balances: Balances, matching: Matching) -> Claims:
    """Every recorded value of a batch against what was computed, and against what partial deals may come to."""
    claims = claim(replayed, chain, ledger, balances, matching)
    open_ = (claims.verdict == UNDETERMINED) & (claims.reason == CARDS)
    if not open_.any():
        return claims
    claims = _within_ranges(claims, replayed, open_)
    claims = _within_rules(claims, replayed, open_)
    if replayed.outcomes is not None:
        asked = np.zeros(replayed.batch.count, np.bool_)
        asked[claims.deal[open_]] = True
        rows = np.flatnonzero(asked[replayed.outcomes.owner])
        for group in _groups(replayed.outcomes, rows) if rows.size else ():
            claims = _by_outcomes(claims, open_, replayed, chain, balances, group)
    return claims


def _within_ranges(claims: Claims, replayed: Replayed, open_: Mask) -> Claims:
    """What none of a deal's completions can go beyond."""
    ranges = replayed.ranges
    low, high, verdict = claims.low.copy(), claims.high.copy(), claims.verdict.copy()
    for kind, least, most in (
        ("points", ranges.least_points, ranges.most_points),
        ("tricks", ranges.least_tricks, ranges.most_tricks),
    ):
        rows = np.flatnonzero(open_ & claims.of(kind))
        who, deal = claims.player[rows], claims.deal[rows]
        there = least[who, deal] != MISSING
        rows, who, deal = rows[there], who[there], deal[there]
        low[rows], high[rows] = least[who, deal], most[who, deal]
        beyond = (claims.recorded[rows] < low[rows]) | (claims.recorded[rows] > high[rows])
        verdict[rows[beyond]] = CONTRADICTED
    rows = np.flatnonzero(open_ & claims.of("trick_winner"))
    may = ranges.may_win[claims.trick[rows] - 1, :, claims.deal[rows]]
    low[rows] = (may.astype(np.int64) << np.arange(may.shape[1])).sum(axis=1)
    verdict[rows[~may[np.arange(rows.size), claims.recorded[rows]]]] = CONTRADICTED
    return _with_verdicts(claims, verdict, claims.computed, low, high)


def _within_rules(claims: Claims, replayed: Replayed, open_: Mask) -> Claims:
    """What no rule lets one player pay another in any deal."""
    payments, r = replayed.batch.written.payments, replayed.batch.ruleset
    rows = np.flatnonzero(open_ & claims.of("payment"))
    place = claims.payment[rows]
    most = np.where(payments.trick[place] > 0, most_paid(r, in_trick=True), most_paid(r, in_trick=False))
    between = (payments.payer[place] != FONDO) & (payments.payee[place] != FONDO)
    beyond = between & (claims.recorded[rows] > most)
    rows, most = rows[beyond], most[beyond]
    low, high, verdict = claims.low.copy(), claims.high.copy(), claims.verdict.copy()
    verdict[rows], low[rows], high[rows] = CONTRADICTED, 0, most
    return _with_verdicts(claims, verdict, claims.computed, low, high)


def _with_verdicts(
    claims: Claims,
    verdict: npt.NDArray[np.int8],
    computed: npt.NDArray[np.int64],
    low: npt.NDArray[np.int64],
    high: npt.NDArray[np.int64],
) -> Claims:
    reason = np.where(verdict == UNDETERMINED, claims.reason, KNOWN).astype(np.int8)
    return replace(claims, verdict=verdict, reason=reason, computed=computed, low=low, high=high)


def _groups(outcomes: Outcomes, rows: npt.NDArray[np.intp]) -> list[npt.NDArray[np.intp]]:
    """The outcomes `rows`, those of one deal together, so many at once that it is worth it."""
    begins = np.flatnonzero(np.diff(outcomes.owner[rows], prepend=-1))
    groups: list[npt.NDArray[np.intp]] = []
    first = 0
    for begin, end in zip(begins.tolist(), [*begins[1:].tolist(), rows.size], strict=True):
        if begin > first and end - first > TOGETHER:
            groups.append(rows[first:begin])
            first = begin
    return [*groups, rows[first:]]


def _by_outcomes(
    claims: Claims, open_: Mask, replayed: Replayed, chain: Chain, balances: Balances, rows: npt.NDArray[np.intp]
) -> Claims:
    """The open claims of some deals, as each of the outcomes `rows` has them."""
    outcomes = replayed.outcomes
    assert outcomes is not None
    owner = outcomes.owner[rows]
    each = _claims_of(replayed, chain, balances, outcomes, rows)
    begins = np.flatnonzero(np.diff(owner, prepend=-1))
    counts = np.diff(np.append(begins, owner.size))
    size = np.bincount(claims.deal, minlength=replayed.batch.count)
    first = np.searchsorted(claims.deal, np.arange(replayed.batch.count))
    at = np.append(0, np.cumsum(size[owner]))
    verdict, computed, low, high = claims.verdict.copy(), claims.computed.copy(), claims.low.copy(), claims.high.copy()
    for begin, count in zip(begins.tolist(), counts.tolist(), strict=True):
        deal = int(owner[begin])
        mine = slice(int(first[deal]), int(first[deal] + size[deal]))
        part = slice(int(at[begin]), int(at[begin + count]))
        there = open_[mine]
        verdicts = each.verdict[part].reshape(count, -1)[:, there]
        values = each.computed[part].reshape(count, -1)[:, there]
        known = (each.reason[part].reshape(count, -1)[:, there] == KNOWN).all(axis=0)
        places = np.arange(mine.start, mine.stop)[there]
        same = known & (values == values[0]).all(axis=0)
        verdict[places] = np.select(
            [known & (verdicts == CONFIRMED).all(axis=0), known & (verdicts == CONTRADICTED).all(axis=0)],
            [CONFIRMED, CONTRADICTED],
            verdict[places],
        )
        computed[places] = np.where(same, values[0], MISSING)
        named = np.isin(claims.kind[places], [KINDS.index(name) for name in NAMED])
        players = np.bitwise_or.reduce(np.int64(1) << np.where(named & known & (values >= 0), values, 0), axis=0)
        low[places] = np.where(known, np.where(named, players, values.min(axis=0)), low[places])
        high[places] = np.where(known & ~named, values.max(axis=0), high[places])
    return _with_verdicts(claims, verdict, computed, low, high)


def _claims_of(
    replayed: Replayed, chain: Chain, balances: Balances, outcomes: Outcomes, rows: npt.NDArray[np.intp]
) -> Claims:
    """The claims of the deals of some outcomes, as if each outcome were a deal of its own."""
    owner = outcomes.owner[rows]
    batch = replayed.batch.repeated(owner)
    place = np.full(outcomes.owner.size, NOBODY, np.int32)
    place[rows] = np.arange(rows.size)
    entries = outcomes.entries.pick(place[outcomes.entries.deal] != NOBODY)
    known = outcomes.sure[rows]
    one = replace(
        replayed,
        batch=batch,
        seating=replayed.seating.pick(owner),
        settled=known,
        pot_known=known,
        trick_winner=outcomes.trick_winner[:, rows],
        points=outcomes.points[:, rows],
        tricks=outcomes.tricks[:, rows],
        winner=outcomes.winner[rows],
        tie_open=as_mask(known & (outcomes.winner[rows] == NOBODY)),
        withheld=nothing(batch.ruleset),
        entries=entries._replace(deal=place[entries.deal]),
        pot=outcomes.pot.pick(rows),
    )
    start, reason = chain.start[owner], chain.start_reason[owner]
    end, fits = exact(one.pot.times, start, one.pot.plus)
    end_reason = np.where(reason != KNOWN, reason, np.select([~known, ~fits], [CARDS, LIMIT], KNOWN)).astype(np.int8)
    own = Chain(
        chain.kind[owner], start, reason, chain.adopted_for[owner],
        np.where(end_reason == KNOWN, end, MISSING), end_reason, chain.after[owner],
    )  # fmt: skip
    ledger = enter(one, own)
    before, why = balances.before[:, owner], balances.before_reason[:, owner]
    why = np.where(ledger.reason != KNOWN, ledger.reason, why).astype(np.int8)
    small = np.abs(before.astype(np.float64)) < 2.0**61
    why = np.where((why == KNOWN) & ~small, LIMIT, why).astype(np.int8)
    counted = Balances(
        np.where(why == KNOWN, before + ledger.net, MISSING), why, (), before, balances.before_reason[:, owner]
    )
    return claim(one, own, ledger, counted, match(batch.written.payments, ledger))
