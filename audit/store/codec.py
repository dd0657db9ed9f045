"""A record of a deal as the columns of a database, and back: nothing that it says is lost.

The plays are one compact value: for each trick up to the last recorded one, a byte for the leader's place among
the players and one for each card, in order of play. Everything else is MessagePack of the model's own structs;
values that only JSON can say (extra fields, options) are JSON text in it. Where a record stands in a file is kept
apart, so that equal records of two files are one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from audit.model import (
    NOTHING_DECLARED,
    NOTHING_RECORDED,
    Comment,
    Deal,
    Declarations,
    Exchange,
    Header,
    Option,
    Place,
    Recorded,
    Trick,
)

_NOWHERE = Place("", 0)

_NO_LEADER, _NO_TRICK = 255, 254
"""In the place of the leader: none is named; the trick is not recorded."""

_NO_CARDS = 255
"""In the place of a card that is not there: the trick's cards are not usable, or the list is shorter than others."""


class _Rest(msgspec.Struct, array_like=True, frozen=True, omit_defaults=True):
    """What a record says beside its plays and its header."""

    dealer: str | None
    hands: tuple[tuple[str, bytes], ...]
    stock: bytes | None
    exchanges: tuple[Exchange, ...]
    declarations: Declarations
    recorded: Recorded
    note: str | None
    extras: str
    comments: tuple[Comment, ...]


class Places(msgspec.Struct, array_like=True, frozen=True):
    """Where a record and its parts stand in one file: lines, and columns where they matter."""

    deal: tuple[int, int]
    header: tuple[int, int]
    rules: tuple[int, int] | None
    options: tuple[tuple[int, int], ...]
    payments: tuple[int, ...]
    lines: Mapping[str, int]


class StoredHeader(NamedTuple):
    """A header's columns."""

    hash: str
    date: str | None
    rules: str
    options: str
    players: tuple[str, ...]
    carried_fondo: int | None
    carried_balance: tuple[int | None, ...] | None
    rest: str | None


class StoredRecord(NamedTuple):
    """A record's columns; its header and its places have their own."""

    hash: str
    players: tuple[str, ...]
    plays: bytes
    rest: bytes


_encoder = msgspec.msgpack.Encoder()
_rest_decoder = msgspec.msgpack.Decoder(_Rest)
_places_decoder = msgspec.msgpack.Decoder(Places)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# ------------------------------------------------------------------------------------------------- headers


def encode_header(header: Header) -> StoredHeader:
    """A header without its places; headers that say the same have the same hash."""
    rest = {
        "extras": dict(header.extras),
        "comments": [[one.anchor, one.text, one.behind] for one in header.comments],
    }
    columns = (
        header.date,
        header.rules,
        _json([[option.name, option.value] for option in header.options]),
        header.players,
        header.carried_fondo,
        header.carried_balance,
        _json(rest) if header.extras or header.comments else None,
    )
    return StoredHeader(
        _hash(_json((header.club, header.session, *columns)).encode("utf-8", "surrogatepass")), *columns
    )


def decode_header(club: str, session: str, stored: StoredHeader, file: str, places: Places) -> Header:
    """The header as it stands in `file`."""
    rest = json.loads(stored.rest) if stored.rest else {"extras": {}, "comments": []}
    options = json.loads(stored.options)
    at = [Place(file, *place) for place in places.options]
    place = Place(file, *places.header)
    return Header(
        club=club,
        session=session,
        rules=stored.rules,
        place=place,
        rules_place=Place(file, *places.rules) if places.rules else None,
        date=stored.date,
        options=tuple(
            Option(name, value, at[number] if number < len(at) else place)
            for number, (name, value) in enumerate(options)
        ),
        carried_fondo=stored.carried_fondo,
        carried_balance=stored.carried_balance,
        players=stored.players,
        extras=rest["extras"],
        comments=tuple(Comment(*one) for one in rest["comments"]),
    )


# ------------------------------------------------------------------------------------------------- records


def encode_record(deal: Deal, header_hash: str) -> StoredRecord:
    """A record without its places; records that say the same under the same header have the same hash."""
    payments = tuple(msgspec.structs.replace(one, line=0) for one in deal.recorded.payments)
    winners = dict(sorted(deal.recorded.trick_winners.items()))
    rest = _Rest(
        dealer=deal.dealer,
        hands=tuple((name, bytes(cards)) for name, cards in sorted(deal.hands.items())),
        stock=None if deal.stock is None else bytes(deal.stock),
        exchanges=deal.exchanges,
        declarations=deal.declarations,
        recorded=msgspec.structs.replace(deal.recorded, payments=payments, trick_winners=winners),
        note=deal.note,
        extras=_json(dict(deal.extras)) if deal.extras else "",
        comments=deal.comments,
    )
    encoded, plays = _encoder.encode(rest), _encode_plays(deal)
    head = f"{header_hash}\n{deal.number}\n{_json(deal.players)}\n".encode("utf-8", "surrogatepass")
    return StoredRecord(_hash(head + plays + b"\n" + encoded), deal.players, plays, encoded)


def decode_record(header: Header, number: int, stored: StoredRecord, file: str, places: Places) -> Deal:
    """The record as it stands in `file`."""
    rest = _rest_decoder.decode(stored.rest)
    recorded = rest.recorded
    if recorded.payments:
        lines = (*places.payments, *[0] * len(recorded.payments))
        payments = tuple(
            msgspec.structs.replace(one, line=line) for one, line in zip(recorded.payments, lines, strict=False)
        )
        recorded = msgspec.structs.replace(recorded, payments=payments)
    return Deal(
        header=header,
        number=number,
        place=Place(file, *places.deal),
        players=stored.players,
        dealer=rest.dealer,
        hands={name: tuple(cards) for name, cards in rest.hands},
        stock=None if rest.stock is None else tuple(rest.stock),
        exchanges=rest.exchanges,
        declarations=rest.declarations if rest.declarations != NOTHING_DECLARED else NOTHING_DECLARED,
        tricks=_decode_plays(stored.plays, stored.players),
        recorded=recorded if recorded != NOTHING_RECORDED else NOTHING_RECORDED,
        note=rest.note,
        extras=json.loads(rest.extras) if rest.extras else {},
        comments=rest.comments,
        lines=places.lines,
    )


def _encode_plays(deal: Deal) -> bytes:
    """`[width]`, then for each trick the leader's place and `width` cards."""
    width = max((len(trick.cards or ()) for trick in deal.tricks.values()), default=0)
    plays = bytearray([width])
    for number in range(1, max(deal.tricks, default=0) + 1):
        trick = deal.tricks.get(number)
        if trick is None:
            plays += bytes([_NO_TRICK, *[_NO_CARDS] * width])
            continue
        leader = _NO_LEADER if trick.leader is None else deal.players.index(trick.leader)
        cards = trick.cards or ()
        plays += bytes([leader, *cards, *[_NO_CARDS] * (width - len(cards))])
    return bytes(plays)


def _decode_plays(plays: bytes, players: tuple[str, ...]) -> dict[int, Trick]:
    width = plays[0]
    tricks = {}
    for number, begin in enumerate(range(1, len(plays), width + 1), 1):
        leader, cards = plays[begin], plays[begin + 1 : begin + 1 + width].rstrip(bytes([_NO_CARDS]))
        if leader != _NO_TRICK:
            tricks[number] = Trick(None if leader == _NO_LEADER else players[leader], tuple(cards) or None)
    return tricks


def encode_places(deal: Deal) -> bytes:
    """Where the record and its parts stand."""
    header = deal.header
    rules = header.rules_place
    return _encoder.encode(
        Places(
            deal=(deal.place.line, deal.place.column),
            header=(header.place.line, header.place.column),
            rules=(rules.line, rules.column) if rules else None,
            options=tuple((option.place.line, option.place.column) for option in header.options),
            payments=tuple(payment.line for payment in deal.recorded.payments),
            lines=deal.lines,
        )
    )


def decode_places(places: bytes) -> Places:
    """What `encode_places` made."""
    return _places_decoder.decode(places)


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
