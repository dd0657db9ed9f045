"""What of a record does not fit the shape of its ruleset: too many players, tricks that no deal has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from audit.model import Deal, Place, Problem, Quarantined, Reading
from audit.ruleset import load, ruleset_ids


def fit(reading: Reading) -> Reading:
    """The reading without the records that no deal of their ruleset can be, each with its problem."""
    deals, quarantined, problems = [], list(reading.quarantined), list(reading.problems)
    told: set[int] = set()
    for deal in reading.deals:
        if deal.header.rules not in ruleset_ids():
            deals.append(deal)
            continue
        rules = load(deal.header.rules)
        if len(deal.players) != rules.players:
            quarantined.append(Quarantined(deal.place, "bad-length"))
            if id(deal.header) not in told:
                told.add(id(deal.header))
                problems.append(_wrong_players(deal, rules.id, rules.players))
            continue
        problems += _beyond(deal, rules.id, rules.tricks)
        deals.append(deal)
    return Reading(deals=deals, quarantined=quarantined, problems=problems)


def _wrong_players(deal: Deal, name: str, right: int) -> Problem:
    params: dict[str, str | int] = {"rules": name, "right": right, "found": len(deal.players)}
    return _problem(deal.header.place, "bad-length", "bad-length.players-of-ruleset", params)


def _beyond(deal: Deal, name: str, tricks: int) -> Iterator[Problem]:
    """Tricks, trick winners and payments with a number past the last trick."""
    recorded = deal.recorded
    found: Iterable[tuple[str, int]] = (
        *((f"trick {n}", n) for n in deal.tricks if n > tricks),
        *((f"wins {n}", n) for n in recorded.trick_winners if n > tricks),
    )
    for key, number in found:
        place = Place(deal.place.file, deal.lines.get(key, deal.place.line))
        yield _problem(
            place, "bad-value", "bad-value.beyond-last-trick", {"rules": name, "right": tricks, "found": number}
        )
    for payment in recorded.payments:
        if payment.trick is not None and payment.trick > tricks:
            place = Place(deal.place.file, payment.line or deal.place.line)
            yield _problem(
                place,
                "bad-value",
                "bad-value.beyond-last-trick",
                {"rules": name, "right": tricks, "found": payment.trick},
            )


def _problem(place: Place, code: Any, what: str, params: dict[str, str | int]) -> Problem:
    excerpt = str(params["found"])
    return Problem(place=place, code=code, severity="error", what=what, excerpt=excerpt, params=params)
