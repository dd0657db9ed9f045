"""Names in what files say: who is seated, heads, texts, where fields stand, and what sessions and files are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pyarrow as pa

from audit.store import codec, query, records, shapes
from audit.store.erasing.erasure import Erasure, update

AT_ONCE = 10_000
"""Records that are read together."""

Row = Mapping[str, Any]

_RECORD = pa.unify_schemas([pa.schema([("record_id", shapes.BIG)]), shapes.SAID, shapes.HASHES])
_HEADER = pa.schema(
    [("header_id", shapes.BIG), ("players", pa.list_(shapes.TEXT)), ("rest", shapes.TEXT), ("hash", shapes.TEXT)]
)
_LINEUP = pa.schema([("lineup_id", shapes.BIG), ("players", pa.list_(shapes.TEXT))])
_NO_HASHES = {"hash": None, "content_hash": None}


def texts(erasure: Erasure) -> list[Row]:
    """The records whose own texts name the person, as they are to be; asked for while the names are as they were."""
    spoken = erasure.rows_of_club(
        "SELECT DISTINCT unnest(payments).label FROM recorded.records WHERE payments IS NOT NULL AND"
    )
    labels = [label for (label,) in spoken if label is not None and erasure.rename_title(label) != label]
    rows = query.rows(
        erasure.connection,
        f"SELECT record_id FROM recorded.records WHERE {erasure.of_club} AND (rest IS NOT NULL OR note IS NOT NULL "
        "OR list_has_any(list_transform(payments, lambda one: one.label), CAST(? AS VARCHAR[]))) ORDER BY ALL",
        [labels],
    )
    found: list[Row] = []
    for begin in range(0, len(rows), AT_ONCE):
        for number, deal in records.said(erasure.connection, [row[0] for row in rows[begin : begin + AT_ONCE]]):
            now = codec.encode_record(erasure.rename_deal(deal))
            if now != codec.encode_record(deal):
                found.append({"record_id": number, **now._asdict(), **_NO_HASHES})
    return found


def rename(erasure: Erasure, texts: Sequence[Row]) -> None:
    """Rename in all that was recorded."""
    lineups, headers = _lineups(erasure), _headers(erasure)
    update(erasure.connection, "recorded.records", _RECORD, texts)
    erasure.counts["records"] += len(texts)
    _empty_hashes(erasure, lineups, headers)
    _places(erasure)
    _names_of_sessions(erasure)
    records = f"FROM recorded.sources JOIN recorded.records USING (record_id) WHERE {erasure.of_club}"
    own = f"file_id IN (SELECT file_id {records})"
    erasure.change("files", "recorded.files", "file_id", {"name": erasure.rename_text}, own)
    erasure.change(
        "problems", "recorded.problems", "rowid", {"excerpt": erasure.rename_text, "params": erasure.rename_json}, own
    )


def _lineups(erasure: Erasure) -> list[int]:
    """Those who are seated; the numbers of the lineups that were changed."""
    rows = erasure.rows_of_club("SELECT lineup_id, players FROM recorded.lineups WHERE")
    changed = [
        {"lineup_id": number, "players": [erasure.rename_name(name) for name in players]}
        for number, players in rows
        if not erasure.names.keys().isdisjoint(players)
    ]
    update(erasure.connection, "recorded.lineups", _LINEUP, changed)
    erasure.counts["lineups"] += len(changed)
    return [row["lineup_id"] for row in changed]


def _headers(erasure: Erasure) -> list[int]:
    """Heads; the numbers of those that were changed."""
    nowhere, changed = codec.decode_places(0, None, None), []
    for number, players, rest in erasure.rows_of_club("SELECT header_id, players, rest FROM recorded.headers WHERE"):
        stored = codec.StoredHeader("", None, "", "[]", tuple(players), None, None, rest)
        now = codec.encode_header(erasure.rename_header(codec.decode_header("", "", stored, "", nowhere)))
        if (now.players, now.rest) != (stored.players, rest):
            changed.append({"header_id": number, "players": now.players, "rest": now.rest, "hash": None})
    update(erasure.connection, "recorded.headers", _HEADER, changed)
    erasure.counts["headers"] += len(changed)
    return [row["header_id"] for row in changed]


def _empty_hashes(erasure: Erasure, lineups: Sequence[int], headers: Sequence[int]) -> None:
    """Empty the hashes of records under other names."""
    query.run(
        erasure.connection,
        f"UPDATE recorded.records SET hash = NULL, content_hash = NULL WHERE {erasure.of_club} AND "
        "(lineup_id IN (SELECT unnest(?)) OR header_id IN (SELECT unnest(?)))",
        [list(lineups), list(headers)],
    )


def _places(erasure: Erasure) -> None:
    """Where fields stand that are called after a player."""
    own = "FROM recorded.sources JOIN recorded.records USING (record_id) WHERE places IS NOT NULL AND"
    now = {}
    for (held,) in erasure.rows_of_club(f"SELECT DISTINCT places {own}"):
        places = codec.decode_places(0, None, held)
        lines = {_field(erasure, field): line for field, line in places.lines.items()}
        if lines != places.lines:
            now[held] = msgspec.msgpack.encode(msgspec.structs.replace(places, lines=lines))
    if now:
        query.rows_with(
            erasure.connection,
            "UPDATE recorded.sources SET places = given.now FROM given WHERE places = given.held AND record_id IN "
            "(SELECT record_id FROM recorded.records JOIN recorded.sessions USING (session_id) "
            f"WHERE club_id = {erasure.club_id:d})",
            pa.table({"held": list(now), "now": list(now.values())}),
        )


def _field(erasure: Erasure, field: str) -> str:
    what, _, name = field.partition(" ")
    return f"{what} {erasure.rename_name(name)}" if what in ("hand", "exchange") else field


def _names_of_sessions(erasure: Erasure) -> None:
    """What sessions and the club itself are called, where that speaks of the person."""
    taken = {name for (name,) in erasure.rows_of_club("SELECT name FROM recorded.sessions WHERE")}

    def free(name: str) -> str:
        wanted, place = erasure.rename_title(name), 2
        new = wanted
        while new != name and new in taken:
            new, place = f"{wanted} ({place})", place + 1
        if new != name:
            taken.add(new)
            erasure.sessions[name] = new
        return new

    def club(name: str) -> str:
        new = erasure.rename_title(name)
        if new != name:
            erasure.clubs[name] = new
        return new

    mine = f"club_id = {erasure.club_id:d}"
    erasure.change("sessions", "recorded.sessions", "session_id", {"name": free}, mine)
    erasure.change("clubs", "recorded.clubs", "club_id", {"name": club}, mine)
    if erasure.counts["sessions"] or erasure.counts["clubs"]:
        # A head's hash is over these names too, and a record's over its head's.
        for table in ("headers", "records"):
            query.run(erasure.connection, f"UPDATE recorded.{table} SET hash = NULL WHERE {erasure.of_club}")
