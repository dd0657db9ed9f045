"""Processes beside this one: fresh, not copies of it, which may have an open database; they end when it does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

Given = TypeVar("Given")
Piece = TypeVar("Piece")
Found = TypeVar("Found")

AHEAD = 2
"""Pieces that are worked on or wait, for each process, before the one is asked for that comes next."""


def on_all_cores(
    make: Callable[[Given], Callable[[Piece], Found]], given: Given, pieces: Iterable[Piece], *, pays: bool
) -> Iterator[Found]:
    """What the worker that `make` makes of `given` finds of each piece, in order.

    Where it `pays` every core has a process, which makes a worker of its own; else this process works alone.
    """
    cores = os.cpu_count() or 1
    if cores == 1 or not pays:
        worker = None
        for piece in pieces:
            worker = worker or make(given)
            yield worker(piece)
        return
    running: deque[Future[Found]] = deque()
    with fresh_processes(cores, _make_worker, make, given) as pool:
        for piece in pieces:
            running.append(pool.submit(_work, piece))
            if len(running) > AHEAD * cores:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


_worker: list[Callable[[Any], Any]] = []
"""The one of this process."""


def _make_worker(make: Callable[[Any], Callable[[Any], Any]], given: Any) -> None:
    _worker[:] = [make(given)]


def _work(piece: Any) -> Any:
    return _worker[0](piece)


def fresh_processes(workers: int, begin: Callable[..., None] | None = None, *given: Any) -> ProcessPoolExecutor:
    """So many processes, in each of which `begin` is called with what is `given` before anything else."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (begin, given))


def _begin(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Leave it to the process that asks to be interrupted, and end when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
