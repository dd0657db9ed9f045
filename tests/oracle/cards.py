"""The two packs: ranks high to low, points, the quinola (R1, R7, X1, X4, variant reversis-52)."""

from dataclasses import dataclass
from functools import cache


def suit_of(card: str) -> str:
    """The suit letter of a canonical card name."""
    return card[-1]


def rank_of(card: str) -> str:
    """The rank of a canonical card name."""
    return card[:-1]


@dataclass(frozen=True)
class Pack:
    """A pack as one ruleset and its options order it."""

    cards: tuple[str, ...]
    strength: dict[str, int]
    points: dict[str, int]
    quinola: str
    aces: tuple[str, ...]


def _pack(suits: str, ranks: list[str], points: dict[str, int], quinola: str, ace: str) -> Pack:
    cards = tuple(rank + suit for suit in suits for rank in ranks)
    strength = {card: len(ranks) - ranks.index(rank_of(card)) for card in cards}
    worth = {card: points.get(card, points.get(rank_of(card), 0)) for card in cards}
    return Pack(cards, strength, worth, quinola, tuple(ace + suit for suit in suits))


@cache
def spanish_pack() -> Pack:
    """R1, R7: A R C S 9 … 2; A 4 (copas 5), R 3, C 2, S 1 (oros 3)."""
    ranks = ["1", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    return _pack("oceb", ranks, {"1": 4, "1c": 5, "12": 3, "11": 2, "10": 1, "10o": 3}, "10o", "1")


@cache
def french_pack(ace_rank: str, tens: bool) -> Pack:
    """X1, X4: K Q J 9 … 3 A 2, or the ace high; tens stand between J and 9 in reversis-52."""
    ranks = ["K", "Q", "J"] + (["T"] if tens else []) + ["9", "8", "7", "6", "5", "4", "3"]
    ranks = ["A", *ranks, "2"] if ace_rank == "high" else [*ranks, "A", "2"]
    return _pack("HDCS", ranks, {"A": 4, "K": 3, "Q": 2, "J": 1}, "JH", "A")
