"""The stakes before a deal: F1, F2 and F3 of Revesino, X5 of Reversis.

A *stake* is what the players put in together; it has an amount a seat, dealer first. Which stakes are due
hangs on what the fondo holds before them.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.registry import rule
from audit.ruleset import Ruleset


class Stake(NamedTuple):
    """Who puts in how much, by rule."""

    rule: str
    shares: tuple[int, ...]
    """By seat of all players, the dealer's first."""

    @property
    def total(self) -> int:
        """What it adds to the fondo."""
        return sum(self.shares)


class Kind(NamedTuple):
    """The stakes that go together before one deal; which kind is due is for `due`."""

    stakes: tuple[Stake, ...]

    @property
    def total(self) -> int:
        """What they add to the fondo."""
        return sum(stake.total for stake in self.stakes)


@rule("F1", "F2")
def full_stake(r: Ruleset) -> tuple[int, ...]:
    """The dealer stakes 3 and each other player 2, before the first deal and when the fondo runs low. [S0 §12]"""
    each = int(r.amount("stake_player"))
    return (int(r.amount("stake_dealer")), *(each for _ in range(r.players - 1)))


@rule("F3")
def dealer_fee(r: Ruleset) -> tuple[int, ...]:
    """In a deal without a stake the dealer puts in 1. [S0 §12; HOY]"""
    return (int(r.amount("dealer_fee")), *(0 for _ in range(r.players - 1)))


@rule("X5")
def ante(r: Ruleset) -> tuple[int, ...]:
    """Before each deal every player puts in 2. [S2/S4]"""
    return tuple(int(r.amount("ante")) for _ in range(r.players))


@functools.lru_cache(maxsize=1024)
def kinds(r: Ruleset) -> tuple[Kind, ...]:
    """The kinds of stake that a deal may have, in the order of `due`'s numbers."""
    if "X5" in r.stakes:
        return (Kind((Stake("X5", ante(r)),)),)
    if not r.stakes:
        return ()
    fee = Stake("F3", dealer_fee(r))
    also = (fee,) if r.flag("fee_with_stake") else ()
    first, renewal = (Kind((Stake(name, full_stake(r)), *also)) for name in ("F1", "F2"))
    return first, renewal, Kind((fee,))


FIRST, RENEWAL, FEE = range(3)


def due(r: Ruleset, before: npt.NDArray[Any], first: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    """The kind due in each of some deals, by what the fondo holds `before` and whether it is the `first` ever."""
    if "F1" not in r.stakes:
        return np.zeros(before.shape, np.int8)
    low = before < sum(full_stake(r)) if r.choice("renewal") == "below_initial" else before <= 0
    return np.where(first, FIRST, np.where(low, RENEWAL, FEE)).astype(np.int8)
