"""Something done to a database taken back; the log keeps both."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from audit.club.judging import rejudge, this_tool
from audit.refusal import Refused
from audit.store import decisions, events, files, people, records
from audit.store.connection import writing
from audit.store.events import Event
from audit.store.query import Connection

UNDONE = ("import", "correction", "resolution", "alias")
"""What can be taken back."""


class Undone(NamedTuple):
    """What was taken back, and by which entry of the log."""

    event: Event
    by: int
    records: int
    """Records that are in no view any more."""


def undo(database: Path, event: int) -> Undone:
    """Take the import, correction, resolution or merging `event` back, and judge its sessions anew.

    What only an undone import brought is in no view any more; it is still in the file and comes back when it is
    imported again. Raises `Refused` when there is no such event, nothing of it to take back, or a later decision about
    the same deal.
    """
    with writing(database) as writer:
        connection = writer.connection
        found = next((one for one in events.events(connection) if one.event == event), None)
        if found is None:
            raise Refused("decision.no-event", event=event)
        if found.kind not in UNDONE:
            raise Refused("decision.not-undone", event=event)
        by = events.next_event(connection)
        gone: set[int] | None = set()
        if found.kind == "import":
            taken = files.undo(connection, event, by)
            gone = None if taken is None else taken.gone
            keys = records.keys_of_records(connection, () if taken is None else taken.touched)
        elif found.kind == "alias":
            # Each merging is one step of its own: those before and after it still lead somewhere.
            gone, keys = (set() if people.undo_merging(connection, event, by) else None), set()
        else:
            _refuse_rested_on(connection, event)
            sessions = decisions.undo(connection, event, by)
            gone = set() if sessions else None
            keys = records.keys_of_sessions(connection, sessions)
        if gone is None:
            raise Refused("decision.undone-before", event=event)
        rejudge(connection, keys)
        events.append(connection, this_tool(), "undo", {"event": event, "kind": found.kind})
        writer.changed = True
        return Undone(found, by, len(gone))


def _refuse_rested_on(connection: Connection, event: int) -> None:
    """Raises `Refused` when a later decision that holds is about the same deal: it was taken of what this one made."""
    taken = decisions.taken(connection)
    own = next(one for one in taken if one.decision.event == event)
    for one in taken:
        same = one.key == own.key and one.decision.number == own.decision.number
        if same and one.undone is None and one.decision.event > event and own.undone is None:
            raise Refused("decision.rested-on", event=event, later=one.decision.event)
