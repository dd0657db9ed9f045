"""A record with other names in it: wherever a player is named, and where its free text speaks of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

import msgspec

from audit.logs.fields import exchange_field, hand_field
from audit.model import Comment, Deal, Header, Payment, Problem, Recorded
from audit.people.words import Replacement, in_text, in_value

_Named = TypeVar("_Named", str, str | None)


def header_renamed(header: Header, by: Replacement) -> Header:
    """The head with its players renamed; its club, its session and its house rules are not looked at."""
    others = _others(header.players, by)
    return msgspec.structs.replace(
        header,
        players=tuple(_name(name, by) for name in header.players),
        extras=in_value(dict(header.extras), by, others),
        comments=_comments(header.comments, header.players, others, by),
    )


def deal_renamed(deal: Deal, header: Header, by: Replacement) -> Deal:
    """What the record says with its players renamed, under `header`, which is renamed already."""
    others = _others((*deal.header.players, *deal.players), by)
    declared = deal.declarations
    return msgspec.structs.replace(
        deal,
        header=header,
        players=tuple(_name(name, by) for name in deal.players),
        dealer=_name(deal.dealer, by),
        hands={_name(name, by): cards for name, cards in deal.hands.items()},
        exchanges=tuple(msgspec.structs.replace(one, player=_name(one.player, by)) for one in deal.exchanges),
        declarations=msgspec.structs.replace(
            declared,
            napolitana=_name(declared.napolitana, by),
            espagnolette=_name(declared.espagnolette, by),
            revesino=_name(declared.revesino, by),
        ),
        tricks={
            number: msgspec.structs.replace(trick, leader=_name(trick.leader, by))
            for number, trick in deal.tricks.items()
        },
        recorded=_recorded(deal.recorded, others, by),
        note=None if deal.note is None else in_text(deal.note, by, others),
        extras=in_value(dict(deal.extras), by, others),
        comments=_comments(deal.comments, deal.players, others, by),
        lines=_lines(deal, by),
    )


def problem_renamed(problem: Problem, by: Replacement, others: Collection[str]) -> Problem:
    """What could not be read, with the names in its excerpt replaced."""
    return msgspec.structs.replace(
        problem,
        excerpt=in_text(problem.excerpt, by, others),
        params=in_value(dict(problem.params), by, others),
    )


def _others(players: Collection[str], by: Replacement) -> tuple[str, ...]:
    """Those who keep their names."""
    return tuple(name for name in players if by.name(name) is None)


def _name(name: _Named, by: Replacement) -> _Named:
    return name if name is None else by.name(name) or name


def _recorded(recorded: Recorded, others: Collection[str], by: Replacement) -> Recorded:
    def renamed(payment: Payment) -> Payment:
        label = None if payment.label is None else in_text(payment.label, by, others)
        return msgspec.structs.replace(
            payment, payer=_name(payment.payer, by), payee=_name(payment.payee, by), label=label
        )

    return msgspec.structs.replace(
        recorded,
        trick_winners={number: _name(name, by) for number, name in recorded.trick_winners.items()},
        winner=_name(recorded.winner, by),
        payments=tuple(map(renamed, recorded.payments)),
    )


def _fields(players: Collection[str], by: Replacement) -> dict[str, str]:
    """The fields that are called after a player who is renamed."""
    pairs = [(name, _name(name, by)) for name in players]
    return {field(old): field(new) for old, new in pairs if old != new for field in (hand_field, exchange_field)}


def _lines(deal: Deal, by: Replacement) -> Mapping[str, int]:
    fields = _fields((*deal.players, *deal.hands, *(one.player for one in deal.exchanges)), by)
    return {fields.get(field, field): line for field, line in deal.lines.items()} if fields else deal.lines


def _comments(
    comments: tuple[Comment, ...], players: Collection[str], others: Collection[str], by: Replacement
) -> tuple[Comment, ...]:
    fields = _fields(players, by)
    return tuple(
        msgspec.structs.replace(one, anchor=fields.get(one.anchor, one.anchor), text=in_text(one.text, by, others))
        for one in comments
    )
