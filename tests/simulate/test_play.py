"""The players: legal plays, sensible ones, better and worse, and rare things at plausible rates."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from audit.cards import NAMES as SPELLED
from audit.model import Deal, Header
from audit.ruleset import Ruleset, load, ruleset_ids
from audit.simulate import dealing, plans, policies
from audit.simulate.dealing import NOWHERE, play_deal
from audit.simulate.deck import Card, deck_of, held
from audit.simulate.policies import Seat, Turn
from audit.simulate.truth import Truth, judge_sessions

NAMES = ("Ana", "Benito", "Carla", "Diego", "Elvira")


def dealt(r: Ruleset, count: int, skills: tuple[float, ...], seed: str = "x") -> list[list[Truth]]:
    """So many deals, each a session of its own."""
    rng, deck = random.Random(seed), deck_of(r)
    names = NAMES[: r.players]

    def one(number: int) -> Deal:
        header = Header(club="c", session=str(number), rules=r.id, place=NOWHERE, players=names)
        return play_deal(deck, rng, header, names, skills, number % r.players, 1)

    return judge_sessions(r, [[one(number)] for number in range(count)])


@cache
def evening(rules: str, count: int = 1500) -> list[Truth]:
    r = load(rules)
    return [truth for [truth] in dealt(r, count, (0.9, 0.8, 0.6, 0.7, 0.8)[: r.players])]


def share(truths: list[Truth], *rules: str) -> float:
    """The share of deals whose ledger has an entry of one of `rules`."""
    return sum(any(e["rule"] in rules for e in t.computed["ledger"]) for t in truths) / len(truths)


@pytest.mark.parametrize("rules", ruleset_ids())
def test_every_card_of_a_deal_is_accounted_for(rules: str) -> None:
    r = load(rules)
    for truth in evening(rules, 60):
        deal = truth.deal
        played = [card for trick in deal.tricks.values() for card in trick.cards or ()]
        out_of_play = len(r.deck) - r.tricks * r.seats
        assert len(set(played)) == len(played) == r.tricks * r.seats
        assert sum(map(len, deal.hands.values())) + len(deal.stock or ()) == len(r.deck)
        assert len(deal.exchanges) == (r.seats if out_of_play else 0)


def test_the_good_win_fewer_points_than_the_careless_and_these_fewer_than_those_who_play_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three average players and one of another kind: his mean of points."""

    def mean(skill: float) -> float:
        found = dealt(load("revesino"), 600, (skill, 0.6, 0.6, 0.6))
        return sum(truth.computed["points"]["Ana"] for [truth] in found) / len(found)

    good, careless = mean(1.0), mean(0.0)
    right = policies.choose

    def anything_of_ana(turn: Turn) -> Card:
        if turn.seat.skill:
            return right(turn)
        return policies.anything(turn, turn.position > 0 and turn.seat.hand[turn.led] > 0)

    monkeypatch.setattr(dealing, "choose", anything_of_ana)
    random_player = mean(0.0)
    assert good < careless - 0.5
    assert careless < random_player - 1


def test_rare_things_of_revesino_are_rare_and_happen() -> None:
    truths = evening("revesino", 3000)
    assert 0.40 < share(truths, "F4") < 0.70
    assert 0.15 < share(truths, "F5") < 0.40
    declared = Counter(
        what for t in truths for what in ("napolitana", "revesino") if getattr(t.deal.declarations, what)
    )
    assert 0.01 < declared["napolitana"] / len(truths) < 0.06
    assert 0.002 < declared["revesino"] / len(truths) < 0.03
    assert 0.001 < share(truths, "V2") < 0.03
    assert 0.0003 < share(truths, "V3") < 0.02
    assert 0.0003 < share(truths, "N5") < 0.02
    assert 0.002 < share(truths, "K1") < 0.02


def test_rare_things_of_reversis_are_rare_and_happen() -> None:
    truths = evening("reversis", 2000)
    assert 0.35 < share(truths, "X6") < 0.65
    assert 0.001 < share(truths, "X8") < 0.03
    assert 0.005 < share(truths, "X9") < 0.04
    declarers = [(t, t.deal.declarations.espagnolette) for t in truths if t.deal.declarations.espagnolette]
    done = sum(t.computed["tricks"][who] in (0, 12) for t, who in declarers)
    assert 0.3 < done / len(declarers) < 0.95


# ------------------------------------------------------------------------------------------- single choices


def spanish(*names: str) -> list[Card]:
    """Cards by their names in the Spanish pack."""
    deck = deck_of(load("revesino"))
    by_name = {spelled(card): card for card in deck.cards}
    return [by_name[name] for name in names]


def spelled(card: Card) -> str:
    return SPELLED[deck_of(load("revesino")).codes[card]]


def chosen(hand: str, table: str, *, trick: int = 4, plan: policies.Plan = "duck", free: bool = False,
           stop: bool = False, gone: str = "") -> str:  # fmt: skip
    """What a perfect player plays from `hand` after the cards on the `table`."""
    deck = deck_of(load("revesino"))
    cards = [0, 0, 0, 0]
    for card in spanish(*hand.split()):
        cards[card.suit] |= 1 << card.strength
    left = list(deck.whole)
    for card in spanish(*table.split(), *gone.split()):
        left[card.suit] &= ~(1 << card.strength)
    before = spanish(*table.split())
    led = before[0].suit if before else 0
    best = max((card.strength for card in before if card.suit == led), default=0)
    seat = Seat(cards, 1.0, plan, free)
    turn = Turn(deck, seat, trick, len(before), led, best, left, stop, random.Random(5))
    return spelled(policies.choose(turn))


@pytest.mark.parametrize(
    ("hand", "table", "right"),
    [
        ("12c 9c 4c 2e", "10c", "9c"),  # the highest card that still loses
        ("12c 11c 9c", "5c 3c 2c", "12c"),  # last, and winning anyway
        ("12c 11c 9c", "5c", "9c"),  # somebody may still go over it
        ("10o 1e 3b", "5c", "10o"),  # the quinola first
        ("1e 12e 3b 12b", "5c", "1e"),  # an ace
        ("12e 3e 2e 12b 4o", "5c", "12b"),  # the king with no low card beside it
        ("12c 2e 9e 4b 3b 5b", "", "2e"),  # low from a short suit
        ("10o 9o 3o 2c", "12o", "9o"),  # the quinola is kept for another suit
    ],
)
def test_a_sensible_player(hand: str, table: str, right: str) -> None:
    assert chosen(hand, table) == right


def test_the_quinola_goes_under_an_ace_when_time_is_short() -> None:
    assert chosen("10o 9o 3o", "1o", trick=8) == "10o"


def test_one_who_goes_for_everything_leads_from_the_top_and_wins_as_cheaply_as_he_can() -> None:
    assert chosen("1c 12c 3e", "", plan="sweep") == "1c"
    assert chosen("1c 12c 3e", "5c 3c 2c", plan="sweep") == "12c"
    assert chosen("1c 12c 3e", "5c", plan="sweep") == "1c"


def test_the_others_stop_him_if_they_can() -> None:
    assert chosen("1c 4c", "12c", stop=True) == "1c"
    assert chosen("1e 4b", "12c", stop=True) == "4b"


def test_a_napolitano_throws_his_aces_where_he_need_not_follow() -> None:
    assert chosen("1c 1e 1b 10o 3c", "12c", plan="shun", free=True) == "10o"
    assert chosen("1c 3c", "12c", plan="shun", free=True, trick=9) == "3c"


def test_a_hand_for_all_the_tricks_is_known() -> None:
    deck = deck_of(load("revesino"))

    def hand(text: str) -> list[int]:
        cards = [0, 0, 0, 0]
        for card in spanish(*text.split()):
            cards[card.suit] |= 1 << card.strength
        return cards

    strong = hand("1o 12o 11o 10o 9o 1c 12c 11c 10c 1e 12e")
    weak = hand("2o 3o 12o 5c 6c 7c 3e 4e 11b 2b 5b")
    assert plans.expected_losers(deck, strong, deck.whole) < 1
    assert plans.expected_losers(deck, weak, deck.whole) > 5
    assert plans.is_for_all(deck, strong, leads=True)
    assert not plans.is_for_all(deck, weak, leads=True)
    assert len(held(strong)) == 11


def test_what_is_given_away_in_the_exchange() -> None:
    deck = deck_of(load("revesino"))
    cards = [0, 0, 0, 0]
    for card in spanish("1o", "10o", "12c", "2e", "3e", "4e", "2b", "3b", "5b", "6b", "4c"):
        cards[card.suit] |= 1 << card.strength
    card = plans.unwanted(deck, cards, for_all=False)
    assert spelled(card) == "12c"
    assert plans.is_worth_changing(deck, cards, card, for_all=False)
    assert not plans.is_worth_changing(deck, cards, spanish("2e")[0], for_all=False)
