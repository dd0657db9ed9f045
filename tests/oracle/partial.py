"""Settling one seen deal from a given fondo: wholly if every card is known, else the least that is sure."""

from typing import Any

from .cards import spanish_pack
from .digest import move_fondo, settle_digest
from .ledger import Ledger
from .options import DIGEST, REVESINO, Options
from .reversis import settle_reversis_deal
from .revesino import find_undertaker, settle_revesino
from .revesino_after import cutter_of
from .revesino_tricks import Settlement, find_renuncios
from .seen import Seen
from .seen_checks import napolitano_of
from .table import read_table

LIMIT = 2**63 - 1
Computed = dict[str, Any]
NO_STAKES = {"stake_player": 0, "stake_dealer": 0, "dealer_fee": 0, "ante": 0}


def as_played(seen: Seen) -> dict[str, Any]:
    """The record with leaders filled in and hands such that a declaration is as good as it is.

    What a player held after the exchange is what he played; N1 and X9 are judged by it.
    """
    napolitano, _ = napolitano_of(seen)
    hands: dict[str, list[str]] = {name: [] for name in seen.deal["players"]}
    for trick, turn, card in seen.plays():
        hands[seen.owner(trick, turn) or ""].append(card)
    for name in hands:
        if seen.rules_id == REVESINO:
            hands[name] = list(seen.pack.aces) if name == napolitano else []
    tricks = [{"leader": trick.leader, "cards": trick.cards} for trick in seen.tricks]
    return {**seen.deal, "tricks": tricks, "hands": hands, "exchanges": []}


def settle(seen: Seen, before: int | None, start: int | None, first: bool, carried: bool) -> Computed:
    """The `computed` of report.md, from the fondo before the stakes or, that unknown, after them."""
    computed = least(seen)
    if seen.rules_id == DIGEST:
        return computed | settle_by_digest(seen)
    if before is not None:
        computed["fondo_start"] = within(before + stakes_of(seen, before, first, carried))
    elif start is not None:
        computed["fondo_start"] = start
        before = before_stakes(seen, start)
    if not decidable(seen):
        return computed
    if computed["fondo_start"] is None:
        # Who won does not depend on what the fondo holds.
        whole = run(seen, seen.options, 0, first, carried)
        return computed | {"winner": whole["winner"]}
    if before is not None:
        whole = run(seen, seen.options, before, first, carried)
    else:
        whole = run(seen, seen.options | NO_STAKES, computed["fondo_start"], False, True)
    keep_exact(whole, computed["fondo_start"])
    if before is None:
        whole["net"] = whole["ledger"] = None
    return computed | {key: whole[key] for key in computed}


def decidable(seen: Seen) -> bool:
    """Whether everything but the fondo is known."""
    return seen.complete and napolitano_of(seen)[1]


def run(seen: Seen, options: Options, before: int, first: bool, carried: bool) -> Computed:
    """The reference settlement of a wholly known deal."""
    if seen.rules_id == REVESINO:
        return settle_revesino(as_played(seen), options, before, carried, first)
    return settle_reversis_deal(as_played(seen), options, before)


def within(amount: int) -> int | None:
    """Amounts are exact to 2⁶³−1; beyond, nothing is known."""
    return amount if abs(amount) <= LIMIT else None


def keep_exact(whole: Computed, start: int) -> None:
    """Null for every amount that is beyond the range, or rests on one that is."""
    whole["fondo_start"] = start
    if any(within(entry["amount"]) is None for entry in whole["ledger"]):
        whole["net"] = whole["ledger"] = whole["fondo_end"] = None
        return
    if any(within(amount) is None for amount in whole["net"].values()):
        whole["net"] = whole["ledger"] = None
    whole["fondo_end"] = within(whole["fondo_end"])


def stakes_of(seen: Seen, before: int, first: bool, carried: bool) -> int:
    """F1–F3, X5: what goes into the fondo before the cards."""
    options = seen.options
    if seen.rules_id != REVESINO:
        return int(options["ante"]) * len(seen.deal["players"])
    initial = int(options["stake_dealer"]) + 3 * int(options["stake_player"])
    limit = initial if options["renewal"] == "below_initial" else 1
    if (first and not carried) or before < limit:
        return initial + (int(options["dealer_fee"]) if options["fee_with_stake"] else 0)
    return int(options["dealer_fee"])


def before_stakes(seen: Seen, start: int) -> int | None:
    """From an adopted start: the fondo before, if one of F2 and F3 alone can give it."""
    options = seen.options
    if seen.rules_id != REVESINO:
        before = start - stakes_of(seen, 0, False, True)
        return before if before >= 0 else None  # less than the antes: not what was in it
    initial = int(options["stake_dealer"]) + 3 * int(options["stake_player"])
    ways = set()
    for stakes in (
        initial + int(options["dealer_fee"]) * bool(options["fee_with_stake"]),
        options["dealer_fee"],
    ):
        before = start - stakes
        if before >= 0 and stakes_of(seen, before, False, True) == stakes:
            ways.add(before)
    return ways.pop() if len(ways) == 1 else None


def least(seen: Seen) -> Computed:
    """Points, tricks and winners of tricks as far as they are sure; `winner` only of a whole deal."""
    players = [name for name in seen.seats if name in seen.active]
    points: dict[str, int | None] = dict.fromkeys(players)
    tricks: dict[str, int | None] = dict.fromkeys(players)
    for name in players:
        mine = [trick for trick in seen.tricks if name in trick.possible]
        if all(t.winner == name and t.cards and all(seen.known(c) for c in t.cards) for t in mine):
            tricks[name] = len(mine)
            points[name] = sum(seen.pack.points[card] for trick in mine for card in trick.cards or [])
    empty = dict.fromkeys(("net", "winner", "fondo_start", "fondo_end", "ledger"))
    winners = [trick.winner for trick in seen.tricks]
    return {"points": points, "tricks": tricks, "trick_winners": winners, **empty}


def settle_by_digest(seen: Seen) -> Computed:
    """Ruleset `revesino-digest`: the fondo goes from the recorded start."""
    recorded = digest_start(seen)
    if not seen.complete:
        return {"fondo_start": recorded}
    whole = settle_digest(as_played(seen) | {"recorded": {"fondo_start": recorded}}, seen.options)
    keys = ("points", "tricks", "trick_winners", "winner", "fondo_start", "fondo_end")
    if whole["fondo_end"] is not None and within(whole["fondo_end"]) is None:
        whole["fondo_end"] = None
    return {key: whole[key] for key in keys}


def digest_start(seen: Seen) -> int | None:
    """The recorded start, if a fondo can hold it."""
    start = (seen.deal.get("recorded") or {}).get("fondo_start")
    return None if start is None or start < 0 else int(start)


def digest_entries(seen: Seen) -> list[dict[str, Any]] | None:
    """What F4, F5, V2 and V3 make; the amounts from or to the fondo only with a recorded start."""
    if not seen.complete:
        return None
    start = digest_start(seen)
    table = read_table(as_played(seen), spanish_pack())
    deal = Settlement(table, seen.options, Ledger(start or 0))
    deal.undertaker = find_undertaker(table, seen.options)
    deal.renuncios = find_renuncios(table, None)
    move_fondo(deal)
    if deal.undertaker is not None:
        cutter = cutter_of(deal)
        if cutter is not None:
            deal.pay("V3", deal.undertaker, cutter, seen.options["cut_pays"])
        else:
            for name in table.others(deal.undertaker):
                deal.pay("V2", name, deal.undertaker, seen.options["made_pays"])
    entries = [entry.as_dict() for entry in deal.ledger.entries]
    if start is None:
        return [entry for entry in entries if "fondo" not in (entry["from"], entry["to"])]
    return entries


__all__ = ["LIMIT", "decidable", "digest_entries", "least", "settle", "within"]
