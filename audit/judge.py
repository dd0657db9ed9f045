"""The whole flow for sessions in memory: batch, replay, fondo, ledger, claims, findings, status."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from audit import balances, fondo
from audit.batch import Batch
from audit.compare import consistency
from audit.compare.all_confirmed import all_confirmed
from audit.compare.carried import trace
from audit.compare.claims import CONTRADICTED, UNDETERMINED, Claims
from audit.compare.decided import decided
from audit.compare.payments import NONE, Matching, match
from audit.compare.session_end import session_ends
from audit.facts import NOBODY, Mask, as_mask
from audit.findings import DISCREPANT, ILLEGAL, Finding
from audit.gather import gather
from audit.ledger import Ledger, enter
from audit.movements import FONDO
from audit.picked import counted_anew, picked
from audit.replay import Replayed, replay
from audit.ruleset import Ruleset
from audit.sessions import Session

NAMED = 3
"""Other records that a conflict names."""

STATUSES = ("illegal", "discrepant", "carried", "undetermined", "confirmed")
"""What a deal may be; the first that applies."""


@dataclass(frozen=True)
class Judged:
    """Sessions of one ruleset, judged."""

    replayed: Replayed
    chain: fondo.Chain
    ledger: Ledger
    balances: balances.Balances
    claims: Claims
    unclaimed: Mask
    """`[deal]`: it has no claims, for everything recorded of it is confirmed. Of no deal, unless that was asked for."""
    findings: Sequence[Finding]
    """On deals; `row` is the deal's place in the batch."""
    on_sessions: Sequence[Finding]
    """On sessions; `row` is the session's place in the batch."""
    status: npt.NDArray[np.int8]
    """`[deal]`: a place in `STATUSES`."""

    @property
    def batch(self) -> Batch:
        """The deals and what was recorded of them."""
        return self.replayed.batch

    def assumptions(self) -> list[list[str]]:
        """By session: the house amounts, left at an assumed default, that an entry of it rests on."""
        r = self.batch.ruleset
        found: list[list[str]] = [[] for _ in self.batch.sessions]
        for name, spec in r.specs.items():
            if not spec.assumed or r.values[name] != spec.default or spec.rule not in r.numbers:
                continue
            to_fondo = self.ledger.payee == FONDO
            paid_so = to_fondo if spec.assumed == "fondo" else ~to_fondo
            rests = paid_so & (self.ledger.rule == r.numbers[spec.rule])
            for k in np.unique(self.batch.session[self.ledger.deal[rests]]):
                found[int(k)].append(name)
        return found


def judge(sessions: Sequence[Session], *, sparing: bool = False) -> Iterator[Judged]:
    """Judge the `sessions` that have a ruleset, those of one ruleset and options together, as `judge_batch` does."""
    together: dict[int, list[Session]] = defaultdict(list)
    rulesets: dict[int, Ruleset] = {}
    for session in sessions:
        if session.ruleset is not None:
            rulesets[id(session.ruleset)] = session.ruleset
            together[id(session.ruleset)].append(session)
    for key, group in together.items():
        yield judge_batch(gather(rulesets[key], group), sparing=sparing)


def judge_batch(batch: Batch, *, sparing: bool = False) -> Judged:
    """Judge the deals of a batch; if `sparing`, without the claims of sessions in which all is right."""
    replayed = replay(batch)
    chain = fondo.follow(replayed)
    ledger = enter(replayed, chain)
    running = balances.run(batch, ledger)
    matching = match(batch.written.payments, ledger)
    computed = _Computed(replayed, chain, ledger, running, matching)
    unclaimed = computed.in_right_sessions() if sparing else np.zeros(batch.count, np.bool_)
    claims = computed.claims_but(unclaimed)
    findings = [
        *_conflicts(batch),
        *replayed.findings,
        *consistency.check(replayed),
        *consistency.missing_payments(batch, ledger, matching),
    ]
    return Judged(
        replayed=replayed,
        chain=chain,
        ledger=ledger,
        balances=running,
        claims=claims,
        unclaimed=unclaimed,
        findings=sorted(findings, key=lambda one: (one.row, one.severity, one.trick or 0)),
        on_sessions=list(session_ends(batch, running)),
        status=_status(batch, claims, findings),
    )


class _Computed(NamedTuple):
    """What recorded values are held against."""

    replayed: Replayed
    chain: fondo.Chain
    ledger: Ledger
    running: balances.Balances
    matching: Matching

    def in_right_sessions(self) -> Mask:
        """`[deal]`: of its whole session everything recorded is right."""
        batch = self.replayed.batch
        right = np.ones(len(batch.sessions), np.bool_)
        right[batch.session[~all_confirmed(*self)]] = False
        return as_mask(right[batch.session])

    def claims_but(self, left_out: Mask) -> Claims:
        """The claims, but for those of the deals `left_out`, which are whole sessions."""
        if not left_out.any():
            return trace(decided(*self), self.replayed, self.chain, self.ledger)
        batch = self.replayed.batch
        part, deals = self.replayed.of_sessions(np.unique(batch.session[~left_out]))
        ledger = self.ledger.of_deals(deals)
        matching = match(part.batch.written.payments, ledger)
        own = _Computed(part, picked(self.chain, deals), ledger, picked(self.running, deals), matching)
        claims = own.claims_but(np.zeros(deals.size, np.bool_))
        paid = np.flatnonzero(counted_anew(deals, batch.count)[batch.written.payments.deal] != NOBODY)
        # A claim of no payment stands at the end, at `NONE`.
        return replace(claims, deal=deals[claims.deal], payment=np.append(paid, NONE)[claims.payment])


def _conflicts(batch: Batch) -> Iterator[Finding]:
    """Each record that another of the same deal contradicts, with the places of those."""
    for j in np.flatnonzero(batch.conflict).tolist():
        same = np.flatnonzero((batch.session == batch.session[j]) & (batch.number == batch.number[j])).tolist()
        places = [batch.deals[k].place for k in same if k != j]
        other = ", ".join(f"{place.file}:{place.line}" for place in places[:NAMED])
        other += f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
        yield Finding(row=j, code="conflict", line=batch.deals[j].place.line, params={"other": other})


def _status(batch: Batch, claims: Claims, findings: Sequence[Finding]) -> npt.NDArray[np.int8]:
    """The first of `STATUSES` that applies to each deal."""
    n = batch.count

    def deals_of(rows: npt.NDArray[np.int64] | list[int]) -> Mask:
        mask = np.zeros(n, np.bool_)
        mask[rows] = True
        return mask

    wrong = claims.verdict == CONTRADICTED
    fresh = wrong & (claims.carried_from < 0)
    return np.select(
        [
            deals_of([one.row for one in findings if one.code in ILLEGAL]),
            deals_of([one.row for one in findings if one.code in DISCREPANT]) | deals_of(claims.deal[fresh]),
            deals_of(claims.deal[wrong]),
            deals_of(claims.deal[claims.verdict == UNDETERMINED]),
        ],
        range(4),
        4,
    ).astype(np.int8)
