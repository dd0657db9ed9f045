"""What the tests of the season share: small seasons, judged in memory, and deals of the case files to err in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from audit import logs
from audit.judge import judge
from audit.model import Deal, Reading, Recorded
from audit.report import Audited
from audit.ruleset import load, pack_of
from audit.sessions import assemble
from audit.simulate.books import Books, work_out
from audit.simulate.mistakes import MISTAKES, Case, Mistake, values_of
from audit.simulate.scorer import FULL, Habits, Scorer
from audit.simulate.season import Evening, Season, play_season
from audit.simulate.truth import judge_sessions

CASES = Path(__file__).parents[1] / "cases"
PLAYERS = ("Ana", "Benito", "Carla", "Diego", "Elvira", "Fermín", "Gloria")

Row = dict[str, Any]
Values = dict[tuple[str, str | None, int | None], object]


def season(rules: str = "revesino", options: Row | None = None, **given: Any) -> Season:
    """A season with some values of its own."""
    values: Row = {"seed": 1, "club": "Peña", "players": PLAYERS, "sessions": 6, "deals": 6}
    return Season(ruleset=load(rules, options), **(values | given))


def judged(evenings: Iterable[Evening]) -> Audited:
    """What the audit says of a season, as if it had been read from files."""
    deals = [deal for evening in evenings for deal in evening.deals]
    assembled = assemble(deals)
    return Audited(Reading(deals=deals, quarantined=[], problems=[]), assembled, list(judge(assembled.sessions)), [])


def compared(made: Season) -> Iterator[tuple[Row, Row]]:
    """Each deal of a season: its row of the truth, and its row of the audit's report."""
    evenings = play_season(made)
    for evening, session in zip(evenings, judged(evenings).sessions(), strict=True):
        yield from zip(evening.truth["deals"], session["deals"], strict=True)


def planted(truth: Row) -> list[Row]:
    """The mistakes that were made in the deal itself."""
    return [cause for cause in truth["causes"] if cause.get("id") != "carry"]


def contradicted(row: Row) -> list[Row]:
    """The claims of a deal that the audit finds wrong."""
    return [claim for claim in row["claims"] if claim["verdict"] == "contradicted"]


# ------------------------------------------------------------------------------------------------ one deal


def deals_of(name: str) -> list[Deal]:
    """The deals of a case file, without what was recorded."""
    reading = logs.read([CASES / name], pack_of)
    return [msgspec.structs.replace(deal, recorded=Recorded()) for deal in reading.deals]


class Deskful:
    """One deal of a case file, as a scorer with right books has it before him."""

    def __init__(self, name: str, number: int = 1) -> None:
        deals = deals_of(name)
        header = deals[0].header
        ruleset = load(header.rules, {option.name: option.value for option in header.options})
        truths = judge_sessions(ruleset, [deals])[0]
        self.truth = truths[number - 1]
        before = header.carried_fondo if number == 1 else truths[number - 2].computed["fondo_end"]
        books = Books(before or 0, number == 1 and header.carried_fondo is None)
        if number > 1:
            names, balances = truths[number - 2].deal.players, truths[number - 2].balance
            books.balance = {who: value or 0 for who, value in zip(names, balances, strict=True)}
        self.scorer = Scorer(ruleset, Habits(1.0, {}), season().rng("test"), books)
        right = work_out(books, ruleset, self.truth.deal, self.truth.outcome)
        self.case = Case(ruleset, self.truth, right, right.recorded)

    def ways(self, name: str) -> list[Mistake]:
        """How a mistake can be made here."""
        return list(MISTAKES[name].ways(self.case))

    def written(self, *ways: Mistake) -> Recorded:
        """The record with mistakes in it."""
        return self.scorer.rework(self.case, ways, FULL)[1]

    def changed(self, *ways: Mistake) -> Values:
        """The values that are otherwise than they would be without."""
        players = self.truth.deal.players
        right = values_of(self.case.written, players)
        return {
            claim: value for claim, value in values_of(self.written(*ways), players).items() if value != right[claim]
        }

    def payments(self, *ways: Mistake) -> tuple[set[str], set[str]]:
        """The payments that are lacking, and those that are too many."""
        right, found = (_spelled(record) for record in (self.case.written, self.written(*ways)))
        return right - found, found - right


def _spelled(recorded: Recorded) -> set[str]:
    """The payments as text, the second like one told apart."""
    found: list[str] = []
    for payment in recorded.payments:
        text = f"{payment.trick or '-'} {payment.payer} > {payment.payee} {payment.amount}"
        found.append(f"{text} again" if text in found else text)
    return set(found)
