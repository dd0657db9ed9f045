"""Columns of deals as the rows of a database that keep what the records say, with nothing done deal by deal."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from audit.bulk.batch import Gathered
from audit.facts import Mask
from audit.logs.bulk.columns import MISSING, NOBODY, NOWHERE, DealColumns, Exchanges, Payments
from audit.logs.limits import TRICK_CARDS, TRICKS
from audit.store import shapes
from audit.store.codec import NO_CARDS, NO_LEADER, NO_TRICK, encode_header

Own = slice | npt.NDArray[np.intp]
"""Some of the rows of columns, or all."""


def record_tables(gathered: Gathered, lineup: npt.NDArray[np.int64]) -> dict[str, pa.Table]:
    """What the records of whole sessions say: the tables `sessions`, `headers` and `records` of a block.

    `lineup` `[deal]` is the place of a deal's players in the block's table of those.
    """
    columns, rows = gathered.columns, gathered.rows
    keys = [(one.club, one.session) for one in gathered.headers]
    header_line = np.array([one.place.line for one in gathered.headers], np.int64)
    heads = [encode_header(one) for one in gathered.headers]
    return {
        "sessions": shapes.table(
            shapes.SESSIONS, {"club": [club for club, _ in keys], "session": [name for _, name in keys]}
        ),
        "headers": shapes.table(
            shapes.HEADERS,
            {
                "session": np.arange(len(heads)),
                **dict(zip(heads[0]._fields, zip(*heads, strict=True), strict=True)),
            },
        ),
        "records": shapes.table(
            pa.unify_schemas([shapes.RECORDS, shapes.SOURCES]),
            {
                "session": gathered.session,
                "header": gathered.session,
                "lineup": lineup,
                "number": columns.number[rows],
                "line": columns.line[rows],
                "header_line": header_line[gathered.session],
                **_said(gathered),
            },
        ),
    }


def _said(gathered: Gathered) -> dict[str, Any]:
    c, rows, own = gathered.columns, gathered.rows, gathered.own
    seats = c.lineup_size[own]
    return {
        "plays": _plays(c, own),
        "dealer": _seat(c.dealer[own]),
        "hands": _hands(c, own),
        "stock": _listed(c.stock[:, own], c.has_stock[own]),
        **{what: _seat(who[own]) for what, who in c.declared.items()},
        "exchanges": _structs(c, rows, "exchanges", shapes.EXCHANGE),
        "points": _by_player(c.points[:, own], c.has_points[own], seats),
        "tricks": _by_player(c.tricks[:, own], c.has_tricks[own], seats),
        "trick_winners": _trick_winners(c.trick_winner[:, own]),
        "winner": _seat(c.winner[own]),
        "payments": _structs(c, rows, "payments", shapes.PAYMENT),
        "fondo_start": _amount(c.fondo_start[own]),
        "fondo_end": _amount(c.fondo_end[own]),
        "net": _by_player(c.net[:, own], c.has_net[own], seats),
        "balance": _by_player(c.balance[:, own], c.has_balance[own], seats),
        "note": _texts(c.notes, c.note[own]),
    }


def _plays(c: DealColumns, rows: Own) -> pa.Array:
    """The plays as `audit.store.codec` writes them: the width, then leader and cards of each trick."""
    there, cards = c.has_trick[:, rows].T, c.has_cards[:, rows].T
    n = there.shape[0]
    leader = c.leader[:, rows].T.astype(np.uint8)
    whole = np.empty((n, 1 + TRICKS * (1 + TRICK_CARDS)), np.uint8)
    width = np.where(cards.any(axis=1), TRICK_CARDS, 0).astype(np.uint8)
    whole[:, 0] = width
    tricks = whole[:, 1:].reshape(n, TRICKS, 1 + TRICK_CARDS)
    named = c.leader[:, rows].T != NOBODY
    tricks[:, :, 0] = np.where(named, leader, np.where(there, NO_LEADER, NO_TRICK))
    # Column by column: all at once takes twice as long.
    for trick in range(TRICKS):
        for place in range(TRICK_CARDS):
            tricks[:, trick, 1 + place] = c.card[trick, place, rows]
        lacking = ~cards[:, trick]
        if lacking.any():
            tricks[slice(None) if lacking.all() else lacking, trick, 1:] = NO_CARDS
    count = TRICKS - np.argmax(there[:, ::-1], axis=1)
    count[~there.any(axis=1)] = 0
    size = 1 + count * (1 + width.astype(np.int64))
    if (size == size[:1]).all():
        return _bytes(np.ascontiguousarray(whole[:, : int(size[0])]), size)
    if (width == TRICK_CARDS).all():
        kept = np.arange(whole.shape[1]) < size[:, None]
    else:
        kept = np.zeros(whole.shape, np.bool_)
        kept[:, 0] = True
        by_trick = kept[:, 1:].reshape(tricks.shape)
        own = np.arange(TRICKS) < count[:, None]
        by_trick[:, :, 0] = own
        by_trick[:, :, 1:] = (own & (width > 0)[:, None])[:, :, None]
    return _bytes(whole[kept], size)


def _bytes(data: npt.NDArray[np.uint8], size: npt.NDArray[np.int64]) -> pa.Array:
    offsets = np.concatenate(([0], np.cumsum(size))).astype(np.int32)
    return pa.Array.from_buffers(pa.binary(), size.size, [None, pa.py_buffer(offsets), pa.py_buffer(data)])


def _seat(who: npt.NDArray[np.int8]) -> pa.Array:
    return _known(who, who == NOBODY)


def _amount(values: npt.NDArray[np.int64]) -> pa.Array:
    return _known(values, values == MISSING)


def _known(values: npt.NDArray[Any], absent: Mask) -> pa.Array:
    # Without a mask nothing is copied.
    return pa.array(values, mask=absent if absent.any() else None)


def _lists(elements: pa.Array, size: npt.NDArray[Any], there: Mask) -> pa.Array:
    """Lists of `size` of the elements, one after the other; null where none is `there` (and then of size 0)."""
    offsets = np.concatenate(([0], np.cumsum(size))).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), elements, mask=None if there.all() else pa.array(~there))


def _listed(values: npt.NDArray[Any], there: Mask) -> pa.Array:
    """`[place, deal]` as a list for each deal where it is `there`."""
    if not there.any():
        return pa.nulls(there.size, pa.list_(pa.array(values[:0, 0]).type))
    return _lists(pa.array(values.T[there].ravel()), np.where(there, values.shape[0], 0), there)


def _by_player(values: npt.NDArray[np.int64], there: Mask, seats: npt.NDArray[np.int8]) -> pa.Array:
    """`[player, deal]` as a list of each deal's players where it is `there`."""
    if there.all() and (seats == values.shape[0]).all():
        return _lists(_amount(np.ascontiguousarray(values.T).ravel()), seats, there)
    own = (np.arange(values.shape[0]) < seats[:, None]) & there[:, None]
    return _lists(_amount(values.T[own]), np.where(there, seats, 0), there)


def _trick_winners(who: npt.NDArray[np.int8]) -> pa.Array:
    """Up to the last trick of which a winner is recorded."""
    won = who.T != NOBODY
    there = won.any(axis=1)
    if not there.any():
        return pa.nulls(there.size, pa.list_(pa.int8()))
    size = np.where(there, TRICKS - np.argmax(won[:, ::-1], axis=1), 0)
    return _lists(_seat(who.T[np.arange(TRICKS) < size[:, None]]), size, there)


def _hands(c: DealColumns, rows: Own) -> pa.Array:
    """By seat; null where no hand of the deal is recorded."""
    size = c.hands.size[:, rows].T
    there = (size != NOBODY).any(axis=1)
    if not there.any():
        return pa.nulls(there.size, pa.list_(pa.list_(pa.uint8())))
    own = (np.arange(size.shape[1]) < c.lineup_size[rows][:, None]) & there[:, None]
    start, length = c.hands.start[:, rows].T[own], size[own].astype(np.int64)
    told = length != NOBODY
    length = np.where(told, length, 0)
    ends = np.cumsum(length)
    cards = c.hands.cards[np.repeat(start - (ends - length), length) + np.arange(int(ends[-1]))]
    return _lists(_lists(pa.array(cards), length, told), own.sum(axis=1), there)


def _structs(c: DealColumns, rows: npt.NDArray[np.intp], name: str, kind: pa.StructType) -> pa.Array:
    """The exchanges or the payments of each deal; null where there are none."""
    found = getattr(c, name)
    place = np.full(c.count, NOBODY, np.int64)
    place[rows] = np.arange(rows.size)
    own = np.flatnonzero(place[found.deal] != NOBODY)
    if not own.size:
        return pa.nulls(rows.size, pa.list_(kind))
    size = np.bincount(place[found.deal[own]], minlength=rows.size)
    masked = [_member(found, member.name, own).cast(member.type) for member in kind]
    return _lists(pa.StructArray.from_arrays(masked, fields=list(kind)), size, size > 0)


def _member(found: Exchanges | Payments, name: str, own: npt.NDArray[np.intp]) -> pa.Array:
    values = getattr(found, name)[own]
    if name == "label" and isinstance(found, Payments):
        return _texts(found.labels, values)
    return pa.array(values, mask=_absent(name, values))


def _texts(texts: pa.Array, place: npt.NDArray[np.int32]) -> pa.Array:
    """The texts at these places."""
    if not len(texts):
        return pa.nulls(place.size, pa.string())
    return texts.take(pa.array(place, mask=place == NOWHERE))


def _absent(name: str, values: npt.NDArray[Any]) -> Mask | None:
    """What is not there: a card that was not given or taken, the trick of a payment of the whole deal."""
    absent = {"discard": NOBODY, "take": NOBODY, "trick": 0}.get(name)
    return None if absent is None else values == absent
