"""What became of the records of a log: counts that add up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from audit.model import Problem, Quarantined


@dataclass(frozen=True)
class FileCount:
    """What became of the records of a log: `read == stored + known + in_conflict + quarantined`."""

    name: str
    read: int = 0
    stored: int = 0
    known: int = 0
    in_conflict: int = 0
    quarantined: int = 0
    problems: tuple[Problem, ...] = ()
    """What could not be read in it."""
    reasons: tuple[tuple[str, int], ...] = ()
    """Why records were quarantined: codes of problems, each with how many."""
    again: bool = False
    """Whether it was there before, so that all of this was told before."""


@dataclass
class Log:
    """A log that is new, on its way in."""

    name: str
    sha256: str
    size: int
    file_id: int
    in_blocks: int = 0
    """Records that were put in as rows of blocks."""
    one_by_one: int = 0
    problems: list[Problem] = field(default_factory=list)
    aside: list[Quarantined] = field(default_factory=list)

    @property
    def deals(self) -> int:
        """Deals that were read in it."""
        return self.in_blocks + self.one_by_one

    @property
    def count(self) -> FileCount:
        """Its count, of which all deals are known."""
        reasons = Counter(one.code for one in self.aside)
        return FileCount(
            self.name,
            read=self.deals + len(self.aside),
            known=self.deals,
            quarantined=len(self.aside),
            problems=tuple(self.problems),
            reasons=tuple(sorted(reasons.items())),
        )
