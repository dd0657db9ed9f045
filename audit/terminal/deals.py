"""One deal with something wrong in it, for a reader: what is against the rules, what is wrong, what follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from audit.cards import NAMES
from audit.language import _
from audit.model import FONDO, Deal
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.text.figures import STATUSES, SUBJECTS, clause, difference, too_much
from audit.text.lines import Line, at_lines, clean, listed, number
from audit.text.payments import all_lacking

WIDEST_LABEL = 40


class DealText:
    """The deals of one session in words; what was said of an earlier one is not said again."""

    def __init__(self, session: Session, cited: dict[int, tuple[Ruleset, set[str]]]) -> None:
        self._rules = session.ruleset
        self._cited = cited
        self._deals = {(deal.number, deal.place.file, deal.place.line): deal for deal in session.deals}
        self._said: dict[tuple[Any, ...], int] = {}

    def deal(self, row: Row, role: str) -> Iterator[Line]:
        """A deal: its findings, each wrong figure, what is not recorded, and what is off because of those."""
        source = row["source"]
        yield Line(_heading(row), role)
        yield from self._findings(row["findings"])
        wrong = [one for one in row["claims"] if one["verdict"] == "contradicted" and one["carried_from"] is None]
        follow = _consequences_of(row, wrong)
        deal = self._deals[row["deal"], source["file"], source["line"]]
        yield from self._causes([one for one in wrong if one not in follow], row["deal"], deal)
        yield from self._unpaid(row["findings"])
        if follow:
            lines = at_lines(one["line"] for one in follow)
            yield Line(
                "    " + _("so these are off too: {figures} [{lines}]").format(figures=off_by(follow), lines=lines)
            )

    def remarks(self, row: Row) -> Iterator[Line]:
        """What is to be said of a deal with nothing wrong in it, under its number."""
        lines = [*self._findings(row["findings"]), *self._unpaid(row["findings"])]
        if lines:
            yield Line(_heading(row))
            yield from lines

    def _findings(self, findings: Sequence[Row]) -> Iterator[Line]:
        """Findings in words; those that are worded alike, which stand at several places, once."""
        places: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        for finding in findings:
            if finding["code"] == "missing-payment":
                continue
            self._cite(finding["rule"])
            role = "bad" if finding["severity"] == "error" else "open"
            lines = places[clean(finding["message"]), finding["rule"] or "", role]
            lines += [finding["line"]] if finding["line"] else []
        for (text, rule, role), lines in places.items():
            where = ", ".join(filter(None, [rule, at_lines(lines) if lines else ""]))
            yield Line(f"    {text} [{where}]" if where else f"    {text}", role)

    def _causes(self, causes: Sequence[Row], number: int, deal: Deal) -> Iterator[Line]:
        labels = [clean(clause(one)) for one in causes]
        width = min(max(map(len, labels), default=0), WIDEST_LABEL)
        again: dict[int, list[str]] = defaultdict(list)
        shown: set[int] = set()
        for one, label in zip(causes, labels, strict=True):
            key = (label, one["recorded"], one["computed"], one["rule"])
            if self._said.setdefault(key, number) != number:
                again[self._said[key]].append(label)
                continue
            yield Line(f"    {label + ':':<{width + 1}} {self._difference(one)}")
            trick = one["trick"]
            if trick and trick not in shown and one["claim"] in ("payment", "trick_winner"):
                shown.add(trick)
                yield from _trick(deal, trick)
        for earlier, those in again.items():
            yield Line(
                "    " + _("wrong just as in deal {deal}: {figures}").format(deal=earlier, figures=listed(those))
            )

    def _difference(self, one: Row) -> str:
        """Recorded, right, difference, rule and line of a wrong figure."""
        said = clean(difference(one))
        where = _("line {lines}").format(lines=one["line"])
        if not one["rule"]:
            return f"{said} [{where}]"
        self._cite(one["rule"])
        return f"{said} [{one['rule']}, {where}]"

    def _unpaid(self, findings: Sequence[Row]) -> Iterator[Line]:
        """Entries that nobody recorded, those of one rule to one receiver together."""
        groups: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        for finding in findings:
            if finding["code"] != "missing-payment":
                continue
            about = finding["params"]
            of_fondo = about["from"] == FONDO
            groups[finding["trick"], about["to"], about["rule"], about["amount"], of_fondo].append(about["from"])
        for (trick, payee, rule, amount, _of_fondo), payers in groups.items():
            self._cite(rule)
            yield Line(f"    {clean(all_lacking(payers, payee, trick, amount))} [{rule}]")

    def _cite(self, rule: str | None) -> None:
        """Have the rule's clause told at the end."""
        if rule and self._rules:
            self._cited.setdefault(id(self._rules), (self._rules, set()))[1].add(rule)


def _heading(row: Row) -> str:
    """The deal, what became of it, and where it stands."""
    deal = _("Deal {deal}").format(deal=row["deal"])
    return f"  {deal}  {_(STATUSES[row['status']])}  {clean(row['source']['file'])}:{row['source']['line']}"


def _trick(deal: Deal, number: int) -> Iterator[Line]:
    trick = deal.tricks.get(number)
    if trick and trick.cards:
        cards = " ".join(NAMES[card] or "??" for card in trick.cards)
        yield Line(f"      b{number} {clean(trick.leader or '?')}: {cards}", "faint")


def _consequences_of(row: Row, wrong: Sequence[Row]) -> list[Row]:
    """The wrong nets and balances that the deal's recorded payments make, when some of those are wrong or lacking.

    A net follows when it is what the recorded payments add up to; a balance when it is off by what the net is.
    """
    flow: dict[str, int] = defaultdict(int)
    for one in row["claims"]:
        if one["claim"] == "payment":
            flow[one["from"]] -= one["recorded"]
            flow[one["to"]] += one["recorded"]
    lacking = any(finding["code"] == "missing-payment" for finding in row["findings"])
    if not lacking and not any(one["claim"] == "payment" for one in wrong):
        flow.clear()
    nets = [one for one in wrong if one["claim"] == "net" and flow.get(one["player"]) == one["recorded"]]
    off = {one["player"]: one["recorded"] - one["computed"] for one in row["claims"] if _is_wrong_net(one)}
    balances = [
        one
        for one in wrong
        if one["claim"] == "balance" and off.get(one["player"]) == one["recorded"] - one["computed"]
    ]
    return nets + balances


def _is_wrong_net(one: Row) -> bool:
    return bool(one["claim"] == "net" and one["verdict"] == "contradicted")


def off_by(claims: Sequence[Row]) -> str:
    """By how much figures are off, those alike together: `fondo 2 too much; nets: Ana and Luis 1 too little`."""
    off: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in claims:
        off[SUBJECTS[one["claim"]], clean(one["player"] or "")].append(one["recorded"] - one["computed"])
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (subject, player), values in off.items():
        # Each payment is another; how many are off says more than by how much.
        amount = number(len(values)) if subject == SUBJECTS["payment"] else too_much(min(values), max(values))
        groups[subject][amount].append(player)
    parts = []
    for subject, amounts in groups.items():
        of_players = any(any(names) for names in amounts.values())
        each = [f"{listed(names)} {amount}".strip() for amount, names in amounts.items()]
        parts.append(f"{_(subject)}{':' if of_players else ''} {', '.join(each)}")
    return "; ".join(parts)
