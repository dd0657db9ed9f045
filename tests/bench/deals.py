"""Random legal deals by the hundred thousand: each player plays any card that the rules let him play."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from audit.batch import DECLARATIONS
from audit.facts import NOBODY, Observed
from audit.ruleset import Ruleset


def random_plays(rng: np.random.Generator, r: Ruleset, deals: int) -> Observed:
    """`deals` random deals of ruleset `r`, as the engine takes them; nobody declares anything."""
    deck = r.deck
    shuffled = rng.permuted(np.broadcast_to(deck, (deals, deck.size)), axis=1)
    hands = shuffled[:, : r.tricks * r.seats].reshape(deals, r.seats, r.tricks)
    left = np.ones(hands.shape, np.bool_)
    card = np.empty((r.tricks, r.seats, deals), np.uint8)
    leader = np.empty((r.tricks, deals), np.int8)
    lead = np.full(deals, 1 - r.first_seat, np.int64)
    rows = np.arange(deals)
    for trick in range(r.tricks):
        leader[trick] = lead
        for place in range(r.seats):
            seat = (lead + place) % r.seats
            own, may = hands[rows, seat], left[rows, seat]
            if place:
                follows = may & (own >> 4 == card[trick, 0][:, None] >> 4)
                may = np.where(follows.any(axis=1)[:, None], follows, may)
            choice = np.where(may, rng.random(may.shape, np.float32), -1).argmax(axis=1)
            card[trick, place] = own[rows, choice]
            left[rows, seat, choice] = False
        lead = (lead + _winning_place(r, card[trick])) % r.seats
    declared = {what: np.full(deals, NOBODY, np.int8) for what in DECLARATIONS}
    shape = (r.seats, deals)
    return Observed(card, leader, declared, np.zeros(shape, np.uint64), np.zeros(shape, np.bool_))


def _winning_place(r: Ruleset, card: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """The position of the card that wins each trick `[position, deal]`."""
    follows = card >> 4 == card[0] >> 4
    return np.where(follows, r.strength[card], 0).argmax(axis=0)
