"""Slips of transcription put right: which lines of a record are to be read otherwise, without touching the record.

A change is a canonical line as it was and as it is to read; one of the two is absent where a line is added or
dropped. So a correction can be shown, and applies to every record that says the same of the deal, in whatever form
it comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from audit.logs import deal_lines, read_lines
from audit.model import Deal, Payment, Problem
from audit.ruleset import pack_of
from audit.sessions import content

Change = tuple[str | None, str | None]
"""A line as it was, and as it is to read."""

_NUMBER = "deal"
_PAYMENT = "payment "


class Slip(Exception):  # noqa: N818 - nothing of ours is at fault: what was typed is no correction
    """What was typed is no correction of the deal. `what` names the wording, which fills in `line`."""

    def __init__(self, what: str, line: str = "", problems: Sequence[Problem] = ()) -> None:
        super().__init__(what, line)
        self.what = what
        self.line = line
        self.problems = problems
        """What could not be read of the lines."""


class Correction(NamedTuple):
    """A correction of a deal of a session."""

    event: int
    number: int
    original: Deal
    """The record that was corrected, as it was."""
    changes: tuple[Change, ...]
    reason: str
    person: str


def changes_of(deal: Deal, lines: Sequence[str], dropped: Sequence[str] = ()) -> tuple[Change, ...]:
    """What `lines`, written as in a log, change of `deal`, and the lines that are `dropped`.

    A line takes the place of the one of its key; a payment is added to those that there are. Raises `Slip` when a
    line cannot be read, when one that is dropped is not there, or when nothing would change.
    """
    there = _own_lines(deal)
    changes: list[Change] = []
    for field, line in _typed(deal, lines):
        was = None if field.startswith(_PAYMENT) else there.get(field)
        if was != line:
            changes.append((was, line))
    left = Counter(there.values())
    for field, line in _typed(deal, dropped):
        found = line if left[line] else None if field.startswith(_PAYMENT) else there.get(field)
        if found is None:
            raise Slip("not-there", line)
        left[found] -= 1
        changes.append((found, None))
    if not changes:
        raise Slip("nothing-changes")
    return tuple(changes)


def _own_lines(deal: Deal) -> dict[str, str]:
    """The canonical lines of what the record says, by field; its number is no part of that."""
    return {field: line for field, line in deal_lines(deal).items() if field != _NUMBER}


def _typed(deal: Deal, lines: Sequence[str]) -> list[tuple[str, str]]:
    """Field and canonical line of each line that was typed."""
    found: list[tuple[str, str]] = []
    for line in lines:
        reading = read_lines(deal, [line], pack_of)
        wrong = [problem for problem in reading.problems if problem.severity != "note"]
        if wrong:
            raise Slip("unread", line, wrong)
        fields = _own_lines(reading.deals[0]) if len(reading.deals) == 1 else {}
        if len(fields) != 1 or reading.deals[0].header.players != deal.header.players:
            raise Slip("no-field", line)
        found += fields.items()
    return found


def amended(deal: Deal, changes: Sequence[Change]) -> Deal:
    """The record as it is to be read; changes of lines that it has not are passed over."""
    lines = list(_own_lines(deal).values())
    for was, now in changes:
        if was is None:
            lines += [now] if now else []
        elif was in lines:
            place = lines.index(was)
            lines[place : place + 1] = [now] if now else []
    read = read_lines(deal, lines, pack_of).deals[0]
    recorded = msgspec.structs.replace(
        read.recorded, payments=_placed(read.recorded.payments, deal.recorded.payments, deal.place.line)
    )
    return msgspec.structs.replace(
        read, header=deal.header, place=deal.place, lines=deal.lines, comments=deal.comments, recorded=recorded
    )


def _placed(payments: Sequence[Payment], originals: Sequence[Payment], line: int) -> tuple[Payment, ...]:
    """The payments with the lines where they stood; those that were added stand at the deal's."""
    left = list(originals)
    found = []
    for payment in payments:
        same = next((one for one in left if msgspec.structs.replace(one, line=payment.line) == payment), None)
        if same is not None:
            left.remove(same)
        found.append(same or msgspec.structs.replace(payment, line=line))
    return tuple(found)


def concerns(correction: Correction, deal: Deal) -> bool:
    """Whether a record of the corrected deal says what was corrected: it says the same, or less, or more.

    One that says more must say every line that was changed, and none that was only added.
    """
    if deal.number != correction.number:
        return False
    own, original = Counter(content(deal)), Counter(content(correction.original))
    if own <= original:
        return own == original or any(was in _own_lines(deal).values() for was, _ in correction.changes if was)
    there = set(_own_lines(deal).values())
    return original <= own and all(was in there for was, _ in correction.changes if was is not None)
