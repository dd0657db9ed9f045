"""Cards as small integers: the two packs and the unknown cards.

A code is `pack bit | suit << 4 | rank`. The suit is 0–3 in the order of `SUITS`, 4 when it is unknown; the
rank is the number on the card (Spanish 1–12; French ace 1, 2–10, jack 11, queen 12, king 13), 0 when it is
unknown. So every card of both packs, and every half-known one, has its own code below 256, and no code says
anything of what a card is worth: that is the ruleset's.
"""

from __future__ import annotations

from enum import Enum

FRENCH_BIT = 0x80
UNKNOWN_SUIT = 4
UNKNOWN_RANK = 0
UNKNOWN = UNKNOWN_SUIT << 4 | UNKNOWN_RANK
"""`??`: nothing is known of the card. The same code in both packs."""


class Pack(Enum):
    """The pack that a ruleset is played with, which decides how a card's name is read."""

    SPANISH = "spanish"
    FRENCH = "french"

    @property
    def bit(self) -> int:
        """What the pack adds to the code of each of its cards."""
        return FRENCH_BIT if self is Pack.FRENCH else 0

    @property
    def suits(self) -> str:
        """The letters of the suits, in the order of their numbers."""
        return SUITS[self]

    @property
    def ranks(self) -> tuple[str, ...]:
        """The canonical spelling of each rank, by its number; place 0 is the unknown rank."""
        return RANKS[self]


SUITS = {Pack.SPANISH: "oceb", Pack.FRENCH: "hdsc"}
RANKS = {
    Pack.SPANISH: ("?", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
    Pack.FRENCH: ("?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"),
}


def code(pack: Pack, suit: int, rank: int) -> int:
    """The code of a card; `UNKNOWN_SUIT` and `UNKNOWN_RANK` make half-known ones."""
    if suit == UNKNOWN_SUIT and rank == UNKNOWN_RANK:
        return UNKNOWN
    return pack.bit | suit << 4 | rank


def _spell(number: int) -> str:
    if number == UNKNOWN:
        return "??"
    pack = Pack.FRENCH if number & FRENCH_BIT else Pack.SPANISH
    suit, rank = number >> 4 & 7, number & 15
    if suit > UNKNOWN_SUIT or rank >= len(pack.ranks) or (suit == UNKNOWN_SUIT and rank == UNKNOWN_RANK):
        return ""
    letter = "?" if suit == UNKNOWN_SUIT else pack.suits[suit]
    return pack.ranks[rank] + (letter.upper() if pack is Pack.FRENCH else letter)


NAMES: tuple[str, ...] = tuple(_spell(number) for number in range(256))
"""The canonical spelling of each code; empty where a number is no card's code."""
