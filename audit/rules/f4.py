"""The quínola placed: its player takes the fondo."""

from __future__ import annotations

from audit.course import Course
from audit.facts import Facts
from audit.movements import FONDO, Movements, pay, when_played
from audit.registry import rule
from audit.rules.v7 import quinola_is_plain
from audit.ruleset import Ruleset


@rule("F4", card_of="payee")
def fondo_taken(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Who places the quínola takes the whole fondo at once. [S0 §6, §10]"""
    plays = f.quinola.of(c.placed[f.quinola] & ~quinola_is_plain(f, r, c))
    step = when_played(f, plays)
    return pay(r, plays.deal, FONDO, plays.seat, whole=True, trick=plays.trick + 1, step=step)
