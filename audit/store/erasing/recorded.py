"""Names in what files say: who is seated, heads, texts, where fields stand, and what sessions and files are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pyarrow as pa

from audit.store import codec, query, records, shapes
from audit.store.erasing.who import OF_CLUB, Who, update

AT_ONCE = 10_000
"""Records that are read together."""

Row = Mapping[str, Any]

_RECORD = pa.unify_schemas([pa.schema([("record_id", shapes.BIG)]), shapes.SAID, shapes.HASHES])
_HEADER = pa.schema(
    [("header_id", shapes.BIG), ("players", pa.list_(shapes.TEXT)), ("rest", shapes.TEXT), ("hash", shapes.TEXT)]
)
_LINEUP = pa.schema([("lineup_id", shapes.BIG), ("players", pa.list_(shapes.TEXT))])
_NO_HASHES = {"hash": None, "content_hash": None}


def texts(who: Who) -> list[Row]:
    """The records whose own texts name the person, as they are to be; asked for while the names are as they were."""
    spoken = who.of_club("SELECT DISTINCT unnest(payments).label FROM recorded.records WHERE payments IS NOT NULL AND")
    labels = [label for (label,) in spoken if label is not None and who.place(label) != label]
    rows = query.rows(
        who.connection,
        f"SELECT record_id FROM recorded.records WHERE {OF_CLUB} AND (rest IS NOT NULL OR note IS NOT NULL "
        "OR list_has_any(list_transform(payments, lambda one: one.label), CAST(? AS VARCHAR[]))) ORDER BY ALL",
        [who.club_id, labels],
    )
    found: list[Row] = []
    for begin in range(0, len(rows), AT_ONCE):
        for number, deal in records.said(who.connection, [row[0] for row in rows[begin : begin + AT_ONCE]]):
            now = codec.encode_record(who.deal(deal))
            if now != codec.encode_record(deal):
                found.append({"record_id": number, **now._asdict(), **_NO_HASHES})
    return found


def rename(who: Who, texts: Sequence[Row]) -> None:
    """Rename in all that was recorded."""
    lineups, headers = _lineups(who), _headers(who)
    update(who.connection, "recorded.records", _RECORD, texts)
    who.counts["records"] += len(texts)
    _empty_hashes(who, lineups, headers)
    _places(who)
    _names_of_sessions(who)
    own = f"file_id IN (SELECT file_id FROM recorded.sources JOIN recorded.records USING (record_id) WHERE {OF_CLUB})"
    who.change("files", "recorded.files", "file_id", {"name": who.text}, own)
    who.change("problems", "recorded.problems", "rowid", {"excerpt": who.text, "params": who.json}, own)


def _lineups(who: Who) -> list[int]:
    """Those who are seated; the numbers of the lineups that were changed."""
    rows = who.of_club("SELECT lineup_id, players FROM recorded.lineups WHERE")
    changed = [
        {"lineup_id": number, "players": [who.name(name) for name in players]}
        for number, players in rows
        if not who.names.keys().isdisjoint(players)
    ]
    update(who.connection, "recorded.lineups", _LINEUP, changed)
    who.counts["lineups"] += len(changed)
    return [row["lineup_id"] for row in changed]


def _headers(who: Who) -> list[int]:
    """Heads; the numbers of those that were changed."""
    nowhere, changed = codec.decode_places(0, None, None), []
    for number, players, rest in who.of_club("SELECT header_id, players, rest FROM recorded.headers WHERE"):
        stored = codec.StoredHeader("", None, "", "[]", tuple(players), None, None, rest)
        now = codec.encode_header(who.header(codec.decode_header("", "", stored, "", nowhere)))
        if (now.players, now.rest) != (stored.players, rest):
            changed.append({"header_id": number, "players": now.players, "rest": now.rest, "hash": None})
    update(who.connection, "recorded.headers", _HEADER, changed)
    who.counts["headers"] += len(changed)
    return [row["header_id"] for row in changed]


def _empty_hashes(who: Who, lineups: Sequence[int], headers: Sequence[int]) -> None:
    """Empty the hashes of records under other names."""
    query.run(
        who.connection,
        f"UPDATE recorded.records SET hash = NULL, content_hash = NULL WHERE {OF_CLUB} AND "
        "(lineup_id IN (SELECT unnest(?)) OR header_id IN (SELECT unnest(?)))",
        [who.club_id, list(lineups), list(headers)],
    )


def _places(who: Who) -> None:
    """Where fields stand that are called after a player."""
    own = "FROM recorded.sources JOIN recorded.records USING (record_id) WHERE places IS NOT NULL AND"
    now = {}
    for (held,) in who.of_club(f"SELECT DISTINCT places {own}"):
        places = codec.decode_places(0, None, held)
        lines = {_field(who, field): line for field, line in places.lines.items()}
        if lines != places.lines:
            now[held] = msgspec.msgpack.encode(msgspec.structs.replace(places, lines=lines))
    if now:
        query.rows_with(
            who.connection,
            "UPDATE recorded.sources SET places = given.now FROM given WHERE places = given.held AND record_id IN "
            "(SELECT record_id FROM recorded.records JOIN recorded.sessions USING (session_id) "
            f"WHERE club_id = {who.club_id:d})",
            pa.table({"held": list(now), "now": list(now.values())}),
        )


def _field(who: Who, field: str) -> str:
    what, _, name = field.partition(" ")
    return f"{what} {who.name(name)}" if what in ("hand", "exchange") else field


def _names_of_sessions(who: Who) -> None:
    """What sessions and the club itself are called, where that speaks of the person."""
    taken = {name for (name,) in who.of_club("SELECT name FROM recorded.sessions WHERE")}

    def free(name: str) -> str:
        wanted, place = who.place(name), 2
        new = wanted
        while new != name and new in taken:
            new, place = f"{wanted} ({place})", place + 1
        if new != name:
            taken.add(new)
            who.sessions[name] = new
        return new

    def club(name: str) -> str:
        new = who.place(name)
        if new != name:
            who.clubs[name] = new
        return new

    who.change("sessions", "recorded.sessions", "session_id", {"name": free}, "club_id = ?")
    who.change("clubs", "recorded.clubs", "club_id", {"name": club}, "club_id = ?")
    if who.counts["sessions"] or who.counts["clubs"]:
        # A head's hash is over these names too, and a record's over its head's.
        for table in ("headers", "records"):
            query.run(who.connection, f"UPDATE recorded.{table} SET hash = NULL WHERE {OF_CLUB}", [who.club_id])
