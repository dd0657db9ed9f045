"""What each player did in a deal, counted card by card from the clauses, beside the oracle's settlement of it."""

from __future__ import annotations

from typing import Any

from oracle.cards import Pack, french_pack, rank_of, spanish_pack, suit_of
from oracle.options import DIGEST, REVESINO, Options, options_of
from oracle.revesino import has_napolitana
from oracle.table import Play, Table, read_table

Deal = dict[str, Any]
Counts = dict[str, int | None]

SUITS = {True: "oceb", False: "HDSC"}
HANDS = ("quinola", "aces", "honours", "voids", "height")


def counts(deal: Deal, settled: Deal) -> dict[str, Counts]:
    """By player: every column of `core.seats` that is counted; a dealer who sits out has none."""
    rules, options = deal["rules"]["id"], options_of(deal)
    spanish = rules in (REVESINO, DIGEST)
    pack = spanish_pack() if spanish else french_pack(options["ace_rank"], rules == "reversis-52")
    table = read_table(deal, pack, dealer_sits_out=rules == "reversis-5")
    found: dict[str, Counts] = {name: held(table, name, SUITS[spanish]) for name in table.active}
    nothing = dict.fromkeys(table.active, 0)
    for what, by_player in {
        **acts(table, settled, options, spanish),
        **specials(table, settled, options, rules),
    }.items():
        for name in table.active:
            found[name][what] = (nothing | by_player)[name] if by_player is not None else None
    for name in table.active:
        dealt = of_hand(pack, deal["hands"][name])
        found[name] |= {f"{what}_dealt": dealt[what] for what in HANDS}
        own = [one for one in deal["exchanges"] if one["player"] == name]
        found[name]["exchange_taken"] = int(own[0]["take"] is not None) if own and name != table.dealer else None
    return found


def of_hand(pack: Pack, cards: list[str]) -> dict[str, int]:
    return {
        "quinola": cards.count(pack.quinola),
        "aces": sum(card in pack.aces for card in cards),
        "honours": sum(pack.points[card] for card in cards),
        "voids": 4 - len({suit_of(card) for card in cards}),
        "height": sum(pack.strength[card] for card in cards),
    }


def held(table: Table, name: str, suits: str) -> Counts:
    """The hand that was played."""
    cards = [play.card for play in table.plays() if play.player == name]
    found: Counts = {f"{what}_held": value for what, value in of_hand(table.pack, cards).items()}
    return found | {f"suit_{n}": sum(suit_of(card) == suit for card in cards) for n, suit in enumerate(suits)}


def tally(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in names}


def acts(table: Table, settled: Deal, options: Options, spanish: bool) -> dict[str, dict[str, int]]:
    """How the quínola and the aces were played, P0, P3, F5, N6; renuncios."""
    winner = {trick.number: trick.winner for trick in table.tricks}
    revoked = {(trick, name) for trick, name in settled["revokes"]}
    napolitano = settled.get("napolitana")

    def placed(play: Play) -> bool:
        return not play.followed and (play.trick, play.player) not in revoked if spanish else play.void

    def ace_forced(play: Play) -> bool:
        free = play.player == napolitano and play.trick <= 9
        return play.followed and not play.is_lead and play.only_of_suit and not free

    def quinola_forced(play: Play) -> bool:
        alone = play.followed and not play.is_lead and play.only_of_suit
        if not spanish:
            return alone
        if play.player == napolitano:
            led = next(one.card for one in table.plays() if one.trick == play.trick and one.is_lead)
            if alone and rank_of(led) in ("1", "12", "11"):
                return True
            if play.trick <= 9:
                return False
        if options.get("quinola_forced") == "any_oros_trick":
            return play.followed
        return alone or (play.is_lead and not play.rest)

    quinola = [play for play in table.plays() if play.card == table.pack.quinola]
    aces = [play for play in table.plays() if play.card in table.pack.aces]
    return {
        "quinola_led": tally([play.player for play in quinola if play.is_lead]),
        "quinola_placed": tally([play.player for play in quinola if placed(play)]),
        "quinola_forced": tally([play.player for play in quinola if quinola_forced(play)]),
        "quinola_placed_on": tally([winner[play.trick] for play in quinola if placed(play)]),
        "quinola_drawn": tally([play.leader for play in quinola if quinola_forced(play) and not play.is_lead]),
        "quinola_won": tally([winner[play.trick] for play in quinola]),
        "aces_placed": tally([play.player for play in aces if placed(play)]),
        "aces_placed_on": tally([winner[play.trick] for play in aces if placed(play)]),
        "aces_forced": tally([play.player for play in aces if ace_forced(play)]),
        "aces_drawn": tally([play.leader for play in aces if ace_forced(play)]),
        "renuncios": tally([name for _, name in settled["revokes"]]),
    }


def specials(table: Table, settled: Deal, options: Options, rules: str) -> dict[str, dict[str, int] | None]:
    """Doubles, revesino, napolitana, espagnolette, Bête; `None` for what the game does not have."""
    undertaker = settled["undertaken"]
    cutter = next((name for name in settled["trick_winners"] if undertaker not in (None, name)), None)
    able = table.winner_of_first_nine()

    def is_(name: str | None, when: bool = True) -> dict[str, int]:
        return {name: 1} if name is not None and when else {}

    found: dict[str, dict[str, int] | None] = {
        "revesino_possible": is_(able),
        "revesino_undertaken": is_(undertaker),
        "revesino_made": is_(undertaker, cutter is None),
        "revesino_cut": is_(undertaker, cutter is not None),
        "revesino_cutter": is_(cutter),
    }
    found |= doubles(table, settled, options) if rules == REVESINO else dict.fromkeys(DOUBLES)
    found |= napolitana(table, settled, options) if rules == REVESINO else dict.fromkeys(NAPOLITANA)
    espagnolettes = rules.startswith("reversis") and rules != "reversis-simple"
    found |= espagnolette(table, settled, options) if espagnolettes else dict.fromkeys(ESPAGNOLETTE)
    found["bete"] = is_(bete(table, settled, options)) if rules.startswith("reversis") else None
    return found


DOUBLES = ("doubles_received", "doubles_paid")
NAPOLITANA = tuple(f"napolitana_{what}" for what in ("possible", "announced", "won", "lost", "void"))
ESPAGNOLETTE = tuple(f"espagnolette_{what}" for what in ("possible", "declared", "done", "failed", "void"))


def doubles(table: Table, settled: Deal, options: Options) -> dict[str, dict[str, int]]:
    """P4: which entries between players were doubled."""
    edges = {"both": (1, len(table.tricks)), "last": (len(table.tricks),), "none": ()}[options["edge_tricks"]]
    rules = ["P1", "P2", "P3", "F6", *(["N6"] if options["n6_edge_double"] else [])]
    own = [
        entry
        for entry in settled["ledger"]
        if entry["rule"] in rules and entry["trick"] in edges and "fondo" not in (entry["from"], entry["to"])
    ]
    return {"doubles_received": tally([one["to"] for one in own]), "doubles_paid": tally([one["from"] for one in own])}


def napolitana(table: Table, settled: Deal, options: Options) -> dict[str, dict[str, int]]:
    """N1, N3, N4, N8."""
    valid, declared = settled["napolitana"], table.declared("napolitana")
    won = [trick.number for trick in table.tricks if trick.winner == valid]
    lost = bool(won) if options["napolitana_lost_by"] == "any_trick" else any(number > 9 for number in won)
    lost = valid is not None and (lost or settled["undertaken"] == valid)
    hands = {name: [play.card for play in table.plays() if play.player == name] for name in table.active}
    return {
        "napolitana_possible": {name: int(has_napolitana(table, hand)) for name, hand in hands.items()},
        "napolitana_announced": tally([valid]) if valid else {},
        "napolitana_won": tally([valid]) if valid and not lost and settled["winner"] == valid else {},
        "napolitana_lost": tally([valid]) if lost else {},
        "napolitana_void": tally([declared]) if declared and not valid else {},
    }


def espagnolette(table: Table, settled: Deal, options: Options) -> dict[str, dict[str, int]]:
    """X9."""
    valid, declared = settled["espagnolette"], table.declared("espagnolette")
    others_made = settled["made"] and settled["undertaken"] != valid
    possible = {}
    for name in table.active:
        hand = [play.card for play in table.plays() if play.player == name]
        aces = sum(card in table.pack.aces for card in hand)
        also = any(rank_of(card) in options["ace_equivalents"] and card not in table.pack.aces for card in hand)
        possible[name] = int(aces == 4 or (aces == 3 and also))
    return {
        "espagnolette_possible": possible,
        "espagnolette_declared": tally([valid]) if valid else {},
        "espagnolette_done": tally([valid]) if valid and settled["done"] else {},
        "espagnolette_failed": tally([valid]) if valid and not settled["done"] and not others_made else {},
        "espagnolette_void": tally([declared]) if declared and not valid else {},
    }


def bete(table: Table, settled: Deal, options: Options) -> str | None:
    """X10: most points, then tricks, then the worst seat; nobody where X8 or X9 settle the deal alone."""
    if settled["made"] or settled["done"]:
        return None
    points = dict(settled["points"])
    quinola = next((play for play in table.plays() if play.card == table.pack.quinola), None)
    thrown = quinola is not None and quinola.void and table.deal["rules"]["id"] != "reversis-simple"
    if options["quinola_in_total"] and quinola is not None and not thrown:
        points[table.tricks[quinola.trick - 1].winner] += options["quinola_fixed"]
    tricks = settled["tricks"]
    return max(table.active, key=lambda name: (points[name], tricks[name], table.active.index(name)))
