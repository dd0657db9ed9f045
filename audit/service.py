"""The one call behind `revesino audit`: paths in, everything judged out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from audit import logs
from audit.intake import fit
from audit.judge import judge
from audit.report import Audited
from audit.ruleset import pack_of
from audit.sessions import assemble


def audit(
    paths: Sequence[str | Path],
    *,
    strict: bool = False,
    on_file: Callable[[str, int, int], None] | None = None,
) -> Audited:
    """Read the logs at `paths`, folders walked, and judge every deal in them.

    `on_file` is told each file's name, its number and how many there are. Nothing that a log can hold raises.
    """
    with _without_collecting():
        reading = fit(logs.read(paths, pack_of, strict=strict, on_file=on_file))
        assembled = assemble(reading.deals)
        problems = sorted((*reading.problems, *assembled.problems), key=lambda problem: problem.place)
        return Audited(reading, assembled, list(judge(assembled.sessions)), problems, strict)


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
