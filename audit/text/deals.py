"""One deal with something wrong in it, for a reader: what is against the rules, what is wrong, what follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from audit.cards import NAMES
from audit.model import Deal
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.text.lines import Line, clean, listed, signed

Row = dict[str, Any]

LABELS = {
    "points": "points of {player}",
    "tricks": "tricks of {player}",
    "trick_winner": "winner of trick {trick}",
    "winner": "winner of the deal",
    "payment": "{where}{from} pays {to}",
    "fondo_start": "fondo after the stakes",
    "fondo_end": "fondo at the end",
    "net": "net of {player}",
    "balance": "balance of {player}",
    "dealer": "dealer",
}
"""What a claim is about, in a few words."""

SUBJECTS = {
    "points": "points",
    "tricks": "tricks",
    "trick_winner": "trick winners",
    "winner": "winner",
    "payment": "payments",
    "fondo_start": "fondo",
    "fondo_end": "fondo",
    "net": "nets",
    "balance": "balances",
    "dealer": "dealer",
}
"""What claims are about, taken together."""

CONSEQUENCES = frozenset({"net", "balance"})
"""Claims that are off whenever a payment is."""

WIDEST_LABEL = 40


class DealText:
    """The deals of one session in words; what was said of an earlier one is not said again."""

    def __init__(self, session: Session, cited: dict[str, tuple[Ruleset, set[str]]]) -> None:
        self._rules = session.ruleset
        self._cited = cited
        self._deals = {(deal.number, deal.place.file, deal.place.line): deal for deal in session.deals}
        self._said: dict[tuple[Any, ...], int] = {}

    def deal(self, row: Row, role: str) -> Iterator[Line]:
        """A deal: its findings, what is not recorded, each wrong figure, and what is off because of those."""
        source = row["source"]
        yield Line(f"  Deal {row['deal']}  {row['status']}  {clean(source['file'])}:{source['line']}", role)
        for finding in row["findings"]:
            if finding["code"] != "missing-payment":
                line = f" [line {finding['line']}]" if finding["line"] else ""
                role = "bad" if finding["severity"] == "error" else "open"
                yield Line(f"    {clean(finding['message'])}{line}", role)
        wrong = [one for one in row["claims"] if one["verdict"] == "contradicted" and one["carried_from"] is None]
        unpaid = [finding for finding in row["findings"] if finding["code"] == "missing-payment"]
        causes = [one for one in wrong if one["claim"] not in CONSEQUENCES]
        follow = [one for one in wrong if one["claim"] in CONSEQUENCES]
        if not causes and not unpaid:
            causes, follow = follow, []
        yield from self._causes(causes, row["deal"], self._deals[row["deal"], source["file"], source["line"]])
        yield from self._unpaid(unpaid)
        yield from _consequences(follow)

    def _causes(self, causes: Sequence[Row], number: int, deal: Deal) -> Iterator[Line]:
        labels = [claim_label(one) for one in causes]
        width = min(max(map(len, labels), default=0), WIDEST_LABEL)
        again: dict[int, list[str]] = defaultdict(list)
        shown: set[int] = set()
        for one, label in zip(causes, labels, strict=True):
            key = (label, one["recorded"], one["computed"], one["rule"])
            if self._said.setdefault(key, number) != number:
                again[self._said[key]].append(label)
                continue
            yield Line(f"    {label + ':':<{width + 1}} {self._difference(one)}", "bad")
            trick = one["trick"]
            if trick and trick not in shown and one["claim"] in ("payment", "trick_winner"):
                shown.add(trick)
                yield from _trick(deal, trick)
        for earlier, those in again.items():
            yield Line(f"    wrong just as in deal {earlier}: {listed(those)}", "bad")

    def _difference(self, one: Row) -> str:
        """Recorded, right, difference, rule and line of a wrong figure."""
        right = one["computed"]
        if one["claim"] == "payment" and right == 0:
            said = f"recorded {one['recorded']:,}, not due"
        elif isinstance(one["recorded"], int) and isinstance(right, int):
            off = one["recorded"] - right
            much = "too much" if off > 0 else "too little"
            said = f"recorded {one['recorded']:,}, should be {right:,} ({abs(off):,} {much})"
        else:
            said = f"recorded {clean(str(one['recorded']))}, should be {clean(str(right or 'something else'))}"
        if one["rule"] == "K2":
            said += f", since {clean(one['to'])} made a renuncio"
        if not one["rule"]:
            return f"{said} [line {one['line']}]"
        self._cite(one["rule"])
        return f"{said} [{one['rule']}, line {one['line']}]"

    def _unpaid(self, findings: Sequence[Row]) -> Iterator[Line]:
        """Entries that nobody recorded, those of one rule to one receiver together."""
        groups: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        for finding in findings:
            about = finding["params"]
            groups[finding["trick"], about["to"], about["rule"], about["amount"]].append(clean(about["from"]))
        for (trick, payee, rule, amount), payers in groups.items():
            where = f"trick {trick}: " if trick else ""
            each = " each" if len(payers) > 1 else ""
            due = f"{amount:,}{each} from {listed(payers)} to {clean(payee)}"
            self._cite(rule)
            yield Line(f"    {where}not recorded: {due} [{rule}]", "open")

    def _cite(self, rule: str) -> None:
        """Have the rule's clause told at the end."""
        if self._rules:
            self._cited.setdefault(self._rules.id, (self._rules, set()))[1].add(rule)


def claim_label(one: Row) -> str:
    """What a claim is about, in a few words."""
    names = {key: clean(one.get(key) or "") for key in ("player", "from", "to")}
    where = f"trick {one['trick']}: " if one["trick"] else ""
    return LABELS[one["claim"]].format(trick=one["trick"], where=where, **names)


def _trick(deal: Deal, number: int) -> Iterator[Line]:
    trick = deal.tricks.get(number)
    if trick and trick.cards:
        cards = " ".join(NAMES[card] or "??" for card in trick.cards)
        yield Line(f"      b{number} {clean(trick.leader or '?')}: {cards}", "faint")


def _consequences(claims: Sequence[Row]) -> Iterator[Line]:
    """Nets and balances that are off because of what stands above them, in one line."""
    if claims:
        lines = sorted({one["line"] for one in claims})
        where = f"line{'s' if len(lines) > 1 else ''} {listed([str(line) for line in lines])}"
        off = [(one["claim"], clean(one["player"]), [one["recorded"] - one["computed"]]) for one in claims]
        yield Line(f"    so these are off too: {off_by(off)} [{where}]", "bad")


def off_by(found: Sequence[tuple[str, str, Sequence[int]]]) -> str:
    """By how much figures are off, players that are off alike together: `fondo +2; nets: Ana and Luis -1, Eva +2`."""
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for claim, player, values in found:
        low, high = min(values), max(values)
        amount = signed(low) if low == high else f"{signed(low)} to {signed(high)}"
        # Each payment is another; how many are off says more than by how much.
        groups[SUBJECTS[claim]][str(len(values)) if claim == "payment" else amount].append(player)
    parts = []
    for subject, amounts in groups.items():
        of_players = any(any(names) for names in amounts.values())
        each = [f"{listed(names)} {amount}".strip() for amount, names in amounts.items()]
        parts.append(f"{subject}{':' if of_players else ''} {', '.join(each)}")
    return "; ".join(parts)
