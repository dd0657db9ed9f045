"""The canonical `.rev` text of deals: Spanish keys in a fixed order, one way to write everything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from audit.cards import NAMES
from audit.logs import fields, keys
from audit.logs.fields import FORBIDDEN_IN_NAMES, spell
from audit.logs.keys import BY_FIELD, TRICK_LETTERS
from audit.logs.layout import anchored, deal_fields, header_fields
from audit.logs.quoting import quote, write_json_mark, write_name, write_note, write_text
from audit.model import FONDO, Comment, Deal, Header, OptionValue, Payment

_TRICK_LETTER = TRICK_LETTERS[0]
_PLAYERS = BY_FIELD[fields.PLAYERS].spanish
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
    parts = ["\n".join([*head, *_block_lines(block), ""]) for head, block in blocks.items()]
    return "\n".join(parts)


def _header_lines(header: Header) -> Iterator[str]:
    yield from _with_comments(header.comments, header_fields(header), lambda field: _header_line(header, field))


def _block_lines(deals: Sequence[Deal]) -> Iterator[str]:
    players = deals[0].header.players
    for deal in deals:
        found = deal_fields(deal)
        if deal.players != players or any(comment.anchor == fields.PLAYERS for comment in deal.comments):
            found.insert(0, fields.PLAYERS)
        yield ""
        yield from _with_comments(deal.comments, found, _deal_line_of(deal, reseated=deal.players != players))
        players = deal.players


def _with_comments(
    comments: Sequence[Comment], found: Sequence[str], line_of: Callable[[str], str]
) -> Iterator[str]:
    """The line of each field, its comments above and behind it; comments of no field here come last."""
    of_field = anchored(comments)
    for field in found:
        above, behind = of_field.pop(field, ((), None))
        yield from map(_comment_line, above)
        line = line_of(field)
        if line:
            yield line if behind is None else f"{line} {_comment_line(behind)}"
    for above, behind in of_field.values():
        yield from map(_comment_line, above)
        if behind is not None:
            yield _comment_line(behind)


def _comment_line(text: str) -> str:
    return f"; {text}" if text else ";"


def _header_line(header: Header, field: str) -> str:
    word = BY_FIELD[field].spanish if field in BY_FIELD else ""
    if field == fields.FORMAT:
        return f"revesino-log {fields.VERSION}"
    if field in header.extras:
        return _extra_line(field, header.extras[field])
    if field == fields.PLAYERS:
        return _players_line(header.players)
    if field == fields.CARRIED_FONDO:
        return f"{word}: {header.carried_fondo}"
    if field == fields.CARRIED_BALANCE:
        return f"{word}: {_numbers(header.carried_balance)}"
    if field in {fields.CLUB, fields.SESSION, fields.DATE, fields.RULES}:
        return f"{word}: {write_text(getattr(header, field))}"
    name = field.removeprefix(fields.option_field(""))
    value = next(option.value for option in header.options if option.name == name)
    return f"{BY_FIELD[keys.OPTION].spanish} {write_name(name)}: {_option_value(value)}"


def _option_value(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "si" if value else "no"
    if isinstance(value, list):
        return write_text(f"[{', '.join(value)}]")
    return write_text(value) if isinstance(value, str) else str(value)


def _players_line(players: Sequence[str]) -> str:
    return f"{_PLAYERS}: {', '.join(map(write_name, players))}"


def _extra_line(name: str, value: object) -> str:
    key = quote(name) if not FORBIDDEN_IN_NAMES.isdisjoint(name) else name
    return f"{key}: {write_text(value) if isinstance(value, str) else write_json_mark(value)}"


def _numbers(numbers: Sequence[int | None] | None, form: str = "d") -> str:
    return ", ".join("?" if number is None else format(number, form) for number in numbers or ())


def _cards(cards: Iterable[int] | None) -> str:
    return " ".join(spell(cards or ()))


def _deal_line_of(deal: Deal, *, reseated: bool) -> Callable[[str], str]:
    """What gives the line of each field of the deal."""
    exchanges = {fields.exchange_field(each.player): each for each in deal.exchanges}

    def line(field: str) -> str:
        family, _, name = field.partition(" ")
        if field == fields.PLAYERS:
            return _players_line(deal.players) if reseated else ""
        if field in deal.extras:
            return _extra_line(field, deal.extras[field])
        if family == keys.TRICK:
            trick = deal.tricks[int(name)]
            leader = "" if trick.leader is None else f" {write_name(trick.leader)}"
            return f"{_TRICK_LETTER}{name}{leader}: {_cards(trick.cards)}".rstrip()
        word = BY_FIELD[family].spanish
        if family == keys.HAND:
            return f"{word} {write_name(name)}: {_cards(deal.hands[name])}"
        if family == keys.EXCHANGE:
            return f"{word} {write_name(name)}: {_exchange(exchanges[field].discard, exchanges[field].take)}"
        if family == keys.WINS:
            return f"{word} {_TRICK_LETTER}{name}: {write_name(deal.recorded.trick_winners[int(name)])}"
        if family == keys.PAYMENT:
            return _payment_line(deal.recorded.payments[int(name) - 1], deal.players)
        return _plain_line(deal, field, word)

    return line


def _plain_line(deal: Deal, field: str, word: str) -> str:
    if field == fields.DEAL:
        return f"{word} {deal.number}"
    if field == fields.STOCK:
        return f"{word}: {_cards(deal.stock)}"
    if field == fields.NOTE:
        return f"{word}: {write_note(deal.note or '')}"
    if field in {fields.POINTS, fields.TRICKS, fields.NET, fields.BALANCE}:
        return f"{word}: {_numbers(getattr(deal.recorded, field), '+d' if field == fields.NET else 'd')}"
    if field in {fields.FONDO_START, fields.FONDO_END}:
        return f"{word}: {getattr(deal.recorded, field)}"
    holder = next(each for each in (deal.declarations, deal.recorded, deal) if hasattr(each, field))
    return f"{word}: {write_name(getattr(holder, field))}"


def _exchange(discard: int | None, take: int | None) -> str:
    if discard is None:
        return "-"
    return NAMES[discard] if take is None else f"{NAMES[discard]} > {NAMES[take]}"


def _payment_line(payment: Payment, players: Sequence[str]) -> str:
    word = BY_FIELD[keys.PAYMENT].spanish
    trick = "" if payment.trick is None else f" {_TRICK_LETTER}{payment.trick}"
    label = "" if payment.label is None else f" {write_text(payment.label)}"
    payee = _receiver(payment.payee, players)
    return f"{word}{trick}: {write_name(payment.payer)} > {payee} {payment.amount}{label}"


def _receiver(name: str, players: Sequence[str]) -> str:
    """The receiver, quoted where the amount behind it could be taken for a part of a longer name."""
    longer = any(other.startswith(f"{name} ") for other in (*players, FONDO))
    return quote(name) if longer or _ENDS_IN_NUMBER.search(name) else write_name(name)
