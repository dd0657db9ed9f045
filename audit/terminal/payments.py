"""A payment at the terminal: who pays whom, what for, by which rule, and how what was written down stands to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from audit.language import _
from audit.play import Entry
from audit.rows import Row
from audit.terminal import marks
from audit.text.figures import REASONS
from audit.text.figures import entry as entry_words
from audit.text.lines import Line, number, times

_SAID = ("from", "to", "recorded", "verdict", "reason", "rule", "carried_from")
"""What is said of a recorded payment that stands for no movement."""


class PaymentText:
    """Payments in words; it remembers which rules it named and which signs it showed."""

    def __init__(self, name: Callable[[str], str]) -> None:
        self._name = name
        self.rules: set[str] = set()
        self.signs: set[str] = set()

    def entry(self, entry: Entry, card: str, indent: str = "    ") -> Line:
        """A movement, and by its sign whether it was written down."""
        words = entry_words(entry.rule, card, doubled=entry.doubled)
        text = f"{self._between(entry.payer, entry.payee)} {number(entry.amount or 0)}"
        rules = [self.cite(entry.rule), *([self.cite("P4")] if entry.doubled else [])]
        text += (f": {words}" if words else "") + f" [{', '.join(rules)}]"
        claim, sign, role = entry.claim, " ", "plain"
        if claim is not None:
            sign, role = marks.RIGHT, "plain"
            if claim["verdict"] == "contradicted":
                sign, role = (marks.WRONG, "bad") if claim["carried_from"] is None else (marks.CARRIED, "faint")
                text = _("{payment}; recorded: {amount}").format(payment=text, amount=number(claim["recorded"]))
        elif entry.lacking:
            sign, role = marks.LACKING, "open"
        if sign != " ":
            self.signs.add(sign)
        return Line(f"{indent}{sign} {text}", role)

    def withheld(self, entry: Entry, card: str, indent: str) -> Line:
        """A payment that a renuncio kept from being made."""
        words = {
            "payment": self._between(entry.payer, entry.payee) + ("" if entry.amount is None else f" {entry.amount}"),
            "what": entry_words(entry.rule, card, doubled=False) or entry.rule,
            "player": self._name(entry.payee),
            "rule": self.cite("K2"),
        }
        text = _("{payment}: {what}, but not paid, since {player} made a renuncio [{rule}]").format(**words)
        return Line(f"{indent}  {text}", "faint")

    def loose(self, claims: Sequence[Row], indent: str) -> Iterator[Line]:
        """Recorded payments that the rules do not make, or of which nobody can say; those alike once."""
        alike: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
        for claim in claims:
            alike[tuple(claim[name] for name in _SAID)].append(claim)
        for ones in alike.values():
            line = self._loose(ones[0], indent)
            yield line._replace(text=times(line.text, len(ones)))

    def _loose(self, claim: Row, indent: str) -> Line:
        words = {"payment": self._between(claim["from"], claim["to"]), "amount": number(claim["recorded"])}
        if claim["verdict"] == "undetermined":
            self.signs.add(marks.OPEN)
            reason = _(REASONS[claim["reason"]])
            text = _("{payment}: {amount} recorded; not decided: {reason}").format(reason=reason, **words)
            return Line(f"{indent}{marks.OPEN} {text}", "open")
        if claim["verdict"] == "confirmed":
            # Nothing was due, and nothing is what was written.
            self.signs.add(marks.RIGHT)
            return Line(f"{indent}{marks.RIGHT} {words['payment']} {words['amount']}")
        text = _("{payment}: {amount} recorded, not due").format(**words)
        text += f" [{self.cite(claim['rule'])}]" if claim["rule"] else ""
        sign, role = (marks.WRONG, "bad") if claim["carried_from"] is None else (marks.CARRIED, "faint")
        self.signs.add(sign)
        return Line(f"{indent}{sign} {text}", role)

    def _between(self, payer: str, payee: str) -> str:
        return f"{self._name(payer)} → {self._name(payee)}"

    def cite(self, rule: str | None) -> str:
        """The rule, whose clause is told at the end."""
        if rule:
            self.rules.add(rule)
        return rule or ""
