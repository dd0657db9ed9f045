"""A season as somebody asks for it: the words of a command line read, and refused where they say nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

from audit.choice import hints
from audit.logs.fields import FORBIDDEN_IN_NAMES
from audit.model import FONDO
from audit.refusal import Refused
from audit.simulate.mistakes import MISTAKES, WEIGHTS

MOST = 1_000_000
"""Deals beyond which a season would not fit into memory."""


def check_rate(name: str, rate: float) -> float:
    """A share of something, as the option `name` gives it. Raises `Refused`."""
    if not 0 <= rate <= 1:
        raise Refused("season.rate", name=name, value=str(rate))
    return rate


def check_counts(sessions: int, deals: int) -> None:
    """Raises `Refused` where there are no deals, or more than fit into memory."""
    for name, count in (("--sessions", sessions), ("--deals", deals)):
        if count < 1:
            raise Refused("season.count", name=name, value=count)
    if sessions * deals > MOST:
        raise Refused("season.too-long", most=MOST, total=sessions * deals)


def check_folder(folder: Path) -> None:
    """Raises `Refused` where something else would be written over."""
    if folder.is_dir() and any(folder.iterdir()):
        raise Refused("season.folder-not-empty", folder=str(folder))
    if folder.exists() and not folder.is_dir():
        raise Refused("season.folder-is-file", folder=str(folder))


def club_of(name: str) -> str:
    """The club's name. Raises `Refused` where it is empty."""
    if not name.strip():
        raise Refused("season.no-club")
    return name.strip()


def players_of(text: str, least: int) -> tuple[str, ...]:
    """The names, which stand between commas: as many as a table has seats, or more. Raises `Refused`."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    for name in names:
        if not name or not FORBIDDEN_IN_NAMES.isdisjoint(name) or name.casefold() == FONDO:
            raise Refused("season.no-name", name=name)
        if names.count(name) > 1:
            raise Refused("season.name-twice", name=name)
    if len(names) < least:
        raise Refused("season.too-few", count=len(names), least=least)
    return names


def weights_of(texts: Sequence[str]) -> Mapping[str, float]:
    """How often each kind of mistake is made against the others, of `kind=weight`. Raises `Refused`."""
    weights = {}
    for text in texts:
        kind, _equals, weight = (part.strip() for part in text.partition("="))
        if kind not in MISTAKES:
            raise Refused("season.no-mistake", name=kind, **hints(kind, MISTAKES))
        weights[kind] = _weight(text, weight or "1")
    return weights or WEIGHTS


def _weight(text: str, weight: str) -> float:
    try:
        found = float(weight)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise Refused("season.weight", text=text)
    return found


def start_of(text: str, sessions: int) -> date:
    """The first of so many evenings, a week apart. Raises `Refused`."""
    try:
        first = date.fromisoformat(text)
        _last = first + timedelta(days=7 * sessions)
    except (ValueError, OverflowError):
        raise Refused("season.start", text=text) from None
    return first
