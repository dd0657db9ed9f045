"""What a club's settings say of its rules, for a reader at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.language import _, ngettext
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.settings import FILE, Settings
from audit.text.lines import Line, clean, listed, number, plain

NAMED = 5
"""Sessions that are named; the rest is counted."""


def in_force(settings: Settings, rules: Ruleset, name: str | None) -> Iterator[Line]:
    """The house rules of the club, or the rule `name` as the club plays it."""
    clause = rules.clauses.get((name or "").upper())
    if name is not None and clause is None:
        return
    club = clean(settings.name or FILE)
    differs = ", ".join(f"{option}: {plain(value)}" for option, value in rules.differs.items())
    text = _("{club} plays by {rules}, with {options}.") if differs else _("{club} plays by {rules}.")
    yield Line("")
    yield Line(text.format(club=club, rules=rules.id, options=differs), "title")
    if clause is not None and rules.differs:
        yield Line(f"  {clause.id:<4} {clause.text}")


def otherwise_lines(sessions: Sequence[Session]) -> Iterator[Line]:
    """Which sessions were not played by the rules of the club's settings."""
    if not sessions:
        return
    names = [clean(one.header.session) for one in sessions[:NAMED]]
    if len(sessions) > NAMED:
        names.append(ngettext("{n} more", "{n} more", len(sessions) - NAMED).format(n=number(len(sessions) - NAMED)))
    text = ngettext(
        "One session names other rules than {file}: {names}. It is judged by those that it names.",
        "{n} sessions name other rules than {file}: {names}. They are judged by those that they name.",
        len(sessions),
    )
    yield Line(text.format(n=number(len(sessions)), file=FILE, names=listed(names)), "open")
