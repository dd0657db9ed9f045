"""The other readings of the rules: under which of them a recorded value would be right."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.clauses import KNOWN_AMOUNTS, OptionSpec, Value
from audit.judge import Judged
from audit.ruleset import Ruleset, load
from audit.trial.change import Change
from audit.trial.desk import OWN, RIGHT, Desk, desk_of
from audit.trial.slots import Recorded, recorded
from audit.trial.tried import Row, Tried, try_rows

KNOWN_RANKS: tuple[list[str], ...] = ([], ["Q"], ["K", "Q"], ["K", "Q", "J"])
"""Lists of ranks that some play by, besides the default."""

OF_SESSIONS = "X11"
"""The rule whose options no deal hangs on."""

CHUNK = 64
"""Deals that are tried in many ways at once."""

AT_ONCE = 1024
"""Deals that are tried at once in two ways at most."""


@dataclass(frozen=True)
class Reading:
    """Another value of an option, and the ruleset with it."""

    option: str
    value: Value
    ruleset: Ruleset


@functools.lru_cache(maxsize=64)
def readings(r: Ruleset, *, ranks: bool = True) -> tuple[Reading, ...]:
    """Each other value of each option that some are known to play by: the choices, the default, other sources' amounts.

    Lists of ranks only if `ranks`.
    """
    return tuple(
        Reading(name, value, load(r.id, {**r.values, name: value}))
        for name, spec in r.specs.items()
        if spec.rule != OF_SESSIONS and (ranks or not spec.ranks)
        for value in _known(spec)
        if repr(value) != repr(r.values[name]) and is_allowed(r, name, value)
    )


def _known(spec: OptionSpec) -> Iterable[Value]:
    """The values of an option that some are known to play by, each once."""
    lists = KNOWN_RANKS if spec.ranks else ()
    known = (*spec.choices, spec.default, *KNOWN_AMOUNTS.get(spec.name, ()), *lists)
    return {repr(value): value for value in known}.values()


def is_allowed(r: Ruleset, name: str, value: Value) -> bool:
    """Whether an option may have the value beside the others: no amount is above the one that bounds it."""
    values: Mapping[str, Value] = {**r.values, name: value}
    limits = [(values[each], values[spec.at_most]) for each, spec in r.specs.items() if spec.at_most]
    return all(part <= most for part, most in limits if isinstance(part, int) and isinstance(most, int))


def readings_of_claims(judged: Judged) -> Mapping[int, Sequence[Reading]]:
    """By the place of a contradicted claim that is not only carried: the readings under which it would be confirmed.

    The deal is settled from the fondo before it, right or as the club has it, and the balances likewise.
    """
    found: dict[int, list[Reading]] = defaultdict(list)
    others = readings(judged.batch.ruleset)
    desk = desk_of(judged) if others else None
    if desk is None:
        return found
    for deals in chunks(fresh_deals(desk), AT_ONCE):
        record = recorded(judged, deals)
        sides = {row: sides_of(desk, int(deal)) for row, deal in enumerate(deals)}
        for one in others:
            rows = [Row(row, side, (Change(reading=one.ruleset),)) for row, of in sides.items() for side in of]
            tried = try_rows(desk, record, rows)
            for row, slot in zip(*np.nonzero(_made_right(record, tried)), strict=True):
                claim = int(record.claim[row, slot])
                if one not in found[claim]:
                    found[claim].append(one)
    return found


def _made_right(record: Recorded, tried: Tried) -> npt.NDArray[np.bool_]:
    """`[deal, slot]`: the claim is fresh, and some row of the deal makes it right."""
    right, size = np.zeros_like(record.fresh), record.slots.size
    np.logical_or.at(right[:, :size], tried.deal, ~tried.wrong)
    of_payments = np.asarray(record.fresh[:, size:].any(axis=1), np.bool_)
    paid = np.flatnonzero(of_payments[tried.deal])
    if paid.size:
        np.logical_or.at(right[:, size:], tried.deal[paid], ~tried.of_payments(paid).wrong)
    return np.asarray(right & record.fresh & record.asked)


def fresh_deals(desk: Desk) -> npt.NDArray[np.int64]:
    """The deals that can be tried and in which something is contradicted, and not only carried."""
    record = recorded(desk.judged, np.flatnonzero(desk.triable))
    return np.asarray(record.deals[(record.fresh & record.asked).any(axis=1)])


def sides_of(desk: Desk, deal: int) -> tuple[int, ...]:
    """The fondos that a deal may be settled from: the club's own first, and the right one where that is another."""
    return (OWN, RIGHT) if desk.differs[deal] else (OWN,)


def chunks(deals: npt.NDArray[np.int64], size: int = CHUNK) -> Iterator[npt.NDArray[np.int64]]:
    """`deals` a few at a time."""
    for begin in range(0, deals.size, size):
        yield deals[begin : begin + size]
