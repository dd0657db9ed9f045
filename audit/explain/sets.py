"""The sets of causes that explain wrong deals, each deal for itself, before any is weighed against others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.explain.carrying import Carrying
from audit.explain.cores import on_all_cores
from audit.explain.pens import Pen
from audit.explain.priors import of_pen
from audit.explain.search import Found, Searched, search
from audit.explain.untried import by_consistency, by_pen_alone
from audit.judge import Judged
from audit.rows import Row
from audit.trial.desk import OWN, Desk, desk_of
from audit.trial.readings import chunks
from audit.trial.slots import recorded

NOT_CARRIED = 0.2
"""How often a club goes on from the right fondo after having written down a wrong one."""


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


def sets_of(judged: Judged, rows: Sequence[int]) -> Iterator[tuple[int, list[Set]]]:
    """By deal, of `rows`: every set of causes that was found."""
    desk = desk_of(judged)
    places = np.array(rows, np.int64)
    for found in on_all_cores(_Searching, judged, list(chunks(places[desk.triable[places]]))):
        yield from found
    carrying = Carrying(desk)
    rest = places[~desk.triable[places]]
    record = recorded(judged, rest)
    for row, deal in enumerate(rest.tolist()):
        pens, left = by_pen_alone(judged, record, row)
        ways = by_consistency(judged, deal) or [()]
        sets = [dict.fromkeys((*pens, *way)) for way in ways]
        yield deal, [_plain_set(judged, carrying, record.claim[row], deal, list(some), left) for some in sets]


class _Searching:
    """Looks for what explains deals that can be settled again."""

    def __init__(self, judged: Judged) -> None:
        self._desk = desk_of(judged)
        self._carrying = Carrying(self._desk)

    def __call__(self, deals: npt.NDArray[np.int64]) -> list[tuple[int, list[Set]]]:
        """By deal: every set that was found."""
        found = search(self._desk, deals)
        return [(one.deal, [_set(self._desk, self._carrying, one, each) for each in one.found]) for one in found]


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
