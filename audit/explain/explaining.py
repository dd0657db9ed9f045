"""The call behind `revesino explain`: everything that was judged in, what explains each wrong deal out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from audit.compare.claims import CONTRADICTED
from audit.explain.priors import OTHERWISE, Habits, Key, habit_of, of_set, weight
from audit.explain.sets import Set, Sets, sets_of
from audit.judge import STATUSES, Judged

SCHEMA = "revesino-explanation/1"

MOST = 10
"""Explanations of one deal that are given."""

LEARNT = 100
"""Other wrong deals that a club's habits are learned from, where not all are asked about anyway."""

LEAVES = 1e-20
"""What each value that stays wrong takes from a set's likelihood."""

Wanted = Callable[[Judged, int], bool]
"""Whether a deal, a place in the batch, is asked about."""


@dataclass(frozen=True)
class Explanation:
    """A set of causes, weighed."""

    set: Set
    probability: float


@dataclass(frozen=True)
class Explained:
    """One wrong deal, and what explains it, the likeliest first."""

    judged: Judged
    row: int
    """The deal's place in the batch."""
    explanations: Sequence[Explanation]
    fault: str = ""
    """What went wrong while it was explained, where that failed."""

    @property
    def alike(self) -> int:
        """How many sets explain everything with as few causes as the first, and with the same record."""
        if not self.explanations or self.explanations[0].set.leaves:
            return 0
        first = self.explanations[0].set
        return sum(
            not each.set.leaves and len(each.set.causes) == len(first.causes) and each.set.lacking == first.lacking
            for each in self.explanations
        )


def explain(judged: Sequence[Judged], wanted: Wanted = lambda _, __: True) -> Iterator[Explained]:
    """What explains each wrong deal of `judged` that is `wanted`, the club's other deals considered.

    Wrong is a deal with a contradicted claim, or one that contradicts itself.
    """
    for one in judged:
        wrong = wrong_deals(one)
        rows = [row for row in wrong if wanted(one, row)]
        if not rows:
            continue
        found = {each.deal: each for each in sets_of(one, sorted({*rows, *_learnt_from(one, wrong, rows)}))}
        habits = _habits(one, found)
        for row in rows:
            of_club, sets = habits[_club(one, row)], found[row].sets
            yield Explained(one, row, _ranked(sets, of_club, _own(sets)), found[row].fault)


def _club(judged: Judged, row: int) -> str:
    return judged.batch.deals[row].header.club


def wrong_deals(judged: Judged) -> list[int]:
    """The deals, by place, in which something is contradicted, or that contradict themselves."""
    wrong = set(judged.claims.deal[judged.claims.verdict == CONTRADICTED].tolist())
    status = np.flatnonzero(judged.status == STATUSES.index("discrepant")).tolist()
    return sorted(wrong | set(status))


def _learnt_from(judged: Judged, wrong: Sequence[int], rows: Sequence[int]) -> list[int]:
    """Other wrong deals of the same clubs, the last ones: what their scorers' habits are learned from."""
    clubs = {_club(judged, row) for row in rows}
    return [row for row in wrong if _club(judged, row) in clubs][-LEARNT:]


# ------------------------------------------------------------------------------------------------ how likely


def _ranked(sets: Sequence[Set], habits: Habits, own: Mapping[Key, float]) -> list[Explanation]:
    """The sets by how likely they are; of two that name the same causes the likelier."""
    sets = [one for one in sets if (one.causes or one.carried) and not one.is_vain]
    least = min((one.lacking for one in sets), default=0)
    best: dict[tuple[str, ...], tuple[float, Set]] = {}
    for one in sets:
        chance = _chance(one, least, habits, own)
        key = tuple(sorted(map(str, one.causes)))
        if key not in best or chance > best[key][0]:
            best[key] = chance, one
    order = sorted(best.values(), key=lambda each: (len(each[1].leaves), -each[0]))
    likeliest = max((chance for chance, _ in order), default=0.0)
    shares = [math.exp(chance - likeliest) for chance, _ in order]
    total = sum(shares) + OTHERWISE * (shares[0] if shares else 0.0)
    return [Explanation(one, share / total) for share, (_, one) in zip(shares, order, strict=True)]


def _chance(one: Set, least: int, habits: Habits, own: Mapping[Key, float]) -> float:
    """How likely a set is, as a logarithm: of a record that is wrong in many places it is next to nothing."""
    weights = [weight(cause, share, habits, own) for cause, share in zip(one.causes, one.shares, strict=True)]
    whole = of_set(weights, one.lacking - least) if weights else 0.0
    return whole + math.log(one.side) + math.log(LEAVES) * len(one.leaves)


def _habits(judged: Judged, sets: Mapping[int, Sets]) -> Mapping[str, Habits]:
    """By club: what the causes of its wrong deals most likely were, by the stated weights alone."""
    found: dict[str, Habits] = defaultdict(Habits)
    for row, some in sets.items():
        for each in _ranked(some.sets, Habits(), {})[:3]:
            found[_club(judged, row)].add(each.set.causes, each.probability)
    return found


def _own(sets: Sequence[Set]) -> Mapping[Key, float]:
    """What a deal has itself added to the habits."""
    found: dict[Key, float] = defaultdict(float)
    for each in _ranked(sets, Habits(), {})[:3]:
        for cause in each.set.causes:
            found[habit_of(cause)] += each.probability
    return found
