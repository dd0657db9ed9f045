"""One deal with something wrong in it, for a reader: what is against the rules, what is wrong, what follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from audit.cards import NAMES
from audit.language import _, ngettext
from audit.model import FONDO, Deal
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.text.figures import STATUSES, SUBJECTS, clause, difference, off, right_under, too_much
from audit.text.lines import Line, at_lines, clean, counted, listed, number, ranges, times
from audit.text.payments import all_lacking

WIDEST_LABEL = 40
WRONG_SHOWN = 40
"""Wrong figures of one deal that are told one by one, those alike as one."""

_Figure = tuple[str, Any, Any, str | None, int | None]
"""A wrong figure: what it is, recorded and right, the rule, the trick."""


class DealText:
    """The deals of one session in words; what was said of an earlier one is not said again."""

    def __init__(self, session: Session, cited: dict[int, tuple[Ruleset, set[str]]]) -> None:
        self._rules = session.ruleset
        self._cited = cited
        self._deals = {(deal.number, deal.place.file, deal.place.line): deal for deal in session.deals}
        self._said: dict[_Figure, int] = {}

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

    def remarks(self, rows: Sequence[Row], most: int) -> Iterator[Line]:
        """What is to be said of deals with nothing wrong in them: under each number, or of many what is alike once."""
        rows = [row for row in rows if row["findings"]]
        if len(rows) > most:
            yield from self._remarks_together(rows, most)
            return
        for row in rows:
            yield Line(_heading(row))
            yield from self._findings(row["findings"])
            yield from self._unpaid(row["findings"])

    def _remarks_together(self, rows: Sequence[Row], most: int) -> Iterator[Line]:
        places: dict[tuple[str, str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for row in rows:
            lacking = {(text, rule, "plain"): list[int]() for text, rule in self._lacking(row["findings"])}
            for key, lines in (_by_wording(row["findings"]) | lacking).items():
                places[key][0].append(row["deal"])
                places[key][1].extend(lines)
        for (text, rule, role), (deals, lines) in islice(places.items(), most):
            self._cite(rule)
            remark = ngettext("Deal {deals}: {remark}", "Deals {deals}: {remark}", len(set(deals)))
            yield Line("  " + remark.format(deals=ranges(deals), remark=_at(text, rule, lines)), role)
        if len(places) > most:
            more = counted(
                "… and {n} more such remark; --format json lists them all.",
                "… and {n} more such remarks; --format json lists them all.",
                sum(len(deals) for deals, _lines in islice(places.values(), most, None)),
            )
            yield Line(f"  {more}", "open")

    def _findings(self, findings: Sequence[Row]) -> Iterator[Line]:
        """Findings in words; those that are worded alike, which stand at several places, once."""
        for (text, rule, role), lines in _by_wording(findings).items():
            self._cite(rule)
            yield Line("    " + _at(text, rule, lines), role)

    def _causes(self, causes: Sequence[Row], number: int, deal: Deal) -> Iterator[Line]:
        """Each wrong figure; those alike in all but their lines once."""
        alike: dict[_Figure, list[Row]] = defaultdict(list)
        for one in causes:
            alike[clean(clause(one)), one["recorded"], one["computed"], one["rule"], one["trick"]].append(one)
        again: dict[int, list[str]] = defaultdict(list)
        fresh: list[_Figure] = []
        for key, ones in alike.items():
            earlier = self._said.setdefault(key, number)
            if earlier == number:
                fresh.append(key)
            else:
                again[earlier].append(times(key[0], len(ones)))
        yield from self._fresh(fresh, alike, deal)
        for earlier, those in again.items():
            more = len(those) - WRONG_SHOWN
            those[WRONG_SHOWN:] = [counted("{n} more", "{n} more", more)] if more > 0 else []
            yield Line(
                "    " + _("wrong just as in deal {deal}: {figures}").format(deal=earlier, figures=listed(those))
            )

    def _fresh(self, keys: Sequence[_Figure], alike: Mapping[_Figure, Sequence[Row]], deal: Deal) -> Iterator[Line]:
        """The wrong figures that were not wrong in the same way before, with the tricks that they are about."""
        shown: set[int] = set()
        told: set[str] = set()
        width = min(max((len(key[0]) for key in alike), default=0), WIDEST_LABEL)
        for key in keys[:WRONG_SHOWN]:
            label, one = key[0], alike[key][0]
            yield Line(f"    {label + ':':<{width + 1}} {self._difference(alike[key])}")
            readings = right_under(one["readings"])
            if readings and readings not in told:
                told.add(readings)
                yield Line(f"      {readings}", "faint")
            trick = one["trick"]
            if trick and trick not in shown and one["claim"] in ("payment", "trick_winner"):
                shown.add(trick)
                yield from _trick(deal, trick)
        if len(keys) > WRONG_SHOWN:
            more = counted(
                "… and {n} more wrong figure of this deal; --format json lists them all.",
                "… and {n} more wrong figures of this deal; --format json lists them all.",
                sum(len(alike[key]) for key in keys[WRONG_SHOWN:]),
            )
            yield Line(f"    {more}", "bad")

    def _difference(self, ones: Sequence[Row]) -> str:
        """Recorded, right, difference, rule and lines of wrong figures that are alike."""
        self._cite(ones[0]["rule"])
        said = times(clean(difference(ones[0])), len(ones))
        return _at(said, ones[0]["rule"] or "", [one["line"] for one in ones])

    def _unpaid(self, findings: Sequence[Row]) -> Iterator[Line]:
        for text, rule in self._lacking(findings):
            self._cite(rule)
            yield Line(f"    {text} [{rule}]")

    def _lacking(self, findings: Sequence[Row]) -> Iterator[tuple[str, str]]:
        """Entries that nobody recorded, those of one rule to one receiver together, each with the rule."""
        groups: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        for finding in findings:
            if finding["code"] != "missing-payment":
                continue
            about = finding["params"]
            of_fondo = about["from"] == FONDO
            groups[finding["trick"], about["to"], about["rule"], about["amount"], of_fondo].append(about["from"])
        for (trick, payee, rule, amount, _of_fondo), payers in groups.items():
            yield clean(all_lacking(payers, payee, trick, amount)), rule

    def _cite(self, rule: str | None) -> None:
        """Have the rule's clause told at the end."""
        if rule and self._rules:
            self._cited.setdefault(id(self._rules), (self._rules, set()))[1].add(rule)


def _by_wording(findings: Sequence[Row]) -> dict[tuple[str, str, str], list[int]]:
    """By wording, rule and role: the lines of findings, but for payments that are lacking."""
    places: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for finding in findings:
        if finding["code"] != "missing-payment":
            role = "bad" if finding["severity"] == "error" else "open"
            lines = places[clean(finding["message"]), finding["rule"] or "", role]
            lines += [finding["line"]] if finding["line"] else []
    return places


def _at(text: str, rule: str, lines: Sequence[int]) -> str:
    """The text with the rule that it rests on and its lines in the log."""
    where = ", ".join(filter(None, [rule, at_lines(lines) if lines else ""]))
    return f"{text} [{where}]" if where else text


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
    by = {one["player"]: off(one) for one in row["claims"] if _is_wrong_net(one)}
    balances = [one for one in wrong if one["claim"] == "balance" and by.get(one["player"]) == off(one)]
    return nets + balances


def _is_wrong_net(one: Row) -> bool:
    return bool(one["claim"] == "net" and one["verdict"] == "contradicted")


def off_by(claims: Sequence[Row]) -> str:
    """By how much figures are off, those alike together: `fondo 2 too much; nets: Ana and Luis 1 too little`."""
    by: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in claims:
        by[SUBJECTS[one["claim"]], clean(one["player"] or "")].append(off(one))
    groups: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (subject, player), values in by.items():
        # Each payment is another; how many are off says more than by how much.
        amount = number(len(values)) if subject == SUBJECTS["payment"] else too_much(min(values), max(values))
        groups[subject][amount].append(player)
    parts = []
    for subject, amounts in groups.items():
        of_players = any(any(names) for names in amounts.values())
        each = [f"{listed(names)} {amount}".strip() for amount, names in amounts.items()]
        parts.append(f"{_(subject)}{':' if of_players else ''} {', '.join(each)}")
    return "; ".join(parts)
