"""One deal with something wrong in it, for a reader: what is against the rules, what is wrong, what follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from audit.cards import NAMES
from audit.model import Deal
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.text.lines import Line, clean, listed, ranges, signed

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
        yield Line(f"  Deal {row['deal']}  {row['status']}  {clean(source['file'])}:{source['line']}", role)
        yield from self._findings(row["findings"])
        wrong = [one for one in row["claims"] if one["verdict"] == "contradicted" and one["carried_from"] is None]
        follow = _consequences_of(row, wrong)
        deal = self._deals[row["deal"], source["file"], source["line"]]
        yield from self._causes([one for one in wrong if one not in follow], row["deal"], deal)
        yield from self._unpaid(row["findings"])
        if follow:
            lines = ranges([one["line"] for one in follow], "line")
            yield Line(f"    so these are off too: {off_by(follow)} [{lines}]")

    def remarks(self, row: Row) -> Iterator[Line]:
        """What is to be said of a deal with nothing wrong in it, under its number."""
        lines = [*self._findings(row["findings"]), *self._unpaid(row["findings"])]
        if lines:
            source = row["source"]
            yield Line(f"  Deal {row['deal']}  {row['status']}  {clean(source['file'])}:{source['line']}")
            yield from lines

    def _findings(self, findings: Sequence[Row]) -> Iterator[Line]:
        """Findings in words; those that are worded alike, which stand at several places, once."""
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for finding in findings:
            if finding["code"] == "missing-payment":
                continue
            self._cite(finding["rule"])
            text = f"    {clean(finding['message'])} [{finding['rule'] + ', ' if finding['rule'] else ''}"
            role = "bad" if finding["severity"] == "error" else "open"
            places[text, role] += [finding["line"]] if finding["line"] else []
        for (text, role), lines in places.items():
            yield Line(f"{text}{ranges(lines, 'line')}]".replace(", lines ]", "]").replace(" [lines ]", ""), role)

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
            yield Line(f"    {label + ':':<{width + 1}} {self._difference(one)}")
            trick = one["trick"]
            if trick and trick not in shown and one["claim"] in ("payment", "trick_winner"):
                shown.add(trick)
                yield from _trick(deal, trick)
        for earlier, those in again.items():
            yield Line(f"    wrong just as in deal {earlier}: {listed(those)}")

    def _difference(self, one: Row) -> str:
        """Recorded, right, difference, rule and line of a wrong figure."""
        right = one["computed"]
        if one["claim"] == "payment" and right == 0:
            said = f"recorded {one['recorded']:,}, not due"
        elif isinstance(one["recorded"], int) and isinstance(right, int):
            off = one["recorded"] - right
            much = "too much" if off > 0 else "too little"
            said = f"recorded {one['recorded']:,}, should be {right:,} ({abs(off):,} {much})"
        elif right is None:
            said = f"recorded {one['recorded']:,}, cannot be below 0"
        else:
            said = f"recorded {clean(str(one['recorded']))}, should be {clean(str(right))}"
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
            if finding["code"] != "missing-payment":
                continue
            about = finding["params"]
            groups[finding["trick"], about["to"], about["rule"], about["amount"]].append(clean(about["from"]))
        for (trick, payee, rule, amount), payers in groups.items():
            where = f"trick {trick}: " if trick else ""
            each = " each" if len(payers) > 1 else ""
            due = f"{amount:,}{each} from {listed(payers)} to {clean(payee)}"
            self._cite(rule)
            yield Line(f"    {where}not recorded: {due} [{rule}]")

    def _cite(self, rule: str | None) -> None:
        """Have the rule's clause told at the end."""
        if rule and self._rules:
            self._cited.setdefault(id(self._rules), (self._rules, set()))[1].add(rule)


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
        amount = str(len(values)) if subject == SUBJECTS["payment"] else _too_much(min(values), max(values))
        groups[subject][amount].append(player)
    parts = []
    for subject, amounts in groups.items():
        of_players = any(any(names) for names in amounts.values())
        each = [f"{listed(names)} {amount}".strip() for amount, names in amounts.items()]
        parts.append(f"{subject}{':' if of_players else ''} {', '.join(each)}")
    return "; ".join(parts)


def _too_much(low: int, high: int) -> str:
    """`2 too much`, `1 to 3 too little`, or both signs as they are."""
    if low < 0 < high:
        return f"{signed(low)} to {signed(high)}"
    least, most = sorted((abs(low), abs(high)))
    amount = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    return f"{amount} too {'much' if high > 0 else 'little'}"
