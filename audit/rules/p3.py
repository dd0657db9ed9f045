"""An ace forced."""

from __future__ import annotations

from audit.course import Course
from audit.facts import Facts, where
from audit.movements import Movements, pay, when_complete
from audit.registry import rule
from audit.rules.n1 import need_not_follow
from audit.rules.p4 import by_suit, edge
from audit.rules.v4 import silenced
from audit.ruleset import Ruleset


@rule("P3", card_of="payer")
def ace_forced(f: Facts, r: Ruleset, c: Course) -> Movements:
    """A player whose only card of the led suit is its ace pays the leader 1, or 2 for the double suit's. [S0 §10]"""
    alone = where(f.is_ace & f.followed & (f.held == 1) & ~need_not_follow(f, c))
    plays = alone.of((f.position[alone] != 0) & ~silenced(c, alone))
    tantos = by_suit(r, "ace_forced_double_suit", f.suit[plays]) * edge(r, plays.trick)
    leader = f.leader[plays.trick, plays.deal]
    return pay(r, plays.deal, plays.seat, leader, tantos, trick=plays.trick + 1, step=when_complete(f, plays))
