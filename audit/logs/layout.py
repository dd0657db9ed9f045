"""In which order a record's fields are written, and to which of them each comment belongs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

import msgspec

from audit.logs import fields, keys
from audit.model import Comment, Deal, Header

_HEADER_ORDER = (
    fields.FORMAT, fields.CLUB, fields.SESSION, fields.DATE, fields.RULES, keys.OPTION, fields.PLAYERS,
    fields.CARRIED_FONDO, fields.CARRIED_BALANCE, "x-", fields.END,
)  # fmt: skip
_DEAL_ORDER = (
    fields.PLAYERS, fields.DEAL, fields.DEALER, keys.HAND, fields.STOCK, keys.EXCHANGE,
    fields.NAPOLITANA, fields.ESPAGNOLETTE, keys.TRICK, fields.REVESINO,
    fields.POINTS, fields.TRICKS, keys.WINS, fields.WINNER, keys.PAYMENT,
    fields.FONDO_START, fields.FONDO_END, fields.NET, fields.BALANCE, "x-", fields.NOTE, fields.END,
)  # fmt: skip
_FAMILY_OF = {name: place for place, name in enumerate(_DEAL_ORDER)}
_HEADER_FAMILY_OF = {name: place for place, name in enumerate(_HEADER_ORDER)}
_BY_PLAYER = frozenset({keys.HAND, keys.EXCHANGE})
_NUMBER = re.compile(r"[0-9]{1,9}")
_NO_ROOM_BEHIND = frozenset({fields.NOTE, fields.END})
"""A note runs to the end of its line, and the end of a record is no line."""


def header_fields(header: Header) -> list[str]:
    """The fields that a header has, in the order in which they are written."""
    found = [fields.FORMAT, fields.CLUB, fields.SESSION]
    found += [fields.DATE] if header.date is not None else []
    found += [fields.RULES, *(fields.option_field(option.name) for option in header.options), fields.PLAYERS]
    found += [fields.CARRIED_FONDO] if header.carried_fondo is not None else []
    found += [fields.CARRIED_BALANCE] if header.carried_balance is not None else []
    return [*found, *header.extras]


def deal_fields(deal: Deal) -> list[str]:
    """The fields that a deal has, in the order in which they are written."""
    recorded = deal.recorded
    found = [fields.DEAL]
    found += [fields.DEALER] if deal.dealer is not None else []
    found += [fields.hand_field(player) for player in deal.players if player in deal.hands]
    found += [fields.STOCK] if deal.stock is not None else []
    found += [fields.exchange_field(exchange.player) for exchange in deal.exchanges]
    found += _given(deal.declarations, (fields.NAPOLITANA, fields.ESPAGNOLETTE))
    found += [fields.trick_field(number) for number in sorted(deal.tricks)]
    found += _given(deal.declarations, (fields.REVESINO,))
    found += _given(recorded, (fields.POINTS, fields.TRICKS))
    found += [fields.trick_winner_field(number) for number in sorted(recorded.trick_winners)]
    found += _given(recorded, (fields.WINNER,))
    found += [fields.payment_field(number) for number in range(1, len(recorded.payments) + 1)]
    found += _given(recorded, (fields.FONDO_START, fields.FONDO_END, fields.NET, fields.BALANCE))
    found += deal.extras
    return [*found, *_given(deal, (fields.NOTE,))]


def _given(record: object, names: Iterable[str]) -> list[str]:
    return [name for name in names if getattr(record, name) is not None]


def place_header_comments(comments: Iterable[Comment], header: Header) -> tuple[Comment, ...]:
    """The comments in the order of the fields that they belong to; see `_place`."""
    return _place(comments, header_fields(header), _HEADER_FAMILY_OF, header.players)


def place_deal_comments(comments: Sequence[Comment], deal: Deal) -> tuple[Comment, ...]:
    """The comments in the order of the fields that they belong to; see `_place`."""
    if not comments:
        return ()
    found = deal_fields(deal)
    if any(comment.anchor == fields.PLAYERS for comment in comments):
        found.insert(0, fields.PLAYERS)
    return _place(comments, found, _FAMILY_OF, deal.players)


def _place(
    comments: Iterable[Comment], found: Sequence[str], families: Mapping[str, int], players: Sequence[str]
) -> tuple[Comment, ...]:
    """Each comment at a field that is there: its own, else the next one that is written, else the end.

    Written and read again they come out in the same order at the same fields.
    """
    order = {name: place for place, name in enumerate(found)}
    # The first field of a higher rank is the first at which the highest rank so far is higher.
    highest = list(accumulate((_rank(name, families, players) for name in found), max))
    above: dict[int, list[Comment]] = {}
    behind: dict[int, Comment] = {}
    for comment in comments:
        own = order.get(comment.anchor)
        if own is None:
            own = bisect_right(highest, _rank(comment.anchor, families, players))
        name = found[own] if own < len(found) else fields.END
        room = comment.behind and comment.anchor == name and own not in behind and name not in _NO_ROOM_BEHIND
        if room:
            behind[own] = comment
        else:
            above.setdefault(own, []).append(Comment(name, comment.text))
    placed: list[Comment] = []
    for place in sorted(above.keys() | behind.keys()):
        placed += above.get(place, ())
        placed += [behind[place]] if place in behind else []
    return tuple(placed)


def _rank(name: str, families: Mapping[str, int], players: Sequence[str]) -> tuple[int, int]:
    """Where a field stands among all that a record may have, whether this record has it or not."""
    if name in families:
        return families[name], 0
    family, _, rest = name.partition(" ")
    if family not in families:
        return families["x-" if name.startswith("x-") else fields.END], 0
    if family in _BY_PLAYER:
        return families[family], players.index(rest) if rest in players else len(players)
    return families[family], int(rest) if _NUMBER.fullmatch(rest) else 0


def first_seated(header: Header, players: tuple[str, ...]) -> Header:
    """The header as it is when the first deal that is left of it has other players than it says.

    Balances go with their names, of who is not there as a comment; of who was not there none is known.
    """
    carried = dict(zip(header.players, header.carried_balance or (), strict=False))
    balance = tuple(map(carried.get, players)) if header.carried_balance is not None else None
    gone = [
        f"saldo previo {name}: {carried[name]}" for name in carried.keys() - set(players) if carried[name] is not None
    ]
    comments = [*header.comments, *(Comment(fields.CARRIED_BALANCE, text) for text in sorted(gone))]
    header = msgspec.structs.replace(header, players=players, carried_balance=balance)
    return msgspec.structs.replace(header, comments=place_header_comments(comments, header)) if gone else header


def anchored(comments: Sequence[Comment]) -> dict[str, tuple[list[str], str | None]]:
    """By field: the comments above it, and the one behind it."""
    found: dict[str, tuple[list[str], str | None]] = {}
    for comment in comments:
        above, behind = found.get(comment.anchor, ([], None))
        if comment.behind and behind is None:
            behind = comment.text
        else:
            above.append(comment.text)
        found[comment.anchor] = (above, behind)
    return found
