"""One deal's part of the report: what was computed of it, and its claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from audit.batch import MISSING
from audit.compare.claims import KINDS, NAMED, NO_RULE, VERDICTS, Claims
from audit.facts import NOBODY
from audit.fondo import KNOWN, REASONS
from audit.judge import Judged
from audit.model import Deal
from audit.movements import FONDO
from audit.trial.readings import Reading

Row = dict[str, Any]

Readings = Mapping[int, Sequence[Reading]]
"""By the place of a claim: other readings of the rules."""


def computed_row(judged: Judged, row: int, entries: slice) -> Row:
    """What was computed of the deal `row`; `entries` is where its ledger stands."""
    replayed, chain, ledger = judged.replayed, judged.chain, judged.ledger
    names = judged.batch.deals[row].players
    winner = int(replayed.winner[row])
    return {
        "points": _playing(judged, row, replayed.points[:, row].tolist()),
        "tricks": _playing(judged, row, replayed.tricks[:, row].tolist()),
        "net": dict(zip(names, map(_value, ledger.net[:, row].tolist()), strict=True)),
        "winner": names[winner] if winner != NOBODY else None,
        "trick_winners": [names[who] if who != NOBODY else None for who in replayed.trick_winner[:, row].tolist()],
        "fondo_start": _value(int(chain.start[row])) if chain.start_reason[row] == KNOWN else None,
        "fondo_end": _value(int(chain.end[row])) if chain.end_reason[row] == KNOWN else None,
        "ledger": _ledger(judged, row, entries) if ledger.reason[row] == KNOWN else None,
    }


def _playing(judged: Judged, row: int, values: list[int]) -> dict[str, int | None]:
    """By name, without a dealer who sits the deal out."""
    names, r = judged.batch.deals[row].players, judged.batch.ruleset
    sits = int(judged.replayed.seating.dealer[row]) if r.first_seat else NOBODY
    return {name: _value(value) for who, (name, value) in enumerate(zip(names, values, strict=True)) if who != sits}


def _value(value: int) -> int | None:
    return None if value == MISSING else value


def _ledger(judged: Judged, row: int, rows: slice) -> list[Row]:
    ledger, rules = judged.ledger, judged.batch.ruleset.rule_names
    names = _accounts(judged.batch.deals[row])
    columns = (ledger.trick, ledger.rule, ledger.payer, ledger.payee, ledger.amount)
    return [
        {"trick": trick or None, "rule": rules[rule], "from": names[payer], "to": names[payee], "amount": amount}
        for trick, rule, payer, payee, amount in zip(*(column[rows].tolist() for column in columns), strict=True)
    ]


def _accounts(deal: Deal) -> dict[int, str]:
    return dict(enumerate(deal.players)) | {FONDO: "fondo"}


def claim_rows(judged: Judged, row: int, rows: slice, readings: Readings) -> list[Row]:
    """The claims `rows` of the deal `row`; `readings` are, by claim, those under which it would be confirmed."""
    claims, deal = judged.claims, judged.batch.deals[row]
    rules = judged.batch.ruleset.rule_names
    first = None
    out = []
    columns = (
        claims.kind,
        claims.player,
        claims.trick,
        claims.recorded,
        claims.computed,
        claims.verdict,
        claims.reason,
        claims.rule,
        claims.payment,
        claims.carried_from,
    )
    values_of = zip(*(column[rows].tolist() for column in columns), strict=True)
    for place, (kind, player, trick, recorded, computed, verdict, reason, rule, payment, carried) in enumerate(
        values_of, rows.start
    ):
        if payment >= 0 and first is None:
            first = payment
        values = {
            "claim": KINDS[kind],
            "player": deal.players[player] if player != NOBODY else None,
            "trick": trick or None,
            "recorded": _named(deal, kind, recorded),
            "computed": _named(deal, kind, computed),
            "verdict": VERDICTS[verdict],
            "rule": rules[rule] if rule != NO_RULE else None,
            "reason": REASONS[reason],
            "carried_from": _value(carried),
        }
        # Only a deal with cards missing has these.
        allowed = _range(deal, kind, claims, place) if computed == MISSING else None
        if allowed is not None:
            values["range"] = allowed
        if REASONS[reason] == "cards-missing" and judged.replayed.stopped[row]:
            values["stopped"] = True
        of = readings.get(place, ())
        values["readings"] = [{"option": one.option, "value": one.value} for one in of]
        out.append(claim_row(deal, values, payment - first if payment >= 0 and first is not None else None))
    return out


def _named(deal: Deal, kind: int, value: int) -> int | str | None:
    if value == MISSING:
        return None
    return deal.players[value] if KINDS[kind] in NAMED else value


def _range(deal: Deal, kind: int, claims: Claims, place: int) -> Row | None:
    """Between which values an open figure lies, or which players it may be."""
    low, high = int(claims.low[place]), int(claims.high[place])
    if low == MISSING:
        return None
    if KINDS[kind] in NAMED:
        return {"players": [name for who, name in enumerate(deal.players) if low >> who & 1]}
    return {"least": low, "most": high}


_CLAIM: Row = {
    "claim": None,
    "player": None,
    "trick": None,
    "recorded": None,
    "computed": None,
    "verdict": "undetermined",
    "rule": None,
    "reason": None,
    "carried_from": None,
}
"""A claim of which nothing is known, in the order of the report's fields."""


def claim_row(deal: Deal, values: Row, payment: int | None) -> Row:
    """A claim's part of the report; `payment` is its place among the deal's payments, where it is one."""
    row = _CLAIM | {"readings": []} | values
    row |= {"line": _line_of(deal, row["claim"], row["trick"])}
    if payment is not None:
        paid = deal.recorded.payments[payment]
        row |= {"from": paid.payer, "to": paid.payee, "label": paid.label, "line": paid.line or deal.place.line}
    return row


def _line_of(deal: Deal, kind: str, trick: int | None) -> int:
    key = f"wins {trick}" if kind == "trick_winner" else kind
    return deal.lines.get(key, deal.place.line)


def recorded_claims(deal: Deal) -> Iterator[tuple[str, str | None, int | None, Any, int | None]]:
    """Everything a deal's record claims that stands by itself: kind, player, trick, value, place of the payment."""
    recorded = deal.recorded
    for kind in ("points", "tricks"):
        yield from _per_player(deal, kind)
    for trick, name in sorted(recorded.trick_winners.items()):
        yield "trick_winner", None, trick, name, None
    if recorded.winner is not None:
        yield "winner", None, None, recorded.winner, None
    for place, payment in enumerate(recorded.payments):
        yield "payment", None, payment.trick, payment.amount, place
    for kind in ("fondo_start", "fondo_end"):
        if getattr(recorded, kind) is not None:
            yield kind, None, None, getattr(recorded, kind), None
    for kind in ("net", "balance"):
        yield from _per_player(deal, kind)


def _per_player(deal: Deal, kind: str) -> Iterator[tuple[str, str | None, int | None, Any, int | None]]:
    for name, value in zip(deal.players, getattr(deal.recorded, kind) or (), strict=False):
        if value is not None:
            yield kind, name, None, value, None
