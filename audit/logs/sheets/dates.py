"""Dates as score sheets write them: day first."""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

_DATE = re.compile(r"([0-9]{1,4})\s*([-/.])\s*([0-9]{1,2})\s*\2\s*([0-9]{1,4})(?:[ T]+[0-9:.]+)?\.?")
_CENTURY = 70
"""From this on, two digits are a year of the last century."""


class Date(NamedTuple):
    """A date, and whether it could be another one with the month first."""

    text: str
    ambiguous: bool


def parse_date(text: str) -> Date | None:
    """The day that `2/3/2024`, `02.03.24` or `2024-03-02` names; `None` when it is no day."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    first, _, middle, last = match.groups()
    if len(first) == 4 and len(last) <= 2:
        return _date(int(first), int(middle), int(last), ambiguous=False)
    if len(first) > 2 or len(last) not in (2, 4):
        return None
    day, month, year = int(first), int(middle), int(last)
    if len(last) == 2:
        year += 1900 if year >= _CENTURY else 2000
    return _date(year, month, day, ambiguous=day <= 12 and day != month)


def _date(year: int, month: int, day: int, *, ambiguous: bool) -> Date | None:
    try:
        return Date(datetime.date(year, month, day).isoformat(), ambiguous)
    except ValueError:
        return None
