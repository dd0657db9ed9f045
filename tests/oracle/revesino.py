"""Ruleset `revesino`: one deal from its stakes to its party, in the order of settlement."""

from typing import Any

from .cards import spanish_pack
from .ledger import FONDO, Ledger
from .options import Options
from .revesino_after import (
    cutter_of,
    find_winner,
    napolitana_lost,
    pay_cut,
    pay_lost_napolitana,
    pay_made,
    pay_party,
    return_payments,
)
from .revesino_tricks import Settlement, find_renuncios, settle_trick
from .table import Table, read_table

BAD = "bad-declaration"


def hand_after_exchange(table: Table, player: str) -> list[str]:
    """R2, R3, N1: what was dealt, less his discard, with the stock card that he took."""
    hand = list(table.deal["hands"][player])
    for exchange in table.deal["exchanges"]:
        if exchange["player"] == player:
            if exchange["discard"] is not None:
                hand.remove(exchange["discard"])
            if exchange["take"] is not None:
                hand.append(exchange["take"])
    return hand


def has_napolitana(table: Table, hand: list[str]) -> bool:
    """N1: four aces, or three aces and the quinola."""
    aces = sum(card in table.pack.aces for card in hand)
    return aces == 4 or (aces == 3 and table.pack.quinola in hand)


def find_napolitano(table: Table, options: Options) -> str | None:
    """N1: the player of a valid announcement."""
    player = table.declared("napolitana")
    if player is None:
        return None
    valid = has_napolitana(table, hand_after_exchange(table, player))
    if options["napolitana_hand"] == "either":
        valid = valid or has_napolitana(table, table.deal["hands"][player])
    return player if valid else None


def find_undertaker(table: Table, options: Options) -> str | None:
    """V1: the winner of tricks 1–9, if he declared it (or without a word, by option)."""
    able = table.winner_of_first_nine()
    if options["undertaking"] == "declared" and table.declared("revesino") != able:
        return None
    return able


def bad_declarations(table: Table, napolitano: str | None) -> list[list[str]]:
    """N1, V1, report.md: void announcements, and a kind that the ruleset does not have."""
    bad = []
    for kind, valid in (
        ("napolitana", napolitano),
        ("espagnolette", None),
        ("revesino", table.winner_of_first_nine()),
    ):
        player = table.declared(kind)
        if player is not None and player != valid:
            bad.append([BAD, player])
    return bad


def pay_stakes(deal: Settlement, carried: bool, first: bool) -> None:
    """F1, F2, F3: the first stake, a renewal, or else the dealer's fee."""
    options, ledger, seats = deal.options, deal.ledger, deal.table.seats
    initial = options["stake_dealer"] + 3 * options["stake_player"]
    limit = initial if options["renewal"] == "below_initial" else 1
    rule = "F1" if first and not carried else "F2" if ledger.fondo < limit else None
    if rule is not None:
        for name in seats:
            stake = options["stake_dealer"] if name == deal.table.dealer else options["stake_player"]
            deal.pay(rule, name, FONDO, stake)
    if rule is None or options["fee_with_stake"]:
        deal.pay("F3", deal.table.dealer, FONDO, options["dealer_fee"])


def settle_revesino(record: dict[str, Any], options: Options, fondo: int, carried: bool, first: bool) -> dict[str, Any]:
    """F1/F2/F3 → tricks → V4 and V5 → V2 or V3 with V6, N7 → N5 → R10."""
    table = read_table(record, spanish_pack())
    deal = Settlement(table, options, Ledger(fondo))
    deal.napolitano = find_napolitano(table, options)
    deal.undertaker = find_undertaker(table, options)
    deal.renuncios = find_renuncios(table, deal.napolitano)
    pay_stakes(deal, carried, first)
    fondo_start = deal.ledger.fondo
    for trick in table.tricks:
        settle_trick(deal, trick)
    cutter = cutter_of(deal) if deal.undertaker is not None else None
    if deal.undertaker is not None:
        return_payments(deal)
        if cutter is None:
            pay_made(deal, deal.undertaker)
        else:
            pay_cut(deal, deal.undertaker, cutter)
    elif deal.napolitano is not None and napolitana_lost(deal):
        pay_lost_napolitana(deal, deal.napolitano)
    winner = find_winner(deal)
    pay_party(deal, winner)
    return {
        "session": record["session"],
        "deal": record["deal"],
        "points": table.points(),
        "tricks": table.tricks_won(),
        "trick_winners": [trick.winner for trick in table.tricks],
        "winner": winner,
        "fondo_start": fondo_start,
        "fondo_end": deal.ledger.fondo,
        "net": deal.ledger.net(record["players"]),
        "ledger": [entry.as_dict() for entry in deal.ledger.entries],
        "revokes": [[play.trick, play.player] for play in deal.renuncios],
        "declared_bad": bad_declarations(table, deal.napolitano),
        "undertaken": deal.undertaker,
        "napolitana": deal.napolitano,
        "made": deal.undertaker is not None and cutter is None,
        "lost": napolitana_lost(deal),
    }
