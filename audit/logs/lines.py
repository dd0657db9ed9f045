"""Single lines of a log read as a log would read them, for what a person types."""

from __future__ import annotations

from collections.abc import Sequence

from audit.logs.forms import PackOf
from audit.logs.keys import HEADER_FIELDS, find_key
from audit.logs.problems import Problems
from audit.logs.read_rev import read_rev
from audit.logs.write_rev import write_rev
from audit.model import Deal, Reading

TYPED = "…"
"""The name of the place where a person types, for problems that stand there."""


def read_lines(deal: Deal, lines: Sequence[str], pack_of: PackOf) -> Reading:
    """A deal like `deal`, of which nothing is known but what `lines` say; with their problems, by line from 1."""
    bare = Deal(header=deal.header, number=deal.number, place=deal.place, players=deal.players)
    head = write_rev([bare]).rstrip("\n").split("\n")
    problems = Problems(TYPED)
    reading = read_rev([*head, *lines], pack_of, problems)
    reading.problems = [problem for problem in problems.all() if problem.place.line > len(head)]
    return reading


def is_header_line(line: str) -> bool:
    """Whether a line is one of a session's header rather than of a deal."""
    found = find_key(line.partition(":")[0].strip())
    return found is not None and found.key.field in HEADER_FIELDS
