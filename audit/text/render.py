"""The audit's outcome for a reader at the terminal: a summary first, then each discrepancy, then what it rests on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from audit.cards import NAMES
from audit.model import Deal, Problem
from audit.report import Audited
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.text import problem_expected, problem_message
from audit.text.lines import Line, clean, count, plain, ranges

Row = dict[str, Any]

SHOWN = 40
"""Discrepant deals that one session shows in full; the rest is counted, so that a report stays readable."""

PROBLEMS_SHOWN = 50
"""Problems shown in full, likewise."""


ROLES = {"confirmed": "good", "discrepant": "bad", "illegal": "bad", "carried": "faint", "undetermined": "open"}

MEANINGS = {
    "confirmed": "everything recorded is right",
    "discrepant": "something recorded is wrong",
    "carried": "wrong only because an earlier error was carried on",
    "illegal": "something was played or recorded against the rules",
    "undetermined": "not enough is recorded to decide everything",
}

REASONS = {
    "cards-missing": "cards are missing",
    "gap": "a deal before is missing or cannot be settled",
    "not-defined": "these rules do not say",
    "conflict": "records contradict each other",
    "unsettled": "the rules of the session are not known",
    "amount-limit": "the amounts are too large to follow",
}


def render(audited: Audited) -> Iterator[Line]:
    """The whole report as lines."""
    yield from _summary(audited)
    yield from _problems(audited)
    cited: dict[tuple[str, str], Ruleset] = {}
    for session in audited.assembled.sessions:
        yield from _session(audited, session, cited)
    yield from _clauses(cited)


# ------------------------------------------------------------------------------------------------- summary


def _summary(audited: Audited) -> Iterator[Line]:
    totals = audited.totals
    yield Line(f"{count(totals['deals'], 'deal')} of {count(totals['sessions'], 'session')}", "title")
    for status, meaning in MEANINGS.items():
        if totals[status]:
            yield Line(f"  {totals[status]:>9,}  {status:<13} {meaning}", ROLES[status])
    yield Line(
        f"  {totals['claims']:>9,}  recorded figures checked, {totals['contradicted']:,} of them contradicted",
        "bad" if totals["contradicted"] else "good",
    )
    for key, meaning in (
        ("known", "read again in another file or form, and counted once"),
        ("conflicts", "recorded in two ways that contradict each other"),
        ("quarantined", "that could not be taken as a deal of a session"),
    ):
        if totals[key]:
            yield Line(f"  {totals[key]:>9,}  {key:<13} {meaning}", "open" if key == "known" else "bad")
    severities = Counter(problem.severity for problem in audited.problems)
    if severities:
        counted = ", ".join(count(severities[name], name) for name in ("error", "warning", "note") if severities[name])
        yield Line(f"  While reading: {counted}.", "bad" if severities["error"] else "open")
    yield Line("")


def _problems(audited: Audited) -> Iterator[Line]:
    if audited.problems:
        yield Line("While reading", "heading")
        yield from problem_lines(audited.problems)
        yield Line("")


def problem_lines(problems: Sequence[Problem]) -> Iterator[Line]:
    """What could not be read: the place, what is wrong, the excerpt, and what was expected."""
    for problem in problems[:PROBLEMS_SHOWN]:
        role = {"error": "bad", "warning": "open", "note": "faint"}[problem.severity]
        at = problem.place
        yield Line(
            f"{clean(at.file)}:{at.line}:{at.column}: {problem.severity}: {clean(problem_message(problem))}", role
        )
        if problem.excerpt:
            yield Line(f"    {clean(problem.excerpt)}", "faint")
        expected = problem_expected(problem)
        if expected:
            yield Line(f"    {clean(expected)}")
    if len(problems) > PROBLEMS_SHOWN:
        yield Line(f"  … and {count(len(problems) - PROBLEMS_SHOWN, 'more problem')}; --format json lists them all.")


# ------------------------------------------------------------------------------------------------ a session


def _session(audited: Audited, session: Session, cited: dict[tuple[str, str], Ruleset]) -> Iterator[Line]:
    statuses = audited.statuses(session)
    if not audited.has_remarks(session) and set(statuses) <= {"confirmed"}:
        return
    header = audited.session_row(session, deals=False)
    rows = list(audited.notable_rows(session))
    loud = [row for row in rows if row["status"] in ("illegal", "discrepant")]
    yield Line(_title(header, session), "heading")
    yield Line("  " + ", ".join(f"{count(n, 'deal')} {name}" for name, n in Counter(statuses).items()))
    for finding in header["findings"]:
        yield Line(f"  warning: {finding['message']}", "open")
    news = _News(session, cited)
    for row in loud[:SHOWN]:
        yield from news.deal(row)
    if len(loud) > SHOWN:
        yield Line(f"  … and {count(len(loud) - SHOWN, 'more such deal')}; --format json lists them all.", "bad")
    yield from _carried(rows)
    yield from _undetermined(rows)
    yield from _warnings(rows)
    if header["assumptions"]:
        names = ", ".join(header["assumptions"])
        yield Line(f"  Rests on house amounts that the sources leave open, at their assumed defaults: {names}.", "open")
    yield Line("")


def _title(header: Row, session: Session) -> str:
    options = ", ".join(f"{name}: {plain(value)}" for name, value in header["rules"]["options"].items())
    rules = header["rules"]["id"] + (f" ({options})" if options else "")
    parts = [header["club"], header["session"], header["date"], rules]
    return " · ".join(clean(part) for part in parts if part)


class _News:
    """The deals of a session that have something wrong, with what was said before said only once."""

    def __init__(self, session: Session, cited: dict[tuple[str, str], Ruleset]) -> None:
        self._rules = session.ruleset
        self._deals = {(deal.number, deal.place.line): deal for deal in session.deals}
        self._cited = cited
        self._said: dict[tuple[Any, ...], int] = {}

    def deal(self, row: Row) -> Iterator[Line]:
        """A deal: what is against the rules in it, and each figure that is wrong."""
        where = f"{clean(row['source']['file'])}:{row['source']['line']}"
        yield Line(f"  Deal {row['deal']}  {row['status']}  {where}", ROLES[row["status"]])
        for finding in row["findings"]:
            if finding["severity"] == "error":
                line = f" (line {finding['line']})" if finding["line"] else ""
                yield Line(f"    {finding['code']}: {clean(finding['message'])}{line}", "bad")
        wrong = [one for one in row["claims"] if one["verdict"] == "contradicted" and one["carried_from"] is None]
        if not wrong:
            return
        labels = [claim_label(one) for one in wrong]
        width = min(max(map(len, labels)), 44)
        again: Counter[int] = Counter()
        for one, label in zip(wrong, labels, strict=True):
            key = (label, one["recorded"], one["computed"], one["rule"])
            if key in self._said:
                again[self._said[key]] += 1
                continue
            self._said[key] = row["deal"]
            yield from self._claim(one, label, width, self._deals[row["deal"], row["source"]["line"]])
        for earlier, times in sorted(again.items()):
            yield Line(f"    {count(times, 'figure')} wrong just as in deal {earlier}", "bad")

    def _claim(self, one: Row, label: str, width: int, deal: Deal) -> Iterator[Line]:
        rule = one["rule"]
        if rule and self._rules:
            self._cited[self._rules.id, rule] = self._rules
        computed = "nothing" if one["computed"] is None else clean(str(one["computed"]))
        parts = [f"    {label:<{width}}  recorded {clean(str(one['recorded']))}, computed {computed}"]
        if isinstance(one["recorded"], int) and isinstance(one["computed"], int):
            parts.append(f"difference {one['recorded'] - one['computed']:+,}")
        if rule:
            parts.append(rule)
        parts.append(f"line {one['line']}")
        yield Line(", ".join(parts), "bad")
        trick = deal.tricks.get(one["trick"] or 0)
        if trick and trick.cards and one["claim"] in ("payment", "trick_winner"):
            cards = " ".join(NAMES[card] or "??" for card in trick.cards)
            yield Line(f"      b{one['trick']} {clean(trick.leader or '?')}: {cards}", "faint")


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


def claim_label(one: Row) -> str:
    """What a claim is about, in a few words."""
    names = {key: clean(one.get(key) or "") for key in ("player", "from", "to")}
    where = f"trick {one['trick']}: " if one["trick"] else ""
    return LABELS[one["claim"]].format(trick=one["trick"], where=where, **names)


def _carried(rows: Sequence[Row]) -> Iterator[Line]:
    """What was only carried on, one line for each error that it came from."""
    groups: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for row in rows:
        for one in row["claims"]:
            if one["carried_from"] is not None:
                off = one["recorded"] - one["computed"]
                # Every payment is another one; together they say where the error went.
                label = "payments" if one["claim"] == "payment" else claim_label(one)
                groups[one["carried_from"], label, off].append(row["deal"])
    for (origin, label, off), deals in groups.items():
        text = f"  carried on from deal {origin}: {label} off by {off:+,} in {ranges(deals)}"
        yield Line(text, "faint")


def _undetermined(rows: Sequence[Row]) -> Iterator[Line]:
    """What could not be decided, and why, one line for each reason."""
    deals: dict[str, list[int]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for row in rows:
        for one in row["claims"]:
            if one["verdict"] == "undetermined":
                deals[one["reason"]].append(row["deal"])
                counts[one["reason"]] += 1
    for reason, numbers in deals.items():
        figures = count(counts[reason], "figure")
        yield Line(f"  undetermined: {figures} in {ranges(numbers)}, because {REASONS[reason]}", "open")


def _warnings(rows: Sequence[Row]) -> Iterator[Line]:
    """Warnings on deals, equal ones together."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in rows:
        for finding in row["findings"]:
            if finding["severity"] == "warning":
                groups[finding["code"], finding["message"]].append(row["deal"])
    shown = list(groups.items())[:SHOWN]
    for (code, message), deals in shown:
        yield Line(f"  {code}, {ranges(deals)}: {clean(message)}", "open")
    if len(groups) > SHOWN:
        yield Line(f"  … and {count(len(groups) - SHOWN, 'more warning')}; --format json lists them all.", "open")


def _clauses(cited: dict[tuple[str, str], Ruleset]) -> Iterator[Line]:
    """The clauses of the rules that were named, once each."""
    if not cited:
        return
    yield Line("The rules named above", "heading")
    seen = set()
    for (_, name), rules in sorted(cited.items()):
        clause = rules.clauses[name]
        if (name, clause.clause) not in seen:
            seen.add((name, clause.clause))
            yield Line(f"  {name:<4} ({clause.source}) {clause.clause}")
