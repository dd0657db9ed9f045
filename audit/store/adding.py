"""What files say, put into a database: records with all that hangs on them, deal by deal; `bulk` takes columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from audit.model import Deal, Header, Problem, Quarantined, Reading
from audit.sessions import content_hash
from audit.store import codec, query, shapes
from audit.store.query import Connection
from audit.store.records import ensure_hashes, lineups, session_ids


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
    adding = _Adding(connection, (deal for file in files for deal in file.reading.deals))
    ids = set()
    for file in files:
        number = add_file(connection, file)
        ids.add(number)
        for deal in file.reading.deals:
            adding.deal(deal, number)
    adding.finish()
    return ids


def add_file(connection: Connection, file: ReadFile) -> int:
    """Add a file, of which the database has none of that content, with what could not be read in it; its number.

    Its deals are for `add_deals`, or for `bulk.BulkWriter`.
    """
    number = last_file(connection) + 1
    named = FileRow(number, file.name, file.sha256, file.size, file.reading.records_in)
    store_file(connection, named, file.reading.problems, file.reading.quarantined)
    return number


def last_file(connection: Connection) -> int:
    """The highest number that a file has."""
    return _last(connection, "file")


class FileRow(NamedTuple):
    """A file as the database has it."""

    file_id: int
    name: str
    sha256: str
    size: int
    records: int


def store_file(
    connection: Connection, file: FileRow, found: Sequence[Problem], quarantined: Sequence[Quarantined]
) -> None:
    """Store a file under a number of its own, with what could not be read in it."""
    number = file.file_id
    query.run(connection, "INSERT INTO recorded.files VALUES (?, ?, ?, ?, ?)", list(file))
    problems = [
        {
            "file_id": number,
            "line": problem.place.line,
            "column": problem.place.column,
            "code": problem.code,
            "severity": problem.severity,
            "what": problem.what,
            "excerpt": problem.excerpt,
            "params": json.dumps(dict(problem.params), ensure_ascii=False, sort_keys=True),
        }
        for problem in found
    ]
    aside = [{"file_id": number, "line": one.place.line, "code": one.code} for one in quarantined]
    for table, rows in (("problems", problems), ("quarantined", aside)):
        if rows:
            query.insert(connection, f"recorded.{table}", _columns(rows))


def add_deals(connection: Connection, file_id: int, deals: Sequence[Deal]) -> None:
    """Add what the file `file_id` says: a record that the database has already stands in one place more."""
    adding = _Adding(connection, deals)
    for deal in deals:
        adding.deal(deal, file_id)
    adding.finish()


class _Adding:
    """Records of an import, table by table."""

    def __init__(self, connection: Connection, deals: Iterable[Deal]) -> None:
        self._connection = connection
        clubs = query.rows(connection, "SELECT name, club_id FROM recorded.clubs")
        self._clubs = Ids(clubs, _last(connection, "club"))
        sessions = session_ids(connection, {(deal.header.club, deal.header.session) for deal in deals})
        self._sessions = Ids(sessions.items(), _last(connection, "session"))
        # Only what these sessions have: a database of millions must not be looked through for an evening.
        own = list(sessions.values())
        ensure_hashes(connection, own)
        self._headers = Ids(_by_hash(connection, "header", own), _last(connection, "header"))
        self._records = Ids(_by_hash(connection, "record", own), _last(connection, "record"))
        self._lineups = Ids(lineups(connection, own).items(), _last(connection, "lineup"))
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._header_ids: dict[int, tuple[int, str, int]] = {}
        """By the header's id: deals share the object, and the readings keep it alive."""

    def _row(self, table: str, **columns: Any) -> None:
        self._rows.setdefault(table, []).append(columns)

    def deal(self, deal: Deal, file: int) -> None:
        """Note a record of the file `file`."""
        session, header_hash, header = self._header(deal.header)
        own_hash = codec.record_hash(deal, header_hash)
        number, fresh = self._records.of(own_hash)
        if fresh:
            lineup, new_lineup = self._lineups.of((session, deal.players))
            if new_lineup:
                self._row("lineups", lineup_id=lineup, session=session, players=deal.players)
            self._row(
                "records",
                record=number,
                session=session,
                number=deal.number,
                header=header,
                lineup=lineup,
                hash=own_hash,
                content_hash=content_hash(deal),
                **codec.encode_record(deal)._asdict(),
            )
        self._row("sources", record=number, file_id=file, **codec.encode_places(deal)._asdict())

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
            self._row("sessions", session=session, club_id=club, name=header.session)
        stored = codec.encode_header(header)
        number, fresh = self._headers.of(stored.hash)
        if fresh:
            self._row("headers", header=number, session=session, **stored._asdict())
        self._header_ids[id(header)] = session, stored.hash, number
        return self._header_ids[id(header)]

    def finish(self) -> None:
        """Put what was noted into the tables, each at once."""
        for table, rows in self._rows.items():
            if table == "records":
                # Those of a session together, so that it is found by the ranges of blocks.
                rows.sort(key=lambda row: row["session"])
            given = shapes.from_rows(_SCHEMAS[table], rows) if table in _SCHEMAS else pa.Table.from_pylist(rows)
            query.insert_table(self._connection, f"recorded.{table}", given, shapes.SAME)


def _own(name: str, type_: pa.DataType, schema: pa.Schema) -> pa.Schema:
    return pa.unify_schemas([pa.schema([(name, type_)]), schema])


_SCHEMAS: Mapping[str, pa.Schema] = {
    "headers": _own("header", shapes.BIG, shapes.HEADERS),
    "lineups": _own("lineup_id", shapes.BIG, shapes.LINEUPS),
    "records": _own("record", shapes.BIG, shapes.RECORDS),
    "sources": _own("record", shapes.BIG, _own("file_id", shapes.BIG, shapes.SOURCES)),
}


def _last(connection: Connection, name: str) -> int:
    """The highest number that a table has given."""
    return query.number(connection, f"SELECT coalesce(max({name}_id), 0) FROM recorded.{name}s")


def _by_hash(connection: Connection, name: str, sessions: Sequence[int]) -> list[tuple[str, int]]:
    """Hash and number of the rows of a table that belong to `sessions`."""
    sql = f"SELECT hash, {name}_id FROM recorded.{name}s WHERE session_id IN (SELECT unnest(?)) ORDER BY {name}_id DESC"
    return query.rows(connection, sql, [sessions])


def add_lineups(connection: Connection, wanted: Iterable[tuple[int, tuple[str, ...]]]) -> None:
    """Add lineups of sessions, of which the database has none."""
    last = _last(connection, "lineup")
    rows = [
        {"lineup_id": number, "session": session, "players": players}
        for number, (session, players) in enumerate(wanted, last + 1)
    ]
    query.insert_table(connection, "recorded.lineups", shapes.from_rows(_SCHEMAS["lineups"], rows), shapes.SAME)


def _columns(rows: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}
