"""The records of one file as they are read one after the other: deals, and what is set aside."""

from __future__ import annotations

import msgspec

from audit.logs import fields
from audit.logs.fields import unread
from audit.logs.layout import place_deal_comments
from audit.model import Comment, Deal, Place, ProblemCode, Quarantined, Reading


class Gathering:
    """Takes each record; the text of one that is set aside is kept as a comment of the next deal, or of the last."""

    def __init__(self, file: str) -> None:
        self.waiting: list[str] = []
        """Texts of which no deal could be made, as comments for the next deal."""
        self._file = file
        self._reading = Reading(deals=[], quarantined=[], problems=[])

    def deal(self, deal: Deal) -> None:
        """A deal, which has the comments that waited for it."""
        self._reading.deals.append(deal)
        self.waiting = []

    def aside(self, code: ProblemCode, number: int, text: str | None = None) -> None:
        """A record that is no deal, and its text where there is any."""
        self._reading.quarantined.append(Quarantined(Place(self._file, number), code))
        if text is not None:
            self.waiting.append(unread(text))

    @property
    def count(self) -> int:
        """How many there are so far."""
        return self._reading.records_in

    def take(self) -> Reading:
        """Those since this was asked last, by whoever reads a file bit by bit."""
        found = self.reading()
        self._reading = Reading(deals=[], quarantined=[], problems=[])
        return found

    def reading(self) -> Reading:
        """All of them; what waits at the end belongs to the end of the last deal."""
        deals = self._reading.deals
        if self.waiting and deals:
            last = deals[-1]
            comments = [*last.comments, *(Comment(fields.END, text) for text in self.waiting)]
            deals[-1] = msgspec.structs.replace(last, comments=place_deal_comments(comments, last))
            self.waiting = []
        return self._reading
