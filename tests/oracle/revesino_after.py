"""Ruleset `revesino`, after trick 11: V4 and V5, V2, V3, V6, N7, N5, R10."""

from .ledger import FONDO
from .options import Options
from .revesino_tricks import AFTER_THE_DEAL, Settlement, barred, quinola_forced

BETWEEN_PLAYERS = ("P1", "P2", "P3", "F6", "N6")


def cutter_of(deal: Settlement) -> str | None:
    """V3: the first other player to win trick 10 or 11; none if the revesino is made."""
    last_two = [trick.winner for trick in deal.table.tricks[9:]]
    return next((name for name in last_two if name != deal.undertaker), None)


def return_payments(deal: Settlement) -> None:
    """V4, V5: an undertaken revesino undoes side payments, and the quinola of another player."""
    quinola = deal.table.quinola_play()
    by_another = quinola is not None and quinola.player != deal.undertaker
    for entry in list(deal.ledger.entries):
        if FONDO not in (entry.payer, entry.payee):
            if entry.rule in BETWEEN_PLAYERS:
                deal.pay("V4", entry.payee, entry.payer, entry.amount, entry.trick)
        elif by_another and entry.rule in ("F4", "F5", "N6"):
            deal.pay("V5", entry.payee, entry.payer, entry.amount, entry.trick)


def makes_fondo(deal: Settlement) -> bool:
    """V2, `made_fondo`: whether the maker takes the fondo."""
    quinola = deal.table.quinola_play()
    own_trick = quinola.trick if quinola is not None and quinola.player == deal.undertaker else None
    return takes_fondo_by(deal.options, own_trick)


def takes_fondo_by(options: Options, own_trick: int | None) -> bool:
    """V2: by the trick in which the maker himself played the quinola (none: he did not)."""
    if options["made_fondo"] == "always":
        return True
    if options["made_fondo"] == "only_early_quinola":
        return own_trick is not None and own_trick <= 9
    return own_trick is None or own_trick <= 9


def pay_made(deal: Settlement, maker: str) -> None:
    """V2: each other player pays (N7's option: a napolitano for all), and the fondo is his."""
    bearer = deal.napolitano if deal.options["napolitano_pays_made"] else None
    for name in deal.table.others(maker):
        payer = bearer if bearer not in (None, maker) else name
        deal.pay("V2", payer, maker, deal.options["made_pays"])
    if makes_fondo(deal):
        deal.pay("V2", FONDO, maker, deal.ledger.fondo)


def pay_cut(deal: Settlement, undertaker: str, cutter: str) -> None:
    """V3, V6, N7: the undertaker pays the cutter and the fondo; a napolitano pays the cutter too."""
    before = deal.ledger.fondo
    deal.credit("V3", undertaker, cutter, deal.options["cut_pays"], AFTER_THE_DEAL)
    if deal.options["cut_fondo"] == "double":
        deal.pay("V3", undertaker, FONDO, before)
    pay_own_quinola(deal, undertaker, before)
    if deal.napolitano not in (None, undertaker, cutter):
        deal.credit("N7", deal.napolitano, cutter, deal.options["cut_pays"], AFTER_THE_DEAL)


def pay_own_quinola(deal: Settlement, undertaker: str, fondo_before_cut: int) -> None:
    """V6: cut, and he played the quinola in 1–9 without F5 applying: he pays for it, too."""
    quinola = deal.table.quinola_play()
    if quinola is None or quinola.player != undertaker or quinola.trick >= 10:
        return
    if quinola_forced(deal, quinola):
        return
    base = {"double_again": deal.ledger.fondo, "same_base": fondo_before_cut, "included": 0}
    deal.pay("V6", undertaker, FONDO, base[deal.options["cut_own_quinola"]])


def napolitana_lost(deal: Settlement) -> bool:
    """N4, N8: he won a trick (or one of the last two, by option), or undertook the revesino."""
    if deal.napolitano is None:
        return False
    if deal.napolitano == deal.undertaker:
        return True
    first = 1 if deal.options["napolitana_lost_by"] == "any_trick" else 10
    return any(trick.winner == deal.napolitano for trick in deal.table.tricks[first - 1 :])


def pay_lost_napolitana(deal: Settlement, napolitano: str) -> None:
    """N5: he bears others' payments (a), buys back his own (b), and the fondo that he took (c)."""
    entries = list(deal.ledger.entries)
    for entry in entries:
        if entry.rule in ("P1", "P2") and entry.payee == napolitano:
            deal.pay("N5", napolitano, entry.payer, resale(deal, entry.payer, entry.amount), entry.trick)
        elif (
            deal.options["bears_all"]
            and entry.rule in ("P1", "P2", "P3", "F6")
            and napolitano not in (entry.payer, entry.payee)
        ):
            deal.pay("N5", napolitano, entry.payer, entry.amount, entry.trick)
    for entry in entries:
        if entry.rule == "F4" and entry.payee == napolitano:
            deal.pay("N5", napolitano, FONDO, entry.amount, entry.trick)
            deal.pay("N5", napolitano, FONDO, entry.amount, entry.trick)


def resale(deal: Settlement, payer: str, amount: int) -> int:
    """N5b: twice what he received (by option 3 or 1 times); a barred payer only what he paid (K2)."""
    if barred(deal, payer, AFTER_THE_DEAL):
        return amount
    return amount * {"net_double": 2, "return_and_double": 3, "return_only": 1}[deal.options["resale"]]


def tie_order(deal: Settlement) -> list[str]:
    """R8, `tie_seats`: players from the best seat to the worst."""
    dealer, right, opposite, left = deal.table.seats
    if deal.options["tie_seats"] == "dealer_then_right":
        return [dealer, right, opposite, left]
    return [dealer, left, opposite, right]


def find_winner(deal: Settlement) -> str:
    """R8, N3: the maker; a napolitano without a trick; fewest points, tricks, best seat."""
    points, tricks, order = deal.table.points(), deal.table.tricks_won(), tie_order(deal)
    if deal.undertaker is not None and cutter_of(deal) is None:
        return deal.undertaker
    if deal.napolitano is not None and tricks[deal.napolitano] == 0:
        return deal.napolitano
    eligible = [name for name in order if not (napolitana_lost(deal) and name == deal.napolitano)]
    return min(eligible, key=lambda name: (points[name], tricks[name], order.index(name)))


def pay_party(deal: Settlement, winner: str) -> None:
    """R10: the player with most points pays the winner; not with a revesino or a napolitana."""
    party = deal.options["party"]
    if party == "none" or deal.undertaker is not None or deal.napolitano is not None:
        return
    points, tricks, order = deal.table.points(), deal.table.tricks_won(), tie_order(deal)
    loser = max(order, key=lambda name: (points[name], tricks[name], order.index(name)))
    amount = party
    if party == "discards":
        seen = {play.card for play in deal.table.plays()}
        out_of_play = [card for card in deal.table.pack.cards if card not in seen]
        amount = sum(deal.table.pack.points[card] for card in out_of_play) + deal.options["party_bonus"]
    deal.credit("R10", loser, winner, amount, AFTER_THE_DEAL)
