"""Why something that was asked for is not done, as data; `audit.text.refusals` words it.

What is wrong with a log is a value; a refusal answers a person, who can ask otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Param = Any


class Refused(Exception):  # noqa: N818 - nothing is at fault: the answer is no
    """The answer is no. `what` names the wording, which fills in `params`: texts, numbers, lists of names, or as
    `inner` the refusal that this one rests on.
    """

    def __init__(self, what: str, /, *, problems: Sequence[Any] = (), **params: Param) -> None:
        super().__init__(what, params)
        self.what = what
        self.params = params
        self.problems = problems
        """What could not be read of what was typed (`audit.model.Problem`)."""
