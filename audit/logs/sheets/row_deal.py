"""One row of a table as a deal."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from audit.logs import fields, limits
from audit.logs.layout import place_deal_comments
from audit.logs.sheets.cells import NOTHING, CellReport, SheetValues
from audit.logs.sheets.columns import Column
from audit.logs.sheets.find_header import Table
from audit.logs.sheets.grid import Grid
from audit.logs.sheets.vocabulary import EXTRA, PLAYS
from audit.model import Comment, Deal, Declarations, Header, Place, Recorded, Trick

_LISTS = (fields.POINTS, fields.TRICKS, fields.NET, fields.BALANCE)
_PEOPLE = frozenset({fields.DEALER, fields.WINNER, fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO})
_NUMBERS = frozenset({fields.FONDO_START, fields.FONDO_END})

K = TypeVar("K")
V = TypeVar("V")


class RowDeal:
    """Gathers the cells of a deal; what is given twice with different values does not count."""

    def __init__(self, grid: Grid, row: int, table: Table, values: SheetValues, report: CellReport) -> None:
        self._grid = grid
        self._row = row
        self._table = table
        self._values = values
        self._report = report
        self._players = values.seating.players
        self._seated = frozenset(self._players)
        self._people: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        self._lists: dict[tuple[str, str], int] = {}
        self._tricks: dict[str, dict[int, Trick]] = {}
        self._note: dict[str, str] = {}
        self._extras: dict[str, str] = {}
        self._given: dict[str, int] = {}
        """In which column each thing was said first, -1 where two say otherwise."""
        self.comments: list[Comment] = []

    def deal(self, header: Header, number: int, file: str) -> Deal:
        """The deal, all its cells read."""
        for column in self._table.columns:
            text = self._grid.text(self._row, column.place).strip()
            if text and column.field not in (fields.DEAL, fields.CARRIED_BALANCE):
                self._read(column, text)
        found = Deal(
            header=header,
            number=number,
            place=Place(file, self._row + 1),
            players=self._players,
            dealer=self._people.get(fields.DEALER),
            declarations=Declarations(
                self._people.get(fields.NAPOLITANA),
                self._people.get(fields.ESPAGNOLETTE),
                self._people.get(fields.REVESINO),
            ),
            tricks=self._tricks.get(PLAYS, {}),
            recorded=Recorded(
                points=self._list(fields.POINTS),
                tricks=self._list(fields.TRICKS),
                winner=self._people.get(fields.WINNER),
                fondo_start=self._numbers.get(fields.FONDO_START),
                fondo_end=self._numbers.get(fields.FONDO_END),
                net=self._list(fields.NET),
                balance=self._list(fields.BALANCE),
            ),
            note=self._note.get(fields.NOTE),
            extras=self._extras,
        )
        comments = place_deal_comments(self.comments, found)
        return msgspec.structs.replace(found, comments=comments) if comments else found

    def _list(self, field: str) -> tuple[int | None, ...] | None:
        found = tuple(self._lists.get((field, player)) for player in self._players)
        return None if all(value is None for value in found) else found

    def _read(self, column: Column, text: str) -> None:
        """Read one cell; of what is lost in it the text is kept as a comment."""
        report = self._report
        report.go(self._row, column.place)
        field = column.field
        if field in _LISTS:
            self._read_figure(column, text)
        elif field in _NUMBERS:
            self._put(self._numbers, field, field, self._values.whole(text), column)
        elif field in _PEOPLE:
            self._put(self._people, field, field, self._values.who(text), column)
        elif field == PLAYS:
            if text not in NOTHING:
                tricks = self._values.plays(text, limits.TRICKS, limits.TRICK_CARDS)
                self._put(self._tricks, PLAYS, PLAYS, tricks, column)
        elif field == fields.NOTE:
            self._put(self._note, field, field, text, column)
        elif field == EXTRA:
            self._put(self._extras, column.name, column.name, text, column)
        if report.spoiled:
            anchor = fields.trick_field(1) if field == PLAYS else field
            self._keep(anchor, column, text)
            report.spoiled = False

    def _keep(self, anchor: str, column: Column, text: str) -> None:
        self.comments.append(Comment(anchor, self._report.keep(f"{column.heading}: {text}".replace("\n", " "))))

    def _read_figure(self, column: Column, text: str) -> None:
        if text in NOTHING:
            return
        player = column.player(self._seated)
        if player is None:
            self._values.known_player(column.name)
            return
        key = column.field, player
        self._put(self._lists, key, f"{column.field} {player}", self._values.whole(text), column)

    def _put(self, store: dict[K, V], key: K, name: str, value: V | None, column: Column) -> None:
        """Store a value, unless another cell of the row says otherwise: then neither counts."""
        if value is None:
            return
        first = self._given.setdefault(name, column.place)
        if first == column.place:
            store[key] = value
        elif first < 0 or store[key] != value:
            shown = self._grid.text(self._row, column.place)
            other = first if first >= 0 else -first - 1
            self._report("repeated-key.different", 0, shown, first=self._grid.cell(self._row, other))
            if first >= 0:
                del store[key]
                self._given[name] = -first - 1
                before = self._grid.text(self._row, first)
                self.comments.append(Comment(name.partition(" ")[0], fields.unread(f"{column.heading}: {before}")))
