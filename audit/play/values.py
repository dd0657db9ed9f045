"""A deal played again, as values."""

from __future__ import annotations

from dataclasses import dataclass

from audit.registry import card_of
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sheet.cells import Cell
from audit.sheet.figures import DealFigures


@dataclass(frozen=True)
class Entry:
    """A movement of the ledger, and the payment that was recorded for it."""

    trick: int | None
    rule: str
    payer: str
    payee: str
    amount: int | None
    """`None` where it hangs on what the fondo held, of an entry that was not made."""
    doubled: bool = False
    """The amount is double, for the first or the last trick."""
    claim: Row | None = None
    """The recorded payment, right or of another amount."""
    lacking: bool = False
    """Other payments of the deal are recorded, and this one is not."""


@dataclass(frozen=True)
class Card:
    """A card on the table."""

    player: str | None
    """`None` where it is not known who played it."""
    name: str
    counts: bool = True
    """False for one that cannot be (of no deck, seen twice, another's to play), and so counts as unknown."""


@dataclass(frozen=True)
class TrickPlay:
    """A trick."""

    number: int
    leader: str | None
    cards: tuple[Card, ...]
    """In order of play."""
    winner: Cell
    points: int | None
    """`None` where a card is not known."""
    entries: tuple[Entry, ...] = ()
    loose: tuple[Row, ...] = ()
    """Recorded payments that stand for no entry, as claims of the report."""
    withheld: tuple[Entry, ...] = ()
    """What a renuncio kept from being paid."""
    fondo: int | None = None
    """What the fondo holds after it."""

    def card_of(self, entry: Entry) -> str:
        """The card that an entry of the trick is for, where it is for one."""
        side = card_of(entry.rule)
        if side is None:
            return ""
        who = entry.payer if side == "payer" else entry.payee
        return next((one.name for one in self.cards if one.player == who), "")


@dataclass(frozen=True)
class DealPlay:
    """A deal, played again."""

    figures: DealFigures
    ruleset: Ruleset | None
    stakes: tuple[Entry, ...] = ()
    tricks: tuple[TrickPlay, ...] = ()
    after: tuple[Entry, ...] = ()
    """What moved when the tricks were over."""
    loose: tuple[Row, ...] = ()
    withheld: tuple[Entry, ...] = ()
    reason: str | None = None
    """Why the ledger is not known, where it is not."""
    paid: bool = False
    """Some payments of the deal were recorded."""

    @property
    def is_settled(self) -> bool:
        """It is known what moved, and when."""
        return self.ruleset is not None and self.reason is None
