"""Seeded damage to right records: realistic and hostile, in what was seen and in what was recorded."""

import copy
import random
from typing import Any

from .damage_recorded import HUGE, SLIPS, Damage, Deal

SUBSTITUTES = ["Fabio", "Gala"]


def with_tricks(rng: random.Random, deals: list[Deal]) -> Deal | None:
    """A deal that still has a trick."""
    played = [deal for deal in deals if any(deal.get("tricks") or [])]
    return rng.choice(played) if played else None


def pick_trick(rng: random.Random, deal: Deal) -> dict[str, Any]:
    """One recorded trick of it."""
    return rng.choice([trick for trick in deal["tricks"] if trick])


def unknown_cards(rng: random.Random, deals: list[Deal]) -> None:
    """Cards turned into `??`, `?o` or `12?`; often a few, sometimes many."""
    if (deal := with_tricks(rng, deals)) is None:
        return
    for _ in range(rng.choice((1, 1, 2, 2, 3, 6, 20))):
        trick = pick_trick(rng, deal)
        place = rng.randrange(len(trick["cards"]))
        card = trick["cards"][place]
        if "?" not in card:
            trick["cards"][place] = rng.choice(("??", "??", "?" + card[-1], card[:-1] + "?"))


def no_hands(rng: random.Random, deals: list[Deal]) -> None:
    """Hands, exchanges, stock or single hands absent."""
    for deal in deals if rng.random() < 0.4 else [rng.choice(deals)]:
        kind = rng.randrange(5)
        if kind in (0, 4):
            deal.pop("hands", None)
        if kind in (1, 4):
            deal.pop("exchanges", None)
        if kind in (2, 4):
            deal.pop("stock", None)
        if kind == 3 and deal.get("hands"):
            deal["hands"].pop(rng.choice(list(deal["hands"])))


def no_dealer(rng: random.Random, deals: list[Deal]) -> None:
    """The dealer is absent."""
    rng.choice(deals).pop("dealer", None)


def no_leaders(rng: random.Random, deals: list[Deal]) -> None:
    """Leaders absent: of one trick or of all."""
    if (deal := with_tricks(rng, deals)) is None:
        return
    tricks = [trick for trick in deal["tricks"] if trick]
    for trick in tricks if rng.random() < 0.5 else [rng.choice(tricks)]:
        trick["leader"] = None


def missing_tricks(rng: random.Random, deals: list[Deal]) -> None:
    """Tricks dropped: one, or the deal broken off."""
    if (deal := with_tricks(rng, deals)) is None:
        return
    count = len(deal["tricks"])
    start = rng.randrange(count)
    for place in range(start, count if rng.random() < 0.4 else start + 1):
        deal["tricks"][place] = None


def score_only(rng: random.Random, deals: list[Deal]) -> None:
    """Nothing seen: a score line, for one deal or for all."""
    for deal in deals if rng.random() < 0.2 else [rng.choice(deals)]:
        for key in ("hands", "stock", "exchanges", "tricks", "declarations"):
            deal.pop(key, None)


def missing_deals(rng: random.Random, deals: list[Deal]) -> None:
    """Deals dropped, the first ones too."""
    for _ in range(rng.choice((1, 1, 2))):
        if len(deals) > 2:
            del deals[rng.choice((0, rng.randrange(len(deals))))]


def later_numbers(rng: random.Random, deals: list[Deal]) -> None:
    """The first number is above 1, with or without what is carried."""
    by = rng.choice((1, 4, 20))
    drop = rng.random() < 0.5
    for deal in deals:
        deal["deal"] += by
        if drop:
            deal.pop("carried", None)


def doubled_card(rng: random.Random, deals: list[Deal]) -> None:
    """A card is replaced so that another occurs twice, or is one that the pack does not have."""
    if (deal := with_tricks(rng, deals)) is None:
        return
    one, two = pick_trick(rng, deal), pick_trick(rng, deal)
    card = rng.choice(two["cards"])
    if rng.random() < 0.15 and deal["rules"]["id"] not in ("revesino", "revesino-digest", "reversis-52"):
        card = "T" + rng.choice("HDCS")
    one["cards"][rng.randrange(len(one["cards"]))] = card


def swapped_cards(rng: random.Random, deals: list[Deal]) -> None:
    """Two cards of one hand swapped between tricks, or two players' cards within one."""
    if (deal := with_tricks(rng, deals)) is None:
        return
    one, two = pick_trick(rng, deal), pick_trick(rng, deal)
    if rng.random() < 0.25:
        a, b = rng.sample(range(len(one["cards"])), 2)
        one["cards"][a], one["cards"][b] = one["cards"][b], one["cards"][a]
        return
    if not one["leader"] or not two["leader"]:
        return
    seats = [name for name in deal["players"] if not sits_out(deal, name)]
    player = rng.choice(seats)
    a = (seats.index(player) - seats.index(one["leader"])) % 4
    b = (seats.index(player) - seats.index(two["leader"])) % 4
    one["cards"][a], two["cards"][b] = two["cards"][b], one["cards"][a]


def sits_out(deal: Deal, name: str) -> bool:
    """The dealer of reversis-5."""
    return deal["rules"]["id"] == "reversis-5" and name == deal.get("dealer")


def wrong_leader(rng: random.Random, deals: list[Deal]) -> None:
    """Another leader is recorded."""
    if (deal := with_tricks(rng, deals)) is not None:
        seats = [name for name in deal["players"] if not sits_out(deal, name)]
        pick_trick(rng, deal)["leader"] = rng.choice(seats)


def wrong_dealer(rng: random.Random, deals: list[Deal]) -> None:
    """Another dealer is recorded; in reversis-5 only of a deal without cards, as he sits out."""
    deal = rng.choice(deals)
    if deal["rules"]["id"] != "reversis-5" and deal.get("dealer"):
        deal["dealer"] = rng.choice(deal["players"])


def wrong_hand(rng: random.Random, deals: list[Deal]) -> None:
    """A hand of another size, with another's card, or an exchange against R3."""
    deal = rng.choice(deals)
    hands, exchanges = deal.get("hands"), deal.get("exchanges")
    if not hands:
        return
    name = rng.choice(list(hands))
    kind = rng.randrange(4)
    if kind == 0:
        hands[name].pop()
    elif kind == 1 and len(hands) > 1:
        other = rng.choice([one for one in hands if one != name])
        hands[name][0], hands[other][0] = hands[other][0], hands[name][0]
    elif exchanges:
        one = rng.choice(exchanges)
        if kind == 2:
            one["discard"], one["take"] = None, None
        elif one["discard"] is not None:
            one["take"] = rng.choice(deal.get("stock") or [None])
    else:
        hands[name][0] = "??"


def substitute(rng: random.Random, deals: list[Deal]) -> None:
    """A substitute is seated from some deal on, in the place of another; sometimes he leaves again."""
    if len(deals) < 2:
        return
    start = rng.randrange(1, len(deals))
    stop = len(deals) if rng.random() < 0.6 else rng.randrange(start + 1, len(deals) + 1)
    old, new = rng.choice(deals[start]["players"]), rng.choice(SUBSTITUTES)
    if any(new in deal["players"] for deal in deals):
        return
    for place in range(start, stop):
        deals[place] = renamed(deals[place], old, new)


def renamed(value: Any, old: str, new: str) -> Any:
    """The same record with another name in every place; his balance is left as the club had it."""
    if isinstance(value, dict):
        return {(new if key == old else key): renamed(one, old, new) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, old, new) for one in value]
    return new if value == old else value


def in_range(value: Any) -> Any:
    """No number that the reader refuses."""
    if isinstance(value, dict):
        return {key: in_range(one) for key, one in value.items()}
    if isinstance(value, list):
        return [in_range(one) for one in value]
    return max(-HUGE, min(HUGE, value)) if type(value) is int else value


# What only hides: the record that was damaged is still one that fits what is left.
HIDES: list[Damage] = [
    unknown_cards,
    unknown_cards,
    no_hands,
    no_leaders,
    missing_tricks,
    score_only,
    no_dealer,
]
FALSE_CARDS: list[Damage] = [doubled_card, swapped_cards, wrong_leader, wrong_dealer, wrong_hand]
RUNS: list[Damage] = [missing_deals, later_numbers, substitute]


def damage(
    rng: random.Random, deals: list[Deal], kinds: list[Damage] | None = None, times: int | None = None
) -> list[Deal]:
    """A damaged copy of a session; `kinds` none means all of them, recorded values most often."""
    damaged: list[Deal] = copy.deepcopy(deals)
    chosen = kinds or rng.choice((SLIPS, SLIPS, SLIPS + RUNS, SLIPS + HIDES + RUNS, SLIPS + FALSE_CARDS))
    for _ in range(times or rng.choice((1, 1, 2, 3, 5))):
        rng.choice(chosen)(rng, damaged)
    for deal in damaged:
        deal["recorded"] = in_range(deal["recorded"])
    return damaged
