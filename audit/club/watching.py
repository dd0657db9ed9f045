"""Folders that are watched for logs: which files have come, or changed, and rest."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from audit.logs.archives.opening import Names
from audit.logs.files import LOCK, log_files
from audit.logs.forms import FORMS
from audit.logs.plug_ins import plug_ins
from audit.logs.problems import Problems
from audit.logs.sheets.mapping import SHEETS, beside
from audit.model import Problem
from audit.refusal import Refused

_IN_USE = (32, 33)
"""What Windows says of a file that another program keeps to itself."""


class Stamp(NamedTuple):
    """How a file is told from what it was: its size and when it, or its mapping, was changed, in seconds since 1970."""

    size: int
    changed: float


Listing = Mapping[str, Stamp]
"""The files that there are, by their names."""


class _Waiting(NamedTuple):
    stamp: Stamp
    since: float
    """When it was first seen so."""


class Watching:
    """Which of the files in a listing are to be taken: those that rest, and were not taken as they are.

    A file rests when its stamp has not changed for `rest` seconds. What the first listing has rests as long as it was
    not changed: a folder of last year's is taken at once. What comes later has to be seen to rest, for a file that is
    being copied may have the time of its original.
    """

    def __init__(self, rest: float) -> None:
        self._rest = rest
        self._waiting: dict[str, _Waiting] = {}
        self._taken: dict[str, Stamp] = {}
        self._is_first = True

    def due(self, now: float, listing: Listing) -> list[str]:
        """The files that are to be taken `now`, in the order of the listing. Those that are gone are forgotten."""
        new = {path: stamp for path, stamp in listing.items() if self._taken.get(path) != stamp}
        self._waiting = {path: _Waiting(stamp, self._since(path, stamp, now)) for path, stamp in new.items()}
        self._is_first = False
        return [path for path, one in self._waiting.items() if now - one.since >= self._rest]

    def _since(self, path: str, stamp: Stamp, now: float) -> float:
        """Since when a file is as it is. A clock that was put back makes it wait anew, not for years."""
        if self._is_first:
            return min(stamp.changed, now)
        before = self._waiting.get(path)
        return min(before.since, now) if before is not None and before.stamp == stamp else now

    def took(self, paths: Collection[str]) -> None:
        """These files were taken as they were when they were last listed; each is due again when it is changed."""
        for path in paths:
            self._taken[path] = self._waiting.pop(path).stamp


def check_folders(paths: Sequence[Path]) -> None:
    """Raises `Refused` for a path that is no folder to watch."""
    for path in paths:
        if path.is_dir():
            continue
        raise Refused("import.not-a-folder" if path.exists() else "import.no-folder", path=str(path))


@dataclass(frozen=True)
class Look:
    """What there is in folders at one moment."""

    listing: dict[str, Stamp]
    problems: tuple[Problem, ...]
    """Of folders that cannot be read, or are gone."""


def look(folders: Sequence[Path]) -> Look:
    """The files in the folders that have a log's name."""
    names = Names((*FORMS, *plug_ins().forms))
    listing: dict[str, Stamp] = {}
    problems: list[Problem] = []
    for found in log_files(folders, names.holds_logs, names.listed, strict=False):
        if isinstance(found, Problems):
            # That there is no log in a folder is what it is watched for.
            problems += (one for one in found.all() if one.what != "no-deals.folder")
        else:
            # One that is gone already is not listed.
            with suppress(OSError):
                status = os.stat(found)
                listing[found] = Stamp(status.st_size, max(status.st_mtime, _mapped(found)))
    return Look(listing, tuple(problems))


def _mapped(path: str) -> float:
    """When the mapping beside a score sheet was changed, which has the sheet read anew; 0 where there is none."""
    mapping = beside(Path(path))
    return mapping.stat().st_mtime if path.lower().endswith(SHEETS) and mapping.is_file() else 0.0


def is_ready(path: str) -> bool:
    """Whether a file that rests can be read: it is there still, and no other program keeps it to itself."""
    if os.path.basename(path).startswith(LOCK):
        return False
    try:
        os.close(os.open(path, os.O_RDONLY))
    except FileNotFoundError:
        return False
    except OSError as error:
        # What cannot be read for another reason is taken, and so is named.
        return getattr(error, "winerror", None) not in _IN_USE
    return True
