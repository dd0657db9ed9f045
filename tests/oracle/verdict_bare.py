"""What the figures of a deal with cards missing say against each other: report.md, `inconsistent-record`.

Written as the question whether there is any way at all: every division of the tricks among the players that fits what
was recorded is gone through, and a value is excluded when none of them lets it be.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from .options import DIGEST, REVESINO
from .seen import Seen
from .verdict_claims import per_player, recorded_of

Deal = dict[str, Any]
Way = dict[str, int]  # tricks by player


def bare_contradictions(seen: Seen) -> list[str]:
    """Points, tricks and winners of tricks that no deal can give together, and a winner whom they exclude."""
    if seen.rules_id == "reversis-5" and seen.dealer is None:
        return []
    points, tricks = dict(per_player(seen.deal, "points")), dict(per_player(seen.deal, "tricks"))
    need = [name for name in seen.deal["players"] if seen.rules_id != "reversis-5" or name != seen.dealer]
    told = [
        name
        for number, name in (recorded_of(seen.deal).get("trick_winners") or {}).items()
        if name in seen.tricks[int(number) - 1].possible  # else the cards contradict him already
    ]
    won = {name: told.count(name) for name in need}
    what = wrong_sums(seen, points, tricks, need)
    ways = divisions(seen.size, need, tricks, won)
    if not ways and "tricks" not in what:
        what.append("trick-winners")
    if not what and not all(fits(seen, ways, points, group) for group in groups(points)):
        what.append("points-tricks")
    winner = recorded_of(seen.deal).get("winner")
    # Tricks that do not go together say nothing of the winner.
    ways = ways or divisions(seen.size, need, {}, dict.fromkeys(need, 0))
    if winner is not None and not may_win(seen, ways, points, winner, need):
        what.append("winner")
    return what


def wrong_sums(seen: Seen, points: Way, tricks: Way, need: list[str]) -> list[str]:
    """R7, R4: what the points and the tricks come to by themselves."""
    least, most = holds(seen, seen.size)
    what = []
    total, whole = sum(points.values()), all(name in points for name in need)
    above, negative = total > sum(seen.pack.points.values()), any(value < 0 for value in points.values())
    if above or negative or (whole and not least <= total <= most):
        what.append("points")
    total, whole = sum(tricks.values()), all(name in tricks for name in need)
    if total > seen.size or (whole and total != seen.size) or any(value < 0 for value in tricks.values()):
        what.append("tricks")
    return what


def holds(seen: Seen, tricks: int) -> tuple[int, int]:
    """The least and the most points that so many tricks of four cards can hold."""
    worth = sorted(seen.pack.points[card] for card in seen.pack.cards)
    return sum(worth[: 4 * tricks]), sum(worth[len(worth) - 4 * tricks :])


def divisions(size: int, need: list[str], tricks: Way, won: Way) -> list[Way]:
    """All divisions of the tricks: as recorded, and none fewer than he is recorded to have won one by one."""
    limits = tuple((max(tricks[n], won[n]), tricks[n]) if n in tricks else (won[n], size) for n in need)
    return [dict(zip(need, way, strict=True)) for way in shared_out(size, limits)]


@cache
def shared_out(left: int, limits: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """All ways to share out `left` within limits."""
    if not limits:
        return [()] if left == 0 else []
    (low, high), rest = limits[0], limits[1:]
    return [(one, *more) for one in range(low, min(high, left) + 1) for more in shared_out(left - one, rest)]


def groups(points: Way) -> Iterator[tuple[str, ...]]:
    """All groups of players whose points are recorded."""
    for size in range(1, len(points) + 1):
        yield from combinations(points, size)


def fits(seen: Seen, ways: list[Way], points: Way, group: tuple[str, ...]) -> bool:
    """Some number of tricks that the group may have holds its points."""
    numbers = {sum(way.get(name, 0) for name in group) for way in ways}
    ranges = [holds(seen, number) for number in numbers]
    return any(least <= sum(points[name] for name in group) <= most for least, most in ranges)


def may_win(seen: Seen, ways: list[Way], points: Way, winner: str, need: list[str]) -> bool:
    """R8, X9, X10: a revesino or Reversis made, else a napolitana or Espagnolette without a trick, else the rank."""
    if winner not in need:
        return False
    said = seen.deal.get("declarations") or {}
    if any(says_all(seen, name) and all(way[name] == seen.size for way in ways) for name in need if name != winner):
        return False
    nothing_else = all(points.get(name, 0) <= 0 for name in need if name != winner)
    if says_all(seen, winner) and nothing_else and any(way[winner] == seen.size for way in ways):
        return True
    special = {REVESINO: "napolitana", DIGEST: "", "reversis-simple": ""}.get(seen.rules_id, "espagnolette")
    announcer = said.get(special)
    if announcer == winner and points.get(winner, 0) <= 0 and any(way[winner] == 0 for way in ways):
        return True
    for other in need:
        may_be_out = other == announcer and any(way[other] > 0 for way in ways)
        if other != winner and not may_be_out and not any(before(seen, way, points, winner, other) for way in ways):
            return False
    return True


def says_all(seen: Seen, name: str) -> bool:
    """V1, X8: whether he wins the deal with every trick."""
    if seen.rules_id not in (REVESINO, DIGEST):
        return True
    automatic = seen.rules_id == REVESINO and seen.options["undertaking"] == "automatic"
    return automatic or (seen.deal.get("declarations") or {}).get("revesino") == name


def before(seen: Seen, way: Way, points: Way, one: str, two: str) -> bool:
    """Whether `one` may be ranked before `two`, or as high, with so many tricks each."""
    least, most = points.get(one, holds(seen, way[one])[0]), points.get(two, holds(seen, way[two])[1])
    if most > 0 and seen.options.get("quinola_in_total"):
        most += seen.options["quinola_fixed"]  # he may have the quinola, of which he has a point already
    if least != most or seen.rules_id == DIGEST:
        return least <= most
    if way[one] != way[two] or seen.dealer is None:
        return way[one] <= way[two]
    seats = list(seen.seats)
    if seen.options.get("tie_seats") == "dealer_then_left":
        seats[1:] = reversed(seats[1:])
    return seats.index(one) < seats.index(two)


def fondo_broken(seen: Seen, earlier: Way, base: int | None) -> bool:
    """What the players won, by nets or else by balances, is what the fondo lost; and it never holds less than 0.

    `earlier`: the balances recorded before the deal; `base`: what the fondo was recorded to hold before the stakes.
    """
    nets, balances = dict(per_player(seen.deal, "net")), dict(per_player(seen.deal, "balance"))
    start, end = (recorded_of(seen.deal).get(key) for key in ("fondo_start", "fondo_end"))
    grown = {name: balances[name] - earlier[name] for name in balances if name in earlier} | nets
    if seen.rules_id == DIGEST or len(grown) < len(seen.deal["players"]) or (end is not None and end < 0):
        return False
    after = sum(grown.values()) + (end or 0)
    if base is not None and base >= 0:
        if end is not None:
            return len(nets) < len(grown) and bool(after != base)  # by nets alone it is `unbalanced-net`
        return bool(after > base)
    if start is None or start < 0:
        return False
    return bool(after > start - least_stakes(seen))


def least_stakes(seen: Seen) -> int:
    """F1 to F3, X5: what goes into the fondo before any deal at the very least."""
    options = seen.options
    if seen.rules_id != REVESINO:
        return int(options["ante"]) * len(seen.deal["players"])
    full = int(options["stake_dealer"]) + 3 * int(options["stake_player"])
    fee = int(options["dealer_fee"])
    return min(fee, full + (fee if options["fee_with_stake"] else 0))
