"""The revesino made."""

from __future__ import annotations

import numpy as np

from audit.course import Course, is_made
from audit.facts import FIRST_TRICKS, Facts, Mask, as_mask
from audit.movements import FONDO, Movements, each_other, joined, pay
from audit.registry import rule
from audit.rules.n7 import napolitano_bears_all
from audit.ruleset import Ruleset


@rule("V2")
def made(f: Facts, r: Ruleset, c: Course) -> Movements:
    """Each other player pays the maker 16, and he takes the fondo as the house allows it. [S0 §8, §9; HOY]"""
    deal = np.flatnonzero(is_made(f, c))
    maker = c.undertaker[deal]
    rows, payer = each_other(f.card.shape[1], deal, maker)
    payer = napolitano_bears_all(r, c, deal[rows], payer)
    paid = pay(r, deal[rows], payer, maker[rows], r.amount("made_pays"))
    takes = takes_fondo(f, r, c)[deal]
    return joined(r, [paid, pay(r, deal[takes], FONDO, maker[takes], whole=True)])


def takes_fondo(f: Facts, r: Ruleset, c: Course) -> Mask:
    """`[deal]`: the fondo goes with a revesino made, by when its maker played the quínola."""
    reading = r.choice("made_fondo")
    if reading == "always":
        return np.ones(f.deals, np.bool_)
    early = played_own_early(f, c)
    if reading == "only_early_quinola":
        return early
    return as_mask((c.undertaker != f.by_deal(f.quinola.seat)) | early)


def played_own_early(f: Facts, c: Course) -> Mask:
    """`[deal]`: the undertaker himself played the quínola, in the first nine tricks."""
    early = f.by_deal(f.quinola.trick) < FIRST_TRICKS
    return as_mask(c.undertaken & (c.undertaker == f.by_deal(f.quinola.seat)) & early)
