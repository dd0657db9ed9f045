"""What is surely against the rules in a record of cards: report.md, findings."""

from collections import Counter
from typing import Any

from .cards import rank_of, suit_of
from .options import DIGEST, REVESINO
from .seen import UNKNOWN, Seen, legible, open_record, set_leaders


def look_at(deal: dict[str, Any]) -> Seen:
    """Read one deal: leaders, what counts as unknown, possible winners, findings about cards."""
    seen = open_record(deal)
    check_hands(seen)
    set_leaders(seen)
    check_plays(seen)
    set_leaders(seen)  # once more, as some cards may count as unknown by now
    check_leaders(seen)
    check_revokes(seen)
    check_declarations(seen)
    seen.complete = bool(seen.dealer) and all(
        trick.leader and trick.cards and all(seen.known(card) for card in trick.cards) for trick in seen.tricks
    )
    return seen


def stock_card(seen: Seen, player: str) -> str | None:
    """R3: the stock card of seats 1, 2, 3, where the stock is recorded."""
    stock = seen.deal.get("stock") or []
    seat = seen.seats.index(player) if seen.dealer else 0
    return stock[seat - 1] if seat >= 1 and len(stock) == 3 else None


def check_hands(seen: Seen) -> None:
    """R2, R3, X2: hand sizes, cards dealt twice, exchanges."""
    hands = seen.deal.get("hands") or {}
    spanish = seen.rules_id in (REVESINO, DIGEST)
    for player, hand in hands.items():
        sizes = {seen.size}
        if spanish:
            sizes = {12 if player == seen.dealer else 11} if seen.dealer else {11, 12}
        if len(hand) not in sizes or (seen.rules_id == "reversis-5" and player == seen.dealer):
            seen.find("bad-hand-size", player)
        for card in hand:
            legible(seen, card, None)
    dealt = [card for hand in hands.values() for card in hand] + list(seen.deal.get("stock") or [])
    for card, count in Counter(dealt).items():
        if count > 1 and seen.known(card):
            seen.find("duplicate-card", None, None, card)
    for exchange in seen.deal.get("exchanges") or []:
        check_exchange(seen, exchange, hands.get(exchange["player"]))


def check_exchange(seen: Seen, exchange: dict[str, Any], hand: list[str] | None) -> None:
    """R3: the dealer discards and takes nothing; the others nothing, or one for their own stock card."""
    player, discard, take = exchange["player"], exchange["discard"], exchange["take"]
    whole = hand is not None and all(seen.known(card) for card in hand)
    if discard is not None and seen.known(discard) and whole and discard not in (hand or []):
        seen.find("bad-exchange", player)
    if not seen.dealer:
        return
    if player == seen.dealer:
        if discard is None or take is not None:
            seen.find("bad-exchange", player)
        return
    mine = stock_card(seen, player)
    wrong_take = None not in (take, mine) and seen.known(take) and seen.known(mine or "") and take != mine
    if (discard is None) != (take is None) or wrong_take:
        seen.find("bad-exchange", player)


def held_cards(seen: Seen, player: str) -> set[str] | None:
    """What a player held when play began, where `mano` and `cambio` tell it card by card."""
    hand = (seen.deal.get("hands") or {}).get(player)
    if hand is None or not all(seen.known(card) for card in hand):
        return None
    held = set(hand)
    if seen.rules_id not in (REVESINO, DIGEST):
        return held
    exchange = next((e for e in seen.deal.get("exchanges") or [] if e["player"] == player), None)
    if exchange is None:
        return None
    for card in (exchange["discard"], exchange["take"]):
        if card is not None and not seen.known(card):
            return None
    held.discard(exchange["discard"])
    if exchange["take"] is not None:
        held.add(exchange["take"])
    return held


def check_plays(seen: Seen) -> None:
    """Cards played twice, by another seat than can have played them, or not held by their player."""
    played = Counter(card for _, _, card in seen.plays() if seen.known(card))
    held = {player: held_cards(seen, player) for player in seen.active}
    changes = []
    for trick, turn, card in seen.plays():
        player = seen.owner(trick, turn)
        if not seen.known(card):
            continue
        mine = held.get(player) if player else None
        others = any(hand and card in hand for name, hand in held.items() if name != player)
        if played[card] > 1:
            seen.find("duplicate-card", None, None, card)
            changes.append((trick, turn))
        if player is None or (mine is not None and card in mine):
            continue
        if others:
            if played[card] == 1:
                seen.find("wrong-turn", player, trick.number, card)
            changes.append((trick, turn))
        elif mine is not None and played[card] == 1:
            seen.find("card-not-held", player, trick.number, card)
    for trick, turn in changes:
        (trick.cards or [])[turn] = UNKNOWN


def check_leaders(seen: Seen) -> None:
    """R4: a recorded leader other than the one who had to lead."""
    recorded = seen.deal.get("tricks") or []
    before = seen.active[1 if seen.rules_id != "reversis-5" else 0] if seen.dealer else None
    for trick, record in zip(seen.tricks, recorded, strict=False):
        leader = (record or {}).get("leader")
        if leader and before and leader != before:
            seen.find("wrong-leader", leader, trick.number)
        before = trick.winner


def napolitano_of(seen: Seen) -> tuple[str | None, bool]:
    """N1: (the player of a valid announcement, whether this is sure)."""
    player = (seen.deal.get("declarations") or {}).get("napolitana")
    if player is None or seen.rules_id != REVESINO:
        return None, True
    hand = [card for trick, turn, card in seen.plays() if seen.owner(trick, turn) == player]
    whole = len(hand) == seen.size and all(seen.known(card) for card in hand)
    if not whole:
        return player, False
    if makes_napolitana(seen, hand):
        return player, True
    if seen.options["napolitana_hand"] == "after_exchange":
        return None, True
    dealt = (seen.deal.get("hands") or {}).get(player)
    if dealt is None or not all(seen.known(card) for card in dealt):
        return None, False
    return (player if makes_napolitana(seen, dealt) else None), True


def makes_napolitana(seen: Seen, hand: list[str]) -> bool:
    """N1: four aces, or three and the quinola."""
    aces = len(set(hand) & set(seen.pack.aces))
    return aces == 4 or (aces == 3 and seen.pack.quinola in hand)


def check_revokes(seen: Seen) -> None:
    """R6, X3: off the led suit by one who is seen to play that suit later."""
    napolitano, sure = napolitano_of(seen)
    for trick, turn, card in seen.plays():
        player, lead = seen.owner(trick, turn), (trick.cards or [UNKNOWN])[0]
        suit = lead[1:] if lead[0] == "?" and lead != UNKNOWN else suit_of(lead)
        mine = card[1:] if card[0] == "?" and card != UNKNOWN else suit_of(card)
        if player is None or "?" in (suit, mine) or suit == mine:
            continue
        if player == napolitano and trick.number <= 9:
            continue
        if not sure and trick.number <= 9 and player == (seen.deal.get("declarations") or {}).get("napolitana"):
            continue
        later = [
            other
            for other_trick, other_turn, other in seen.plays()
            if other_trick.number > trick.number and seen.owner(other_trick, other_turn) == player
        ]
        if any(suit_of(other) == suit for other in later):
            seen.find("revoke", player, trick.number, card)


def check_declarations(seen: Seen) -> None:
    """N1, V1, X9: void announcements, and those that the ruleset does not have."""
    said = seen.deal.get("declarations") or {}
    for kind in ("napolitana", "espagnolette", "revesino"):
        player = said.get(kind)
        if player is not None and not may_declare(seen, kind, player):
            seen.find("bad-declaration", player)


def may_declare(seen: Seen, kind: str, player: str) -> bool:
    """Whether the record leaves it possible that this announcement was good."""
    if kind == "napolitana":
        napolitano, sure = napolitano_of(seen)
        return seen.rules_id == REVESINO and (napolitano == player or not sure)
    if kind == "revesino":
        if seen.rules_id not in (REVESINO, DIGEST):
            return False
        return all(player in trick.possible for trick in seen.tricks[:9])
    if seen.rules_id in (REVESINO, DIGEST, "reversis-simple") or (seen.active and player not in seen.active):
        return False
    hand = [card for trick, turn, card in seen.plays() if seen.owner(trick, turn) == player]
    if len(hand) < seen.size or not all(seen.known(card) for card in hand):
        return True
    aces = len(set(hand) & set(seen.pack.aces))
    equals = seen.options["ace_equivalents"]
    return aces == 4 or (aces == 3 and any(rank_of(c) in equals for c in hand if c not in seen.pack.aces))
