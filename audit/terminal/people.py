"""Who is who, and who was forgotten, for a reader at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.club.forgetting import Forgetting
from audit.club.mergings import Listed, Merged, Proposed
from audit.language import N_, _, ngettext
from audit.people.variants import Why
from audit.store.erasing.scan import Scanned
from audit.text.lines import Line, clean, counted, listed, number

SHOWN = 10
"""Of texts and places that are left to look at so many are listed, unless all are wanted."""

WHY: dict[Why, str] = {
    "accents": N_("the same but for accents or case"),
    "initials": N_("the same but for initials"),
    "nickname": N_("short for it"),
    "spelling": N_("nearly the same letters"),
}

PLACES = {
    "lineups": N_("orders of players"),
    "headers": N_("heads of sessions"),
    "records": N_("records whose notes, labels, comments or fields name the person"),
    "sessions": N_("names of sessions"),
    "clubs": N_("names of clubs"),
    "files": N_("names of files"),
    "problems": N_("lines that could not be read"),
    "computed.players": N_("balances"),
    "computed.claims": N_("verdicts"),
    "computed.findings": N_("findings"),
    "corrections": N_("corrections"),
    "resolutions": N_("resolutions"),
    "mergings": N_("mergings"),
    "forgotten": N_("pseudonyms"),
    "events": N_("entries of the log, emptied"),
}
"""By kind of place: what is changed there."""


def proposed_lines(found: Sequence[Proposed]) -> Iterator[Line]:
    """The names that may be one person's."""
    if not found:
        yield Line(_("No two names look like one person's."), "good")
        return
    yield Line(_("These may be one person's:"), "title")
    club = None
    for one in found:
        if one.club != club:
            club = one.club
            yield Line(f"  {clean(club)}", "heading")
        name, person = (f"{clean(each)} ({counted('{n} deal', '{n} deals', deals)})" for each, deals in (
            (one.variant.name, one.deals), (one.variant.person, one.deals_of_person)))  # fmt: skip
        yield Line(f"    {name} – {person}: {_(WHY[one.variant.why])}")
    yield Line(_("Where two are one person: `revesino alias NAME PERSON`. Nothing is merged by itself."), "faint")


def merged_lines(merged: Merged) -> Iterator[Line]:
    """A merging that was made."""
    merging = merged.merging
    text = _("Number {event}: at {club}, {name} counts as {person} from now on.")
    values = {
        "event": merging.event,
        "club": clean(merging.club),
        "name": clean(merging.name),
        "person": clean(merged.final),
    }
    yield Line(text.format(**values), "good")
    if len(merged.names) > 2:
        names = listed([clean(one) for one in merged.names])
        yield Line(_("One person are now: {names}.").format(names=names))
    text = _("What was recorded keeps its names; `revesino undo {event}` takes this back.")
    yield Line(text.format(event=merging.event), "faint")


def listed_lines(found: Sequence[Listed]) -> Iterator[Line]:
    """The people of several names."""
    if not found:
        yield Line(_("Nobody has several names. `revesino alias` proposes some."))
    club = None
    for one in found:
        if one.club != club:
            club = one.club
            yield Line(clean(club), "title")
        names = [f"{clean(each.name)} [{each.event}]" for each in one.mergings]
        yield Line(f"  {clean(one.person)}: {listed(names)}")
        for each in one.mergings:
            said = ", ".join(clean(part) for part in (each.by_whom, each.reason) if part)
            if said:
                yield Line(f"    [{each.event}] {said}", "faint")
        if one.contradicted:
            session, name, other = map(clean, one.contradicted)
            text = _("{name} and {other} sit in one deal of {session}: they are two people. Take a merging back.")
            yield Line("    " + text.format(name=name, other=other, session=session), "bad")
    if found:
        yield Line(_("`revesino undo NUMBER` takes back what has the number."), "faint")


def to_forget_lines(found: Forgetting, *, all_left: bool = False) -> Iterator[Line]:
    """What would be replaced, and where."""
    yield Line(_("At {club}, for good:").format(club=clean(found.club)), "title")
    yield from _names(found)
    for what, count in found.counts.items():
        yield Line(f"  {number(count):>9}  {_(PLACES[what])}")
    yield from _renamed(found)
    yield from _left(found, all_left)


def forgotten_lines(found: Forgetting, database: str, *, all_left: bool = False) -> Iterator[Line]:
    """What was replaced, and what is found in the files now."""
    if found.event is None:
        yield Line(_("This name was forgotten before; what was left beside the database is removed."), "good")
    else:
        total = found.counts.total()
        text = ngettext(
            "Number {event}: {n} place was changed, and the database is written anew.",
            "Number {event}: {n} places were changed, and the database is written anew.",
            total,
        )
        yield Line(text.format(event=found.event, n=number(total)), "good")
    yield from _names(found)
    yield from _renamed(found)
    yield from _read_back(found, all_left)
    if found.scanned is not None:
        yield from _scanned(found.scanned, all_left)
        if found.elsewhere:
            text = _("Somebody of that name stays at {clubs}, where it is another name.")
            yield Line("    " + text.format(clubs=listed([clean(one) for one in found.elsewhere])), "faint")
    yield from _limits(database)


def _read_back(found: Forgetting, all_left: bool) -> Iterator[Line]:
    """What the texts of the database hold now."""
    left = found.left
    if not left.whole:
        text = _("No text of the database holds the name: {columns} columns of text with {rows} values were read back.")
        yield Line(text.format(columns=number(left.columns), rows=number(left.rows)), "good")
    yield from _left(found, all_left)


def _scanned(scanned: Scanned, all_left: bool) -> Iterator[Line]:
    """Where the letters of the name stand in the files now."""
    text = ngettext(
        "{n} file of {bytes} bytes was looked through, in all spellings and codes: {found}.",
        "{n} files of {bytes} bytes were looked through, in all spellings and codes: {found}.",
        len(scanned.files),
    )
    hits = counted("the letters stand in {n} place", "the letters stand in {n} places", len(scanned.found))
    values = {"n": number(len(scanned.files)), "bytes": number(scanned.bytes),
              "found": hits if scanned.found else _("the letters are nowhere")}  # fmt: skip
    yield Line(text.format(**values), "open" if scanned.found else "good")
    yield from _some([f"{clean(str(one.file))}: {number(one.at)}" for one in scanned.found], "open", all_left)
    if scanned.found:
        text = _("Of a short name these may be chance among other bytes, or the texts that are named above.")
        yield Line(f"    {text}", "faint")


def _limits(database: str) -> Iterator[Line]:
    """What forgetting cannot reach, and what it has kept."""
    yield Line(_("Out of reach are: the logs themselves, tables and sheets that were written, copies of the database, "
                 "snapshots of the file system, what a disk keeps of blocks that were freed, and whoever has an older "
                 "snapshot open just now. Look after those by yourself."))  # fmt: skip
    yield Line(_("Stored again, the same logs stay without the name; the key for that is in {file}.").format(
        file=clean(database)), "faint")  # fmt: skip


def _names(found: Forgetting) -> Iterator[Line]:
    for name, pseudonym in found.names.items():
        yield Line(f"  {clean(name)} → {clean(pseudonym)}")
    if found.near:
        names = listed([clean(one) for one in found.near])
        text = _("{names} look alike, and stay: if one is the same person, take `revesino alias` first.")
        yield Line("  " + text.format(names=names), "open")


def _renamed(found: Forgetting) -> Iterator[Line]:
    for old, new in (*found.clubs.items(), *found.sessions.items()):
        yield Line("  " + _("{old} is called {new}").format(old=clean(old), new=clean(new)), "open")


def _left(found: Forgetting, all_left: bool) -> Iterator[Line]:
    """The texts that a person has to look at."""
    for texts, role, text in (
        (found.left.whole, "bad", N_("The name is left in {n} texts:")),
        (found.left.parts, "open", N_("The letters are a part of another word in {n} texts, which stay:")),
        (found.left.others, "faint", N_("The name is, or is in, somebody else's in {n} texts, which stay:")),
    ):
        if texts:
            yield Line("  " + _(text).format(n=number(len(texts))), role)
            yield from _some([f"{one.column}: {clean(one.text)}" for one in texts], role, all_left)


def _some(items: Sequence[str], role: str, all_left: bool) -> Iterator[Line]:
    """The first of the items, and how many more there are; or all."""
    shown = len(items) if all_left else SHOWN
    yield from (Line(f"    {item}", role) for item in items[:shown])
    if len(items) > shown:
        text = counted("… and {n} more; --all lists it.", "… and {n} more; --all lists them.", len(items) - shown)
        yield Line(f"    {text}", role)
