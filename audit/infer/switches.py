"""What was found of each option: its value, what speaks for and against it, and what cannot be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from audit.clauses import Value
from audit.facts import Mask, as_mask
from audit.house_rules import read_value
from audit.infer.records import Evidence, Records, Scores
from audit.infer.search import Habit, Search
from audit.infer.together import Pair, tied_together
from audit.infer.values import distinct
from audit.ruleset import load, ruleset_ids
from audit.sessions import Session

SCHEMA = "revesino-inference/1"


class DealName(NamedTuple):
    """A deal of a club, and where its record stands."""

    session: str
    deal: int
    file: str
    line: int


@dataclass(frozen=True)
class Switch:
    """An option, and the value by which the club plays, as far as its records tell."""

    option: str
    value: Value
    supports: int
    """Deals that the value explains, and on which another that was tried would differ."""
    contradicting: tuple[DealName, ...]
    """Deals that it does not explain, and on which another would differ."""
    tied: tuple[Value, ...]
    """The values that say the same of everything that was recorded."""
    together: tuple[Pair, ...]
    """Values that do so only together with another of a second option."""
    untraced: bool
    """No value that was tried makes a difference to anything that was recorded."""
    since: str | None = None
    """The date of the first session by this value, where it was another before."""
    before: Value = None
    """The value before that."""
    telling: tuple[DealName, ...] = ()
    """Deals that would tell the tied ones apart, had more of them been written down."""
    default: Value = None
    named: tuple[Value, ...] = ()
    """The values that the club's logs name."""
    amount: bool = False
    """It may be any amount, so that of those that are tied not all are listed."""

    def row(self) -> dict[str, Any]:
        """The option's part of the JSON (docs/infer-rules.md)."""
        tied = distinct([*self.tied, *(pair[self.option] for pair in self.together)])
        row: dict[str, Any] = {
            "option": self.option,
            "value": written(self.value),
            "for": self.supports,
            "against": len(self.contradicting),
            "tied": [written(value) for value in tied],
            "since": self.since,
        }
        together = [{name: written(value) for name, value in sorted(pair.items())} for pair in self.together]
        return row | {"together": together} if together else row


@dataclass(frozen=True)
class Inference:
    """By which house rules a club plays a ruleset."""

    club: str
    rules: str
    sessions: int
    deals: int
    switches: tuple[Switch, ...]

    @property
    def options(self) -> dict[str, Value]:
        """The options that are not at their defaults."""
        return {one.option: one.value for one in self.switches if repr(one.value) != repr(one.default)}

    def row(self) -> dict[str, Any]:
        """The club's part of the JSON (docs/infer-rules.md)."""
        return {
            "club": self.club,
            "rules": {"id": self.rules, "options": {name: written(value) for name, value in self.options.items()}},
            "switches": [one.row() for one in self.switches],
        }


def written(value: Value) -> Value:
    """A value as a log writes it."""
    return "none" if value is None else value


def infer(sessions: Iterable[Session]) -> list[Inference]:
    """The house rules of each club, by club and ruleset; whatever options the logs name is only a first guess."""
    together: dict[tuple[str, str], list[Session]] = defaultdict(list)
    for session in sessions:
        rules = session.header.rules
        # The digest has no house rules; records that contradict each other on the rules prove nothing.
        if rules in ruleset_ids() and load(rules).specs and not session.rules_differ:
            together[session.header.club, rules].append(session)
    return [_infer(club, rules, together[club, rules]) for club, rules in sorted(together)]


def _infer(club: str, rules: str, sessions: Sequence[Session]) -> Inference:
    records = Records(rules, sessions)
    search = Search(records, _named(rules, records.sessions))
    search.run()
    pairs = tied_together(search)
    switches = tuple(_switch(search, name, [one for one in pairs if name in one]) for name in search.specs)
    return Inference(club, rules, len(records.sessions), records.deals, switches)


def _named(rules: str, sessions: Sequence[Session]) -> dict[str, list[Value]]:
    """By option: the values that logs name, the latest last."""
    r = load(rules)
    found: dict[str, list[Value]] = defaultdict(list)
    for session in sessions:
        for option in session.header.options:
            if option.name in r.specs:
                try:
                    value = read_value(r.specs[option.name], option.value, r.pack)
                except ValueError:
                    continue
                found[option.name] = [one for one in found[option.name] if repr(one) != repr(value)] + [value]
    return dict(found)


def _switch(search: Search, name: str, together: Sequence[Pair]) -> Switch:
    """What the records tell of an option, the others being as they were found."""
    records, spec, habit = search.records, search.specs[name], search.habits[name]
    values, found = search.tried(name)
    period = as_mask(records.session_of >= habit.start)
    own = next(k for k, value in enumerate(values) if repr(value) == repr(habit.value))
    others = [k for k in range(len(values)) if k != own]
    same = [k for k in others if not _differ(records, found[own], found[k], period).any()]
    scores: Scores = records.scores(found, period)
    against = np.flatnonzero(scores.opposed[own] & period)
    alike = [found[k] for k in same] + [each for pair in together if (each := search.under(pair)) is not None]
    untold = [as_mask((each.outcome != found[own].outcome) & period) for each in alike]
    return Switch(
        option=name,
        value=habit.value,
        supports=int(np.count_nonzero((scores.explains[own] | _half(scores, own)) & period)),
        contradicting=tuple(_names(records, against.tolist())),
        tied=tuple(values[k] for k in same),
        together=tuple(together),
        untraced=len(same) == len(others),
        since=_since(records, habit),
        before=habit.before,
        telling=tuple(_names(records, np.flatnonzero(np.logical_or.reduce(untold)).tolist())) if untold else (),
        default=spec.default,
        named=tuple(search.named.get(name, ())),
        amount=spec.amount,
    )


def _half(scores: Scores, own: int) -> Mask:
    """`[deal]`: some of what differs is confirmed, and nothing contradicted: the rest is not known."""
    return as_mask(~scores.opposed[own] & (scores.balance[own] > 0))


def _differ(records: Records, one: Evidence, other: Evidence, period: Mask) -> Mask:
    """`[deal]`: something that was recorded is another under each."""
    mask = as_mask(one.lacking != other.lacking)
    mask[records.deal_of[(one.computed != other.computed) | (one.verdict != other.verdict)]] = True
    return mask & period


def _since(records: Records, habit: Habit) -> str | None:
    return records.sessions[habit.start].date if habit.start else None


def _names(records: Records, rows: Iterable[int]) -> Iterator[DealName]:
    for row in rows:
        deal = records.batch.deals[row]
        yield DealName(deal.header.session, deal.number, deal.place.file, deal.place.line)


def document(found: Iterable[Inference]) -> Mapping[str, Any]:
    """The whole JSON (docs/infer-rules.md)."""
    return {"schema": SCHEMA, "clubs": [one.row() for one in found]}
