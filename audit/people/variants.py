"""Which names of a club may be one person's: the same but for accents or case, for short, or nearly spelt alike.

A proposal is a question. Two names that sat in one deal are two people, and are not asked about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, get_args

from audit.people.nicknames import LONG_NAMES
from audit.people.words import folded_words

Why = Literal["accents", "initials", "nickname", "spelling"]
"""In the order of how much speaks for it."""

SHORTEST = 4
"""Letters that a name must have for a slip of one letter to be one: `Ana` and `Eva` are two names."""

LONG = 9
"""Letters from which on two slips may be."""

MOST = 2
"""Slips that the longest name may have."""


class Variant(NamedTuple):
    """Two names that may be one person's."""

    name: str
    """The rarer of the two, which would be merged."""
    person: str
    why: Why


def variants(deals: Mapping[str, int], apart: Collection[frozenset[str]] = ()) -> list[Variant]:
    """The pairs among names, given with how many deals each has, that may be one person; the likeliest first.

    `apart` are pairs that are known to be two.
    """
    found = []
    for one, other in _near(sorted(deals)):
        why = likeness(one, other)
        if why is not None and frozenset((one, other)) not in apart:
            name, person = sorted((one, other), key=lambda each: (deals[each], each))
            found.append(Variant(name, person, why))
    return sorted(found, key=lambda each: (get_args(Why).index(each.why), each.person, each.name))


def likeness(one: str, other: str) -> Why | None:
    """Why two names may be one person's; `None` when they do not look so."""
    left, right = folded_words(one), folded_words(other)
    if left.replace(" ", "") == right.replace(" ", ""):
        return "accents"
    mine, theirs = left.split(), right.split()
    if _is_initialled(mine, theirs) or _is_initialled(theirs, mine):
        return "initials"
    if _is_nickname(mine, theirs):
        return "nickname"
    return "spelling" if _is_slip(left, right) else None


def _near(names: Sequence[str]) -> set[tuple[str, str]]:
    """The pairs that are worth a look, in order: those that begin alike, and those that are spelt nearly alike."""
    import numpy as np
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        begin = folded_words(name).split()
        keys = {"".join(begin), *begin[:1]}
        for size in (1, 2, 3):
            keys |= LONG_NAMES.get(" ".join(begin[:size]), frozenset())
        for key in keys:
            groups[key].append(name)
    found = {pair for group in groups.values() for pair in combinations(group, 2)}
    spelt = [folded_words(name) for name in names]
    far = cdist(spelt, spelt, scorer=OSA.distance, score_cutoff=MOST, dtype=np.uint8)
    found.update((names[one], names[other]) for one, other in np.argwhere(far <= MOST).tolist() if one < other)
    return found


def _is_initialled(short: list[str], long: list[str]) -> bool:
    """Whether one is the other with surnames as initials or left out: `Ana M`, `Ana M. Ruiz`, `Ana María Ruiz`."""
    if len(short) < 2 or len(short) > len(long) or short[0] != long[0]:
        return False
    cut = any(len(one) == 1 < len(two) for one, two in zip(short, long, strict=False))
    return cut and all(
        one == two or (len(one) == 1 and two.startswith(one)) for one, two in zip(short, long, strict=False)
    )


def _is_nickname(one: list[str], other: list[str]) -> bool:
    """Whether the first names are short for one name and what follows is the same, or left out by one of them."""
    for size in (3, 2, 1):
        for own, theirs in ((size, 1), (1, size)):
            left, right = " ".join(one[:own]), " ".join(other[:theirs])
            if left != right and LONG_NAMES.get(left, frozenset()) & LONG_NAMES.get(right, frozenset()):
                rest, more = one[own:], other[theirs:]
                return rest == more or not rest or not more
    return False


def _is_slip(one: str, other: str) -> bool:
    """Whether one letter, or two in long names, is wrong, lacking, too much or in its neighbour's place."""
    from rapidfuzz.distance import OSA

    mine, theirs = one.split(), other.split()
    shorter = min(len(one), len(other))
    # Of `Eva Ruiz` and `Ana Ruiz` a short word differs, however long the names are.
    differing = [(a, b) for a, b in zip(mine, theirs, strict=False) if a != b] if len(mine) == len(theirs) else []
    if shorter < SHORTEST or any(min(len(a), len(b)) < SHORTEST or _are_his_and_hers(a, b) for a, b in differing):
        return False
    most = MOST if shorter >= LONG else 1
    return OSA.distance(one, other, score_cutoff=most) <= most


def _are_his_and_hers(one: str, other: str) -> bool:
    """Whether they are a man's name and a woman's: `Mario` and `Maria`, `Juan` and `Juana`."""
    man, woman = sorted((one, other), key=lambda word: word.endswith("a"))
    return woman.endswith("a") and not man.endswith("a") and woman[:-1] == man.removesuffix("o")
