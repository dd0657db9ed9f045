"""The one call behind `revesino audit`: paths in, everything judged out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from audit import logs
from audit.house_file import HouseFile
from audit.intake import fit
from audit.judge import judge
from audit.model import Problem
from audit.report import Audited
from audit.ruleset import pack_of
from audit.sessions import Assembled, assemble


def audit(
    paths: Sequence[str | Path],
    *,
    strict: bool = False,
    on_file: Callable[[str, int, int], None] | None = None,
    house: HouseFile | None = None,
) -> Audited:
    """Read the logs at `paths`, folders walked, and judge every deal in them.

    With `house`, by those house rules instead of those that the logs name; raises `Refused` where these are for
    none of the sessions. `on_file` is told each file's name, its number and how many there are. Nothing that a
    log can hold raises.
    """
    with _without_collecting():
        reading = fit(logs.read(paths, pack_of, strict=strict, on_file=on_file))
        assembled = assemble(reading.deals)
        if house is not None:
            assembled = replace(assembled, sessions=house.applied(assembled.sessions))
        problems = sorted((*reading.problems, *assembled.problems), key=lambda problem: problem.place)
        return Audited(reading, assembled, list(judge(assembled.sessions)), problems, strict)


def read_sessions(
    paths: Sequence[str | Path], *, on_file: Callable[[str, int, int], None] | None = None
) -> tuple[Assembled, Sequence[Problem]]:
    """The logs at `paths`, put together and not judged; and what could not be read."""
    with _without_collecting():
        reading = fit(logs.read(paths, pack_of, on_file=on_file))
        assembled = assemble(reading.deals)
    return assembled, sorted((*reading.problems, *assembled.problems), key=lambda problem: problem.place)


def judged_by(audited: Audited, house: HouseFile) -> Audited:
    """The same logs, judged by other house rules. Raises `Refused` where these are for none of the sessions."""
    assembled = replace(audited.assembled, sessions=house.applied(audited.assembled.sessions))
    return replace(audited, assembled=assembled, judged=list(judge(assembled.sessions)))


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Nothing that is read goes round in circles: to look for those, again and again, takes a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
