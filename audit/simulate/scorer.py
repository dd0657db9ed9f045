"""The scorer of a session: settles each deal from the club's own books, errs now and then, and carries it all on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from audit.model import Recorded
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.simulate.altered import outcome_of, settle_one
from audit.simulate.books import Books, Worked, work_out
from audit.simulate.mistakes import MISTAKES, Case, Mistake, values_of
from audit.simulate.truth import Truth

SECOND = 0.12
"""How often one mistake in a deal does not come alone."""

ATTEMPTS = 6
"""Ways of one mistake that are tried before another is."""

FULL, TRICKS, BARE = "full", "tricks", "bare"
"""How much a record has: hands and tricks, tricks, or only the score."""


@dataclass(frozen=True)
class Habits:
    """How a scorer goes about it."""

    rate: float
    """Of the deals, how many he gets wrong."""
    weights: Mapping[str, float]
    """How often he makes each mistake, against the others."""
    second: float = SECOND
    """How often one mistake in a deal does not come alone."""
    names_winners: bool = True
    """He notes who took each trick."""


@dataclass
class Scored:
    """A deal as it was written down, and what is wrong in it."""

    recorded: Recorded
    causes: list[Row]


@dataclass
class Scorer:
    """One session's scorer, deal by deal."""

    ruleset: Ruleset
    habits: Habits
    rng: random.Random
    books: Books
    fondo_left: int | None = None
    """The deal where the club's fondo left the true one."""
    balance_left: dict[str, int] = field(default_factory=dict)
    """By name: the deal where the club's balance left the true one."""

    def score(self, truth: Truth, level: str) -> Scored:
        """Write down the next deal."""
        right = work_out(self.books, self.ruleset, truth.deal, truth.outcome)
        case = Case(self.ruleset, truth, right, self._cut(right.recorded, level))
        mistakes: list[Mistake] = []
        if self.rng.random() < self.habits.rate:
            mistakes = self._err(case, level)
        worked, written = self.rework(case, mistakes, level) if mistakes else (right, case.written)
        causes = [one.cause for one in mistakes] + self._carried(case)
        self._enter(truth, worked, written, bool(mistakes))
        return Scored(written, causes)

    # ------------------------------------------------------------------------------------------- mistakes

    def _err(self, case: Case, level: str) -> list[Mistake]:
        """One mistake or two, each of which can be seen in what is written."""
        first = self._one_mistake(case, level, [])
        if first and self.rng.random() < self.habits.second:
            second = self._one_mistake(case, level, first)
            return first + second
        return first

    def _one_mistake(self, case: Case, level: str, already: list[Mistake]) -> list[Mistake]:
        """A mistake that shows, besides those `already` made; none when no mistake can be made here."""
        ids = {name: weight for name, weight in self.habits.weights.items() if weight > 0}
        for one in already:
            ids.pop(str(one.cause.get("id", "reading")), None)
        while ids:
            name = self._pick(ids)
            del ids[name]
            ways = list(MISTAKES[name].ways(case))
            for _ in range(min(ATTEMPTS, len(ways))):
                way = ways.pop(int(self.rng.random() * len(ways)))
                if self._shows(case, way, already, level):
                    return [way]
        return []

    def _pick(self, weights: Mapping[str, float]) -> str:
        point = self.rng.random() * sum(weights.values())
        for name, weight in weights.items():
            point -= weight
            if point < 0:
                return name
        return next(reversed(list(weights)))

    def _shows(self, case: Case, way: Mistake, already: list[Mistake], level: str) -> bool:
        """Whether something written is wrong by it: neither true, nor what the club's books make of the deal.

        Of two mistakes each must leave its own trace.
        """
        players = case.deal.players
        found = values_of(self.rework(case, [*already, way], level)[1], players)
        honest, true = values_of(case.written, players), _true_values(case.truth)
        fresh = {
            claim
            for claim, value in found.items()
            if value != honest.get(claim) and true.get(claim) is not None and value != true[claim]
        }
        if not already:
            return bool(fresh)
        before, alone = (values_of(self.rework(case, some, level)[1], players) for some in (already, [way]))
        return bool(fresh) and found not in (before, alone)

    def rework(self, case: Case, mistakes: Sequence[Mistake], level: str) -> tuple[Worked, Recorded]:
        """The deal with the mistakes in it: worked out, and written down."""
        changes = [one.change for one in mistakes]
        r, truth = self.ruleset, case.truth
        for change in changes:
            r = change.reading or r
        facts, course = settle_one(truth.observed, r, changes)
        worked = work_out(self.books, r, truth.deal, outcome_of(facts, course, r, truth.base), changes)
        written = self._cut(worked.recorded, level)
        for change in changes:
            written = change.written(written) if change.written else written
        return worked, written

    def _cut(self, recorded: Recorded, level: str) -> Recorded:
        """What of it the record has."""
        if level == BARE:
            return msgspec.structs.replace(recorded, trick_winners={}, payments=(), fondo_start=None)
        return recorded if self.habits.names_winners else msgspec.structs.replace(recorded, trick_winners={})

    # ----------------------------------------------------------------------------------------- carrying on

    def _carried(self, case: Case) -> list[Row]:
        """What is off in the deal only because it was so before."""
        honest, true = values_of(case.written, case.deal.players), _true_values(case.truth)
        off = {claim for claim, value in honest.items() if true.get(claim) is not None and value != true[claim]}
        found = []
        if self.fondo_left is not None and any(claim not in ("balance",) for claim, _, _ in off):
            found.append(_carry("fondo_start", None, self.fondo_left))
        for name, number in self.balance_left.items():
            if ("balance", name, None) in off:
                found.append(_carry("balance", name, number))
        return found

    def _enter(self, truth: Truth, worked: Worked, written: Recorded, erred: bool) -> None:
        """The club goes on from what it wrote, where it wrote it."""
        number, players = truth.deal.number, truth.deal.players
        off_by_fondo = self.fondo_left if self.fondo_left is not None and not erred else number
        self.books.fondo = worked.fondo_end if written.fondo_end is None else written.fondo_end
        self.books.opening = False
        self.books.balance.update(worked.balance)
        for name, value in zip(players, written.balance or (), strict=False):
            if value is not None:
                self.books.balance[name] = value
        right = truth.computed["fondo_end"]
        if right is None or right == self.books.fondo:
            self.fondo_left = None
        elif self.fondo_left is None:
            self.fondo_left = number
        for name, true in zip(players, truth.balance, strict=True):
            if true is None or true == self.books.balance[name]:
                self.balance_left.pop(name, None)
            else:
                self.balance_left.setdefault(name, off_by_fondo)


def _carry(claim: str, player: str | None, deal: int) -> Row:
    return {"kind": "mistake", "id": "carry", "claim": claim, "player": player, "deal": deal}


def _true_values(truth: Truth) -> Mapping[tuple[str, str | None, int | None], object]:
    """What each value should be, by claim, player and trick."""
    computed = truth.computed
    found: dict[tuple[str, str | None, int | None], object] = {}
    for claim in ("points", "tricks", "net"):
        found |= {(claim, name, None): value for name, value in computed[claim].items()}
    found |= {("balance", name, None): v for name, v in zip(truth.deal.players, truth.balance, strict=True)}
    found |= {("trick_winner", None, trick): name for trick, name in enumerate(computed["trick_winners"], 1)}
    for claim in ("winner", "fondo_start", "fondo_end"):
        found[claim, None, None] = computed[claim]
    return found
