"""A batch played again: every deal settled that can be, and what is certain of the others.

Complete deals go through the engine in chunks that stay in the processor's cache; of partial ones
`audit.partial` tells what no unknown card can change, and `shared` what all of their completions come to. What
comes out is by player, and linear in the fondo that each deal starts with.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Batch
from audit.course import Pot
from audit.facts import NOBODY, Mask, Observed, Seats, Sets, as_mask
from audit.findings import Finding
from audit.legality import Checked, check_cards
from audit.movements import Movements, joined
from audit.partial import OPEN, Bounds, bounds
from audit.picked import counted_anew, picked
from audit.replay.findings import findings_of_play
from audit.replay.result import Ranges, Result, blank, take
from audit.replay.shared import Done, Outcomes, Settling, complete_partial
from audit.seating import Seating, seat
from audit.settle import settle

CHUNK = 8192
"""Deals that are settled at once: their columns then fit a core's own cache."""


@dataclass(frozen=True)
class Replayed:
    """What a batch comes to, by player, before the fondo is followed from deal to deal."""

    batch: Batch
    seating: Seating
    settled: Mask
    """`[deal]`: the ledger is certain: every card is known, or what is not changes nothing in it."""
    pot_known: Mask
    """`[deal]`: what is left of the fondo is certain."""
    trick_winner: Seats
    """`[trick, deal]`: a player; `NOBODY` where it is not certain."""
    points: Amounts
    """`[player, deal]`; `MISSING` where they are not certain, and for a dealer who sits out."""
    tricks: Amounts
    winner: Seats
    """`[deal]`: a player; `NOBODY` where it is not certain."""
    tie_open: Mask
    """`[deal]`: the rules do not say who of those tied has won."""
    withheld: Movements
    """What a renuncio kept from being entered (K2)."""
    entries: Movements
    """The ledgers without their stakes, in order; accounts are players."""
    pot: Pot
    """What the fondo holds after each settled deal."""
    findings: list[Finding]
    observed: Observed
    """The deals as the engine takes them; of those that are not complete not all of it is meant."""
    complete: Mask
    """`[deal]`: every card, every leader and the dealer are known, so that the engine settled the deal itself."""
    stopped: Mask
    """`[deal]`: there were too many ways to fill in the unknown cards to go through them."""
    outcomes: Outcomes | None
    """All that the partial deals may come to of which every completion was gone through."""
    ranges: Ranges
    """What no completion of a partial deal goes beyond."""

    def of_sessions(self, sessions: npt.NDArray[np.intp]) -> tuple[Replayed, npt.NDArray[np.intp]]:
        """What some sessions alone come to, without findings; and the rows of their deals in this batch."""
        batch, rows = self.batch.of_sessions(sessions)
        place = counted_anew(rows, self.batch.count)

        def own(moves: Movements) -> Movements:
            found = moves.pick(np.flatnonzero(place[moves.deal] != NOBODY))
            return found._replace(deal=place[found.deal].astype(np.int32))

        return replace(
            picked(self, rows),
            batch=batch,
            seating=self.seating.pick(rows),
            withheld=own(self.withheld),
            entries=own(self.entries),
            pot=picked(self.pot, rows),
            findings=[],
            observed=self.observed.pick(rows),
            outcomes=self.outcomes and self.outcomes.of_deals(place),
            ranges=picked(self.ranges, rows),
        ), rows


def replay(batch: Batch, *, search: bool = True) -> Replayed:
    """Check, settle and bound the deals of a batch; without `search`, no completion of a partial one is tried."""
    seating, checked, result, leader, complete, observed = observe(batch)
    ready = np.flatnonzero(complete)
    parts, pots = [], []
    for begin in range(0, ready.size, CHUNK):
        rows = ready[begin : begin + CHUNK]
        settled = settle(observed.pick(rows), batch.ruleset)
        parts.append(take(result, settled, rows))
        pots.append(settled.course.pot)
    pot = _spread(batch, ready, pots)
    stopped, outcomes = np.zeros(batch.count, np.bool_), None
    if search:
        partial = complete_partial(result, checked, leader, observed, pot)
        parts, stopped, outcomes = [*parts, *partial.entries], partial.stopped, partial.outcomes
    result.findings.extend(findings_of_play(result, checked))
    return Replayed(
        batch=batch,
        seating=seating,
        settled=result.settled,
        pot_known=result.pot_known,
        trick_winner=seating.players(result.winner_seat),
        points=result.points,
        tricks=result.tricks,
        winner=result.winner,
        tie_open=result.tie_open,
        withheld=joined(batch.ruleset, result.withheld),
        entries=joined(batch.ruleset, parts),
        pot=pot,
        findings=result.findings,
        observed=observed,
        complete=complete,
        stopped=stopped,
        outcomes=outcomes,
        ranges=result.ranges,
    )


class Seen(NamedTuple):
    """A batch before it is settled: who sits where, and what of the play is certain."""

    seating: Seating
    checked: Checked
    result: Result
    leader: Seats
    """`[trick, deal]`: the seat that led, as recorded or certain all the same."""
    complete: Mask
    """`[deal]`: every card, every leader and the dealer are known."""
    observed: Observed
    """The deals as the engine takes them; only of the complete ones is all of it meant."""


def observe(batch: Batch) -> Seen:
    """Check the cards of a batch, and bound the deals that are not complete."""
    seating = seat(batch)
    checked = check_cards(batch, seating)
    complete = _complete(batch, seating, checked)
    result = blank(batch, seating, checked)
    rest = np.flatnonzero(~complete)
    leader = checked.leader
    if rest.size:
        leader = _bound(result, checked, rest)
        complete = _complete(batch, seating, Checked(checked.card, leader, []))
    return Seen(seating, checked, result, leader, complete, _observed(batch, seating, checked, leader))


def ways(batch: Batch, row: int) -> Done | None:
    """All ways to complete the partial deal `row`, settled; `None` where they are too many.

    None of them counts where no cards fit what was recorded. Raises `ValueError` for a deal of which nothing is
    unknown, or no card known.
    """
    seen = observe(batch)
    result = seen.result
    settling = Settling(result, seen.checked, seen.leader, seen.observed)
    if row not in settling.partial_rows():
        raise ValueError(f"row {row} is no partial deal")
    stopped = np.zeros(batch.count, np.bool_)
    for free in (row in settling.faulty, True):
        found = list(settling.completed([row], free=free, stopped=stopped))
        if not found:
            return None
        done = settling.settled(found)
        if done.some.any():
            break
    return done


def _complete(batch: Batch, seating: Seating, checked: Checked) -> Mask:
    """`[deal]`: every card, every leader and the dealer are known."""
    known = (batch.ruleset.bit != 0).take(checked.card).all(axis=(0, 1))
    return as_mask(known & (checked.leader != NOBODY).all(axis=0) & seating.known)


def _bound(result: Result, checked: Checked, rows: npt.NDArray[Any]) -> Seats:
    """Fill in what is certain of the partial deals `rows`; all leaders, as far as they are known or follow."""
    batch, seating = result.batch, result.seating
    leader = checked.leader.copy()
    places = seating.pick(rows)
    found = bounds(checked.card[..., rows], leader[:, rows], places.known, batch.ruleset)
    leader[:, rows] = found.leader
    result.winner_seat[:, rows] = found.winner
    for column, values in ((result.points, found.points), (result.tricks, found.tricks)):
        certain = np.where(values == OPEN, MISSING, values.astype(np.int64))
        column[:, rows] = places.by_player(certain, MISSING)
    _range(result.ranges, found, places, rows)
    return leader


def _range(ranges: Ranges, found: Bounds, places: Seating, rows: npt.NDArray[Any]) -> None:
    """Fill in what no completion of the partial deals `rows` goes beyond.

    Where a fifth player sits out and nobody knows who, no seat is anybody's.
    """
    told = np.flatnonzero(places.known | (places.ruleset.first_seat == 0))
    found, places, rows = picked(found, told), places.pick(told), rows[told]
    for what in ("least_points", "most_points", "least_tricks", "most_tricks"):
        values = getattr(found, what).astype(np.int64)
        getattr(ranges, what)[:, rows] = places.by_player(values, MISSING)
    for trick, possible in enumerate(found.possible):
        ranges.may_win[trick][:, rows] = places.by_player(possible.astype(np.int8), 0) > 0


def _observed(batch: Batch, seating: Seating, checked: Checked, leader: Seats) -> Observed:
    """The deals of a batch as the engine takes them; only of the complete ones is all of it meant."""
    before, known = _hand_before(batch, seating, checked, leader)
    declared = {what: seating.seats(who) for what, who in batch.declared.items()}
    return Observed(checked.card, leader, declared, before, known)


def _hand_before(batch: Batch, seating: Seating, checked: Checked, leader: Seats) -> tuple[Sets, Mask]:
    """`[seat, deal]`: the hand before the exchange, as recorded; or the exchange undone, when that was recorded."""
    r, x = batch.ruleset, batch.exchanges
    hand, known = batch.hand, batch.hand_known
    if not batch.has_exchange or known.all() or (batch.declared["napolitana"] == NOBODY).all():
        return seating.by_seat(hand), seating.by_seat(known)
    position = (np.arange(r.seats, dtype=np.int8)[:, None] - leader[:, None]) % np.int8(r.seats)
    played = np.take_along_axis(r.bit[checked.card], position.astype(np.intp), axis=1)
    after = seating.by_player(np.bitwise_or.reduce(played, axis=0), 0)
    gone = np.where(x.discard >= 0, r.bit[x.discard], np.uint64(0))
    come = np.where(x.take >= 0, r.bit[x.take], np.uint64(0))
    told = x.recorded & ((x.discard < 0) | (gone != 0)) & ((x.take < 0) | (come != 0))
    hand = np.where(known, hand, (after & ~come) | gone)
    return seating.by_seat(hand), seating.by_seat(known | told)


def _spread(batch: Batch, rows: npt.NDArray[Any], pots: list[Pot]) -> Pot:
    """The pots of the settled deals `rows` among all deals of the batch."""
    pot = Pot.at_start(batch.ruleset, batch.count)
    if pots:
        pot.times[rows] = np.concatenate([one.times for one in pots])
        pot.plus[rows] = np.concatenate([one.plus for one in pots])
    return pot
