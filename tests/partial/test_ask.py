"""The next-best question about a partial deal."""

from __future__ import annotations

import random

import msgspec

from audit.ask import ask, document
from audit.cards import NAMES, UNKNOWN_SUIT
from audit.judge import judge
from audit.model import Deal, Trick
from audit.sessions import assemble
from audit.terminal.asking import question_lines

from .brute import hidden, season, without_hands


def asked(deal: Deal):  # type: ignore[no-untyped-def]
    (judged,) = judge(assemble([deal]).sessions)
    return ask(judged, 0)


def test_the_answer_settles_what_it_says() -> None:
    """The deal with the likeliest answer to the best question about a card has so many figures less that are open."""
    told = 0
    for deal in season("revesino", 12, 6):
        partial = hidden(without_hands(deal), random.Random(3), "last")
        found = asked(partial)
        card = next((one for one in found.questions if one.what == "card"), None)
        if card is None:
            continue
        answer = card.answers[0]
        last = max(partial.tricks)
        cards = list(partial.tricks[last].cards or ())
        cards[(card.position or 1) - 1] = NAMES.index(answer.value)
        known = msgspec.structs.replace(
            partial, tricks=partial.tricks | {last: Trick(partial.tricks[last].leader, tuple(cards))}
        )
        after = asked(known)
        assert after.ways == answer.ways
        assert after.open == found.open - answer.settles
        told += 1
    assert told


def test_the_best_question_comes_first() -> None:
    for deal in season("revesino", 12, 3):
        found = asked(hidden(without_hands(deal), random.Random(4), "last"))
        settles = [one.settles for one in found.questions]
        assert settles == sorted(settles, reverse=True)
        assert all(sum(each.ways for each in one.answers) <= (found.ways or 0) for one in found.questions)


def test_a_whole_deal_leaves_nothing_to_ask() -> None:
    (deal,) = season("revesino", 12, 1)
    assert asked(deal).open == 0


def test_too_much_is_missing() -> None:
    (deal,) = season("revesino", 12, 1)
    tricks = {number: trick for number, trick in deal.tricks.items() if number < 5}
    found = asked(without_hands(msgspec.structs.replace(deal, tricks=tricks)))
    assert found.ways is None
    # Each player's points and tricks, most trick winners, the winner, the fondo and the nets.
    assert found.open > 20
    assert found.missing == tuple(range(5, 12))
    assert document("Casino", "x", 1, found)["missing"] == [5, 6, 7, 8, 9, 10, 11]


def test_no_card_fits() -> None:
    """A fifth ace was written down, of no suit: it is said that there is none, and not that too much is missing."""
    (deal,) = season("revesino", 12, 1)
    last = max(deal.tricks)
    ace = NAMES.index("1o") & 0x8F | UNKNOWN_SUIT << 4
    leader, cards = deal.tricks[last].leader, deal.tricks[last].cards or ()
    other = next(place for place, card in enumerate(cards) if card & 0x8F != ace & 0x8F)
    tricks = deal.tricks | {last: Trick(leader, tuple(ace if k == other else card for k, card in enumerate(cards)))}
    found = asked(without_hands(msgspec.structs.replace(deal, tricks=tricks)))
    assert found.ways == 0
    assert found.open
    assert "No cards fit what was recorded" in [line.text for line in question_lines("x", 1, found)][1]
