"""Whether the cards can have been dealt, held and played as the record says: the checks on what was observed.

Each check looks at a whole batch at once, finds the few rows that something is wrong with, and gives a finding
for each. A card that cannot be (not of the deck, seen twice, only another's to play) counts as unknown from
then on; all else is computed as it was played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from audit.batch import Batch
from audit.cards import UNKNOWN, UNKNOWN_RANK, UNKNOWN_SUIT
from audit.facts import NOBODY, Bytes, Mask, Seats, Sets, as_mask, places
from audit.findings import Finding
from audit.registry import rule
from audit.ruleset import Ruleset
from audit.seating import Seating, first_leader, next_dealer


@dataclass(frozen=True)
class Checked:
    """The plays of a batch after the checks: what remains of them, and what was found."""

    card: Bytes
    """`[trick, position, deal]`, with `UNKNOWN` for every card that cannot be."""
    leader: Seats
    """`[trick, deal]`: the seat that led, as recorded."""
    findings: list[Finding]


def check_cards(batch: Batch, seating: Seating) -> Checked:
    """All checks of the cards as such, in the order in which one rests on the other."""
    checked = Checked(batch.card, seating.seats(batch.leader), [])
    if batch.ruleset.first_seat:
        # Which player sits where hangs on the dealer who sits out: without him no card has an owner.
        lost = ~seating.known
        card, leader = checked.card.copy(), checked.leader.copy()
        card[..., lost], leader[..., lost] = UNKNOWN, NOBODY
        checked = replace(checked, card=card, leader=leader)
    for check in (in_deck, seen_once, held):
        checked = check(batch, seating, checked)
    checked.findings.extend(hand_sizes(batch))
    checked.findings.extend(exchanges(batch))
    return checked


# ------------------------------------------------------------------------------------------- R1: the deck


def possible_codes(r: Ruleset) -> Mask:
    """By code: a card of the deck, or one of which the known half is of the deck."""
    codes = np.arange(256)
    of_pack = (codes & 0x80) == r.pack.bit
    rank_only = of_pack & ((codes >> 4 & 7) == UNKNOWN_SUIT) & np.isin(codes & 15, r.deck & 15)
    suit_only = of_pack & ((codes & 15) == UNKNOWN_RANK) & ((codes >> 4 & 7) < UNKNOWN_SUIT)
    return as_mask((r.bit != 0) | rank_only | suit_only | (codes == UNKNOWN))


@rule("R1")
def in_deck(batch: Batch, seating: Seating, checked: Checked) -> Checked:
    """A card that the deck does not have is an error, and counts as unknown. [S0 §4]"""
    possible = possible_codes(batch.ruleset)
    foreign = (~possible).take(checked.card)
    found = list(checked.findings)
    for t, p, j in places(foreign):
        found.append(_on_play(batch, seating, checked, "unknown-card", t, p, j))
    for j, name, card in dict.fromkeys(_written_cards(batch)):
        if not possible[card]:
            found.append(Finding(row=j, code="unknown-card", player=name, card=card, line=_line(batch, j, name)))
    if not foreign.any():
        return replace(checked, findings=found)
    return replace(checked, card=np.where(foreign, UNKNOWN, checked.card).astype(np.uint8), findings=found)


def _written_cards(batch: Batch) -> Iterator[tuple[int, str | None, int]]:
    """Every card of a hand, of the stock or of an exchange that is not of the deck: its deal, player and code."""
    short = (batch.hand_size >= 0) & ~batch.hand_known
    foreign = ~possible_codes(batch.ruleset)
    odd = short.any(axis=0)
    for column in (batch.stock, batch.exchanges.discard, batch.exchanges.take):
        if (column >= 0).any():
            odd |= (foreign[column] & (column >= 0)).any(axis=0)
    for j in np.flatnonzero(odd).tolist():
        deal = batch.deals[j]
        for name, cards in deal.hands.items():
            yield from ((int(j), name, card) for card in cards)
        yield from ((int(j), None, card) for card in deal.stock or ())
        for exchange in deal.exchanges:
            given = (exchange.discard, exchange.take)
            yield from ((int(j), exchange.player, card) for card in given if card is not None)


def seen_once(batch: Batch, seating: Seating, checked: Checked) -> Checked:
    """A card that was played or dealt twice is an error; which play of it is right nobody can say."""
    bit = batch.ruleset.bit
    card, found = checked.card.copy(), list(checked.findings)
    for j in _repeats(checked.card, bit):
        bits = bit[checked.card[..., j]]
        values, counts = np.unique(bits[bits != 0], return_counts=True)
        for t, p in np.argwhere(np.isin(bits, values[counts > 1])).tolist():
            found.append(_on_play(batch, seating, checked, "duplicate-card", t, p, j))
            card[t, p, j] = UNKNOWN
    if not (batch.hand_size >= 0).any() and not (batch.stock >= 0).any():
        return replace(checked, card=card, findings=found)
    stock = np.where(batch.stock >= 0, bit[batch.stock], np.uint64(0))
    together = np.concatenate((batch.hand, stock))
    apart = np.bitwise_count(together).sum(axis=0, dtype=np.int16)
    shared = np.bitwise_count(np.bitwise_or.reduce(together, axis=0)) < apart
    within = (batch.hand_size > np.bitwise_count(batch.hand)).any(axis=0)
    for j in np.flatnonzero(shared | within).tolist():
        found.extend(_dealt_twice(batch, int(j)))
    return replace(checked, card=card, findings=found)


def _repeats(card: Bytes, bit: Sets) -> npt.NDArray[np.intp]:
    """The deals `[…, deal]` in which a card of the deck stands twice."""
    together, count = np.zeros(card.shape[-1], np.uint64), np.zeros(card.shape[-1], np.uint8)
    for play in card.reshape(-1, card.shape[-1]):
        own = bit.take(play)
        together |= own
        count += own != 0
    return np.flatnonzero(np.bitwise_count(together) < count)


def _dealt_twice(batch: Batch, j: int) -> Iterator[Finding]:
    """One finding for each card that stands in the hands and the stock more than once, where it does so again."""
    deal = batch.deals[j]
    seen: set[int] = set()
    told: set[int] = set()
    for name, hand in (*deal.hands.items(), (None, deal.stock or ())):
        for card in hand:
            if card in seen and card not in told and batch.ruleset.bit[card]:
                told.add(card)
                yield Finding(row=j, code="duplicate-card", player=name, card=card, line=_line(batch, j, name))
            seen.add(card)


# --------------------------------------------------------------------------------------- R4, R6: what was held


def held(batch: Batch, seating: Seating, checked: Checked) -> Checked:
    """A card that the player cannot have held; one that only another can have played counts as unknown."""
    recorded = (batch.hand_size >= 0).any(axis=0)
    if not recorded.any():
        return checked
    may, elsewhere = _may_hold(batch)
    bit = batch.ruleset.bit[checked.card]
    player = _who_played(batch, seating, checked)
    there = np.arange(batch.count)
    wrong = (bit != 0) & (player != NOBODY) & ((may[player, there] & bit) == 0) & recorded
    card, found = checked.card.copy(), list(checked.findings)
    for t, p, j in places(wrong):
        owners = np.flatnonzero(elsewhere[:, j] & bit[t, p, j])
        owners = owners[owners != player[t, p, j]]
        if owners.size:
            owner = batch.players_of(j)[owners[0]]
            found.append(_on_play(batch, seating, checked, "wrong-turn", t, p, j, owner=owner))
            card[t, p, j] = UNKNOWN
        else:
            found.append(_on_play(batch, seating, checked, "card-not-held", t, p, j))
    return replace(checked, card=card, findings=found)


def _may_hold(batch: Batch) -> tuple[Sets, Sets]:
    """`[player, deal]`: the cards that each may have played, and those that were surely his to play."""
    r = batch.ruleset
    every = np.bitwise_or.reduce(r.bit)
    after, told = batch.hand_after()
    open_exchange = batch.hand_known & ~told
    own = np.where(told, after, np.where(batch.hand_known, batch.hand, np.uint64(0)))
    others = np.stack([np.bitwise_or.reduce(np.delete(own, who, axis=0), axis=0) for who in range(r.players)])
    may = np.where(batch.hand_known, own, every & ~others)
    if open_exchange.any():
        may |= np.where(open_exchange, _may_have_taken(batch, every & ~others & ~batch.hand), np.uint64(0))
    return may, own


def may_hold(batch: Batch) -> tuple[Sets, Sets, npt.NDArray[np.int64]]:
    """By player and deal, from what was recorded of hands, stock and exchanges: the cards that each may have
    played; cards that were surely dealt to him; and how many of those he need not have played.
    """
    r, x = batch.ruleset, batch.exchanges
    may, _ = _may_hold(batch)
    gone = np.where(x.recorded & (x.discard >= 0), r.bit[x.discard], np.uint64(0))
    come = np.where(x.recorded & (x.take >= 0), r.bit[x.take], np.uint64(0))
    # A card that one was dealt or took nobody else had; a discarded one nobody played.
    own = batch.hand | come
    others = np.stack([np.bitwise_or.reduce(np.delete(own, who, axis=0), axis=0) for who in range(r.players)])
    may &= ~(others | np.bitwise_or.reduce(gone, axis=0))
    if not batch.has_exchange:
        return may, batch.hand, np.zeros(may.shape, np.int64)
    after, told = batch.hand_after()
    must = np.where(told, after, (batch.hand & ~gone) | come)
    known = told | (x.recorded & ((x.discard < 0) | (gone != 0)))
    return may, must, np.where(known, 0, 1).astype(np.int64)


def _may_have_taken(batch: Batch, free: Sets) -> Sets:
    """`[player, deal]`: the stock card of a player whose exchange nobody recorded; any of them while his seat is
    unknown, any free card where the stock is.
    """
    r = batch.ruleset
    seat = (np.arange(r.players, dtype=np.int8)[:, None] - batch.dealer) % np.int8(r.players)
    place = np.clip(seat - 1, 0, r.hand["stock"] - 1)
    stock = np.take_along_axis(batch.stock, place.astype(np.intp), axis=0)
    bits = np.where(batch.stock >= 0, r.bit[batch.stock], np.uint64(0))
    anyone_s = np.where((bits != 0).all(axis=0), np.bitwise_or.reduce(bits, axis=0), free)
    own = np.where((stock >= 0) & (r.bit[stock] != 0), r.bit[stock], free)
    card = np.where(batch.dealer_told, np.where(seat == 0, np.uint64(0), own), anyone_s)
    return card.astype(np.uint64)


def _who_played(batch: Batch, seating: Seating, checked: Checked) -> Seats:
    """`[trick, position, deal]`: the player whose turn it was, by the recorded leader."""
    r = batch.ruleset
    position = np.arange(r.seats, dtype=np.int8)[:, None]
    seat = (checked.leader[:, None] + position) % np.int8(r.seats)
    return seating.players(np.where(checked.leader[:, None] == NOBODY, NOBODY, seat).astype(np.int8))


@rule("R2")
def hand_sizes(batch: Batch) -> Iterator[Finding]:
    """The dealer is dealt 12 cards and the others 11 (Reversis: all of them 12). [S0 §13, §14]"""
    size = batch.ruleset.hand
    player = np.arange(batch.ruleset.players)[:, None]
    right = np.where(player == batch.dealer, size["dealer"], size["others"])
    unknown_dealer = ~batch.dealer_told & np.isin(batch.hand_size, (size["dealer"], size["others"]))
    wrong = (batch.hand_size >= 0) & (batch.hand_size != right) & ~unknown_dealer
    for who, j in places(wrong):
        name = batch.players_of(j)[who]
        params = {"cards": int(batch.hand_size[who, j]), "right": int(right[who, j])}
        yield Finding(row=int(j), code="bad-hand-size", player=name, line=_line(batch, j, name), params=params)


@rule("R3")
def exchanges(batch: Batch) -> Iterator[Finding]:
    """The dealer discards a card and takes none; each other may change one for his own stock card. [S0 §14]"""
    if not batch.exchanges.recorded.any():
        return
    faults = _exchange_faults(batch)
    found = np.select(list(faults.values()), range(1, len(faults) + 1), 0) * batch.exchanges.recorded
    for who, j in places(found):
        name = batch.players_of(j)[who]
        line = batch.deals[j].lines.get(f"exchange {name}")
        why = list(faults)[int(found[who, j]) - 1]
        yield Finding(row=j, code="bad-exchange", player=name, line=line, params={"why": why})


def _exchange_faults(batch: Batch) -> dict[str, Mask]:
    """By what may be wrong with an exchange: `[player, deal]` where it is; the first that applies is the one."""
    r, x = batch.ruleset, batch.exchanges
    if not batch.has_exchange:
        return {"none-here": x.recorded}
    gave, took = x.discard >= 0, x.take >= 0
    gone = np.where(gave, r.bit[x.discard], np.uint64(0))
    seat = (np.arange(r.players, dtype=np.int8)[:, None] - batch.dealer) % np.int8(r.players)
    deals_it, other = batch.dealer_told & (seat == 0), batch.dealer_told & (seat != 0)
    stock = np.take_along_axis(batch.stock, np.maximum(seat - 1, 0).astype(np.intp), axis=0)
    both_known = took & (stock >= 0) & (r.bit[x.take] != 0) & (r.bit[stock] != 0)
    return {
        "not-held": batch.hand_known & (gone != 0) & ((gone & batch.hand) == 0),
        "dealer-took": deals_it & took,
        "dealer-declined": deals_it & ~gave,
        "half": other & (gave != took),
        "not-own-stock": other & both_known & (x.take != stock),
    }


# ------------------------------------------------------------------------------------- leaders and dealers


def leaders(batch: Batch, seating: Seating, recorded: Seats, winner: Seats) -> Iterator[Finding]:
    """Whoever leads a trick must have won the one before (R4); `winner` `[trick, deal]` are seats, where certain."""
    due = np.empty_like(winner)
    due[0] = np.where(seating.known, first_leader(batch.ruleset), NOBODY)
    due[1:] = winner[:-1]
    wrong = (recorded != NOBODY) & (due != NOBODY) & (recorded != due)
    who, right = seating.players(recorded), seating.players(due)
    for t, j in places(wrong):
        players = batch.players_of(j)
        yield Finding(
            row=int(j),
            code="wrong-leader",
            player=players[who[t, j]],
            trick=int(t) + 1,
            line=batch.deals[j].lines.get(f"trick {t + 1}"),
            params={"right": players[right[t, j]]},
        )


def dealers_due(batch: Batch) -> Seats:
    """`[deal]`: who must deal after the recorded dealer of the deal before; `NOBODY` where none is recorded."""
    previous = batch.previous_dealer
    return np.where(previous == NOBODY, NOBODY, next_dealer(batch.ruleset, previous)).astype(np.int8)


def dealers(batch: Batch) -> Iterator[Finding]:
    """The deal passes on to the player whose turn it is (R9, X2)."""
    due = dealers_due(batch)
    for j in np.flatnonzero((due != NOBODY) & (batch.dealer != NOBODY) & (batch.dealer != due)).tolist():
        deal = batch.deals[j]
        right = deal.players[due[j]]
        line = deal.lines.get("dealer")
        yield Finding(row=int(j), code="wrong-dealer", player=deal.dealer, line=line, params={"right": right})


def missing_tricks(card: Bytes) -> Iterator[Finding]:
    """A deal of which some tricks were recorded and others not at all."""
    there = (card != UNKNOWN).any(axis=1)
    gaps = ~there
    for j in np.flatnonzero(there.any(axis=0) & gaps.any(axis=0)).tolist():
        tricks = [int(t) + 1 for t in np.flatnonzero(gaps[:, j])]
        yield Finding(row=int(j), code="missing-tricks", params={"tricks": tricks})


# ------------------------------------------------------------------------------------------------- helpers


def _line(batch: Batch, j: int, name: str | None) -> int | None:
    """The line of a player's hand, or of the stock."""
    return batch.deals[j].lines.get("stock" if name is None else f"hand {name}")


def _on_play(
    batch: Batch, seating: Seating, checked: Checked, code: str, t: int, p: int, j: int, **params: object
) -> Finding:
    """A finding on the play at trick `t`, position `p` of deal `j`, all from 0."""
    deal = batch.deals[j]
    lead = int(checked.leader[t, j])
    name = None
    if lead != NOBODY:
        name = deal.players[((lead + int(p)) % batch.ruleset.seats + int(seating.base[j])) % batch.ruleset.players]
    return Finding(
        row=int(j),
        code=code,
        player=name,
        trick=int(t) + 1,
        card=int(batch.card[t, p, j]),
        line=deal.lines.get(f"trick {t + 1}"),
        params=params,
    )
