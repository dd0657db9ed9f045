"""The canonical `.jsonl` text of deals: one object a line, keys in a fixed order, absent fields left out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import msgspec

from audit.cards import NAMES
from audit.logs.fields import spell
from audit.logs.json_header import SESSION_KEYS
from audit.logs.json_record import COMMENTS, FORMAT, MORE_EXTRAS, SESSION
from audit.logs.json_text import Json
from audit.model import Comment, Deal, Header, Payment, Recorded

_RESERVED = frozenset({COMMENTS, MORE_EXTRAS, SESSION})


def write_jsonl(deals: Iterable[Deal]) -> str:
    """The deals, one a line, in the order in which they came."""
    first_seated: dict[str, tuple[str, ...]] = {}
    lines = []
    for deal in deals:
        record, header = _record(deal), deal.header
        more = _more(header)
        session = json.dumps([record.get(key) for key in SESSION_KEYS] + [more])
        # The reader takes the first line's players for those first seated, unless a line says otherwise.
        if first_seated.get(session, deal.players) != header.players:
            more["players"] = header.players
        first_seated.setdefault(session, header.players)
        if more:
            record[SESSION] = more
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


def _more(header: Header) -> dict[str, Json]:
    """What a header has that has no key of its own in this form."""
    given = {"extras": header.extras, "comments": _comments(header.comments)}
    return {key: value for key, value in given.items() if value}


def _record(deal: Deal) -> dict[str, Json]:
    header = deal.header
    options = {option.name: option.value for option in header.options}
    carried = {"fondo": header.carried_fondo, "balance": header.carried_balance}
    own = {key: value for key, value in deal.extras.items() if key not in _RESERVED}
    reserved = {key: value for key, value in deal.extras.items() if key in _RESERVED}
    record = {
        "format": FORMAT,
        "club": header.club,
        "session": header.session,
        "date": header.date,
        "rules": {"id": header.rules, **({"options": options} if options else {})},
        "carried": _given(carried),
        "players": deal.players,
        "deal": deal.number,
        "dealer": deal.dealer,
        "hands": {player: spell(deal.hands[player]) for player in deal.players if player in deal.hands},
        "stock": spell(deal.stock or ()),
        "exchanges": [
            {"player": each.player, "discard": _card(each.discard), "take": _card(each.take)} for each in deal.exchanges
        ],
        "declarations": _given(msgspec.structs.asdict(deal.declarations)),
        "tricks": _tricks(deal),
        "recorded": _recorded(deal.recorded),
        "note": deal.note,
        **own,
        MORE_EXTRAS: reserved,
        COMMENTS: _comments(deal.comments),
    }
    return {key: value for key, value in record.items() if key in own or not _is_absent(value)}


def _is_absent(value: Json) -> bool:
    return value is None or (isinstance(value, dict | list | tuple) and not value)


def _given(fields: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in fields.items() if not _is_absent(value)}


def _card(card: int | None) -> str | None:
    return None if card is None else NAMES[card]


def _tricks(deal: Deal) -> list[Json]:
    """The tricks up to the last one recorded, null where one is missing."""
    found: list[Json] = []
    for number in range(1, max(deal.tricks, default=0) + 1):
        trick = deal.tricks.get(number)
        cards = None if trick is None or trick.cards is None else spell(trick.cards)
        found.append(None if trick is None else {"leader": trick.leader, "cards": cards})
    return found


def _recorded(recorded: Recorded) -> dict[str, Json]:
    given = msgspec.structs.asdict(recorded)
    given["trick_winners"] = {str(number): name for number, name in sorted(recorded.trick_winners.items())}
    given["payments"] = [_payment(each) for each in recorded.payments]
    return _given(given)


def _payment(payment: Payment) -> dict[str, Json]:
    found: dict[str, Json] = {"trick": payment.trick, "from": payment.payer, "to": payment.payee}
    found["amount"] = payment.amount
    return found if payment.label is None else {**found, "label": payment.label}


def _comments(comments: Sequence[Comment]) -> list[Json]:
    return [
        {"anchor": each.anchor, "text": each.text, **({"behind": True} if each.behind else {})} for each in comments
    ]
