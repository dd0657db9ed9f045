"""Who stands where at the end of a session: whoever has most tantos is first; equals share a rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A player's place."""

    rank: int
    """Counted from 1; after two who share a rank the next one is left out."""
    player: str
    tantos: int


def rank(balances: Mapping[str, int]) -> tuple[Place, ...]:
    """The players by their tantos, most first; those of one rank in the order of `balances`."""
    return tuple(
        Place(1 + sum(other > tantos for other in balances.values()), player, tantos)
        for player, tantos in sorted(balances.items(), key=lambda one: -one[1])
    )
