"""Mistakes of the pen: the deal was worked out rightly, and one line of it written down wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from audit.model import Recorded
from audit.rows import Row
from audit.simulate.mistakes.registry import Case, mistake
from audit.trial.change import Change

LINES = ("points", "tricks", "net", "balance")
"""Claims that are written a line for all players."""

SIGNED = ("net", "balance")

FONDO = ("fondo_start", "fondo_end")

MISREAD = (10, -10, 6, -6)
"""By how much a value may be off that no other mistake explains."""

Values = tuple[int | None, ...]


class _Line:
    """A record with one line rewritten."""

    def __init__(self, claim: str, rewrite: Callable[[Values], Values]) -> None:
        self.claim, self.rewrite = claim, rewrite

    def __call__(self, recorded: Recorded) -> Recorded:
        values = getattr(recorded, self.claim)
        return recorded if values is None else msgspec.structs.replace(recorded, **{self.claim: self.rewrite(values)})


def _lines(case: Case) -> Iterator[tuple[str, Values]]:
    for claim in LINES:
        values = getattr(case.written, claim)
        if values is not None:
            yield claim, values


def _one(place: int, rewrite: Callable[[int], int]) -> Callable[[Values], Values]:
    """One value of a line rewritten."""

    def written(values: Values) -> Values:
        return tuple(
            rewrite(value) if number == place and value is not None else value for number, value in enumerate(values)
        )

    return written


@mistake("swap", 6)
def swap(case: Case) -> Iterator[tuple[Row, Change]]:
    """The values of two players stand in each other's place."""
    for claim, values in _lines(case):
        for a in range(len(values)):
            for b in range(a + 1, len(values)):
                if None not in (values[a], values[b]) and values[a] != values[b]:
                    names = [case.name(a), case.name(b)]
                    yield {"claim": claim, "players": names}, Change(written=_Line(claim, _Swapped(a, b)))


class _Swapped:
    """A line with two values in each other's place."""

    def __init__(self, a: int, b: int) -> None:
        self.a, self.b = a, b

    def __call__(self, values: Values) -> Values:
        order = list(range(len(values)))
        order[self.a], order[self.b] = self.b, self.a
        return tuple(values[place] for place in order)


@mistake("shift", 3)
def shift(case: Case) -> Iterator[tuple[Row, Change]]:
    """The values of a line stand one or more columns to the right, those that fall off the end in front."""
    for claim, values in _lines(case):
        if None not in values:
            for by in range(1, len(values)):
                yield {"claim": claim, "by": by}, Change(written=_Line(claim, _Shifted(by)))


class _Shifted:
    """A line some columns off."""

    def __init__(self, by: int) -> None:
        self.by = by

    def __call__(self, values: Values) -> Values:
        return values[-self.by :] + values[: -self.by]


@mistake("digits", 5)
def digits(case: Case) -> Iterator[tuple[Row, Change]]:
    """A two-digit number was written with its digits exchanged."""
    for claim, values in _lines(case):
        for place, value in enumerate(values):
            if value is not None and exchanged(value) != value:
                change = Change(written=_Line(claim, _one(place, exchanged)))
                yield {"claim": claim, "player": case.name(place)}, change
    for claim in FONDO:
        value = getattr(case.written, claim)
        if value is not None and exchanged(value) != value:
            yield {"claim": claim, "player": None}, Change(written=_Single(claim, exchanged))


def exchanged(value: int) -> int:
    """A two-digit number with its digits exchanged; any other, and one that would begin with 0, as it is."""
    tens, ones = divmod(abs(value), 10)
    if not (1 <= tens <= 9 and ones):
        return value
    return (ones * 10 + tens) * (1 if value > 0 else -1)


@mistake("sign", 5)
def sign(case: Case) -> Iterator[tuple[Row, Change]]:
    """A value was written with the wrong sign."""
    for claim, values in _lines(case):
        for place, value in enumerate(values):
            if claim in SIGNED and value:
                change = Change(written=_Line(claim, _one(place, lambda value: -value)))
                yield {"claim": claim, "player": case.name(place)}, change


@mistake("slip", 4)
def slip(case: Case) -> Iterator[tuple[Row, Change]]:
    """One value was written off by an amount that nothing else explains."""
    for claim, values in _lines(case):
        for place, value in enumerate(values):
            for by in MISREAD:
                if value is not None and _is_likely(claim, value, by):
                    change = Change(written=_Line(claim, _one(place, _Off(by))))
                    yield {"claim": claim, "player": case.name(place), "by": by}, change
    for claim in FONDO:
        value = getattr(case.written, claim)
        for by in MISREAD:
            if value is not None and _is_likely(claim, value, by):
                yield {"claim": claim, "player": None, "by": by}, Change(written=_Single(claim, _Off(by)))


def _is_likely(claim: str, value: int, by: int) -> bool:
    """Neither below 0 where nothing is, nor what another mistake of the pen would have made of the value."""
    if claim not in SIGNED and value + by < 0:
        return False
    return value + by not in (-value, exchanged(value))


class _Off:
    """A value off by an amount."""

    def __init__(self, by: int) -> None:
        self.by = by

    def __call__(self, value: int) -> int:
        return value + self.by


class _Single:
    """A record with one value, that of no player, rewritten."""

    def __init__(self, claim: str, rewrite: Callable[[int], int]) -> None:
        self.claim, self.rewrite = claim, rewrite

    def __call__(self, recorded: Recorded) -> Recorded:
        value = getattr(recorded, self.claim)
        return recorded if value is None else msgspec.structs.replace(recorded, **{self.claim: self.rewrite(value)})
