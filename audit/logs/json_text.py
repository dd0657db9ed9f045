"""One line of JSON as values: repeated keys are noticed, and what JSON does not know is not let in."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from audit.logs import limits

Json = Any
"""What a JSON text says: `dict`, `list`, `str`, `int`, `float`, `bool` or `None`; checked where used."""

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile("[\ud800-\udfff]")


class RepeatedKeys(dict[str, Json]):
    """An object in which keys were repeated: one value where they were equal, none where they differed."""

    def __init__(self, pairs: list[tuple[str, Json]]) -> None:
        super().__init__(pairs)
        given: dict[str, list[Json]] = {}
        for key, value in pairs:
            given.setdefault(key, []).append(value)
        self.repeated = {key: values for key, values in given.items() if len(values) > 1}
        for key in self.repeated:
            if self.differ(key):
                del self[key]

    def differ(self, key: str) -> bool:
        """Whether the key's values are not all the same."""
        # Compared as text: to Python 1, 1.0 and true are equal.
        return len({json.dumps(value, sort_keys=True) for value in self.repeated[key]}) > 1


def _finite(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


def _short(text: str) -> int | str:
    return int(text) if len(text) <= limits.INTEGER_CHARS else text


class LineDecoder:
    """Decodes one line after another.

    NaN, Infinity and numbers too long to be computed come out as their text, which no number's field takes.
    """

    def __init__(self) -> None:
        self.has_repetitions = False
        """Whether the line decoded last has an object with a repeated key."""
        self._decoder = json.JSONDecoder(object_pairs_hook=self._object, parse_constant=str, parse_float=_finite)
        self._decoder_of_long_numbers = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=str, parse_float=_finite, parse_int=_short
        )

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self.has_repetitions = True
        return RepeatedKeys(pairs)

    def decode(self, line: str) -> Json:
        """What the line says. Raises json.JSONDecodeError, or RecursionError when it is nested too deep."""
        self.has_repetitions = False
        try:
            return self._decoder.decode(line)
        except json.JSONDecodeError:
            raise
        except ValueError:
            # Python refuses to compute integers of thousands of digits; the other decoder leaves their text.
            return self._decoder_of_long_numbers.decode(line)


def has_lone_surrogates(line: str) -> bool:
    """Whether the line may say half a character, which no file could hold."""
    return "\\u" in line and _SURROGATE.search(line) is not None


def mended(value: Json) -> Json:
    """The value with U+FFFD for every half character."""
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, RepeatedKeys):
        pairs = [(key, each) for key, values in value.repeated.items() for each in values]
        pairs += [(key, each) for key, each in value.items() if key not in value.repeated]
        return RepeatedKeys([(mended(key), mended(each)) for key, each in pairs])
    if isinstance(value, dict):
        return {mended(key): mended(each) for key, each in value.items()}
    return [mended(each) for each in value] if isinstance(value, list) else value


class Repetition(NamedTuple):
    """A repeated key: the path of its object, the key, its values and whether they differ."""

    path: str
    key: str
    values: list[Json]
    differ: bool


def repetitions(value: Json, path: str = "$") -> Iterator[Repetition]:
    """The repeated keys anywhere in a value."""
    if isinstance(value, RepeatedKeys):
        for key, values in value.repeated.items():
            yield Repetition(path, key, values, value.differ(key))
    if isinstance(value, dict):
        for key, each in value.items():
            yield from repetitions(each, f"{path}.{key}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from repetitions(each, f"{path}[{place}]")


def depth_exceeds(value: Json, limit: int) -> bool:
    """Whether lists and objects are nested deeper than the limit."""
    level = [value]
    for _ in range(limit):
        level = [
            each
            for outer in level
            if isinstance(outer, list | dict)
            for each in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def show(value: Json) -> str:
    """The value as JSON on one line, for a message or a comment."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "…"


def kind(value: Json) -> str:
    """What JSON calls such a value."""
    kinds = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number"}
    return kinds.get(type(value), "object" if isinstance(value, dict) else "null")
