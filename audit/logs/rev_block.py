"""One session block of a `.rev` file: its header, and what is kept of it should no deal of it be taken."""

from __future__ import annotations

import msgspec

from audit.logs import fields
from audit.logs.layout import first_seated, place_header_comments
from audit.logs.rev_header import HeaderText
from audit.logs.rev_late import LateLine
from audit.model import Comment, Deal, Header, Option, ProblemCode


class Block:
    """From the first line of a header to the next session's first line; without a header before that."""

    def __init__(self, header_text: HeaderText | None, above: list[str]) -> None:
        self.header_text = header_text
        self.header: Header | None = None
        """The header when it was taken, at the first deal, and could be."""
        self.in_deals = False
        self.late: list[LateLine] = []
        """The header lines since the last deal began."""
        self.players_comments: list[Comment] = []
        """Those of the `jugadores` line before the next deal."""
        self._unused: list[str] | None = above
        """The comments above the block and its header as comments, until a deal of it was taken."""
        self._above = len(above)
        self._well_read: set[int] = set()
        """Which of them are lines of the header that could be read."""
        self.first_deal = 0
        """Which of the deals read is the first of this block."""
        self.refused: dict[str, Option] = {}
        """What lines below the first deal say of options, by name: for it no deal of the block is settled."""
        self.set_aside = 0
        """How many deals of this block could not be taken because of its header."""

    @property
    def fault(self) -> ProblemCode:
        """Why deals under this header cannot be taken."""
        return (self.header_text and self.header_text.fault) or "missing-header"

    def keep(self, *texts: str) -> None:
        """Keep lines of the header, and the comments between them."""
        if self._unused is not None:
            self._unused += texts

    def keep_line(self, line: str, *, well_read: bool) -> None:
        """Keep a line of the header."""
        if self._unused is not None:
            if well_read:
                self._well_read.add(len(self._unused))
            self._unused.append(fields.unread(line))

    def take_header(self, header_text: HeaderText) -> Header | None:
        """Close the header, as the first deal begins."""
        self.in_deals = True
        self.header = header_text.finish()
        return self.header

    def use_header(self, header: Header) -> Header:
        """The header, now that a deal is taken under it: with the comments above the block."""
        if self._unused:
            above = [Comment(fields.FORMAT, text) for text in self._unused[: self._above]]
            comments = place_header_comments([*above, *header.comments], header)
            header = msgspec.structs.replace(header, comments=comments)
        self._unused = None
        self.header = header
        return header

    def refuse(self, deals: list[Deal]) -> None:
        """Give the deals of this block a header that no ruleset accepts, where an option stands below them."""
        if not self.refused or self.header is None:
            return
        known = {option.name for option in self.header.options}
        more = [option for option in self.refused.values() if option.name not in known]
        header = msgspec.structs.replace(self.header, options=(*self.header.options, *more))
        for which in range(self.first_deal, len(deals)):
            deals[which] = msgspec.structs.replace(deals[which], header=header)

    def reseat(self, players: tuple[str, ...]) -> None:
        """Others sit down; before the first deal that is taken they are the ones first seated."""
        if self.header is not None and self._unused is not None:
            self.header = first_seated(self.header, players)

    def unused(self) -> list[str]:
        """What no deal has taken along, as comments for what follows.

        Where no deal was there to take it along, nothing is amiss with what was read.
        """
        well_read = frozenset[int]() if self.in_deals else self._well_read
        return [
            text.removeprefix(fields.UNREAD_MARK) if place in well_read else text
            for place, text in enumerate(self._unused or [])
        ]
