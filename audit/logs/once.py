"""Fields that a record may give once: an equal repetition is pardoned, different ones cancel each other."""

from __future__ import annotations

from typing import Protocol, TypeVar

from audit.logs import fields
from audit.logs.fields import At, Report
from audit.model import Comment

K = TypeVar("K")
V = TypeVar("V")


class NumberedReport(Report, Protocol):
    """A report that knows at which line it is."""

    number: int


class Once:
    """Which fields of a record were given, on which lines, and the comments that go with them."""

    def __init__(self, report: NumberedReport) -> None:
        self.lines: dict[str, int] = {}
        self.comments: list[Comment] = []
        self._report = report
        self._texts: dict[str, str] = {}
        self._differing: set[str] = set()

    def put(self, store: dict[K, V], key: K, field: str, value: V, text: str, at: At = 0) -> None:
        """Store the value of a field, unless the field was given before. `text` is where it stands, whole."""
        if field not in self.lines and field not in self._differing:
            store[key] = value
            self.lines[field] = self._report.number
            self._texts[field] = text
            return
        first = self.lines.get(field, 0)
        if first and store[key] == value:
            self._report("repeated-key.equal", at, text.strip(), first=first)
            return
        self._report("repeated-key.different", at, text.strip(), first=first)
        if first:
            self._differing.add(field)
            self.drop(store, key, field)

    def drop(self, store: dict[K, V], key: K, field: str) -> None:
        """Take back a field's value; its line is kept as a comment."""
        del store[key], self.lines[field]
        self.comments = [each for each in self.comments if each.anchor != field or not each.behind]
        self.comment(field, fields.unread(self._texts[field]))

    def comment(self, anchor: str, text: str, *, behind: bool = False) -> None:
        """Keep a comment that belongs to a field."""
        self.comments.append(Comment(anchor, text, behind))
