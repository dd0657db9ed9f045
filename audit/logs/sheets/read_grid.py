"""The deals of one sheet: its tables, row by row; each row that is a deal is read or quarantined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from audit.card_names import fold
from audit.cards import Pack
from audit.logs import fields, limits
from audit.logs.fields import nearest, unread
from audit.logs.layout import place_deal_comments
from audit.logs.problems import Problems
from audit.logs.sheets.cells import NOTHING, CellReport, SheetValues
from audit.logs.sheets.find_header import Table, find_header
from audit.logs.sheets.grid import NO_RESULT, Grid, letters
from audit.logs.sheets.mapping import SheetMap
from audit.logs.sheets.row_deal import RowDeal
from audit.logs.sheets.sessions import Session, Sessions, is_brought
from audit.logs.sheets.titles import Said, is_free_text, of_name, session_key, titles
from audit.logs.sheets.totals import Totals, is_called_total
from audit.logs.sheets.vocabulary import OF_PLAYER, PER_PLAYER, SESSION_FIELDS, SINGLE
from audit.logs.source import CutLine
from audit.model import LARGEST, Comment, Deal, Place, ProblemCode, Quarantined, Reading

_NUMBER = re.compile(
    r"(?:(?P<word>[^\W\d_]+)\.?\s*)?(?:#\s*)?(?P<number>[0-9]{1,19})(?:[.,]0{1,2})?\s*[.)]?"
    r"(?:\s*\([^()]{1,40}\))?"
)
_ORDINAL = re.compile("[ºª°]")
_DEAL_WORDS = frozenset({word for word, field in SINGLE.items() if field.startswith(fields.DEAL) and " " not in word})


def deal_number(text: str) -> int | None:
    """The number of a deal that a cell gives: `3`, `3.0`, `nº 3`, `Reparto 3`, `3 (version 1)`."""
    match = _NUMBER.fullmatch(_ORDINAL.sub(" ", text).strip())
    if match is None or (match["word"] and fold(match["word"]) not in _DEAL_WORDS):
        return None
    number = int(match["number"])
    return number if 1 <= number <= LARGEST else None


class GridReader:
    """Reads one sheet."""

    def __init__(
        self,
        grid: Grid,
        pack_of: Callable[[str], Pack | None],
        problems: Problems,
        mapping: SheetMap | None,
        elsewhere: Iterable[Said],
        begun: set[tuple[str, str]],
    ) -> None:
        self._grid = grid
        self._file = problems.file
        self._mapping = mapping
        self._report = CellReport(problems, grid)
        self._values = SheetValues(self._report)
        weaker = [*elsewhere, *_of_map(mapping), *of_name(grid)]
        self._sessions = Sessions(grid, self._values, self._report, self._file, pack_of, weaker=weaker, begun=begun)
        self._reading = Reading(deals=[], quarantined=[], problems=[])
        self._waiting: list[str] = []
        """Rows of which no deal could be made, as comments for the next deal."""
        self._table: Table | None = None
        self._totals = Totals(())
        self._counted: dict[tuple[str, ...], int] = {}
        self._unnumbered = Session(None, self._values.cards)
        self._in_text = False
        self._beside: set[int] = set()
        self.tables = 0
        """How many tables there were."""

    def read(self) -> Reading:
        """All that the sheet holds."""
        row = 0
        while row < len(self._grid.rows):
            if self._table is None and row >= limits.HEADER_ROWS:
                break
            row = self._step(row)
        if self._waiting and self._reading.deals:
            last = self._reading.deals[-1]
            more = tuple(Comment(fields.END, text) for text in self._waiting)
            self._reading.deals[-1] = _with_comments(last, (*last.comments, *more))
        return self._reading

    def _step(self, row: int) -> int:
        """Read a row, or the headings that begin there; gives the next row."""
        table = self._table
        cells = self._grid.filled(row)
        if not cells:
            return row + 1
        if isinstance(self._grid.rows[row][0], CutLine):
            if table is not None:
                self._quarantine(row, "too-large")
            return row + 1
        text = self._number_text(row)
        number = deal_number(text)
        # With a number it is a deal, whatever it is called, but for one that is called a sum and is one.
        if table is not None and number is not None and not (self._is_total(row) and self._adds_up(row)):
            self._in_text = False
            self._deal(row, number)
            return row + 1
        found = find_header(self._grid, row, self._mapping)
        if found is not None and (table is None or found.row != table.row):
            self._begin(found)
            return found.below
        if table is None:
            self._sessions.title(titles(self._grid, row))
        else:
            self._other_row(row, text)
        return row + 1

    def _number_text(self, row: int) -> str:
        """What stands where the number of the deal does."""
        columns = self._table.at(fields.DEAL) if self._table is not None else []
        return self._grid.text(row, columns[0].place).strip() if columns else ""

    def _begin(self, table: Table) -> None:
        """Take the headings of a table."""
        self._table = table
        self.tables += 1
        self._totals = Totals(table.columns)
        self._unnumbered = Session(None, self._values.cards)
        self._in_text = False
        self._beside = {column for column, _ in table.unknown}
        self._sessions.begin()
        known = [*SINGLE, *OF_PLAYER]
        for column, text in table.unknown:
            self._report.go(table.below - 1, column)
            self._report("unknown-key.heading", 0, " ".join(text.split()), near=partial(nearest, text, known))

    def _is_total(self, row: int) -> bool:
        table = self._table
        if table is None:
            return False
        names = frozenset((*table.named(), *self._values.seating.players))
        return is_called_total(self._grid, row, table.columns, names)

    def _adds_up(self, row: int) -> bool:
        return self._totals.adds_up(self._grid, row)

    def _other_row(self, row: int, number: str) -> None:
        """A row of a table without a deal's number: of its session, a total, a remark, or a deal that lacks it."""
        table = self._table
        assert table is not None
        cells = self._grid.filled(row)
        if all(self._grid.text(row, column).startswith(NO_RESULT) for column in cells):
            # A row that waits for a deal: as far as anybody can tell there is nothing in it.
            self._report.go(row, cells[0])
            self._values.is_error(self._grid.text(row, cells[0]))
            return
        said = titles(self._grid, row)
        own = {column.place for column in table.columns if column.field in SESSION_FIELDS}
        if said and said[0].column in cells[:2] and (cells[0] not in own or is_brought(said[0].key)):
            self._sessions.title(said)
            return
        if self._is_total(row) or (not number and self._adds_up(row)):
            self._note(row, "bad-line.totals")
            return
        if is_free_text(self._grid, row):
            if not self._in_text:
                self._note(row, "bad-line.text")
            self._in_text = True
            return
        self._in_text = False
        if not table.has_numbers:
            self._without_column(row)
            return
        self._report.go(row, table.at(fields.DEAL)[0].place)
        if number in NOTHING:
            self._report("missing-deal-number.absent", 0, "")
        elif not (number.startswith(NO_RESULT) and self._values.is_error(number)):
            self._report("missing-deal-number.bad", 0, number, largest=LARGEST)
        self._quarantine(row, "missing-deal-number")

    def _note(self, row: int, what: str) -> None:
        first = self._grid.filled(row)[0]
        self._report.go(row, first)
        self._report(what, 0, self._grid.text(row, first))

    def _without_column(self, row: int) -> None:
        """A row of a table that numbers no deals: in the order of its rows where a person said so."""
        if self._mapping is not None and self._mapping.number_rows and self._mapping.is_for(self._grid):
            self._deal(row, None)
            return
        unnumbered = self._unnumbered
        if unnumbered.problem is None:
            self._report.go(row, 0)
            self._report("missing-deal-number.column", 0, "")
            unnumbered.problem, unnumbered.fault = self._report.last, "missing-deal-number"
        self._quarantine(row, self._sessions.set_aside(unnumbered))

    def _deal(self, row: int, number: int | None) -> None:
        table = self._table
        assert table is not None
        report, sessions = self._report, self._sessions
        self._report_beside(row, table)
        texts = sessions.texts(row, table)
        seating = sessions.seating(texts, row, self._named(row, table))
        if isinstance(seating, Session):
            self._quarantine(row, sessions.set_aside(seating))
            return
        self._values.seating = seating
        session = sessions.session(texts, row, seating.players)
        if session.header is None:
            self._quarantine(row, sessions.set_aside(session))
            return
        if not (fields.PLAYERS in texts and texts[fields.PLAYERS].text.strip()):
            report.go(table.below - 1 if table.below else row, 0)
            self._values.note("missing-header.seating", "", players=", ".join(seating.players))
        if number is None:
            key = session.header.club, session.header.session
            number = self._counted[key] = self._counted.get(key, 0) + 1
        self._totals.add(self._grid, row)
        self._values.cards = session.cards
        report.spoiled = False
        deal = RowDeal(self._grid, row, table, self._values, report)
        deal.comments += [Comment(fields.DEAL, text) for text in self._waiting]
        self._waiting = []
        self._reading.deals.append(deal.deal(session.header, number, self._file))

    def _named(self, row: int, table: Table) -> tuple[str, ...]:
        """Whom the headings name; of more than sit at a table those who have a figure, or deal, in this row."""
        named = table.named()
        least, most = limits.PLAYERS
        if len(named) <= least:
            return named
        there = {
            column.name
            for column in table.columns
            if column.field in PER_PLAYER
            and column.field != fields.CARRIED_BALANCE
            and self._grid.text(row, column.place).strip() not in NOTHING
        }
        there |= {self._grid.text(row, column.place).strip() for column in table.at(fields.DEALER)}
        found = tuple(name for name in named if name in there)
        return found if len(found) in limits.PLAYERS or len(named) > most else named

    def _report_beside(self, row: int, table: Table) -> None:
        """Report, once a column, what stands under no heading."""
        known = {column.place for column in table.columns}
        for column in self._grid.filled(row):
            if column not in known and column not in self._beside:
                self._beside.add(column)
                self._report.go(row, column)
                self._report("unknown-key.no-heading", 0, self._grid.text(row, column), letter=letters(column))

    def _quarantine(self, row: int, code: ProblemCode) -> None:
        self._reading.quarantined.append(Quarantined(Place(self._file, row + 1), code))
        text = "; ".join(self._grid.text(row, column) for column in self._grid.filled(row))
        self._waiting.append(unread(text[: limits.LINE_CHARS // 2]))


def _of_map(mapping: SheetMap | None) -> Iterable[Said]:
    for word, text in mapping.session.items() if mapping is not None else ():
        key = session_key(word)
        if key is not None:
            yield Said(key, text)


def _with_comments(deal: Deal, comments: tuple[Comment, ...]) -> Deal:
    return msgspec.structs.replace(deal, comments=place_deal_comments(comments, deal))
