"""A claim for every recorded value, and the verdict on each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.balances import Balances
from audit.batch import MISSING, Amounts, Batch, Payments
from audit.compare.payments import NONE, Matching
from audit.facts import NOBODY, Mask, as_mask
from audit.fondo import CARDS, CONFLICT, GAP, KNOWN, NO_KIND, NOT_DEFINED, Chain, Codes
from audit.ledger import Ledger
from audit.legality import dealers_due
from audit.movements import FONDO, Movements
from audit.replay import Replayed
from audit.rules.f1 import kinds

KINDS = (
    "points", "tricks", "trick_winner", "winner", "payment", "fondo_start", "fondo_end", "net", "balance", "dealer",
)  # fmt: skip
"""The kinds of claim, in the order in which a deal's are listed."""

NAMED = frozenset({"trick_winner", "winner", "dealer"})
"""Claims whose value is a player."""

VERDICTS = ("confirmed", "contradicted", "undetermined")
CONFIRMED, CONTRADICTED, UNDETERMINED = range(3)

NO_RULE = -1


@dataclass(frozen=True)
class Claims:
    """Recorded values as columns of one length, deal by deal, in the order of `KINDS`."""

    deal: npt.NDArray[np.int64]
    kind: Codes
    player: Codes
    """For points, tricks, net and balance; else `NOBODY`."""
    trick: npt.NDArray[np.int64]
    """For a trick winner, and a payment that gives one; else 0."""
    recorded: Amounts
    computed: Amounts
    """`MISSING` where it is not known."""
    verdict: Codes
    reason: Codes
    """Of `fondo.REASONS`; `KNOWN` where the claim is determined."""
    rule: npt.NDArray[np.int16]
    payment: npt.NDArray[np.int64]
    """For a payment, its place among the batch's payments; else `NONE`."""
    carried_from: Amounts
    """The number of the deal whose error was carried on to here; `MISSING`."""
    low: Amounts
    """Of a partial deal: the least that the value may be; of a player's name, who it may be, as bits. `MISSING`."""
    high: Amounts
    """The most that it may be; `MISSING`."""

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.deal.size)

    def pick(self, rows: Any) -> Claims:
        """The claims `rows`."""
        return Claims(**{name: column[rows] for name, column in vars(self).items()})

    def of(self, *names: str) -> Mask:
        """Which are of the kinds `names`."""
        return np.isin(self.kind, [KINDS.index(name) for name in names])


def claim(replayed: Replayed, chain: Chain, ledger: Ledger, balances: Balances, matching: Matching) -> Claims:
    """Every recorded value of a batch against what was computed."""
    parts = [
        *_of_play(replayed),
        _of_payments(replayed, ledger, matching),
        *_of_fondo(replayed, chain, ledger),
        *_of_amounts(replayed.batch, ledger, balances),
        _of_dealers(replayed.batch),
    ]
    parts = [part for part in parts if part.size] or parts[:1]
    order = np.argsort(np.concatenate([part.deal.astype(np.int32) for part in parts]), kind="stable")
    return Claims(**{name: np.concatenate([getattr(part, name) for part in parts])[order] for name in vars(parts[0])})


def _claims(
    kind: str,
    recorded: npt.NDArray[Any],
    computed: npt.NDArray[Any],
    reason: npt.NDArray[Any],
    rule: npt.NDArray[Any] | int = NO_RULE,
    *,
    absent: int = MISSING,
    by: str = "player",
) -> Claims:
    """The claims of one kind from columns `[deal]` or `[player or trick, deal]`; `absent` stands for no value."""
    shape = recorded.shape if recorded.ndim == 2 else (1, recorded.shape[0])
    table, deals = recorded.reshape(shape), recorded.shape[-1]
    deal, place = np.nonzero(as_mask(absent != table.T))
    value, right = (column.reshape(shape)[place, deal].astype(np.int64) for column in (recorded, computed))
    why = np.broadcast_to(reason, shape)[place, deal].astype(np.int8)
    open_ = why != KNOWN
    verdict = np.where(open_, UNDETERMINED, np.where(value == right, CONFIRMED, CONTRADICTED)).astype(np.int8)
    listed = recorded.ndim == 2
    return Claims(
        deal=deal.astype(np.int64),
        kind=np.full(deal.size, KINDS.index(kind), np.int8),
        player=(place if listed and by == "player" else np.full(deal.size, NOBODY)).astype(np.int8),
        trick=(place + 1 if listed and by == "trick" else np.zeros(deal.size)).astype(np.int64),
        recorded=value,
        computed=np.where(open_, MISSING, right),
        verdict=verdict,
        reason=why,
        rule=np.broadcast_to(np.asarray(rule, np.int16), (deals,))[deal],
        payment=np.full(deal.size, NONE, np.int64),
        carried_from=np.full(deal.size, MISSING, np.int64),
        low=np.full(deal.size, MISSING, np.int64),
        high=np.full(deal.size, MISSING, np.int64),
    )


def _of_play(replayed: Replayed) -> list[Claims]:
    batch, r = replayed.batch, replayed.batch.ruleset
    w = batch.written

    def open_where(mask: Mask) -> Codes:
        return np.where(mask, CARDS, KNOWN).astype(np.int8)

    def rule(what: str) -> int:
        return r.numbers[r.claims[what]]

    def of_player(values: Amounts) -> Codes:
        # A dealer who sits the deal out has no points and no tricks to be right or wrong about.
        sits = np.arange(r.players)[:, None] == replayed.seating.dealer
        return np.where(sits & (r.first_seat > 0), NOT_DEFINED, open_where(values == MISSING)).astype(np.int8)

    why = np.where(replayed.tie_open, NOT_DEFINED, open_where(replayed.winner == NOBODY))
    return [
        _claims("points", w.points, replayed.points, of_player(replayed.points), rule("points")),
        _claims("tricks", w.tricks, replayed.tricks, of_player(replayed.tricks), rule("tricks")),
        _claims(
            "trick_winner",
            w.trick_winner,
            replayed.trick_winner,
            open_where(replayed.trick_winner == NOBODY),
            rule("trick_winner"),
            absent=NOBODY,
            by="trick",
        ),
        _claims("winner", w.winner, replayed.winner, why, rule("winner"), absent=NOBODY),
    ]


def _of_payments(replayed: Replayed, ledger: Ledger, matching: Matching) -> Claims:
    """A payment is confirmed by the entry that it is matched with; one that the rules do not make is contradicted."""
    p = replayed.batch.written.payments
    entry = np.where(matching.entry == NONE, matching.instead, matching.entry)
    there = entry != NONE
    if ledger.size:
        computed = np.where(there, ledger.amount[entry], 0)
        rule = np.where(there, ledger.rule[entry], NO_RULE)
    else:
        computed, rule = np.zeros(p.size, np.int64), np.full(p.size, NO_RULE)
    if replayed.withheld.size:
        # What a renuncio keeps from being entered was recorded all the same.
        rule = np.where(~there & _withheld(p, replayed.withheld), replayed.batch.ruleset.numbers["K2"], rule)
    reason = ledger.reason[p.deal]
    # No entry is ever 0: to have paid nothing is right where nothing was due.
    right = (matching.entry != NONE) | ((p.amount == 0) & (computed == 0))
    # Of a ruleset that defines only some payments, those stand; about any other it says nothing.
    reason = np.where((reason == NOT_DEFINED) & (there | right), KNOWN, reason)
    verdict = np.where(reason != KNOWN, UNDETERMINED, np.where(right, CONFIRMED, CONTRADICTED))
    return Claims(
        deal=p.deal,
        kind=np.full(p.size, KINDS.index("payment"), np.int8),
        player=np.full(p.size, NOBODY, np.int8),
        trick=p.trick,
        recorded=p.amount,
        computed=np.where(reason != KNOWN, MISSING, computed),
        verdict=verdict.astype(np.int8),
        reason=reason,
        rule=rule.astype(np.int16),
        payment=np.arange(p.size),
        carried_from=np.full(p.size, MISSING, np.int64),
        low=np.full(p.size, MISSING, np.int64),
        high=np.full(p.size, MISSING, np.int64),
    )


def _withheld(p: Payments, kept: Movements) -> Mask:
    """Which payments are between the accounts of a withheld one, and in its trick where they give one."""
    pairs = ((kept.deal.astype(np.int64) * 16 + kept.payer + 1) * 16 + kept.payee + 1) * 32
    mine = ((p.deal * 16 + p.payer + 1) * 16 + p.payee + 1) * 32
    return np.where(p.trick != 0, np.isin(mine + p.trick, pairs + kept.trick), np.isin(mine, pairs))


def _of_fondo(replayed: Replayed, chain: Chain, ledger: Ledger) -> list[Claims]:
    """The fondo after the stakes and at the end; a figure that was adopted for want of another proves nothing."""
    batch, r = replayed.batch, replayed.batch.ruleset
    w = batch.written
    why = np.where(chain.adopted_for != KNOWN, chain.adopted_for, chain.start_reason)
    by_kind = np.array([r.numbers[kind.stakes[0].rule] for kind in kinds(r)] + [NO_RULE], np.int16)
    stake = by_kind[np.where(chain.kind == NO_KIND, -1, chain.kind)]
    last = np.where(r.stakes != (), stake, NO_RULE).astype(np.int16)
    touching = np.flatnonzero((ledger.payer == FONDO) | (ledger.payee == FONDO))
    last[ledger.deal[touching]] = ledger.rule[touching]
    parts = [
        _claims("fondo_start", w.fondo_start, chain.start, why, stake),
        _claims("fondo_end", w.fondo_end, chain.end, chain.end_reason, last),
    ]
    return [_impossible(part) for part in parts]


def _impossible(claims: Claims) -> Claims:
    """No fondo is ever below 0, whatever was played."""
    below = (claims.recorded < 0) & (claims.verdict == UNDETERMINED)
    return replace(
        claims,
        verdict=np.where(below, CONTRADICTED, claims.verdict).astype(np.int8),
        reason=np.where(below, KNOWN, claims.reason).astype(np.int8),
    )


def _of_amounts(batch: Batch, ledger: Ledger, balances: Balances) -> list[Claims]:
    w = batch.written
    return [
        _claims("net", w.net, ledger.net, ledger.reason),
        _claims("balance", w.balance, balances.after, balances.reason),
    ]


def _of_dealers(batch: Batch) -> Claims:
    """A dealer is a claim where the deal before is there; it is decided where that says who dealt it."""
    due, r = dealers_due(batch), batch.ruleset
    why = np.where(due != NOBODY, KNOWN, np.where(batch.previous == NOBODY, CONFLICT, GAP))
    recorded = np.where(batch.preceded, batch.dealer, NOBODY)
    return _claims("dealer", recorded, due, why, r.numbers[r.claims["dealer"]], absent=NOBODY)
