"""Explanations as values for programs: `revesino-explanation/1`."""

from __future__ import annotations

from collections.abc import Sequence

from audit.batch import MISSING
from audit.compare.claims import KINDS, NAMED
from audit.explain.explaining import MOST, SCHEMA, Explained, Explanation
from audit.explain.grounds import ground
from audit.facts import NOBODY
from audit.rows import Row

DIGITS = 6
"""Decimal places of a probability."""


def document(explained: Sequence[Explained]) -> Row:
    """Everything that was explained, in order of club, session and deal."""
    rows = [deal_row(one) for one in explained]
    return {"schema": SCHEMA, "deals": sorted(rows, key=lambda row: (row["club"], row["session"], row["deal"]))}


def deal_row(one: Explained, most: int = MOST) -> Row:
    """A deal's explanations, the likeliest `most`."""
    deal = one.judged.batch.deals[one.row]
    some = list(one.explanations[:most])
    row: Row = {
        "club": deal.header.club,
        "session": deal.header.session,
        "deal": deal.number,
        "explanations": [_explanation_row(one, each, rank) for rank, each in enumerate(some, 1)],
        "alike": one.alike,
        "others": len(one.explanations) - len(some),
    }
    return row | {"fault": one.fault} if one.fault else row


def _explanation_row(one: Explained, each: Explanation, rank: int) -> Row:
    causes = (*each.set.causes, *each.set.carried)
    roles = (*each.set.roles, *[""] * (len(causes) - len(each.set.roles)))
    return {
        "rank": rank,
        # Rounded down, so that they never add up to more than 1.
        "probability": int(each.probability * 10**DIGITS) / 10**DIGITS,
        "causes": [dict(cause) for cause in causes],
        "grounds": [ground(one.judged, one.row, cause, role) for cause, role in zip(causes, roles, strict=True)],
        "explains": [claim(one, place) for place in each.set.explains],
        "leaves": [claim(one, place) for place in each.set.leaves],
    }


def claim(one: Explained, place: int) -> Row:
    """A claim, named as in the report, with what is recorded and what is right."""
    claims, deal = one.judged.claims, one.judged.batch.deals[one.row]
    kind, player = KINDS[claims.kind[place]], int(claims.player[place])
    row: Row = {
        "claim": kind,
        "player": deal.players[player] if player != NOBODY else None,
        "trick": int(claims.trick[place]) or None,
        "recorded": _value(one, kind, int(claims.recorded[place])),
        "computed": _value(one, kind, int(claims.computed[place])),
        "carried_from": _value(one, "", int(claims.carried_from[place])),
    }
    payment = int(claims.payment[place])
    if payment >= 0:
        first = int(one.judged.batch.written.payments.deal.searchsorted(one.row))
        paid = deal.recorded.payments[payment - first]
        row |= {"from": paid.payer, "to": paid.payee, "label": paid.label}
    return row


def _value(one: Explained, kind: str, value: int) -> int | str | None:
    if value == MISSING:
        return None
    return one.judged.batch.deals[one.row].players[value] if kind in NAMED else value
