"""Who pays whom at the end of the night, in as few payments as can be.

Accounts that add up to 0 among themselves settle among themselves, *n* of them in *n* − 1 payments. So the fewest
payments are the accounts less the most groups that they can be parted into, each adding up to 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

EXACT = 12
"""Accounts up to which every way of parting them is looked at: 4,096 sets. Beyond, the largest settle first."""


@dataclass(frozen=True)
class Transfer:
    """One account pays another."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True)
class Transfers:
    """Payments that leave every account at 0."""

    payments: tuple[Transfer, ...]
    fewest: bool
    """No fewer payments can do it; else nobody has looked (`EXACT`)."""


def settle_up(balances: Mapping[str, int]) -> Transfers:
    """The payments that settle `balances` (above 0: is to receive), always the same for the same balances.

    Raises `ValueError` when they do not add up to 0.
    """
    if sum(balances.values()):
        raise ValueError(f"the balances add up to {sum(balances.values())}, not to 0")
    open_ = sorted(((name, value) for name, value in balances.items() if value), key=lambda one: (-one[1], one[0]))
    fewest = len(open_) <= EXACT
    groups = _most_groups(open_) if fewest else [open_]
    payments = [payment for group in groups for payment in _within(group)]
    return Transfers(tuple(sorted(payments, key=lambda one: (-one.amount, one.payer, one.payee))), fewest)


def _most_groups(accounts: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The accounts parted into as many groups as can be that add up to 0 each."""
    size = 1 << len(accounts)
    total, most, last = [0] * size, [0] * size, [0] * size
    for chosen in range(1, size):
        lowest = chosen & -chosen
        total[chosen] = total[chosen ^ lowest] + accounts[lowest.bit_length() - 1][1]
        # The accounts joined one after the other: whenever they come to 0, a group is complete.
        ways = ((most[chosen ^ 1 << i], i) for i in range(len(accounts)) if chosen >> i & 1)
        best, last[chosen] = max(ways, key=lambda way: (way[0], -way[1]))
        most[chosen] = best + (total[chosen] == 0)
    groups: list[list[tuple[str, int]]] = []
    left = size - 1
    while left:
        if total[left] == 0:
            groups.append([])
        groups[-1].append(accounts[last[left]])
        left ^= 1 << last[left]
    return [sorted(group, key=lambda one: (-one[1], one[0])) for group in groups]


def _within(group: Sequence[tuple[str, int]]) -> Iterator[Transfer]:
    """Who owes most pays who is owed most, until nobody owes anything: one payment fewer than accounts, or less."""
    left = dict(group)
    while any(left.values()):
        payee = min(left, key=lambda name: (-left[name], name))
        payer = min(left, key=lambda name: (left[name], name))
        amount = min(left[payee], -left[payer])
        yield Transfer(payer, payee, amount)
        left[payee] -= amount
        left[payer] += amount
