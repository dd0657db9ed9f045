"""Records put together as sessions: what is the same deal, what is known already, what is in conflict.

A deal is (club, session, number), in whatever form and file it comes. A record whose fields all occur, equal, in
another of the same deal is known, and the fuller stands; two records that each say something else are a
conflict, and both stay. The outcome is the same for every order of the files.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from audit.cards import UNKNOWN
from audit.house_rules import RulesNamed, differing, resolve
from audit.model import Deal, Exchange, Header, Problem
from audit.ruleset import Ruleset


@dataclass(frozen=True)
class Carried:
    """What a session brings from an earlier one."""

    fondo: int | None = None
    balance: Mapping[str, int] = field(default_factory=dict)
    """By name, where a balance is given."""
    differ: bool = False
    """The session's records bring different values, so that neither can be used."""


@dataclass(frozen=True)
class Session:
    """The deals of one session, by number; of a deal in conflict every version, by content."""

    header: Header
    """What its first record says of it."""
    date: str | None
    """The first date that a record gives."""
    players: tuple[str, ...]
    """Everybody who played in it, in the order of first appearance."""
    deals: tuple[Deal, ...]
    conflict: tuple[bool, ...]
    resolution: RulesNamed
    rules_differ: bool = False
    """Its records name different rulesets or options, so that none of it can be settled."""
    carried: Carried = Carried()
    known: int = 0
    """Records that are not among the deals, since another contains what they say."""

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset to settle by, when there is one."""
        return None if self.rules_differ else self.resolution.ruleset

    @property
    def options(self) -> dict[str, Any]:
        """The house rules that differ from the ruleset's defaults; as written, where there is none to settle by."""
        rules = self.ruleset
        return dict(rules.differs) if rules else {option.name: option.value for option in self.header.options}

    @property
    def key(self) -> tuple[str, str]:
        """Its club and its name, which no other session has."""
        return self.header.club, self.header.session


@dataclass(frozen=True)
class Assembled:
    """All sessions, by club and name, and what became of the records that are not in them."""

    sessions: tuple[Session, ...]
    known: int
    conflicts: int
    """Deals of which two records say different things."""
    problems: tuple[Problem, ...]


def assemble(records: Iterable[Deal]) -> Assembled:
    """Sort `records` into sessions and settle which of them stand."""
    by_session: dict[tuple[str, str], dict[int, list[Deal]]] = defaultdict(lambda: defaultdict(list))
    for deal in records:
        by_session[deal.header.club, deal.header.session][deal.number].append(deal)
    sessions, conflicts = [], 0
    for key in sorted(by_session):
        deals: list[Deal] = []
        clashing: list[bool] = []
        for number in sorted(by_session[key]):
            versions = by_session[key][number]
            standing = versions if len(versions) == 1 else _standing(versions)
            conflicts += len(standing) > 1
            deals += standing
            clashing += [len(standing) > 1] * len(standing)
        everything = [deal for versions in by_session[key].values() for deal in versions]
        sessions.append(_session(deals, clashing, everything))
    problems = {(p.place, p.what, p.excerpt): p for one in sessions for p in one.resolution.problems}
    known = sum(session.known for session in sessions)
    return Assembled(tuple(sessions), known, conflicts, tuple(problems.values()))


def session_of(
    deals: Sequence[Deal],
    conflict: Sequence[bool],
    resolution: RulesNamed,
    *,
    rules_differ: bool = False,
    carried: Carried = Carried(),
    known: int = 0,
) -> Session:
    """A session of `deals`, of which there is at least one."""
    return Session(
        header=deals[0].header,
        date=next((deal.header.date for deal in deals if deal.header.date), None),
        players=tuple(dict.fromkeys(name for deal in deals for name in deal.players)),
        deals=tuple(deals),
        conflict=tuple(conflict),
        resolution=resolution,
        rules_differ=rules_differ,
        carried=carried,
        known=known,
    )


def _session(deals: Sequence[Deal], clashing: Sequence[bool], records: Sequence[Deal]) -> Session:
    """A session of the `deals` that stand; `records` are all that were read of it, known ones too."""
    headers = {id(deal.header): deal.header for deal in records}
    resolutions: dict[str, RulesNamed] = {}
    problems: list[Problem] = []
    for header in sorted(headers.values(), key=lambda one: one.place):
        resolution = resolve(header.rules, header.options, header.rules_place or header.place)
        said = differing(header.rules, header.options)
        resolutions.setdefault(repr((header.rules, said)), resolution)
        problems += resolution.problems
    differ = len(resolutions) > 1
    return session_of(
        deals,
        [True] * len(deals) if differ else clashing,
        RulesNamed(next(iter(resolutions.values())).ruleset, tuple(problems)),
        rules_differ=differ,
        carried=carried_by(headers.values()),
        known=len(records) - len(deals),
    )


def carried_by(headers: Iterable[Header]) -> Carried:
    """What records say of an earlier session; values that differ leave it unknown."""
    fondos = {header.carried_fondo for header in headers if header.carried_fondo is not None}
    balance: dict[str, set[int]] = defaultdict(set)
    for header in headers:
        for name, value in zip(header.players, header.carried_balance or (), strict=False):
            if value is not None:
                balance[name].add(value)
    return Carried(
        fondo=next(iter(fondos)) if len(fondos) == 1 else None,
        balance={name: next(iter(values)) for name, values in balance.items() if len(values) == 1},
        differ=len(fondos) > 1 or any(len(values) > 1 for values in balance.values()),
    )


# ------------------------------------------------------------------------------------ what a record says


MOST_VERSIONS = 50
"""Records of one deal beyond which nobody looks whether one is contained in another: they contradict each other."""


def _standing(versions: Sequence[Deal]) -> list[Deal]:
    """The versions of a deal that no other contains, one of each content, by content hash."""
    contents = [Counter(content(deal)) for deal in versions]
    order = sorted(range(len(versions)), key=lambda i: (content_hash(versions[i]), versions[i].place))
    if len(versions) > MOST_VERSIONS:
        return [versions[i] for i in _one_of_each(order, contents)]
    standing: list[int] = []
    for i in sorted(order, key=lambda i: -contents[i].total()):
        if not any(contents[i] <= contents[j] for j in standing):
            standing.append(i)
    return [versions[i] for i in order if i in standing]


def _one_of_each(order: Sequence[int], contents: Sequence[Counter[tuple[object, ...]]]) -> list[int]:
    """The places in `order`, the first of each content."""
    first: dict[frozenset[object], int] = {}
    for i in order:
        first.setdefault(frozenset(contents[i].items()), i)
    return list(first.values())


def content_hash(deal: Deal) -> str:
    """A hash of what the deal's record says, the same in every form that it may come in."""
    text = "\n".join(sorted(map(repr, content(deal))))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def content(deal: Deal) -> Iterator[tuple[object, ...]]:
    """Each thing that the record says, apart from notes, labels, extra fields, places and the order of lines.

    What it does not know (`??`, a blank) it does not say.
    """
    header = deal.header
    yield "players", *deal.players
    for what, value in (
        ("date", header.date),
        ("dealer", deal.dealer),
        ("napolitana", deal.declarations.napolitana),
        ("espagnolette", deal.declarations.espagnolette),
        ("revesino", deal.declarations.revesino),
        ("winner", deal.recorded.winner),
        ("fondo_start", deal.recorded.fondo_start),
        ("fondo_end", deal.recorded.fondo_end),
    ):
        if value is not None:
            yield what, value
    yield from _content_of_play(deal)
    yield from _content_of_values(deal)


def _content_of_play(deal: Deal) -> Iterator[tuple[object, ...]]:
    for name, cards in deal.hands.items():
        yield "hand size", name, len(cards)
        yield from (("hand", name, card) for card in cards if card != UNKNOWN)
    for place, card in enumerate(deal.stock or ()):
        if card != UNKNOWN:
            yield "stock", place, card
    for exchange in deal.exchanges:
        yield from _content_of_exchange(exchange)
    for number, trick in deal.tricks.items():
        if trick.leader is not None:
            yield "leader", number, trick.leader
        for place, card in enumerate(trick.cards or ()):
            if card != UNKNOWN:
                yield "card", number, place, card


def _content_of_exchange(exchange: Exchange) -> Iterator[tuple[object, ...]]:
    yield "exchange", exchange.player, exchange.discard is None, exchange.take is None
    for what, card in (("discard", exchange.discard), ("take", exchange.take)):
        if card is not None and card != UNKNOWN:
            yield what, exchange.player, card


def _content_of_values(deal: Deal) -> Iterator[tuple[object, ...]]:
    recorded = deal.recorded
    for what in ("points", "tricks", "net", "balance"):
        for name, value in zip(deal.players, getattr(recorded, what) or (), strict=False):
            if value is not None:
                yield what, name, value
    for number, name in recorded.trick_winners.items():
        yield "trick winner", number, name
    for payment in recorded.payments:
        yield "payment", payment.trick, payment.payer, payment.payee, payment.amount
