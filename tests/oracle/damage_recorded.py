"""Damage to what a club wrote down: slips, swaps, omissions, and slips that are carried on."""

import random
from collections.abc import Callable
from typing import Any

Deal = dict[str, Any]
Damage = Callable[[random.Random, list[Deal]], None]
LISTS = ("points", "tricks", "net", "balance")
HUGE = 2**63 - 1


def slip(rng: random.Random) -> int:
    """By how much a value is off."""
    return rng.choice((-10, -3, -2, -1, 1, 1, 2, 3, 9, 40))


def pick_list(rng: random.Random, deal: Deal) -> list[int | None] | None:
    """A recorded list that has at least two values."""
    lists = [deal["recorded"].get(key) for key in LISTS]
    full = [one for one in lists if one and sum(value is not None for value in one) > 1]
    return rng.choice(full) if full else None


def single_slip(rng: random.Random, deals: list[Deal]) -> None:
    """One value of a list is off."""
    values = pick_list(rng, rng.choice(deals))
    if values:
        place = rng.choice([i for i, value in enumerate(values) if value is not None])
        values[place] = (values[place] or 0) + slip(rng)


def swapped_values(rng: random.Random, deals: list[Deal]) -> None:
    """Two players' values in each other's place."""
    values = pick_list(rng, rng.choice(deals))
    if values:
        one, two = rng.sample([i for i, value in enumerate(values) if value is not None], 2)
        values[one], values[two] = values[two], values[one]


def wrong_winner(rng: random.Random, deals: list[Deal]) -> None:
    """Another winner of the deal or of a trick."""
    deal = rng.choice(deals)
    winners = deal["recorded"].get("trick_winners")
    if winners and rng.random() < 0.5:
        winners[rng.choice(list(winners))] = rng.choice(deal["players"])
    else:
        deal["recorded"]["winner"] = rng.choice(deal["players"])


def wrong_payment(rng: random.Random, deals: list[Deal]) -> None:
    """A payment left out, doubled, reversed, moved to another trick or without one, of another amount."""
    deal = rng.choice(deals)
    payments = deal["recorded"].get("payments")
    if not payments:
        return
    place = rng.randrange(len(payments))
    one = payments[place]
    kind = rng.randrange(8)
    if kind == 0:
        del payments[place]
    elif kind == 1:
        payments.insert(rng.randrange(len(payments) + 1), dict(one))
    elif kind == 2:
        one["from"], one["to"] = one["to"], one["from"]
    elif kind == 3:
        one["trick"] = rng.choice((None, 1, 2, 10, 11))
    elif kind == 4:
        one["amount"] = max(0, one["amount"] + slip(rng))
    elif kind == 5:
        for payment in payments:
            payment["trick"] = None
    elif kind == 6:
        rng.shuffle(payments)
    else:
        payee = rng.choice([name for name in [*deal["players"], "fondo"] if name != one["from"]])
        one["to"] = payee


def made_up_payment(rng: random.Random, deals: list[Deal]) -> None:
    """A payment that nothing brought about."""
    deal = rng.choice(deals)
    if deal["recorded"].get("payments") is not None:
        payer, payee = rng.sample([*deal["players"], "fondo"], 2)
        trick = rng.choice((None, 3, 11))
        new = {"trick": trick, "from": payer, "to": payee, "amount": rng.choice((1, 2, 9, 16))}
        deal["recorded"]["payments"].append(new)


def fondo_slip(rng: random.Random, deals: list[Deal]) -> None:
    """The fondo is off by so much from one deal on, for a while; nets are left as they are."""
    start, by = rng.randrange(len(deals)), slip(rng)
    for deal in deals[start : start + rng.choice((1, 1, 2, 4, 8))]:
        recorded = deal["recorded"]
        keys = ("fondo_start", "fondo_end")
        for key in keys[1:] if deal is deals[start] and rng.random() < 0.6 else keys:
            if recorded.get(key) is not None and recorded[key] + by >= 0:
                recorded[key] += by


def balance_slip(rng: random.Random, deals: list[Deal]) -> None:
    """One player's balance is off from one deal on, for a while; sometimes his net of the first, too."""
    start, by = rng.randrange(len(deals)), slip(rng)
    name = rng.choice(deals[start]["players"])
    for deal in deals[start : start + rng.choice((1, 2, 4, 8))]:
        if name not in deal["players"]:
            continue
        place = deal["players"].index(name)
        for key in ("balance", "net") if deal is deals[start] and rng.random() < 0.5 else ("balance",):
            values = deal["recorded"].get(key)
            if values and values[place] is not None:
                values[place] += by


def wrong_fondo(rng: random.Random, deals: list[Deal]) -> None:
    """A single fondo value is wrong, or negative."""
    recorded = rng.choice(deals)["recorded"]
    key = rng.choice(("fondo_start", "fondo_end"))
    if recorded.get(key) is not None:
        recorded[key] = max(0, recorded[key] + slip(rng)) if rng.random() < 0.8 else -rng.randint(1, 9)


def blanks(rng: random.Random, deals: list[Deal]) -> None:
    """Recorded values blanked at random, over all the session."""
    rate = rng.choice((0.1, 0.3, 0.6, 0.9))
    for deal in deals:
        recorded = deal["recorded"]
        for key in list(recorded):
            if rng.random() < rate:
                if key in LISTS and recorded[key] and rng.random() < 0.5:
                    recorded[key][rng.randrange(len(recorded[key]))] = None
                else:
                    del recorded[key]


def huge_amount(rng: random.Random, deals: list[Deal]) -> None:
    """An amount at the end of the range, brought along or written down."""
    if rng.random() < 0.6 and deals[0].get("carried") and "fondo" in deals[0]["carried"]:
        fondo = HUGE - rng.choice((0, 1, 9, 500, 2**62))
        for deal in deals:
            deal["carried"]["fondo"] = fondo
        return
    recorded = rng.choice(deals)["recorded"]
    key = rng.choice(("fondo_start", "fondo_end"))
    if recorded.get(key) is not None:
        recorded[key] = HUGE - rng.choice((0, 1, 9, 500, 2**62))
    elif values := recorded.get("balance"):
        values[0] = rng.choice((HUGE, -HUGE, HUGE - 3))


SLIPS: list[Damage] = [
    single_slip,
    swapped_values,
    wrong_winner,
    wrong_payment,
    wrong_payment,
    made_up_payment,
    fondo_slip,
    fondo_slip,
    balance_slip,
    wrong_fondo,
    blanks,
    huge_amount,
]
