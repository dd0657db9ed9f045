"""The sessions that there are, with how their deals stand and the command that shows each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from audit.report import Audited
from audit.sessions import Session
from audit.terminal.render import STATUS_ROLES, number_with
from audit.text.figures import STATUSES, title
from audit.text.lines import Line, clean, counted, listed


def sessions(audited: Audited, chosen: Sequence[Session], command: Callable[[Session], str]) -> Iterator[Line]:
    """A session on three lines: what it is, how many of its deals are what, the command to see it."""
    yield Line(counted("{n} session", "{n} sessions", len(chosen)), "title")
    for session in chosen:
        statuses = Counter(audited.statuses(session))
        worst = next(name for name in WORST_FIRST if statuses[name])
        found = listed([number_with(name, statuses[name]) for name in STATUSES if statuses[name]])
        yield Line(f"  {clean(title(audited.session_row(session, deals=False)))}", "title")
        deals = counted("{n} deal", "{n} deals", len(session.deals))
        yield Line(f"    {deals}: {found}", STATUS_ROLES[worst])
        yield Line(f"    {clean(command(session))}", "faint")


WORST_FIRST = ("illegal", "discrepant", "carried", "undetermined", "confirmed")
"""The verdicts in the order in which they speak for a whole session."""
