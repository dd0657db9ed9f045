"""A record of a deal as the columns of a database, and back: nothing that it says is lost.

The plays are one compact value: for each trick up to the last recorded one, a byte for the leader's seat and one for
each card, in order of play. What most records say has a column of its own, in which players are seats. What only few
say (comments, extra fields) is MessagePack, `rest`; and a record that the columns cannot
hold exactly stands in it whole. Where a record stands in a file is kept apart, so that equal records of two files are
one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from audit.model import (
    FONDO,
    LARGEST,
    NOTHING_DECLARED,
    NOTHING_RECORDED,
    Comment,
    Deal,
    Declarations,
    Exchange,
    Header,
    Option,
    Payment,
    Place,
    Recorded,
)
from audit.store import plays
from audit.store.plays import decode_plays, encode_plays

NO_CARDS, NO_LEADER, NO_TRICK = plays.NO_CARDS, plays.NO_LEADER, plays.NO_TRICK

_FONDO_SEAT = -1

_MOST_TRICKS = 127
"""The highest number of a trick that the columns hold, and the longest list of winners."""


class Said(msgspec.Struct, array_like=True, frozen=True, omit_defaults=True):
    """What a record says beside its plays and its header: what its hash is of."""

    dealer: str | None
    hands: tuple[tuple[str, bytes], ...]
    stock: bytes | None
    exchanges: tuple[Exchange, ...]
    declarations: Declarations
    recorded: Recorded
    note: str | None
    extras: str
    comments: tuple[Comment, ...]


class Rest(msgspec.Struct, array_like=True, frozen=True, omit_defaults=True):
    """What a record says beside its columns."""

    extras: str = ""
    comments: tuple[Comment, ...] = ()
    whole: Said | None = None
    """All that it says, where the columns cannot hold it exactly: those are null then."""


class Places(msgspec.Struct, array_like=True, frozen=True):
    """Where a record and its parts stand in one file: lines, and columns where they matter."""

    deal: tuple[int, int]
    header: tuple[int, int]
    rules: tuple[int, int] | None
    options: tuple[tuple[int, int], ...]
    payments: tuple[int, ...]
    """Of the payments, one each; none: they stand where the record does."""
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
    """A record's columns; its header, its lineup and its places have their own. Players are seats, from 0."""

    plays: bytes
    dealer: int | None = None
    hands: Sequence[Sequence[int] | None] | None = None
    stock: Sequence[int] | None = None
    exchanges: Sequence[Mapping[str, int | None]] | None = None
    napolitana: int | None = None
    espagnolette: int | None = None
    revesino: int | None = None
    points: Sequence[int | None] | None = None
    tricks: Sequence[int | None] | None = None
    trick_winners: Sequence[int | None] | None = None
    winner: int | None = None
    payments: Sequence[Mapping[str, Any]] | None = None
    fondo_start: int | None = None
    fondo_end: int | None = None
    net: Sequence[int | None] | None = None
    balance: Sequence[int | None] | None = None
    note: str | None = None
    rest: bytes | None = None


class Where(NamedTuple):
    """Where a record stands in one file, as columns."""

    line: int
    header_line: int | None
    places: bytes | None


_encoder = msgspec.msgpack.Encoder()
_rest_decoder = msgspec.msgpack.Decoder(Rest)
_places_decoder = msgspec.msgpack.Decoder(Places)


_NOTHING_MORE = Rest()


_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


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


def encode_record(deal: Deal) -> StoredRecord:
    """A record without its places."""
    held = _in_columns(deal)
    if held is None:
        return StoredRecord(encode_plays(deal), rest=_encoder.encode(Rest(whole=_said(deal))))
    rest = Rest(extras=_extras(deal), comments=deal.comments)
    return held if rest == _NOTHING_MORE else held._replace(rest=_encoder.encode(rest))


def record_hash(deal: Deal, header_hash: str) -> str:
    """A hash of all that a record says; records that say the same under the same header have the same."""
    head = f"{header_hash}\n{deal.number}\n{_json(deal.players)}\n".encode("utf-8", "surrogatepass")
    return _hash(head + encode_plays(deal) + b"\n" + _encoder.encode(_said(deal)))


def _extras(deal: Deal) -> str:
    return _json(dict(deal.extras)) if deal.extras else ""


def _said(deal: Deal) -> Said:
    payments = tuple(msgspec.structs.replace(one, line=0) for one in deal.recorded.payments)
    winners = dict(sorted(deal.recorded.trick_winners.items()))
    return Said(
        dealer=deal.dealer,
        hands=tuple((name, bytes(cards)) for name, cards in sorted(deal.hands.items())),
        stock=None if deal.stock is None else bytes(deal.stock),
        exchanges=deal.exchanges,
        declarations=deal.declarations,
        recorded=msgspec.structs.replace(deal.recorded, payments=payments, trick_winners=winners),
        note=deal.note,
        extras=_extras(deal),
        comments=deal.comments,
    )


def _in_columns(deal: Deal) -> StoredRecord | None:
    """The record's columns; `None` when they would not give back what it says."""
    recorded, declared = deal.recorded, deal.declarations
    seat: dict[str | None, int] = {name: place for place, name in enumerate(deal.players)}
    odd = len(seat) != len(deal.players) or any(name not in seat for name in deal.hands) or not _fits(recorded)
    seat_or_none = {**seat, None: None}
    accounts = {FONDO: _FONDO_SEAT, **seat}
    if odd:
        return None
    try:
        return StoredRecord(
            plays=encode_plays(deal),
            dealer=seat_or_none[deal.dealer],
            hands=[deal.hands.get(name) for name in deal.players] if deal.hands else None,
            stock=deal.stock,
            exchanges=[
                {"player": seat[one.player], "discard": one.discard, "take": one.take} for one in deal.exchanges
            ] or None,
            napolitana=seat_or_none[declared.napolitana],
            espagnolette=seat_or_none[declared.espagnolette],
            revesino=seat_or_none[declared.revesino],
            points=recorded.points,
            tricks=recorded.tricks,
            trick_winners=_winners(recorded.trick_winners, seat_or_none),
            winner=seat_or_none[recorded.winner],
            payments=[
                {
                    "trick": p.trick, "payer": accounts[p.payer], "payee": accounts[p.payee], "amount": p.amount,
                    "label": p.label,
                }
                for p in recorded.payments
            ] or None,
            fondo_start=recorded.fondo_start,
            fondo_end=recorded.fondo_end,
            net=recorded.net,
            balance=recorded.balance,
            note=deal.note,
        )  # fmt: skip
    except KeyError:
        # Somebody who is not among the players.
        return None


def _winners(winners: Mapping[int, str], seat: Mapping[str | None, int | None]) -> list[int | None] | None:
    """By trick, up to the last of which a winner is recorded."""
    return [seat[winners.get(number)] for number in range(1, max(winners) + 1)] if winners else None


def _fits(recorded: Recorded) -> bool:
    """Whether its tricks and numbers are such as the columns hold."""
    given = (recorded.points, recorded.tricks, recorded.net, recorded.balance)
    values = [value for each in given for value in each or ()]
    values += [recorded.fondo_start, recorded.fondo_end, *(payment.amount for payment in recorded.payments)]
    numbers = [value for value in values if value is not None]
    tricks = [payment.trick for payment in recorded.payments if payment.trick is not None]
    return (
        min(numbers, default=0) >= -LARGEST
        and max(numbers, default=0) <= LARGEST
        and all(0 <= number <= _MOST_TRICKS for number in tricks)
        and all(1 <= number <= _MOST_TRICKS for number in recorded.trick_winners)
    )


def decode_record(
    header: Header, number: int, players: tuple[str, ...], stored: StoredRecord, file: str, places: Places
) -> Deal:
    """The record as it stands in `file`."""
    rest = _rest_decoder.decode(stored.rest) if stored.rest else _NOTHING_MORE
    said = rest.whole or _from_columns(players, stored, rest)
    recorded = said.recorded
    if recorded.payments:
        lines = places.payments or (places.deal[0],) * len(recorded.payments)
        payments = tuple(
            msgspec.structs.replace(one, line=line) for one, line in zip(recorded.payments, lines, strict=True)
        )
        recorded = msgspec.structs.replace(recorded, payments=payments)
    return Deal(
        header=header,
        number=number,
        place=Place(file, *places.deal),
        players=players,
        dealer=said.dealer,
        hands={name: tuple(cards) for name, cards in said.hands},
        stock=None if said.stock is None else tuple(said.stock),
        exchanges=said.exchanges,
        declarations=said.declarations if said.declarations != NOTHING_DECLARED else NOTHING_DECLARED,
        tricks=decode_plays(stored.plays, players),
        recorded=recorded if recorded != NOTHING_RECORDED else NOTHING_RECORDED,
        note=said.note,
        extras=json.loads(said.extras) if said.extras else {},
        comments=said.comments,
        lines=places.lines,
    )


def _from_columns(players: tuple[str, ...], stored: StoredRecord, rest: Rest) -> Said:
    name: dict[int | None, str | None] = {None: None, **dict(enumerate(players))}
    accounts = (*players, FONDO)

    def per_player(values: Sequence[int | None] | None) -> tuple[int | None, ...] | None:
        return None if values is None else tuple(values)

    return Said(
        dealer=name[stored.dealer],
        hands=tuple(
            (who, bytes(cards)) for who, cards in zip(players, stored.hands or (), strict=False) if cards is not None
        ),
        stock=None if stored.stock is None else bytes(stored.stock),
        exchanges=tuple(
            Exchange(players[one["player"] or 0], one["discard"], one["take"]) for one in stored.exchanges or ()
        ),
        declarations=Declarations(name[stored.napolitana], name[stored.espagnolette], name[stored.revesino]),
        recorded=Recorded(
            points=per_player(stored.points),
            tricks=per_player(stored.tricks),
            trick_winners={
                number: players[seat] for number, seat in enumerate(stored.trick_winners or (), 1) if seat is not None
            },
            winner=name[stored.winner],
            payments=tuple(
                Payment(one["trick"], accounts[one["payer"]], accounts[one["payee"]], one["amount"], one["label"])
                for one in stored.payments or ()
            ),
            fondo_start=stored.fondo_start,
            fondo_end=stored.fondo_end,
            net=per_player(stored.net),
            balance=per_player(stored.balance),
        ),
        note=stored.note,
        extras=rest.extras,
        comments=rest.comments,
    )


def encode_places(deal: Deal) -> Where:
    """Where the record and its parts stand."""
    header = deal.header
    rules = header.rules_place
    return shortened(
        Places(
            deal=(deal.place.line, deal.place.column),
            header=(header.place.line, header.place.column),
            rules=(rules.line, rules.column) if rules else None,
            options=tuple((option.place.line, option.place.column) for option in header.options),
            payments=tuple(payment.line for payment in deal.recorded.payments),
            lines=deal.lines,
        )
    )


def shortened(places: Places) -> Where:
    """The columns of `places`: two lines are enough for a record that stands on one, and its header on another."""
    line, head = places.deal[0], places.header
    on_a_line = places.deal[1] == head[1] == 1 and places.rules == head and all(one == head for one in places.options)
    if on_a_line and all(one == line for one in places.payments) and not places.lines:
        return Where(line, head[0], None)
    return Where(line, None, _encoder.encode(places))


def decode_places(line: int, header_line: int | None, places: bytes | None) -> Places:
    """What `encode_places` made."""
    if places is not None:
        return _places_decoder.decode(places)
    head = (line if header_line is None else header_line, 1)
    return Places(deal=(line, 1), header=head, rules=head, options=(), payments=(), lines={})


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
