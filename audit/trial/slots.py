"""Every recorded value of a deal has a slot: where it stands in the tables of what is right and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Amounts
from audit.compare.claims import CONTRADICTED, KINDS, UNDETERMINED
from audit.compare.payments import NONE
from audit.facts import Mask, as_mask
from audit.fondo import NOT_DEFINED
from audit.judge import Judged
from audit.ruleset import Ruleset

PER_PLAYER = ("points", "tricks", "net", "balance")

LINES = ("points", "tricks", "trick_winner", "winner", "fondo_start", "fondo_end", "net", "balance", "dealer")
"""The kinds of claim in the order of their slots, but for payments, which come last."""


@dataclass(frozen=True)
class Slots:
    """Where each kind's slots are, for deals of one ruleset."""

    players: int
    tricks: int

    @classmethod
    def of(cls, r: Ruleset) -> Slots:
        """The slots of a ruleset's deals."""
        return cls(r.players, r.tricks)

    @cached_property
    def begins(self) -> dict[str, int]:
        """By kind: its first slot."""
        found, place = {}, 0
        for kind in LINES:
            found[kind] = place
            place += self.players if kind in PER_PLAYER else self.tricks if kind == "trick_winner" else 1
        return found | {"payment": place}

    @property
    def size(self) -> int:
        """How many slots there are before those of the payments."""
        return self.begins["payment"]

    def line(self, kind: str) -> slice:
        """The slots of a kind (of which there are several, or one)."""
        width = self.players if kind in PER_PLAYER else self.tricks if kind == "trick_winner" else 1
        return slice(self.begins[kind], self.begins[kind] + width)

    @cached_property
    def _lines(self) -> list[str]:
        return [kind for kind in LINES for _ in range(self.line(kind).stop - self.line(kind).start)]

    def line_of(self, slot: int) -> str:
        """The kind of claim that a slot is for."""
        return self._lines[slot] if slot < self.size else "payment"


@dataclass(frozen=True)
class Recorded:
    """What some deals' records say, by slot; rows are the deals in their order."""

    slots: Slots
    deals: npt.NDArray[np.int64]
    """`[row]`: the deal's place in its batch."""
    value: Amounts
    """`[row, slot]`; `MISSING` where nothing is recorded, or nothing can be said of it."""
    asked: Mask
    """`[row, slot]`: the claim is determined, so that it must come out right."""
    wrong: Mask
    """`[row, slot]`: contradicted."""
    fresh: Mask
    """`[row, slot]`: contradicted, and not only carried."""
    claim: npt.NDArray[np.int64]
    """`[row, slot]`: the claim's place among those of the batch; `NONE`."""
    payments: npt.NDArray[np.int64]
    """`[row]`: how many payments are recorded."""
    first_payment: npt.NDArray[np.int64]
    """`[row]`: the place of the first of them in the batch."""


def recorded(judged: Judged, deals: npt.NDArray[np.int64]) -> Recorded:
    """The records of `deals` (places in the batch, ascending) by slot."""
    batch, claims = judged.batch, judged.claims
    slots = Slots.of(batch.ruleset)
    begins = np.searchsorted(batch.written.payments.deal, deals, "left")
    counts = np.searchsorted(batch.written.payments.deal, deals, "right") - begins
    width = slots.size + int(counts.max(initial=0))
    row_of = np.full(batch.count, NONE, np.int64)
    row_of[deals] = np.arange(deals.size)
    mine = np.flatnonzero(row_of[claims.deal] != NONE)
    row = row_of[claims.deal[mine]]
    start = np.array([slots.begins[kind] for kind in KINDS], np.int64)[claims.kind[mine]]
    place = np.where(claims.player[mine] >= 0, claims.player[mine], 0).astype(np.int64)
    payment = claims.payment[mine]
    of_trick = claims.kind[mine] == KINDS.index("trick_winner")
    place = np.where(of_trick, claims.trick[mine] - 1, place)
    place = np.where(payment != NONE, payment - begins[row], place)
    slot = start + place

    def table(values: npt.NDArray[Any], absent: Any) -> npt.NDArray[Any]:
        found = np.full((deals.size, width), absent, values.dtype)
        found[row, slot] = values
        return found

    told = (claims.verdict[mine] != UNDETERMINED) & ~(claims.of("dealer")[mine])
    # What the rules do not define is not asked for, though a part of it may be confirmed.
    told &= claims.reason[mine] != NOT_DEFINED
    wrong = as_mask(claims.verdict[mine] == CONTRADICTED)
    return Recorded(
        slots=slots,
        deals=deals,
        value=table(claims.recorded[mine], MISSING),
        asked=table(as_mask(told), False),
        wrong=table(wrong, False),
        fresh=table(as_mask(wrong & (claims.carried_from[mine] == MISSING)), False),
        claim=table(mine.astype(np.int64), NONE),
        payments=counts.astype(np.int64),
        first_payment=begins.astype(np.int64),
    )
