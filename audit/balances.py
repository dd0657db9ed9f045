"""The running balances of the players of each session, by name, through the deals that they played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Batch
from audit.facts import Mask
from audit.fondo import CARDS, CONFLICT, GAP, KNOWN, LIMIT, Codes
from audit.ledger import Ledger
from audit.model import LARGEST


@dataclass(frozen=True)
class Balances:
    """`[player, deal]` the balance after each deal; it counts where its reason is `KNOWN`."""

    after: Amounts
    reason: Codes
    final: tuple[Mapping[str, int | None], ...]
    """By session: what each of its players ends with, where that is known."""
    before: Amounts
    """`[player, deal]` the balance before each deal; it counts where its reason is `KNOWN`."""
    before_reason: Codes


@dataclass
class _Accounts:
    """All players of all sessions, each with a place of his own."""

    place: npt.NDArray[np.int64]
    """`[player, deal]`: where his account is."""
    session: npt.NDArray[np.int64]
    names: list[str]
    balance: npt.NDArray[Any]
    reason: Codes


def run(batch: Batch, ledger: Ledger, *, trust: bool = False) -> Balances:
    """Add up the nets of `ledger`; with `trust`, from each recorded balance to the next."""
    books = _open(batch)
    after = np.full(ledger.net.shape, MISSING, np.int64)
    reasons = np.full(ledger.net.shape, GAP, np.int8)
    begun, begun_reasons = after.copy(), reasons.copy()
    simple = np.zeros(len(batch.sessions), np.bool_) if trust else _simple(batch, ledger, books)
    if simple.any():
        own = simple[batch.session]
        begun, after = (np.where(own, column, MISSING) for column in _summed(batch, ledger.net, books))
        reasons[:] = begun_reasons[:] = np.where(own, KNOWN, GAP)
        last = (np.append(batch.begins[1:], batch.count) - 1)[simple]
        books.balance[books.place[:, last]] = after[:, last]
    for number, every in enumerate(() if simple.all() else batch.steps):
        rows = every[~simple[batch.session[every]]]
        if number:
            _break(batch, books, rows)
        place = books.place[:, rows]
        before, reason = books.balance[place], books.reason[place]
        begun[:, rows], begun_reasons[:, rows] = before, reason
        reason = np.where(ledger.reason[rows] != KNOWN, ledger.reason[rows], reason).astype(np.int8)
        reason = np.where(batch.conflict[rows], CONFLICT, reason).astype(np.int8)
        balance, fits = _added(before, np.where(ledger.known[rows], ledger.net[:, rows], 0))
        reason[(reason == KNOWN) & ~fits] = LIMIT
        after[:, rows] = np.where(reason == KNOWN, balance, MISSING)
        reasons[:, rows] = reason
        written = batch.written.balance[:, rows]
        adopt = (written != MISSING) & ~batch.conflict[rows] & (trust | (reason != KNOWN))
        books.balance[place] = np.where(adopt, written, np.where(reason == KNOWN, balance, 0))
        # To the deals that follow, one that could not be settled is a gap.
        books.reason[place] = np.where(adopt, KNOWN, np.where(reason == CARDS, GAP, reason))
    final: list[dict[str, int | None]] = [{} for _ in batch.sessions]
    known = books.reason == KNOWN
    for k, name in enumerate(books.names):
        final[books.session[k]][name] = int(books.balance[k]) if known[k] else None
    return Balances(after, reasons, tuple(final), begun, begun_reasons)


def _simple(batch: Batch, ledger: Ledger, books: _Accounts) -> Mask:
    """`[session]`: all of it is known, nobody comes, goes or changes his seat, and no amount is large."""
    large = 2**60 // max(batch.count, 1)
    odd = (ledger.reason != KNOWN) | batch.conflict | (np.abs(ledger.net) > large).any(axis=0)
    goes_on = (batch.number[1:] == batch.number[:-1] + 1) & (batch.lineup[1:] == batch.lineup[:-1])
    odd[1:] |= ~goes_on & (batch.session[1:] == batch.session[:-1])
    simple = np.ones(len(batch.sessions), np.bool_)
    simple[batch.session[odd]] = False
    simple[books.session[(books.reason != KNOWN) | (np.abs(books.balance) > 2**60)]] = False
    return simple


def _summed(batch: Batch, net: Amounts, books: _Accounts) -> tuple[Amounts, Amounts]:
    """`[player, deal]`: the balances before and after each deal of simple sessions; of others not meant."""
    begins = batch.begins
    # What other sessions make overflow goes out again with what is taken off here.
    after = np.cumsum(net, axis=1)
    start = books.balance[books.place[:, begins]] - after[:, begins] + net[:, begins]
    after += start[:, batch.session]
    return after - net, after


def accounts(batch: Batch) -> npt.NDArray[np.int64]:
    """`[player, deal]`: a number for each name of each session, the same in all of its deals."""
    fresh = np.ones(batch.count, np.bool_)
    fresh[1:] = (batch.session[1:] != batch.session[:-1]) | (batch.lineup[1:] != batch.lineup[:-1])
    runs = np.flatnonzero(fresh)
    begins = np.cumsum([0, *(len(session.players) for session in batch.sessions)]).tolist()
    rows = []
    for k, lineup in zip(batch.session[runs].tolist(), batch.lineup[runs].tolist(), strict=True):
        place = batch.sessions[k].players.index
        rows.append([begins[k] + place(name) for name in batch.lineups[lineup]])
    by_run = np.array(rows, np.int64).reshape(runs.size, batch.ruleset.players)
    return np.ascontiguousarray(by_run[np.cumsum(fresh) - 1].T)


def _open(batch: Batch) -> _Accounts:
    """An account for each name of each session, with what it brings from an earlier one."""
    names: list[str] = []
    owner: list[int] = []
    start: list[int] = []
    reason: list[int] = []
    first = batch.number[batch.begins].tolist()
    for k, session in enumerate(batch.sessions):
        names += session.players
        owner += [k] * len(session.players)
        start += [session.carried.balance.get(name, 0) for name in session.players]
        whole = first[k] == 1 or session.carried.fondo is not None
        why = CONFLICT if session.carried.differ else KNOWN if whole else GAP
        reason += [why] * len(session.players)
    return _Accounts(
        accounts(batch),
        np.array(owner, np.int64),
        names,
        np.array(start, np.int64),
        np.array(reason, np.int8),
    )


def _break(batch: Batch, books: _Accounts, rows: npt.NDArray[Any]) -> None:
    """A missing deal leaves every balance of its session unknown."""
    gap = batch.gap_before(rows)
    if gap.any():
        books.reason[np.isin(books.session, batch.session[rows[gap]])] = GAP


def _added(before: npt.NDArray[Any], net: Amounts) -> tuple[Amounts, npt.NDArray[np.bool_]]:
    """The sums, and where they can be stated."""
    if (np.abs(before) < 2**61).all() and (np.abs(net) < 2**61).all():
        return before + net, np.ones(net.shape, np.bool_)
    whole = before.astype(object) + net.astype(object)
    fits = (np.abs(whole) <= LARGEST).astype(np.bool_)
    return np.where(fits, whole, 0).astype(np.int64), fits
