"""Records that contradict each other, version below version at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from audit.choice import Key
from audit.club.conflicts import Conflict, Version
from audit.language import _, ngettext
from audit.text.lines import Line, clean, counted, listed, number

MORE_SHOWN = 4
"""Lines that only one version has which are shown; more are counted."""

Command = Callable[[Key, int | None], str]
"""How to choose, as it is to be typed."""


def conflict_lines(conflicts: Sequence[Conflict], command: Command) -> Iterator[Line]:
    """All of them, each with how to choose."""
    if not conflicts:
        yield Line(_("No records contradict each other."), "good")
        return
    yield Line(counted("{n} conflict", "{n} conflicts", len(conflicts)), "title")
    for conflict in conflicts:
        yield Line("")
        yield from _conflict(conflict, command)


def _conflict(conflict: Conflict, command: Command) -> Iterator[Line]:
    club, session = map(clean, conflict.key)
    what = _("rules and what an earlier session left") if conflict.number is None else _("deal {deal}")
    yield Line(f"{club} · {session} · {what.format(deal=conflict.number)}", "heading")
    for place, version in enumerate(conflict.versions, 1):
        yield Line("  " + _head(place, version), "title")
    yield from _same_file(conflict)
    for field in conflict.contradicting:
        for place, version in enumerate(conflict.versions, 1):
            if field in version.lines:
                yield Line(f"    {place}  {clean(version.lines[field])}", "plain" if place == 1 else "open")
    for place, version in enumerate(conflict.versions, 1):
        yield from _only_in(place, conflict.only_in(version))
    text = _("Choose with `{command}`, N being the version that stands.")
    yield Line("  " + text.format(command=clean(command(conflict.key, conflict.number))), "faint")


def _head(place: int, version: Version) -> str:
    """Where a version stands, which import brought it, and what its own cards say of it."""
    where = f"{clean(version.place.file)}:{version.place.line}"
    text = _("version {n}: {where}").format(n=place, where=where)
    if version.imports:
        numbers = listed([str(each) for each in version.imports])
        text = _("{version}, stored as number {numbers}").format(version=text, numbers=numbers)
    if version.wrong:
        wrong = ngettext("{n} figure of it is wrong", "{n} figures of it are wrong", version.wrong)
        text = f"{text}; {wrong.format(n=number(version.wrong))}"
    return text


def _same_file(conflict: Conflict) -> Iterator[Line]:
    """A file that was read twice and changed between: the usual reason for a conflict."""
    names = [version.place.file for version in conflict.versions]
    again = {name for name in names if names.count(name) > 1}
    for name in sorted(again):
        text = _("{file} was stored, then changed and stored again. If you corrected it, undo the earlier import.")
        yield Line("  " + text.format(file=clean(name)), "open")


def _only_in(place: int, lines: Sequence[str]) -> Iterator[Line]:
    """What one version says that another does not say at all."""
    if not lines:
        return
    if len(lines) <= MORE_SHOWN:
        for line in lines:
            yield Line(f"    {place}  " + _("only here: {line}").format(line=clean(line)), "faint")
        return
    text = counted("only here: {n} more line", "only here: {n} more lines", len(lines))
    yield Line(f"    {place}  {text}", "faint")


def resolved_lines(event: int, conflict: Conflict, keep: int) -> Iterator[Line]:
    """What was chosen."""
    version = conflict.versions[keep - 1]
    where = f"{clean(version.place.file)}:{version.place.line}"
    session = clean(conflict.key[1])
    text = _("Number {event}: version {n} ({where}) stands for {session}, rules. The other stays in the database.")
    if conflict.number is not None:
        text = _(
            "Number {event}: version {n} ({where}) stands for {session}, deal {deal}. The other stays in the database."
        )
    yield Line(text.format(event=event, n=keep, where=where, session=session, deal=conflict.number), "good")
    yield Line(_("`revesino undo {event}` takes the choice back.").format(event=event), "faint")
