"""The same work on many pieces, by all cores where that is quicker than by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from audit.processes import fresh_processes

Given = TypeVar("Given")
Piece = TypeVar("Piece")
Found = TypeVar("Found")

FEWEST = 8
"""Pieces, of half a second each: below so many a process would hardly have begun before all is done."""


def on_all_cores(
    make: Callable[[Given], Callable[[Piece], Found]], given: Given, pieces: Sequence[Piece]
) -> Iterator[Found]:
    """What the worker that `make` makes of `given` finds of each piece, in order; each process makes its own."""
    cores = os.cpu_count() or 1
    if cores == 1 or len(pieces) < FEWEST:
        yield from map(make(given), pieces) if pieces else ()
        return
    with fresh_processes(min(cores, len(pieces)), _begin, make, given) as pool:
        yield from pool.map(_work, pieces)


_worker: list[Callable[[Any], Any]] = []
"""The one of this process."""


def _begin(make: Callable[[Any], Callable[[Any], Any]], given: Any) -> None:
    _worker[:] = [make(given)]


def _work(piece: Any) -> Any:
    return _worker[0](piece)
