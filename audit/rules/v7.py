"""The quínola that is a plain sota in the last tricks."""

from __future__ import annotations

from audit.course import Course
from audit.facts import FIRST_TRICKS, Facts, Mask
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("V7")
def quinola_is_plain(f: Facts, r: Ruleset, c: Course) -> Mask:
    """When a revesino is undertaken the quínola moves nothing in or out of the fondo in tricks 10 and 11. [S0 §9]

    For each of `f.quinola`. The undertaker's own by V7, another player's by V5; the digest has neither.
    """
    return (f.quinola.trick >= FIRST_TRICKS) & c.undertaken[f.quinola.deal] & r.plays("V7")
