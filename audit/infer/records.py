"""A club's records, settled under any setting of the options; and how well several settings explain them.

Each deal is settled from the fondo and the balances that the club recorded last before it, so that one slip that
was carried on for an evening speaks against a setting once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from audit import balances, fondo
from audit.batch import Batch
from audit.clauses import Value
from audit.compare.claims import CONFIRMED, CONTRADICTED, KINDS, claim
from audit.compare.payments import match
from audit.facts import NOBODY, Mask
from audit.gather import gather
from audit.ledger import Ledger, enter
from audit.movements import FONDO
from audit.replay import Replayed, replay
from audit.ruleset import Ruleset, load
from audit.sessions import Session

KEPT = 96
"""Settings whose evidence is kept; the search comes back to most of them."""

Setting = Mapping[str, Value]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Evidence:
    """What one setting makes of the records."""

    computed: Counts
    """`[claim]`"""
    verdict: npt.NDArray[np.int8]
    """`[claim]`"""
    lacking: Counts
    """`[deal]`: entries that nobody recorded, where some payments of the deal were."""
    outcome: npt.NDArray[np.uint64]
    """`[deal]`: a number that differs where anything that could be recorded differs."""

    def where(self, claims: Mask, deals: Mask, other: Evidence) -> Evidence:
        """This evidence, and that of `other` for the `claims` and `deals` of the masks."""
        return Evidence(
            np.where(claims, other.computed, self.computed),
            np.where(claims, other.verdict, self.verdict),
            np.where(deals, other.lacking, self.lacking),
            np.where(deals, other.outcome, self.outcome),
        )


@dataclass(frozen=True)
class Scores:
    """How well each of some settings explains each deal; all `[setting, deal]`.

    Only claims count on which the settings do not all say the same.
    """

    explains: Mask
    """All those claims are confirmed, and no more entries are lacking than need be."""
    opposed: Mask
    """One of them is contradicted, or an entry is lacking that another setting does not make."""
    balance: Counts
    """The confirmed ones less the contradicted ones and the needless entries."""


class Records:
    """The sessions of a club by one ruleset, by date, those without one last; settled under any setting."""

    def __init__(self, rules: str, sessions: Sequence[Session]) -> None:
        self.rules = rules
        self.sessions = sorted(sessions, key=lambda one: (one.date is None, one.date or "", one.header.session))
        self._batches: dict[bytes, Batch] = {}
        self._kept: OrderedDict[tuple[tuple[str, str], ...], Evidence] = OrderedDict()
        claims = _claims(self._replayed({}))[0]
        counted = _counted(claims.kind, claims.deal, claims.player)
        self._counted = counted
        self.recorded: Counts = claims.recorded[counted]
        self.kind_of: npt.NDArray[np.int8] = claims.kind[counted]
        self.deal_of: Counts = claims.deal[counted]
        """`[claim]`: its deal, as a row of the batch."""
        self.session_of: Counts = self.batch.session

    @property
    def batch(self) -> Batch:
        """The deals as columns, under whichever options; only what was recorded is to be read from it."""
        return next(iter(self._batches.values()))

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.batch.count

    def is_possible(self, setting: Setting) -> bool:
        """Whether no amount of a setting is above the one that bounds it."""
        r = load(self.rules)
        for spec in r.specs.values():
            if spec.at_most:
                part, whole = (setting.get(name, r.values[name]) for name in (spec.name, spec.at_most))
                if isinstance(part, int) and isinstance(whole, int) and part > whole:
                    return False
        return True

    def evidence(self, setting: Setting) -> Evidence:
        """What the setting makes of the records."""
        key = tuple(sorted((name, repr(value)) for name, value in setting.items()))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        found = self._evidence(setting)
        self._kept[key] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def _evidence(self, setting: Setting) -> Evidence:
        replayed = self._replayed(setting)
        claims, ledger, chain, lacking = _claims(replayed)
        return Evidence(
            claims.computed[self._counted],
            claims.verdict[self._counted],
            lacking,
            _outcomes(replayed, chain, ledger),
        )

    def _replayed(self, setting: Setting) -> Replayed:
        r = load(self.rules, dict(setting))
        return replay(self._batch(r), search=False)

    def _batch(self, r: Ruleset) -> Batch:
        """The deals as columns; sets of cards hang on the order of the ranks, which an option may change."""
        key = r.strength.tobytes()
        if key not in self._batches:
            self._batches[key] = gather(r, self.sessions)
        return replace(self._batches[key], ruleset=r)

    def scores(self, found: Sequence[Evidence], deals: Mask | None = None) -> Scores:
        """How well each of `found` explains each deal, or each of `deals`."""
        computed = np.stack([one.computed for one in found])
        verdict = np.stack([one.verdict for one in found])
        lacking = np.stack([one.lacking for one in found])
        lacking = lacking - lacking.min(axis=0)
        open_ = ((computed != computed[0]) | (verdict != verdict[0])).any(axis=0)
        if deals is not None:
            open_ &= deals[self.deal_of]
            lacking = np.where(deals, lacking, 0)
        rows = np.flatnonzero(open_)
        deal = self.deal_of[rows]
        asked = np.bincount(deal, minlength=self.deals)
        good, bad = (
            np.stack([np.bincount(deal[one[rows] == what], minlength=self.deals) for one in verdict])
            for what in (CONFIRMED, CONTRADICTED)
        )
        touched = (asked > 0) | (lacking > 0).any(axis=0)
        return Scores(
            explains=touched & (good == asked) & (lacking == 0),
            opposed=touched & ((bad > 0) | (lacking > 0)),
            balance=good - bad - lacking,
        )


def _claims(replayed: Replayed) -> tuple[Any, Ledger, fondo.Chain, Counts]:
    """The claims of a batch, each deal from what was recorded last before it; and the lacking entries by deal."""
    batch = replayed.batch
    chain = fondo.follow(replayed, trust=True)
    ledger = enter(replayed, chain)
    matching = match(batch.written.payments, ledger)
    claims = claim(replayed, chain, ledger, balances.run(batch, ledger, trust=True), matching)
    told = np.zeros(batch.count, np.bool_)
    told[batch.written.payments.deal] = True
    missing = matching.lacking & told[ledger.deal] & ledger.known[ledger.deal]
    return claims, ledger, chain, np.bincount(ledger.deal[missing], minlength=batch.count)


def _counted(kind: npt.NDArray[np.int8], deal: Counts, player: npt.NDArray[np.int8]) -> npt.NDArray[np.intp]:
    """The claims that are counted: dealers hang on no option, and a balance says no more than the net beside it."""
    key = deal * 16 + player
    net = key[kind == KINDS.index("net")]
    twice = (kind == KINDS.index("balance")) & np.isin(key, net)
    return np.flatnonzero(~twice & (kind != KINDS.index("dealer")))


def _outcomes(replayed: Replayed, chain: fondo.Chain, ledger: Ledger) -> npt.NDArray[np.uint64]:
    """`[deal]`: everything about a deal that could be recorded, as one number."""
    n = replayed.batch.count
    total = np.zeros(n, np.uint64)
    mix = np.uint64(0x9E3779B97F4A7C15)
    number = np.zeros(ledger.size, np.uint64)
    for column in (ledger.trick, ledger.payer - FONDO, ledger.payee - FONDO, ledger.amount):
        number = (number + column.astype(np.uint64) + np.uint64(1)) * mix
        number ^= number >> np.uint64(29)
    np.add.at(total, ledger.deal, number)
    columns = [chain.start, chain.end, replayed.winner - NOBODY, *replayed.trick_winner, *replayed.points]
    for column in (*columns, *ledger.net):
        total = (total + column.astype(np.int64).view(np.uint64)) * mix
        total ^= total >> np.uint64(29)
    return total
