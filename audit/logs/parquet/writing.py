"""Deals as a Parquet file: sessions contiguous, their deals by number, a session in one group of rows if it can be."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from audit.logs import fields
from audit.logs.limits import GROUP_ROWS_WRITTEN, TRICK_CARDS, TRICKS
from audit.logs.parquet import columns as c
from audit.model import FONDO, Comment, Deal

_HEADER = (fields.CLUB, fields.SESSION, fields.DATE, fields.RULES, fields.CARRIED_FONDO, fields.CARRIED_BALANCE)
_DECLARED = (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO)
_RECORDED = (fields.POINTS, fields.TRICKS, fields.FONDO_START, fields.FONDO_END, fields.NET, fields.BALANCE)

Seat = Callable[[str | None], int | None]


def write_parquet(deals: Iterable[Deal]) -> bytes:
    """The deals as the bytes of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from audit.logs.parquet.arrow import schema

    out = io.BytesIO()
    with pq.ParquetWriter(out, schema(), compression="zstd", write_page_checksum=True) as writer:
        for group in _groups(in_order(deals)):
            rows = [_row(deal) for deal in group]
            table = pa.Table.from_arrays(
                [pa.array([row.get(one.name) for row in rows], one.type) for one in schema()], schema=schema()
            )
            writer.write_table(table, row_group_size=max(len(rows), 1))
    return out.getvalue()


def in_order(deals: Iterable[Deal]) -> list[list[Deal]]:
    """The deals by session, in the order in which the sessions came, each by the number of the deal."""
    sessions: dict[tuple[str, str], list[Deal]] = {}
    for deal in deals:
        sessions.setdefault((deal.header.club, deal.header.session), []).append(deal)
    return [sorted(session, key=lambda deal: deal.number) for session in sessions.values()]


def _groups(sessions: Sequence[Sequence[Deal]]) -> Iterator[list[Deal]]:
    group: list[Deal] = []
    for session in sessions:
        if group and len(group) + len(session) > GROUP_ROWS_WRITTEN:
            yield group
            group = []
        group += session
        while len(group) > GROUP_ROWS_WRITTEN:
            yield group[:GROUP_ROWS_WRITTEN]
            group = group[GROUP_ROWS_WRITTEN:]
    if group:
        yield group


def _row(deal: Deal) -> dict[str, Any]:
    """What each column says of the deal; nothing where it is not recorded."""
    header, recorded = deal.header, deal.recorded
    places = {name: place for place, name in enumerate(deal.players)}

    def seat(name: str | None) -> int | None:
        return None if name is None else places[name]

    row: dict[str, Any] = {name: getattr(header, name) for name in _HEADER}
    row |= {name: getattr(recorded, name) for name in _RECORDED}
    row |= {name: seat(getattr(deal.declarations, name)) for name in _DECLARED}
    row |= {
        c.OPTIONS: _json({option.name: option.value for option in header.options}),
        c.SEATED_FIRST: header.players,
        c.HEADER_EXTRAS: _json(dict(header.extras)),
        c.HEADER_COMMENTS: _comments(header.comments),
        fields.PLAYERS: deal.players,
        fields.DEAL: deal.number,
        fields.DEALER: seat(deal.dealer),
        c.HANDS: [deal.hands.get(name) for name in deal.players] if deal.hands else None,
        fields.STOCK: deal.stock or [None] * 3,
        c.EXCHANGES: [
            {"player": seat(one.player), "discard": one.discard, "take": one.take} for one in deal.exchanges
        ] or None,
        fields.WINNER: seat(recorded.winner),
        c.TRICK_WINNERS: [seat(recorded.trick_winners.get(number)) for number in range(1, TRICKS + 1)],
        c.PAYMENTS: _payments(deal, seat),
        fields.NOTE: deal.note,
        c.EXTRAS: _json(dict(deal.extras)),
        c.COMMENTS: _comments(deal.comments),
    }  # fmt: skip
    row[c.LEADERS], row[c.CARDS] = _tricks(deal, seat)
    return row


def _tricks(deal: Deal, seat: Seat) -> tuple[list[int | None], list[int | None]]:
    leaders: list[int | None] = [None] * TRICKS
    cards: list[int | None] = [None] * (TRICKS * TRICK_CARDS)
    for number, trick in deal.tricks.items():
        leaders[number - 1] = seat(trick.leader)
        if trick.cards is not None:
            cards[(number - 1) * TRICK_CARDS : number * TRICK_CARDS] = trick.cards
    return leaders, cards


def _payments(deal: Deal, seat: Seat) -> list[dict[str, Any]] | None:
    """The payments; a player's name goes before the pot's."""
    known = frozenset(deal.players)

    def account(name: str) -> int | None:
        return c.FONDO_SEAT if name == FONDO and name not in known else seat(name)

    return [
        {
            "trick": one.trick, "payer": account(one.payer), "payee": account(one.payee),
            "amount": one.amount, "label": one.label,
        }
        for one in deal.recorded.payments
    ] or None  # fmt: skip


def _json(value: object) -> str | None:
    return json.dumps(value, ensure_ascii=False) if value else None


def _comments(comments: Sequence[Comment]) -> str | None:
    found = [{"anchor": one.anchor, "text": one.text, "behind": one.behind} for one in comments]
    return _json(found)
