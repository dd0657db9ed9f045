"""Whole names found in text and replaced there: a name is one or several words, and never a part of one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*")

Lookup = Callable[[str], str | None]


def fold(text: str) -> str:
    """Text without accents and case."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))


def words(name: str) -> tuple[str, ...]:
    """The words of a name, as it is spelt."""
    return tuple(_WORD.findall(name))


def folded_words(name: str) -> str:
    """The words of a name without accents and case, with a blank between."""
    return " ".join(map(fold, words(name)))


@dataclass(frozen=True)
class Replacement:
    """Which names are replaced, and by what."""

    name: Lookup
    """By a name as it is spelt, where a name stands alone."""
    said: Lookup
    """By folded words, where text speaks of somebody."""
    longest: int
    """How many words a name of these has, at most."""


def said_of(names: Mapping[str, str]) -> dict[str, str]:
    """By its folded words as text has them, what stands in the place of a name; of those folded alike, the first
    counts, and a name without a letter is in no text.
    """
    found: dict[str, str] = {}
    for name, other in names.items():
        if said := folded_words(name):
            found.setdefault(said, other)
    return found


def replacement(names: dict[str, str]) -> Replacement:
    """What replaces the keys of `names` by their values."""
    return Replacement(names.get, said_of(names).get, max((len(words(name)) for name in names), default=0))


@lru_cache(maxsize=1024)
def _others(names: frozenset[str]) -> tuple[frozenset[str], frozenset[str], int]:
    """The names as their words are spelt, and folded, and how many words one has at most."""
    spelt = [" ".join(words(name)) for name in names]
    return frozenset(spelt), frozenset(map(fold, spelt)), max((one.count(" ") + 1 for one in spelt), default=0)


def in_text(text: str, by: Replacement, others: Collection[str] = ()) -> str:
    """The text with the names replaced that stand in it as whole words, in whatever case and accents.

    What is the name of one of the `others` stays, a longer name before one that is a part of it.
    """
    found = list(_WORD.finditer(text))
    if not found or not by.longest:
        return text
    spelt, alike, most = _others(frozenset(others))
    parts, end, place = [], 0, 0
    while place < len(found):
        taken = 1
        for size in range(min(max(by.longest, most), len(found) - place), 0, -1):
            own = " ".join(one[0] for one in found[place : place + size])
            if own in spelt:
                taken = size
                break
            other = by.said(fold(own)) if size <= by.longest else None
            if other is not None:
                parts += [text[end : found[place].start()], other]
                end, taken = found[place + size - 1].end(), size
                break
            if fold(own) in alike:
                taken = size
                break
        place += taken
    return "".join(parts) + text[end:] if parts else text


def in_value(value: Any, by: Replacement, others: Collection[str] = ()) -> Any:
    """The same throughout a value of JSON, its keys too; a text that is a name, and nothing else, is replaced whole."""
    if isinstance(value, str):
        if value in others and by.name(value) is None:
            return value
        return by.name(value) or in_text(value, by, others)
    if isinstance(value, dict):
        return {in_value(key, by, others): in_value(each, by, others) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [in_value(each, by, others) for each in value]
    return value


def strings(value: Any) -> Iterator[str]:
    """All texts in a value of JSON, its keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from strings(key)
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
