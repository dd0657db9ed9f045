"""Lines of text and what they are made of: counts, dates, lists, runs of deals, names made safe to print."""

from __future__ import annotations

import datetime
import functools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from audit.language import ENGLISH, _, current, ngettext

RUNS_SHOWN = 12
"""Runs of deals or lines that are told one by one."""

_SOUNDS_I = re.compile(r"\W*(h?i(?![aeo])|y(?![aeiou]))", re.IGNORECASE)
"""The beginning of a word before which Spanish says `e` for `y`; accents are taken off before."""


Span = tuple[int, int]
"""The first and the last of a run of numbers."""


class Line(NamedTuple):
    """A line of text and the role that it plays, from which the terminal takes its colour."""

    text: str
    role: str = "plain"


def clean(text: str) -> str:
    """Text from a log, with what could steer a terminal or turn the line round made visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"\\u{ord(letter):04x}" if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") else letter
        for letter in text
    )


def plain(value: object) -> str:
    """An option's value as a log spells it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


# -------------------------------------------------------------------------------------------- numbers, dates


@functools.cache
def _separator(language: str) -> str:
    from babel.numbers import get_group_symbol  # noqa: PLC0415 - help must not wait for it

    return str(get_group_symbol(language))


def number(value: int) -> str:
    """A whole number with its thousands set apart: `1,234`, `12.345`; Spanish leaves four digits together."""
    language = current()
    if language == "es" and abs(value) < 10_000:
        return str(value)
    digits = f"{value:,}"
    return digits if language == ENGLISH else digits.replace(",", _separator(language))


def signed(value: int) -> str:
    """A number with its sign; 0 has none."""
    return f"+{number(value)}" if value > 0 else number(value)


def counted(singular: str, plural: str, value: int) -> str:
    """A text that counts, in the form for `value`, which stands for `{n}`; extracted as `ngettext` is."""
    return ngettext(singular, plural, value).format(n=number(value))


def times(text: str, value: int) -> str:
    """The text with how many times it holds, where that is more than once."""
    return (
        text
        if value == 1
        else ngettext("{text} ({n} time)", "{text} ({n} times)", value).format(text=text, n=number(value))
    )


def day(iso: str) -> str:
    """A date as the language writes it; in English, and where it is none, as it stands."""
    if current() == ENGLISH:
        return iso
    try:
        date = datetime.date.fromisoformat(iso)
    except ValueError:
        return iso
    from babel.dates import format_date  # noqa: PLC0415 - likewise

    return str(format_date(date, format="long", locale=current()))


# ----------------------------------------------------------------------------------------------------- lists


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`; in Spanish `e` stands for `y` before the sound i."""
    if len(parts) < 2:
        return "".join(parts)
    *items, last = parts
    if current() == "es" and _SOUNDS_I.match(_bare(last)):
        return f"{', '.join(items)} e {last}"
    return _("{items} and {last}").format(items=", ".join(items), last=last)


def alternatives(parts: Sequence[str]) -> str:
    """`a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{left} or {right}").format(left=", ".join(parts[:-1]), right=parts[-1])


def _bare(text: str) -> str:
    """The text without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def ranges(numbers: Iterable[int]) -> str:
    """Numbers with neighbours drawn together: `3, 5–9`."""
    spans: list[Span] = []
    for each in sorted(set(numbers)):
        if spans and each == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], each)
        else:
            spans.append((each, each))
    return runs(spans)


def runs(spans: Sequence[Span]) -> str:
    """The same of numbers that are drawn together already."""
    shown = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans[:RUNS_SHOWN])
    more = len(spans) - RUNS_SHOWN
    if more <= 0:
        return shown
    return ngettext("{runs} and {n} more run", "{runs} and {n} more runs", more).format(runs=shown, n=number(more))


def at_lines(numbers: Iterable[int]) -> str:
    """`lines 3, 5–9` of a log."""
    told = set(numbers)
    return ngettext("line {lines}", "lines {lines}", len(told)).format(lines=ranges(told))
