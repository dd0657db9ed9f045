"""Rows of deals settled with changes, and which recorded values each row makes right.

A row is a deal, what the club had before it (right, or by its own books), and the changes made in it. Rows of one
reading of the rules are settled as one batch of the engine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts, Payments
from audit.facts import NOBODY, Mask, Seats, as_mask
from audit.fondo import NO_KIND, Codes
from audit.movements import FONDO
from audit.rules.f1 import FIRST, due, kinds
from audit.ruleset import Ruleset
from audit.settle import settle
from audit.trial.altered import rule_set, stages
from audit.trial.change import Change, Omitted
from audit.trial.desk import OWN, RIGHT, Desk
from audit.trial.payments import Entries, Unmade, is_same, no_entries, unmade
from audit.trial.slots import Recorded


class Row(NamedTuple):
    """One way to settle one deal."""

    deal: int
    """Its place among the deals that are tried."""
    side: int
    """`RIGHT` or `OWN`: what the fondo held before it."""
    changes: tuple[Change, ...]
    """None of the pen."""

    @property
    def reading(self) -> Ruleset | None:
        """The ruleset that it is settled by, where that is another."""
        return next((one.reading for one in reversed(self.changes) if one.reading), None)


@dataclass(frozen=True)
class Tried:
    """What the rows come to, and what of the record they make right."""

    recorded: Recorded
    deal: npt.NDArray[np.int64]
    """`[row]`: the place among the deals that are tried."""
    value: Amounts
    """`[row, slot]`, without payments; a balance is counted from the one that makes it right, else from the club's."""
    wrong: Mask
    """`[row, slot]`, without payments."""
    entries: Entries
    same: Mask
    """`[row]`: the ledger is, entry by entry in whatever order, what was recorded as payments."""

    paid: Payments
    """What was recorded as paid, in the batch."""

    def of_payments(self, rows: npt.NDArray[np.int64]) -> Unmade:
        """What of the recorded payments the ledgers of `rows` (ascending) do not make."""
        return unmade(self.paid, self.recorded, self.deal[rows], self.entries, rows)


def try_rows(desk: Desk, recorded: Recorded, rows: Sequence[Row]) -> Tried:
    """Settle `rows` and hold them against the records."""
    deal = np.array([row.deal for row in rows], np.int64)
    groups: dict[int, list[int]] = defaultdict(list)
    rulesets: dict[int, Ruleset] = {}
    for number, row in enumerate(rows):
        r = row.reading or desk.batch.ruleset
        rulesets[id(r)] = r
        groups[id(r)].append(number)
    value = np.full((len(rows), recorded.slots.size), MISSING, np.int64)
    parts = []
    for key, numbers in groups.items():
        places = np.array(numbers, np.int64)
        found, entries = _settled(desk, recorded, rulesets[key], [rows[k] for k in numbers])
        value[places] = found
        parts.append(Entries(places[entries.row], *list(vars(entries).values())[1:]))
    entries = Entries(*(np.concatenate(columns) for columns in zip(*(vars(p).values() for p in parts), strict=True)))
    entries = entries.pick(np.argsort(entries.row, kind="stable"))
    value = _balanced(desk, recorded, deal, value)
    asked = recorded.asked[deal, : recorded.slots.size]
    wrong = asked & (value != recorded.value[deal, : recorded.slots.size])
    return Tried(
        recorded,
        deal,
        value,
        wrong,
        entries,
        is_same(desk.batch.written.payments, recorded, deal, entries),
        desk.batch.written.payments,
    )


def _settled(desk: Desk, recorded: Recorded, r: Ruleset, rows: Sequence[Row]) -> tuple[Amounts, Entries]:
    """Rows of one ruleset: their values by slot (balances left out), and their ledgers."""
    replayed = desk.judged.replayed
    deal = recorded.deals[[row.deal for row in rows]]
    side = np.array([row.side for row in rows], np.int64)
    seating = replayed.seating.pick(deal)
    # The replayed deals' own columns; the reading has the same seats.
    f_c = settle(replayed.observed.pick(deal), r, stages(r, [row.changes for row in rows]))
    e, base = f_c.entries, seating.base.astype(np.int64)
    before = desk.before[side, deal]
    start, stakes = _stakes(desk, r, rows, deal, np.where(before == MISSING, 0, before), seating.dealer)
    amount = np.asarray(e.times * start[e.deal] + e.plus, np.int64)

    def account(seats: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        return np.where(seats == FONDO, FONDO, (seats + base[e.deal]) % r.players).astype(np.int8)

    own = Entries(e.deal.astype(np.int64), e.trick, e.rule, account(e.payer), account(e.payee), amount)
    both = Entries(*(np.concatenate(pair) for pair in zip(vars(stakes).values(), vars(own).values(), strict=True)))
    # Nobody pays himself, even if a scorer takes him for two.
    both = both.pick(np.flatnonzero((both.amount != 0) & (both.payer != both.payee)))
    both = both.pick(np.argsort(both.row, kind="stable"))
    slots = recorded.slots
    value = np.full((len(rows), slots.size), MISSING, np.int64)
    value[:, slots.line("points")] = seating.by_player(f_c.facts.points.astype(np.int64), MISSING).T
    value[:, slots.line("tricks")] = seating.by_player(f_c.facts.tricks.astype(np.int64), MISSING).T
    value[:, slots.line("trick_winner")] = seating.players(f_c.facts.winner).T
    value[:, slots.line("winner")] = seating.players(_titled(f_c.course.winner, rows))[:, None]
    value[:, slots.line("fondo_start")] = start[:, None]
    net, flow = _sums(both, len(rows), r.players)
    value[:, slots.line("fondo_end")] = (np.where(before == MISSING, 0, before) + flow)[:, None]
    value[:, slots.line("net")] = net
    return value, both


def _titled(winner: Seats, rows: Sequence[Row]) -> Seats:
    """The winners as they are written down."""
    found = winner.copy()
    for number, row in enumerate(rows):
        for one in row.changes:
            if one.titled is not None:
                found[number] = one.titled
    return found


def _stakes(
    desk: Desk,
    r: Ruleset,
    rows: Sequence[Row],
    deal: npt.NDArray[np.int64],
    before: Amounts,
    dealer: npt.NDArray[np.int8],
) -> tuple[Amounts, Entries]:
    """What the fondo holds after the stakes of each row, and their entries."""
    side = np.array([row.side for row in rows], np.int64)
    due_before: Codes = desk.kind[side, deal]
    kind = np.full(len(rows), NO_KIND, np.int8)
    if r.stakes:
        known = due_before != NO_KIND
        kind = np.where(known, due(r, before, (due_before == FIRST) & ("F1" in r.stakes)), NO_KIND).astype(np.int8)
        for number, row in enumerate(rows):
            for one in row.changes:
                if one.kind is not None and known[number]:
                    kind[number] = one.kind
    parts = []
    for number, of in enumerate(kinds(r)):
        of_kind = np.flatnonzero(kind == number)
        for stake in of.stakes:
            for seat, share in enumerate(stake.shares):
                payer = ((dealer[of_kind] + seat) % r.players).astype(np.int8)
                parts.append(
                    Entries(
                        of_kind.astype(np.int64),
                        np.zeros(of_kind.size, np.int8),
                        np.full(of_kind.size, r.numbers[stake.rule], np.int16),
                        payer,
                        np.full(of_kind.size, FONDO, np.int8),
                        np.full(of_kind.size, share, np.int64),
                    )
                )
    if not parts:
        return before, no_entries()
    whole = Entries(*(np.concatenate(column) for column in zip(*(vars(part).values() for part in parts), strict=True)))
    whole = whole.pick(_paid(r, rows, whole))
    start = before + np.bincount(whole.row, weights=whole.amount, minlength=len(rows)).astype(np.int64)
    return start, whole


def _paid(r: Ruleset, rows: Sequence[Row], stakes: Entries) -> Mask:
    """Which stakes were not omitted."""
    keep = np.ones(stakes.row.size, np.bool_)
    by_row: list[tuple[int, Omitted]] = [
        (number, one.omits) for number, row in enumerate(rows) for one in row.changes if one.omits is not None
    ]
    if not by_row:
        return keep
    layers: dict[int, list[tuple[int, Omitted]]] = defaultdict(list)
    seen: dict[int, int] = defaultdict(int)
    for number, omits in by_row:
        layers[seen[number]].append((number, omits))
        seen[number] += 1
    for layer in layers.values():
        rules = np.zeros(len(rows), np.uint64)
        player = np.full(len(rows), NOBODY, np.int16)
        for number, omits in layer:
            rules[number] = rule_set(r, omits.rules)
            player[number] = NOBODY if omits.player is None else omits.player
        mine = (rules[stakes.row] >> stakes.rule.astype(np.uint64) & np.uint64(1)).astype(np.bool_)
        keep &= ~(mine & ((player[stakes.row] == NOBODY) | (player[stakes.row] == stakes.payer)))
    return as_mask(keep)


def _sums(entries: Entries, rows: int, players: int) -> tuple[Amounts, Amounts]:
    """`[row, player]` the nets, and `[row]` what the fondo gained."""
    sums = np.zeros(rows * (players + 1), np.int64)
    for account, sign in ((entries.payer, -1), (entries.payee, 1)):
        # The fondo's number is -1: its column is the last.
        np.add.at(sums, entries.row * (players + 1) + account % (players + 1), sign * entries.amount)
    table = sums.reshape(rows, players + 1)
    return table[:, :players], table[:, players]


def _balanced(desk: Desk, recorded: Recorded, deal: npt.NDArray[np.int64], value: Amounts) -> Amounts:
    """The values with the balances: from the one before that makes the recorded one right, else from the club's."""
    slots = recorded.slots
    line, net = slots.line("balance"), value[:, slots.line("net")]
    before = desk.balance[:, :, recorded.deals[deal]].transpose(0, 2, 1)
    known = before != MISSING
    right, own = (np.where(known[k], np.where(known[k], before[k], 0) + net, MISSING) for k in (RIGHT, OWN))
    value[:, line] = np.where((right == recorded.value[deal, line]) | ~known[OWN], right, own)
    return value
