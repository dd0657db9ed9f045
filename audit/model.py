"""What a club wrote down, as values: one `Deal` a record, with its session's `Header`.

Nothing here is computed. A field that was absent, unknown or could not be read is `None` (or, for a card,
an unknown code of `audit.cards`). Player values are listed in the order of `Deal.players`. Whether two
records say the same is `audit.sessions`' business: it leaves out places, comments, notes and labels.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

FONDO = "fondo"
"""The pot's name wherever an account is named."""

LARGEST = 2**63 - 1
"""The largest whole number that a log may hold and the audit settles exactly."""

OptionValue = object
"""An option's value as it was written, whatever JSON can say; whether it is one the ruleset judges."""


class Place(msgspec.Struct, frozen=True, order=True, gc=False):
    """Where something stands: the file as it was named, the line and the column, both counted from 1."""

    file: str
    line: int
    column: int = 1


class Comment(msgspec.Struct, frozen=True, gc=False):
    """A comment, and the field it belongs to: it stands above the field, or behind it on the same line."""

    anchor: str
    text: str
    behind: bool = False


class Option(msgspec.Struct, frozen=True, gc=False):
    """A house rule as a log names it; whether the ruleset knows it is not the reader's business."""

    name: str
    value: OptionValue
    place: Place


class Header(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the deals of one session block share."""

    club: str
    session: str
    rules: str
    place: Place
    rules_place: Place | None = None
    """Where the ruleset is named: in the text form its value, in JSON the record."""
    date: str | None = None
    options: tuple[Option, ...] = ()
    carried_fondo: int | None = None
    carried_balance: tuple[int | None, ...] | None = None
    players: tuple[str, ...] = ()
    """Those first seated, in order of play: whom `carried_balance` lists."""
    extras: Mapping[str, object] = {}
    comments: tuple[Comment, ...] = ()


class Exchange(msgspec.Struct, frozen=True, gc=False):
    """A recorded exchange; both cards `None` when it was declined, `take` `None` for the dealer."""

    player: str
    discard: int | None
    take: int | None


class Declarations(msgspec.Struct, frozen=True, gc=False):
    """Who declared what before or during the play; `None` when nobody did."""

    napolitana: str | None = None
    espagnolette: str | None = None
    revesino: str | None = None


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A recorded trick: who led, and the cards in order of play (`None` when the list is unusable)."""

    leader: str | None
    cards: tuple[int, ...] | None


class Payment(msgspec.Struct, frozen=True, gc=False):
    """A recorded payment between accounts (a player's name or `FONDO`)."""

    trick: int | None
    payer: str
    payee: str
    amount: int
    label: str | None = None
    line: int = 0


class Recorded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the club wrote down as the outcome; `None` for what it did not."""

    points: tuple[int | None, ...] | None = None
    tricks: tuple[int | None, ...] | None = None
    trick_winners: Mapping[int, str] = {}
    winner: str | None = None
    payments: tuple[Payment, ...] = ()
    fondo_start: int | None = None
    fondo_end: int | None = None
    net: tuple[int | None, ...] | None = None
    balance: tuple[int | None, ...] | None = None


NOTHING_RECORDED = Recorded()
NOTHING_DECLARED = Declarations()


class Deal(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One deal as one record gives it."""

    header: Header
    number: int
    place: Place
    players: tuple[str, ...]
    """Seated in this deal, in order of play; every list of values follows it."""
    dealer: str | None = None
    hands: Mapping[str, tuple[int, ...]] = {}
    """As dealt, before the exchange; any length, as written."""
    stock: tuple[int, ...] | None = None
    exchanges: tuple[Exchange, ...] = ()
    declarations: Declarations = NOTHING_DECLARED
    tricks: Mapping[int, Trick] = {}
    recorded: Recorded = NOTHING_RECORDED
    note: str | None = None
    extras: Mapping[str, object] = {}
    comments: tuple[Comment, ...] = ()
    lines: Mapping[str, int] = {}
    """The line of each field, by the canonical key of `audit.logs.fields` (`"trick 4"`, `"points"`)."""


ProblemCode = Literal[
    "encoding", "unknown-key", "repeated-key", "bad-line", "bad-value", "bad-card", "bad-length",
    "unknown-player", "duplicate-player", "unknown-ruleset", "bad-option", "missing-header",
    "missing-deal-number", "no-deals", "too-large", "unreadable", "plug-in",
]  # fmt: skip


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could not be read, as data; `audit.text` words it.

    `what` tells problems of one code apart (`"bad-line.no-colon"`): it names the wording, which fills in
    `params`. `excerpt` is the text found, cut to a readable length.
    """

    place: Place
    code: ProblemCode
    severity: Literal["note", "warning", "error"]
    what: str
    excerpt: str = ""
    params: Mapping[str, str | int] = {}


class Quarantined(msgspec.Struct, frozen=True):
    """A record that could not be taken as a deal of a session, and the problem code that says why."""

    place: Place
    code: ProblemCode


class Reading(msgspec.Struct, kw_only=True):
    """What reading gave: `records_in == len(deals) + len(quarantined)`, always."""

    deals: list[Deal]
    quarantined: list[Quarantined]
    problems: list[Problem]

    @property
    def records_in(self) -> int:
        """How many deals the files hold, readable or not."""
        return len(self.deals) + len(self.quarantined)
