"""Judged sessions as a block of rows for a database: what their records say, what was computed of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from audit.bulk.batch import Gathered
from audit.bulk.records import record_tables
from audit.judge import Judged, judge_batch
from audit.model import Deal, Header
from audit.store import codec, shapes
from audit.store.block import Block
from audit.store.columns import Named, lineups, tables

Tables = dict[str, pa.Table]

_RECORDS = pa.unify_schemas([shapes.RECORDS, shapes.SOURCES])


class JudgedBlock(NamedTuple):
    """Whole sessions, judged."""

    rows: Block
    findings: int
    """What is against the rules, and the values that are not confirmed."""

    def load(self) -> JudgedBlock:
        """Itself; another may have to come from the disk."""
        return self

    def drop(self) -> None:
        """Nothing, likewise."""


def of_columns(gathered: Gathered) -> JudgedBlock:
    """Judge whole sessions that came as columns."""
    batch = gathered.batch()
    judged = judge_batch(batch, sparing=True)
    seated = lineups(batch)
    return _block(judged, seated, record_tables(gathered, seated[2]))


def of_deals(judged: Judged) -> JudgedBlock:
    """The same of sessions that were judged as deals, in which no deal has a second record."""
    batch = judged.batch
    session, players, own = lineups(batch)
    heads = [codec.encode_header(one.header) for one in batch.sessions]
    stored = _columns([codec.encode_record(deal) for deal in batch.deals])
    places = _columns([codec.encode_places(deal) for deal in batch.deals])
    keys = [one.key for one in batch.sessions]
    said = {
        "sessions": shapes.table(
            shapes.SESSIONS, {"club": [club for club, _ in keys], "session": [name for _, name in keys]}
        ),
        "headers": shapes.table(shapes.HEADERS, {"session": np.arange(len(heads)), **_columns(heads)}),
        "records": shapes.table(
            _RECORDS,
            {
                "session": batch.session,
                "header": batch.session,
                "lineup": own,
                "number": batch.number,
                **stored,
                **places,
            },
        ),
    }
    return _block(judged, (session, players, own), said)


def deals_of(block: JudgedBlock, sessions: Sequence[int], files: Sequence[str]) -> Iterator[tuple[int, Deal]]:
    """The records of some sessions of a block as deals: the row of each, and the deal as its file has it.

    `files` is by row the name of its file.
    """
    if not sessions:
        return
    wanted = pa.array(sessions, pa.int64())
    rows = block.rows.records
    rows = rows.append_column("row", pa.array(np.arange(rows.num_rows)))
    headers: dict[tuple[int, str], Header] = {}
    heads, seated, keys = block.rows.headers, block.rows.lineups, block.rows.sessions
    for one in rows.filter(pc.is_in(rows["session"], value_set=wanted)).to_pylist():
        file = files[one["row"]]
        places = codec.decode_places(one["line"], one["header_line"], one.get("places"))
        own = one["header"], file
        if own not in headers:
            key = keys.slice(one["session"], 1).to_pylist()[0]
            headers[own] = codec.decode_header(
                key["club"], key["session"], _stored_header(heads, one["header"]), file, places
            )
        players = tuple(seated["players"][one["lineup"]].as_py())
        said = codec.StoredRecord(**{name: one.get(name) for name in codec.StoredRecord._fields})
        yield one["row"], codec.decode_record(headers[own], one["number"], players, said, file, places)


def _stored_header(heads: pa.Table, place: int) -> codec.StoredHeader:
    found = heads.slice(place, 1).to_pylist()[0]
    balance = found["carried_balance"]
    columns = {name: found[name] for name in codec.StoredHeader._fields}
    columns |= {"players": tuple(found["players"]), "carried_balance": None if balance is None else tuple(balance)}
    return codec.StoredHeader(**columns)


def _columns(rows: Sequence[NamedTuple]) -> dict[str, Sequence[Any]]:
    """Rows of one kind, at least one, as columns by their names."""
    return dict(zip(rows[0]._fields, zip(*rows, strict=True), strict=True))


def _block(
    judged: Judged,
    seated: tuple[npt.NDArray[np.int64], list[tuple[str, ...]], npt.NDArray[np.int64]],
    said: Tables,
) -> JudgedBlock:
    batch = judged.batch
    session, players, own = seated
    named = Named(session=np.arange(len(batch.sessions)), record=np.arange(batch.count), lineup=own)
    computed = {f"computed_{name}": table for name, table in tables(judged, named).items()}
    given = {"session": session, "players": [list(one) for one in players]}
    found = computed["computed_claims"].num_rows + computed["computed_findings"].num_rows
    return JudgedBlock(Block(**said, lineups=shapes.table(shapes.LINEUPS, given), **computed), found)
