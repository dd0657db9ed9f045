"""Portions read by several processes, in their order, with few of them in memory."""

from __future__ import annotations

import os
import shutil
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from audit.bulk.portions import Portion
from audit.bulk.reading import ReadPortion, read
from audit.bulk.spill import spill
from audit.processes import fresh_processes
from audit.refusal import Refused

SMALL_BYTES = 2**22
"""Below this much there is nothing to gain: to start a process takes half a second."""

_Portion = TypeVar("_Portion", bound=Portion)

AHEAD = 2
"""Portions that are read, for each process, before the one is asked for that comes next; they wait on the disk."""


class Readers:
    """Processes that read portions; none, where there is little to read or one is all there is to have."""

    def __init__(self, workers: int | None, size: int, folder: Path) -> None:
        """For `size` bytes of logs. In `folder`, which is theirs alone and goes at the end, blocks wait to be taken."""
        wanted = (os.cpu_count() or 1) if workers is None else workers
        self._workers = wanted if size > SMALL_BYTES and wanted > 1 else 0
        self._pool: ProcessPoolExecutor | None = None
        self._folder = folder

    @property
    def is_parallel(self) -> bool:
        """Whether other processes read."""
        return self._workers > 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        # Also what a run that was killed has left, where this one had nothing to read.
        shutil.rmtree(self._folder, ignore_errors=True)

    def read(self, portions: Iterable[_Portion]) -> Iterator[tuple[_Portion, ReadPortion]]:
        """Each portion with what it says, in order.

        Raises `Refused` when a process dies over a portion twice, as one does for which there is no memory.
        """
        if not self._workers:
            for portion in portions:
                yield portion, read(portion)
            return
        running: deque[tuple[_Portion, Future[ReadPortion]]] = deque()
        for portion in portions:
            running.append((portion, self._start(portion)))
            if len(running) > AHEAD * self._workers:
                yield self._first(running)
        while running:
            yield self._first(running)

    def _start(self, portion: Portion) -> Future[ReadPortion]:
        if self._pool is None:
            # What a run that was killed has left there, nobody needs.
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir()
            self._pool = fresh_processes(self._workers)
        try:
            return self._pool.submit(_read, portion, self._folder)
        except BrokenProcessPool as error:
            failed: Future[ReadPortion] = Future()
            failed.set_exception(error)
            return failed

    def _first(self, running: deque[tuple[_Portion, Future[ReadPortion]]]) -> tuple[_Portion, ReadPortion]:
        portion, future = running.popleft()
        try:
            return portion, future.result()
        except BrokenProcessPool:
            # One process that dies takes all that is running with it: what waits is begun again.
            self._pool = None
        again = [portion, *(one for one, _ in running)]
        running.clear()
        found = self._alone(portion)
        running.extend((one, self._start(one)) for one in again[1:])
        return portion, found

    def _alone(self, portion: Portion) -> ReadPortion:
        """What a portion says, read by a process that reads nothing else."""
        with fresh_processes(1) as pool:
            try:
                return pool.submit(_read, portion, self._folder).result()
            except BrokenProcessPool as error:
                raise Refused("import.reader-died", file=portion.path) from error


def _read(portion: Portion, folder: Path) -> ReadPortion:
    """What a portion says, its blocks in files."""
    return read(portion, partial(spill, folder=folder))
