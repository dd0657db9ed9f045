"""A slip of transcription put right in a database, the original kept beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from audit.choice import Key, numbered
from audit.club.judging import judge_sessions, rejudge, the_session, this_tool
from audit.club.pseudonyms import without_names
from audit.corrections import Change, Correction, changes_of, corrected
from audit.model import Deal
from audit.refusal import Refused
from audit.store import decisions, events, records
from audit.store.connection import writing
from audit.store.query import Connection


class Corrected(NamedTuple):
    """A correction that was entered, and what is said of the deal now."""

    event: int
    session: str
    number: int
    changes: tuple[Change, ...]
    status: str


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
) -> Corrected:
    """Have the deal `number` read with `lines` (as in a log) in the place of its own, and without those `dropped`.

    Raises `Refused` when there is no such deal, or two versions of it, or when the lines are no correction of it.
    """
    with writing(database) as writer:
        connection = writer.connection
        key = the_session(connection, club, session)
        deal = _standing(connection, key, number)
        reason, person = without_names(connection, key[0], reason, person)
        lines = without_names(connection, key[0], *lines)
        changes = changes_of(deal, lines, dropped)
        event = events.next_event(connection)
        correction = Correction(event, number, deal, corrected(deal, changes), changes, reason, person)
        decisions.add_correction(connection, records.session_ids(connection, [key])[key], correction)
        judgement = rejudge(connection, [key])
        data = {"club": key[0], "session": key[1], "deal": number, "changes": changes}
        events.append(connection, this_tool(), "correction", data | {"reason": reason, "person": person})
        writer.changed = True
        (found,) = judgement.audited.assembled.sessions
        statuses = dict(zip((one.number for one in found.deals), judgement.audited.statuses(found), strict=True))
        return Corrected(correction.event, key[1], number, changes, statuses[number])


def _standing(connection: Connection, key: Key, number: int) -> Deal:
    """The one version of the deal `number` as it is read now."""
    (session,) = judge_sessions(connection, [key]).audited.assembled.sessions
    places = numbered(key[1], [deal.number for deal in session.deals], number)
    if len(places) > 1:
        raise Refused("decision.deal-in-conflict", session=key[1], number=number)
    return session.deals[places[0]]
