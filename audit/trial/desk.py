"""What a club had before it when it wrote a deal down: the fondo and the balances, right, and by its own books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from audit import balances, fondo
from audit.batch import MISSING, Amounts, Batch
from audit.compare.carried import fondo_origin
from audit.compare.claims import CONTRADICTED, UNDETERMINED
from audit.facts import Mask, as_mask
from audit.fondo import KNOWN, NO_KIND, Chain, Codes
from audit.judge import Judged
from audit.rules.f1 import kinds

LARGEST_TRIED = 2**40
"""A fondo or a balance beyond which nothing is tried: sums stay exact in 64 bits."""

RIGHT, OWN = range(2)
"""The fondo as the rules make it, and as the club has it in its books."""


@dataclass(frozen=True)
class Desk:
    """What stood before each deal of a batch; columns `[deal]` unless said."""

    judged: Judged
    before: Amounts
    """`[RIGHT or OWN, deal]`: the fondo before the stakes; `MISSING` where it is not known."""
    kind: Codes
    """`[RIGHT or OWN, deal]`: the stakes due, by the numbers of `rules.f1.kinds`; `NO_KIND` where `before` is after
    them, or the ruleset knows none."""
    balance: Amounts
    """`[RIGHT or OWN, player, deal]`: the balances before; `MISSING`."""
    origin: Amounts
    """The number of the deal where the club's fondo left the right one; `MISSING`."""
    triable: Mask
    """The deal can be settled again, and its amounts are small enough."""

    @property
    def batch(self) -> Batch:
        """The deals."""
        return self.judged.batch

    @property
    def differs(self) -> Mask:
        """`[deal]`: the club's fondo before the deal is not the right one."""
        right, own = self.before
        return as_mask((right != own) & (right != MISSING) & (own != MISSING))


def desk_of(judged: Judged) -> Desk:
    """What the club had before each deal of what was judged."""
    replayed, batch, r = judged.replayed, judged.batch, judged.batch.ruleset
    own = fondo.follow(replayed, trust=True)
    chains = (judged.chain, own)
    before, kind = zip(*(_before(chain, judged) for chain in chains), strict=True)
    runs = (judged.balances, balances.run(batch, judged.ledger, trust=True))
    balance = np.stack([_less(one.after, one.reason, judged.ledger.net) for one in runs])
    triable = replayed.complete & ~batch.conflict & r.amounts_are_small
    fits = ((before[0] == MISSING) | (np.abs(before[0]) < LARGEST_TRIED)) & (
        (before[1] == MISSING) | (np.abs(before[1]) < LARGEST_TRIED)
    )
    return Desk(
        judged=judged,
        before=np.stack(before),
        kind=np.stack(kind),
        balance=balance,
        origin=fondo_origin(batch, judged.chain, own),
        triable=as_mask(triable & fits),
    )


def _before(chain: Chain, judged: Judged) -> tuple[Amounts, Codes]:
    """The fondo before the stakes, and which were due; after them where nobody can tell which were made."""
    r = judged.batch.ruleset
    # With amounts that 64 bits might not hold nothing is tried, so that it does not matter what stands here.
    totals = np.array([one.total if r.amounts_are_small else 0 for one in kinds(r)] + [0], np.int64)
    known = chain.start_reason == KNOWN
    kind = np.where(known, chain.kind, NO_KIND).astype(np.int8)
    return np.where(known, chain.start - totals[kind], MISSING), kind


def _less(after: Amounts, reason: Codes, net: Amounts) -> Amounts:
    """The balances before, from those after and what was won."""
    known = (reason == KNOWN) & (net != MISSING)
    return np.where(known, after - np.where(known, net, 0), MISSING)


def balance_origins(desk: Desk) -> Mapping[tuple[int, int], int]:
    """By deal and player: the number of the deal where his balance left the right one, where it had before."""
    batch, claims = desk.batch, desk.judged.claims
    rows = claims.of("balance") & (claims.verdict != UNDETERMINED)
    columns = (claims.deal[rows], claims.player[rows], claims.verdict[rows], claims.carried_from[rows])
    left: dict[tuple[int, str], int] = {}
    found: dict[tuple[int, int], int] = {}
    right, own = desk.balance
    off = (right != own) & (right != MISSING) & (own != MISSING)
    for j, who, verdict, carried in zip(*(column.tolist() for column in columns), strict=True):
        key = int(batch.session[j]), batch.deals[j].players[who]
        if off[who, j] and key in left:
            found[j, who] = left[key]
        if verdict == CONTRADICTED:
            left.setdefault(key, int(batch.number[j]) if carried == MISSING else carried)
        else:
            left.pop(key, None)
    return found
