"""How a sensible player chooses a card: duck, get rid of what is dangerous, go for everything when strong.

A player sees his hand and what has been played. He is right as often as his skill lets him; otherwise he plays
whatever comes to hand. Once in a long while he does not follow suit although he could.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from audit.facts import FIRST_TRICKS
from audit.simulate.deck import SUITS, Card, Deck, Hand, has, held, highest, lowest

Plan = Literal["duck", "sweep", "shun"]
"""What a player is after: few points, every trick, or no trick at all."""

RENUNCIO = 0.0003
"""How often, of the times that he could follow, a player does not."""

CARELESS = 0.16
"""How often one without any skill plays whatever comes to hand."""

SUSPICIOUS = 5
"""After so many tricks won by one player the others try to stop him."""


@dataclass
class Seat:
    """A player at the table, and his hand as it is now."""

    hand: Hand
    skill: float
    plan: Plan = "duck"
    free: bool = False
    """He need not follow suit in the first tricks (N2)."""


@dataclass
class Turn:
    """What the player whose turn it is can see."""

    deck: Deck
    seat: Seat
    trick: int
    """Counted from 0."""
    position: int
    led: int
    """The suit that was led; nothing when he leads."""
    best: int
    """The strength of the card that wins so far."""
    left: Hand
    """All cards that nobody has played yet, his own too."""
    stop: bool
    """Another has won every trick so far, and too many."""
    rng: random.Random

    def above(self, suit: int, strength: int) -> int:
        """How many cards that he does not see beat a card."""
        return ((self.left[suit] & ~self.seat.hand[suit]) >> (strength + 1)).bit_count()


def choose(turn: Turn) -> Card:
    """The card that the player plays."""
    chance = turn.rng.random()
    seat = turn.seat
    follows = turn.position > 0 and seat.hand[turn.led] > 0
    must = follows and not (seat.free and turn.trick < FIRST_TRICKS)
    if must and chance < RENUNCIO and any(seat.hand[suit] for suit in SUITS if suit != turn.led):
        return discard(turn)
    if chance > 1 - (1 - seat.skill) * CARELESS:
        return anything(turn, must)
    if turn.position == 0:
        return lead(turn)
    if must:
        return follow(turn)
    return throw_away(turn) if seat.plan == "shun" else discard(turn)


def anything(turn: Turn, must: bool) -> Card:
    """Any card that may be played."""
    hand = turn.seat.hand
    cards = [card for card in held(hand) if not must or card.suit == turn.led]
    return cards[int(turn.rng.random() * len(cards))]


# ------------------------------------------------------------------------------------------------- leading


def lead(turn: Turn) -> Card:
    """The card that a player leads."""
    if turn.seat.plan == "sweep" or (turn.stop and turn.seat.plan == "duck"):
        return lead_to_win(turn)
    best, chosen = -1000.0, Card(0, 0)
    for suit in SUITS:
        cards = turn.seat.hand[suit]
        if cards:
            strength = lowest(cards)
            worth = _worth_of_leading(turn, suit, strength)
            if worth > best:
                best, chosen = worth, Card(suit, strength)
    return chosen


def _worth_of_leading(turn: Turn, suit: int, strength: int) -> float:
    """Low, short, and where somebody else has to win it; better still where it draws an ace or the quinola."""
    deck, hand = turn.deck, turn.seat.hand
    unseen = turn.left[suit] & ~hand[suit]
    above = (unseen >> (strength + 1)).bit_count()
    if not above:
        return -20.0 - strength - 5 * unseen.bit_count()
    worth = min(above, 6) - 0.8 * hand[suit].bit_count()
    few = unseen.bit_count() <= 5
    if deck.aces_pay and few and unseen >> deck.ace & 1:
        worth += 2
    if suit == deck.quinola.suit:
        if has(hand, deck.quinola):
            worth -= 3
        elif few and unseen >> deck.quinola.strength & 1:
            worth += 1.5
    return worth


def lead_to_win(turn: Turn) -> Card:
    """The card that fewest others can beat, from the longest suit."""
    found = []
    for suit in SUITS:
        cards = turn.seat.hand[suit]
        if cards:
            strength = highest(cards)
            found.append((turn.above(suit, strength), -cards.bit_count(), suit, strength))
    _, _, suit, strength = min(found)
    return Card(suit, strength)


# ----------------------------------------------------------------------------------------------- following


def follow(turn: Turn) -> Card:
    """The card that a player puts under, or over, the others of the suit that was led."""
    cards, suit = turn.seat.hand[turn.led], turn.led
    below = cards & ((1 << turn.best) - 1)
    over = cards ^ below
    if turn.seat.plan == "sweep" or (turn.stop and turn.seat.plan == "duck"):
        return Card(suit, _to_win(turn, over)) if over else Card(suit, lowest(cards))
    if below:
        return Card(suit, _to_lose(turn, below))
    return Card(suit, _when_nothing_loses(turn, cards))


def _to_win(turn: Turn, over: int) -> int:
    """The highest; of the last to play, the lowest that is enough."""
    return lowest(over) if turn.position == turn.deck.ruleset.seats - 1 else highest(over)


def _to_lose(turn: Turn, below: int) -> int:
    """The highest card that loses; the quinola is kept for another suit while there is time and company."""
    deck = turn.deck
    if deck.ace_is_low and below >> deck.ace & 1:
        return deck.ace
    if turn.led == deck.quinola.suit and turn.seat.plan == "duck" and turn.trick < FIRST_TRICKS - 2:
        others = below & ~(1 << deck.quinola.strength)
        if others and turn.seat.hand[turn.led].bit_count() > 2:
            return highest(others)
    return highest(below)


def _when_nothing_loses(turn: Turn, cards: int) -> int:
    """The lowest while somebody may still go over it; else the highest, for the trick is his anyway."""
    deck = turn.deck
    if turn.led == deck.quinola.suit:
        cards = cards & ~(1 << deck.quinola.strength) or cards
    last = turn.position == deck.ruleset.seats - 1
    low = lowest(cards)
    return highest(cards) if last or not turn.above(turn.led, low) else low


# ---------------------------------------------------------------------------------------------- discarding


def discard(turn: Turn) -> Card:
    """The card that a player without the suit gets rid of: the quinola, an ace, whatever is most dangerous."""
    deck, seat = turn.deck, turn.seat
    hand = [0 if suit == turn.led else seat.hand[suit] for suit in SUITS]
    if seat.plan == "sweep" or (turn.stop and seat.plan == "duck"):
        return _least_useful(turn, hand)
    if has(hand, deck.quinola):
        return deck.quinola
    aces = [suit for suit in SUITS if hand[suit] >> deck.ace & 1]
    if aces and not (seat.plan == "shun" and deck.ace_is_low):
        # The ace with the least company is the next to be drawn.
        return Card(min(aces, key=lambda suit: (hand[suit].bit_count(), suit)), deck.ace)
    return most_dangerous(deck, hand)


def throw_away(turn: Turn) -> Card:
    """Who must win no trick and need not follow throws his high cards on other suits, the precious ones first."""
    elsewhere = [0 if suit == turn.led else turn.seat.hand[suit] for suit in SUITS]
    return discard(turn) if any(elsewhere) else follow(turn)


def most_dangerous(deck: Deck, hand: Hand) -> Card:
    """The card that is likeliest to win tricks with points in them: high, dear, with few low ones beside it."""
    best, chosen = -1000.0, Card(0, 0)
    for suit in SUITS:
        cards = hand[suit]
        if cards:
            strength = highest(cards)
            guarded = (cards & 0b111111).bit_count()
            worth = strength + 1.5 * deck.points[suit][strength] - 1.2 * guarded
            if worth > best:
                best, chosen = worth, Card(suit, strength)
    return chosen


def _least_useful(turn: Turn, hand: Hand) -> Card:
    """The card that most others beat."""
    found = []
    for suit in SUITS:
        if hand[suit]:
            strength = lowest(hand[suit])
            found.append((-turn.above(suit, strength), strength, suit))
    _, strength, suit = min(found)
    return Card(suit, strength)
