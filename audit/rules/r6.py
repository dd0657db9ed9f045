"""The renuncio: not following suit while holding it."""

from __future__ import annotations

from audit.course import Course
from audit.facts import Facts
from audit.registry import rule
from audit.rules.n1 import need_not_follow
from audit.ruleset import Ruleset


@rule("R6", "X3")
def renuncio(f: Facts, r: Ruleset, c: Course) -> Course:
    """Who holds a card of the suit led must play one. [S0 §7, §14]"""
    return c.mark(revoked=~f.followed & ~f.void & ~need_not_follow(f, c))
