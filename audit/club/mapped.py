"""The mappings that score sheets are read by, while files are taken into a database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from audit.club.names import as_text
from audit.logs.data import LogData
from audit.logs.problems import Problems
from audit.logs.sheets.mapping import identity
from audit.model import Problem
from audit.store import files
from audit.store.query import Connection


class Mappings:
    """Says what each log is known by, and of which file it is told that it is read otherwise than before."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._unread: dict[str, list[Problem]] = {}
        """By name of a score sheet: what is wrong with its mapping."""
        self._held: files.Held = {}
        self.replaced: Mapping[int, files.Replaced] = {}
        """By number: the files that do not count any more."""

    def identity(self, data: LogData, digest: str) -> str:
        """What a log is known by: the `digest` of its bytes, and the mapping that a score sheet is read by."""
        problems = Problems(as_text(data.name))
        found = identity(data, digest, problems)
        if problems.all():
            self._unread[as_text(data.name)] = problems.all()
        return found

    def expect(self, coming: Iterable[tuple[str, str]]) -> None:
        """These files come in, by name and identity."""
        self._held = files.mapped(self._connection, ((as_text(name), own) for name, own in coming))

    def as_held(self, name: str, own: str) -> str:
        """The identity of a file, or of the reading by a mapping that is there, for what has none that can be read."""
        text = as_text(name)
        return files.as_held(own, None if text in self._unread else text, self._held)

    def told(self, name: str, file_id: int, event: int | None) -> Iterator[Problem]:
        """That a file has another mapping than before."""
        for one in self.replaced.values():
            if one.file_id == file_id and event is not None:
                yield files.replaced_problem(name, one, event)

    def unread(self, name: str) -> Iterable[Problem]:
        """What is wrong with the mapping of a file that was not read, as it is there."""
        return self._unread.get(name, ())
