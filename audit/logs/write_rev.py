"""The canonical `.rev` text of deals: Spanish keys in a fixed order, one way to write everything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from audit.cards import NAMES
from audit.logs import fields, keys
from audit.logs.fields import FORBIDDEN_IN_NAMES, spell
from audit.logs.keys import BY_FIELD, TRICK_LETTERS
from audit.logs.layout import anchored, deal_fields, first_seated, header_fields
from audit.logs.quoting import quote, write_json_mark, write_name, write_note, write_text
from audit.model import FONDO, Comment, Deal, Header, OptionValue, Payment

_TRICK_LETTER = TRICK_LETTERS[0]
_HEADER_WORDS = (fields.CLUB, fields.SESSION, fields.DATE, fields.RULES)
_ENDS_IN_NUMBER = re.compile(r"[0-9?]$")


def write_rev(deals: Iterable[Deal]) -> str:
    """The deals as text, those of one header together under it, each in the order in which it came."""
    blocks: dict[tuple[str, ...], list[Deal]] = {}
    known: dict[int, tuple[str, ...]] = {}
    for deal in deals:
        # By the object, for a header is shared by its deals; they keep it alive, so that no other has its id.
        head = known.get(id(deal.header))
        if head is None:
            head = known[id(deal.header)] = tuple(_header_lines(deal.header))
        blocks.setdefault(head, []).append(deal)
    return "\n".join("\n".join([*_block_lines(block), ""]) for block in blocks.values())


def _header_lines(header: Header) -> Iterator[str]:
    yield from _with_comments(header.comments, header_fields(header), _header_texts(header))


def _block_lines(deals: Sequence[Deal]) -> Iterator[str]:
    players = deals[0].players
    yield from _header_lines(first_seated(deals[0].header, players))
    for deal in deals:
        texts = _deal_texts(deal)
        if deal.players != players:
            texts[fields.PLAYERS] = _players_line(deal.players)
        yield ""
        yield from _with_comments(deal.comments, [fields.PLAYERS, *deal_fields(deal)], texts)
        players = deal.players


def _with_comments(comments: Sequence[Comment], found: Sequence[str], texts: Mapping[str, str]) -> Iterator[str]:
    """The line of each field, its comments above and behind it; comments of no field here come last."""
    of_field = anchored(comments)
    for field in found:
        above, behind = of_field.pop(field, ((), None))
        yield from map(_comment_line, above)
        if field in texts:
            yield texts[field] if behind is None else f"{texts[field]} {_comment_line(behind)}"
        elif behind is not None:
            yield _comment_line(behind)
    for above, behind in of_field.values():
        yield from map(_comment_line, above)
        if behind is not None:
            yield _comment_line(behind)


def _comment_line(text: str) -> str:
    return f"; {text}" if text else ";"


def _word(field: str) -> str:
    return BY_FIELD[field].spanish


def _header_texts(header: Header) -> dict[str, str]:
    """The line of each field of a header."""
    plain = {field: getattr(header, field) for field in _HEADER_WORDS}
    texts = {field: f"{_word(field)}: {write_text(text)}" for field, text in plain.items() if text is not None}
    texts[fields.FORMAT] = f"revesino-log {fields.VERSION}"
    for option in header.options:
        value = _option_value(option.value)
        texts[fields.option_field(option.name)] = f"{_word(keys.OPTION)} {write_name(option.name)}: {value}"
    texts[fields.PLAYERS] = _players_line(header.players)
    texts[fields.CARRIED_FONDO] = f"{_word(fields.CARRIED_FONDO)}: {header.carried_fondo}"
    texts[fields.CARRIED_BALANCE] = f"{_word(fields.CARRIED_BALANCE)}: {_numbers(header.carried_balance)}"
    return texts | {name: _extra_line(name, value) for name, value in header.extras.items()}


def _option_value(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "si" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list) and all(isinstance(each, str) and each.isalnum() for each in value):
        return f"[{', '.join(value)}]"
    return write_text(value) if isinstance(value, str) else write_json_mark(value)


def _players_line(players: Sequence[str]) -> str:
    return f"{_word(fields.PLAYERS)}: {', '.join(map(write_name, players))}"


def _extra_line(name: str, value: object) -> str:
    key = quote(name) if not FORBIDDEN_IN_NAMES.isdisjoint(name) else name
    return f"{key}: {write_text(value) if isinstance(value, str) else write_json_mark(value)}"


def _numbers(numbers: Sequence[int | None] | None) -> str:
    return ", ".join("?" if number is None else str(number) for number in numbers or ())


def _signed_numbers(numbers: Sequence[int | None]) -> str:
    return ", ".join("?" if number is None else f"{number:+d}" for number in numbers)


def _cards(cards: Iterable[int] | None) -> str:
    return " ".join(spell(cards or ()))


def deal_lines(deal: Deal) -> dict[str, str]:
    """The canonical line of each field that the deal has, by the field's key, in the order of writing."""
    texts = _deal_texts(deal)
    return {field: texts[field] for field in deal_fields(deal)}


def _deal_texts(deal: Deal) -> dict[str, str]:
    """The line of each field of a deal."""
    recorded = deal.recorded
    texts = {fields.DEAL: f"{_word(fields.DEAL)} {deal.number}"}
    for player, cards in deal.hands.items():
        texts[fields.hand_field(player)] = f"{_word(keys.HAND)} {write_name(player)}: {_cards(cards)}"
    texts[fields.STOCK] = f"{_word(fields.STOCK)}: {_cards(deal.stock)}"
    for each in deal.exchanges:
        exchange = f"{_word(keys.EXCHANGE)} {write_name(each.player)}: {_exchange(each.discard, each.take)}"
        texts[fields.exchange_field(each.player)] = exchange
    for number, trick in deal.tricks.items():
        leader = "" if trick.leader is None else f" {write_name(trick.leader)}"
        texts[fields.trick_field(number)] = f"{_TRICK_LETTER}{number}{leader}: {_cards(trick.cards)}".rstrip()
    for number, winner in recorded.trick_winners.items():
        line = f"{_word(keys.WINS)} {_TRICK_LETTER}{number}: {write_name(winner)}"
        texts[fields.trick_winner_field(number)] = line
    for number, payment in enumerate(recorded.payments, 1):
        texts[fields.payment_field(number)] = _payment_line(payment, deal.players)
    texts |= _texts_of(deal, (fields.DEALER,), write_name)
    texts |= _texts_of(deal.declarations, (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO), write_name)
    texts |= _texts_of(recorded, (fields.WINNER,), write_name)
    texts |= _texts_of(recorded, (fields.POINTS, fields.TRICKS, fields.BALANCE), _numbers)
    texts |= _texts_of(recorded, (fields.NET,), _signed_numbers)
    texts |= _texts_of(recorded, (fields.FONDO_START, fields.FONDO_END), str)
    texts |= _texts_of(deal, (fields.NOTE,), write_note)
    return texts | {name: _extra_line(name, value) for name, value in deal.extras.items()}


def _texts_of(record: object, names: Iterable[str], write: Callable[[Any], str]) -> dict[str, str]:
    """The lines of the fields that the record has a value for."""
    values = ((name, getattr(record, name)) for name in names)
    return {name: f"{_word(name)}: {write(value)}" for name, value in values if value is not None}


def _exchange(discard: int | None, take: int | None) -> str:
    given = "-" if discard is None else NAMES[discard]
    return given if take is None else f"{given} > {NAMES[take]}"


def _payment_line(payment: Payment, players: Sequence[str]) -> str:
    trick = "" if payment.trick is None else f" {_TRICK_LETTER}{payment.trick}"
    label = "" if payment.label is None else f" {write_text(payment.label)}"
    payee = _receiver(payment.payee, players)
    return f"{_word(keys.PAYMENT)}{trick}: {write_name(payment.payer)} > {payee} {payment.amount}{label}"


def _receiver(name: str, players: Sequence[str]) -> str:
    """The receiver, quoted where the amount behind it could be taken for a part of a longer name."""
    longer = any(other.startswith(f"{name} ") for other in (*players, FONDO))
    return quote(name) if longer or _ENDS_IN_NUMBER.search(name) else write_name(name)
