"""Names in what the rules made of records."""

from __future__ import annotations

import json

from audit.choice import Key
from audit.people.words import Replacement, in_value
from audit.store import query, records
from audit.store.erasing.erasure import Erasure

_COLUMNS = {
    "players": ("player",),
    "claims": ("player", "payer", "payee", "recorded_player", "computed_player"),
    "findings": ("player",),
}


def rename(erasure: Erasure) -> None:
    """Rename in all that was computed."""
    old, new = list(erasure.names), list(erasure.names.values())
    for table, columns in _COLUMNS.items():
        for column in columns:
            rows = query.rows(
                erasure.connection,
                f"UPDATE computed.{table} SET {column} = list_extract(CAST($1 AS VARCHAR[]), "
                f"list_position(CAST($2 AS VARCHAR[]), {column})) "
                f"WHERE list_contains(CAST($2 AS VARCHAR[]), {column}) AND {erasure.of_club} RETURNING 1",
                [new, old],
            )
            erasure.counts[f"computed.{table}"] += len(rows)
    alone = Replacement(erasure.by.name, lambda _: None, 0)

    def params(text: str) -> str:
        value = json.loads(text)
        changed = in_value(value, alone)
        return text if changed == value else json.dumps(changed, ensure_ascii=False)

    erasure.change("computed.findings", "computed.findings", "rowid", {"params": params}, erasure.of_club)


def sessions_of_versions(erasure: Erasure) -> list[Key]:
    """The sessions with two versions of a deal, or a choice among them, which are told apart by hashes."""
    rows = erasure.rows_of_club("SELECT session_id FROM computed.deals WHERE version > 1 AND")
    rows += erasure.rows_of_club("SELECT session_id FROM ruled.resolutions WHERE")
    return sorted(records.keys_of_sessions(erasure.connection, {row[0] for row in rows}))
