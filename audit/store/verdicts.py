"""What was computed of sessions, and the verdicts on what was recorded: columns of the engine into tables.

A session is written whole: its former rows go, its new ones come, in the transaction that is open.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from audit.choice import Key
from audit.fingerprint import fingerprint
from audit.judge import Judged
from audit.model import Deal
from audit.report import Audited
from audit.sessions import Session
from audit.store import columns, query
from audit.store.columns import Columns
from audit.store.query import Connection

TABLES = ("sessions", "players", "deals", "ledger", "claims", "findings")

RecordOf = Callable[[Deal], tuple[int, Sequence[int]]]
"""The number of the record that a deal is, and the decisions that it rests on."""


def forget(connection: Connection, ids: Sequence[int]) -> None:
    """Remove what was computed of the sessions `ids`."""
    for table in TABLES:
        query.run(connection, f"DELETE FROM computed.{table} WHERE session_id IN (SELECT unnest(?))", [list(ids)])


def write(connection: Connection, audited: Audited, ids: Mapping[Key, int], record_of: RecordOf) -> None:
    """Write what was computed of the sessions of `audited`, whose numbers `ids` gives, in place of what was there."""
    forget(connection, list(ids.values()))
    writing = _Writing(ids, record_of)
    for judged in audited.judged:
        writing.judged(judged)
    settled = {session.key for judged in audited.judged for session in judged.batch.sessions}
    for session in audited.assembled.sessions:
        if session.key not in settled:
            writing.unsettled(session, list(audited.deal_rows(session)))
    writing.finish(connection)


def rules_hashes(connection: Connection) -> dict[Key, str]:
    """By session, the hash of the rules that it was settled by."""
    rows = query.rows(
        connection,
        "SELECT club, session, rules_hash FROM computed.sessions JOIN recorded.named_sessions USING (session_id)",
    )
    return {(club, session): rules_hash for club, session, rules_hash in rows}


class _Writing:
    """Sessions on their way into the tables."""

    def __init__(self, ids: Mapping[Key, int], record_of: RecordOf) -> None:
        self._ids = ids
        self._record_of = record_of
        self._parts: dict[str, list[Columns]] = {table: [] for table in TABLES}

    def _insert(self, table: str, values: Columns) -> None:
        self._parts[table].append(values)

    def finish(self, connection: Connection) -> None:
        """Put what was gathered into the tables, each at once."""
        for table, parts in self._parts.items():
            if parts:
                query.insert(connection, f"computed.{table}", {name: columns.joined(parts, name) for name in parts[0]})

    def judged(self, judged: Judged) -> None:
        """The sessions of one ruleset, by the columns that the engine gave."""
        batch = judged.batch
        deal_ids = columns.deal_ids(batch, self._ids)
        self._sessions(batch.sessions, judged.assumptions())
        finals = judged.balances.final
        self._players(batch.sessions, [dict(final) for final in finals])
        self._insert("deals", {**deal_ids, **self._provenance(batch.deals), **columns.deal_columns(judged)})
        names = columns.accounts(batch)
        self._insert("ledger", columns.ledger_columns(judged, deal_ids, names))
        self._insert("claims", columns.claim_columns(judged, deal_ids, names))
        self._findings(judged, deal_ids)

    def _sessions(self, sessions: Sequence[Session], assumptions: Sequence[Sequence[str]]) -> None:
        rulesets = [session.ruleset for session in sessions]
        self._insert(
            "sessions",
            {
                "session_id": [self._ids[session.key] for session in sessions],
                "date": [session.date for session in sessions],
                "rules": [session.header.rules for session in sessions],
                "options": [
                    json.dumps(one, ensure_ascii=False, sort_keys=True)
                    for one in (session.options for session in sessions)
                ],
                "rules_hash": [fingerprint(r) if r else None for r in rulesets],
                "settled": [r is not None for r in rulesets],
                "heads_differ": [session.rules_differ or session.carried.differ for session in sessions],
                "known": [session.known for session in sessions],
                "assumptions": [list(names) for names in assumptions],
            },
        )

    def _players(self, sessions: Sequence[Session], finals: Sequence[Mapping[str, int | None]]) -> None:
        rows = [
            (self._ids[session.key], place, name, final.get(name))
            for session, final in zip(sessions, finals, strict=True)
            for place, name in enumerate(session.players)
        ]
        names = ("session_id", "place", "player", "final_balance")
        self._insert("players", {name: [row[k] for row in rows] for k, name in enumerate(names)})

    def _provenance(self, deals: Sequence[Deal]) -> Columns:
        """Which record each deal is, and the decisions that it rests on."""
        found = [self._record_of(deal) for deal in deals]
        return {"record_id": [number for number, _ in found], "decisions": [list(those) for _, those in found]}

    def _findings(self, judged: Judged, deal_ids: Columns) -> None:
        rows = []
        for finding in judged.findings:
            own = {name: int(column[finding.row]) for name, column in deal_ids.items()}
            rows.append({**own, **columns.finding_row(finding, judged)})
        for finding in judged.on_sessions:
            session = judged.batch.sessions[finding.row]
            rows.append({"session_id": self._ids[session.key], "number": None, "version": None})
            rows[-1] |= columns.finding_row(finding, judged)
        counted: dict[tuple[Any, ...], int] = {}
        for row in rows:
            key = row["session_id"], row["number"], row["version"]
            counted[key] = row["finding"] = counted.get(key, 0) + 1
        if rows:
            self._insert("findings", {name: [row[name] for row in rows] for name in rows[0]})

    def unsettled(self, session: Session, rows: Sequence[dict[str, Any]]) -> None:
        """A session without a usable ruleset: read, and not settled; from the rows of its report."""
        own = self._ids[session.key]
        self._sessions([session], [[]])
        self._players([session], [{}])
        numbers = columns.versions([(own, deal.number) for deal in session.deals])
        ids = {
            "session_id": [own] * len(rows),
            "number": [deal.number for deal in session.deals],
            "version": numbers,
        }
        nothing: list[list[Any]] = [[] for _ in rows]
        own_columns = {
            "status": [row["status"] for row in rows],
            "players": [list(deal.players) for deal in session.deals],
            "dealer": [deal.dealer for deal in session.deals],
            "has_ledger": [False] * len(rows),
            **dict.fromkeys(("points", "tricks", "trick_winners", "net"), nothing),
            **dict.fromkeys(("winner", "fondo_start", "fondo_end"), [None] * len(rows)),
        }
        self._insert("deals", {**ids, **self._provenance(session.deals), **own_columns})
        claims = [
            {
                "session_id": own,
                "number": row["deal"],
                "version": version,
                "claim": place,
                **columns.claim_of_row(claim),
            }
            for row, version in zip(rows, numbers, strict=True)
            for place, claim in enumerate(row["claims"], 1)
        ]
        if claims:
            self._insert("claims", {name: [one[name] for one in claims] for name in claims[0]})
