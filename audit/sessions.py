"""Records put together as sessions: what is the same deal, what is known already, what is in conflict.

A deal is (club, session, number), in whatever form and file it comes. A record whose fields all occur, equal, in
another of the same deal is known, and the fuller stands; two records that each say something else are a
conflict, and both stay. The outcome is the same for every order of the files.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from audit.cards import UNKNOWN
from audit.model import Deal, Header, Problem
from audit.ruleset import Resolution, Ruleset, resolve


@dataclass(frozen=True)
class Session:
    """The deals of one session, by number; of a deal in conflict every version, by content."""

    deals: tuple[Deal, ...]
    conflict: tuple[bool, ...]
    resolution: Resolution
    rules_differ: bool = False
    """Its records name different rulesets or options, so that none of it can be settled."""
    carried_differ: bool = False
    """Its records bring different values from an earlier session, so that neither can be used."""

    @property
    def header(self) -> Header:
        """What the session's first record says of it."""
        return self.deals[0].header

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset to settle by, when there is one."""
        return None if self.rules_differ else self.resolution.ruleset

    @property
    def key(self) -> tuple[str, str]:
        """Its club and its name, which no other session has."""
        return self.header.club, self.header.session

    @cached_property
    def date(self) -> str | None:
        """The first date that a record gives."""
        return next((deal.header.date for deal in self.deals if deal.header.date), None)

    @cached_property
    def carried_fondo(self) -> int | None:
        """The fondo brought from an earlier session."""
        return _only(deal.header.carried_fondo for deal in self.deals)

    @cached_property
    def carried_balance(self) -> dict[str, int]:
        """By name, the balances brought from an earlier session."""
        for deal in self.deals:
            header = deal.header
            if header.carried_balance is not None:
                pairs = zip(header.players, header.carried_balance, strict=False)
                return {name: value for name, value in pairs if value is not None}
        return {}

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everybody who played in it, in the order of first appearance."""
        return tuple(dict.fromkeys(name for deal in self.deals for name in deal.players))


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
    sessions, known, conflicts = [], 0, 0
    for key in sorted(by_session):
        deals: list[Deal] = []
        clashing: list[bool] = []
        for number in sorted(by_session[key]):
            versions = by_session[key][number]
            standing = versions if len(versions) == 1 else _standing(versions)
            known += len(versions) - len(standing)
            conflicts += len(standing) > 1
            deals += standing
            clashing += [len(standing) > 1] * len(standing)
        sessions.append(_session(deals, clashing))
    problems = {(p.place, p.what, p.excerpt): p for one in sessions for p in one.resolution.problems}
    return Assembled(tuple(sessions), known, conflicts, tuple(problems.values()))


def _session(deals: Sequence[Deal], clashing: Sequence[bool]) -> Session:
    resolutions: dict[str, Resolution] = {}
    headers = {id(deal.header): deal.header for deal in deals}
    for header in headers.values():
        resolution = resolve(header.rules, header.options, header.rules_place or header.place)
        rules = resolution.ruleset
        said = [header.rules, rules.differs if rules else [(o.name, o.value) for o in header.options]]
        resolutions.setdefault(repr(said), resolution)
    differ = len(resolutions) > 1
    merged = Resolution(
        next(iter(resolutions.values())).ruleset, tuple(p for one in resolutions.values() for p in one.problems)
    )
    return Session(
        tuple(deals),
        tuple(True for _ in deals) if differ else tuple(clashing),
        merged,
        rules_differ=differ,
        carried_differ=len(_distinct(h.carried_fondo for h in headers.values())) > 1
        or len(_distinct(h.carried_balance for h in headers.values())) > 1,
    )


def _distinct(values: Iterable[object]) -> set[object]:
    return {value for value in values if value is not None}


def _only(values: Iterable[int | None]) -> int | None:
    distinct = {value for value in values if value is not None}
    return distinct.pop() if len(distinct) == 1 else None


# ------------------------------------------------------------------------------------ what a record says


def _standing(versions: Sequence[Deal]) -> list[Deal]:
    """The versions of a deal that no other contains, one of each content, by content hash."""
    contents = [Counter(content(deal)) for deal in versions]
    order = sorted(range(len(versions)), key=lambda i: (content_hash(versions[i]), versions[i].place))
    standing: list[int] = []
    for i in sorted(order, key=lambda i: -contents[i].total()):
        if not any(contents[i] <= contents[j] for j in standing):
            standing.append(i)
    return [versions[i] for i in order if i in standing]


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
        yield "exchange", exchange.player, exchange.discard, exchange.take
    for number, trick in deal.tricks.items():
        if trick.leader is not None:
            yield "leader", number, trick.leader
        for place, card in enumerate(trick.cards or ()):
            if card != UNKNOWN:
                yield "card", number, place, card


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
