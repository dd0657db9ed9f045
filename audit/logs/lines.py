"""Single lines of a log read as a log would read them, for what a person types."""

from __future__ import annotations

from collections.abc import Sequence

from audit.logs.forms import PackOf
from audit.logs.problems import Problems
from audit.logs.read_rev import read_rev
from audit.logs.write_rev import write_rev
from audit.model import Deal, Reading

TYPED = "…"
"""The name of the place where a person types, for problems that stand there."""


def read_lines(deal: Deal, lines: Sequence[str], pack_of: PackOf) -> Reading:
    """A deal like `deal`, of which nothing is known but what `lines` say; with their problems, by line from 1."""
    bare = Deal(header=deal.header, number=deal.number, place=deal.place, players=deal.players)
    head = write_rev([bare]).splitlines()
    problems = Problems(TYPED)
    reading = read_rev([*head, *lines], pack_of, problems)
    reading.problems = [problem for problem in problems.all() if problem.place.line > len(head)]
    return reading
