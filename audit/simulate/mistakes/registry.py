"""What a mistake is: a kind of it, with the ways in which it can be made in a deal, and one that is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType, ModuleType

from audit.cards import NAMES
from audit.course import Course
from audit.facts import NOBODY, Facts
from audit.model import Deal, Recorded
from audit.movements import FONDO
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.simulate.altered import Entry, settle_one
from audit.simulate.books import Worked
from audit.simulate.truth import Truth
from audit.trial.change import Change


@dataclass(frozen=True)
class Case:
    """A deal that a scorer is about to write down, as he would without a mistake."""

    ruleset: Ruleset
    truth: Truth
    worked: Worked
    """From the club's own books."""
    written: Recorded
    """What of it the record has."""
    settled: tuple[Facts, Course] | None = None
    """The deal alone, settled, where that has been done."""
    is_wide: bool = False
    """Rarer ways are wanted, too: those that an explanation thinks of and a simulated scorer does not."""
    deltas: frozenset[int] = frozenset()
    """By how much somebody's points are off: what a card may have been counted too much or too little."""

    @cached_property
    def _settled(self) -> tuple[Facts, Course]:
        return self.settled or settle_one(self.truth.observed, self.ruleset)

    @property
    def facts(self) -> Facts:
        """Who followed, held and won what."""
        return self._settled[0]

    @property
    def course(self) -> Course:
        """Who was what."""
        return self._settled[1]

    @property
    def deal(self) -> Deal:
        """The deal as it was played."""
        return self.truth.deal

    @property
    def entries(self) -> list[Entry]:
        """The ledger that the scorer would make."""
        return self.worked.entries

    def name(self, player: int) -> str:
        """A player's name, or the fondo's."""
        return "fondo" if player == FONDO else self.deal.players[player]

    def seat(self, player: int) -> int:
        """The seat of a player who plays."""
        return (player - self.truth.base) % self.ruleset.players

    def player(self, seat: int) -> int:
        """The player in a seat."""
        return (seat + self.truth.base) % self.ruleset.players

    def playing(self) -> list[int]:
        """The players who play, in the order of their seats."""
        return [self.player(seat) for seat in range(self.ruleset.seats)]

    @property
    def is_plain(self) -> bool:
        """Nobody tried for every trick or for none, so that a trick is only a trick."""
        course, sweeper = self.course, self.facts.sweeper[0]
        return bool(sweeper == NOBODY and course.napolitano[0] == NOBODY and course.espagnolette[0] == NOBODY)

    def groups(self, *rules: str) -> dict[tuple[str, int], list[Entry]]:
        """The entries of `rules`, by rule and trick."""
        found: dict[tuple[str, int], list[Entry]] = {}
        for entry in self.entries:
            if entry.rule in rules:
                found.setdefault((entry.rule, entry.trick), []).append(entry)
        return found

    def cards_played(self) -> list[int]:
        """All cards played, in order."""
        return [card for trick in self.deal.tricks.values() for card in trick.cards or ()]


@dataclass(frozen=True)
class Mistake:
    """A mistake in one deal: the cause as an explanation names it, and what it changes."""

    cause: Row
    change: Change


Ways = Callable[[Case], Iterator[tuple[Row, Change]]]
"""How a mistake can be made in a deal: its parameters, and what it changes."""


@dataclass(frozen=True)
class Kind:
    """A kind of mistake."""

    id: str
    weight: float
    """How often it is made, against the others that can be made in the same deal."""
    of_way: Ways
    cause: Mapping[str, str]
    """What an explanation names it by, before its parameters."""

    def ways(self, case: Case) -> Iterator[Mistake]:
        """Each way in which it can be made in a deal."""
        for parameters, change in self.of_way(case):
            yield Mistake({**self.cause, **parameters}, change)


def mistake(name: str, weight: float, cause: Mapping[str, str] | None = None) -> Callable[[Ways], Kind]:
    """The decorated function, which gives parameters and changes, as the kind of mistake `name`."""
    return lambda function: Kind(name, weight, function, cause or {"kind": "mistake", "id": name})


def kinds_of(*modules: ModuleType) -> Mapping[str, Kind]:
    """By id: the kinds of mistake that the modules hold, in the order in which they stand there."""
    found = (one for module in modules for one in vars(module).values() if isinstance(one, Kind))
    return MappingProxyType({kind.id: kind for kind in found})


def card_name(number: int) -> str:
    """A card as a log writes it."""
    return NAMES[number]


def values_of(recorded: Recorded, players: tuple[str, ...]) -> Mapping[tuple[str, str | None, int | None], object]:
    """Every value that a record has, but payments: by claim, player and trick."""
    found: dict[tuple[str, str | None, int | None], object] = {}
    for claim in ("points", "tricks", "net", "balance"):
        for name, value in zip(players, getattr(recorded, claim) or (), strict=False):
            if value is not None:
                found[claim, name, None] = value
    for trick, name in recorded.trick_winners.items():
        found["trick_winner", None, trick] = name
    for claim in ("winner", "fondo_start", "fondo_end"):
        if getattr(recorded, claim) is not None:
            found[claim, None, None] = getattr(recorded, claim)
    return found
