"""How likely a cause is before the record is looked at: stated weights, and what is known of the club's other deals."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from audit.explain.pens import Pen, opportunities
from audit.rows import Row
from audit.simulate.mistakes import WEIGHTS

ANOTHER = 0.12
"""How often one mistake in a deal does not come alone: each further cause of a set."""

UNRECORDED = 0.03
"""How often a payment is not written down, in a deal of which some are."""

STRENGTH = 40.0
"""In how many wrong deals of a club its own habits weigh as much as the stated weights."""

OTHERWISE = 1e-6
"""The weight of all that nobody has thought of."""

TOTAL = sum(WEIGHTS.values())

Key = tuple[str, ...]


@dataclass
class Habits:
    """How often each kind of cause, and each in particular, was found in a club's other deals."""

    kinds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    causes: defaultdict[Key, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, causes: Iterable[Row], times: float) -> None:
        """Count the causes of a deal (its share of them, where it is not certain)."""
        for cause in causes:
            if cause.get("id") != "carry":
                self.kinds[kind_of(cause)] += times
                self.causes[habit_of(cause)] += times

    @property
    def total(self) -> float:
        """How many causes were counted."""
        return float(sum(self.kinds.values()))


def kind_of(cause: Row) -> str:
    """The id of a mistake; `reading`."""
    return str(cause.get("id", "reading"))


PARTICULAR = {"card-value": ("card", "value"), "reading": ("option", "value"), "fondo-not-taken": ("rule",),
              "fondo-not-doubled": ("rule",), "payment-omitted": ("rule",), "fine-omitted": ()}  # fmt: skip
"""What of a cause may be a habit."""


def habit_of(cause: Row) -> Key:
    """A cause as a habit: what of it may come again in another deal."""
    kind = kind_of(cause)
    return (kind, *(str(cause[name]) for name in PARTICULAR.get(kind, ())))


def weight(cause: Row, share: float, habits: Habits, own: Mapping[Key, float] | None = None) -> float:
    """How likely a cause is: its kind's weight and its own share of it, each shifted by the club's habits.

    `own` is what the deal itself has added to the habits, which proves nothing about it.
    """
    kind, habit = kind_of(cause), habit_of(cause)
    mine = own or {}
    of_kind = max(0.0, habits.kinds[kind] - sum(n for key, n in mine.items() if key[0] == kind))
    total = max(0.0, habits.total - sum(mine.values()))
    stated = WEIGHTS[kind] / TOTAL
    p = (stated * STRENGTH + of_kind) / (STRENGTH + total)
    if kind not in PARTICULAR or not of_kind:
        return p * share
    again = max(0.0, habits.causes[habit] - mine.get(habit, 0.0))
    return p * (share * STRENGTH / 4 + again) / (STRENGTH / 4 + of_kind)


def of_pen(pen: Pen, players: int) -> float:
    """The share of a mistake of the pen among those of its kind."""
    return 1.0 / opportunities(pen, players)


def of_set(weights: Sequence[float], lacking: int) -> float:
    """How likely a set of causes is, which leaves `lacking` entries more than others unrecorded, as a logarithm."""
    alone = sum(math.log(one) for one in weights)
    return alone + math.log(ANOTHER) * (len(weights) - 1) + math.log(UNRECORDED) * min(lacking, 6)
