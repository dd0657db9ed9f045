"""The audit's outcome for a reader at the terminal: a summary, each session with what is wrong in it, the rest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from audit.model import Problem
from audit.report import Audited
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.terminal.deals import SUBJECTS, DealText, off_by
from audit.text import problem_expected, problem_message
from audit.text.lines import Line, clean, count, listed, plain, ranges

Row = dict[str, Any]

SHOWN = 40
"""Deals with something wrong that one session shows in full; the rest is counted, so that a report stays readable."""

PROBLEMS_SHOWN = 50
"""Problems of reading shown in full, likewise."""

MEANINGS = {
    "confirmed": ("everything that could be read is right", "good"),
    "discrepant": ("something recorded is wrong", "bad"),
    "carried": ("wrong only because an earlier error was carried on", "faint"),
    "illegal": ("something was played or recorded against the rules", "bad"),
    "undetermined": ("not enough is recorded to decide everything", "open"),
}
"""What each status means, and the role that it plays."""

REASONS = {
    "cards-missing": "the cards needed for it are not recorded",
    "gap": "a deal before is missing, not recorded whole or cannot be settled",
    "not-defined": "these rules do not say",
    "conflict": "records contradict each other",
    "unsettled": "the rules of the session are not known",
    "amount-limit": "the amounts are too large to follow",
}


def render(audited: Audited) -> Iterator[Line]:
    """The whole report as lines."""
    yield from _summary(audited)
    cited: dict[int, tuple[Ruleset, set[str]]] = {}
    assumed: dict[str, tuple[Ruleset, set[str]]] = {}
    sessions = audited.assembled.sessions
    for session in sorted(sessions, key=lambda one: (one.header.club, one.date or "", one.header.session)):
        yield from _session(audited, session, cited, assumed)
    yield from _problems(audited)
    yield from _clauses(cited)
    yield from _assumptions(assumed)


# ------------------------------------------------------------------------------------------------- summary


def _summary(audited: Audited) -> Iterator[Line]:
    totals = audited.totals
    yield Line(f"{count(totals['deals'], 'deal')} of {count(totals['sessions'], 'session')}", "title")
    for status, (meaning, role) in MEANINGS.items():
        if totals[status]:
            yield Line(f"  {totals[status]:>9,}  {status:<13} {meaning}", role)
    wrong, carried = totals["contradicted"], audited.carried
    said = f"{wrong:,} of them wrong" if wrong else "none of them wrong"
    if carried:
        said += f" ({wrong - carried:,} errors, {carried:,} carried on from them)"
    yield Line(f"  {totals['claims']:>9,}  recorded figures checked, {said}", "bad" if wrong else "good")
    if totals["known"]:
        yield Line(f"  {totals['known']:>9,}  records read again in another file or form, and counted once", "open")
    if totals["conflicts"]:
        yield Line(f"  {totals['conflicts']:>9,}  recorded in ways that contradict each other", "bad")
    if totals["quarantined"]:
        yield Line(f"  {totals['quarantined']:>9,}  records set aside, for the reasons named at the end", "bad")
    severities = Counter(problem.severity for problem in audited.problems)
    if severities:
        counted = listed([count(severities[name], name) for name in ("error", "warning", "note") if severities[name]])
        yield Line(f"  While reading: {counted}, listed at the end.", "bad" if severities["error"] else "open")
    if audited.strict and audited.warnings:
        yield Line(f"  {count(audited.warnings, 'warning')} taken for errors (--strict).", "bad")
    yield Line("")


def _problems(audited: Audited) -> Iterator[Line]:
    if audited.problems:
        yield Line("While reading", "heading")
        yield from problem_lines(audited.problems)
        yield Line("")


def problem_lines(problems: Sequence[Problem]) -> Iterator[Line]:
    """What could not be read, errors first: the place, what is wrong, the excerpt, and what was expected."""
    order = {"error": 0, "warning": 1, "note": 2}
    for problem in sorted(problems, key=lambda one: (order[one.severity], one.place))[:PROBLEMS_SHOWN]:
        role = {"error": "bad", "warning": "open", "note": "faint"}[problem.severity]
        at = problem.place
        of_file = problem.what.startswith(("unreadable", "no-deals", "too-large.file"))
        where = clean(at.file) if of_file else f"{clean(at.file)}:{at.line}:{at.column}"
        yield Line(f"  {where}: {problem.severity}: {clean(problem_message(problem))}", role)
        if problem.excerpt:
            yield Line(f"      {clean(problem.excerpt)}", "faint")
        if problem.severity != "note" and problem_expected(problem):
            yield Line(f"      expected: {clean(problem_expected(problem))}")
    if len(problems) > PROBLEMS_SHOWN:
        yield Line(f"  … and {count(len(problems) - PROBLEMS_SHOWN, 'more problem')}; --format json lists them all.")


# ------------------------------------------------------------------------------------------------ a session


def _session(
    audited: Audited,
    session: Session,
    cited: dict[int, tuple[Ruleset, set[str]]],
    assumed: dict[str, tuple[Ruleset, set[str]]],
) -> Iterator[Line]:
    head = audited.session_row(session, deals=False)
    statuses = Counter(audited.statuses(session))
    yield Line(_title(head), "heading")
    if head["assumptions"] and session.ruleset:
        assumed.setdefault(session.ruleset.id, (session.ruleset, set()))[1].update(head["assumptions"])
    if set(statuses) == {"confirmed"} and not audited.has_remarks(session):
        yield Line(f"  {count(len(session.deals), 'deal')}, all right", "good")
        yield Line("")
        return
    yield Line("  " + listed([f"{statuses[name]:,} {name}" for name in MEANINGS if statuses[name]]))
    for finding in head["findings"]:
        yield Line(f"  {clean(finding['message'])}", "open")
    rows = list(audited.notable_rows(session))
    loud = [row for row in rows if row["status"] in ("illegal", "discrepant")]
    text = DealText(session, cited)
    for row in loud[:SHOWN]:
        yield from text.deal(row, MEANINGS[row["status"]][1])
    if len(loud) > SHOWN:
        yield Line(f"  … and {count(len(loud) - SHOWN, 'more such deal')}; --format json lists them all.", "bad")
    yield from _carried(rows)
    yield from _undetermined(rows)
    for row in rows:
        if row not in loud:
            yield from text.remarks(row)
    yield Line("")


def _title(head: Row) -> str:
    options = ", ".join(f"{name}: {plain(value)}" for name, value in head["rules"]["options"].items())
    rules = head["rules"]["id"] + (f" ({options})" if options else "")
    return " · ".join(clean(part) for part in (head["club"], head["session"], head["date"], rules) if part)


def _carried(rows: Sequence[Row]) -> Iterator[Line]:
    """What was only carried on: a line for each deal that it came from."""
    deals: dict[int, list[int]] = defaultdict(list)
    claims: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        for one in row["claims"]:
            if one["carried_from"] is not None:
                deals[one["carried_from"]].append(row["deal"])
                claims[one["carried_from"]].append(one)
    for origin, numbers in deals.items():
        where = f"Off in {ranges(numbers)} only because of deal {origin}"
        lines = ranges([one["line"] for one in claims[origin]], "line")
        yield Line(f"  {where}: {off_by(claims[origin])} [{lines}]. Mend deal {origin} first.", "faint")


def _undetermined(rows: Sequence[Row]) -> Iterator[Line]:
    """What could not be decided, and why, a line for each reason."""
    deals: dict[str, list[int]] = defaultdict(list)
    subjects: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        for one in row["claims"]:
            if one["verdict"] == "undetermined":
                deals[one["reason"]].append(row["deal"])
                subjects[one["reason"]][SUBJECTS[one["claim"]]] = None
    for reason, numbers in deals.items():
        what = listed(list(subjects[reason]))
        yield Line(f"  Not decided in {ranges(numbers)}: {what}, because {REASONS[reason]}.", "open")


# ---------------------------------------------------------------------------------------- what it rests on


def _clauses(cited: dict[int, tuple[Ruleset, set[str]]]) -> Iterator[Line]:
    """The clauses of the rules that were named, and the house rules on them."""
    seen: set[str] = set()
    for rules, names in cited.values():
        fresh = [name for name in rules.clauses if name in names and rules.clauses[name].clause not in seen]
        if fresh:
            house = ", house rules" if rules.differs else ""
            yield Line(f"The rules named above ({rules.id}{house})", "heading")
        for name in fresh:
            clause = rules.clauses[name]
            seen.add(clause.clause)
            yield Line(f"  {name:<4} {clause.clause} ({clause.source})")
    if seen:
        yield Line("  `revesino rules ID` says more of each: house rules, other rulesets, code.", "faint")
        yield Line("")


def _assumptions(assumed: dict[str, tuple[Ruleset, set[str]]]) -> Iterator[Line]:
    amounts = {name: rules.specs[name].default for rules, names in assumed.values() for name in sorted(names)}
    if amounts:
        counted = listed([f"{name} {plain(value)}" for name, value in amounts.items()])
        yield Line(
            f"Assumed, because the sources give no amount: {counted}. If your house plays otherwise, write "
            f"`opcion {next(iter(amounts))}: N` above the first deal.",
            "open",
        )
