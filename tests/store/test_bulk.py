"""Blocks of columns put in at once say what the same deals say that are put in one by one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from store.stores import CONTENT, SAMPLES, store, tables

from audit import logs
from audit.club.judging import audited, rejudge
from audit.intake import fit
from audit.judge import judge
from audit.model import Deal, Reading
from audit.ruleset import pack_of
from audit.sessions import Session, assemble
from audit.store import adding, codec, columns, events, files, query, records, shapes
from audit.store.block import Block
from audit.store.bulk import BlockIds, BulkWriter
from audit.store.connection import reading, writing

LOG = SAMPLES / "2024-03-02-casino-en-orden.rev"
OTHER = SAMPLES / "2024-03-09-casino-cuentas-mal.rev"

KEYS = {
    "recorded.sessions": ("session_id", "club_id, name"),
    "recorded.headers": ("header_id", "hash"),
    "recorded.lineups": ("lineup_id", "session_id, players"),
    "recorded.records": ("record_id", "hash"),
    "computed.sessions": ("session_id",),
    "computed.players": ("session_id, player", "session_id, place"),
    "computed.deals": ("session_id, number, version", "record_id"),
    "computed.ledger": ("session_id, number, version, entry",),
    "computed.claims": ("session_id, number, version, claim",),
    "computed.findings": ("session_id, number, version, finding",),
}
"""What identifies a row of the tables of which DuckDB checks no key."""
PARENTS = (
    ("recorded.headers", "recorded.sessions", "session_id"),
    ("recorded.lineups", "recorded.sessions", "session_id"),
    ("recorded.records", "recorded.headers", "session_id, header_id"),
    ("recorded.records", "recorded.lineups", "session_id, lineup_id"),
    ("recorded.sources", "recorded.records", "record_id"),
    ("recorded.sources", "recorded.files", "file_id"),
    ("computed.deals", "recorded.records", "session_id, number, record_id"),
    ("computed.deals", "recorded.lineups", "session_id, lineup_id"),
    ("computed.deals", "computed.sessions", "session_id"),
    ("computed.ledger", "computed.deals", "session_id, number, version"),
    ("computed.claims", "computed.deals", "session_id, number, version"),
)
"""A row of the first has one of the second, by those columns."""


def broken_keys(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    found = []
    for table, keys in KEYS.items():
        for key in keys:
            nulls = " OR ".join(f"{name} IS NULL" for name in key.split(", ") if key == "hash")
            twice = f"SELECT count(*) FROM (SELECT {key} FROM {table} WHERE NOT ({nulls or 'false'}) "
            twice += f"GROUP BY {key} HAVING count(*) > 1)"
            found += [(table, key)] if query.number(connection, twice) else []
    for child, parent, key in PARENTS:
        lost = f"SELECT count(*) FROM {child} ANTI JOIN {parent} USING ({key})"
        found += [(child, parent)] if query.number(connection, lost) else []
    return found


def block(deals: Sequence[Deal]) -> Block:
    """The deals as a block, as a reader of columns might make it: without hashes."""
    sessions = assemble(deals).sessions
    own = [deal for session in sessions for deal in session.deals]
    row = {id(deal): place for place, deal in enumerate(own)}
    heads = {id(deal.header): deal.header for deal in own}
    places = {session.key: place for place, session in enumerate(sessions)}
    seated: dict[tuple[int, tuple[str, ...]], int] = {}
    for deal in own:
        seated.setdefault((place_of(deal, places), deal.players), len(seated))
    said = [
        {
            "session": place_of(deal, places),
            "header": list(heads).index(id(deal.header)),
            "lineup": seated[place_of(deal, places), deal.players],
            "number": deal.number,
            **codec.encode_record(deal)._asdict(),
            **codec.encode_places(deal)._asdict(),
        }
        for deal in own
    ]
    schema = pa.unify_schemas([shapes.RECORDS, shapes.SOURCES])
    parts: dict[str, list[pa.Table]] = {name: [] for name in shapes.COMPUTED}
    for judged in judge(sessions):
        batch = judged.batch
        named = columns.Named(
            session=np.array([places[one.key] for one in batch.sessions]),
            record=np.array([row[id(deal)] for deal in batch.deals]),
            lineup=np.array([seated[place_of(deal, places), deal.players] for deal in batch.deals]),
        )
        for name, table in columns.tables(judged, named).items():
            parts[name].append(table)
    return Block(
        sessions=shapes.from_rows(shapes.SESSIONS, [{"club": club, "session": name} for club, name in places]),
        headers=pa.Table.from_pylist(
            [
                {"session": places[one.club, one.session], **codec.encode_header(one)._asdict()}
                for one in heads.values()
            ],
            shapes.HEADERS,
        ).drop_columns("hash"),
        lineups=shapes.from_rows(
            shapes.LINEUPS, [{"session": session, "players": players} for session, players in seated]
        ),
        records=shapes.table(
            schema, {name: [one[name] for one in said] for name in schema.names if name not in shapes.HASHES.names}
        ),
        **{f"computed_{name}": pa.concat_tables(parts[name]).unify_dictionaries() for name in shapes.COMPUTED},
    )


def place_of(deal: Deal, places: dict[tuple[str, str], int]) -> int:
    return places[deal.header.club, deal.header.session]


def deals_of(*paths: Path) -> list[Deal]:
    return fit(logs.read(paths, pack_of)).deals


def put(database: Path, path: Path, given: Block) -> BlockIds:
    """The file at `path` with its block into the database."""
    with writing(database) as writer:
        event = events.next_event(writer.connection)
        nothing = Reading(deals=[], quarantined=[], problems=[])
        number = adding.add_file(writer.connection, adding.ReadFile(str(path), str(path), 1, nothing))
        files.bring(writer.connection, event, [number])
        found = BulkWriter(writer.connection).add_block(number, given)
        writer.changed = True
    return found


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A database filled by a block, and one filled by an import."""
    made, usual = tmp_path / "block.duckdb", tmp_path / "usual.duckdb"
    assert put(made, LOG, block(deals_of(LOG))).known_sessions == ()
    store(usual, LOG)
    yield made, usual


def test_a_block_says_what_an_import_says(both: tuple[Path, Path]) -> None:
    made, usual = both
    assert tables(made) == tables(usual)
    assert list(audited(made).sessions()) == list(audited(usual).sessions())
    with reading(made) as one, reading(usual) as other:
        assert [row.deal for row in records.load(one)] == [row.deal for row in records.load(other)]
        for table in CONTENT:
            assert query.rows(one, f"FROM {table} ORDER BY ALL") == query.rows(other, f"FROM {table} ORDER BY ALL")


def test_what_a_block_puts_in_can_be_judged_anew(both: tuple[Path, Path]) -> None:
    made, _ = both
    before = tables(made)
    with writing(made) as writer:
        rejudge(writer.connection, records.all_keys(writer.connection))
        writer.changed = True
    assert tables(made) == before


def test_hashes_come_when_they_are_needed_and_are_those_of_an_import(both: tuple[Path, Path]) -> None:
    made, usual = both
    wanted = "SELECT number, records.hash, content_hash, headers.hash FROM recorded.records JOIN recorded.headers "
    wanted += "USING (header_id) ORDER BY ALL"
    with reading(usual) as connection:
        right = query.rows(connection, wanted)
    with writing(made) as writer:
        assert {row[1:] for row in query.rows(writer.connection, wanted)} == {(None, None, None)}
        records.ensure_hashes(writer.connection, [1])
        assert query.rows(writer.connection, wanted) == right
        # Once is enough, and of sessions that there are not nothing is wanted.
        records.ensure_hashes(writer.connection, [1, 99])
        records.ensure_hashes(writer.connection, [])
        assert query.rows(writer.connection, wanted) == right


def test_importing_what_came_in_bulk_adds_nothing(both: tuple[Path, Path], tmp_path: Path) -> None:
    made, _ = both
    before = tables(made)
    again = tmp_path / "again.jsonl"
    again.write_text(logs.FORMS[".jsonl"].write(deals_of(LOG)), encoding="utf-8")
    found = store(made, again)
    assert (found.new, found.in_conflict, found.known) == (0, 0, found.read)
    assert {name: rows for name, rows in tables(made).items() if name != "findings"} == {
        name: rows for name, rows in before.items() if name != "findings"
    }


def test_sessions_that_are_known_are_named_and_left_alone(both: tuple[Path, Path]) -> None:
    made, _ = both
    deals = deals_of(LOG, OTHER)
    known = {(deal.header.club, deal.header.session) for deal in deals_of(LOG)}
    found = put(made, OTHER, block(deals))
    assert {key for _, key in found.known_sessions} == known
    assert found.records == len(deals_of(OTHER))
    with writing(made) as writer:
        # Afterwards the caller has the others looked at one by one.
        adding.add_deals(writer.connection, 2, deals_of(LOG))
        rejudge(writer.connection, sorted(known))
        writer.changed = True
        assert broken_keys(writer.connection) == []
    usual = made.with_name("both.duckdb")
    store(usual, LOG, OTHER)
    assert tables(made) == tables(usual)


def test_a_session_twice_in_a_block_is_refused(tmp_path: Path) -> None:
    once = block(deals_of(LOG))
    twice = Block(**{**vars(once), "sessions": pa.concat_tables([once.sessions, once.sessions])})
    with pytest.raises(ValueError, match="twice"):
        put(tmp_path / "club.duckdb", LOG, twice)


def test_the_keys_hold_that_nobody_checks(tmp_path: Path) -> None:
    database = tmp_path / "club.duckdb"
    store(database, SAMPLES)
    store(database, SAMPLES / "season")
    with reading(database) as connection:
        assert broken_keys(connection) == []


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        ("INSERT INTO computed.deals SELECT * FROM computed.deals LIMIT 1", ("computed.deals", "record_id")),
        ("DELETE FROM recorded.lineups", ("recorded.records", "recorded.lineups")),
    ],
)
def test_a_broken_key_is_noticed(both: tuple[Path, Path], spoil: str, found: tuple[str, str]) -> None:
    """The failing control."""
    with writing(both[0]) as writer:
        assert broken_keys(writer.connection) == []
        query.run(writer.connection, spoil)
        assert found in broken_keys(writer.connection)


def test_the_tables_are_made_without_duckdb() -> None:
    """A worker process makes them, and opens no database."""
    code = "import sys; import audit.store.columns, audit.store.codec; print('duckdb' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_each_lineup_stands_once_in_its_session() -> None:
    sessions: tuple[Session, ...] = assemble(deals_of(LOG, OTHER)).sessions
    for judged in judge(sessions):
        batch = judged.batch
        session, players, of_deal = columns.lineups(batch)
        assert len(set(zip(session.tolist(), players, strict=True))) == len(players)
        for place, deal in zip(of_deal.tolist(), batch.deals, strict=True):
            assert players[place] == deal.players
        assert session[of_deal].tolist() == batch.session.tolist()
