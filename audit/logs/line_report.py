"""Reports on the line that is being read: its problems, and whether something in it was lost."""

from __future__ import annotations

from audit.logs.fields import KEPT, At, unread
from audit.logs.problems import SEVERITIES, Param, Problems, code_of
from audit.model import ProblemCode


class LineReport:
    """Takes the problems of one line after another; a place is an offset in it, or a path in its JSON."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.number = 0
        self.spoiled = False
        """Whether there is something that will not be written again, so that its text must be kept."""
        self.unrecorded = False
        """Whether what will not be written again is no fault, so that its text is kept without a mark."""
        self.last_code: ProblemCode | None = None
        """The code of the problem that was reported last."""
        self.last: int | None = None
        """The problem that was reported last, for `amend`."""

    def __call__(self, what: str, at: At, found: str, /, **params: Param) -> None:
        """Note a problem of this line."""
        if isinstance(at, int):
            self.last = self._problems.add(what, self.number, at + 1, found, **params)
        else:
            self.last = self._problems.add(what, self.number, 1, found, path=at, **params)
        self.last_code = code_of(what)
        if what != KEPT and (SEVERITIES[what] == "error" or what.startswith("unknown-key.")):
            self.spoiled = True

    def amend(self, which: int | None, **params: Param) -> None:
        """Add to a problem what became known after it was reported."""
        if which is not None:
            self._problems.amend(which, **params)

    def keep(self, text: str) -> str:
        """The comment that keeps the text of what is not written again."""
        kept = text.strip() if self.unrecorded else unread(text)
        self.unrecorded = False
        return kept

    def begin(self, number: int) -> None:
        """Go on to another line."""
        self.number = number
        self.spoiled = False
