"""An ace placed."""

from __future__ import annotations

from audit.course import Course
from audit.facts import Facts, where
from audit.movements import Movements, pay, when_complete
from audit.registry import rule
from audit.rules.p4 import by_suit, edge
from audit.rules.v4 import silenced
from audit.ruleset import Ruleset


@rule("P1", card_of="payee")
def ace_placed(f: Facts, r: Ruleset, c: Course) -> Movements:
    """The winner of the trick pays the player of an ace placed in it 1, or 2 for the double suit's. [S0 §10]"""
    plays = where(f.is_ace & c.placed)
    plays = plays.of(~silenced(c, plays))
    tantos = by_suit(r, "ace_placed_double_suit", f.suit[plays]) * edge(r, plays.trick)
    winner = f.winner[plays.trick, plays.deal]
    return pay(r, plays.deal, winner, plays.seat, tantos, trick=plays.trick + 1, step=when_complete(f, plays))
