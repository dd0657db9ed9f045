"""Claims of one deal: what was recorded against what is computed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .options import DIGEST
from .partial import Computed, digest_entries, within
from .seen import Seen

Claim = dict[str, Any]
CONFIRMED, CONTRADICTED, UNDETERMINED = "confirmed", "contradicted", "undetermined"


@dataclass
class Bases:
    """What the fondo and balance claims of a deal are counted from."""

    balance: dict[str, int | None]  # computed, before the deal; none is unknown
    club_balance: dict[str, int | None]  # what the club last recorded, counted on
    left_balance: dict[str, int | None]  # the deal in which it left the computed one
    club: Computed | None  # the deal settled from the fondo that the club last recorded
    left_fondo: int | None
    why: str  # why fondo and balance are unknown, if they are


def recorded_of(deal: dict[str, Any]) -> dict[str, Any]:
    """The recorded values, none at all included."""
    return deal.get("recorded") or {}


def claim(kind: str, recorded: Any, computed: Any, reason: str, **where: Any) -> Claim:
    """A claim with its verdict; `reason` counts only if it is undetermined."""
    verdict = UNDETERMINED if computed is None else CONFIRMED if recorded == computed else CONTRADICTED
    return {
        "claim": kind,
        "player": where.pop("player", None),
        "trick": where.pop("trick", None),
        "recorded": recorded,
        "computed": computed,
        "verdict": verdict,
        "reason": reason if verdict == UNDETERMINED else None,
        "carried_from": None,
        **where,
    }


def per_player(deal: dict[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    """(player, value) for those of a list that were written down."""
    values = recorded_of(deal).get(key) or [None] * len(deal["players"])
    for name, value in zip(deal["players"], values, strict=True):
        if value is not None:
            yield name, value


def judge_claims(seen: Seen, computed: Computed, bases: Bases) -> list[Claim]:
    """All claims of the deal but the dealer's."""
    deal, digest = seen.deal, seen.rules_id == DIGEST
    cards = "cards-missing"
    money = bases.why if seen.complete else cards
    if digest:
        money = "not-defined"
    claims = [
        claim(key, value, computed[key].get(name), cards, player=name)
        for key in ("points", "tricks")
        for name, value in per_player(deal, key)
    ]
    recorded = recorded_of(deal)
    for number, winner in (recorded.get("trick_winners") or {}).items():
        if winner is not None:
            index = int(number) - 1
            claims.append(claim("trick_winner", winner, computed["trick_winners"][index], cards, trick=index + 1))
    if recorded.get("winner") is not None:
        why = "not-defined" if digest and seen.complete else cards
        claims.append(claim("winner", recorded["winner"], computed["winner"], why))
    claims += judge_payments(seen, computed["ledger"], money)
    for key in ("fondo_start", "fondo_end"):
        if recorded.get(key) is not None:
            fondo_why = cards if digest and key == "fondo_end" and not seen.complete else money
            claims.append(judge_fondo(key, recorded[key], computed, bases, fondo_why))
    for name, value in per_player(deal, "net"):
        claims.append(claim("net", value, (computed["net"] or {}).get(name), money, player=name))
    for name, value in per_player(deal, "balance"):
        mine = after_deal(bases.balance[name], computed, name)
        claims.append(claim("balance", value, mine, money, player=name))
    set_carried(seen, claims, computed, bases)
    return claims


def judge_fondo(key: str, recorded: int, computed: Computed, bases: Bases, money: str) -> Claim:
    """A fondo that was adopted is undetermined, though the chain goes on from it."""
    why = money if key == "fondo_end" or money == "not-defined" else bases.why
    made = claim(key, recorded, computed[key], why)
    if recorded < 0 and computed[key] is None:
        return made | {"verdict": CONTRADICTED, "reason": None}  # no fondo can hold that
    if key == "fondo_start" and computed.get("adopted"):
        made |= {"computed": None, "verdict": UNDETERMINED, "reason": why}
    return made


def after_deal(before: int | None, computed: Computed | None, name: str) -> int | None:
    """A balance after the deal; none if either is unknown."""
    net = ((computed or {}).get("net") or {}).get(name)
    return None if before is None or net is None else within(before + net)


def judge_payments(seen: Seen, ledger: list[dict[str, Any]] | None, money: str) -> list[Claim]:
    """Payments with a trick choose first; each takes the first entry not yet taken."""
    payments = recorded_of(seen.deal).get("payments") or []
    digest = seen.rules_id == DIGEST
    entries = digest_entries(seen) if digest else ledger
    taken = match_payments(payments, entries or [])
    free = [e for i, e in enumerate(entries or []) if i not in taken.values()]
    claims = []
    for index, payment in enumerate(payments):
        computed: int | None
        if entries is None:
            computed = None
        elif index in taken:
            computed = payment["amount"]
        else:
            computed = next((e["amount"] for e in free if fits(payment, e)), None if digest else 0)
        ends = {"from": payment["from"], "to": payment["to"]}
        made = claim("payment", payment["amount"], computed, money, trick=payment.get("trick"), **ends)
        if index not in taken and made["verdict"] == CONFIRMED:
            made["verdict"] = CONTRADICTED  # an amount of 0, which no entry has
        claims.append(made)
    return claims


def fits(payment: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Same from, to and, if given, trick."""
    trick = payment.get("trick")
    ends = payment["from"] == entry["from"] and payment["to"] == entry["to"]
    return ends and (trick is None or trick == entry["trick"])


def match_payments(payments: list[dict[str, Any]], entries: list[dict[str, Any]]) -> dict[int, int]:
    """Which payment is confirmed by which entry."""
    taken: dict[int, int] = {}
    order = sorted(range(len(payments)), key=lambda index: payments[index].get("trick") is None)
    for index in order:
        for number, entry in enumerate(entries):
            same = fits(payments[index], entry) and payments[index]["amount"] == entry["amount"]
            if same and number not in taken.values():
                taken[index] = number
                break
    return taken


def set_carried(seen: Seen, claims: list[Claim], computed: Computed, bases: Bases) -> None:
    """Contradicted claims that follow from what the club had recorded before this deal."""
    club = bases.club or {}
    payments = recorded_of(seen.deal).get("payments") or []
    matched = match_payments(payments, club.get("ledger") or [])
    number = 0
    for made in claims:
        kind, name = made["claim"], made["player"]
        index, number = number, number + (kind == "payment")
        if made["verdict"] != CONTRADICTED:
            continue
        if kind == "balance":
            made["carried_from"] = balance_carried(name, made["recorded"], computed, bases)
            continue
        # What the claim would be against if the deal were settled from the club's fondo.
        other = {
            "fondo_start": club.get("fondo_start"),
            "fondo_end": club.get("fondo_end"),
            "net": (club.get("net") or {}).get(name),
            "payment": made["recorded"] if index in matched else None,
        }
        if other.get(kind) == made["recorded"]:
            made["carried_from"] = bases.left_fondo


def balance_carried(name: str, recorded: int, computed: Computed, bases: Bases) -> int | None:
    """Counted from the club's balance, or settled from the club's fondo, or both."""
    club, mine = bases.club_balance[name], bases.balance[name]
    left = bases.left_balance.get(name)
    if left is not None and recorded == after_deal(club, computed, name):
        return left
    if bases.club is not None and recorded == after_deal(mine, bases.club, name):
        return bases.left_fondo
    if left is not None and bases.club is not None and recorded == after_deal(club, bases.club, name):
        return min(left, bases.left_fondo or left)
    return None
