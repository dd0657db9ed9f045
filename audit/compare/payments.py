"""Recorded payments matched with the entries of the ledger, one to one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import Payments
from audit.ledger import Ledger

NONE = -1
"""No entry."""

Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Matching:
    """Which entry each recorded payment is, and which entries nobody recorded."""

    entry: Places
    """By payment: the entry that confirms it, or `NONE`."""
    instead: Places
    """By payment without an entry: the first unused one between the same two (and in its trick), or `NONE`."""
    lacking: npt.NDArray[np.bool_]
    """By entry: no payment is it, and none stands for it with another amount."""


def match(payments: Payments, ledger: Ledger) -> Matching:
    """Match payments that name a trick first, then the others, each in recorded order, with entries in order."""
    entry = np.full(payments.size, NONE, np.int64)
    unused = np.ones(ledger.size, np.bool_)
    if not payments.size:
        return Matching(entry, entry, unused)
    accounts = (payments.payer, payments.payee), (ledger.payer, ledger.payee)
    key_p, key_l = _keys(payments, ledger, *accounts, (payments.amount, ledger.amount))
    trick_p, trick_l = _joint(key_p, key_l, payments.trick, ledger.trick)
    for named in (True, False):
        mine = np.flatnonzero((payments.trick != 0) == named)
        free = np.flatnonzero(unused)
        theirs = (trick_p if named else key_p)[mine], (trick_l if named else key_l)[free]
        found = _pair(*theirs)
        hit = found != NONE
        entry[mine[hit]] = free[found[hit]]
        unused[free[found[hit]]] = False
    instead, lacking = _instead(payments, ledger, entry, unused)
    return Matching(entry, instead, lacking)


def _instead(
    payments: Payments, ledger: Ledger, entry: Places, unused: npt.NDArray[np.bool_]
) -> tuple[Places, npt.NDArray[np.bool_]]:
    """For payments that no entry confirms: the first unused entry between the same two.

    Each of them stands for one such entry, so that the others are lacking.
    """
    instead = np.full(payments.size, NONE, np.int64)
    lacking = unused.copy()
    key_p, key_l = _keys(payments, ledger, (payments.payer, payments.payee), (ledger.payer, ledger.payee))
    trick_p, trick_l = _joint(key_p, key_l, payments.trick, ledger.trick)
    free = np.flatnonzero(unused)
    for named in (True, False):
        mine = np.flatnonzero(((payments.trick != 0) == named) & (entry == NONE))
        wanted, there = (trick_p[mine], trick_l) if named else (key_p[mine], key_l)
        instead[mine] = _first(wanted, there, free)
        left = np.flatnonzero(lacking)
        stands_for = _pair(wanted, there[left])
        lacking[left[stands_for[stands_for != NONE]]] = False
    return instead, lacking


def _first(wanted: Places, there: Places, free: Places) -> Places:
    """By key in `wanted`: the first place of `free` whose key in `there` is the same, or `NONE`."""
    keys, first = np.unique(there[free], return_index=True)
    if not keys.size:
        return np.full(wanted.shape, NONE, np.int64)
    at = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[at] == wanted, free[first[at]], NONE)


def _keys(
    payments: Payments,
    ledger: Ledger,
    of_payments: tuple[npt.NDArray[Any], npt.NDArray[Any]],
    of_entries: tuple[npt.NDArray[Any], npt.NDArray[Any]],
    amounts: tuple[npt.NDArray[Any], npt.NDArray[Any]] | None = None,
) -> tuple[Places, Places]:
    """Numbers that are equal where deal and accounts (and amounts) are."""
    (payer_p, payee_p), (payer_l, payee_l) = of_payments, of_entries
    key_p = (payments.deal * 16 + payer_p + 1) * 16 + payee_p + 1
    key_l = (ledger.deal * 16 + payer_l + 1) * 16 + payee_l + 1
    return _joint(key_p, key_l, *amounts) if amounts else (key_p, key_l)


def _joint(key_p: Places, key_l: Places, more_p: npt.NDArray[Any], more_l: npt.NDArray[Any]) -> tuple[Places, Places]:
    """The keys told apart by one more column, as dense numbers that cannot overflow."""
    _, keys = np.unique(np.concatenate((key_p, key_l)), return_inverse=True)
    _, more = np.unique(np.concatenate((more_p, more_l)), return_inverse=True)
    both = keys.astype(np.int64) * (int(more.max(initial=0)) + 1) + more
    return both[: key_p.size], both[key_p.size :]


def _pair(mine: Places, theirs: Places) -> Places:
    """By place in `mine`: the place in `theirs` of the same key, the first with the first; `NONE`."""
    both = np.concatenate((mine, theirs))
    order = np.argsort(both, kind="stable")
    ranked = both[order]
    fresh = np.ones(both.size, np.bool_)
    fresh[1:] = ranked[1:] != ranked[:-1]
    start = np.maximum.accumulate(np.where(fresh, np.arange(both.size), 0))
    # In each run of one key come first `mine`, then `theirs`: the sort is stable.
    is_mine = order < mine.size
    counted = np.cumsum(is_mine)
    mine_in_run: Places = counted - np.where(start > 0, counted[start - 1], 0)
    found = np.full(mine.size, NONE, np.int64)
    rank = np.arange(both.size) - start
    theirs_at = np.flatnonzero(~is_mine)
    # The k-th of theirs stands `run's mine` places behind the k-th of mine.
    partner = theirs_at - mine_in_run[theirs_at]
    good = rank[theirs_at] - mine_in_run[theirs_at] < mine_in_run[theirs_at]
    found[order[partner[good]]] = order[theirs_at[good]] - mine.size
    return found
