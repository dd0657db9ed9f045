"""What a hand is, in figures that luck is measured by: one line a feature."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from audit.stats.inputs import Numbers, numbers

HELD = (
    *("quinola_held", "aces_held", "honours_held", "height_held", "voids_held"),
    *("suit_0", "suit_1", "suit_2", "suit_3"),
)
"""What is read of a hand, of the columns of `core.seats`."""


class Hands(NamedTuple):
    """The hands that were played, and where: `[row]`; all 0 for who sits out, but `sits_out`."""

    quinola: Numbers
    aces: Numbers
    honours: Numbers
    height: Numbers
    suits: list[Numbers]
    """Cards of each suit; the quínola's is the first."""
    voids: Numbers
    singletons: Numbers
    seat: Numbers
    sits_out: Numbers


Feature = Callable[[Hands], Numbers]

WITH_QUINOLA: dict[str, Feature] = {
    "quinola": lambda h: h.quinola,
    "quinola_guards": lambda h: h.quinola * (h.suits[0] - 1),
    "quinola_alone": lambda h: h.quinola * (h.suits[0] == 1),
    "quinola_voids": lambda h: h.quinola * h.voids,
    "quinola_singletons": lambda h: h.quinola * h.singletons,
    "quinola_height": lambda h: h.quinola * h.height,
}
"""What decides whether the quínola will be placed: how it is covered, and whether a suit is soon out."""

FEATURES: dict[str, Feature] = {
    **WITH_QUINOLA,
    "aces": lambda h: h.aces,
    "honours": lambda h: h.honours,
    "height": lambda h: h.height,
    "voids": lambda h: h.voids,
    "singletons": lambda h: h.singletons,
    "doubletons": lambda h: _how_many(h.suits, 2),
    "longest": lambda h: np.maximum.reduce(h.suits),
    "quinola_suit": lambda h: h.suits[0],
    "sits_out": lambda h: h.sits_out,
    "seat_1": lambda h: h.seat == 1,
    "seat_2": lambda h: h.seat == 2,
    "seat_3": lambda h: h.seat == 3,
    "seat_4": lambda h: h.seat == 4,
}
"""In this order; one that the ones before it determine (the last seat, say) is left out of a fit."""

NAMES = ("constant", *FEATURES, "fondo", *(f"fondo_{name}" for name in WITH_QUINOLA))
"""The columns of a design: amounts are so much, and so much for each tanto in the fondo, which goes by the quínola."""


class Design(NamedTuple):
    """Rows made ready for the regression, those that are not known whole left out."""

    columns: Numbers
    """`[NAMES, row]`, each times the row's `weight`."""
    net: Numbers
    weight: Numbers
    """1 / (1 + fondo): amounts scatter as the fondo grows, so a deal counts the less the more it holds."""
    known: npt.NDArray[np.bool_]
    """Which of the rows given they are."""


def design(rows: pd.DataFrame) -> Design:
    """The design of rows with the columns `SEATS`."""
    sits_out = numbers(rows, "sits_out") > 0
    net, fondo = numbers(rows, "net"), numbers(rows, "fondo_start")
    # Nobody sits in seat -1: who sits out has no seat, but a feature of his own.
    seat: Numbers = np.where(sits_out, -1.0, numbers(rows, "seat"))
    held = [numbers(rows, name) for name in HELD]
    if sits_out.any():
        held = [np.where(sits_out, 0.0, values) for values in held]
    known = np.isfinite(sum(held, net + fondo + seat)) & (sits_out | (numbers(rows, "complete") > 0))
    out = sits_out.astype(np.float64)
    if not known.all():
        net, fondo, seat, out, *held = (values[known] for values in (net, fondo, seat, out, *held))
    quinola, aces, honours, height, voids, *suits = held
    hands = Hands(quinola, aces, honours, height, suits, voids, _how_many(suits, 1), seat, out)
    return _laid_out(hands, net, fondo, known)


def _how_many(suits: list[Numbers], cards: int) -> Numbers:
    """Suits of so many cards."""
    found = np.zeros(len(suits[0]))
    for suit in suits:
        found += suit == cards
    return found


def _laid_out(hands: Hands, net: Numbers, fondo: Numbers, known: npt.NDArray[np.bool_]) -> Design:
    weight = 1 / (1 + fondo)
    columns = np.empty((len(NAMES), len(net)))
    columns[0] = weight
    for place, of in enumerate(FEATURES.values(), 1):
        np.multiply(of(hands), weight, out=columns[place])
    first = 1 + len(FEATURES)
    np.multiply(fondo * weight, 1 - hands.sits_out, out=columns[first])
    np.multiply(columns[1 : 1 + len(WITH_QUINOLA)], fondo, out=columns[first + 1 :])
    return Design(columns, net, weight, known)
