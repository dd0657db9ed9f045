"""What was computed of sessions, and the verdicts on what was recorded: out of the engine into the tables.

A session is written whole: its former rows go, its new ones come, in the transaction that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import pyarrow as pa

from audit.choice import Key
from audit.model import Deal
from audit.report import Audited
from audit.sessions import Session
from audit.store import columns, query, shapes
from audit.store.adding import add_lineups
from audit.store.columns import Named, Tables
from audit.store.query import Connection
from audit.store.records import lineups

RecordOf = Callable[[Deal], tuple[int, Sequence[int]]]
"""The number of the record that a deal is, and the decisions that it rests on."""

_Lineups = Mapping[tuple[int, tuple[str, ...]], int]


def forget(connection: Connection, ids: Sequence[int]) -> None:
    """Remove what was computed of the sessions `ids`."""
    for table in shapes.COMPUTED:
        query.run(connection, f"DELETE FROM computed.{table} WHERE session_id IN (SELECT unnest(?))", [list(ids)])


def write(connection: Connection, audited: Audited, ids: Mapping[Key, int], record_of: RecordOf) -> None:
    """Write what was computed of the sessions of `audited`, whose numbers `ids` gives, in place of what was there."""
    forget(connection, list(ids.values()))
    sessions = audited.assembled.sessions
    known = _lineups(connection, sessions, ids)

    def named(own: Sequence[Session], deals: Sequence[Deal]) -> Named:
        found = [record_of(deal) for deal in deals]
        seated = [known[ids[deal.header.club, deal.header.session], deal.players] for deal in deals]
        return Named(
            session=np.array([ids[session.key] for session in own], np.int64),
            record=np.array([number for number, _ in found], np.int64),
            lineup=np.array(seated, np.int64),
            decisions=[those for _, those in found],
        )

    parts = [columns.tables(judged, named(judged.batch.sessions, judged.batch.deals)) for judged in audited.judged]
    settled = {session.key for judged in audited.judged for session in judged.batch.sessions}
    parts += [
        columns.unsettled(session, list(audited.deal_rows(session)), named([session], session.deals))
        for session in sessions
        if session.key not in settled
    ]
    _put(connection, parts)


def _lineups(connection: Connection, sessions: Iterable[Session], ids: Mapping[Key, int]) -> _Lineups:
    """The numbers of the lineups of `sessions`; a correction may have seated people as no record does."""
    known = lineups(connection, list(ids.values()))
    wanted = {(ids[session.key], deal.players): None for session in sessions for deal in session.deals}
    lacking = [one for one in wanted if one not in known]
    add_lineups(connection, lacking)
    return known | lineups(connection, [session for session, _ in lacking])


def _put(connection: Connection, parts: Sequence[Tables]) -> None:
    """Put tables in, each at once."""
    for name in shapes.COMPUTED:
        own = [part[name] for part in parts if name in part]
        if own:
            whole = pa.concat_tables(own).unify_dictionaries()
            query.insert_table(connection, f"computed.{name}", whole, shapes.SAME)


def rules_hashes(connection: Connection) -> dict[Key, str]:
    """By session, the hash of the rules that it was settled by."""
    rows = query.rows(
        connection,
        "SELECT club, session, rules_hash FROM computed.sessions JOIN recorded.named_sessions USING (session_id)",
    )
    return {(club, session): rules_hash for club, session, rules_hash in rows}
