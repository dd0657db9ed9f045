"""Records that contradict each other, side by side at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.club.conflicts import Conflict, Version
from audit.language import _
from audit.text.lines import Line, clean, counted

_MISSING = "—"


def conflict_lines(conflicts: Sequence[Conflict]) -> Iterator[Line]:
    """All of them, each with how to choose."""
    if not conflicts:
        yield Line(_("No records contradict each other."), "good")
        return
    yield Line(counted("{n} conflict", "{n} conflicts", len(conflicts)), "title")
    for conflict in conflicts:
        yield Line("")
        yield from _conflict(conflict)


def _conflict(conflict: Conflict) -> Iterator[Line]:
    club, session = map(clean, conflict.key)
    what = _("rules and what an earlier session left") if conflict.number is None else _("deal {deal}")
    yield Line(f"{club} · {session} · {what.format(deal=conflict.number)}", "heading")
    for place, version in enumerate(conflict.versions, 1):
        where = f"{clean(version.place.file)}:{version.place.line}"
        yield Line("  " + _("version {n}: {where}").format(n=place, where=where), "title")
    differing = conflict.differing
    for field in differing:
        for place, version in enumerate(conflict.versions, 1):
            yield Line(f"    {place}  {_said(version, field)}", "plain" if place == 1 else "open")
    if not differing:
        yield Line("    " + _("They differ only in how they are written."), "open")
    deal = "" if conflict.number is None else f" --deal {conflict.number}"
    command = f'revesino resolve --session "{session}"{deal} --keep N'
    yield Line("  " + _("Choose with `{command}`, N being the version that stands.").format(command=command), "faint")


def _said(version: Version, field: str) -> str:
    return clean(version.lines.get(field) or _MISSING)


def resolved_lines(conflict: Conflict, keep: int) -> Iterator[Line]:
    """What was chosen."""
    version = conflict.versions[keep - 1]
    where = f"{clean(version.place.file)}:{version.place.line}"
    session = clean(conflict.key[1])
    text = _("Version {n} ({where}) stands for {session}, rules; what it was in conflict with is set aside.")
    if conflict.number is not None:
        text = _("Version {n} ({where}) stands for {session}, deal {deal}; what it was in conflict with is set aside.")
    yield Line(text.format(n=keep, where=where, session=session, deal=conflict.number), "good")
    yield Line(_("`revesino status` lists the choice with its number; `revesino undo NUMBER` takes it back."), "faint")
