"""What files say: put into a database, and taken out again as the very records that were read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from audit.choice import Key
from audit.model import Deal, Header, Reading
from audit.sessions import content_hash
from audit.store import codec, query
from audit.store.query import Connection

Content = tuple[int, int, str]
"""A session's number, a deal's, and the hash of what is said of it."""


class ReadFile(NamedTuple):
    """A file as it was read."""

    name: str
    sha256: str
    size: int
    reading: Reading


class Ids:
    """Numbers for rows, by what names them; those that are new are counted on from the last."""

    def __init__(self, rows: Iterable[tuple[Any, int]], last: int) -> None:
        self.known = dict(rows)
        self.last = last

    def of(self, name: Any) -> tuple[int, bool]:
        """The number of `name`, and whether it is new."""
        found = self.known.get(name)
        if found is not None:
            return found, False
        self.last += 1
        self.known[name] = self.last
        return self.last, True


def add(connection: Connection, files: Sequence[ReadFile]) -> set[int]:
    """Add `files`, of which the database has none, with what they say; their numbers."""
    keys = {(deal.header.club, deal.header.session) for file in files for deal in file.reading.deals}
    adding = _Adding(connection, session_ids(connection, keys))
    ids = {adding.file(file) for file in files}
    adding.finish()
    return ids


def records_of(connection: Connection, files: Iterable[int]) -> set[int]:
    """The numbers of the records that stand in `files`."""
    rows = query.rows(
        connection,
        "SELECT DISTINCT record_id FROM recorded.sources WHERE file_id IN (SELECT unnest(?))",
        [list(files)],
    )
    return {row[0] for row in rows}


class _Adding:
    """Rows of an import, table by table."""

    def __init__(self, connection: Connection, sessions: Mapping[Key, int]) -> None:
        self._connection = connection
        clubs = query.rows(connection, "SELECT name, club_id FROM recorded.clubs")
        self._clubs = Ids(clubs, _last(connection, "clubs", "club_id"))
        self._sessions = Ids(sessions.items(), _last(connection, "sessions", "session_id"))
        # Only what these sessions have: a database of millions must not be looked through for an evening.
        own = list(sessions.values())
        self._headers = Ids(
            _by_hash(connection, "headers", "header_id", own), _last(connection, "headers", "header_id")
        )
        self._records = Ids(
            _by_hash(connection, "records", "record_id", own), _last(connection, "records", "record_id")
        )
        self._last_file = _last(connection, "files", "file_id")
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._header_ids: dict[int, tuple[int, str, int]] = {}
        """By the header's id: deals share the object, and the readings keep it alive."""

    def _row(self, table: str, **columns: Any) -> None:
        self._rows.setdefault(table, []).append(columns)

    def file(self, file: ReadFile) -> int:
        """Note a file and what it says; its number."""
        self._last_file += 1
        number, reading = self._last_file, file.reading
        self._row(
            "files",
            file_id=number,
            name=file.name,
            sha256=file.sha256,
            bytes=file.size,
            records=reading.records_in,
        )
        for deal in reading.deals:
            self._deal(deal, number)
        for problem in reading.problems:
            place = {"file_id": number, "line": problem.place.line, "column": problem.place.column}
            named = {"code": problem.code, "severity": problem.severity, "what": problem.what}
            params = json.dumps(dict(problem.params), ensure_ascii=False, sort_keys=True)
            self._row("problems", **place, **named, excerpt=problem.excerpt, params=params)
        for one in reading.quarantined:
            self._row("quarantined", file_id=number, line=one.place.line, code=one.code)
        return number

    def _deal(self, deal: Deal, file: int) -> None:
        session, header_hash, header = self._header(deal.header)
        stored = codec.encode_record(deal, header_hash)
        number, fresh = self._records.of(stored.hash)
        if fresh:
            self._row(
                "records",
                record_id=number,
                session_id=session,
                number=deal.number,
                header_id=header,
                content_hash=content_hash(deal),
                **stored._asdict(),
            )
        self._row("sources", record_id=number, file_id=file, line=deal.place.line, places=codec.encode_places(deal))

    def _header(self, header: Header) -> tuple[int, str, int]:
        """Its session's number, its hash and its own number."""
        found = self._header_ids.get(id(header))
        if found is not None:
            return found
        club, fresh = self._clubs.of(header.club)
        if fresh:
            self._row("clubs", club_id=club, name=header.club)
        session, fresh = self._sessions.of((header.club, header.session))
        if fresh:
            self._row("sessions", session_id=session, club_id=club, name=header.session)
        stored = codec.encode_header(header)
        number, fresh = self._headers.of(stored.hash)
        if fresh:
            self._row("headers", header_id=number, session_id=session, **stored._asdict())
        self._header_ids[id(header)] = session, stored.hash, number
        return self._header_ids[id(header)]

    def finish(self) -> None:
        for table, rows in self._rows.items():
            query.insert(self._connection, f"recorded.{table}", _columns(rows))


def _last(connection: Connection, table: str, column: str) -> int:
    """The highest number that a table has given."""
    return query.number(connection, f"SELECT coalesce(max({column}), 0) FROM recorded.{table}")


def _by_hash(connection: Connection, table: str, column: str, sessions: Sequence[int]) -> list[tuple[str, int]]:
    """Hash and number of the rows of a table that belong to `sessions`."""
    sql = f"SELECT hash, {column} FROM recorded.{table} WHERE session_id IN (SELECT unnest(?))"
    return query.rows(connection, sql, [sessions])


def _columns(rows: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


# ------------------------------------------------------------------------------------------------- reading

_LIVE = """
    SELECT club, session, records.record_id, records.number, records.hash,
           records.players, records.plays, records.rest,
           headers.header_id, headers.hash, headers.date, headers.rules, headers.options, headers.players,
           headers.carried_fondo, headers.carried_balance, headers.rest,
           files.name, sources.places
    FROM recorded.records
    JOIN recorded.named_sessions USING (session_id)
    JOIN recorded.headers USING (header_id)
    JOIN recorded.sources USING (record_id)
    JOIN recorded.live_files AS files USING (file_id)
    WHERE true {condition}
    QUALIFY row_number() OVER (PARTITION BY record_id ORDER BY files.name, files.sha256, sources.line) = 1
    ORDER BY club, session, records.number, records.hash
"""


class LiveRecord(NamedTuple):
    """A record that is in the database, as it stands in the first of its files by name."""

    record_id: int
    deal: Deal


def load(connection: Connection, keys: Iterable[Key] | None = None) -> list[LiveRecord]:
    """The records of the sessions `keys` (of all, if left out), none of them twice; by session and number."""
    condition, parameters = "", []
    if keys is not None:
        numbers = list(session_ids(connection, keys).values())
        condition, parameters = "AND records.session_id IN (SELECT unnest(?))", [numbers]
    rows = query.rows(connection, _LIVE.format(condition=condition), parameters)
    return list(_decoded(rows))


def _decoded(rows: Iterable[Sequence[Any]]) -> Iterator[LiveRecord]:
    headers: dict[tuple[Any, ...], Header] = {}
    for club, session, record_id, number, hash_, players, plays, rest, *head, file, encoded in rows:
        places = codec.decode_places(encoded)
        header_id, *columns = head
        # Deals of one header share the object, as they did when they were read.
        own = (header_id, file, places.header)
        if own not in headers:
            columns[4] = tuple(columns[4])
            columns[6] = tuple(columns[6]) if columns[6] is not None else None
            headers[own] = codec.decode_header(club, session, codec.StoredHeader(*columns), file, places)
        stored = codec.StoredRecord(hash_, tuple(players), plays, rest)
        yield LiveRecord(record_id, codec.decode_record(headers[own], number, stored, file, places))


def session_ids(connection: Connection, keys: Iterable[Key]) -> dict[Key, int]:
    """The numbers of the sessions `keys` that there are."""
    wanted = list(keys)
    given = pa.table({"club": [club for club, _ in wanted], "session": [name for _, name in wanted]})
    connection.register("wanted", given)
    try:
        rows = query.rows(
            connection,
            "SELECT club, session, session_id FROM recorded.named_sessions JOIN wanted USING (club, session)",
        )
    finally:
        connection.unregister("wanted")
    return {(club, session): number for club, session, number in rows}


def live_ids(connection: Connection, keys: Iterable[Key]) -> set[int]:
    """The numbers of the records of the sessions `keys` that stand in a file which counts."""
    rows = query.rows(
        connection,
        "SELECT DISTINCT record_id FROM recorded.records JOIN recorded.sources USING (record_id) "
        "JOIN recorded.live_files USING (file_id) WHERE session_id IN (SELECT unnest(?))",
        [list(session_ids(connection, keys).values())],
    )
    return {row[0] for row in rows}


def contents(connection: Connection, ids: Iterable[int]) -> dict[int, Content]:
    """By number of a record of `ids`: what makes it the deal that it is."""
    rows = query.rows(
        connection,
        "SELECT record_id, session_id, number, content_hash FROM recorded.records "
        "WHERE record_id IN (SELECT unnest(?))",
        [list(ids)],
    )
    return {record: (session, number, hash_) for record, session, number, hash_ in rows}


def keys_of_records(connection: Connection, ids: Iterable[int]) -> set[Key]:
    """The sessions in which the records `ids` lie."""
    return _keys(connection, "SELECT session_id FROM recorded.records WHERE record_id IN (SELECT unnest(?))", ids)


def keys_of_sessions(connection: Connection, ids: Iterable[int]) -> set[Key]:
    """The sessions of the numbers `ids`."""
    return _keys(connection, "SELECT unnest(?)", ids)


def _keys(connection: Connection, sessions: str, ids: Iterable[int]) -> set[Key]:
    sql = f"SELECT club, session FROM recorded.named_sessions WHERE session_id IN ({sessions})"
    return {(club, session) for club, session in query.rows(connection, sql, [list(ids)])}


def all_keys(connection: Connection) -> list[Key]:
    """Club and name of every session that has a record which counts, by name."""
    rows = query.rows(
        connection,
        "SELECT DISTINCT club, session FROM recorded.named_sessions JOIN recorded.records USING (session_id) "
        "JOIN recorded.sources USING (record_id) JOIN recorded.live_files USING (file_id) ORDER BY ALL",
    )
    return [(club, session) for club, session in rows]
