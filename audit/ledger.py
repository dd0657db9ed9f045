"""The ledger of every deal in tantos, once it is known what the fondo held; and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts
from audit.facts import NOBODY, Mask, Seats, as_mask
from audit.fondo import CARDS, KNOWN, LIMIT, NO_KIND, NOT_DEFINED, Chain, Codes, exact
from audit.model import LARGEST
from audit.movements import FONDO
from audit.picked import counted_anew
from audit.replay import Replayed
from audit.rules.f1 import kinds


@dataclass(frozen=True)
class Ledger:
    """The entries of the deals whose ledger is known, deal by deal in the order of settlement; and their nets."""

    deal: npt.NDArray[np.int64]
    trick: npt.NDArray[np.int64]
    """Counted from 1; 0 for an entry of no trick."""
    rule: npt.NDArray[np.int16]
    payer: Seats
    """A player, or `FONDO`."""
    payee: Seats
    amount: Amounts
    reason: Codes
    """`[deal]`: why the deal's ledger is not known; `KNOWN`."""
    net: Amounts
    """`[player, deal]`, stakes included; `MISSING` where the ledger is not known."""

    @property
    def size(self) -> int:
        """How many entries there are."""
        return int(self.deal.size)

    @property
    def known(self) -> Mask:
        """`[deal]`: the ledger is known."""
        return as_mask(self.reason == KNOWN)

    def of_deals(self, rows: npt.NDArray[np.intp]) -> Ledger:
        """The ledger of the deals `rows`, in rising order, which are counted anew."""
        place = counted_anew(rows, self.reason.size)
        mine = np.flatnonzero(place[self.deal] != NOBODY)
        entries = {name: getattr(self, name)[mine] for name in ("trick", "rule", "payer", "payee", "amount")}
        return Ledger(
            deal=place[self.deal[mine]],
            **entries,
            reason=self.reason[rows],
            net=np.ascontiguousarray(self.net[:, rows]),
        )


def enter(replayed: Replayed, chain: Chain) -> Ledger:
    """The ledgers of a batch for the fondo that `chain` gives each deal."""
    batch = replayed.batch
    whole = bool(batch.ruleset.stakes)
    reason = chain.start_reason.copy()
    if whole:
        unstaked = (reason == KNOWN) & (chain.kind == NO_KIND)
        reason[unstaked] = chain.adopted_for[unstaked]
    reason[~replayed.settled] = CARDS
    known = reason == KNOWN
    e = replayed.entries
    # Where a ruleset leaves the stakes undefined, what does not hang on the fondo is known all the same.
    if not known.all():
        e = e.pick(known[e.deal] | ((e.times == 0) & (not whole)))
    amount, fits = exact(e.times, chain.start[e.deal], e.plus)
    stakes = _stakes(replayed, np.where(known, chain.kind, NO_KIND))
    own: list[npt.NDArray[Any]] = [e.deal, e.trick, e.rule, e.payer, e.payee]
    columns = [np.concatenate(pair) for pair in zip(stakes[:5], own, strict=True)]
    amounts = np.concatenate((stakes[5], amount))
    over = np.zeros(batch.count, np.bool_)
    over[e.deal[~fits]] = True
    order = np.argsort(columns[0].astype(np.int32), kind="stable")
    amounts = amounts[order]
    if not amounts.all():
        order, amounts = order[amounts != 0], amounts[amounts != 0]
    deal, trick, rule, payer, payee = (column[order] for column in columns)
    net, too_much = _nets(batch.ruleset.players, batch.count, deal, payer, payee, amounts)
    over |= too_much
    reason[known & over] = LIMIT
    if over.any():
        keep = reason[deal] != LIMIT
        deal, trick, rule, payer, payee = (column[keep] for column in (deal, trick, rule, payer, payee))
        amounts = amounts[keep]
    if not whole:
        reason[reason != CARDS] = NOT_DEFINED
    net = np.where(reason == KNOWN, net, MISSING)
    return Ledger(
        deal.astype(np.int64), trick.astype(np.int64), rule, payer, payee, amounts, reason.astype(np.int8), net
    )


def _stakes(replayed: Replayed, kind: Codes) -> list[npt.NDArray[Any]]:
    """The stakes' entries: deal, trick, rule, payer, payee and amount, in order within each deal."""
    r = replayed.batch.ruleset
    parts: list[tuple[npt.NDArray[Any], int, int, int]] = []
    for number, one in enumerate(kinds(r)):
        rows = np.flatnonzero(kind == number)
        for stake in one.stakes:
            for seat, share in enumerate(stake.shares):
                parts.append((rows, r.numbers[stake.rule], seat, share))
    deal = np.concatenate([part[0] for part in parts] or [np.empty(0, np.int64)])
    sizes = [part[0].size for part in parts]

    def column(place: int, kind_: Any) -> npt.NDArray[Any]:
        return np.repeat(np.array([part[place] for part in parts], kind_), sizes)

    dealer = replayed.seating.dealer[deal]
    payer = (dealer + column(2, np.int8)) % np.int8(r.players)
    payee = np.full(deal.size, FONDO, np.int8)
    trick = np.zeros(deal.size, np.int8)
    amount = column(3, r.amount_type)
    return [deal, trick, column(1, np.int16), payer, payee, _capped(amount)]


def _capped(amount: npt.NDArray[Any]) -> Amounts:
    """House amounts as 64-bit integers; the chain has already refused a start that one beyond `LARGEST` makes."""
    return np.asarray(np.minimum(amount, LARGEST), np.int64)


def _nets(
    players: int, deals: int, deal: npt.NDArray[Any], payer: Seats, payee: Seats, amount: Amounts
) -> tuple[Amounts, Mask]:
    """`[player, deal]` what each player is up, and `[deal]` where that is too large to state."""
    net = np.zeros((players, deals), np.int64)
    moved = np.bincount(deal, weights=np.abs(amount.astype(np.float64)), minlength=deals)
    large = moved > float(2**62)
    for account, sign in ((payer, -1), (payee, 1)):
        rows = np.flatnonzero((account != FONDO) & ~large[deal])
        np.add.at(net, (account[rows], deal[rows]), sign * amount[rows])
    over = np.zeros(deals, np.bool_)
    for j in np.flatnonzero(large):
        rows = np.flatnonzero(deal == j)
        totals = [0] * players
        for k in rows.tolist():
            for who, sign in ((int(payer[k]), -1), (int(payee[k]), 1)):
                if who != FONDO:
                    totals[who] += sign * int(amount[k])
        over[j] = any(abs(total) > LARGEST for total in totals)
        net[:, j] = 0 if over[j] else totals
    return net, over
