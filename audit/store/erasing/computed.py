"""Names in what the rules made of records."""

from __future__ import annotations

import json

from audit.choice import Key
from audit.people.words import Replacement, in_value
from audit.store import query, records
from audit.store.erasing.who import OF_CLUB, Who

_COLUMNS = {
    "players": ("player",),
    "claims": ("player", "payer", "payee", "recorded_player", "computed_player"),
    "findings": ("player",),
}


def rename(who: Who) -> None:
    """Rename in all that was computed."""
    old, new = list(who.names), list(who.names.values())
    for table, columns in _COLUMNS.items():
        for column in columns:
            rows = query.rows(
                who.connection,
                f"UPDATE computed.{table} SET {column} = list_extract(CAST($1 AS VARCHAR[]), "
                f"list_position(CAST($2 AS VARCHAR[]), {column})) "
                f"WHERE list_contains(CAST($2 AS VARCHAR[]), {column}) AND {OF_CLUB.replace('?', '$3')} RETURNING 1",
                [new, old, who.club_id],
            )
            who.counts[f"computed.{table}"] += len(rows)
    alone = Replacement(who.by.name, lambda _: None, 0)

    def params(text: str) -> str:
        value = json.loads(text)
        changed = in_value(value, alone)
        return text if changed == value else json.dumps(changed, ensure_ascii=False)

    who.change("computed.findings", "computed.findings", "rowid", {"params": params})


def sessions_of_versions(who: Who) -> list[Key]:
    """The sessions with two versions of a deal, or a choice among them, which are told apart by hashes."""
    rows = who.of_club("SELECT session_id FROM computed.deals WHERE version > 1 AND")
    rows += who.of_club("SELECT session_id FROM ruled.resolutions WHERE")
    return sorted(records.keys_of_sessions(who.connection, {row[0] for row in rows}))
