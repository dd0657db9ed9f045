"""Other amounts of an option under which a record may be right, told from the record itself.

What a deal comes to is linear in a house amount. So each amount is tried at two values, from which follows at which
third one each wrong figure would be right; where enough of them agree on one, it is a candidate like any other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from audit.batch import MISSING, Amounts
from audit.explain.candidates import RARE, Candidate
from audit.facts import Mask
from audit.ruleset import Ruleset, load
from audit.trial.change import Change
from audit.trial.desk import OWN, Desk
from audit.trial.readings import is_allowed
from audit.trial.slots import Recorded
from audit.trial.tried import Row, Tried, try_rows

NUMERIC = ("points", "tricks", "fondo_start", "fondo_end", "net")

SESSION_ONLY = ("deals", "starting_chips")
"""Amounts that no deal hangs on."""

LARGEST_VALUE = 1000
"""No house plays for more."""

Amount = tuple[str, int]


def amounts(desk: Desk, record: Recorded, all_starts: Sequence[Row | None]) -> dict[int, list[Candidate]]:
    """By the place of a start (a deal, and a fondo before it): the other amounts that may explain it.

    Those that are `None` are left out.
    """
    places = [place for place, start in enumerate(all_starts) if start is not None]
    starts = [start for start in all_starts if start is not None]
    r = desk.batch.ruleset
    options = {name: _value(r, name) for name, spec in r.specs.items() if spec.amount and name not in SESSION_ONLY}
    if not options or not starts:
        return {}
    rulesets = [load(r.id, {**r.values, name: now + by}) for name, now in options.items() for by in (1, 2)]
    if not all(one.amounts_are_small for one in rulesets):
        return {}
    rows = [
        Row(start.deal, start.side, (Change(reading=one),) if one is not None else ())
        for start in starts
        for one in (None, *rulesets)
    ]
    tried = try_rows(desk, record, rows)
    table = _numbers(desk, record, tried)
    width = len(rulesets) + 1
    found: dict[int, list[Candidate]] = defaultdict(list)
    for k, start in enumerate(starts):
        written = _written(record, start)
        part = table[k * width : (k + 1) * width]
        for place, (name, now) in enumerate(options.items()):
            one, two = part[1 + 2 * place], part[2 + 2 * place]
            for by in _agreed(written, part[0], one, two - one, written != MISSING):
                value = now + 1 + by
                if 0 <= value <= LARGEST_VALUE and value != r.values[name] and is_allowed(r, name, value):
                    found[places[k]].append(_candidate(r, name, value, len(options)))
    return found


def _value(r: Ruleset, name: str) -> int:
    value = r.values[name]
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _candidate(r: Ruleset, name: str, value: int, options: int) -> Candidate:
    cause = {"kind": "reading", "option": name, "value": value}
    change = Change(reading=load(r.id, {**r.values, name: value}))
    return Candidate(cause, "reading", change, RARE / options)


def _numbers(desk: Desk, record: Recorded, tried: Tried) -> Amounts:
    """`[row, figure]`: the amounts of each row, balances counted from the club's own, and what payments are due."""
    slots = record.slots
    parts = [tried.value[:, slots.line(name)] for name in NUMERIC]
    before = desk.balance[OWN][:, record.deals[tried.deal]].T
    net = tried.value[:, slots.line("net")]
    balance = np.where(before == MISSING, MISSING, np.where(before == MISSING, 0, before) + net)
    due = tried.of_payments(np.arange(tried.deal.size)).due
    return np.hstack((*parts, balance, due))


def _written(record: Recorded, start: Row) -> Amounts:
    """`[figure]` what is recorded, in the same order; `MISSING` where nothing must come out right."""
    slots, value, asked = record.slots, record.value[start.deal], record.asked[start.deal]
    told = np.where(asked, value, MISSING)
    parts = [told[slots.line(name)] for name in NUMERIC]
    return np.concatenate((*parts, told[slots.line("balance")], told[slots.size :]))


def _agreed(written: Amounts, now: Amounts, one: Amounts, slope: Amounts, told: Mask) -> list[int]:
    """By how much more than `one` the amount is under which fewer figures would be wrong than are now."""
    wrong = told & (written != now)
    open_ = np.flatnonzero(wrong & (slope != 0) & (one != MISSING) & (now != MISSING))
    whole = (written[open_] - one[open_]) % slope[open_] == 0
    votes = Counter(((written[open_] - one[open_])[whole] // slope[open_][whole]).tolist())
    before = int(wrong.sum())
    found = []
    for by, _count in votes.most_common(2):
        then = np.where(slope == 0, now, one + by * slope)
        if int((told & (written != then)).sum()) * 2 <= before:
            found.append(int(by))
    return found
