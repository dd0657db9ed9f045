"""Partial deals, and every completion of them tried by brute force: each is a deal of its own, audited."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from audit.cards import UNKNOWN, UNKNOWN_RANK, UNKNOWN_SUIT
from audit.findings import ILLEGAL
from audit.house_rules import parse_options
from audit.judge import judge
from audit.model import Deal, Trick
from audit.partial import fitting
from audit.rows import claim_rows
from audit.ruleset import Ruleset, load
from audit.sessions import assemble
from audit.simulate.season import Season, play_season

Row = dict[str, Any]
Key = tuple[Any, ...]


def season(rules: str, seed: int, sessions: int, options: tuple[str, ...] = ()) -> list[Deal]:
    """First deals of evenings, with a scorer who errs often."""
    r = parse_options(rules, options)
    names = ("Ana", "Benito", "Carla", "Diego", "Elvira", "Gloria")
    made = Season(seed=seed, club="Casino", players=names, ruleset=r, sessions=sessions, deals=1, mistakes=0.5)
    return [evening.deals[0] for evening in play_season(made)]


def verdicts(deals: list[Deal]) -> list[tuple[dict[Key, Row], bool]]:
    """Of each deal, as the first of a session: its claims, and whether nothing was found against the rules."""
    named = [
        msgspec.structs.replace(deal, header=msgspec.structs.replace(deal.header, session=f"{place:06}"))
        for place, deal in enumerate(deals)
    ]
    found = []
    for judged in judge(assemble(named).sessions):
        illegal = {one.row for one in judged.findings if one.code in ILLEGAL}
        begins = np.searchsorted(judged.claims.deal, range(judged.batch.count + 1)).tolist()
        for row in range(judged.batch.count):
            rows = claim_rows(judged, row, slice(begins[row], begins[row + 1]), {})
            keyed = {(one["claim"], one["player"], one["trick"], place): one for place, one in enumerate(rows)}
            found.append((keyed, row not in illegal))
    return found


def hidden(deal: Deal, rng: random.Random, what: str) -> Deal:
    """The deal with some of its cards unknown."""
    tricks = dict(deal.tricks)
    numbers = sorted(tricks)
    if what == "last":
        tricks[numbers[-1]] = Trick(tricks[numbers[-1]].leader, (UNKNOWN,) * 4)
    elif what == "leaderless":
        number = rng.choice(numbers[1:])
        cards = list(tricks[number - 1].cards or ())
        cards[rng.randrange(4)] = UNKNOWN
        tricks[number - 1] = Trick(tricks[number - 1].leader, tuple(cards))
        # From there on nobody wrote down who led.
        for later in numbers[number - 1 :]:
            tricks[later] = Trick(None, tricks[later].cards)
    else:
        for number in rng.sample(numbers, 3 if what == "cards" else 2):
            cards = list(tricks[number].cards or ())
            place = rng.randrange(4)
            code = cards[place]
            half = {"suit": code & 0xF0 | UNKNOWN_RANK, "rank": code & 0x8F | UNKNOWN_SUIT << 4}.get(what, UNKNOWN)
            cards[place] = half
            tricks[number] = Trick(tricks[number].leader, tuple(cards))
    return msgspec.structs.replace(deal, tricks=tricks)


def without_hands(deal: Deal) -> Deal:
    """The deal of which only the tricks were written down."""
    return msgspec.structs.replace(deal, hands={}, stock=None, exchanges=())


def completions(deal: Deal, r: Ruleset) -> Iterator[Deal]:
    """The deal with unseen cards in the place of the unknown ones, in every way."""
    fits = fitting(r)
    cards = {number: list(trick.cards or ()) for number, trick in deal.tricks.items()}
    open_ = [(number, place) for number, row in cards.items() for place, card in enumerate(row) if not r.bit[card]]
    seen = {card for row in cards.values() for card in row}
    unseen = [int(card) for card in r.deck if int(card) not in seen]
    for chosen in itertools.permutations(unseen, len(open_)):
        if all(fits[cards[n][p]] & r.bit[card] for (n, p), card in zip(open_, chosen, strict=True)):
            full = {number: list(row) for number, row in cards.items()}
            for (number, place), card in zip(open_, chosen, strict=True):
                full[number][place] = card
            tricks = {number: Trick(deal.tricks[number].leader, tuple(row)) for number, row in full.items()}
            yield msgspec.structs.replace(deal, tricks=tricks)


def by_brute_force(deal: Deal) -> dict[Key, tuple[str, set[Any]]]:
    """Each claim's verdict and the values that it may have, over all completions without an error, else over all."""
    r = load(deal.header.rules)
    found = verdicts(list(completions(deal, r)))
    counting = [claims for claims, clean in found if clean] or [claims for claims, _ in found]
    decided = {}
    for key in counting[0]:
        each = {claims[key]["verdict"] for claims in counting}
        verdict = each.pop() if len(each) == 1 else "undetermined"
        decided[key] = (verdict, {claims[key]["computed"] for claims in counting})
    return decided
