"""The fondo from deal to deal: what it held before each, which stakes were due, what was left.

Sessions share nothing, so the chains of all of them are followed at once, one deal of each a step. A chain
breaks where a deal is missing or cannot be settled; the next value that the club recorded is then adopted, and
the chain goes on from it. `follow(trust=True)` goes by what the club recorded throughout: it tells what each
deal would come to if the one before had been right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Batch
from audit.facts import Mask, as_mask
from audit.model import LARGEST
from audit.replay import Replayed
from audit.rules.f1 import due, kinds
from audit.ruleset import Ruleset

Codes = npt.NDArray[np.int8]

KNOWN, CARDS, GAP, CONFLICT, LIMIT, NOT_DEFINED, UNSETTLED = range(7)
"""Why a value is not known (`KNOWN`: it is)."""

REASONS = (None, "cards-missing", "gap", "conflict", "amount-limit", "not-defined", "unsettled")
"""The reasons by those numbers, as a report names them."""

NO_KIND = -1
"""The stakes of a deal are not known."""


@dataclass(frozen=True)
class Chain:
    """The fondo of a batch; all columns `[deal]`. A value counts where its reason is `KNOWN`."""

    kind: Codes
    """Which stakes were made, by the numbers of `rules.f1.kinds`; `NO_KIND`."""
    start: Amounts
    """After the stakes."""
    start_reason: Codes
    adopted_for: Codes
    """Why the start had to be the club's own figure; `KNOWN` where it is computed."""
    end: Amounts
    end_reason: Codes
    after: Amounts
    """What the chain goes on with, computed or adopted; `MISSING` where it is broken."""


@dataclass
class _State:
    """Where the chains of all sessions stand."""

    fondo: npt.NDArray[Any]
    reason: Codes


def follow(replayed: Replayed, *, trust: bool = False) -> Chain:
    """Follow the fondo through every session; with `trust`, from each recorded value to the next."""
    batch, r = replayed.batch, replayed.batch.ruleset
    n = batch.count
    chain = Chain(
        kind=np.full(n, NO_KIND, np.int8),
        start=np.full(n, MISSING, np.int64),
        start_reason=np.full(n, GAP, np.int8),
        adopted_for=np.zeros(n, np.int8),
        end=np.full(n, MISSING, np.int64),
        end_reason=np.full(n, GAP, np.int8),
        after=np.full(n, MISSING, np.int64),
    )
    state = _before_all(batch)
    opening = _first_ever(batch)
    for number, rows in enumerate(batch.steps):
        session = batch.session[rows]
        if number:
            _break(batch, state, rows, session)
        fondo, reason = state.fondo[session], state.reason[session]
        fondo, reason = _start(r, batch, chain, rows, fondo, reason, opening)
        fondo, reason = _end(batch, replayed, chain, rows, fondo, reason, trust)
        chain.after[rows] = np.where(reason == KNOWN, fondo, MISSING)
        # To the deals that follow, one that could not be settled is a gap.
        state.fondo[session], state.reason[session] = fondo, np.where(reason == CARDS, GAP, reason)
    return chain


def _first_ever(batch: Batch) -> Mask:
    """`[deal]`: deal 1 of a session that brings no fondo from an earlier one."""
    fresh = ~batch.brought.has_fondo & ~batch.brought.differ
    return as_mask((batch.number == 1) & fresh[batch.session])


def _before_all(batch: Batch) -> _State:
    """What each session starts with: 0, or what an earlier one left; unknown when it does not start with deal 1."""
    brought = batch.brought
    known = (batch.number[batch.begins] == 1) | brought.has_fondo
    reason = np.where(known, KNOWN, GAP)
    reason[brought.differ] = CONFLICT
    reason[brought.fondo < 0] = GAP
    return _State(brought.fondo.copy(), reason.astype(np.int8))


def _break(batch: Batch, state: _State, rows: npt.NDArray[Any], session: npt.NDArray[Any]) -> None:
    """A missing deal breaks the chain before the deals `rows`."""
    gap = batch.gap_before(rows)
    state.reason[session[gap]] = GAP


def _start(
    r: Ruleset,
    batch: Batch,
    chain: Chain,
    rows: npt.NDArray[Any],
    before: npt.NDArray[Any],
    reason: Codes,
    opening: Mask,
) -> tuple[npt.NDArray[Any], Codes]:
    """The stakes: what the fondo holds at the start of the deals `rows`, as far as it is known."""
    reason = np.where(batch.conflict[rows], CONFLICT, reason).astype(np.int8)
    if not r.stakes:
        reason[reason == KNOWN] = reason[reason == GAP] = NOT_DEFINED
    known = reason == KNOWN
    totals = np.array([kind.total for kind in kinds(r)] or [0], r.amount_type)
    kind = np.where(known, due(r, before, opening[rows]), NO_KIND).astype(np.int8)
    total = totals[kind]
    over = known & (before > LARGEST - total)
    reason[over] = LIMIT
    start = np.where(known & ~over, before + np.where(over, 0, total), MISSING).astype(np.int64)
    written = batch.written.fondo_start[rows]
    adopt = (reason != KNOWN) & (written >= 0) & ~batch.conflict[rows]
    if adopt.any():
        kind = np.where(adopt, _only_kind(r, written), kind).astype(np.int8)
    chain.kind[rows] = kind
    chain.start[rows] = np.where(adopt, written, start)
    chain.adopted_for[rows] = np.where(adopt, reason, KNOWN)
    chain.start_reason[rows] = np.where(adopt, KNOWN, reason)
    return chain.start[rows], chain.start_reason[rows]


def _only_kind(r: Ruleset, start: Amounts) -> Codes:
    """The stakes that alone can have made each `start` of a later deal, else `NO_KIND`."""
    found = np.full(start.shape, NO_KIND, np.int8)
    ways = np.zeros(start.shape, np.int8)
    later = np.zeros(start.shape, np.bool_)
    for number, kind in enumerate(kinds(r)):
        before = start.astype(object) - kind.total
        fits = (before >= 0) & (due(r, before, later) == number)
        ways += fits
        found[fits] = number
    return np.where(ways == 1, found, NO_KIND).astype(np.int8)


def _end(
    batch: Batch,
    replayed: Replayed,
    chain: Chain,
    rows: npt.NDArray[Any],
    start: npt.NDArray[Any],
    reason: Codes,
    trust: bool,
) -> tuple[npt.NDArray[Any], Codes]:
    """What the deals `rows` leave in the fondo, and what the chains go on with."""
    settled = replayed.pot_known[rows]
    end, fits = exact(replayed.pot.times[rows], start, replayed.pot.plus[rows])
    why = np.where(~settled & (reason == KNOWN), CARDS, reason).astype(np.int8)
    why[(why == KNOWN) & ~fits] = LIMIT
    chain.end[rows] = np.where(why == KNOWN, end, MISSING)
    chain.end_reason[rows] = why
    written_end, written_start = batch.written.fondo_end[rows], batch.written.fondo_start[rows]
    fondo, reason = np.where(why == KNOWN, end, 0), why
    usable = ~batch.conflict[rows]
    if trust:
        from_start, good = exact(replayed.pot.times[rows], written_start, replayed.pot.plus[rows])
        restart = usable & (written_start >= 0) & settled & good
        fondo, reason = np.where(restart, from_start, fondo), np.where(restart, KNOWN, reason)
        adopt = usable & (written_end >= 0)
    else:
        adopt = usable & (why != KNOWN) & (written_end >= 0)
    return np.where(adopt, written_end, fondo), np.where(adopt, KNOWN, reason).astype(np.int8)


def exact(times: npt.NDArray[Any], fondo: npt.NDArray[Any], plus: npt.NDArray[Any]) -> tuple[Amounts, Mask]:
    """`times * fondo + plus`, and where that is an amount that can be stated (`LARGEST`); never wrapped round."""
    small = np.abs(fondo) < 2**40
    if plus.dtype != object and small.all():
        return times * fondo + plus, np.ones(fondo.shape, np.bool_)
    whole = times.astype(object) * fondo.astype(object) + plus.astype(object)
    fits = np.abs(whole) <= LARGEST
    return np.where(fits, whole, 0).astype(np.int64), fits.astype(np.bool_)
