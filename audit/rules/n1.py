"""The napolitana: who has one (N1), and what it frees him from (N2)."""

from __future__ import annotations

import numpy as np

from audit.course import Course
from audit.facts import NOBODY, Facts, Mask, Sets, as_mask
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("N1")
def napolitano(f: Facts, r: Ruleset, c: Course) -> Course:
    """A napolitana is valid with four aces, or three and the quínola, in the hand after the exchange. [S0 §7, §11]

    `napolitana_hand` = `either` also lets the hand before it count; where nobody recorded that, and the hand
    after it does not do, whether the napolitana holds cannot be known.
    """
    declared = f.observed.declared["napolitana"]
    deal = np.flatnonzero(declared != NOBODY)
    seat = declared[deal]
    holds = has_the_cards(f.hands(seat, deal, r.bit), r)
    unsure = np.zeros_like(holds)
    if r.choice("napolitana_hand") == "either":
        known = f.observed.before_known[seat, deal]
        unsure = ~holds & ~known
        holds |= known & has_the_cards(f.observed.before[seat, deal], r)
    who = np.full_like(declared, NOBODY)
    who[deal[holds]] = seat[holds]
    void, open_question = np.zeros(f.deals, np.bool_), np.zeros(f.deals, np.bool_)
    void[deal[~holds & ~unsure]] = True
    open_question[deal[unsure]] = True
    return c.mark(
        napolitano=who,
        void=c.void | {"napolitana": void},
        unsure=c.unsure | {"napolitana": open_question},
    )


def has_the_cards(hand: Sets, r: Ruleset) -> Mask:
    """Whether each hand has four aces, or three aces and the quínola."""
    count = np.bitwise_count(hand & r.cards_of([r.ace]))
    return as_mask((count == 4) | ((count == 3) & ((hand & r.bit[r.quinola]) != 0)))


@rule("N2")
def need_not_follow(f: Facts, c: Course) -> Mask:
    """The napolitano need not follow suit in the first nine tricks; in the last two he must. [S0 §7, §11]

    `[trick, seat, deal]`, or one `False` for all where nobody has a napolitana.
    """
    if (c.napolitano == NOBODY).all():
        return np.zeros((1, 1, 1), np.bool_)
    return f.in_first() & f.seat_is(c.napolitano)
