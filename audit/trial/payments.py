"""The ledgers of rows that are tried, held against what was recorded as payments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import Amounts, Payments
from audit.compare.payments import NONE, match
from audit.facts import Mask, as_mask
from audit.fondo import KNOWN
from audit.ledger import Ledger
from audit.movements import FONDO
from audit.trial.slots import Recorded


@dataclass(frozen=True)
class Entries:
    """The ledgers of the rows, row by row in the order of settlement."""

    row: npt.NDArray[np.int64]
    trick: npt.NDArray[np.int8]
    rule: npt.NDArray[np.int16]
    payer: npt.NDArray[np.int8]
    payee: npt.NDArray[np.int8]
    amount: Amounts

    def pick(self, rows: Any) -> Entries:
        """Those that `rows` picks."""
        return Entries(*(column[rows] for column in vars(self).values()))


@dataclass(frozen=True)
class Unmade:
    """What of the recorded payments some ledgers do not make, and what they make that nobody recorded."""

    wrong: Mask
    """`[row, payment]`: no entry is the payment."""
    lacking: npt.NDArray[np.int64]
    """`[row]`: how many entries nobody recorded, where some payments were."""
    due: Amounts
    """`[row, payment]`: the amount of the entry that it is, or that it stands for; 0."""


def no_entries() -> Entries:
    """No ledger."""
    kinds = (np.int64, np.int8, np.int16, np.int8, np.int8, np.int64)
    return Entries(*(np.empty(0, kind) for kind in kinds))  # type: ignore[arg-type]


def _mixed(payer: Any, payee: Any, amount: Any, trick: Any) -> npt.NDArray[np.uint64]:
    """A number for each payment that is most likely another for any other payment."""
    key = ((payer.astype(np.int64) + 2) * 64 + payee.astype(np.int64) + 2) * 64 + trick.astype(np.int64)
    h = key.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + amount.astype(np.int64).view(np.uint64)
    h ^= h >> np.uint64(31)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(29)
    return np.asarray(h * np.uint64(0x94D049BB133111EB), np.uint64)


def through_fondo(entries: Entries, rows: int) -> npt.NDArray[np.uint64]:
    """`[row]`: a number that is most likely another where other entries go into the fondo or out of it."""
    e = entries.pick(np.flatnonzero((entries.payer == FONDO) | (entries.payee == FONDO)))
    total = np.zeros(rows, np.uint64)
    np.add.at(total, e.row, _mixed(e.payer, e.payee, e.amount, e.trick))
    return total


def is_same(p: Payments, recorded: Recorded, deal: npt.NDArray[np.int64], entries: Entries) -> Mask:
    """`[row]`: the ledger is, entry by entry in whatever order, what was recorded as payments."""
    of_rows, of_deals = np.zeros(deal.size, np.uint64), np.zeros(recorded.deals.size, np.uint64)
    np.add.at(of_rows, entries.row, _mixed(entries.payer, entries.payee, entries.amount, entries.trick))
    places, owner = _payments(recorded, np.arange(recorded.deals.size))
    kept = p.amount[places] != 0
    places, owner = places[kept], owner[kept]
    np.add.at(of_deals, owner, _mixed(p.payer[places], p.payee[places], p.amount[places], p.trick[places]))
    return as_mask(of_rows == of_deals[deal])


def _payments(recorded: Recorded, deal: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The places of the payments of each of `deal`, and for each of them which of `deal` it is of."""
    counts = recorded.payments[deal]
    owner = np.repeat(np.arange(deal.size), counts)
    within = np.arange(owner.size) - np.repeat(np.cumsum(counts) - counts, counts)
    return recorded.first_payment[deal][owner] + within, owner


def unmade(
    p: Payments, recorded: Recorded, deal: npt.NDArray[np.int64], entries: Entries, rows: npt.NDArray[np.int64]
) -> Unmade:
    """What of the recorded payments the ledgers of `rows` (ascending) do not make."""
    shape = (rows.size, int(recorded.payments.max(initial=0)))
    wrong, amounts = np.zeros(shape, np.bool_), np.zeros(shape, np.int64)
    lacking = np.zeros(rows.size, np.int64)
    places, owner = _payments(recorded, deal)
    if not places.size:
        return Unmade(wrong, lacking, amounts)
    begins, ends = (np.searchsorted(entries.row, rows, side) for side in ("left", "right"))
    of_row = np.repeat(np.arange(rows.size), ends - begins)
    within = np.arange(of_row.size) - np.repeat(np.cumsum(ends - begins) - (ends - begins), ends - begins)
    e = entries.pick(begins[of_row] + within)
    ledger = Ledger(
        of_row, e.trick.astype(np.int64), e.rule, e.payer, e.payee, e.amount,
        np.full(rows.size, KNOWN, np.int8), np.zeros((0, rows.size), np.int64),
    )  # fmt: skip
    paid = Payments(owner, p.trick[places], p.payer[places], p.payee[places], p.amount[places])
    found = match(paid, ledger)
    entry = np.where(found.entry == NONE, found.instead, found.entry)
    due = np.where(entry == NONE, 0, e.amount[entry]) if e.amount.size else np.zeros(paid.size, np.int64)
    made = (found.entry != NONE) | ((paid.amount == 0) & (due == 0))
    place = places - recorded.first_payment[deal][owner]
    wrong[owner, place] = ~made
    amounts[owner, place] = due
    asked = recorded.asked[deal, recorded.slots.size :]
    lacking = np.bincount(of_row[found.lacking], minlength=rows.size)
    return Unmade(as_mask(wrong & asked), np.where(recorded.payments[deal] > 0, lacking, 0), amounts)
