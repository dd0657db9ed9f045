"""The recorded winner of a deal, held against the recorded points, tricks, declarations and dealer (R8, X10)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Batch
from audit.compare.counts import Counts, counts, who_play
from audit.compare.inconsistent import inconsistent
from audit.facts import NOBODY, Mask, as_mask
from audit.findings import Finding
from audit.replay import Replayed
from audit.rules.r8 import seat_order
from audit.rules.x10 import hidden_points


def check(replayed: Replayed) -> Iterator[Finding]:
    """A recorded winner whom the other recorded values exclude.

    A complete deal contradicts him by its cards; there he is only held against recorded points and tricks.
    """
    named = replayed.batch.written.winner != NOBODY
    yield from _by_figures(replayed.batch, np.flatnonzero(named & replayed.complete))
    yield from _by_bounds(replayed, np.flatnonzero(named & ~replayed.complete))


def _by_figures(batch: Batch, rows: npt.NDArray[np.intp]) -> Iterator[Finding]:
    """A winner must have the fewest points, and of those the fewest tricks, unless he won them all.

    Whoever announced a napolitana or an espagnolette may have lost the right to win, so that he excludes nobody.
    """
    r, w = batch.ruleset, batch.written
    who = w.winner
    points, tricks = w.points[:, rows], w.tricks[:, rows]
    own_points, own_tricks = points[who[rows], np.arange(rows.size)], tricks[who[rows], np.arange(rows.size)]
    player = np.arange(r.players)[:, None]
    other = player != who[rows]
    compared = other & (points != MISSING) & (own_points != MISSING) & ~_announced(batch, rows)
    unseen = hidden_points(r)
    fewer = compared & (points < own_points - unseen)
    by_tricks = (tricks != MISSING) & (own_tricks != MISSING) & (tricks < own_tricks)
    tied = compared & (points == own_points) & by_tricks & (unseen == 0) & ("R8.untied" not in r.course)
    made = other & (tricks == r.tricks) & _may_undertake(batch, rows)
    nothing_else = (~other | np.isin(points, (MISSING, 0))) & (~other | np.isin(tricks, (MISSING, 0)))
    won_all = nothing_else.all(axis=0) & np.isin(own_tricks, (MISSING, r.tricks))
    better = made | ((fewer | tied) & ~won_all)
    for k in np.flatnonzero(better.any(axis=0)).tolist():
        best = int(np.flatnonzero(better[:, k])[0])
        by = "all" if made[best, k] else "points" if fewer[best, k] else "tricks"
        yield _finding(batch, int(rows[k]), best, by)


CLAIMS = {
    "all": ["winner", "tricks"],
    "undeclared": ["winner", "tricks"],
    "points": ["winner", "points"],
    "sits-out": ["winner", "dealer"],
    "seat": ["winner", "points", "tricks", "dealer"],
}
"""By what excludes a winner: the claims that cannot all be right, where they are not winner, points and tricks."""


def _finding(batch: Batch, j: int, better: int, by: str) -> Finding:
    names = batch.players_of(j)
    found = {"winner": names[batch.written.winner[j]], "by": by}
    if by != "sits-out":
        found["better"] = names[better]
    claims = CLAIMS.get(by, ["winner", "points", "tricks"])
    return inconsistent(batch, j, "winner", "winner", claims=claims, **found)


def _announced(batch: Batch, rows: npt.NDArray[np.intp]) -> Mask:
    """`[player, row]`: who announced a napolitana or an espagnolette."""
    player = np.arange(batch.ruleset.players)[:, None]
    announced = np.zeros((batch.ruleset.players, rows.size), np.bool_)
    for what in batch.ruleset.declarations:
        if what != "revesino":
            announced |= player == batch.declared[what][rows]
    return announced


def _may_undertake(batch: Batch, rows: npt.NDArray[np.intp]) -> Mask:
    """`[player, row]`: who has won the deal if he wins every trick: who said so, or anybody where no word is needed."""
    r = batch.ruleset
    no_word = "X8.committed" in r.course or (r.plays("V1") and r.choice("undertaking") == "automatic")
    return as_mask(no_word | (np.arange(r.players)[:, None] == batch.declared["revesino"][rows]))


# ------------------------------------------------------------------------------------- where cards are missing


def _by_bounds(replayed: Replayed, rows: npt.NDArray[np.intp]) -> Iterator[Finding]:
    """A winner whom everything that was recorded excludes, whatever was played.

    He has won in one of three ways. He made the revesino (reversis): he may have every trick, and said so where a
    word is needed. Or he announced a napolitana (espagnolette) and won no trick. Or the ranking by points, tricks
    and seat puts him before everybody who is not excluded himself; that is nobody who won no trick, and of those who
    did, nobody but who announced. So he is excluded where another surely won every trick and the deal with it, or
    where neither of the first two can be and another, who is surely ranked, is surely ranked before him. Whether a
    napolitana was valid does not matter: who announced it and won no trick is at the very least ranked as anybody.
    """
    batch, r = replayed.batch, replayed.batch.ruleset
    plays = who_play(replayed)
    known = _of_rows(counts(replayed, plays), rows)
    who, player = batch.written.winner[rows], np.arange(r.players)[:, None]
    own = player == who
    announced, undertakes = _announced(batch, rows), _may_undertake(batch, rows)
    made = ~own & (known.least_tricks >= r.tricks) & undertakes
    nothing = (known.least_tricks <= 0) & (known.least_points <= 0)
    all_his = (known.most_tricks >= r.tricks) & own & (nothing | own).all(axis=0)
    otherwise = ((all_his & undertakes) | (own & announced & nothing)).any(axis=0)
    # Where it is not known who sits out, only who has won something surely did not.
    sure = plays[:, rows] & ((r.first_seat == 0) | (batch.dealer[rows] != NOBODY) | ~nothing)
    ranked = ~own & sure & (~announced | (known.most_tricks <= 0))
    ahead = {by: ranked & mask & ~otherwise for by, mask in _before(batch, known, rows).items()}
    undeclared = ahead["points"] & (all_his & (known.least_tricks >= r.tricks)).any(axis=0)
    sits_out = (own & ~plays[:, rows]).any(axis=0) & own
    ways = {"sits-out": sits_out, "all": made, "undeclared": undeclared, **ahead}
    for k in np.flatnonzero(np.logical_or.reduce(list(ways.values())).any(axis=0)).tolist():
        by = next(name for name, mask in ways.items() if mask[:, k].any())
        yield _finding(batch, int(rows[k]), int(np.flatnonzero(ways[by][:, k])[0]), by)


def _of_rows(known: Counts, rows: npt.NDArray[np.intp]) -> Counts:
    return Counts(**{name: column[:, rows] for name, column in vars(known).items()})


def _before(batch: Batch, known: Counts, rows: npt.NDArray[np.intp]) -> dict[str, Mask]:
    """`[player, row]`, by what decides: who is ranked before the recorded winner, if he is ranked.

    That is so for certain when the most that he may have comes before the least that the winner may have. Points
    that count for the winner alone (`quinola_in_total`) are had by nobody without points of his own.
    """
    r, at = batch.ruleset, np.arange(rows.size)
    who = batch.written.winner[rows]
    points = known.most_points + np.where(known.most_points > 0, hidden_points(r), 0)
    own_points, own_tricks = known.least_points[who, at], known.least_tricks[who, at]
    fewer = points < own_points
    none = np.zeros_like(fewer)
    if "R8.untied" in r.course:
        return {"points": fewer}
    no_more = points <= own_points
    recorded = batch.written.points[:, rows]
    equal = (recorded == recorded[who, at]) & (recorded != MISSING)
    by_tricks = no_more & (known.most_tricks < own_tricks)
    seats = _seat_ranks(batch, rows)
    by_seat = no_more & (known.most_tricks <= own_tricks) & (seats < seats[who, at])
    told = batch.dealer[rows] != NOBODY
    return {
        "points": as_mask(fewer),
        "tricks": as_mask(by_tricks & equal),
        "no-more": as_mask(by_tricks & ~equal),
        "seat": as_mask(np.where(told, by_seat, none)),
    }


def _seat_ranks(batch: Batch, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int64]:
    """`[player, row]`: how good the seat of each is, counted from the recorded dealer; the best is the least."""
    r = batch.ruleset
    seat = (np.arange(r.players)[:, None] - batch.dealer[rows].astype(np.int64)) % r.players
    order = seat_order(r) if r.plays("R8") else range(r.players)
    return np.argsort(np.array(order))[seat]
