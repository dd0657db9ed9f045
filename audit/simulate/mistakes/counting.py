"""Mistakes in what the cards come to: a card's value, whose trick it is, who has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from audit.course import Course
from audit.facts import Facts, points_won
from audit.movements import NEVER
from audit.rows import Row
from audit.rules.k2 import is_barred
from audit.ruleset import Ruleset, load
from audit.simulate.altered import Change
from audit.simulate.mistakes.registry import Case, card_name, mistake

LIKELY = 8
"""How much oftener a card that is worth more than others of its rank is counted as one of them."""


@mistake("card-value", 10)
def card_value(case: Case) -> Iterator[tuple[Row, Change]]:
    """A card that is worth points was counted at another value, most often as if it were any card of its rank."""
    r = case.ruleset
    for card in case.cards_played():
        right = int(r.points[card])
        if not right:
            continue
        plain = min(int(r.points[other]) for other in r.deck if other & 15 == card & 15)
        values = {1, 11} if card & 15 == r.ace else {0, right - 1, right + 1}
        for value in [*sorted(values - {right, plain}), *([plain] * LIKELY if plain != right else [])]:
            yield {"card": card_name(card), "value": value}, Change(ruleset=_Counted(card, value))


class _Counted:
    """A ruleset in which one card has another value."""

    def __init__(self, card: int, value: int) -> None:
        self.card, self.value = card, value

    def __call__(self, r: Ruleset) -> Ruleset:
        points = r.points.copy()
        points[self.card] = self.value
        return replace(r, points=points)


@mistake("trick-to-wrong-player", 8)
def trick_to_wrong_player(case: Case) -> Iterator[tuple[Row, Change]]:
    """A trick was credited to another player; the play itself went on as it did."""
    if not case.is_plain:
        return
    for trick in range(case.ruleset.tricks):
        for seat in range(case.ruleset.seats):
            if seat != case.facts.winner[trick, 0] and not _would_sweep(case.facts, trick, seat):
                parameters = {"trick": trick + 1, "player": case.name(case.player(seat))}
                yield parameters, Change(facts=_Credited(trick, seat))


def _would_sweep(f: Facts, trick: int, seat: int) -> bool:
    """Whether the player would be taken to have won every trick, which is another mistake's business."""
    return all(f.winner[other, 0] == seat for other in range(f.winner.shape[0]) if other != trick)


class _Credited:
    """The facts with one trick another's."""

    def __init__(self, trick: int, seat: int) -> None:
        self.trick, self.seat = trick, seat

    def __call__(self, f: Facts, r: Ruleset) -> Facts:
        winner = f.winner.copy()
        winner[self.trick] = self.seat
        won = winner[:, None] == np.arange(f.won.shape[1], dtype=np.int8)[:, None]
        tricks = won.sum(axis=0, dtype=np.uint8).astype(np.int16)
        return replace(f, winner=winner, won=won, points=points_won(f.card, won, r), tricks=tricks)


# ------------------------------------------------------------------------------------------------- the winner


@mistake("tie-break", 3)
def tie_break(case: Case) -> Iterator[tuple[Row, Change]]:
    """Among players tied on points the wrong one was named winner."""
    points, winner = case.worked.outcome.points, case.worked.outcome.winner
    for player in _others(case):
        if winner is not None and points[player] == points[winner]:
            yield {"player": case.name(player)}, _named(case, player)


@mistake("wrong-winner", 3)
def wrong_winner(case: Case) -> Iterator[tuple[Row, Change]]:
    """A player who was not even tied was named winner."""
    points, winner = case.worked.outcome.points, case.worked.outcome.winner
    for player in _others(case):
        if winner is not None and points[player] != points[winner]:
            yield {"player": case.name(player)}, _named(case, player)


def _others(case: Case) -> list[int]:
    """The players who have not won the deal, and do not pay whoever has."""
    payers = {entry.payer for entry in case.entries if entry.rule in ("R10", "X10")}
    return [player for player in case.playing() if player != case.worked.outcome.winner and player not in payers]


def _named(case: Case, player: int) -> Change:
    seat = np.array([case.seat(player)], np.int8)

    def name(c: Course) -> Course:
        return c.mark(winner=seat)

    return Change(course=name)


# -------------------------------------------------------------------------------------------- other readings


@mistake("bar-ignored", 25)
def bar_ignored(case: Case) -> Iterator[tuple[Row, Change]]:
    """A player who had made a renuncio was paid all the same (K2)."""
    if not case.ruleset.plays("K2"):
        return
    for player in case.playing():
        seat = case.seat(player)
        if is_barred(case.course)[seat, 0]:
            yield {"player": case.name(player)}, Change(course=_Pardoned(seat))


class _Pardoned:
    """The course with one seat not barred."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __call__(self, c: Course) -> Course:
        barred = c.barred_from.copy()
        barred[self.seat] = NEVER
        return c.mark(barred_from=barred)


KNOWN_AMOUNTS = {"cut_pays": 48, "quinola_placed_winner": 3}
"""Other amounts that some play by."""


@mistake("reading", 2, cause={"kind": "reading"})
def reading(case: Case) -> Iterator[tuple[Row, Change]]:
    """The deal was settled by another value of an option."""
    r = case.ruleset
    for name, spec in r.specs.items():
        values = [*spec.choices, *([KNOWN_AMOUNTS[name]] if name in KNOWN_AMOUNTS else [])]
        for value in values:
            if value == r.values[name]:
                continue
            other = load(r.id, {**r.values, name: value})
            # In another order of the cards other tricks would have been played.
            if (other.strength == r.strength).all():
                yield {"option": name, "value": value}, Change(ruleset=_Read(other))


class _Read:
    """Another reading in the place of the ruleset."""

    def __init__(self, other: Ruleset) -> None:
        self.other = other

    def __call__(self, _: Ruleset) -> Ruleset:
        return self.other
