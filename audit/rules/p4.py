"""The double payments of the first and the last trick."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from audit.facts import Index
from audit.registry import rule
from audit.ruleset import Ruleset

DOUBLED = ("P1", "P2", "P3", "F6")
"""The rules whose payments are doubled in every house that doubles any."""


@rule("P4")
def edge(r: Ruleset, trick: Index) -> npt.NDArray[np.int64]:
    """Payments for aces and the quínola are doubled in the first and the last trick. [S0 §10; HOY: the last only]"""
    doubled = edges(r)
    return np.where(np.isin(trick, doubled), 2, 1)


def edges(r: Ruleset) -> tuple[int, ...]:
    """The tricks in which payments are doubled, counted from 0."""
    if not r.plays("P4"):
        return ()
    last = r.tricks - 1
    return {"both": (0, last), "last": (last,), "none": ()}[r.choice("edge_tricks")]


def doubled_rules(r: Ruleset) -> tuple[str, ...]:
    """The rules whose payments between players are doubled at the edges."""
    if not r.plays("P4"):
        return ()
    return (*DOUBLED, "N6") if r.plays("N6") and r.flag("n6_edge_double") else DOUBLED


def doubles(r: Ruleset, rule_id: str, trick: int | None) -> bool:
    """Whether what a rule has players pay each other is doubled in a trick, counted from 1."""
    return trick is not None and trick - 1 in edges(r) and rule_id in doubled_rules(r)


def by_suit(r: Ruleset, option: str, suit: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """1 for an ace, 2 for the ace of the suit that `option` names; `suit` are the aces' suits."""
    word = r.choice(option)
    if word == "none":
        return np.ones(suit.shape, np.int64)
    return np.where(suit == SUIT_NUMBERS[word], 2, 1)


SUIT_NUMBERS = {"oros": 0, "copas": 1}
