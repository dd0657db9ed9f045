"""Every way in which the unknown cards of a deal can be filled in, where there are few.

A completion puts unseen cards in the place of the unknown ones. Where only a handful fit (a last trick that
nobody wrote down, but all hands; one illegible card), each can be settled like any other deal, and what all of
them come to is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.facts import NOBODY, Bytes, Mask, Seats, Sets
from audit.partial import may_be
from audit.ruleset import Ruleset

MOST = 500
"""Completions of one deal that are tried; a deal that may have more is left undecided."""

MOST_SETS = 1e6
"""The product of the choices for each card above which nobody counts how many of them go together."""


@dataclass(frozen=True)
class Completions:
    """Complete deals, each a completion of one that was not."""

    card: Bytes
    """`[trick, position, completion]`"""
    owner: npt.NDArray[np.intp]
    """`[completion]`: the deal that it completes, those of one deal together."""


def complete(card: Bytes, leader: Seats, may: Sets, rows: npt.NDArray[Any], r: Ruleset) -> Completions:
    """The completions of the deals `rows` of which every leader is known and not too many cards are not.

    `may` `[trick, position, deal]` are the cards that each player may have held, as sets.
    """
    cards: list[Bytes] = []
    owners: list[int] = []
    for row in rows.tolist():
        if (leader[:, row] == NOBODY).any():
            continue
        found = _fill(card[..., row], may_be(card[..., [row]], r)[..., 0] & may[..., row], r)
        cards += found
        owners += [row] * len(found)
    shape = card.shape[:2]
    filled = np.stack(cards, axis=-1) if cards else np.empty((*shape, 0), np.uint8)
    return Completions(np.ascontiguousarray(filled), np.array(owners, np.intp))


def _fill(card: Bytes, sets: Sets, r: Ruleset) -> list[Bytes]:
    """All completions of one deal `[trick, position]`, or none where there are more than `MOST`."""
    open_ = np.argwhere(r.bit[card] == 0)
    choices = [_cards(int(sets[t, p]), r) for t, p in open_]
    if np.prod([float(len(one)) for one in choices]) > MOST_SETS:
        return []
    found: list[Bytes] = []
    for chosen in _different(sorted(range(len(choices)), key=lambda i: len(choices[i])), choices, ()):
        if len(found) == MOST:
            return []
        filled = card.copy()
        for place, one in chosen:
            filled[tuple(open_[place])] = one
        found.append(filled)
    return found


def _cards(cards: int, r: Ruleset) -> list[int]:
    """The codes of the cards of a set."""
    return [int(code) for code in r.deck if int(r.bit[code]) & cards]


def _different(
    order: Sequence[int], choices: Sequence[Sequence[int]], taken: tuple[tuple[int, int], ...]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """A card for each place in `order`, no card twice: every way to choose them, as pairs of place and card."""
    if len(taken) == len(order):
        yield taken
        return
    place = order[len(taken)]
    used = {card for _, card in taken}
    for card in choices[place]:
        if card not in used:
            yield from _different(order, choices, (*taken, (place, card)))


def agree(values: npt.NDArray[Any], owner: npt.NDArray[np.intp], valid: Mask) -> tuple[npt.NDArray[Any], Mask]:
    """For each deal in `owner`, in order: the value `[…, deal]` that its valid completions share, and where they do."""
    begins = np.flatnonzero(np.diff(owner, prepend=-1))
    sizes = np.diff(np.append(begins, owner.size))
    places = zip(begins.tolist(), sizes.tolist(), strict=True)
    first = np.repeat([_first_valid(valid, begin, size) for begin, size in places], sizes).astype(np.intp)
    same = (values == values[..., first]) | ~valid
    return values[..., first[begins]], np.logical_and.reduceat(same, begins, axis=-1)


def _first_valid(valid: Mask, begin: int, size: int) -> int:
    """The place of the first valid completion of a deal; of its first, where none is."""
    return begin + int(valid[begin : begin + size].argmax())
