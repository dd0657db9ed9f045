"""Something done to a database taken back; the log keeps both."""

from __future__ import annotations

from pathlib import Path

from audit.club.settling import author, resettle
from audit.store import events, files, records, rulings
from audit.store.connection import writing
from audit.store.events import Event
from audit.store.refusal import Refused

UNDONE = ("import", "correction", "resolution")
"""What can be taken back."""


def undo(database: Path, event: int) -> Event:
    """Take the import, correction or resolution `event` back, and settle its sessions anew.

    What only an undone import brought is in no view any more; it is still in the file and comes back when it is
    imported again. Raises `Refused` when there is no such event, or nothing of it to take back.
    """
    with writing(database) as writer:
        connection = writer.connection
        found = next((one for one in events.events(connection) if one.event == event), None)
        if found is None:
            raise Refused("no-event", event=event)
        if found.kind not in UNDONE:
            raise Refused("not-undone", event=event, kind=found.kind)
        by = events.next_event(connection)
        if found.kind == "import":
            keys = records.keys_of(connection, files.undo(connection, event, by))
        else:
            keys = records.keys_by_id(connection, rulings.undo(connection, event, by))
        if not keys:
            raise Refused("undone-before", event=event)
        resettle(connection, keys)
        events.append(connection, author(), "undo", {"event": event, "kind": found.kind})
        writer.changed = True
        return found
