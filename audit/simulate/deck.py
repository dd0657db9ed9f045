"""A ruleset's cards as players think of them: a hand is four sets of bits, one a suit, by strength.

Bit *h* of a suit's set is its card of strength *h*; so the highest card is the length of the number, and the cards
below another are a mask. Nothing here chooses.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from audit.cards import code
from audit.ruleset import Ruleset

SUITS = range(4)

Hand = list[int]
"""By suit: the cards held, as bits by strength."""


class Card(NamedTuple):
    """A card by its suit and its strength in it."""

    suit: int
    strength: int


class Deck:
    """What players know of the cards of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.cards: list[Card] = []
        self.codes: dict[Card, int] = {}
        for number in ruleset.deck.tolist():
            card = Card(number >> 4 & 3, int(ruleset.strength[number]))
            self.cards.append(card)
            self.codes[card] = number
        height = max(card.strength for card in self.cards) + 1
        self.points = [[0] * height for _ in SUITS]
        for card, number in self.codes.items():
            self.points[card.suit][card.strength] = int(ruleset.points[number])
        ace = code(ruleset.pack, 0, ruleset.ace)
        self.ace = int(ruleset.strength[ace])
        self.quinola = Card(ruleset.quinola >> 4 & 3, int(ruleset.strength[ruleset.quinola]))
        self.whole = [sum(1 << card.strength for card in self.cards if card.suit == suit) for suit in SUITS]
        self.top = height - 1
        self.aces_pay = ruleset.plays("P1")
        self.ace_is_low = self.ace < self.top

    def spelled(self, hand: Hand) -> tuple[int, ...]:
        """The codes of a hand, suit by suit from the highest card down."""
        return tuple(self.codes[card] for card in held(hand))


@functools.lru_cache(maxsize=256)
def deck_of(ruleset: Ruleset) -> Deck:
    """The deck of a ruleset."""
    return Deck(ruleset)


def held(hand: Hand) -> list[Card]:
    """The cards of a hand, suit by suit from the highest down."""
    found = []
    for suit in SUITS:
        left = hand[suit]
        while left:
            strength = left.bit_length() - 1
            left ^= 1 << strength
            found.append(Card(suit, strength))
    return found


def highest(cards: int) -> int:
    """The strength of the highest of some cards of one suit."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The strength of the lowest of some cards of one suit."""
    return (cards & -cards).bit_length() - 1


def has(hand: Hand, card: Card) -> bool:
    """Whether the card is in the hand."""
    return bool(hand[card.suit] >> card.strength & 1)
