"""One thing that a scorer does otherwise than the rules say, as data: at which stage, and what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from audit.model import Recorded
from audit.ruleset import Ruleset


class What(IntEnum):
    """What is done with the movements that are picked."""

    OMIT = 0
    TWICE = 1
    REVERSE = 2
    HALVE = 3
    DOUBLE = 4
    PAYEE = 5
    """Another seat receives."""
    PAYER = 6
    """Another seat pays."""


class Which(IntEnum):
    """Which of a rule's movements are meant."""

    ALL = 0
    FROM_FONDO = 1
    INTO_FONDO = 2
    BETWEEN = 3
    """Those between players."""
    PAID_BY = 4
    """Those that the seat pays."""


@dataclass(frozen=True)
class Moves:
    """Movements of some rules, and what is done with them."""

    rules: tuple[str, ...]
    what: What
    trick: int | None = None
    """Counted from 1, 0 for those of no trick; `None` for those of any."""
    which: Which = Which.ALL
    seat: int = -1


@dataclass(frozen=True)
class Omitted:
    """Stakes that are not paid: those of some rules, of one player (by his place) or of all."""

    rules: tuple[str, ...]
    player: int | None = None


@dataclass(frozen=True)
class Change:
    """What a scorer does otherwise, by the stage at which he does it; each stage left alone by default."""

    reading: Ruleset | None = None
    """He settles by this ruleset."""
    value: tuple[int, int] | None = None
    """A card code, and what the card counts for."""
    credited: tuple[int, int] | None = None
    """A trick, counted from 0, and the seat that is credited with it."""
    named: int | None = None
    """The seat that is named winner."""
    titled: int | None = None
    """The seat that is written down as winner, though all is paid as if the right one were."""
    pardoned: int | None = None
    """The seat whose renuncio bars it from nothing."""
    moves: Moves | None = None
    kind: int | None = None
    """Which stakes are made, by the numbers of `rules.f1.kinds`."""
    omits: Omitted | None = None
    written: Callable[[Recorded], Recorded] | None = None
    """A line is written otherwise than it was worked out."""

    @property
    def is_of_pen(self) -> bool:
        """Only what is written down changes."""
        return self.written is not None
