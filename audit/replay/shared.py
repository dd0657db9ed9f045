"""What the completions of a partial deal come to: what all of them share, and all that they may come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts
from audit.course import Pot
from audit.facts import NOBODY, Mask, Observed, Seats, Sets, as_mask
from audit.legality import Checked, dealers, may_hold
from audit.movements import Movements, joined
from audit.picked import counted_anew, picked
from audit.replay.completions import Completions, Task, search
from audit.replay.result import Result, of_players
from audit.ruleset import Ruleset
from audit.seating import first_leader
from audit.settle import Settled, settle

TOGETHER = 8192
"""Completions that are settled at once, unless one deal has more."""


@dataclass(frozen=True)
class Outcomes:
    """All that partial deals may come to, each outcome once; columns `[outcome]`, those of one deal together."""

    owner: npt.NDArray[np.intp]
    """The deal, as a row of the batch."""
    trick_winner: Seats
    """`[trick, outcome]`: a player."""
    points: Amounts
    """`[player, outcome]`"""
    tricks: Amounts
    winner: Seats
    pot: Pot
    entries: Movements
    """By player; the deal is the outcome."""
    sure: Mask
    """`[outcome]`: winner, pot and entries are known: no declaration hangs on a hand that nobody recorded."""

    def of_deals(self, place: npt.NDArray[np.int64]) -> Outcomes:
        """Those of some deals, counted anew: `[deal]` the new row of each; `NOBODY` for one that is left out."""
        rows = np.flatnonzero(place[self.owner] != NOBODY)
        outcome = counted_anew(rows, self.owner.size)
        entries = self.entries.pick(np.flatnonzero(outcome[self.entries.deal] != NOBODY))
        return replace(
            picked(self, rows),
            owner=place[self.owner[rows]],
            pot=picked(self.pot, rows),
            entries=entries._replace(deal=outcome[entries.deal].astype(np.int32)),
        )


class Found(NamedTuple):
    """The completions of a deal that count."""

    row: int
    completions: Completions
    free: bool
    """None is without an error finding, so that those with one count too."""


class Partial(NamedTuple):
    """What there is to know of the partial deals of a batch."""

    entries: list[Movements]
    """The ledgers that all completions of a deal share."""
    outcomes: Outcomes | None
    stopped: Mask
    """`[deal]`: there were too many completions to go through."""


def complete_partial(result: Result, checked: Checked, leader: Seats, observed: Observed, pot: Pot) -> Partial:
    """Settle the completions of the deals that have not too many, fill in what they share, and keep all outcomes.

    Those without an error finding count. Where there is none, or the deal has one already, any does.
    """
    stopped = np.zeros(result.batch.count, np.bool_)
    if result.settled.all():
        return Partial([], None, stopped)
    parts: list[Movements] = []
    kept: list[Outcomes] = []
    settling = Settling(result, checked, leader, observed)
    everything = settling.partial_rows()
    left = [row for row in everything if row not in settling.faulty]
    for free in (False, True):
        good: set[int] = set()
        for group in _grouped(settling.completed(left, free=free, stopped=stopped)):
            done = settling.settled(group)
            good |= set(done.deals[done.some].tolist())
            entries, outcomes = _share(result, done, pot)
            parts.append(entries)
            kept.append(outcomes)
        left = [row for row in everything if row not in good and row not in settling.too_many]
    return Partial(parts, _together(result.batch.ruleset, kept), stopped)


def _grouped(found: Iterator[Found]) -> Iterator[list[Found]]:
    """The deals, so many together that their completions are worth settling at once."""
    group: list[Found] = []
    total = 0
    for one in found:
        if group and total + one.completions.count > TOGETHER:
            yield group
            group, total = [], 0
        group.append(one)
        total += one.completions.count
    if group:
        yield group


class Done(NamedTuple):
    """The completions of some deals, settled."""

    settled: Settled
    owner: npt.NDArray[np.intp]
    """`[completion]`: the row of the batch."""
    begins: npt.NDArray[np.intp]
    """`[deal]`: where its completions begin."""
    deals: npt.NDArray[np.intp]
    """`[deal]`: the row of the batch."""
    valid: Mask
    """`[completion]`: it counts."""
    sure: Mask
    """`[completion]`: no declaration hangs on a hand that nobody recorded, so that all of it is known."""
    some: Mask
    """`[deal]`: some completion counts."""


class Settling:
    """The partial deals of a batch, and what it takes to complete and settle them."""

    def __init__(self, result: Result, checked: Checked, leader: Seats, observed: Observed) -> None:
        batch = result.batch
        self.result, self.checked, self.leader, self.observed = result, checked, leader, observed
        found = (*checked.findings, *dealers(batch))
        self.faulty = {finding.row for finding in found if finding.severity == "error"}
        self.too_many: set[int] = set()
        """Deals of which not all completions could be gone through."""
        may, must, spare = may_hold(batch)
        by_seat = result.seating.by_seat
        self.may, self.must, self.spare = by_seat(may), by_seat(must), by_seat(spare)

    def partial_rows(self) -> list[int]:
        """The deals that some cards are known of and others not."""
        batch, seating, bit = self.result.batch, self.result.seating, self.result.batch.ruleset.bit
        rows = np.flatnonzero(~self.result.settled & seating.known & ~batch.conflict)
        known = bit[self.checked.card[..., rows]] != 0
        open_ = ~known.all(axis=(0, 1)) | (self.leader[:, rows] == NOBODY).any(axis=0)
        return [int(row) for row in rows[open_ & known.any(axis=(0, 1))]]

    def task(self, row: int, *, free: bool) -> Task:
        """The deal `row`, to be completed."""
        batch = self.result.batch
        r = batch.ruleset
        exempt = self.observed.declared["napolitana"][row] if "napolitana" in r.declarations else NOBODY
        may = np.full(r.seats, np.bitwise_or.reduce(r.bit), np.uint64) if free else self.may[:, row]
        must = np.zeros(r.seats, np.uint64) if free else self.must[:, row]
        return Task(self.checked.card[..., row], self.leader[:, row], may, must, self.spare[:, row], int(exempt), free)

    def completed(self, rows: Sequence[int], *, free: bool, stopped: Mask) -> Iterator[Found]:
        """The completions of each of `rows`; those without any are empty, those with too many are left out."""
        for row in rows:
            found = search(self.task(row, free=free), self.result.batch.ruleset)
            if found is None:
                stopped[row] = True
                self.too_many.add(row)
            else:
                yield Found(row, found, free)

    def settled(self, group: Sequence[Found]) -> Done:
        """The completions of some deals, settled, and which of them count."""
        batch, seating, r = self.result.batch, self.result.seating, self.result.batch.ruleset
        sizes = np.array([one.completions.count for one in group])
        deals = np.array([one.row for one in group], np.intp)
        owner = np.repeat(deals, sizes)
        picked = self.observed.pick(owner)._replace(
            card=np.concatenate([one.completions.card for one in group], axis=-1),
            leader=np.concatenate([one.completions.leader for one in group], axis=-1),
        )
        hand_known = seating.by_seat(batch.hand_known)[:, owner]
        settled = settle(picked._replace(before_known=picked.before_known & hand_known), r)
        unsure = np.logical_or.reduce([*settled.course.unsure.values(), np.zeros(owner.size, np.bool_)])
        free = np.repeat([one.free for one in group], sizes)
        valid = as_mask(free | _without_error(r, settled, self.checked.leader[:, owner], as_mask(unsure)))
        place = np.repeat(np.arange(deals.size), sizes)
        some = as_mask(np.bincount(place[valid], minlength=deals.size) > 0)
        return Done(settled, owner, np.cumsum(sizes) - sizes, deals, valid, as_mask(~unsure), some)


def _without_error(r: Ruleset, settled: Settled, recorded: Seats, unsure: Mask) -> Mask:
    """`[completion]`: nobody revokes, leads out of turn or declares in vain, as far as that is known."""
    f, c = settled.facts, settled.course
    due = np.concatenate((np.full((1, f.deals), first_leader(r), np.int8), f.winner[:-1]))
    in_turn = ((recorded == NOBODY) | (recorded == due)).all(axis=0)
    void = np.logical_or.reduce([*c.void.values(), np.zeros(f.deals, np.bool_)])
    revoked = c.revoked
    if unsure.any():
        # Where it is not known whether a napolitana holds, what it would free its player from is no renuncio.
        revoked = revoked & ~(f.in_first() & f.seat_is(f.observed.declared["napolitana"]) & unsure)
    return as_mask(in_turn & ~void & ~revoked.any(axis=(0, 1)))


def _share(result: Result, done: Done, pot: Pot) -> tuple[Movements, Outcomes]:
    """Fill in what the counting completions of each deal share; the ledgers that they share, and all outcomes."""
    ledger = _ledgers(done)
    first = _distinct(done, ledger)
    outcomes = _outcomes(result, done, first)
    begins = np.flatnonzero(np.diff(outcomes.owner, prepend=-1))
    deals = outcomes.owner[begins]
    if not deals.size:
        return outcomes.entries, outcomes

    def fill(column: npt.NDArray[Any], values: npt.NDArray[Any]) -> None:
        column[..., deals] = np.where(_alike(values, begins), values[..., begins], column[..., deals])

    fill(result.winner_seat, done.settled.facts.winner[:, first])
    fill(result.points, outcomes.points)
    fill(result.tricks, outcomes.tricks)
    fill(result.winner, outcomes.winner)
    sure = np.logical_and.reduceat(outcomes.sure, begins)
    result.tie_open[deals] = sure & _alike(outcomes.winner, begins) & (outcomes.winner[begins] == NOBODY)
    left = sure & _alike(np.stack([outcomes.pot.times, outcomes.pot.plus]), begins).all(axis=0)
    result.pot_known[deals] = left
    pot.times[deals[left]] = outcomes.pot.times[begins[left]]
    pot.plus[deals[left]] = outcomes.pot.plus[begins[left]]
    result.settled[deals] = left & _alike(ledger[first], begins)
    shared = np.zeros(outcomes.owner.size, np.bool_)
    shared[begins] = result.settled[deals]
    entries = outcomes.entries.pick(shared[outcomes.entries.deal])
    return entries._replace(deal=outcomes.owner[entries.deal].astype(np.int32)), outcomes


def _outcomes(result: Result, done: Done, first: npt.NDArray[np.intp]) -> Outcomes:
    """The completions `first` by player."""
    owner = done.owner[first]
    seating = result.seating.pick(owner)
    f, c = done.settled.facts, done.settled.course
    place = np.full(done.owner.size, NOBODY, np.int32)
    place[first] = np.arange(first.size)
    entries = done.settled.entries
    entries = entries.pick((place[entries.deal] != NOBODY) & done.sure[entries.deal])
    entries = of_players(result, entries, done.owner[entries.deal])._replace(deal=place[entries.deal])
    return Outcomes(
        owner=owner,
        trick_winner=seating.players(f.winner[:, first]),
        points=seating.by_player(f.points[:, first].astype(np.int64), MISSING),
        tricks=seating.by_player(f.tricks[:, first].astype(np.int64), MISSING),
        winner=np.where(done.sure[first], seating.players(c.winner[first]), NOBODY).astype(np.int8),
        pot=Pot(c.pot.times[first], c.pot.plus[first]),
        entries=entries.pick(np.argsort(entries.deal, kind="stable")),
        sure=done.sure[first],
    )


def _distinct(done: Done, ledger: Sets) -> npt.NDArray[np.intp]:
    """One completion for each outcome of each deal, among those that count; those of one deal together."""
    f, c = done.settled.facts, done.settled.course
    number = ledger.copy()
    for column in (*f.winner, *f.points, *f.tricks, c.winner, done.sure):
        number = _mixed(number, column)
    place = np.repeat(np.arange(done.deals.size), np.diff(np.append(done.begins, done.owner.size)))
    rows = np.flatnonzero(done.valid)
    rows = rows[np.lexsort((number[rows], place[rows]))]
    fresh = np.ones(rows.size, np.bool_)
    fresh[1:] = (number[rows][1:] != number[rows][:-1]) | (place[rows][1:] != place[rows][:-1])
    return rows[fresh]


def _ledgers(done: Done) -> Sets:
    """`[completion]`: a number that is the same for equal ledgers; of unequal ones never, but for a chance of 2⁻⁶⁴."""
    e, count = done.settled.entries, done.owner.size
    begins = np.searchsorted(e.deal, np.arange(count))
    number = (np.arange(e.size) - begins[e.deal]).astype(np.uint64)
    for column in (e.trick, e.rule, e.payer, e.payee, e.times, e.plus):
        number = _mixed(number, column)
    total = np.zeros(count, np.uint64)
    np.add.at(total, e.deal, number)
    for column in (done.settled.course.pot.times, done.settled.course.pot.plus):
        total = _mixed(total, column)
    return total


_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


def _mixed(number: Sets, column: npt.NDArray[Any]) -> Sets:
    """The numbers with one more column worked in."""
    # Large house amounts are Python's own integers; what is left of them here tells them apart all the same.
    whole = column % (2**63) if column.dtype == object else column
    mixed = (number + whole.astype(np.int64).view(np.uint64)) * _FACTOR
    return np.asarray(mixed ^ (mixed >> _SHIFT))


def _alike(values: npt.NDArray[Any], begins: npt.NDArray[np.intp]) -> Mask:
    """`[…, deal]`: all outcomes of the deal have the same of `values` `[…, outcome]`."""
    sizes = np.diff(np.append(begins, values.shape[-1]))
    same = values == np.repeat(values[..., begins], sizes, axis=-1)
    return as_mask(np.logical_and.reduceat(same, begins, axis=-1))


def _together(r: Ruleset, parts: Sequence[Outcomes]) -> Outcomes | None:
    """The outcomes of all `parts`, by deal; `None` where there are none."""
    parts = [one for one in parts if one.owner.size]
    if not parts:
        return None
    begins = np.cumsum([0, *(one.owner.size for one in parts)])
    entries = [
        one.entries._replace(deal=one.entries.deal + np.int32(begin)) for one, begin in zip(parts, begins, strict=False)
    ]

    def joint(name: str) -> npt.NDArray[Any]:
        return np.concatenate([getattr(one, name) for one in parts], axis=-1)

    return Outcomes(
        joint("owner"), joint("trick_winner"), joint("points"), joint("tricks"), joint("winner"),
        Pot(np.concatenate([one.pot.times for one in parts]), np.concatenate([one.pot.plus for one in parts])),
        joined(r, entries), joint("sure"),
    )  # fmt: skip
