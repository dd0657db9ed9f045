"""The values of cells, each problem with the cell's name."""

from __future__ import annotations

import re
from functools import partial

from audit.logs import fields
from audit.logs.fields import At, normal
from audit.logs.line_report import LineReport
from audit.logs.problems import Param, Problems
from audit.logs.rev_values import RevValues
from audit.logs.sheets.dates import parse_date
from audit.logs.sheets.grid import NO_RESULT, Grid
from audit.model import Trick

NOTHING = frozenset({"", "?", "-", "–", "—", "−"})
"""What stands in a cell of which nothing is recorded."""

_ROUND = re.compile(r"([+\-−]?[0-9]+)[.,]0{1,2}")
_ERROR = re.compile(
    r"#(?:[¡¿]?(?:REF|VALUE|VALOR|DIV/0|NAME|NOMBRE|NOME|NUM|NÚM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC)[!?]|N/[ADV])",
    re.IGNORECASE,
)


class CellReport(LineReport):
    """Takes the problems of one cell after another."""

    def __init__(self, problems: Problems, grid: Grid) -> None:
        super().__init__(problems)
        self.grid = grid
        self.column = 0

    def __call__(self, what: str, at: At, found: str, /, **params: Param) -> None:
        """Note a problem of this cell, wherever in it."""
        cell = self.grid.cell(self.number - 1, self.column)
        super().__call__(what, self.column, found, cell=cell, **params)

    def go(self, row: int, column: int) -> None:
        """Go on to a cell, both counted from 0."""
        self.begin(row + 1)
        self.column = column


class SheetValues(RevValues):
    """Values from the texts of cells."""

    def __init__(self, report: CellReport) -> None:
        super().__init__(report)
        self._told: set[str] = set()

    def is_error(self, text: str) -> bool:
        """Whether a spreadsheet put an error in the cell, or a program a formula and no value; it is reported."""
        if text.startswith(NO_RESULT):
            self.report("bad-value.no-result", 0, text[1:])
            return True
        if not text.startswith("#") or not _ERROR.fullmatch(text.strip()):
            return False
        self.report("bad-value.cell-error", 0, text)
        return True

    def whole(self, text: str) -> int | None:
        """A whole number, as sheets write it: `3.0` is one, `3.5` is none."""
        text = text.strip()
        if text in NOTHING or self.is_error(text):
            return None
        round_ = _ROUND.fullmatch(text)
        return self.integer(round_[1] if round_ else text, 0)

    def date(self, text: str, at: At) -> str | None:
        """A date in any order that begins with the day, or as the format writes it."""
        if self.is_error(text):
            return None
        found = parse_date(text)
        if found is None:
            self.report("bad-value.date", at, text.strip())
            return None
        if found.ambiguous:
            self.note("bad-value.day-first", text.strip(), date=found.text)
        return found.text

    def note(self, what: str, found: str, **params: Param) -> None:
        """Report what need be said only once of a sheet."""
        if what not in self._told:
            self._told.add(what)
            self.report(what, 0, found, **params)

    def who(self, text: str) -> str | None:
        """A player, also with the sign that a corrected sheet has behind a name."""
        name = normal(text)
        if name in NOTHING or self.is_error(name):
            return None
        known = self.seating.names
        if known.player(name) is None and name[-1:] in ("*", "?") and (found := known.player(name[:-1])):
            return found
        if name in ("*", "?*"):
            return None
        return self.player(normal(self._unquoted(name)), 0)

    @staticmethod
    def _unquoted(name: str) -> str:
        return name[1:-1].replace('""', '"') if len(name) > 2 and name[0] == name[-1] == '"' else name

    def plays(self, text: str, count: int, length: int) -> dict[int, Trick]:
        """The tricks between `|`, each with its leader before a colon where it is said; blank ones are missing."""
        if self.is_error(text):
            return {}
        parts = text.strip().strip("|").split("|")
        if len(parts) > count:
            self.has_length("bad-length.tricks", len(parts), count, 0, text.strip())
        found: dict[int, Trick] = {}
        for number, part in enumerate(parts[:count], 1):
            trick = self._trick(part, length)
            if trick.leader is not None or trick.cards is not None:
                found[number] = trick
        return found

    def _trick(self, text: str, length: int) -> Trick:
        name, colon, cards = text.rpartition(":")
        leader = None
        if colon and name.strip() not in NOTHING:
            found = normal(self._unquoted(name.strip()))
            leader = self.player(found, 0, cost=fields.THE_LEADER)
        if cards.strip() in NOTHING:
            return Trick(leader, None)
        read = self.card_list(cards, 0)
        if read is not None and len(read) != length:
            self.has_length("bad-length.cards", len(read), length, 0, cards.strip())
            read = None
        return Trick(leader, read)

    def known_player(self, text: str) -> str | None:
        """The player of this name, reported when nobody of the deal has it."""
        known = list(self.seating.players)
        name = normal(text)
        if name in known:
            return name
        near = partial(fields.nearest, name, known)
        cost = fields.THIS_LINE
        self.report("unknown-player.name", 0, name, known=partial(", ".join, known), near=near, cost=cost)
        return None
