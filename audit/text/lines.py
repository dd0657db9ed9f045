"""Lines of text and what they are made of: counts, runs of deals, names made safe to print."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple


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


def count(number: int, noun: str) -> str:
    """A number and what it counts: `1 deal`, `2,000 deals`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def signed(number: int) -> str:
    """A number with its sign; 0 has none."""
    return f"{number:+,}" if number else "0"


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def ranges(numbers: Iterable[int], noun: str = "deal") -> str:
    """Numbers of deals, or of `noun`, with neighbours drawn together: `deals 3, 5–9`."""
    spans: list[list[int]] = []
    for number in sorted(set(numbers)):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    shown = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans[:12])
    more = f" and {len(spans) - 12} more runs" if len(spans) > 12 else ""
    single = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f"{noun if single else noun + 's'} {shown}{more}"
