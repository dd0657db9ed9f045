"""Which values of an option are tried: its choices, the amounts that are known of, and those that records point to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from audit.batch import MISSING
from audit.clauses import KNOWN_AMOUNTS, OptionSpec, Value
from audit.compare.claims import KINDS, NAMED
from audit.facts import Mask, as_mask
from audit.infer.records import Evidence, Records
from audit.ruleset import load

KNOWN_RANKS: tuple[tuple[str, ...], ...] = ((), ("K",), ("Q",), ("J",), ("K", "Q"), ("K", "Q", "J"))
"""Lists of ranks that are tried."""

MOST_AMOUNTS = 5
"""Amounts that records point to, the most frequent first."""


def fixed_values(spec: OptionSpec, named: Iterable[Value]) -> list[Value]:
    """The values that are tried whatever was recorded: the default first, then what logs name, then the others."""
    ranks: list[Value] = [list(one) for one in KNOWN_RANKS] if spec.ranks else []
    return distinct([spec.default, *named, *spec.choices, *ranks, *KNOWN_AMOUNTS.get(spec.name, ())])


def distinct(values: Iterable[Value]) -> list[Value]:
    """The values in order, each once; 1 and true are two."""
    return list({repr(value): value for value in values}.values())


def probes(spec: OptionSpec, value: Value) -> tuple[int, int] | None:
    """Two amounts by which it is seen how what is computed hangs on an option; `None` where it is no amount."""
    if not spec.amount:
        return None
    first = value if isinstance(value, int) and not isinstance(value, bool) else 1
    # One that another amount bounds may have no room above.
    return (first, first - 1) if spec.at_most and first else (first, first + 1)


def pointed_to(records: Records, first: tuple[int, Evidence], second: tuple[int, Evidence]) -> list[int]:
    """The amounts under which what was recorded would be right, those of most deals first.

    What is computed is linear in an amount, as long as no threshold is crossed: two amounts tell the others.
    """
    (a, one), (b, other) = first, second
    step = (other.computed - one.computed) // (b - a)
    known = (one.computed != MISSING) & (other.computed != MISSING)
    rows = np.flatnonzero(known & (one.computed != other.computed) & ~_named(records))
    off = records.recorded[rows] - one.computed[rows]
    whole = off % step[rows] == 0
    amount = a + off[whole] // step[rows][whole]
    votes = {(deal, each) for deal, each in zip(records.deal_of[rows][whole].tolist(), amount.tolist(), strict=True)}
    counted = Counter(each for _, each in votes if 0 <= each < 2**31)
    return sorted(counted, key=lambda each: (-counted[each], each))[:MOST_AMOUNTS]


def _named(records: Records) -> Mask:
    """`[claim]`: its value is a player, whom no amount makes."""
    return as_mask(np.isin(records.kind_of, [KINDS.index(name) for name in NAMED]))


def options_of(rules: str) -> Sequence[OptionSpec]:
    """The options of a ruleset that a record can bear on, in its order."""
    return [spec for spec in load(rules).specs.values() if spec.rule != "X11"]
