"""Why a database could not do what was asked, as data; `audit.text` words it."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - nothing is at fault: the answer is no
    """A request that a database cannot fulfil. `what` names the wording, which fills in `params`."""

    def __init__(self, what: str, **params: str | int) -> None:
        super().__init__(what, params)
        self.what = what
        self.params = params
