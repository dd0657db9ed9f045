"""Score sheets of deals as they were recorded, nothing judged: a row a deal, to be read again as a log.

The columns are those of a log's score sheet, in the language that is spoken; of several sessions those that any of
them needs. What no column can hold is counted, so that it can be told.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from audit.language import current
from audit.logs import fields
from audit.logs.fields import spell
from audit.logs.keys import OPTION
from audit.logs.quoting import write_name
from audit.model import Deal, Header, OptionValue
from audit.refusal import Refused
from audit.sheet.csv_sheet import Value, csv_of, heading
from audit.sheet.figures import PER_PLAYER
from audit.sheet.xlsx_sheet import CREATED, Book
from audit.text.lines import plain

PLAYS = {"es": "jugadas", "pt": "jogadas"}
"""The heading of the column of tricks, `plays` in English."""

_DECLARED = (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO)
_MISSING_TRICK = "?"

Cells = dict[str, Value]
"""What stands under each heading of one row."""

LOST: tuple[str, ...] = ("hands", "stock", "exchanges", "trick_winners", "payments", "comments", "extras", "long_texts")
"""What a score sheet has no column for, or a workbook's cell no room."""

CELL_CHARS = 32_767
"""The longest text that a workbook's cell holds."""

ROWS, COLUMNS = 2**20, 2**14
"""What a sheet of a workbook has."""


def table(deals: Sequence[Deal]) -> tuple[list[str], list[list[Value]]]:
    """The headings and the rows."""
    rows = [_row(deal) for deal in deals]
    present = {name for row in rows for name in row}
    headings = [name for name in _order(deals) if name in present]
    return headings, [[row.get(name, "") for name in headings] for row in rows]


def recorded_csv(deals: Sequence[Deal]) -> str:
    """The deals as the text of a CSV file."""
    return csv_of(*table(deals))


def recorded_xlsx(deals: Sequence[Deal]) -> bytes:
    """The deals as the bytes of a workbook of one sheet. Raises `Refused` when it has no room for them."""
    headings, rows = table(deals)
    if len(rows) >= ROWS or len(headings) > COLUMNS:
        raise Refused("format.sheet-too-small", rows=ROWS, columns=COLUMNS)
    book = Book(CREATED)
    page = book.page(fields.DEAL)
    book.table(page, 0, headings, rows)
    page.freeze_panes(1, 0)
    book.book.close()
    return book.bytes.getvalue()


def lost(deals: Sequence[Deal], *, in_workbook: bool = False) -> dict[str, int]:
    """By what it is (`LOST`): how many deals have something that a score sheet cannot hold."""
    counts: Counter[str] = Counter(what for deal in deals for what in _lost_of(deal))
    if in_workbook:
        counts["long_texts"] = sum(_has_long_text(deal) for deal in deals)
    return {what: counts[what] for what in LOST if counts[what]}


def _lost_of(deal: Deal) -> Iterator[str]:
    recorded, header = deal.recorded, deal.header
    parts = (deal.hands, deal.stock, deal.exchanges, recorded.trick_winners, recorded.payments)
    yield from (what for what, part in zip(LOST, parts, strict=False) if part)
    if deal.comments or header.comments:
        yield "comments"
    if header.extras or any(not isinstance(value, str) for value in deal.extras.values()):
        yield "extras"


def _has_long_text(deal: Deal) -> bool:
    texts = [deal.note or "", *(value for value in deal.extras.values() if isinstance(value, str))]
    return max(map(len, texts)) > CELL_CHARS


def _order(deals: Sequence[Deal]) -> list[str]:
    """Every heading that there may be, in the order of a score sheet."""
    headers = list({id(deal.header): deal.header for deal in deals}.values())
    names = list(dict.fromkeys(name for deal in deals for name in (*deal.header.players, *deal.players)))
    found = [heading(field) for field in (fields.CLUB, fields.SESSION, fields.DATE, fields.RULES)]
    found += [heading(OPTION, option.name) for header in headers for option in header.options]
    found.append(heading(fields.CARRIED_FONDO))
    found += [heading(fields.CARRIED_BALANCE, name) for name in names]
    found += [heading(field) for field in (fields.PLAYERS, fields.DEAL, fields.DEALER, *_DECLARED)]
    found += [_plays_heading(), heading(fields.WINNER), heading(fields.FONDO_START), heading(fields.FONDO_END)]
    found += [heading(what, name) for what in PER_PLAYER for name in names]
    found += [name for deal in deals for name in deal.extras]
    return list(dict.fromkeys([*found, heading(fields.NOTE)]))


def _plays_heading() -> str:
    return PLAYS.get(current(), "plays")


def _row(deal: Deal) -> Cells:
    """The cells of a deal that are not blank."""
    recorded, declared = deal.recorded, deal.declarations
    row = _head(deal.header)
    row[heading(fields.PLAYERS)] = ", ".join(write_name(name) for name in deal.players)
    row[heading(fields.DEAL)] = deal.number
    single: dict[str, Value | None] = {
        fields.DEALER: deal.dealer,
        **{field: getattr(declared, field) for field in _DECLARED},
        fields.WINNER: recorded.winner,
        fields.FONDO_START: recorded.fondo_start,
        fields.FONDO_END: recorded.fondo_end,
        fields.NOTE: deal.note,
    }
    row |= {heading(field): value for field, value in single.items() if value is not None}
    for what in PER_PLAYER:
        row |= _by_player(what, deal.players, getattr(recorded, what))
    if deal.tricks:
        row[_plays_heading()] = _plays(deal)
    return row | {name: value for name, value in deal.extras.items() if isinstance(value, str)}


def _head(header: Header) -> Cells:
    """What a row says of its session."""
    row: Cells = {heading(fields.CLUB): header.club, heading(fields.SESSION): header.session}
    row[heading(fields.RULES)] = header.rules
    if header.date is not None:
        row[heading(fields.DATE)] = header.date
    if header.carried_fondo is not None:
        row[heading(fields.CARRIED_FONDO)] = header.carried_fondo
    row |= {heading(OPTION, option.name): _option(option.value) for option in header.options}
    row |= _by_player(fields.CARRIED_BALANCE, header.players, header.carried_balance)
    return row


def _by_player(what: str, players: Sequence[str], values: Sequence[int | None] | None) -> Cells:
    """The cells of those players of whom something is recorded."""
    return {heading(what, name): value for name, value in zip(players, values or (), strict=False) if value is not None}


def _option(value: OptionValue) -> str:
    return plain(value) if isinstance(value, bool | int | str | list) else json.dumps(value, ensure_ascii=False)


def _plays(deal: Deal) -> str:
    """The tricks up to the last one recorded, each with its leader."""
    found = []
    for number in range(1, max(deal.tricks) + 1):
        trick = deal.tricks.get(number)
        cards = " ".join(spell(trick.cards or ())) if trick else ""
        leader = f"{write_name(trick.leader)}: " if trick and trick.leader is not None else ""
        found.append(leader + (cards or _MISSING_TRICK))
    return " | ".join(found)
