"""How text stands in a `.rev` line: quotes, comments, and the way out for text that no line can hold."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from audit.card_names import fold
from audit.logs import limits
from audit.logs.fields import is_bare
from audit.logs.json_text import Json, depth_exceeds, has_lone_surrogates, mended

JSON_MARK = "json:"
"""Begins a value that is JSON: any value of an `x-` key but text, and text that no line could hold."""

_QUOTED_OR_SIGN = re.compile(r'"[^"]*"|[:;"]')
_LONGEST_WORD = 40
_ESCAPED = re.compile(r"\\(.)")


class Line(NamedTuple):
    """A line cut at its signs. `value` is `None` without a colon; `at` is where it begins in the line."""

    key: str
    value: str | None
    at: int
    comment: str | None


class UnclosedQuoteError(Exception):
    """A double quote that nothing closes; `at` is its place in the line."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def split_line(line: str, free_text: frozenset[str]) -> Line:
    """The key up to the first colon, the value, the comment from the first `;` on; quotes hide such signs.

    The value of a key of `free_text` is all the rest of the line. Raises UnclosedQuoteError.
    """
    colon: int | None = None
    for match in _QUOTED_OR_SIGN.finditer(line):
        sign, place = match.group(), match.start()
        if sign == '"':
            raise UnclosedQuoteError(place)
        if sign == ";":
            end = len(line) if colon is None else colon
            key = line[: min(end, place)]
            value = None if colon is None else line[colon + 1 : place]
            return Line(key, value, end + 1, line[place + 1 :])
        if sign == ":" and colon is None:
            colon = place
            if place < _LONGEST_WORD and fold(line[:place]) in free_text:
                break
    if colon is None:
        return Line(line, None, len(line), None)
    return Line(line[:colon], line[colon + 1 :], colon + 1, None)


def is_quoted(text: str) -> bool:
    """Whether the whole text is one quoted text, in which `""` stands for a quote."""
    return len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1].replace('""', "")


def unquote(text: str) -> str:
    """What a quoted text says; any other text without its outer blanks."""
    text = text.strip()
    return text[1:-1].replace('""', '"') if is_quoted(text) else text


def quote(text: str) -> str:
    """The text in double quotes."""
    return '"' + text.replace('"', '""') + '"'


def read_json_mark(text: str) -> tuple[bool, object]:
    """Whether the value is `json:` and JSON, and what that says.

    It is not when it could not be written again as it stands: with a key repeated, a number that would come out
    as another, or nested beyond measure. Then it is plain text. Half a character is U+FFFD.
    """
    text = text.strip()
    if text.startswith(JSON_MARK):
        try:
            value = _DECODER.decode(text[len(JSON_MARK) :].lstrip())
        except (ValueError, RecursionError):
            return False, None
        if not depth_exceeds(value, limits.EXTRA_DEPTH):
            return True, mended(value) if has_lone_surrogates(text) else value
    return False, None


def _same_number(text: str) -> int | float:
    """The number. Raises ValueError when it would be written otherwise."""
    number: int | float = json.loads(text)
    if json.dumps(number) != text:
        raise ValueError(text)
    return number


def _refuse(text: str) -> Json:
    raise ValueError(text)


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs) or len({mended(key) for key in found}) < len(pairs):
        raise ValueError("a key is repeated")
    return found


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refuse, parse_float=_same_number, parse_int=_same_number
)


def read_text(text: str) -> str:
    """Free text: what `json:` or the quotes say, else the text without its outer blanks."""
    marked, value = read_json_mark(text)
    return value if marked and isinstance(value, str) else unquote(text)


def write_json_mark(value: object) -> str:
    """The value as `json:` and JSON, without `;` and with paired quotes, for `split_line` to pass over."""
    text = json.dumps(value, ensure_ascii=False)
    text = _ESCAPED.sub(lambda escape: "\\u0022" if escape[1] == '"' else escape[0], text)
    return f"{JSON_MARK} {text.replace(';', chr(92) + 'u003b')}"


def write_name(name: str) -> str:
    """A name as it stands in a key, a list or a value: bare where it can."""
    return name if is_bare(name) else quote(name)


def write_text(text: str) -> str:
    """Free text before a possible comment: bare where it can, quoted, or as JSON when it breaks the line."""
    if "\n" in text or "\r" in text or text.startswith(JSON_MARK):
        return write_json_mark(text)
    bare = bool(text) and text == text.strip() and text != "?" and ";" not in text and '"' not in text
    return text if bare else quote(text)


def write_note(text: str) -> str:
    """A note, which runs to the end of its line: as it is, or as JSON when that would not be read back."""
    plain = bool(text) and text == text.strip() and text != "?" and "\n" not in text and "\r" not in text
    return text if plain and not text.startswith(JSON_MARK) else write_json_mark(text)
