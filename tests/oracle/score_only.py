"""Score lines: what a club wrote down of right deals, without any of the cards."""

import random
from typing import Any

from .deals import random_options, random_session
from .recorded import record_session

Deal = dict[str, Any]
CARDS = ("hands", "stock", "exchanges", "tricks")


def score_session(rng: random.Random, rules_id: str, deals: int, session: str) -> list[Deal]:
    """A right session of which no card is recorded; of every other one, not all figures either."""
    options = random_options(rng, rules_id) if rng.random() < 0.5 else None
    right = record_session(random_session(rng, rules_id, deals, options, session))
    return without_cards(rng, right, blanks=rng.random() < 0.5)


def without_cards(rng: random.Random, deals: list[Deal], *, blanks: bool) -> list[Deal]:
    """The deals with all cards removed; with `blanks`, some figures, dealers and deals too."""
    bare = [{key: value for key, value in deal.items() if key not in CARDS} for deal in deals]
    if not blanks:
        return bare
    for deal in bare:
        deal["recorded"] = thinned(rng, deal["recorded"])
        if rng.random() < 0.2:
            del deal["dealer"]
    # What was brought is brought to the first deal that there is.
    kept = [deal for deal in bare if rng.random() < 0.97 or (deal["deal"] == 1 and deal.get("carried"))]
    return kept or bare


def thinned(rng: random.Random, recorded: Deal) -> Deal:
    """Some of the figures."""
    kept = {key: value for key, value in recorded.items() if rng.random() < 0.65}
    for key in ("points", "tricks", "net", "balance"):
        if kept.get(key):
            kept[key] = [value if rng.random() < 0.85 else None for value in kept[key]]
    if kept.get("trick_winners"):
        kept["trick_winners"] = {n: name for n, name in kept["trick_winners"].items() if rng.random() < 0.8}
    return kept
