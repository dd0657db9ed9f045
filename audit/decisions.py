"""What people decided about the records of a session, applied to them in the order in which it was decided."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from audit.amendments import Correction, amended, concerns
from audit.house_rules import resolve
from audit.model import Deal, Header
from audit.sessions import content_hash


class Resolution(NamedTuple):
    """Which version of a deal stands, or by which rules its session is played."""

    event: int
    number: int | None
    """The deal; `None` for the session's rules."""
    kept: str
    set_aside: tuple[str, ...]
    reason: str
    person: str


Decision = Correction | Resolution


class Decided(NamedTuple):
    """A record as it is to be read, and the decisions by which that is so."""

    record: int
    deal: Deal
    decisions: tuple[Decision, ...] = ()


def decide(records: Sequence[Decided], decisions: Sequence[Decision]) -> list[Decided]:
    """The records of a session that are left, as `decisions` have them read."""
    left = list(records)
    for decision in sorted(decisions, key=lambda one: one.event):
        if isinstance(decision, Correction):
            left = [_corrected(one, decision) for one in left]
        elif decision.number is None:
            left = _by_rules(left, decision)
        else:
            left = [_noted(one, decision) for one in left if not _is_set_aside(one.deal, decision.number, decision)]
    return left


def _corrected(one: Decided, correction: Correction) -> Decided:
    if not concerns(correction, one.deal):
        return one
    return Decided(one.record, amended(one.deal, correction.changes), (*one.decisions, correction))


def _is_set_aside(deal: Deal, number: int, resolution: Resolution) -> bool:
    return deal.number == number and content_hash(deal) in resolution.set_aside


def _noted(one: Decided, resolution: Resolution) -> Decided:
    concerned = one.deal.number == resolution.number
    return one._replace(decisions=(*one.decisions, resolution)) if concerned else one


def _by_rules(records: Sequence[Decided], resolution: Resolution) -> list[Decided]:
    """The records with the head that stands in the place of those that were set aside."""
    kept = next((one.deal.header for one in records if head_hash(one.deal.header) == resolution.kept), None)
    if kept is None:
        return list(records)
    replaced: dict[int, Header] = {}
    found = []
    for one in records:
        header = one.deal.header
        if head_hash(header) in resolution.set_aside:
            if id(header) not in replaced:
                replaced[id(header)] = _with_head_of(header, kept)
            deal = msgspec.structs.replace(one.deal, header=replaced[id(header)])
            one = Decided(one.record, deal, (*one.decisions, resolution))  # noqa: PLW2901 - the record, decided
        found.append(one)
    return found


def _with_head_of(header: Header, kept: Header) -> Header:
    return msgspec.structs.replace(
        header,
        rules=kept.rules,
        options=kept.options,
        rules_place=kept.rules_place,
        carried_fondo=kept.carried_fondo,
        carried_balance=kept.carried_balance,
        players=kept.players,
    )


def head_hash(header: Header) -> str:
    """A hash of what a head says of the rules and of what an earlier session brings, in whatever order and spelling."""
    rules = resolve(header.rules, header.options, header.place).ruleset
    options = rules.differs if rules else [(option.name, option.value) for option in header.options]
    balance = zip(header.players, header.carried_balance or (), strict=False)
    said = (header.rules, options, header.carried_fondo, sorted((name, value) for name, value in balance))
    return hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()
