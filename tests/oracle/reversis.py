"""Ruleset `reversis` and its variants: one deal from its antes to its Bête."""

from dataclasses import dataclass
from typing import Any

from .cards import french_pack, rank_of
from .ledger import FONDO, Ledger
from .options import Options
from .table import Play, Table, Trick, read_table

BAD = "bad-declaration"


@dataclass
class Settlement:
    """The state of one deal's settlement."""

    rules_id: str
    table: Table
    options: Options
    ledger: Ledger
    committed: str | None = None  # X8
    made: bool = False
    espagnolette: str | None = None  # of a valid declaration (X9)
    done: bool = False
    discarded: bool = False  # the quinola, under X6


def pay_antes(deal: Settlement) -> None:
    """X5: every player, a dealer who sits out as well."""
    for name in deal.table.seats:
        deal.ledger.pay("X5", name, FONDO, deal.options["ante"])


def settle_trick(deal: Settlement, trick: Trick) -> None:
    """X6: a quinola discarded by a player void in the led suit takes the fondo, and a fixed sum."""
    if deal.rules_id == "reversis-simple":
        return
    for play in trick.plays:
        if play.card == deal.table.pack.quinola and play.void:
            deal.discarded = True
            deal.ledger.pay("X6", FONDO, play.player, deal.ledger.fondo, trick.number)
            deal.ledger.pay("X6", trick.winner, play.player, deal.options["quinola_fixed"], trick.number)


def capturer_of(deal: Settlement) -> str | None:
    """X7: who has the quinola in his tricks, unless X6 discarded it."""
    if deal.discarded:
        return None
    for trick in deal.table.tricks:
        if any(play.card == deal.table.pack.quinola for play in trick.plays):
            return trick.winner
    return None


def find_espagnolette(deal: Settlement) -> str | None:
    """X9: declared on four aces, or on three aces and a card of `ace_equivalents`."""
    player = deal.table.declared("espagnolette")
    if player is None or deal.rules_id == "reversis-simple":
        return None
    if player not in deal.table.active:
        return None
    hand = deal.table.deal["hands"][player]
    aces = sum(card in deal.table.pack.aces for card in hand)
    equivalent = any(
        rank_of(card) in deal.options["ace_equivalents"] for card in hand if card not in deal.table.pack.aces
    )
    return player if aces == 4 or (aces == 3 and equivalent) else None


def bad_declarations(deal: Settlement) -> list[list[str]]:
    """X9, report.md: an espagnolette without its cards, and kinds that the ruleset does not have."""
    bad = []
    for kind in ("napolitana", "espagnolette", "revesino"):
        player = deal.table.declared(kind)
        if player is not None and (kind != "espagnolette" or player != deal.espagnolette):
            bad.append([BAD, player])
    return bad


def espagnolette_done(deal: Settlement) -> bool:
    """X9: he loses every trick or wins every trick; void if another makes the Reversis."""
    if deal.espagnolette is None:
        return False
    won = deal.table.tricks_won()[deal.espagnolette]
    return won == len(deal.table.tricks) or (won == 0 and not deal.made)


def settle_espagnolette(deal: Settlement) -> None:
    """X9: done, every opponent pays him (and in `-partidas` the fondo is his); else he pays each."""
    player = deal.espagnolette
    if player is None or (deal.made and not deal.done):
        return
    each = deal.options["espagnolette_each"]
    for name in deal.table.others(player):
        if deal.done:
            deal.ledger.pay("X9", name, player, each)
        else:
            deal.ledger.pay("X9", player, name, each)
    if deal.done and deal.rules_id == "reversis-partidas":
        deal.ledger.pay("X9", FONDO, player, deal.ledger.fondo)


def pay_captured_quinola(deal: Settlement) -> None:
    """X7: the capturer pays what the fondo holds plus a fixed sum, or the fixed sum only."""
    capturer = capturer_of(deal)
    if capturer is None:
        return
    base = deal.ledger.fondo if deal.options["quinola_capture"] == "fondo_plus_fixed" else 0
    deal.ledger.pay("X7", capturer, FONDO, base + deal.options["quinola_fixed"])


def settle_reversis(deal: Settlement) -> None:
    """X8: made, every opponent pays and the fondo is his; failed, he pays by `reversis_failed`."""
    player = deal.committed
    if player is None:
        return
    each = deal.options["reversis_each"]
    if deal.made:
        for name in deal.table.others(player):
            deal.ledger.pay("X8", name, player, each)
        deal.ledger.pay("X8", FONDO, player, deal.ledger.fondo)
        return
    if deal.options["reversis_failed"] == "to_breaker":
        breaker = next(trick.winner for trick in deal.table.tricks if trick.winner != player)
        deal.ledger.pay("X8", player, breaker, 3 * each)
        return
    for name in deal.table.others(player):
        deal.ledger.pay("X8", player, name, each)
    if deal.options["reversis_failed"] == "mirror":
        deal.ledger.pay("X8", player, FONDO, deal.ledger.fondo)


def ranking(deal: Settlement) -> list[str]:
    """X10: players from winner to Bête: points, then tricks, then seat."""
    total, tricks = deal.table.points(), deal.table.tricks_won()
    capturer = capturer_of(deal)
    if deal.options["quinola_in_total"] and capturer is not None:
        total[capturer] += deal.options["quinola_fixed"]
    seats = deal.table.active
    return sorted(seats, key=lambda name: (total[name], tricks[name], seats.index(name)))


def find_winner(deal: Settlement) -> str:
    """X8, X9, X10: maker, or espagnolette done, or the best of those whose espagnolette did not fail."""
    if deal.done and deal.espagnolette is not None:
        return deal.espagnolette
    if deal.made and deal.committed is not None:
        return deal.committed
    return next(name for name in ranking(deal) if name != deal.espagnolette)


def pay_honours(deal: Settlement) -> None:
    """X10, `honours_paid`: each player pays his own penalty points into the fondo."""
    if deal.options["honours_paid"] != "to_fondo":
        return
    points = deal.table.points()
    for name in deal.table.active:
        deal.ledger.pay("X10", name, FONDO, points[name])


def pay_bete(deal: Settlement, winner: str) -> None:
    """X10: the Bête pays the winner; in `reversis-5` the dealer has his share, the winner the rest."""
    bete, amount = ranking(deal)[-1], deal.options["bete_payment"]
    share = 0
    if deal.rules_id == "reversis-5":
        share = deal.options["dealer_share"]
        deal.ledger.pay("X10", bete, deal.table.dealer, share)
    deal.ledger.pay("X10", bete, winner, amount - share)


def find_revokes(table: Table) -> list[Play]:
    """X3: a revoke is reported and has no price."""
    return [play for play in table.plays() if play.off_suit_by_choice]


def settle_reversis_deal(record: dict[str, Any], options: Options, fondo: int) -> dict[str, Any]:
    """X5 → tricks, with X6 → X9 → X7 → X8 → X10 (honours) → X10 (Bête)."""
    rules_id = record["rules"]["id"]
    pack = french_pack(options["ace_rank"], rules_id == "reversis-52")
    table = read_table(record, pack, dealer_sits_out=rules_id == "reversis-5")
    deal = Settlement(rules_id, table, options, Ledger(fondo))
    deal.committed = table.winner_of_first_nine()
    deal.made = any(won == len(table.tricks) for won in table.tricks_won().values())
    deal.espagnolette = find_espagnolette(deal)
    deal.done = espagnolette_done(deal)
    pay_antes(deal)
    fondo_start = deal.ledger.fondo
    for trick in table.tricks:
        settle_trick(deal, trick)
    settle_espagnolette(deal)
    winner = find_winner(deal)
    if not deal.done:
        if not deal.made:
            pay_captured_quinola(deal)
        settle_reversis(deal)
        if not deal.made:
            pay_honours(deal)
            pay_bete(deal, winner)
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
        "revokes": [[play.trick, play.player] for play in find_revokes(table)],
        "declared_bad": bad_declarations(deal),
        "undertaken": deal.committed,
        "made": deal.made,
        "espagnolette": deal.espagnolette,
        "done": deal.done,
    }
