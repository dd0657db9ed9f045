"""The columns of the bulk form: what docs/schema/revesino-parquet-1.json publishes, and all of it.

A type is written as in JSON: the name of a plain one, `{"list": type}`, with `"size"` where every list has that
length, or `{"struct": {name: type}}`. Only lists of which the length is fixed have a size; what is not known in them is
null. So tricks, cards and stock are arrays of `rows × size` with a mask, and no row need be looked at by itself.
"""

from __future__ import annotations

from typing import NamedTuple

from audit.logs import fields
from audit.logs.limits import STOCK_CARDS, TRICK_CARDS, TRICKS

FORMAT = "revesino-parquet/1"
FORMAT_KEY = "format"
"""Under this key the file's own metadata name the format."""

FONDO_SEAT = -1
"""The pot, where a payment names an account by its place among the players."""

TEXT, JSON, SEAT, CARD, NUMBER = "string", "json", "int8", "uint8", "int64"
"""The plain types. `json` is a string to Arrow; a seat is a place among `players`, from 0; a card is its code."""

Type = str | dict[str, object]


class Column(NamedTuple):
    """A column, and what a row says in it."""

    name: str
    type: Type
    says: str
    required: bool = False

    @property
    def has_texts(self) -> bool:
        """Whether there is text in it."""
        return TEXT in str(self.type) or self.type == JSON


SEATED_FIRST, HEADER_EXTRAS, HEADER_COMMENTS, EXTRAS, COMMENTS, OPTIONS, HANDS, EXCHANGES = (
    "seated_first", "header_extras", "header_comments", "extras", "comments", "options", "hands", "exchanges",
)  # fmt: skip
LEADERS, CARDS, TRICK_WINNERS, PAYMENTS = "trick_leaders", "trick_cards", "trick_winners", "payments"

EXCHANGE: dict[str, Type] = {"player": SEAT, "discard": CARD, "take": CARD}
PAYMENT: dict[str, Type] = {"trick": SEAT, "payer": SEAT, "payee": SEAT, "amount": NUMBER, "label": TEXT}

COLUMNS: tuple[Column, ...] = (
    Column(fields.CLUB, TEXT, "the club", required=True),
    Column(fields.SESSION, TEXT, "the session, unique within the club", required=True),
    Column(fields.DATE, TEXT, "its date as YYYY-MM-DD"),
    Column(fields.RULES, TEXT, "the ruleset", required=True),
    Column(OPTIONS, JSON, "house rules: an object of values by name"),
    Column(fields.CARRIED_FONDO, NUMBER, "what the fondo holds from an earlier session"),
    Column(fields.CARRIED_BALANCE, {"list": NUMBER}, "the balances from an earlier session, as `seated_first`"),
    Column(SEATED_FIRST, {"list": TEXT}, "the players of the session's first deal; null: those of its first row"),
    Column(HEADER_EXTRAS, JSON, "`x-` keys of the session's header: an object"),
    Column(HEADER_COMMENTS, JSON, "comments of the header: a list of objects with `anchor`, `text`, `behind`"),
    Column(fields.PLAYERS, {"list": TEXT}, "who is seated, in order of play", required=True),
    Column(fields.DEAL, NUMBER, "the deal's number, from 1", required=True),
    Column(fields.DEALER, SEAT, "the dealer's seat"),
    Column(HANDS, {"list": {"list": CARD}}, "by seat, the cards as dealt, before the exchange; null: not recorded"),
    Column(fields.STOCK, {"list": CARD, "size": STOCK_CARDS}, "the stock; three nulls: not recorded"),
    Column(EXCHANGES, {"list": {"struct": EXCHANGE}}, "the exchanges; both cards null: declined"),
    Column(fields.NAPOLITANA, SEAT, "who declared it; null: nobody"),
    Column(fields.ESPAGNOLETTE, SEAT, "who declared it; null: nobody"),
    Column(fields.REVESINO, SEAT, "who declared it; null: nobody"),
    Column(LEADERS, {"list": SEAT, "size": TRICKS}, "who led each trick; null: not recorded"),
    Column(
        CARDS,
        {"list": CARD, "size": TRICKS * TRICK_CARDS},
        "the cards of each trick in order of play, four a trick; null: not recorded (64 is a card that is not known)",
    ),
    Column(fields.POINTS, {"list": NUMBER}, "recorded points by seat; null: not recorded"),
    Column(fields.TRICKS, {"list": NUMBER}, "recorded tricks by seat"),
    Column(TRICK_WINNERS, {"list": SEAT, "size": TRICKS}, "the recorded winner of each trick"),
    Column(fields.WINNER, SEAT, "the recorded winner of the deal"),
    Column(
        PAYMENTS,
        {"list": {"struct": PAYMENT}},
        "recorded payments between seats, of which -1 is the fondo; trick null: of the deal",
    ),
    Column(fields.FONDO_START, NUMBER, "the fondo once the deal's stakes are in, recorded"),
    Column(fields.FONDO_END, NUMBER, "the fondo when the deal is settled, recorded"),
    Column(fields.NET, {"list": NUMBER}, "what each seat won or lost by the deal, recorded"),
    Column(fields.BALANCE, {"list": NUMBER}, "the running balances by seat, recorded"),
    Column(fields.NOTE, TEXT, "free text"),
    Column(EXTRAS, JSON, "`x-` keys of the deal: an object"),
    Column(COMMENTS, JSON, "comments of the deal: a list of objects with `anchor`, `text`, `behind`"),
)

BY_NAME: dict[str, Column] = {column.name: column for column in COLUMNS}
REQUIRED: tuple[str, ...] = tuple(column.name for column in COLUMNS if column.required)


def published() -> dict[str, object]:
    """The schema as the JSON document that is published."""
    return {
        "format": FORMAT,
        "metadata": {FORMAT_KEY: FORMAT},
        "columns": [
            {"name": one.name, "type": one.type, "nullable": not one.required, "says": one.says} for one in COLUMNS
        ],
    }
