"""Ruleset `revesino-digest` (S3): cards, points, winner without ties, and the fondo by F4, F5, V2, V3."""

from typing import Any

from .cards import spanish_pack
from .ledger import FONDO, Ledger
from .options import Options
from .revesino import bad_declarations, find_undertaker
from .revesino_after import cutter_of, makes_fondo
from .revesino_tricks import Settlement, find_renuncios, placed, quinola_forced
from .table import Table, read_table


def sole_winner(table: Table) -> str | None:
    """R8 without its ties: fewest points; players tied on them leave the winner undetermined."""
    points = table.points()
    fewest = [name for name in table.active if points[name] == min(points.values())]
    return fewest[0] if len(fewest) == 1 else None


def move_fondo(deal: Settlement) -> None:
    """F4, F5, V2, V3 as they touch the fondo; V5–V7 are not part of the digest."""
    quinola = deal.table.quinola_play()
    if quinola is not None and placed(deal, quinola):
        deal.pay("F4", FONDO, quinola.player, deal.ledger.fondo, quinola.trick)
    elif quinola is not None and quinola_forced(deal, quinola):
        deal.pay("F5", quinola.player, FONDO, deal.ledger.fondo, quinola.trick)
    if deal.undertaker is None:
        return
    if cutter_of(deal) is not None:
        if deal.options["cut_fondo"] == "double":
            deal.pay("V3", deal.undertaker, FONDO, deal.ledger.fondo)
    elif makes_fondo(deal):
        deal.pay("V2", FONDO, deal.undertaker, deal.ledger.fondo)


def settle_digest(record: dict[str, Any], options: Options) -> dict[str, Any]:
    """What S3 defines; net and ledger are null, the fondo starts from its recorded value."""
    table = read_table(record, spanish_pack())
    recorded = (record.get("recorded") or {}).get("fondo_start")
    deal = Settlement(table, options, Ledger(recorded or 0))
    deal.undertaker = find_undertaker(table, options)
    deal.renuncios = find_renuncios(table, None)
    made = deal.undertaker is not None and cutter_of(deal) is None
    move_fondo(deal)
    return {
        "session": record["session"],
        "deal": record["deal"],
        "points": table.points(),
        "tricks": table.tricks_won(),
        "trick_winners": [trick.winner for trick in table.tricks],
        "winner": deal.undertaker if made else sole_winner(table),
        "fondo_start": recorded,
        "fondo_end": None if recorded is None else deal.ledger.fondo,
        "net": None,
        "ledger": None,
        "revokes": [[play.trick, play.player] for play in deal.renuncios],
        "declared_bad": bad_declarations(table, None),
        "undertaken": deal.undertaker,
        "napolitana": None,
        "made": made,
        "lost": False,
    }
