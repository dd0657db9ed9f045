"""The audit's outcome as values for programs: the published contract `revesino-report/1`.

Everything is built deal by deal as it is asked for, so that a report of a million deals is written without
being held in memory. Fields are added, never renamed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from audit.batch import MISSING
from audit.cards import NAMES
from audit.compare.claims import CONFIRMED, CONTRADICTED
from audit.findings import Finding
from audit.judge import STATUSES, Judged
from audit.model import Deal, Problem, Reading
from audit.rows import Row, claim_row, claim_rows, computed_row, recorded_claims
from audit.ruleset import Ruleset
from audit.sessions import Assembled, Session
from audit.text.findings import finding_message
from audit.text.problems import expected as problem_expected
from audit.text.problems import message as problem_message
from audit.trial.readings import Reading as OtherReading
from audit.trial.readings import readings_of_claims

SCHEMA = "revesino-report/1"
CUT = "too-large.problems"
"""The problem that stands for those of a file that were only counted."""


class DecisionNote(NamedTuple):
    """What a club decided about the record of a deal after it was read."""

    event: int
    """Its number in the log of the database."""
    changes: tuple[tuple[str | None, str | None], ...]
    """Lines as they were and as they are read; none where one of several versions was chosen."""
    reason: str
    person: str


@dataclass(frozen=True)
class Audited:
    """Logs read, put together and judged."""

    reading: Reading
    assembled: Assembled
    judged: Sequence[Judged]
    problems: Sequence[Problem]
    strict: bool = False
    decisions: Mapping[int, Sequence[DecisionNote]] = field(default_factory=dict)
    """By a deal's id: the decisions by which it is read otherwise than it was written."""

    def place_of(self, session: Session) -> tuple[Judged, int] | None:
        """Where the deals of a session are: what judged them, and the row of the first; `None` when nothing did."""
        one = self._judgements.get(session.key)
        return (one.judged, one.begin) if one else None

    def decisions_of(self, deal: Deal) -> Sequence[DecisionNote]:
        """The decisions by which `deal` is read otherwise than it was written."""
        return self.decisions.get(id(deal), ())

    def _readings(self, judged: Judged) -> Mapping[int, Sequence[OtherReading]]:
        """By claim of `judged`: the readings under which what is contradicted would be confirmed; looked for once."""
        key = id(judged)
        if key not in self._found_readings:
            self._found_readings[key] = readings_of_claims(judged)
        return self._found_readings[key]

    @cached_property
    def _found_readings(self) -> dict[int, Mapping[int, Sequence[OtherReading]]]:
        return {}

    @cached_property
    def _judgements(self) -> Mapping[tuple[str, str], _Slice]:
        """By session: where its deals are among those that were judged."""
        found = {}
        for judged in self.judged:
            slices = _slices(judged)
            found.update({session.key: one for session, one in zip(judged.batch.sessions, slices, strict=True)})
        return found

    def sessions(self) -> Iterator[Row]:
        """Each session's part of the report, by club and name."""
        for session in self.assembled.sessions:
            yield self.session_row(session)

    def session_row(self, session: Session, *, deals: bool = True) -> Row:
        """A session's part of the report; without `deals`, only what is said of the whole."""
        one = self._judgements.get(session.key)
        rules = session.ruleset
        return {
            "club": session.header.club,
            "session": session.header.session,
            "date": session.date,
            "rules": {"id": session.header.rules, "options": session.options},
            "players": list(session.players),
            "deals": list(self.deal_rows(session)) if deals else [],
            "final_balance": dict(one.final_balance) if one else dict.fromkeys(session.players),
            "findings": [self.finding_row(found, None, rules) for found in one.on_session] if one else [],
            "assumptions": one.assumptions if one else [],
        }

    def deal_rows(self, session: Session) -> Iterator[Row]:
        """Each deal's part of the report, by number."""
        one = self._judgements.get(session.key)
        if one is None:
            yield from (self._unsettled_row(session, deal) for deal in session.deals)
        else:
            yield from (self._deal_row(one, place) for place in range(len(session.deals)))

    def notable_rows(self, session: Session) -> Iterator[Row]:
        """The parts of those deals that are not confirmed, or of which anything was found, without what was computed.

        Where every claim of a deal is confirmed, they are left out too.
        """
        one = self._judgements.get(session.key)
        if one is None:
            yield from self.deal_rows(session)
            return
        for row in range(one.begin, one.begin + len(session.deals)):
            if STATUSES[one.judged.status[row]] != "confirmed" or row in one.findings:
                head = self._deal_head(one, row)
                open_ = (one.judged.claims.verdict[one.claims(row)] != CONFIRMED).any()
                readings = self._readings(one.judged)
                yield head | {"claims": claim_rows(one.judged, row, one.claims(row), readings) if open_ else []}

    def statuses(self, session: Session) -> list[str]:
        """The status of each deal of a session."""
        one = self._judgements.get(session.key)
        if one is None:
            return [self._unsettled_row(session, deal)["status"] for deal in session.deals]
        rows = one.judged.status[one.begin : one.begin + len(session.deals)]
        return [STATUSES[number] for number in rows.tolist()]

    def has_remarks(self, session: Session) -> bool:
        """Whether anything is to be said of a session beyond its deals' being right."""
        one = self._judgements.get(session.key)
        if one is None:
            return True
        rows = range(one.begin, one.begin + len(session.deals))
        return bool(one.on_session or one.assumptions or any(row in one.findings for row in rows))

    def _deal_row(self, one: _Slice, place: int) -> Row:
        row, judged = one.begin + place, one.judged
        head = self._deal_head(one, row)
        found = head.pop("findings")
        return head | {
            "computed": computed_row(judged, row, one.entries(row)),
            "claims": claim_rows(judged, row, one.claims(row), self._readings(judged)),
            "findings": found,
        }

    def _deal_head(self, one: _Slice, row: int) -> Row:
        """What identifies a deal, its status and its findings."""
        judged = one.judged
        deal, rules = judged.batch.deals[row], judged.batch.ruleset
        return {
            "deal": deal.number,
            "source": {"file": deal.place.file, "line": deal.place.line},
            "dealer": deal.dealer,
            "status": STATUSES[judged.status[row]],
            "findings": [self.finding_row(found, deal, rules) for found in one.findings.get(row, ())],
            **self._decisions(deal),
        }

    def _decisions(self, deal: Deal) -> Row:
        """The decisions that a deal rests on; only where there are some, so only from a database."""
        found = [
            {"event": one.event, "changes": [list(change) for change in one.changes], "reason": one.reason,
             "person": one.person}
            for one in self.decisions_of(deal)
        ]  # fmt: skip
        return {"decisions": found} if found else {}

    def _unsettled_row(self, session: Session, deal: Deal) -> Row:
        """A deal of a session without a usable ruleset: read, and not settled."""
        reason = "conflict" if session.rules_differ else "unsettled"
        findings = [Finding(row=0, code="conflict", params={"rules": True})] if session.rules_differ else []
        claims = [
            claim_row(
                deal,
                {"claim": kind, "player": player, "trick": trick, "recorded": recorded, "reason": reason},
                payment,
            )
            for kind, player, trick, recorded, payment in recorded_claims(deal)
        ]
        names = dict.fromkeys(deal.players)
        return {
            "deal": deal.number,
            "source": {"file": deal.place.file, "line": deal.place.line},
            "dealer": deal.dealer,
            "status": "illegal" if findings else "undetermined" if claims else "confirmed",
            "computed": {
                "points": dict(names),
                "tricks": dict(names),
                "net": dict(names),
                "winner": None,
                "trick_winners": [],
                "fondo_start": None,
                "fondo_end": None,
                "ledger": None,
            },
            "claims": claims,
            "findings": [self.finding_row(finding, deal) for finding in findings],
        }

    def finding_row(self, finding: Finding, deal: Deal | None, rules: Ruleset | None = None) -> Row:
        """A finding, worded, and the rule that it rests on."""
        return {
            "code": finding.code,
            "severity": "error" if self.strict else finding.severity,
            "message": finding_message(finding),
            "player": finding.player,
            "trick": finding.trick,
            "card": None if finding.card is None else NAMES[finding.card],
            "line": finding.line or (deal.place.line if deal else None),
            "rule": rule_of_finding(finding, rules),
            "params": dict(finding.params),
        }

    def problem_rows(self) -> list[Row]:
        """What could not be read, worded."""
        return [
            {
                "file": problem.place.file,
                "line": problem.place.line,
                "column": problem.place.column,
                "code": problem.code,
                "severity": problem.severity,
                "message": problem_message(problem),
                "expected": problem_expected(problem),
                "text": problem.excerpt,
            }
            for problem in self.problems
        ]

    @cached_property
    def totals(self) -> Row:
        """How many of what, over all sessions."""
        counts = dict.fromkeys(STATUSES, 0)
        claims = contradicted = 0
        for judged in self.judged:
            for status, number in enumerate(np.bincount(judged.status, minlength=len(STATUSES)).tolist()):
                counts[STATUSES[status]] += number
            claims += judged.claims.size
            contradicted += int(np.count_nonzero(judged.claims.verdict == CONTRADICTED))
        for session in self.assembled.sessions:
            if session.key not in self._judgements:
                for row in self.deal_rows(session):
                    counts[row["status"]] += 1
                    claims += len(row["claims"])
        return {
            "sessions": len(self.assembled.sessions),
            "deals": sum(counts.values()),
            **{name: counts[name] for name in ("confirmed", "discrepant", "carried", "illegal", "undetermined")},
            "claims": claims,
            "contradicted": contradicted,
            "known": self.assembled.known,
            "conflicts": self.assembled.conflicts,
            "quarantined": len(self.reading.quarantined),
        }

    @cached_property
    def carried(self) -> int:
        """How many contradicted claims are only carried on."""
        return sum(int(np.count_nonzero(judged.claims.carried_from != MISSING)) for judged in self.judged)

    @cached_property
    def warnings(self) -> int:
        """How many warnings there are among problems and findings."""
        found = (one for judged in self.judged for one in (*judged.findings, *judged.on_sessions))
        of_reading = count_problems(self.reading.problems)["warning"]
        return of_reading + sum(one.severity == "warning" for one in found)

    @cached_property
    def has_errors(self) -> bool:
        """Whether anything is contradicted, or an error among findings and problems (`strict`: or a warning)."""
        if any(p.severity == "error" or (self.strict and p.severity == "warning") for p in self.problems):
            return True
        if self.totals["contradicted"] or self.totals["illegal"] or self.totals["discrepant"]:
            return True
        found = (one for judged in self.judged for one in (*judged.findings, *judged.on_sessions))
        return any(self.strict or one.severity == "error" for one in found)

    @property
    def exit_status(self) -> int:
        """0 nothing wrong, 1 something is, 2 no deal could be read at all."""
        if not self.totals["deals"]:
            return 2
        return 1 if self.has_errors else 0


def count_problems(problems: Iterable[Problem]) -> Counter[str]:
    """By severity: how many problems there are, with those that were only counted, of which there may be more."""
    found: Counter[str] = Counter()
    for problem in problems:
        if problem.what != CUT:
            found[problem.severity] += 1
            continue
        for severity in ("error", "warning", "note"):
            found[severity] += int(problem.params.get(f"{severity}s", 0))
    return found


def rule_of_finding(finding: Finding, rules: Ruleset | None) -> str | None:
    """The rule that a finding rests on, if it rests on one."""
    declared = finding.params.get("declaration", "")
    by_code, by_declaration = (rules.findings, rules.declarations) if rules else ({}, {})
    return by_code.get(finding.code) or by_declaration.get(declared) or finding.params.get("rule")


@dataclass(frozen=True)
class _Slice:
    """A session's part of what was judged."""

    judged: Judged
    begin: int
    final_balance: Mapping[str, int | None]
    on_session: Sequence[Finding]
    assumptions: list[str]
    findings: Mapping[int, Sequence[Finding]]
    claim_begins: Any
    entry_begins: Any

    def claims(self, row: int) -> slice:
        """Where the claims of the deal `row` are."""
        return slice(int(self.claim_begins[row]), int(self.claim_begins[row + 1]))

    def entries(self, row: int) -> slice:
        """Where the entries of the deal `row` are."""
        return slice(int(self.entry_begins[row]), int(self.entry_begins[row + 1]))


def _slices(judged: Judged) -> Iterator[_Slice]:
    batch = judged.batch
    by_deal: dict[int, list[Finding]] = defaultdict(list)
    for finding in judged.findings:
        by_deal[finding.row].append(finding)
    by_session: dict[int, list[Finding]] = defaultdict(list)
    for finding in judged.on_sessions:
        by_session[finding.row].append(finding)
    rows = np.arange(batch.count + 1)
    claim_begins = np.searchsorted(judged.claims.deal, rows)
    entry_begins = np.searchsorted(judged.ledger.deal, rows)
    begins = np.searchsorted(batch.session, np.arange(len(batch.sessions)))
    assumptions = judged.assumptions()
    for k in range(len(batch.sessions)):
        yield _Slice(
            judged,
            int(begins[k]),
            judged.balances.final[k],
            by_session[k],
            assumptions[k],
            by_deal,
            claim_begins,
            entry_begins,
        )
