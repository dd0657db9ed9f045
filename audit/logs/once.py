"""Fields that a record may give once: an equal repetition is pardoned, different ones cancel each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from audit.logs import fields
from audit.logs.fields import At, Report
from audit.model import Comment

K = TypeVar("K")
V = TypeVar("V")


class NumberedReport(Report, Protocol):
    """A report that knows at which line it is."""

    number: int


class Once:
    """Which fields of a record were given, on which lines, and the comments that go with them.

    `show` makes the comment that keeps a field's source, which is a line or a JSON value.
    """

    def __init__(self, report: NumberedReport, show: Callable[[Any], str] = str) -> None:
        self.comments: list[Comment] = []
        self._report = report
        self._show = show
        self._given: dict[str, int] = {}
        """The line of each field that was given; 0 where different values cancelled each other."""
        self._sources: dict[str, object] = {}
        self._behind: set[str] = set()
        """The fields with a comment behind them."""
        self._blank: set[str] = set()
        """The fields that were given with nothing behind their key."""

    def put(
        self, store: dict[K, V], key: K, field: str, value: V, source: object, at: At = 0, *, blank: bool = False
    ) -> None:
        """Store the value of a field, unless the field was given before.

        One that is `blank`, with nothing behind its key, gives way to one that is not.
        """
        given = self._given
        if field not in given or (field in self._blank and not blank):
            store[key] = value
            given[field] = self._report.number
            self._sources[field] = source
            (self._blank.add if blank else self._blank.discard)(field)
            return
        if blank and field not in self._blank:
            return
        first = given[field]
        if first and store[key] == value:
            self._report("repeated-key.equal", at, self._show(source), first=first)
            return
        self._report("repeated-key.different", at, self._show(source), first=first)
        if first:
            self.drop(store, key, field)

    def is_blank(self, field: str) -> bool:
        """Whether a field was given with nothing behind its key, and never with something."""
        return field in self._blank

    def stand(self, field: str) -> None:
        """Let a blank field give way to no other."""
        self._blank.discard(field)

    def drop(self, store: dict[K, V], key: K, field: str) -> None:
        """Take back a field's value, for good; its source is kept as a comment."""
        del store[key]
        self._given[field] = 0
        self._blank.discard(field)
        if field in self._behind:
            self.comments = [each for each in self.comments if each.anchor != field or not each.behind]
        self.comment(field, fields.unread(self._show(self._sources[field])))

    def comment(self, anchor: str, text: str, *, behind: bool = False) -> None:
        """Keep a comment that belongs to a field."""
        self.comments.append(Comment(anchor, text, behind))
        if behind:
            self._behind.add(anchor)

    def line(self, field: str) -> int:
        """The line on which a field was given, 0 when it was not."""
        return self._given.get(field, 0)

    def lines(self) -> dict[str, int]:
        """The line of each field that counts."""
        given = self._given
        return given if all(given.values()) else {field: line for field, line in given.items() if line}
