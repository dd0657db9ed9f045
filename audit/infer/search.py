"""The search for the setting that explains most deals: one option after the other, then two at once.

A setting may change once an option in the course of time. Options hang together, so the search goes on until
nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from audit.clauses import OptionSpec, Value
from audit.compare.claims import CONTRADICTED
from audit.facts import Mask, as_mask
from audit.infer.records import Counts, Evidence, Records, Setting
from audit.infer.together import tied_together
from audit.infer.values import distinct, fixed_values, options_of, pointed_to, probes

LEAST_GAIN = 3
"""Deals more that a change of habit must explain than either value alone: so many speak for it on either side."""

ROUNDS = 4
"""Times that all options are gone through before a value must explain whole deals to stand, and after that."""

PAIR_GAIN = 2
"""Deals more that two options, changed together, must explain."""

FEW_DEALS = 3000
"""Deals up to which two options are tried together."""


@dataclass(frozen=True)
class Habit:
    """What a club plays by in one option; `before` until the session `start`, where that is not 0."""

    value: Value
    before: Value = None
    start: int = 0

    def at(self, session: int) -> Value:
        """The value in a session, by its place."""
        return self.value if session >= self.start else self.before


class Search:
    """The habits of a club, while they are looked for."""

    def __init__(self, records: Records, named: Mapping[str, Sequence[Value]]) -> None:
        self.records = records
        self.specs: dict[str, OptionSpec] = {spec.name: spec for spec in options_of(records.rules)}
        self.named = named
        # Where records say nothing, what the club itself says stands, else the default.
        self.prior: dict[str, Value] = {
            name: (named[name][-1] if named.get(name) else spec.default) for name, spec in self.specs.items()
        }
        self.habits = {name: Habit(value) for name, value in self.prior.items()}
        self.dated = sum(one.date is not None for one in records.sessions)

    def run(self) -> None:
        """Look until nothing changes."""
        self._rounds(strict=False)
        self._rounds(strict=True)
        if self.records.deals <= FEW_DEALS and self._pairs():
            self._rounds(strict=True)
        self._prefer_known()

    def _rounds(self, *, strict: bool) -> None:
        for _ in range(ROUNDS):
            before = dict(self.habits)
            for name in self.specs:
                self.habits[name] = self._best(name, strict=strict)
            if self.habits == before:
                return

    def _prefer_known(self) -> None:
        """Of settings of two options that records cannot tell apart, take the one that a source or a log names."""
        for _ in range(ROUNDS):
            pairs = [one for one in tied_together(self) if not any(self.habits[name].start for name in one)]
            better = [one for one in pairs if self._unlikely(one) < self._unlikely(self._in_force(one))]
            if not better:
                return
            self.habits.update({name: Habit(value) for name, value in min(better, key=self._unlikely).items()})

    def _in_force(self, names: Iterable[str]) -> Setting:
        return {name: self.habits[name].value for name in names}

    def _unlikely(self, setting: Setting) -> tuple[int, int]:
        """How many amounts of a setting nobody names, and how many values are not what is to be expected."""
        fixed = {name: fixed_values(self.specs[name], self.named.get(name, ())) for name in setting}
        return (
            sum(not any(_same(value, each) for each in fixed[name]) for name, value in setting.items()),
            sum(not _same(value, self.prior[name]) for name, value in setting.items()),
        )

    # ----------------------------------------------------------------------------------------- one option

    def candidates(self, name: str) -> list[Value]:
        """The values of an option that are tried: the one in force first."""
        spec, habit = self.specs[name], self.habits[name]
        values = [habit.value, *([habit.before] if habit.start else []), *fixed_values(spec, self.named.get(name, ()))]
        between = probes(spec, habit.value)
        if between is not None:
            # The second, so that it is seen whether any other amount would make a difference.
            values.append(between[1])
            first, second = ((each, self.under({name: each})) for each in between)
            if first[1] is not None and second[1] is not None:
                values += pointed_to(self.records, (first[0], first[1]), (second[0], second[1]))
        return distinct(values)

    def under(self, changed: Mapping[str, Value], *, now: bool = False) -> Evidence | None:
        """The evidence with some options changed; `None` where that cannot be. `now`: as of the last session."""
        starts = sorted({0, *(one.start for one in self.habits.values())})
        found: Evidence | None = None
        for start in starts[-1:] if now else starts:
            setting = {name: habit.at(start) for name, habit in self.habits.items()} | dict(changed)
            if not self.records.is_possible(setting):
                return None
            # What is left at its default need not be said.
            told = {name: value for name, value in setting.items() if value != self.specs[name].default}
            part = self.records.evidence(told)
            if found is None:
                found = part
            else:
                deals = as_mask(self.records.session_of >= start)
                found = found.where(deals[self.records.deal_of], deals, part)
        return found

    def tried(self, name: str) -> tuple[list[Value], list[Evidence]]:
        """The possible values of an option, and the evidence under each."""
        both = [(value, found) for value in self.candidates(name) if (found := self.under({name: value})) is not None]
        return [value for value, _ in both], [found for _, found in both]

    def _best(self, name: str, *, strict: bool) -> Habit:
        """The habit that explains most deals; `strict`: one other than the prior explains more deals than that."""
        values, found = self.tried(name)
        if len(values) < 2:
            return self.habits[name]
        scores = self.records.scores(found)
        explained = self._by_session(scores.explains)
        whole, balance = explained.sum(axis=1), scores.balance.sum(axis=1)
        prior = next((k for k, value in enumerate(values) if _same(value, self.prior[name])), 0)
        order = range(len(values))
        best = max(order, key=lambda k: (whole[k], balance[k], k == prior, -k))
        if strict and whole[best] <= whole[prior]:
            best = prior
        change = self._change(explained, int(whole[best]))
        if change is not None:
            start, before, after = change
            return Habit(values[after], values[before], start)
        return Habit(values[best])

    def _by_session(self, explains: Mask) -> Counts:
        """`[value, session]`: how many deals each value explains."""
        count = len(self.records.sessions)
        rows = [np.bincount(self.records.session_of[one], minlength=count) for one in explains]
        return np.stack(rows).astype(np.int64)

    def _change(self, explained: Counts, best: int) -> tuple[int, int, int] | None:
        """The first session by another value, the value before and the value after; `None` where one explains all."""
        dated = explained[:, : self.dated]
        if dated.shape[1] < 2:
            return None
        before = np.cumsum(dated, axis=1)[:, :-1]
        after = dated.sum(axis=1)[:, None] - before
        total = before[:, None] + after[None]
        total[np.arange(len(total)), np.arange(len(total))] = -1
        # Of several equal ones the latest: there begins what speaks for the new value.
        flipped = total[:, :, ::-1]
        old, new, place = np.unravel_index(int(flipped.argmax()), flipped.shape)
        undated = explained[:, self.dated :].sum(axis=1)
        gain = int(flipped[old, new, place]) + int(undated[new]) - best
        start = int(dated.shape[1] - 1 - place)
        return (start, int(old), int(new)) if gain >= LEAST_GAIN else None

    # ---------------------------------------------------------------------------------------- two options

    def _pairs(self) -> bool:
        """Try two options at once where one alone is no better: whether any did explain more."""
        changed = False
        for first, second in self._related():
            options = [{first: a, second: b} for a in self.others(first) for b in self._others_beside(second, first, a)]
            found = [(option, under) for option in options if (under := self.under(option)) is not None]
            base = self.under({})
            if base is None or not found:
                continue
            whole = self.records.scores([base, *(under for _, under in found)]).explains.sum(axis=1)
            best = int(whole[1:].argmax())
            if whole[1 + best] - whole[0] >= PAIR_GAIN:
                self.habits.update({name: Habit(value) for name, value in found[best][0].items()})
                changed = True
        return changed

    def others(self, name: str) -> list[Value]:
        """The values that are tried of an option, but those in force."""
        return [value for value in self.candidates(name) if not _same(value, self.habits[name].value)]

    def _others_beside(self, name: str, other: str, value: Value) -> list[Value]:
        """The values that are tried of an option while the `other` has a `value`; that may point to new ones."""
        kept = self.habits[other]
        self.habits[other] = Habit(value)
        found = self.others(name)
        self.habits[other] = kept
        return found

    def _related(self) -> Iterator[tuple[str, str]]:
        """The pairs of options of neighbouring rules, where both change deals that nothing explains yet."""
        base = self.under({})
        if base is None:
            return
        wrong = np.zeros(self.records.deals, np.bool_)
        wrong[self.records.deal_of[base.verdict == CONTRADICTED]] = True
        wrong |= base.lacking > 0
        touched = {name: self._touched(name, base) & wrong for name in self.specs}
        for first, second in combinations(touched, 2):
            near = self.specs[first].rule[0] == self.specs[second].rule[0]
            if near and np.count_nonzero(touched[first] & touched[second]) >= PAIR_GAIN:
                yield first, second
            elif self._is_part(first, second) and touched[second].any():
                yield second, first
            elif self._is_part(second, first) and touched[first].any():
                yield first, second

    def _is_part(self, name: str, whole: str) -> bool:
        """Whether an option is an amount that only some value of another brings into play."""
        return any(f"{{{name}}}" in words for words in self.specs[whole].says.values())

    def _touched(self, name: str, base: Evidence) -> Mask:
        """`[deal]`: some other value of the option makes a difference to what was recorded."""
        found = [under for value in self.others(name) if (under := self.under({name: value})) is not None]
        mask = np.zeros(self.records.deals, np.bool_)
        for under in found:
            mask[self.records.deal_of[(under.computed != base.computed) | (under.verdict != base.verdict)]] = True
            mask |= under.lacking != base.lacking
        return mask


def _same(one: Value, other: Value) -> bool:
    """Whether two values are the same; 1 and true are not."""
    return repr(one) == repr(other)
