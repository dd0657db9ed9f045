"""What all completions of a partial deal share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING
from audit.course import Pot
from audit.facts import NOBODY, Mask, Observed, Seats, as_mask
from audit.legality import Checked, dealers, may_hold_by_play
from audit.movements import Movements
from audit.replay.completions import Completions, agree, complete
from audit.replay.result import Result, entries_of
from audit.seating import first_leader
from audit.settle import Settled, settle


def complete_partial(result: Result, checked: Checked, leader: Seats, observed: Observed, pot: Pot) -> list[Movements]:
    """Settle the completions of the deals that have few, and fill in what they share; the entries they share.

    Those without an error finding count. Where there is none, or the deal has one already, any does.
    """
    batch, seating, r = result.batch, result.seating, result.batch.ruleset
    known = (r.bit[checked.card] != 0).any(axis=(0, 1))
    rows = np.flatnonzero(~result.settled & known & seating.known & ~batch.conflict)
    rows = rows[(result.winner[rows] == NOBODY) & (r.bit[checked.card[..., rows]] == 0).any(axis=(0, 1))]
    if not rows.size:
        return []
    faulty = {finding.row for finding in (*checked.findings, *dealers(batch)) if finding.severity == "error"}
    clean = np.array([row not in faulty for row in rows.tolist()], np.bool_)
    anything = np.full_like(observed.card, np.bitwise_or.reduce(r.bit), np.uint64)
    parts = []
    held = may_hold_by_play(batch, seating, replace(checked, leader=leader))
    for chosen, may, free in ((rows[clean], held, False), (rows, anything, True)):
        left = chosen[~result.pot_known[chosen] & (result.winner[chosen] == NOBODY)]
        found = complete(checked.card, leader, may, left, r)
        if found.owner.size:
            parts.append(_share(result, found, leader, observed, pot, checked.leader, free=free))
    return parts


def _share(
    result: Result,
    found: Completions,
    leader: Seats,
    observed: Observed,
    pot: Pot,
    recorded: Seats,
    *,
    free: bool,
) -> Movements:
    """Fill in what the completions of each deal share; `free` lets those with an error finding count too."""
    seating, owner = result.seating, found.owner
    picked = observed.pick(owner)._replace(card=found.card, leader=leader[:, owner])
    hand_known = seating.by_seat(result.batch.hand_known)[:, owner]
    settled = settle(picked._replace(before_known=picked.before_known & hand_known), result.batch.ruleset)
    f, c = settled.facts, settled.course
    unsure = np.logical_or.reduce([*c.unsure.values(), np.zeros(owner.size, np.bool_)])
    valid = ~unsure if free else ~unsure & _without_error(result, settled, recorded[:, owner])
    deals = owner[np.flatnonzero(np.diff(owner, prepend=-1))]
    some = np.zeros(result.batch.count, np.bool_)
    some[owner[valid]] = True
    some[owner[unsure]] = False
    good, here = some[deals], seating.pick(deals)

    def shared(values: npt.NDArray[Any], nothing: int) -> npt.NDArray[Any]:
        value, same = agree(values, owner, valid)
        return np.where(same & good, value, nothing)

    def fill(column: npt.NDArray[Any], values: npt.NDArray[Any], nothing: int) -> None:
        column[..., deals] = np.where(values == nothing, column[..., deals], values)

    fill(result.winner_seat, shared(f.winner, NOBODY), NOBODY)
    fill(result.points, here.by_player(shared(f.points.astype(np.int64), MISSING), MISSING), MISSING)
    fill(result.tricks, here.by_player(shared(f.tricks.astype(np.int64), MISSING), MISSING), MISSING)
    winner, same_winner = agree(c.winner, owner, valid)
    fill(result.winner, here.players(np.where(same_winner & good, winner, NOBODY).astype(np.int8)), NOBODY)
    result.tie_open[deals] = same_winner & good & (winner == NOBODY)
    left, same_left = agree(np.stack([c.pot.times, c.pot.plus]), owner, valid)
    result.pot_known[deals] = same_left.all(axis=0) & good
    pot.times[deals], pot.plus[deals] = left[0], left[1]
    _, same = agree(_signatures(settled), owner, valid)
    result.settled[deals] = same & good & result.pot_known[deals]
    wanted = np.zeros(owner.size, np.bool_)
    wanted[agree(np.arange(owner.size), owner, valid)[0]] = True
    wanted &= result.settled[owner]
    return entries_of(result, settled, owner, wanted)


def _without_error(result: Result, settled: Settled, recorded: Seats) -> Mask:
    """`[completion]`: nobody revokes, leads out of turn or declares in vain."""
    f, c = settled.facts, settled.course
    due = np.concatenate((np.full((1, f.deals), first_leader(result.batch.ruleset), np.int8), f.winner[:-1]))
    in_turn = ((recorded == NOBODY) | (recorded == due)).all(axis=0)
    void = np.logical_or.reduce([*c.void.values(), np.zeros(f.deals, np.bool_)])
    return as_mask(in_turn & ~void & ~c.revoked.any(axis=(0, 1)))


def _signatures(settled: Settled) -> npt.NDArray[np.int64]:
    """`[deal]`: a number that two deals share when their ledgers are the same."""
    e = settled.entries
    begins = np.searchsorted(e.deal, np.arange(settled.facts.deals + 1))
    columns = (e.trick, e.rule, e.payer, e.payee, e.times, e.plus)
    numbers: dict[tuple[Any, ...], int] = {}
    return np.array(
        [
            numbers.setdefault(tuple(tuple(column[a:b].tolist()) for column in columns), len(numbers))
            for a, b in zip(begins[:-1].tolist(), begins[1:].tolist(), strict=True)
        ],
        np.int64,
    )
