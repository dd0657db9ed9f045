"""What a player makes of his hand: whether it is one for all the tricks or for none, and what he exchanges."""

from __future__ import annotations

import numpy as np

from audit.facts import Sets
from audit.rules import n1, x9
from audit.simulate.deck import SUITS, Card, Deck, Hand, highest
from audit.simulate.policies import most_dangerous

HOPEFUL = 3.8
"""Tricks that a hand may be expected to lose and still be played for all of them."""

SAFE = 1.6
"""The same for one who has won every trick so far, before he goes on."""

SURE = 0.7
"""The same before the last tricks, for one who says that he will win them."""

BOLD = 0.7
"""How often one who is not sure of the last tricks undertakes them all the same."""


def expected_losers(deck: Deck, hand: Hand, left: Hand) -> float:
    """How many tricks a hand, led from the top of its suits, will about lose; `left` is all that is not played."""
    losers = 0.0
    rivals = deck.ruleset.seats - 1
    for suit in SUITS:
        cards, unseen = hand[suit], left[suit] & ~hand[suit]
        total = unseen.bit_count()
        remaining = total
        while cards and remaining > 0:
            strength = highest(cards)
            cards ^= 1 << strength
            above = (unseen >> (strength + 1)).bit_count()
            losers += min(1.0, above * remaining / total)
            remaining -= rivals
    return losers


def is_for_all(deck: Deck, hand: Hand, leads: bool) -> bool:
    """Whether a player sets out to win every trick; who does not lead must first get in."""
    high = sum((cards >> (deck.top - 4)).bit_count() for cards in hand)
    if high < 6:
        return False
    return expected_losers(deck, hand, deck.whole) <= (HOPEFUL if leads else HOPEFUL - 0.5)


def announces_napolitana(deck: Deck, hand: Hand, leads: bool, skill: float) -> bool:
    """With the cards for it, and low ones to end with; who has to lead needs a card that is surely beaten."""
    if not _may(deck, hand, 3) or not n1.has_the_cards(_as_set(deck, hand), deck.ruleset)[0]:
        return False
    low = sum((cards & 0b11111).bit_count() for cards in hand)
    return low >= (4 if leads else 2) - (skill < 0.5)


def announces_espagnolette(deck: Deck, hand: Hand, skill: float) -> bool:
    """With the cards for it, and a hand that can stay below the others in every suit."""
    if not _may(deck, hand, 3) or not x9.has_the_cards(_as_set(deck, hand), deck.ruleset)[0]:
        return False
    return expected_catches(deck, hand) <= (0.15 if skill > 0.5 else 0.4)


def expected_catches(deck: Deck, hand: Hand) -> float:
    """About how many tricks a hand will win against its will: its k-th lowest card of a suit against the others'."""
    caught = 0.0
    for suit in SUITS:
        cards, unseen = hand[suit], deck.whole[suit] & ~hand[suit]
        total = unseen.bit_count()
        number = 0
        while cards and number < 3:
            low = cards & -cards
            cards ^= low
            below = (unseen & (low - 1)).bit_count()
            caught += max(0.0, below / total - 0.25 - 0.2 * number) if total else 1.0
            number += 1
    return caught


def _may(deck: Deck, hand: Hand, aces: int) -> bool:
    return sum(cards >> deck.ace & 1 for cards in hand) >= aces


def _as_set(deck: Deck, hand: Hand) -> Sets:
    codes = list(deck.spelled(hand))
    return np.array([np.bitwise_or.reduce(deck.ruleset.bit[codes])], np.uint64)


# ------------------------------------------------------------------------------------------- the exchange


def unwanted(deck: Deck, hand: Hand, for_all: bool) -> Card:
    """The card that a player would rather not hold: the lowest for all the tricks, else the most dangerous."""
    if for_all:
        return min(
            (Card(suit, (cards & -cards).bit_length() - 1) for suit, cards in enumerate(hand) if cards),
            key=lambda card: (card.strength, card.suit),
        )
    # Aces and the quinola are worth something on another suit.
    kept = [cards & ~(1 << deck.ace) if deck.aces_pay else cards for cards in hand]
    kept[deck.quinola.suit] &= ~(1 << deck.quinola.strength)
    return most_dangerous(deck, kept if any(kept) else hand)


def is_worth_changing(deck: Deck, hand: Hand, card: Card, for_all: bool) -> bool:
    """Whether a card from the stock is likely to be better than this one."""
    if for_all:
        return card.strength < deck.top - 3
    short = (hand[card.suit] & 0b111111).bit_count() < 3
    return card.strength > deck.top // 2 and (short or card.strength > deck.top - 3)
