"""The columns of a batch that is being replayed, while they are filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import DECLARATIONS, MISSING, Amounts, Batch
from audit.facts import NOBODY, Mask, Seats, where
from audit.findings import Finding
from audit.legality import Checked
from audit.movements import FONDO, Movements
from audit.seating import Seating
from audit.settle import Settled


@dataclass(frozen=True)
class Ranges:
    """What no completion of a partial deal goes beyond; `MISSING` for deals that are not partial."""

    least_points: Amounts
    """`[player, deal]`, and so the next three."""
    most_points: Amounts
    least_tricks: Amounts
    most_tricks: Amounts
    may_win: Mask
    """`[trick, player, deal]`: who may have won each trick; everybody in a deal that is not partial."""


@dataclass
class Result:
    """The columns of `Replayed` while they are filled in."""

    batch: Batch
    seating: Seating
    settled: Mask
    judged: Mask
    """The deal itself was settled, and its renuncios and declarations judged by its own cards."""
    pot_known: Mask
    winner_seat: Seats
    points: Amounts
    tricks: Amounts
    winner: Seats
    tie_open: Mask
    withheld: list[Movements]
    """What a renuncio kept from being entered, by player and by row of the batch."""
    void: dict[str, Mask]
    revoked: list[tuple[int, int, int]]
    """Trick, seat and deal of each renuncio."""
    findings: list[Finding]
    ranges: Ranges


def blank(batch: Batch, seating: Seating, checked: Checked) -> Result:
    """The columns with nothing known yet, and what was found on the cards."""
    r, n = batch.ruleset, batch.count
    return Result(
        batch=batch,
        seating=seating,
        settled=np.zeros(n, np.bool_),
        judged=np.zeros(n, np.bool_),
        pot_known=np.zeros(n, np.bool_),
        winner_seat=np.full((r.tricks, n), NOBODY, np.int8),
        points=np.full((r.players, n), MISSING, np.int64),
        tricks=np.full((r.players, n), MISSING, np.int64),
        winner=np.full(n, NOBODY, np.int8),
        tie_open=np.zeros(n, np.bool_),
        withheld=[],
        void={what: np.zeros(n, np.bool_) for what in DECLARATIONS},
        revoked=[],
        findings=checked.findings,
        ranges=Ranges(
            least_points=np.full((r.players, n), MISSING, np.int64),
            most_points=np.full((r.players, n), MISSING, np.int64),
            least_tricks=np.full((r.players, n), MISSING, np.int64),
            most_tricks=np.full((r.players, n), MISSING, np.int64),
            may_win=np.ones((r.tricks, r.players, n), np.bool_),
        ),
    )


def take(result: Result, settled: Settled, rows: npt.NDArray[Any]) -> Movements:
    """Fill in the columns of the settled deals `rows`; their entries, by player and by row of the batch."""
    f, c = settled.facts, settled.course
    seating = result.seating.pick(rows)
    sure = ~np.logical_or.reduce([*c.unsure.values(), np.zeros(rows.size, np.bool_)])
    result.settled[rows] = result.judged[rows] = result.pot_known[rows] = sure
    result.winner_seat[:, rows] = f.winner
    result.points[:, rows] = seating.by_player(f.points.astype(np.int64), MISSING)
    result.tricks[:, rows] = seating.by_player(f.tricks.astype(np.int64), MISSING)
    result.winner[rows] = seating.players(np.where(sure, c.winner, NOBODY).astype(np.int8))
    result.tie_open[rows] = sure & (c.winner == NOBODY)
    result.withheld.append(_by_player(result, c.withheld, rows, sure))
    for what, void in c.void.items():
        result.void[what][rows] = void
    trick, seat_, deal = where(c.revoked & sure)
    result.revoked += zip(trick.tolist(), seat_.tolist(), rows[deal].tolist(), strict=True)
    return entries_of(result, settled, rows, sure)


def entries_of(result: Result, settled: Settled, rows: npt.NDArray[Any], wanted: Mask) -> Movements:
    """The entries of the `wanted` among the settled deals `rows`, by player and by row of the batch."""
    return _by_player(result, settled.entries, rows, wanted)


def _by_player(result: Result, moves: Movements, rows: npt.NDArray[Any], wanted: Mask) -> Movements:
    moves = moves.pick(wanted[moves.deal])
    row = rows[moves.deal]
    return of_players(result, moves, row)._replace(deal=row.astype(np.int32))


def of_players(result: Result, moves: Movements, row: npt.NDArray[Any]) -> Movements:
    """Entries between seats as entries between players; `row` is each entry's row of the batch."""
    payer, payee = of_players_by(result.seating, moves, row)
    return moves._replace(payer=payer, payee=payee)


def of_players_by(seating: Seating, moves: Movements, row: npt.NDArray[Any]) -> tuple[Seats, Seats]:
    """Who pays and who is paid, as players."""
    base, players = seating.base[row], np.int8(seating.ruleset.players)
    payer, payee = (
        np.where(a == FONDO, FONDO, (a + base) % players).astype(np.int8) for a in (moves.payer, moves.payee)
    )
    return payer, payee
