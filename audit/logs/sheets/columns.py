"""What a column holds, told from its heading: a field, and whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from audit.logs import fields, keys, limits
from audit.logs.fields import POT_WORDS, normal
from audit.logs.quoting import unquote
from audit.logs.sheets.grid import NO_RESULT
from audit.logs.sheets.vocabulary import EXTRA, OF_PLAYER, OPTION_WORDS, PER_PLAYER, SINGLE, TOTALS, WEAK_DEAL, folded

PASS_OVER = "-"
"""In a mapping: a column that holds nothing for us."""

_LINK = re.compile(r"(?:de|of)\s+(?=\S)")
_BREAK = re.compile(r"[\W_]")
_WORDS = 8
"""After so many signs no word of ours ends, nor does one begin before so many."""


class Heading(NamedTuple):
    """What a heading says."""

    field: str
    name: str = ""
    """Whose figure it is, or which house rule; empty where the field has no such name, or where it is still to come."""
    also: str = ""
    """The name with everything that stands there, for a player who is called just so."""

    @property
    def is_whole(self) -> bool:
        """Whether it lacks no name."""
        return bool(self.name) or self.field not in PER_PLAYER


class Column(NamedTuple):
    """A column of a table."""

    place: int
    field: str
    name: str
    also: str
    heading: str
    """As it stands there."""

    def player(self, players: Mapping[str, int] | frozenset[str]) -> str | None:
        """Whose column it is, of those who play."""
        return self.also if self.also in players else self.name if self.name in players else None


def parse_heading(text: str) -> Heading | None:
    """What a heading means; `None` when it is no word of ours."""
    text = text.strip()
    if text[:1].isdigit() and text.replace(".", "").isdigit():
        return None
    return _parse(text) if text and len(text) <= limits.HEADING_CHARS else None


@lru_cache(maxsize=limits.CACHE_ENTRIES)
def _parse(text: str) -> Heading | None:
    if keys.is_extra(text):
        return Heading(EXTRA, normal(text))
    plain = folded(text) or text
    if plain in SINGLE:
        return Heading(SINGLE[plain])
    if plain in OF_PLAYER:
        return Heading(OF_PLAYER[plain])
    for head, rest in _parts(text):
        if head in OPTION_WORDS and (name := _cleaned(rest)):
            return Heading(keys.OPTION, normal(unquote(name)))
        if head in OF_PLAYER and _is_name(name := _cleaned(rest)):
            return _of_player(OF_PLAYER[head], name, normal(rest))
    return _name_first(text)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The heading parted at the first signs between words, the longest beginning first."""
    for match in reversed(list(islice(_BREAK.finditer(text), _WORDS))):
        yield folded(text[: match.start()]), text[match.start() :]


def _name_first(text: str) -> Heading | None:
    """`Ana puntos`, `Ana (pts.)`: the name before the word, the longest word first."""
    breaks = list(_BREAK.finditer(text))
    for match in breaks[-_WORDS:]:
        field = OF_PLAYER.get(folded(text[match.start() :]))
        name = text[: match.start()].rstrip(" :-–—/_([\n")
        if field is not None and _is_name(name):
            return Heading(field, normal(name), normal(name))
    return None


def _is_name(text: str) -> bool:
    """Whether it can be a player: not the pot, no word for a sum, no other figure (`saldo final`), no formula."""
    plain = folded(text)
    is_other = plain in TOTALS or plain in OF_PLAYER or text.startswith(NO_RESULT)
    return bool(plain) and not is_other and plain.split()[-1] not in POT_WORDS


def _cleaned(rest: str) -> str:
    """A name without the signs that part it from the word before."""
    rest = rest.lstrip(" .:-–—/_\n\t").rstrip(" :\n\t")
    if rest[:1] in ("(", "[") and rest[-1:] in (")", "]"):
        return rest[1:-1].strip()
    return rest


def _of_player(field: str, name: str, also: str) -> Heading:
    return Heading(field, normal(_LINK.sub("", name, count=1) if _LINK.match(name) else unquote(name)), also)


def spelt(heading: Heading) -> str:
    """A heading as a mapping writes it: the key of the log format, and whose it is."""
    if heading.field == EXTRA:
        return heading.name
    field = fields.DEAL if heading.field == WEAK_DEAL else heading.field
    key = keys.BY_FIELD.get(field)
    word = key.spanish if key else field
    return f"{word} {heading.name}" if heading.name else word


def figures(columns: list[Column]) -> list[Column]:
    """The columns that hold what was recorded of a deal."""
    return [column for column in columns if column.field in _FIGURES]


_FIGURES = frozenset(
    {
        fields.DEALER, fields.WINNER, fields.FONDO_START, fields.FONDO_END, "plays", fields.NAPOLITANA, fields.REVESINO,
        fields.ESPAGNOLETTE, fields.POINTS, fields.TRICKS, fields.NET, fields.BALANCE,
    }
)  # fmt: skip
