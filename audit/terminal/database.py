"""What a database holds and what was done to it, for a reader at the terminal."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from audit.amendments import Change
from audit.club.importing import Stored
from audit.club.status import Status
from audit.language import N_, _, ngettext
from audit.store.events import Event
from audit.terminal.render import MEANINGS
from audit.text.figures import STATUSES
from audit.text.lines import Line, clean, counted, day, listed, number

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
    if stored.event is None:
        yield Line(_("Nothing new: {file} has all of it already.").format(file=clean(database)), "good")
        return
    parts = [
        counted("{n} new", "{n} new", stored.new),
        counted("{n} known already", "{n} known already", stored.known),
        counted("{n} in conflict", "{n} in conflict", stored.in_conflict),
        counted("{n} set aside", "{n} set aside", stored.set_aside),
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


def status_lines(status: Status) -> Iterator[Line]:
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
    for name, (meaning, role) in MEANINGS.items():
        if status.deals[name]:
            yield Line(f"  {number(status.deals[name]):>9}  {_(STATUSES[name]):<13} {_(meaning)}", role)
    yield from _open(status)
    yield Line("")
    yield from _done(status)


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
    if status.problems["error"]:
        text = counted("{n} line could not be read: `revesino audit` of the file says why.",
                       "{n} lines could not be read: `revesino audit` of the file says why.",
                       status.problems["error"])  # fmt: skip
        yield Line(f"  {text}", "open")
    if status.stale:
        text = counted(
            "{n} session was settled by an older reading of the rules: `revesino audit --db FILE` settles it anew.",
            "{n} sessions were settled by an older reading of the rules: `revesino audit --db FILE` settles them anew.",
            status.stale,
        )
        yield Line(f"  {text}", "open")
    if status.broken:
        numbers = listed([str(one) for one in status.broken[:EVENTS_SHOWN]])
        text = _("Somebody changed the log of this database behind revesino's back, at {numbers}. Restore a copy.")
        yield Line("  " + text.format(numbers=numbers), "bad")


def _done(status: Status) -> Iterator[Line]:
    if status.events:
        yield Line(_("What was done"), "heading")
    left = len(status.events) - EVENTS_SHOWN
    if left > 0:
        yield Line("  " + counted("… {n} more before these", "… {n} more before these", left), "faint")
    for event in status.events[-EVENTS_SHOWN:]:
        taken_back = event.event in status.undone
        what = f"{_(KINDS[event.kind])}: {_detail(event)}"
        if taken_back:
            what = _("{what} (taken back)").format(what=what)
        yield Line(f"  {event.event:>4}  {_moment(event)}  {what}", "faint" if taken_back else "plain")
    if status.events:
        yield Line("  " + _("`revesino undo NUMBER` takes an import, a correction or a resolution back."), "faint")


def _moment(event: Event) -> str:
    """When it was done, by the clock of whoever reads it."""
    return datetime.datetime.fromisoformat(event.at).astimezone().strftime("%Y-%m-%d %H:%M")


def _detail(event: Event) -> str:
    """What an entry of the log did."""
    return _("erased") if event.data is None else DETAILS[event.kind](event.data)


def _import(data: dict[str, Any]) -> str:
    names = [clean(str(file["name"])) for file in data["files"]]
    file = names[0] if len(names) == 1 else counted("{n} file", "{n} files", len(names))
    parts = [file, counted("{n} new", "{n} new", data["new"])]
    parts += [counted("{n} known already", "{n} known already", data["known"])] if data["known"] else []
    parts += [counted("{n} in conflict", "{n} in conflict", data["in_conflict"])] if data["in_conflict"] else []
    parts += [counted("{n} set aside", "{n} set aside", data["set_aside"])] if data["set_aside"] else []
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


def _sessions(data: dict[str, Any]) -> str:
    return counted("{n} session", "{n} sessions", len(data["sessions"]))


DETAILS: dict[str, Callable[[dict[str, Any]], str]] = {
    "import": _import,
    "undo": _undo,
    "correction": lambda data: _of_deal(data, data["deal"]),
    "resolution": lambda data: _of_deal(data, data["number"]),
    "resettlement": _sessions,
}
"""By kind of event: what it did, in a few words."""


def corrected_lines(session: str, deal: int, changes: Sequence[Change]) -> Iterator[Line]:
    """What a correction changed."""
    yield Line(_("Deal {deal} of {session} is read so from now on:").format(deal=deal, session=clean(session)), "title")
    for was, now in changes:
        if was:
            yield Line(f"  - {clean(was)}", "bad")
        if now:
            yield Line(f"  + {clean(now)}", "good")
    text = _("`revesino show --session {session} --deal {deal}` shows it; the original is kept.")
    yield Line(text.format(session=f'"{clean(session)}"', deal=deal), "faint")


def undone_lines(event: Event) -> Iterator[Line]:
    """What was taken back."""
    kind = _(KINDS[event.kind])
    yield Line(
        _("Taken back: number {event}, {kind}: {what}.").format(event=event.event, kind=kind, what=_detail(event))
    )
