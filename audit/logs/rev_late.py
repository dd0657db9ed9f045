"""Header lines between deals: a substitute's seating, a session without its format line, or a slip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from audit.logs import fields, keys
from audit.logs.fields import normal, unread
from audit.logs.keys import FoundKey
from audit.logs.line_report import LineReport
from audit.logs.quoting import Line, read_text
from audit.logs.rev_header import REQUIRED
from audit.logs.rev_values import NOT_RECORDED, RevValues
from audit.model import Comment, Header, Option, Place

_IDENTITY = (fields.CLUB, fields.SESSION, fields.RULES)


class LateLine(NamedTuple):
    """A header's line between deals, and the comments that stand above it."""

    number: int
    text: str
    parts: Line
    found: FoundKey
    above: list[str]

    @property
    def value(self) -> str:
        """What stands behind the colon, as a header's text is compared."""
        return normal(read_text(self.parts.value or ""))

    @property
    def is_blank(self) -> bool:
        """Whether nothing is recorded on the line."""
        return self.value in NOT_RECORDED


class Change(NamedTuple):
    """What the late lines change: who is seated (`None`: as before), their comments, and what was lost."""

    players: tuple[str, ...] | None
    comments: list[Comment]
    lost: list[str]


def begins_session(late: Sequence[LateLine], header: Header | None) -> bool:
    """Whether the lines are the header of another session, whose format line is missing.

    So they are when they give another club, session or ruleset; behind a header that could not be taken, when
    they are a whole header.
    """
    if header is None:
        return set(REQUIRED) <= {each.found.key.field for each in late if not each.is_blank}
    return any(
        each.found.key.field in _IDENTITY and not each.is_blank and each.value != getattr(header, each.found.key.field)
        for each in late
    )


def refused_option(line: str, place: Place) -> Option:
    """An option's line that cannot be read, or stands where it does not count, as one that no ruleset has.

    So the session is not settled as if the house had said nothing.
    """
    words = line.strip().split(None, 1)
    return Option(normal(words[1]) if len(words) > 1 else "", "", place)


def read_late(late: Sequence[LateLine], header: Header | None, values: RevValues, report: LineReport) -> Change:
    """Seat a substitute; report every other line, for the deals behind it go on as before."""
    change = Change(None, [], [])
    if header is None:
        return Change(None, [], [text for each in late for text in (*each.above, unread(each.text))])
    seatings = [each for each in late if each.found.key.field == fields.PLAYERS]
    for each in late:
        report.begin(each.number)
        if each.found.key.field == fields.PLAYERS:
            change = _seat(each, seatings[0], change, values, report)
            continue
        _report_late(each, header, report)
        change.lost.extend([*each.above, *([unread(each.text)] if report.spoiled else [])])
    return change


def _report_late(each: LateLine, header: Header, report: LineReport) -> None:
    field, text = each.found.key.field, each.text.strip()
    if field == keys.OPTION and not each.is_blank:
        report("bad-option.late", 0, text)
    elif field in (*_IDENTITY, fields.DATE) and each.value == getattr(header, field):
        report("repeated-key.equal", 0, text, first=header.place.line)
    else:
        report("bad-line.header-late", 0, text, key=each.found.key.spanish)


def _seat(each: LateLine, first: LateLine, change: Change, values: RevValues, report: LineReport) -> Change:
    """Take a `jugadores` line. The first of several counts unless another differs; then none does."""
    present = values.seating.players
    values.behind = each.parts.comment or ""
    players = values.seated(each.parts.value or "", each.parts.at)
    values.behind = ""
    if players is not None and len(players) != len(present):
        least = most = len(present)
        report("bad-length.players", 0, each.text.strip(), length=len(players), least=least, most=most)
    elif each is not first and players is not None and change.players != players:
        report("repeated-key.different", 0, each.text.strip(), first=first.number)
    elif players is not None and (each is not first or players == present):
        report("repeated-key.equal", 0, each.text.strip(), first=first.number)
    if report.spoiled:
        different = each is not first and report.last_code == "repeated-key"
        change.lost.extend([*each.above, unread(each.text)])
        return change._replace(players=None) if different else change
    if players is None or players == present:
        change.lost.extend(each.above)
        return change
    change.comments.extend(Comment(fields.PLAYERS, text) for text in each.above)
    if each.parts.comment is not None:
        change.comments.append(Comment(fields.PLAYERS, each.parts.comment.strip(), behind=True))
    return change._replace(players=players)
