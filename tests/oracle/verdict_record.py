"""Findings that a record gives by itself, whatever was played: report.md, findings and X11."""

from typing import Any

from .options import DIGEST, REVESINO
from .partial import Computed
from .seen import Finding, Seen
from .verdict_bare import bare_contradictions, fondo_broken
from .verdict_claims import fits, match_payments, per_player, recorded_of

Deal = dict[str, Any]


def finding(code: str, severity: str, player: str | None = None, **params: Any) -> Finding:
    """A finding without a card."""
    return {
        "code": code,
        "severity": severity,
        "player": player,
        "trick": None,
        "card": None,
        "params": params,
    }


def record_findings(seen: Seen, before: Deal | None, computed: Computed) -> list[Finding]:
    """All of one deal's; `before` is deal n−1 if it is present."""
    what = contradictions(seen) if all_cards(seen) else partial_contradictions(seen, before)
    found = [finding("inconsistent-record", "error", what=one) for one in what]
    wrong = wrong_balances(seen.deal, before)
    found += [finding("inconsistent-record", "error", name, what="balance") for name in wrong]
    if unbalanced(seen.deal, before):
        found.append(finding("unbalanced-net", "error"))
    if 0 < sum(bool(trick.cards) for trick in seen.tricks) < seen.size:
        found.append(finding("missing-tricks", "warning"))
    entries = computed["ledger"]  # the digest has none
    if lacks_payment(recorded_of(seen.deal).get("payments") or [], entries or []):
        found.append(finding("missing-payment", "warning"))
    return found


def lacks_payment(payments: list[Deal], entries: list[Deal]) -> bool:
    """An entry that no recorded payment is, nor stands for with another amount."""
    taken = match_payments(payments, entries)
    free = [entry for number, entry in enumerate(entries) if number not in taken.values()]
    for index, payment in enumerate(payments):
        if index not in taken and any(fits(payment, entry) for entry in free):
            free.remove(next(entry for entry in free if fits(payment, entry)))
    return bool(payments and free)


def unbalanced(deal: Deal, before: Deal | None) -> bool:
    """Σ recorded nets + recorded fondo_end ≠ the fondo before the stakes."""
    nets = [value for _, value in per_player(deal, "net")]
    end, base = recorded_of(deal).get("fondo_end"), base_of(deal, before)
    if len(nets) < len(deal["players"]) or end is None:
        return False
    return base is not None and sum(nets) + end != base


def base_of(deal: Deal, before: Deal | None) -> int | None:
    """The fondo before the stakes: as recorded at the end of deal n−1, or the session's start at deal 1."""
    if before is not None:
        end: int | None = recorded_of(before).get("fondo_end")
        return end
    return ((deal.get("carried") or {}).get("fondo") or 0) if deal["deal"] == 1 else None


def earlier_balances(deal: Deal, before: Deal | None) -> dict[str, int]:
    """The balances before the deal: as recorded in deal n−1, or the session's start at deal 1."""
    if before is not None:
        return dict(per_player(before, "balance"))
    if deal["deal"] != 1:
        return {}
    carried = (deal.get("carried") or {}).get("balance") or [0] * len(deal["players"])
    return dict(zip(deal["players"], carried, strict=True))


def wrong_balances(deal: Deal, before: Deal | None) -> list[str]:
    """Players whose balance is not the one before plus the net, all three as recorded."""
    earlier = earlier_balances(deal, before)
    nets, balances = dict(per_player(deal, "net")), dict(per_player(deal, "balance"))
    return [
        name
        for name in deal["players"]
        if name in earlier and name in nets and name in balances and balances[name] != earlier[name] + nets[name]
    ]


def all_cards(seen: Seen) -> bool:
    """Whether every card that was played is known."""
    return all(trick.cards and all(seen.known(card) for card in trick.cards) for trick in seen.tricks)


def partial_contradictions(seen: Seen, before: Deal | None) -> list[str]:
    """Figures of a deal with cards missing that no deal can give together."""
    found = bare_contradictions(seen)
    if fondo_broken(seen, earlier_balances(seen.deal, before), base_of(seen.deal, before)):
        found.append("fondo")
    return found


def contradictions(seen: Seen) -> list[str]:
    """Points, tricks and winner that no deal can give together, by the sums and the rank alone."""
    points, tricks = dict(per_player(seen.deal, "points")), dict(per_player(seen.deal, "tricks"))
    # The sitting-out dealer of reversis-5 has neither.
    need = [name for name in seen.deal["players"] if not (seen.rules_id == "reversis-5" and name == seen.dealer)]
    if seen.rules_id == "reversis-5" and seen.dealer is None:
        return []
    whole = sum(seen.pack.points.values())
    spanish = seen.rules_id in (REVESINO, DIGEST)
    lowest = whole - sum(sorted(seen.pack.points.values())[-4:]) if spanish else whole
    what = []
    all_tricks = all(name in tricks for name in need)
    all_points = all_tricks and all(name in points for name in need)
    if sum(points.values()) > whole or (all_points and sum(points.values()) < lowest):
        what.append("points")
    if sum(tricks.values()) > seen.size or (all_tricks and sum(tricks.values()) < seen.size):
        what.append("tricks")
    winner = recorded_of(seen.deal).get("winner")
    if winner is not None and winner_excluded(seen, winner, points, tricks, need):
        what.append("winner")
    return what


def winner_excluded(seen: Seen, winner: str, points: dict[str, int], tricks: dict[str, int], need: list[str]) -> bool:
    """R8, X10 and what goes before them: no revesino, napolitana or fewest points can make him winner."""
    if winner not in need or tricks.get(winner, seen.size) == seen.size:
        return False  # points and tricks say nothing of one who sits out; or all tricks won: V2, X8
    if seen.rules_id not in (REVESINO, DIGEST) and seen.size in tricks.values():
        return True  # X8: another made the Reversis
    said = seen.deal.get("declarations") or {}
    special = said.get("napolitana" if seen.rules_id == REVESINO else "espagnolette")
    if seen.rules_id in (DIGEST, "reversis-simple"):
        special = None
    if special == winner and tricks.get(winner, 0) == 0:
        return False
    for other in need:
        if other in (winner, special) or other not in points or winner not in points:
            continue
        if precedes(seen, other, winner, points, tricks):
            return True
    return False


def precedes(seen: Seen, one: str, two: str, points: dict[str, int], tricks: dict[str, int]) -> bool:
    """Whether the recorded points and tricks surely put `one` before `two`."""
    extra = seen.options.get("quinola_fixed", 0) if seen.options.get("quinola_in_total") else 0
    if points[one] + extra != points[two] or extra:
        return points[one] + extra < points[two]
    if seen.rules_id == DIGEST or one not in tricks or two not in tricks:
        return False  # S3 has no ties
    return tricks[one] < tricks[two]  # the seat is neither of points nor of tricks


def session_findings(deals: list[Deal], options: dict[str, Any], balances: list[dict[str, Any]]) -> list[Finding]:
    """X11: too few or too many deals; a player without chips before the last deal."""
    found: list[Finding] = []
    agreed, chips = options.get("deals"), options.get("starting_chips")
    broke = []
    if chips is not None:
        broke = [name for after in balances for name, one in after.items() if one is not None and chips + one <= 0]
    found += [finding("player-broke", "warning", name) for name in dict.fromkeys(broke)]
    last = deals[-1]["deal"]
    if agreed is not None and last > agreed:
        found.append(finding("session-long", "warning"))
    if agreed is not None and last < agreed and not broke:
        found.append(finding("session-short", "warning"))
    return found
