"""What people decided about the records of a session, applied to them in the order in which it was decided."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from audit.corrections import Correction, apply, concerns
from audit.house_rules import differing
from audit.intake import fit
from audit.model import Deal, Header, Reading
from audit.sessions import content, content_hash


class Resolution(NamedTuple):
    """Which version of a deal stands, or by which rules its session is played."""

    event: int
    number: int | None
    """The deal; `None` for the session's rules."""
    kept: str
    rejected: tuple[str, ...]
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
            left = _by_version(left, decision)
    return left


def _corrected(one: Decided, correction: Correction) -> Decided:
    if not concerns(correction, one.deal):
        return one
    return Decided(one.record, apply(correction, one.deal), (*one.decisions, correction))


def _by_version(records: Sequence[Decided], resolution: Resolution) -> list[Decided]:
    """The records without those of the deal that were rejected, and what only those contain.

    Where the version that was kept is not there any more, its import having been taken back, all stay.
    """
    said = {
        one.record: (content_hash(one.deal), Counter(content(one.deal)))
        for one in records
        if one.deal.number == resolution.number
    }
    kept = next((own for hash_, own in said.values() if hash_ == resolution.kept), None)
    if kept is None:
        return list(records)
    rejected = [own for hash_, own in said.values() if hash_ in resolution.rejected]
    found = []
    for one in records:
        if one.record in said:
            _hash, own = said[one.record]
            if not own <= kept and any(own <= other for other in rejected):
                continue
            found.append(one._replace(decisions=(*one.decisions, resolution)))
        else:
            found.append(one)
    return found


def _by_rules(records: Sequence[Decided], resolution: Resolution) -> list[Decided]:
    """The records with the head that stands in the place of those that were rejected, where a record fits it."""
    kept = next((one.deal.header for one in records if head_hash(one.deal.header) == resolution.kept), None)
    if kept is None:
        return list(records)
    replaced: dict[int, Header] = {}
    found = []
    for one in records:
        header = one.deal.header
        if head_hash(header) not in resolution.rejected:
            found.append(one)
            continue
        if id(header) not in replaced:
            replaced[id(header)] = _with_head_of(header, kept)
        deal = msgspec.structs.replace(one.deal, header=replaced[id(header)])
        fits = fit(Reading(deals=[deal], quarantined=[], problems=[])).deals
        found.append(Decided(one.record, deal, (*one.decisions, resolution)) if fits else one)
    return found


def _with_head_of(header: Header, kept: Header) -> Header:
    """The header with the rules of `kept` and what it brings; the balances it brings follow its order of players."""
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
    options = differing(header.rules, header.options)
    balance = zip(header.players, header.carried_balance or (), strict=False)
    said = (header.rules, options, header.carried_fondo, sorted((name, value) for name, value in balance))
    return hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()
