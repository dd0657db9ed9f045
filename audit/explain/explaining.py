"""The call behind `revesino explain`: everything that was judged in, what explains each wrong deal out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from audit.compare.claims import CONTRADICTED
from audit.explain.carrying import Carrying
from audit.explain.pens import Pen
from audit.explain.priors import OTHERWISE, Habits, Key, habit_of, of_pen, of_set, weight
from audit.explain.search import Found, Searched, search
from audit.explain.untried import by_consistency, by_pen_alone
from audit.judge import STATUSES, Judged
from audit.rows import Row
from audit.trial.desk import OWN, Desk, desk_of
from audit.trial.readings import chunks
from audit.trial.slots import recorded

SCHEMA = "revesino-explanation/1"

MOST = 10
"""Explanations of one deal that are given."""

LEARNT = 100
"""Other wrong deals that a club's habits are learned from, where not all are asked about anyway."""

LEAVES = 1e-3
"""What each value that stays wrong takes from a set's likelihood."""

NOT_CARRIED = 0.2
"""How often a club goes on from the right fondo after having written down a wrong one."""

Wanted = Callable[[Judged, int], bool]
"""Whether a deal, a place in the batch, is asked about."""


@dataclass(frozen=True)
class Set:
    """Causes that explain a deal, before they are weighed against others."""

    causes: tuple[Row, ...]
    shares: tuple[float, ...]
    carried: tuple[Row, ...]
    """What is off only because it was so before."""
    explains: tuple[int, ...]
    """Claims, by their places in the batch."""
    leaves: tuple[int, ...]
    lacking: int
    side: float


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
        sets = dict(_sets(one, sorted({*rows, *_learnt_from(one, wrong, rows)})))
        habits = _habits(one, sets)
        for row in rows:
            of_club, own = habits[_club(one, row)], _own(sets[row])
            yield Explained(one, row, _ranked(sets[row], of_club, own))


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


def _sets(judged: Judged, rows: Sequence[int]) -> Iterator[tuple[int, list[Set]]]:
    """By deal, of `rows`: every set of causes that was found."""
    desk = desk_of(judged)
    carrying = Carrying(desk)
    places = np.array(rows, np.int64)
    tried = places[desk.triable[places]]
    for deals in chunks(tried):
        for one in search(desk, deals):
            yield one.deal, [_set(desk, carrying, one, found) for found in one.found]
    rest = places[~desk.triable[places]]
    record = recorded(judged, rest)
    for row, deal in enumerate(rest.tolist()):
        pens, left = by_pen_alone(judged, record, row)
        ways = by_consistency(judged, deal) or [()]
        sets = [dict.fromkeys((*pens, *way)) for way in ways]
        yield deal, [_plain_set(judged, carrying, record.claim[row], deal, list(some), left) for some in sets]


def _set(desk: Desk, carrying: Carrying, one: Searched, found: Found) -> Set:
    judged, record = desk.judged, one.recorded
    names = judged.batch.deals[one.deal].players
    causes = [each.cause for each in found.candidates]
    shares = [each.share for each in found.candidates]
    for pen in found.pens:
        causes.append(pen_cause(judged, one.deal, pen))
        shares.append(of_pen(pen, len(names)))
    table = next(t for t in one.tables if t.side == found.side)
    left = {int(record.claim[one.row, slot]) for slot in found.left}
    wrong = carrying.contradicted(one.deal)
    differs = bool(desk.differs[one.deal])
    return Set(
        causes=tuple(causes),
        shares=tuple(shares),
        carried=tuple(carrying.causes(one.deal, one.tables, table)),
        explains=tuple(place for place in wrong if place not in left and not carrying.is_dealer(place)),
        leaves=tuple(sorted(left | {place for place in wrong if carrying.is_dealer(place)})),
        lacking=found.lacking,
        side=1.0 if found.side == OWN or not differs else NOT_CARRIED,
    )


def _plain_set(
    judged: Judged, carrying: Carrying, claims: Sequence[int], deal: int, pens: Sequence[Pen], left: Sequence[int]
) -> Set:
    """A set for a deal that cannot be settled again."""
    names = judged.batch.deals[deal].players
    leaves = {int(claims[slot]) for slot in left}
    wrong = carrying.contradicted(deal)
    return Set(
        causes=tuple(pen_cause(judged, deal, pen) for pen in pens),
        shares=tuple(of_pen(pen, len(names)) for pen in pens),
        carried=tuple(carrying.as_told(deal)),
        explains=tuple(place for place in wrong if place not in leaves and not carrying.is_dealer(place)),
        leaves=tuple(sorted(leaves | {place for place in wrong if carrying.is_dealer(place)})),
        lacking=0,
        side=1.0,
    )


def pen_cause(judged: Judged, deal: int, pen: Pen) -> Row:
    """A mistake of the pen as an explanation names it."""
    one = judged.batch.deals[deal]
    cause = pen.cause(one.players)
    if pen.payment is not None:
        paid = one.recorded.payments[pen.payment]
        cause |= {"trick": paid.trick, "from": paid.payer, "to": paid.payee}
    return cause


# ------------------------------------------------------------------------------------------------ how likely


def _ranked(sets: Sequence[Set], habits: Habits, own: Mapping[Key, float]) -> list[Explanation]:
    """The sets by how likely they are; of two that name the same causes the likelier."""
    sets = [one for one in sets if one.causes or one.carried]
    least = min((one.lacking for one in sets), default=0)
    best: dict[tuple[str, ...], tuple[float, Set]] = {}
    for one in sets:
        chance = _chance(one, least, habits, own)
        key = tuple(sorted(map(str, one.causes)))
        if key not in best or chance > best[key][0]:
            best[key] = chance, one
    order = sorted(best.values(), key=lambda each: (len(each[1].leaves), -each[0]))
    total = sum(chance for chance, _ in order) + OTHERWISE * (order[0][0] if order else 0.0)
    return [Explanation(one, chance / total) for chance, one in order]


def _chance(one: Set, least: int, habits: Habits, own: Mapping[Key, float]) -> float:
    weights = [weight(cause, share, habits, own) for cause, share in zip(one.causes, one.shares, strict=True)]
    whole = of_set(weights, one.lacking - least) if weights else 1.0
    return float(whole * one.side * LEAVES ** len(one.leaves))


def _habits(judged: Judged, sets: Mapping[int, Sequence[Set]]) -> Mapping[str, Habits]:
    """By club: what the causes of its wrong deals most likely were, by the stated weights alone."""
    found: dict[str, Habits] = defaultdict(Habits)
    for row, some in sets.items():
        for each in _ranked(some, Habits(), {})[:3]:
            found[_club(judged, row)].add(each.set.causes, each.probability)
    return found


def _own(sets: Sequence[Set]) -> Mapping[Key, float]:
    """What a deal has itself added to the habits."""
    found: dict[Key, float] = defaultdict(float)
    for each in _ranked(sets, Habits(), {})[:3]:
        for cause in each.set.causes:
            found[habit_of(cause)] += each.probability
    return found
