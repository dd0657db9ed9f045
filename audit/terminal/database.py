"""What a database holds and what was done to it, for a reader at the terminal."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Any

from audit.club.corrections import Corrected
from audit.club.importing import Stored
from audit.club.status import Status
from audit.club.undoing import Undone
from audit.language import N_, _, ngettext
from audit.store.events import Event
from audit.terminal.render import MEANINGS, STATUS_ROLES
from audit.text.figures import STATUSES
from audit.text.lines import Line, clean, counted, day, listed, number

FILES_SHOWN = 3
"""Files with errors that are named."""

EVENTS_SHOWN = 15
"""Things done that are listed, the last ones."""

KINDS = {
    "import": N_("import"),
    "undo": N_("undo"),
    "correction": N_("correction"),
    "resolution": N_("resolution"),
    "resettlement": N_("resettlement"),
    "ruling": N_("ruling"),
    "alias": N_("alias"),
    "erasure": N_("erasure"),
}
"""What can be done to a database."""


def stored_lines(database: str, stored: Stored) -> Iterator[Line]:
    """What an import came to."""
    if stored.read == stored.quarantined:
        yield Line(_("Nothing was stored: no deal could be read."), "bad")
        return
    if stored.event is None:
        yield Line(_("Nothing new: {file} has all of it already.").format(file=clean(database)), "good")
        yield from _set_aside(stored)
        return
    parts = [
        counted("{n} new", "{n} new", stored.new),
        counted("{n} known already", "{n} known already", stored.known),
        counted("{n} in conflict", "{n} in conflict", stored.in_conflict),
        counted("{n} set aside", "{n} set aside", stored.quarantined),
    ]
    text = ngettext(
        "Stored in {file} as number {event}: {n} record read = {parts}.",
        "Stored in {file} as number {event}: {n} records read = {parts}.",
        stored.read,
    )
    values = {"file": clean(database), "event": stored.event, "n": number(stored.read), "parts": " + ".join(parts)}
    yield Line(text.format(**values), "good")
    if stored.in_conflict:
        yield Line(_("`revesino conflicts` shows what contradicts what, and how to choose."), "bad")
    yield from _set_aside(stored)
    for club, other in stored.new_clubs:
        text = _("{club} is a new club here; there is {other}. If they are one, correct `club:` in the log, take the "
                 "import back with `revesino undo {event}`, and store the log again.")  # fmt: skip
        yield Line(text.format(club=clean(club), other=clean(other), event=stored.event), "open")
    for session, name, other in stored.alike:
        text = _("In {session} there are {name} and {other}, each with a balance of their own. If they are one person, "
                 "write the name alike in the log, take the import back, and store the log again.")  # fmt: skip
        yield Line(text.format(session=clean(session), name=clean(name), other=clean(other)), "open")


def _set_aside(stored: Stored) -> Iterator[Line]:
    if stored.quarantined:
        text = counted(
            "{n} record was set aside, for the reason named above, and is not stored.",
            "{n} records were set aside, for the reasons named above, and are not stored.",
            stored.quarantined,
        )
        yield Line(text, "bad")


def status_lines(status: Status, *, everything: bool = False) -> Iterator[Line]:
    """A database at a glance."""
    size = _("{n} kB").format(n=number(max(1, status.bytes // 1024)))
    yield Line(f"{clean(str(status.path))} · {size}", "title")
    if not status.clubs:
        yield Line("  " + _("It is empty. `revesino audit PATH --db {file}` stores logs in it.").format(
            file=clean(str(status.path))), "open")  # fmt: skip
    for club in status.clubs:
        sessions = counted("{n} session", "{n} sessions", club.sessions)
        deals = counted("{n} deal", "{n} deals", club.deals)
        yield Line(f"  {clean(club.club)}: {sessions}, {deals}{_span(club.first, club.last)}")
    width = max(len(_(word)) for word in STATUSES.values())
    for name, (meaning, role) in MEANINGS.items():
        if status.deals[name]:
            yield Line(f"  {number(status.deals[name]):>9}  {_(STATUSES[name]):<{width}}  {_(meaning)}", role)
    yield from _open(status)
    yield Line("")
    yield from _done(status, len(status.events) if everything else EVENTS_SHOWN)


def _span(first: str | None, last: str | None) -> str:
    if first is None or last is None:
        return ""
    return f", {day(first)}" if first == last else f", {day(first)} – {day(last)}"


def _open(status: Status) -> Iterator[Line]:
    """What somebody should look at."""
    if status.conflicts:
        text = counted("{n} conflict is open: `revesino conflicts`.", "{n} conflicts are open: `revesino conflicts`.",
                       status.conflicts)  # fmt: skip
        yield Line(f"  {text}", "bad")
    if status.quarantined:
        text = counted("{n} record was set aside while reading.", "{n} records were set aside while reading.",
                       status.quarantined)  # fmt: skip
        yield Line(f"  {text}", "bad")
    if status.errors:
        names = [clean(name) for name, _count in status.errors.most_common(FILES_SHOWN)]
        text = counted("While reading {n} line was not understood", "While reading {n} lines were not understood",
                       status.errors.total())  # fmt: skip
        more = len(status.errors) - len(names)
        files = ", ".join(names) + (" …" if more > 0 else "")
        yield Line("  " + _("{lines}, in {files}: `revesino audit --no-db` of a file says which.").format(
            lines=text, files=files), "open")  # fmt: skip
    if status.stale:
        text = counted(
            "{n} session was settled by an older reading of the rules: `revesino audit --db FILE` settles it anew.",
            "{n} sessions were settled by an older reading of the rules: `revesino audit --db FILE` settles them anew.",
            status.stale,
        )
        yield Line(f"  {text}", "open")
    if status.broken:
        text = ngettext(
            "Entry {numbers} of this database's log was changed by other hands. Put a backup in its place.",
            "Entries {numbers} of this database's log were changed by other hands. Put a backup in its place.",
            len(status.broken),
        )
        yield Line("  " + text.format(numbers=listed([str(one) for one in status.broken[:EVENTS_SHOWN]])), "bad")


def _done(status: Status, shown: int) -> Iterator[Line]:
    if status.events:
        yield Line(_("What was done"), "heading")
    left = len(status.events) - shown
    if left > 0:
        yield Line("  " + counted("… {n} more before these: `revesino status --all`",
                                  "… {n} more before these: `revesino status --all`", left), "faint")  # fmt: skip
    for event in status.events[-shown:]:
        taken_back = event.event in status.undone
        what = f"{_(KINDS[event.kind])}: {_detail(event)}"
        if taken_back:
            what = _("{what} (taken back)").format(what=what)
        yield Line(f"  {event.event:>4}  {_moment(event)}  {what}", "faint" if taken_back else "plain")
    if status.events:
        text = _("`revesino undo NUMBER` takes an import, a correction, a resolution or a merging back.")
        yield Line(f"  {text}", "faint")


def _moment(event: Event) -> str:
    """When it was done, by the clock of whoever reads it."""
    return datetime.datetime.fromisoformat(event.at).astimezone().strftime("%Y-%m-%d %H:%M")


def _detail(event: Event) -> str:
    """What an entry of the log did."""
    if event.data is None:
        return _("erased")
    return DETAILS[event.kind](event.data) if event.kind in DETAILS else ""


def _import(data: dict[str, Any]) -> str:
    names = [clean(str(file["name"])) for file in data["files"]]
    file = names[0] if len(names) == 1 else counted("{n} file", "{n} files", len(names))
    parts = [file, counted("{n} new", "{n} new", data["new"])]
    parts += [counted("{n} known already", "{n} known already", data["known"])] if data["known"] else []
    parts += [counted("{n} in conflict", "{n} in conflict", data["in_conflict"])] if data["in_conflict"] else []
    parts += [counted("{n} set aside", "{n} set aside", data["quarantined"])] if data["quarantined"] else []
    return ", ".join(parts)


def _of_deal(data: dict[str, Any], deal: int | None) -> str:
    session = clean(data["session"])
    text = _("{session}, rules") if deal is None else _("{session}, deal {deal}")
    text = text.format(session=session, deal=deal)
    person, reason = clean(data["person"]), clean(data["reason"])
    said = ", ".join(part for part in (person, reason) if part)
    return f"{text} ({said})" if said else text


def _undo(data: dict[str, Any]) -> str:
    return _("number {event}").format(event=data["event"])


def _alias(data: dict[str, Any]) -> str:
    text = _("{name} counts as {person}").format(name=clean(data["name"]), person=clean(data["person"]))
    said = ", ".join(part for part in (clean(data["by"]), clean(data["reason"])) if part)
    return f"{text} ({said})" if said else text


def _sessions(data: dict[str, Any]) -> str:
    return counted("{n} session", "{n} sessions", len(data["sessions"]))


DETAILS: dict[str, Callable[[dict[str, Any]], str]] = {
    "import": _import,
    "undo": _undo,
    "correction": lambda data: _of_deal(data, data["deal"]),
    "resolution": lambda data: _of_deal(data, data["deal"]),
    "resettlement": _sessions,
    "alias": _alias,
    "erasure": lambda data: clean(data["pseudonym"]),
}
"""By kind of event: what it did, in a few words."""


def corrected_lines(found: Corrected) -> Iterator[Line]:
    """What a correction changed, and what is said of the deal now."""
    text = _("Number {event}: deal {deal} of {session} is read so from now on:")
    yield Line(text.format(event=found.event, deal=found.number, session=clean(found.session)), "title")
    for was, now in found.changes:
        if was:
            yield Line(f"  - {clean(was)}", "bad")
        if now:
            yield Line(f"  + {clean(now)}", "good")
    yield Line(_("The deal is now: {status}.").format(status=_(STATUSES[found.status])), STATUS_ROLES[found.status])
    yield Line(_("The original is kept; `revesino undo {event}` brings it back.").format(event=found.event), "faint")


def undone_lines(undone: Undone) -> Iterator[Line]:
    """What was taken back, and what is in no view any more because of it."""
    event = undone.event
    text = _("Taken back: number {event}, {kind}: {what}.")
    yield Line(text.format(event=event.event, kind=_(KINDS[event.kind]), what=_detail(event)))
    if undone.records:
        text = counted(
            "{n} record that no other import brought is in no view any more; store its log again to have it back.",
            "{n} records that no other import brought are in no view any more; store the logs again to have them back.",
            undone.records,
        )
        yield Line(text, "open")
