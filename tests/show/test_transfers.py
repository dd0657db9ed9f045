"""Who pays whom at the end: everybody at 0 afterwards, and no way with fewer payments."""

from __future__ import annotations

import random
from functools import cache

import pytest

from audit.transfers import EXACT, Transfers, settle_up


def after(balances: dict[str, int], transfers: Transfers) -> dict[str, int]:
    left = dict(balances)
    for one in transfers.payments:
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    return left


def fewest(balances: list[int]) -> int:
    """By trying every payment of every first debtor: the fewest payments, found without any groups."""

    @cache
    def of(left: tuple[int, ...]) -> int:
        left = tuple(sorted(value for value in left if value))
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = len(left)
        for place, other in enumerate(rest):
            if other > 0:
                # Whoever owes most hands all of it to one who is owed; that one may then owe the others.
                merged = (*rest[:place], other + first, *rest[place + 1 :])
                best = min(best, 1 + of(merged))
        return best

    return of(tuple(balances))


@pytest.mark.parametrize("seed", range(150))
def test_no_fewer_payments_would_do(seed: int) -> None:
    rng = random.Random(seed)
    values = [rng.randint(-6, 6) for _ in range(rng.randint(1, 6))]
    values.append(-sum(values))
    balances = {f"p{number}": value for number, value in enumerate(values)}
    transfers = settle_up(balances)
    assert transfers.fewest
    assert len(transfers.payments) == fewest(values)
    assert set(after(balances, transfers).values()) <= {0}


@pytest.mark.parametrize("size", [12, 13, 30])
def test_many_accounts_are_settled_too(size: int) -> None:
    rng = random.Random(size)
    values = [rng.choice([-1, 1]) * rng.randint(1, 500) for _ in range(size - 1)]
    values.append(-sum(values))
    assert all(values)
    balances = {f"p{number}": value for number, value in enumerate(values)}
    transfers = settle_up(balances)
    assert transfers.fewest == (size <= EXACT)
    assert set(after(balances, transfers).values()) == {0}
    assert all(one.amount > 0 for one in transfers.payments)
    assert len(transfers.payments) < size


def test_groups_that_come_to_0_settle_among_themselves() -> None:
    transfers = settle_up({"Ana": 5, "Luis": -5, "Eva": 3, "Juan": -2, "fondo": -1})
    assert [(one.payer, one.payee, one.amount) for one in transfers.payments] == [
        ("Luis", "Ana", 5),
        ("Juan", "Eva", 2),
        ("fondo", "Eva", 1),
    ]


def test_the_order_of_the_accounts_changes_nothing() -> None:
    balances = {"Ana": 4, "Luis": -2, "Eva": -2, "Juan": 4, "Rosa": -4}
    assert settle_up(balances) == settle_up(dict(reversed(balances.items())))


def test_nobody_owes_anything() -> None:
    assert settle_up({"Ana": 0, "fondo": 0}).payments == ()


def test_what_does_not_come_to_0_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        settle_up({"Ana": 3, "Luis": -2})
