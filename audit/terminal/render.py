"""The audit's outcome for a reader at the terminal: a summary, each session with what is wrong in it, the rest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from audit.compare.claims import CONFIRMED
from audit.language import N_, _, ngettext
from audit.model import Problem
from audit.report import CUT, Audited, count_problems
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.sheet.words import decided
from audit.terminal.deals import DealText, off_by
from audit.text.figures import REASONS, STATUSES, SUBJECTS, title
from audit.text.lines import Line, at_lines, clean, counted, listed, number, plain, ranges
from audit.text.problems import expected as problem_expected
from audit.text.problems import message as problem_message

SHOWN = 40
"""Deals with something wrong that one session shows in full; the rest is counted, so that a report stays readable."""

PROBLEMS_SHOWN = 50
"""Problems of reading shown in full, likewise."""

CUT_SHOWN = 10
"""Files of which it is said that they have more problems than are kept."""

MEANINGS = {
    "confirmed": (N_("everything that could be read is right"), "good"),
    "discrepant": (N_("something recorded is wrong"), "bad"),
    "carried": (N_("wrong only because an earlier error was carried on"), "faint"),
    "illegal": (N_("something was played or recorded against the rules"), "bad"),
    "undetermined": (N_("not everything can be decided"), "open"),
}
"""What each status means, and the role that it plays."""

LOUD = ("illegal", "discrepant")
"""The statuses of deals with something wrong in them."""

STATUS_ROLES = {status: role for status, (_meaning, role) in MEANINGS.items()}
"""The role that each status plays."""

SEVERITIES = {"error": ("bad", N_("error")), "warning": ("open", N_("warning")), "note": ("faint", N_("note"))}
"""How grave a problem is, the gravest first: the role that it plays, and the word for it."""


def render(audited: Audited) -> Iterator[Line]:
    """The whole report as lines."""
    yield from _summary(audited)
    cited: dict[int, tuple[Ruleset, set[str]]] = {}
    assumed: dict[str, tuple[Ruleset, set[str]]] = {}
    sessions = audited.assembled.sessions
    for session in sorted(sessions, key=lambda one: (one.header.club, one.date or "", one.header.session)):
        yield from _session(audited, session, cited, assumed)
    yield from _problems(audited)
    yield from clause_lines(cited.values())
    yield from _assumptions(assumed)


# ------------------------------------------------------------------------------------------------- summary


def _summary(audited: Audited) -> Iterator[Line]:
    totals = audited.totals
    deals = counted("{n} deal", "{n} deals", totals["deals"])
    sessions = counted("{n} session", "{n} sessions", totals["sessions"])
    yield Line(_("{deals} of {sessions}").format(deals=deals, sessions=sessions), "title")
    words = {status: _(word) for status, word in STATUSES.items()}
    width = max(map(len, words.values())) + 2
    for status, (meaning, role) in MEANINGS.items():
        if totals[status]:
            yield Line(_row(totals[status], f"{words[status]:<{width}}{_(meaning)}"), role)
    yield _checked(audited)
    if totals["known"]:
        yield Line(_row(totals["known"], _("records read again in another file or form, and counted once")), "open")
    if totals["conflicts"]:
        yield Line(_row(totals["conflicts"], _("recorded in ways that contradict each other")), "bad")
    if totals["quarantined"]:
        yield Line(_row(totals["quarantined"], _("records set aside, for the reasons named at the end")), "bad")
    yield from _read(audited)
    yield Line("")


def _read(audited: Audited) -> Iterator[Line]:
    """How much could not be read; where a file had more than is kept, at least so much."""
    severities, is_cut = count_problems(audited.problems), any(one.what == CUT for one in audited.problems)
    if audited.strict:
        # Of those that were only counted, some may have been so before they were taken for errors.
        severities["error"] += severities.pop("warning", 0)
    if severities.total():
        found = listed([_number_of(name, severities[name]) for name in SEVERITIES if severities[name]])
        text = _("While reading: {problems}, listed at the end.")
        if is_cut:
            text = _("While reading: at least {problems}; the gravest are listed at the end.")
        yield Line("  " + text.format(problems=found), "bad" if severities["error"] else "open")
    if audited.strict and audited.warnings:
        text = counted(
            "{n} warning taken for errors (--strict).", "{n} warnings taken for errors (--strict).", audited.warnings
        )
        if is_cut:
            text = counted(
                "At least {n} warning taken for errors (--strict).",
                "At least {n} warnings taken for errors (--strict).",
                audited.warnings,
            )
        yield Line(f"  {text}", "bad")


def _row(amount: int, text: str) -> str:
    """A line of the summary, its number set to the right."""
    return f"  {number(amount):>9}  {text}"


def _checked(audited: Audited) -> Line:
    """How many recorded figures there are, and how many of them are right, wrong and not decided."""
    claims, wrong, carried = audited.totals["claims"], audited.totals["contradicted"], audited.carried
    right = sum(int(np.count_nonzero(one.claims.verdict == CONFIRMED)) for one in audited.judged)
    parts = [counted("{n} right", "{n} right", right)] if right else []
    if wrong:
        text = counted("{n} wrong", "{n} wrong", wrong)
        if carried:
            text = ngettext(
                "{n} wrong ({errors} by an error, {carried} carried on from one)",
                "{n} wrong ({errors} by an error, {carried} carried on from one)",
                wrong,
            ).format(n=number(wrong), errors=number(wrong - carried), carried=number(carried))
        parts.append(text)
    undecided = claims - right - wrong
    if undecided:
        parts.append(counted("{n} not decided", "{n} not decided", undecided))
    text = ngettext("recorded figure: {found}", "recorded figures: {found}", claims) if parts else _("recorded figures")
    return Line(_row(claims, text.format(found=listed(parts))), "bad" if wrong else "open" if undecided else "good")


def _number_of(severity: str, amount: int) -> str:
    """How many problems of a severity there are."""
    match severity:
        case "error":
            return counted("{n} error", "{n} errors", amount)
        case "warning":
            return counted("{n} warning", "{n} warnings", amount)
    return counted("{n} note", "{n} notes", amount)


def _problems(audited: Audited) -> Iterator[Line]:
    if audited.problems:
        yield Line(_("While reading"), "heading")
        yield from problem_lines(audited.problems)
        yield Line("")


def problem_lines(problems: Sequence[Problem]) -> Iterator[Line]:
    """What could not be read, errors first: the place, what is wrong, the excerpt, and what was expected.

    Of files with more than is kept, that is said behind those shown.
    """
    order = list(SEVERITIES)
    by_gravity = sorted(problems, key=lambda one: (order.index(one.severity), one.place))
    cut = [one for one in by_gravity if one.what == CUT]
    kept = [one for one in by_gravity if one.what != CUT]
    shown = [*kept[: PROBLEMS_SHOWN - len(cut[:CUT_SHOWN])], *cut[:CUT_SHOWN]]
    for problem in shown:
        role, word = SEVERITIES[problem.severity]
        at = problem.place
        of_file = problem.what.startswith(("unreadable", "no-deals", "too-large.file"))
        where = clean(at.file) if of_file else f"{clean(at.file)}:{at.line}:{at.column}"
        yield Line(f"  {where}: {_(word)}: {clean(problem_message(problem))}", role)
        if problem.excerpt:
            yield Line(f"      {clean(problem.excerpt)}", "faint")
        remedy = clean(problem_expected(problem))
        if problem.severity != "note" and remedy:
            yield Line("      " + _("expected: {remedy}").format(remedy=remedy))
    more = len(problems) - len(shown)
    if more > 0 and not cut:
        text = counted(
            "… and {n} more problem; --format json lists them all.",
            "… and {n} more problems; --format json lists them all.",
            more,
        )
        yield Line(f"  {text}")
    elif more > 0:
        text = counted(
            "… and at least {n} more problem; --format json lists as many of them as were kept.",
            "… and at least {n} more problems; --format json lists as many of them as were kept.",
            count_problems(problems).total() - sum(one.what != CUT for one in shown),
        )
        yield Line(f"  {text}")


# ------------------------------------------------------------------------------------------------ a session


def _session(
    audited: Audited,
    session: Session,
    cited: dict[int, tuple[Ruleset, set[str]]],
    assumed: dict[str, tuple[Ruleset, set[str]]],
) -> Iterator[Line]:
    head = audited.session_row(session, deals=False)
    statuses = Counter(audited.statuses(session))
    yield Line(clean(title(head)), "heading")
    if head["assumptions"] and session.ruleset:
        assumed.setdefault(session.ruleset.id, (session.ruleset, set()))[1].update(head["assumptions"])
    decisions = [(deal.number, one) for deal in session.deals for one in audited.decisions_of(deal)]
    if set(statuses) == {"confirmed"} and not audited.has_remarks(session):
        right = counted("{n} deal, all right", "{n} deals, all right", len(session.deals))
        if any(one.changes for _deal, one in decisions):
            right = counted("{n} deal, all right as corrected", "{n} deals, all right as corrected", len(session.deals))
        yield Line(f"  {right}", "good")
        yield from (Line(f"  {clean(text)}", "open") for text in decided(decisions))
        yield Line("")
        return
    yield Line("  " + listed([number_with(name, statuses[name]) for name in MEANINGS if statuses[name]]))
    yield from (Line(f"  {clean(text)}", "open") for text in decided(decisions))
    for finding in head["findings"]:
        yield Line(f"  {clean(finding['message'])}", "open")
    rows = list(audited.notable_rows(session))
    loud = [row for row in rows if row["status"] in LOUD]
    words = DealText(session, cited)
    for row in loud[:SHOWN]:
        yield from words.deal(row, MEANINGS[row["status"]][1])
    if len(loud) > SHOWN:
        more = counted(
            "… and {n} more such deal; --format json lists them all.",
            "… and {n} more such deals; --format json lists them all.",
            len(loud) - SHOWN,
        )
        yield Line(f"  {more}", "bad")
    yield from _carried(rows)
    yield from _undetermined(rows)
    yield from words.remarks([row for row in rows if row["status"] not in LOUD], SHOWN)
    yield Line("")


def number_with(status: str, amount: int) -> str:
    """How many deals have a status."""
    match status:
        case "confirmed":
            return counted("{n} confirmed", "{n} confirmed", amount)
        case "discrepant":
            return counted("{n} discrepant", "{n} discrepant", amount)
        case "carried":
            return counted("{n} carried", "{n} carried", amount)
        case "illegal":
            return counted("{n} illegal", "{n} illegal", amount)
    return counted("{n} undetermined", "{n} undetermined", amount)


def _carried(rows: Sequence[Row]) -> Iterator[Line]:
    """What was only carried on: a line for each deal that it came from."""
    deals: dict[int, list[int]] = defaultdict(list)
    claims: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        for one in row["claims"]:
            if one["carried_from"] is not None:
                deals[one["carried_from"]].append(row["deal"])
                claims[one["carried_from"]].append(one)
    for origin, numbers in islice(deals.items(), SHOWN):
        text = ngettext(
            "Off in deal {deals} only because of deal {origin}: {figures} [{lines}]. Mend deal {origin} first.",
            "Off in deals {deals} only because of deal {origin}: {figures} [{lines}]. Mend deal {origin} first.",
            len(set(numbers)),
        ).format(
            deals=ranges(numbers),
            origin=origin,
            figures=off_by(claims[origin]),
            lines=at_lines(one["line"] for one in claims[origin]),
        )
        yield Line(f"  {text}", "faint")
    if len(deals) > SHOWN:
        more = counted(
            "… and others because of {n} more deal; --format json lists them all.",
            "… and others because of {n} more deals; --format json lists them all.",
            len(deals) - SHOWN,
        )
        yield Line(f"  {more}", "faint")


def _undetermined(rows: Sequence[Row]) -> Iterator[Line]:
    """What could not be decided, and why, a line for each reason."""
    deals: dict[str, list[int]] = defaultdict(list)
    subjects: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        for one in row["claims"]:
            if one["verdict"] == "undetermined":
                why = "search-limit" if one.get("stopped") else one["reason"]
                deals[why].append(row["deal"])
                subjects[why][SUBJECTS[one["claim"]]] = None
    for reason, numbers in deals.items():
        text = ngettext(
            "Not decided in deal {deals}: {figures}, because {reason}.",
            "Not decided in deals {deals}: {figures}, because {reason}.",
            len(set(numbers)),
        ).format(
            deals=ranges(numbers), figures=listed([_(each) for each in subjects[reason]]), reason=_(REASONS[reason])
        )
        yield Line(f"  {text}", "open")


# ---------------------------------------------------------------------------------------- what it rests on


def clause_lines(cited: Iterable[tuple[Ruleset, Collection[str]]]) -> Iterator[Line]:
    """The clauses of the rules that were named, and the house rules on them."""
    seen: set[str] = set()
    for rules, names in cited:
        fresh = [name for name in rules.clauses if name in names and rules.clauses[name].text not in seen]
        if fresh:
            heading = _("The rules named above ({ruleset}, house rules)") if rules.differs else ""
            heading = heading or _("The rules named above ({ruleset})")
            yield Line(heading.format(ruleset=rules.id), "heading")
        for name in fresh:
            clause = rules.clauses[name]
            seen.add(clause.text)
            yield Line(f"  {name:<4} {clause.text} ({clause.source})")
    if seen:
        text = _("`revesino rules ID` says more of each: house rules, other rulesets, code.")
        yield Line(f"  {text}", "faint")
        yield Line("")


def _assumptions(assumed: dict[str, tuple[Ruleset, set[str]]]) -> Iterator[Line]:
    amounts = {name: rules.specs[name].default for rules, names in assumed.values() for name in sorted(names)}
    if amounts:
        text = _(
            "Assumed, because the sources give no amount: {amounts}. If your house plays otherwise, write "
            "`opcion {option}: N` above the first deal."
        )
        shown = listed([f"{name} {plain(value)}" for name, value in amounts.items()])
        yield Line(text.format(amounts=shown, option=next(iter(amounts))), "open")
