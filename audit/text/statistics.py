"""The words for statistics, and decimal numbers as the language writes them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from audit.language import ENGLISH, N_, current
from audit.text.lines import number

RATES: Mapping[str, str] = {
    "won": N_("deals won"),
    "no_points": N_("deals without a point"),
    "no_trick": N_("deals without a trick"),
    "gained": N_("deals with a gain"),
    "quinola_held": N_("quínola held"),
    "quinola_led": N_("quínola led, of those held"),
    "quinola_placed": N_("quínola placed, of those held"),
    "quinola_forced": N_("quínola forced, of those held"),
    "quinola_placed_on": N_("took a quínola that another placed"),
    "quinola_drawn": N_("forced another's quínola"),
    "quinola_won": N_("quínola in the tricks"),
    "quinola_dealt": N_("quínola dealt"),
    "aces_placed": N_("aces placed, of those held"),
    "aces_forced": N_("aces forced, of those held"),
    "revesino_possible": N_("first nine tricks won"),
    "revesino_undertaken": N_("revesinos undertaken, of those possible"),
    "revesino_made": N_("revesinos made, of those undertaken"),
    "revesino_cut": N_("revesinos cut, of those undertaken"),
    "revesino_cutter": N_("cut another's revesino"),
    "napolitana_possible": N_("cards for a napolitana"),
    "napolitana_announced": N_("napolitanas announced"),
    "napolitana_won": N_("napolitanas won, of those announced"),
    "napolitana_lost": N_("napolitanas lost, of those announced"),
    "napolitana_void": N_("napolitanas announced without the cards"),
    "espagnolette_possible": N_("cards for an espagnolette"),
    "espagnolette_declared": N_("espagnolettes declared"),
    "espagnolette_done": N_("espagnolettes done, of those declared"),
    "espagnolette_failed": N_("espagnolettes failed, of those declared"),
    "espagnolette_void": N_("espagnolettes declared without the cards"),
    "bete": N_("Bête"),
    "renuncio": N_("deals with a renuncio"),
    "exchange_taken": N_("exchanges taken"),
}
"""What a rate is of, in the order in which they are shown."""

MEANS: Mapping[str, str] = {
    "net": N_("tantos a deal"),
    "points": N_("points a deal"),
    "tricks": N_("tricks a deal"),
    "aces_held": N_("aces held"),
    "honours_held": N_("points of the hand"),
    "voids_held": N_("void suits of the hand"),
    "height_held": N_("ranks of the hand, added up"),
    "aces_placed_on": N_("aces that others placed in own tricks"),
    "aces_drawn": N_("aces forced out of others"),
    "doubles_received": N_("double payments received"),
    "doubles_paid": N_("double payments made"),
    "renuncios": N_("renuncios"),
}
"""What a mean is of, in the order in which they are shown."""


def decimal(value: float | None, places: int = 1, *, sign: bool = False) -> str:
    """A number with so many decimal places; a dash for one that is not known."""
    if value is None or math.isnan(value):
        return "–"
    rounded = round(abs(value), places)
    whole, part = divmod(rounded, 1)
    point = "." if current() == ENGLISH else ","
    digits = number(int(whole)) + (point + f"{part:.{places}f}"[2:] if places else "")
    if value < 0 and rounded:
        return f"-{digits}"
    return f"+{digits}" if sign and rounded else digits


def percentage(share: float | None) -> str:
    """A share as a percentage; a dash for one that is not known."""
    return "–" if share is None or math.isnan(share) else f"{decimal(100 * share)} %"


def between(
    low: float | None, high: float | None, *, share: bool = False, places: int = 1, sign: bool | None = None
) -> str:
    """An interval, with signs unless it is of a share; nothing where there is none."""
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return ""
    times = 100 if share else 1
    ends = (decimal(times * end, places, sign=not share if sign is None else sign) for end in (low, high))
    return "({} – {})".format(*ends)
