"""Mistakes in what the cards come to: a card's value, whose trick it is, who has won."""

from __future__ import annotations

from collections.abc import Iterator

from audit.facts import Facts
from audit.rows import Row
from audit.rules.k2 import is_barred
from audit.simulate.mistakes.registry import Case, card_name, mistake
from audit.trial.change import Change
from audit.trial.readings import readings

LIKELY = 8
"""How much oftener a card that is worth more than others of its rank is counted as one of them."""

MOST_COUNTED = 11
"""What a card is counted for at most, in other games at least."""


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
        values |= {right + by for by in case.deltas if case.is_wide and 0 <= right + by <= MOST_COUNTED}
        for value in [*sorted(values - {right, plain}), *([plain] * LIKELY if plain != right else [])]:
            yield {"card": card_name(card), "value": value}, Change(value=(card, value))


@mistake("trick-to-wrong-player", 8)
def trick_to_wrong_player(case: Case) -> Iterator[tuple[Row, Change]]:
    """A trick was credited to another player; the play itself went on as it did."""
    if not (case.is_plain or case.is_wide):
        return
    for trick in range(case.ruleset.tricks):
        for seat in range(case.ruleset.seats):
            if seat != case.facts.winner[trick, 0] and not _would_sweep(case.facts, trick, seat):
                parameters = {"trick": trick + 1, "player": case.name(case.player(seat))}
                yield parameters, Change(credited=(trick, seat))


def _would_sweep(f: Facts, trick: int, seat: int) -> bool:
    """Whether the player would be taken to have won every trick, which is another mistake's business."""
    return all(f.winner[other, 0] == seat for other in range(f.winner.shape[0]) if other != trick)


# ------------------------------------------------------------------------------------------------- the winner


@mistake("tie-break", 3)
def tie_break(case: Case) -> Iterator[tuple[Row, Change]]:
    """Among players tied on points the wrong one was named winner."""
    points, winner = case.worked.outcome.points, case.worked.outcome.winner
    for player in _others(case):
        if winner is not None and points[player] == points[winner]:
            yield from _named(case, player)


@mistake("wrong-winner", 3)
def wrong_winner(case: Case) -> Iterator[tuple[Row, Change]]:
    """A player who was not even tied was named winner."""
    points, winner = case.worked.outcome.points, case.worked.outcome.winner
    for player in _others(case):
        if winner is not None and points[player] != points[winner]:
            yield from _named(case, player)


def _others(case: Case) -> list[int]:
    """The players who have not won the deal, and do not pay whoever has."""
    payers = {entry.payer for entry in case.entries if entry.rule in ("R10", "X10") and not case.is_wide}
    return [player for player in case.playing() if player != case.worked.outcome.winner and player not in payers]


def _named(case: Case, player: int) -> Iterator[tuple[Row, Change]]:
    """A player taken for the winner, and paid as one; or, where that is wanted, only written down as one."""
    yield {"player": case.name(player)}, Change(named=case.seat(player))
    if case.is_wide:
        yield {"player": case.name(player)}, Change(titled=case.seat(player))


# -------------------------------------------------------------------------------------------- other readings


@mistake("bar-ignored", 25)
def bar_ignored(case: Case) -> Iterator[tuple[Row, Change]]:
    """A player who had made a renuncio was paid all the same (K2)."""
    if not case.ruleset.plays("K2"):
        return
    for player in case.playing():
        seat = case.seat(player)
        if is_barred(case.course)[seat, 0]:
            yield {"player": case.name(player)}, Change(pardoned=seat)


@mistake("reading", 2, cause={"kind": "reading"})
def reading(case: Case) -> Iterator[tuple[Row, Change]]:
    """The deal was settled by another value of an option."""
    for one in readings(case.ruleset, ranks=case.is_wide):
        # In another order of the cards other tricks would have been played.
        if case.is_wide or (one.ruleset.strength == case.ruleset.strength).all():
            yield {"option": one.option, "value": one.value}, Change(reading=one.ruleset)
