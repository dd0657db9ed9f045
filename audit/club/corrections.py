"""A slip of transcription put right in a database, the original kept beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from audit.amendments import Change, Correction, changes_of
from audit.club.settling import author, chosen, resettle, settle
from audit.model import Deal
from audit.store import events, records, rulings
from audit.store.connection import writing
from audit.store.query import Connection
from audit.store.records import Key
from audit.store.refusal import Refused


def correct(
    database: Path,
    club: str | None,
    session: str,
    number: int,
    lines: Sequence[str],
    dropped: Sequence[str] = (),
    *,
    reason: str = "",
    person: str = "",
) -> tuple[Change, ...]:
    """Have the deal `number` read with `lines` (as in a log) in the place of its own, and without those `dropped`.

    Raises `Refused` when there is no such deal, or two versions of it, and `audit.amendments.Slip` when the lines
    are no correction of it. What was changed is returned.
    """
    with writing(database) as writer:
        connection = writer.connection
        keys = chosen(connection, club, session) or []
        deal = _standing(connection, keys, number)
        changes = changes_of(deal, lines, dropped)
        correction = Correction(events.next_event(connection), number, deal, changes, reason, person)
        (key,) = keys
        rulings.add_correction(connection, records.session_ids(connection, keys)[key], correction)
        resettle(connection, keys)
        data = {"club": key[0], "session": key[1], "deal": number, "changes": changes}
        events.append(connection, author(), "correction", data | {"reason": reason, "person": person})
        writer.changed = True
        return changes


def _standing(connection: Connection, keys: Sequence[Key], number: int) -> Deal:
    """The one version of the deal `number` as it is read now."""
    (session,) = settle(connection, keys).audited.assembled.sessions
    found = [deal for deal in session.deals if deal.number == number]
    if not found:
        numbers = ", ".join(str(deal.number) for deal in session.deals[:50])
        raise Refused("no-deal", session=session.key[1], number=number, numbers=numbers)
    if len(found) > 1:
        raise Refused("deal-in-conflict", session=session.key[1], number=number)
    return found[0]
