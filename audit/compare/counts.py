"""Points and tricks as recorded, held against the pack and against each other.

What a complete deal is contradicted in, its claims say; so all that is more than a wrong sum is only looked for
where cards are missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Batch
from audit.compare.inconsistent import inconsistent, total
from audit.facts import NOBODY, Mask, Seats, as_mask
from audit.findings import Finding
from audit.replay import Replayed
from audit.ruleset import Ruleset

BEYOND = 10_000
"""More points, and more tricks, than any deal has; larger numbers compare as this one does."""


@dataclass(frozen=True)
class Counts:
    """Between what each player's points and tricks lie, whatever was played; `[player, deal]`."""

    least_tricks: Amounts
    most_tricks: Amounts
    least_points: Amounts
    most_points: Amounts


def check(replayed: Replayed) -> Iterator[Finding]:
    """Points and tricks that no deal can give together."""
    batch, complete, plays, winners = replayed.batch, replayed.complete, who_play(replayed), _winners(replayed)
    wrong_points, wrong_tricks = _points(batch, complete, plays), _tricks(batch, plays)
    yield from wrong_points.values()
    yield from wrong_tricks.values()
    by_trick = _trick_winners(batch, plays & ~complete & ~_rows(batch, wrong_tricks), winners)
    yield from by_trick.values()
    left = ~complete & ~_rows(batch, wrong_points) & ~_rows(batch, wrong_tricks) & ~_rows(batch, by_trick)
    yield from _points_in_tricks(batch, plays, winners, np.flatnonzero(left))


def hold_most(r: Ruleset) -> Amounts:
    """By a number of tricks: no more points are in them than in as many of the pack's best cards."""
    worth = np.sort(r.points[r.deck].astype(np.int64))[::-1]
    sums = np.concatenate(([0], worth.cumsum()))
    return sums[np.arange(r.tricks + 1) * r.seats]


def hold_least(r: Ruleset) -> Amounts:
    """By a number of tricks: no fewer points are in them than the other cards of the pack leave over at best."""
    worth = np.sort(r.points[r.deck].astype(np.int64))
    sums = np.concatenate(([0], worth.cumsum()))
    return sums[np.arange(r.tricks + 1) * r.seats]


def counts(replayed: Replayed, plays: Mask) -> Counts:
    """What the recorded points, tricks and winners of tricks leave open.

    A player has won the tricks that are recorded as his, and no more than those recorded as the others' leave; who
    has so many tricks has between what as many can hold. Where the tricks do not go together, none of them counts.
    """
    batch, r = replayed.batch, replayed.batch.ruleset
    least, most = _trick_bounds(batch, plays, _winners(replayed))
    kept = (least <= most).all(axis=0) & (least.sum(axis=0) <= r.tricks) & (most.sum(axis=0) >= r.tricks)
    others_least, others_most = least.sum(axis=0) - least, most.sum(axis=0) - most
    least = np.where(kept, np.maximum(least, r.tricks - others_most), 0)
    most = np.where(kept, np.minimum(most, r.tricks - others_least), np.where(plays, r.tricks, 0))
    recorded = plays & (batch.written.points != MISSING)
    points = np.clip(batch.written.points, -1, BEYOND)
    return Counts(
        least,
        most,
        np.where(recorded, points, hold_least(r)[least]),
        np.where(recorded, points, hold_most(r)[most]),
    )


def who_play(replayed: Replayed) -> Mask:
    """`[player, deal]`: he is not the dealer of a game in which the dealer sits out, who is recorded or certain."""
    r, batch = replayed.batch.ruleset, replayed.batch
    dealer = np.where(replayed.complete, replayed.seating.dealer, batch.dealer)
    return as_mask((np.arange(r.players)[:, None] != dealer) | (r.first_seat == 0))


def _winners(replayed: Replayed) -> Seats:
    """`[trick, deal]`: the recorded winners of tricks, but for those whom the cards exclude, which their claims say."""
    recorded = replayed.batch.written.trick_winner
    may = np.take_along_axis(replayed.ranges.may_win, np.maximum(recorded, 0)[:, None].astype(np.intp), axis=1)[:, 0]
    return np.where(may, recorded, NOBODY).astype(np.int8)


def _won(r: Ruleset, winners: Seats) -> Amounts:
    """`[player, deal]`: the tricks that are recorded, one by one, as won by each."""
    return np.stack([np.count_nonzero(winners == who, axis=0) for who in range(r.players)]).astype(np.int64)


def _trick_bounds(batch: Batch, plays: Mask, winners: Seats) -> tuple[Amounts, Amounts]:
    """`[player, deal]`: the fewest and the most tricks of each by what is recorded of him alone.

    Where he won more one by one than in all, or in all less than none, the most is below the fewest.
    """
    tricks = np.clip(batch.written.tricks, -1, BEYOND)
    told, won = plays & (batch.written.tricks != MISSING), np.where(plays, _won(batch.ruleset, winners), 0)
    most = np.where(plays, batch.ruleset.tricks, 0)
    return np.where(told, np.maximum(tricks, won), won), np.where(told, tricks, most)


def _rows(batch: Batch, found: dict[int, Finding]) -> Mask:
    rows = np.zeros(batch.count, np.bool_)
    rows[list(found)] = True
    return rows


def _all_told(plays: Mask, values: Amounts) -> Mask:
    """`[deal]`: recorded for everybody who plays; where it is not known who sits out, for everybody."""
    return as_mask((~plays | (values != MISSING)).all(axis=0))


def _points(batch: Batch, complete: Mask, plays: Mask) -> dict[int, Finding]:
    """Points are none below 0, and together what the tricks of some deal can hold."""
    r, values = batch.ruleset, batch.written.points
    least, most = int(hold_least(r)[-1]), int(r.points[r.deck].sum(dtype=np.int64))
    sums = total(values)
    told = _all_told(plays, values) & (~complete | _all_told(plays, batch.written.tricks))
    negative = ((values != MISSING) & (values < 0)).any(axis=0)
    found = {}
    for j in np.flatnonzero((told & (sums < least)) | (sums > most) | negative).tolist():
        params: dict[str, Any] = {"sum": int(sums[j]), "least": least, "most": most, "negative": bool(negative[j])}
        found[j] = inconsistent(batch, j, "points", "points", claims=["points"], **params)
    return found


def _tricks(batch: Batch, plays: Mask) -> dict[int, Finding]:
    """Tricks are none below 0, and together as many as the deal has."""
    right, values = batch.ruleset.tricks, batch.written.tricks
    sums = total(values)
    negative = ((values != MISSING) & (values < 0)).any(axis=0)
    wrong = (sums > right) | (_all_told(plays, values) & (sums != right)) | negative
    found = {}
    for j in np.flatnonzero(wrong).tolist():
        params: dict[str, Any] = {"sum": int(sums[j]), "right": right, "negative": bool(negative[j])}
        found[j] = inconsistent(batch, j, "tricks", "tricks", claims=["tricks"], **params)
    return found


def _trick_winners(batch: Batch, wanted: Mask, winners: Seats) -> dict[int, Finding]:
    """Nobody won more tricks one by one than in all, and those without a recorded winner are enough for the rest."""
    tricks, won = batch.written.tricks, _won(batch.ruleset, winners)
    told = wanted & (tricks != MISSING)
    open_ = np.count_nonzero(winners == NOBODY, axis=0)
    over = told & (won > tricks)
    needed = np.where(told, tricks - won, 0).sum(axis=0)
    found = {}
    for j in np.flatnonzero(over.any(axis=0) | (needed > open_)).tolist():
        name, params = None, {"by": "open", "open": int(open_[j]), "needed": int(needed[j])}
        if over[:, j].any():
            who = int(np.flatnonzero(over[:, j])[0])
            name = batch.players_of(j)[who]
            params = {"by": "player", "won": int(won[who, j]), "tricks": int(tricks[who, j])}
        found[j] = inconsistent(batch, j, "trick-winners", "tricks", name, claims=["trick_winner", "tricks"], **params)
    return found


def _points_in_tricks(batch: Batch, plays: Mask, winners: Seats, rows: npt.NDArray[np.intp]) -> Iterator[Finding]:
    """Any players together have what so many tricks can hold.

    Let some players' tricks be *n* at most, by what is recorded of them and of the others: their points lie in no more
    than 4 *n* cards, so they are not above those of the best 4 *n*. If they have *n* tricks at least, all other cards
    are 48 - 4 *n* at most, which hold no more than the best as many; the rest of the pack's points is theirs.
    """
    r = batch.ruleset
    points, upper, lower = batch.written.points[:, rows], hold_most(r), hold_least(r)
    least, most = (column[:, rows] for column in _trick_bounds(batch, plays, winners))
    told = plays[:, rows] & (points != MISSING)
    done = ~told.any(axis=0)
    players = range(r.players)
    for some in (list(one) for size in players for one in combinations(players, size + 1)):
        others = [who for who in players if who not in some]
        fewest = np.maximum(least[some].sum(axis=0), r.tricks - most[others].sum(axis=0)).clip(0, r.tricks)
        at_most = np.minimum(most[some].sum(axis=0), r.tricks - least[others].sum(axis=0)).clip(0, r.tricks)
        sums = np.where(told[some], points[some], 0).sum(axis=0)
        beyond = ~done & told[some].all(axis=0) & ((sums > upper[at_most]) | (sums < lower[fewest]))
        for k in np.flatnonzero(beyond).tolist():
            j = int(rows[k])
            names = [batch.players_of(j)[who] for who in some]
            by_trick = (batch.written.tricks[:, j] == MISSING).all()
            found: dict[str, Any] = {"claims": ["points", "trick_winner" if by_trick else "tricks"], "players": names}
            found |= {"sum": int(sums[k]), "least": int(lower[fewest[k]]), "most": int(upper[at_most[k]])}
            yield inconsistent(batch, j, "points-tricks", "points", names[0] if len(names) == 1 else None, **found)
        done |= beyond
