"""One deal trick by trick, as values: who played what, who won, and what moved for it.

Whether a card was placed or forced is read from the entries that the rules made for it; no rule is applied here.
"""

from __future__ import annotations

from audit.fondo import REASONS
from audit.judge import Judged
from audit.play.entries import Ledger, entries_of, pot_after, sort, withheld_of
from audit.play.tricks import tricks_of
from audit.play.values import Card, DealPlay, Entry, TrickPlay
from audit.sheet.figures import DealFigures

__all__ = ["Card", "DealPlay", "Entry", "TrickPlay", "play"]


def play(figures: DealFigures, place: tuple[Judged, int] | None) -> DealPlay:
    """The deal of `figures`; `place` is where it was judged, `None` where it could not be settled."""
    deal = figures.deal
    payments = [one for one in figures.row["claims"] if one["claim"] == "payment"]
    if place is None:
        tricks = tricks_of(figures, None, Ledger(), {}, payments, [])
        loose = tuple(one for one in payments if not one["trick"])
        return DealPlay(figures, None, (), tricks, loose=loose, paid=bool(payments))
    judged, row = place
    entries, attached = entries_of(judged, row, deal, payments)
    ledger = sort(entries, judged.batch.ruleset)
    free = [one for number, one in enumerate(payments) if number not in attached]
    withheld = withheld_of(judged, row, deal)
    tricks = tricks_of(figures, place, ledger, pot_after(judged, row, ledger), free, withheld)
    numbers = {one.number for one in tricks}
    return DealPlay(
        figures,
        judged.batch.ruleset,
        tuple(ledger.stakes),
        tricks,
        tuple(ledger.after),
        tuple(one for one in free if one["trick"] not in numbers),
        tuple(one for one in withheld if one.trick not in numbers),
        REASONS[judged.ledger.reason[row]],
        bool(payments),
    )
