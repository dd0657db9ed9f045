"""Logs for the benchmark, in the bulk form: random legal deals, settled by the engine and then recorded.

A *lean* record is what a server of an online table keeps: who played what, points, tricks, winner, fondo, nets and
balances. One deal in a thousand has a slip in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from audit import balances, fondo, ledger
from audit.batch import MISSING
from audit.logs.limits import TRICK_CARDS, TRICKS
from audit.logs.parquet.arrow import schema
from audit.replay import replay
from audit.ruleset import load
from tests.bench.batches import SESSION, as_batch
from tests.bench.deals import random_plays

PART = 50_000
"""Deals made at once."""

FILE = 1_000_000
"""Deals in a file."""

SLIPS = 1_000
"""One deal in so many has a slip in it."""

CLUBS, TABLES = 40, 500


def write_lean(folder: Path, deals: int, rules: str = "revesino", seed: int = 1, *, right: bool = False) -> list[Path]:
    """Write `deals` deals into Parquet files of at most `FILE` in `folder`, with slips unless all are to be `right`;
    their paths.
    """
    paths = []
    for begin in range(0, deals, FILE):
        path = folder / f"lean-{begin // FILE:03d}.parquet"
        with pq.ParquetWriter(path, schema(), compression="zstd") as writer:
            for first in range(begin, min(begin + FILE, deals), PART):
                size = min(PART, deals - first, begin + FILE - first)
                writer.write_table(lean_table(rules, first, size, seed, right=right), row_group_size=PART)
        paths.append(path)
    return paths


def lean_table(rules: str, first: int, deals: int, seed: int, *, right: bool = False) -> pa.Table:
    """`deals` lean records in the columns of the bulk form; their sessions are numbered on from deal `first`."""
    rng = np.random.default_rng([seed, first])
    r = load(rules)
    observed = random_plays(rng, r, deals)
    replayed = replay(as_batch(observed, r))
    chain = fondo.follow(replayed)
    entered = ledger.enter(replayed, chain)
    running = balances.run(replayed.batch, entered)
    batch = replayed.batch
    cards = np.full((deals, TRICKS, TRICK_CARDS), 255, np.uint8)
    cards[:, : r.tricks] = batch.card.transpose(2, 0, 1)
    leaders = np.full((deals, TRICKS), -1, np.int8)
    leaders[:, : r.tricks] = batch.leader.T
    points, net, end = (
        values if right else _slip(rng, values) for values in (replayed.points, entered.net, chain.end[None])
    )
    columns = {
        **_names(first // SESSION + batch.session, len(batch.lineups[0])),
        "rules": pa.DictionaryArray.from_arrays(np.zeros(deals, np.int32), [rules]),
        "deal": pa.array(batch.number),
        "dealer": pa.array(batch.dealer),
        "trick_leaders": _sized(leaders, leaders < 0),
        "trick_cards": _sized(cards.reshape(deals, -1), cards.reshape(deals, -1) == 255),
        "points": _list(points),
        "tricks": _list(replayed.tricks),
        "winner": pa.array(replayed.winner, mask=replayed.winner < 0),
        "fondo_start": pa.array(chain.start),
        "fondo_end": pa.array(end[0]),
        "net": _list(net),
        "balance": _list(running.after),
    }
    return pa.Table.from_arrays(
        [columns[one.name].cast(one.type) if one.name in columns else pa.nulls(deals, one.type) for one in schema()],
        schema=schema(),
    )


def _slip(rng: np.random.Generator, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The values `[place, deal]`, one of them off by one in one deal of `SLIPS` (of the three columns together)."""
    rows = np.flatnonzero(rng.random(values.shape[1]) < 1 / (3 * SLIPS))
    slipped = values.copy()
    slipped[rng.integers(0, values.shape[0], rows.size), rows] += 1
    return np.where(values == MISSING, MISSING, slipped)


def _names(session: npt.NDArray[np.int64], seats: int) -> dict[str, Any]:
    """Club, session and players: each session at a table of its club, with players from there."""
    numbers, place = np.unique(session, return_inverse=True)
    place = place.astype(np.int32)
    texts = {
        "club": [f"Casino {number % CLUBS}" for number in numbers.tolist()],
        "session": [f"mesa-{number // CLUBS:06d}-{number % CLUBS}" for number in numbers.tolist()],
    }
    found: dict[str, Any] = {
        name: pa.DictionaryArray.from_arrays(place, pa.array(values)) for name, values in texts.items()
    }
    players = [f"Ana {number % TABLES}.{seat}" for number in numbers.tolist() for seat in range(seats)]
    own = (place[:, None].astype(np.int64) * seats + np.arange(seats)).ravel()
    offsets = pa.array(np.arange(0, own.size + 1, seats, dtype=np.int32))
    found["players"] = pa.ListArray.from_arrays(offsets, pa.array(players).take(pa.array(own)))
    return found


def _list(values: npt.NDArray[np.int64]) -> pa.Array:
    """`[player, deal]` as a list for each deal."""
    offsets = pa.array(np.arange(0, values.size + 1, values.shape[0], dtype=np.int32))
    flat = np.ascontiguousarray(values.T).ravel()
    return pa.ListArray.from_arrays(offsets, pa.array(flat, mask=flat == MISSING))


def _sized(values: npt.NDArray[Any], absent: npt.NDArray[np.bool_]) -> pa.Array:
    """`[deal, place]` as a list of one size for each deal, with nothing where a value is `absent`."""
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel(), mask=absent.ravel()), values.shape[1])


def rows_of(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """The rows of the files, one after the other."""
    for path in paths:
        for batch in pq.ParquetFile(path).iter_batches():
            yield from batch.to_pylist()
