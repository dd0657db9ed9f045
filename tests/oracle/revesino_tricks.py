"""Ruleset `revesino`, what happens while the tricks are played: K1, K2, F4, F5, N6, P0–P4, F6."""

from dataclasses import dataclass, field

from .cards import rank_of, suit_of
from .ledger import FONDO, Ledger
from .options import Options
from .table import Play, Table, Trick

SUIT_NAMES = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
AFTER_THE_DEAL = 10**6  # later than every play


@dataclass
class Settlement:
    """The state of one deal's settlement."""

    table: Table
    options: Options
    ledger: Ledger
    napolitano: str | None = None  # of a valid announcement (N1)
    undertaker: str | None = None  # V1
    renuncios: list[Play] = field(default_factory=list)

    def pay(self, rule: str, payer: str, payee: str, amount: int, trick: int | None = None) -> None:
        """A movement that K2 cannot bar: what is owed to the fondo, or a return."""
        self.ledger.pay(rule, payer, payee, amount, trick)

    def credit(self, rule: str, payer: str, payee: str, amount: int, now: int, trick: int | None = None) -> None:
        """A movement that would credit a player; not entered if K2 bars him at play `now`."""
        if not barred(self, payee, now):
            self.ledger.pay(rule, payer, payee, amount, trick)


def find_renuncios(table: Table, napolitano: str | None) -> list[Play]:
    """R6, N2: plays off the led suit by one who holds it; the napolitano is free in tricks 1–9."""
    return [
        play
        for play in table.plays()
        if play.off_suit_by_choice and not (play.player == napolitano and play.trick <= 9)
    ]


def barred(deal: Settlement, player: str, now: int) -> bool:
    """K2: one who revoked collects nothing: in the whole deal, or from that play on, or no bar."""
    bar = deal.options["renuncio_bar"]
    if bar == "none":
        return False
    mine = [play.number for play in deal.renuncios if play.player == player]
    if bar == "from_then":
        return any(number <= now for number in mine)
    return bool(mine)


def placed(deal: Settlement, play: Play) -> bool:
    """P0: on another suit by one who has none of it, or by a napolitano using N2."""
    if play.followed:
        return False
    return play.void or (play.player == deal.napolitano and play.trick <= 9)


def quinola_forced(deal: Settlement, play: Play) -> bool:
    """F5: his only oros on another's oros, or led as his only card; or played to any oros trick."""
    if play.card != deal.table.pack.quinola or not play.followed:
        return False
    if play.player == deal.napolitano and play.trick <= 9:
        return False  # N6, last sentence
    if deal.options["quinola_forced"] == "any_oros_trick":
        return True
    if play.is_lead:
        return not play.rest
    return play.only_of_suit


def quinola_drawn(deal: Settlement, play: Play) -> bool:
    """N6: a napolitano's only oros, on an oros trick that another led with as, rey or caballo."""
    if play.player != deal.napolitano or play.card != deal.table.pack.quinola or play.is_lead:
        return False
    led_card = deal.table.tricks[play.trick - 1].plays[0].card
    return play.followed and play.only_of_suit and rank_of(led_card) in ("1", "12", "11")


def revesino_running(deal: Settlement, trick: int) -> bool:
    """V4, V5, V7: in 10 and 11 of an undertaken revesino no side payments and no quinola."""
    return deal.undertaker is not None and trick >= 10


def edge_factor(deal: Settlement, trick: int) -> int:
    """P4: twice in tricks 1 and 11, by `edge_tricks`."""
    edges = {"both": (1, 11), "last": (11,), "none": ()}[deal.options["edge_tricks"]]
    return 2 if trick in edges else 1


def settle_trick(deal: Settlement, trick: Trick) -> None:
    """Order of settlement: each play K1, then F4/F5/N6; then P1, P2, P3, F6 play by play."""
    for play in trick.plays:
        pay_renuncio(deal, play)
        if play.card == deal.table.pack.quinola and not revesino_running(deal, trick.number):
            settle_quinola(deal, play)
    if revesino_running(deal, trick.number):
        return
    now = trick.plays[-1].number
    for play in trick.plays:
        pay_placed_ace(deal, trick, play, now)
        pay_placed_quinola(deal, trick, play, now)
        pay_forced_ace(deal, play, now)
        pay_forced_quinola(deal, play, now)


def pay_renuncio(deal: Settlement, play: Play) -> None:
    """K1: the fine goes to the fondo when it happens, once a deal or for every trick."""
    if play not in deal.renuncios:
        return
    first = next(other for other in deal.renuncios if other.player == play.player)
    if deal.options["renuncio_per"] == "trick" or play is first:
        deal.pay("K1", play.player, FONDO, deal.options["renuncio_fine"], play.trick)


def settle_quinola(deal: Settlement, play: Play) -> None:
    """F4, N6, F5: the fondo moves as soon as the quinola is on the table."""
    if placed(deal, play):
        deal.credit("F4", FONDO, play.player, deal.ledger.fondo, play.number, play.trick)
    elif quinola_drawn(deal, play):
        deal.pay("N6", play.player, FONDO, deal.ledger.fondo, play.trick)
        factor = edge_factor(deal, play.trick) if deal.options["n6_edge_double"] else 1
        for name in deal.table.others(play.player):
            tantos = (2 if name == play.leader else 1) * factor
            deal.credit("N6", play.player, name, tantos, play.number, play.trick)
    elif quinola_forced(deal, play):
        deal.pay("F5", play.player, FONDO, deal.ledger.fondo, play.trick)


def pay_placed_ace(deal: Settlement, trick: Trick, play: Play, now: int) -> None:
    """P1: the trick's winner pays an ace's player 1, or 2 for the double suit."""
    if play.card not in deal.table.pack.aces or not placed(deal, play):
        return
    double = SUIT_NAMES[suit_of(play.card)] == deal.options["ace_placed_double_suit"]
    tantos = (2 if double else 1) * edge_factor(deal, trick.number)
    deal.credit("P1", trick.winner, play.player, tantos, now, trick.number)


def pay_placed_quinola(deal: Settlement, trick: Trick, play: Play, now: int) -> None:
    """P2: the trick's winner pays 2 (or 3), each of the other two 1."""
    if play.card != deal.table.pack.quinola or not placed(deal, play):
        return
    for name in deal.table.others(play.player):
        tantos = deal.options["quinola_placed_winner"] if name == trick.winner else 1
        amount = tantos * edge_factor(deal, trick.number)
        deal.credit("P2", name, play.player, amount, now, trick.number)


def pay_forced_ace(deal: Settlement, play: Play, now: int) -> None:
    """P3: an ace that is his only card of the suit another led; he pays the leader."""
    if play.card not in deal.table.pack.aces or not play.followed or play.is_lead:
        return
    if not play.only_of_suit or (play.player == deal.napolitano and play.trick <= 9):
        return
    double = SUIT_NAMES[suit_of(play.card)] == deal.options["ace_forced_double_suit"]
    tantos = (2 if double else 1) * edge_factor(deal, play.trick)
    deal.credit("P3", play.player, play.leader, tantos, now, play.trick)


def pay_forced_quinola(deal: Settlement, play: Play, now: int) -> None:
    """F6: an ordinary player also pays 2 to the leader and 1 to each other when F5 applies."""
    if deal.options["quinola_forced_tantos"] != "like_napolitana" or play.player == deal.napolitano:
        return
    if play.is_lead or not quinola_forced(deal, play):
        return
    for name in deal.table.others(play.player):
        tantos = (2 if name == play.leader else 1) * edge_factor(deal, play.trick)
        deal.credit("F6", play.player, name, tantos, now, play.trick)
