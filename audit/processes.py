"""Processes beside this one: fresh, not copies of it, which may have an open database; they end when it does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any


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
