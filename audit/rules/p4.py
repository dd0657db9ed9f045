"""The double payments of the first and the last trick."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from audit.facts import Facts, Index
from audit.registry import rule
from audit.ruleset import Ruleset


@rule("P4")
def edge(f: Facts, r: Ruleset, trick: Index) -> npt.NDArray[np.int64]:
    """Payments for aces and the quínola are doubled in the first and the last trick. [S0 §10; HOY: the last only]"""
    last = f.card.shape[0] - 1
    doubled = {"both": (0, last), "last": (last,), "none": ()}[r.choice("edge_tricks")]
    return np.where(np.isin(trick, doubled), 2, 1)


def by_suit(r: Ruleset, option: str, suit: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """1 for an ace, 2 for the ace of the suit that `option` names; `suit` are the aces' suits."""
    word = r.choice(option)
    if word == "none":
        return np.ones(suit.shape, np.int64)
    return np.where(suit == SUIT_NUMBERS[word], 2, 1)


SUIT_NUMBERS = {"oros": 0, "copas": 1}
