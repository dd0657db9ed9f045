"""One figure of a score sheet: what is right, what was written, and how the two stand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from audit.rows import Row

Value = int | str | None


class Mark(Enum):
    """How a figure that was written stands to the right one."""

    SAME = "same"
    """It is right."""
    WRONG = "wrong"
    CARRIED = "carried"
    """It is wrong only because an earlier error was carried on."""
    OPEN = "open"
    """It cannot be decided."""
    UNWRITTEN = "unwritten"
    """Nothing was written."""
    NONE = "none"
    """There is no such figure: the player sits the deal out."""


@dataclass(frozen=True)
class Cell:
    """A figure of a deal."""

    mark: Mark
    right: Value = None
    """`None` where it is not known."""
    recorded: Value = None
    reason: str | None = None
    """Why it is not decided, as a report names it."""
    rule: str | None = None
    carried_from: int | None = None

    @property
    def value(self) -> Value:
        """What stands in a corrected sheet: what is right; what was written, where that is not known."""
        if self.right is not None:
            return self.right
        return self.recorded if self.mark is Mark.OPEN else None

    @property
    def is_wrong(self) -> bool:
        """What was written is not right, whatever from."""
        return self.mark in (Mark.WRONG, Mark.CARRIED)

    @property
    def is_open(self) -> bool:
        """It is not decided what is right."""
        return (self.right is None and self.mark is not Mark.NONE) or self.mark is Mark.OPEN


NO_CELL = Cell(Mark.NONE)


def cell(right: Value, claim: Row | None, reason: str | None) -> Cell:
    """The cell of a figure that comes to `right`; `claim` is what was written of it, as a row of the report.

    `reason` is why it is not known, where it is not.
    """
    if claim is None:
        return Cell(Mark.UNWRITTEN, right, reason=None if right is not None else reason)
    written, rule = claim["recorded"], claim["rule"]
    match claim["verdict"]:
        case "confirmed":
            return Cell(Mark.SAME, right, written, rule=rule)
        case "contradicted":
            origin = claim["carried_from"]
            return Cell(Mark.WRONG if origin is None else Mark.CARRIED, right, written, None, rule, origin)
    return Cell(Mark.OPEN, right, written, claim["reason"], rule)
