"""The sets of causes that explain wrong deals, each deal for itself, before any is weighed against others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.explain.candidates import Candidate
from audit.explain.carrying import Carrying
from audit.explain.pens import Pen
from audit.explain.priors import of_pen
from audit.explain.search import Found, Searched, search
from audit.explain.untried import by_consistency, by_pen_alone
from audit.judge import Judged
from audit.processes import on_all_cores
from audit.rows import Row
from audit.trial.change import What
from audit.trial.desk import OWN, Desk, desk_of
from audit.trial.readings import chunks
from audit.trial.slots import Recorded, recorded

FEWEST = 8
"""Pieces, of half a second each: below so many a process would hardly have begun before all is done."""

NOT_CARRIED = 0.2
"""How often a club goes on from the right fondo after having written down a wrong one."""

ROLES = {What.PAYER: "payer", What.PAYEE: "payee"}


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
    roles: tuple[str, ...] = ()
    """By cause, so far as there are any: what somebody was taken for, `payer` or `payee`."""

    @property
    def is_vain(self) -> bool:
        """Whether it explains no figure, and some stay wrong."""
        return bool(self.leaves) and not self.explains


@dataclass(frozen=True)
class Sets:
    """What was found of one deal."""

    deal: int
    """Its place in the batch."""
    sets: Sequence[Set]
    fault: str = ""
    """What went wrong in the search, where it failed: a bug of ours, which must not take other deals with it."""


def sets_of(judged: Judged, rows: Sequence[int]) -> Iterator[Sets]:
    """By deal, of `rows`: every set of causes that was found."""
    desk = desk_of(judged)
    places = np.array(rows, np.int64)
    pieces = list(chunks(places[desk.triable[places]]))
    for found in on_all_cores(_Searching, judged, pieces, pays=len(pieces) >= FEWEST):
        yield from found
    yield from _each(_Reading(judged), places[~desk.triable[places]])


Deals = npt.NDArray[np.int64]


def _each(look: Callable[[Deals], list[Sets]], deals: Deals) -> list[Sets]:
    """What `look` finds of `deals` together; where it fails, of each alone."""
    try:
        return look(deals)
    except Exception as error:
        if deals.size == 1:
            return [Sets(int(deals[0]), [], f"{type(error).__name__}: {error}")]
        return [found for k in range(deals.size) for found in _each(look, deals[k : k + 1])]


class _Searching:
    """Looks for what explains deals that can be settled again."""

    def __init__(self, judged: Judged) -> None:
        self._desk = desk_of(judged)
        self._carrying = Carrying(self._desk)

    def __call__(self, deals: Deals) -> list[Sets]:
        """By deal: every set that was found."""
        return _each(self._found, deals)

    def _found(self, deals: Deals) -> list[Sets]:
        return [
            Sets(one.deal, [_set(self._desk, self._carrying, one, each) for each in one.found])
            for one in search(self._desk, deals)
        ]


class _Reading:
    """Looks for mistakes of the pen in deals that cannot be settled again."""

    def __init__(self, judged: Judged) -> None:
        self._judged = judged
        self._carrying = Carrying(desk_of(judged))

    def __call__(self, deals: Deals) -> list[Sets]:
        """By deal: every set that was found."""
        record = recorded(self._judged, deals)
        return [Sets(deal, list(self._sets(record, row, deal))) for row, deal in enumerate(deals.tolist())]

    def _sets(self, record: Recorded, row: int, deal: int) -> Iterator[Set]:
        pens, left = by_pen_alone(self._judged, record, row)
        for way in by_consistency(self._judged, deal) or [()]:
            some = list(dict.fromkeys((*pens, *way)))
            yield _plain_set(self._judged, self._carrying, record.claim[row], deal, some, left)


def _set(desk: Desk, carrying: Carrying, one: Searched, found: Found) -> Set:
    judged, record = desk.judged, one.recorded
    names = judged.batch.deals[one.deal].players
    causes = [each.cause for each in found.candidates]
    shares = [each.share for each in found.candidates]
    for pen in found.pens:
        causes.append(pen_cause(judged, one.deal, pen))
        shares.append(of_pen(pen, len(names)))
    table = next(t for t in one.tables if t.side == found.side)
    explains, leaves = _told(carrying, one.deal, {int(record.claim[one.row, slot]) for slot in found.left})
    differs = bool(desk.differs[one.deal])
    return Set(
        causes=tuple(causes),
        shares=tuple(shares),
        carried=tuple(carrying.causes(one.deal, one.tables, table)),
        explains=explains,
        leaves=leaves,
        lacking=found.lacking,
        side=1.0 if found.side == OWN or not differs else NOT_CARRIED,
        roles=tuple(_role(each) for each in found.candidates),
    )


def _told(carrying: Carrying, deal: int, left: AbstractSet[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The wrong claims of a deal, by their places in the batch: those that a set which leaves the claims `left` wrong
    explains, and those that stay. Who is to deal no set of causes explains.
    """
    wrong = carrying.contradicted(deal)
    dealers = {place for place in wrong if carrying.is_dealer(place)}
    return tuple(place for place in wrong if place not in left | dealers), tuple(sorted(left | dealers))


def _role(one: Candidate) -> str:
    """For whom the player was taken that a candidate names; empty where it names none."""
    moves = one.change.moves
    return ROLES.get(moves.what, "") if moves is not None else ""


def _plain_set(
    judged: Judged, carrying: Carrying, claims: Sequence[int], deal: int, pens: Sequence[Pen], left: Sequence[int]
) -> Set:
    """A set for a deal that cannot be settled again."""
    names = judged.batch.deals[deal].players
    explains, leaves = _told(carrying, deal, {int(claims[slot]) for slot in left})
    return Set(
        causes=tuple(pen_cause(judged, deal, pen) for pen in pens),
        shares=tuple(of_pen(pen, len(names)) for pen in pens),
        carried=tuple(carrying.as_told(deal)),
        explains=explains,
        leaves=leaves,
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
