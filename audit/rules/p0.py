"""Placing a card."""

from __future__ import annotations

from audit.course import Course
from audit.facts import Facts
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("P0")
def placed(f: Facts, r: Ruleset, c: Course) -> Course:
    """A card is placed on a trick of another suit, unless it is a renuncio. [S0 §7, §10]"""
    return c.mark(placed=~f.followed & ~c.revoked)
