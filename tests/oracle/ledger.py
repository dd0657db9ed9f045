"""Tantos move between accounts; an entry is never edited or deleted."""

from dataclasses import dataclass, field
from typing import Any

FONDO = "fondo"


@dataclass
class Entry:
    """One movement."""

    trick: int | None
    rule: str
    payer: str
    payee: str
    amount: int

    def as_dict(self) -> dict[str, Any]:
        """The form that the report publishes."""
        return {
            "trick": self.trick,
            "rule": self.rule,
            "from": self.payer,
            "to": self.payee,
            "amount": self.amount,
        }


@dataclass
class Ledger:
    """The entries of one deal and what the fondo holds after them."""

    fondo: int
    entries: list[Entry] = field(default_factory=list)

    def pay(self, rule: str, payer: str, payee: str, amount: int, trick: int | None = None) -> None:
        """Enter a movement; entries of 0 are left out."""
        if amount == 0:
            return
        self.entries.append(Entry(trick, rule, payer, payee, amount))
        if payee == FONDO:
            self.fondo += amount
        if payer == FONDO:
            self.fondo -= amount

    def net(self, players: list[str]) -> dict[str, int]:
        """What the deal brought each player, stakes included."""
        total = dict.fromkeys(players, 0)
        for entry in self.entries:
            if entry.payer != FONDO:
                total[entry.payer] -= entry.amount
            if entry.payee != FONDO:
                total[entry.payee] += entry.amount
        return total
