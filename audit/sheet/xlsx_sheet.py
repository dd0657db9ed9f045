"""The corrected score sheet as a workbook: the sheet, what changed, standings and payments, the session.

Texts are written as texts and never become formulas or links; numbers stay numbers, their `*` and `?` are a matter of
format. The same session gives the same bytes.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]  # it comes without types

from audit.language import _
from audit.logs import fields
from audit.sheet import words
from audit.sheet.cells import Cell, Mark
from audit.sheet.csv_sheet import head, heading, seated
from audit.sheet.figures import PER_PLAYER, DealFigures
from audit.sheet.sheet import SessionSheet
from audit.text.figures import SHEET_SIGNS, STATUSES, SUBJECTS, account, figure
from audit.text.lines import clean, day

CREATED = datetime.datetime(2000, 1, 1)
"""When a session without a usable date was held, as far as its workbook knows."""

LARGEST_EXACT = 10**15
"""Beyond this a spreadsheet rounds numbers, so that they are written as texts."""

SIGNED, PLAIN = "+0{0};-0{0};0{0}", "0{0};-0{0};0{0}"
"""How a spreadsheet shows numbers, and the sign behind them."""

NARROWEST, WIDEST = 7, 60


@dataclass(frozen=True)
class _Column:
    """A column of the score sheet."""

    heading: str
    what: str
    player: str = ""

    def cell(self, one: DealFigures) -> Cell:
        """The deal's figure in it."""
        if self.player:
            return one.of(self.what, self.player)
        found: Cell = getattr(one, self.what)
        return found


class Book:
    """A workbook, and the formats that its cells have."""

    def __init__(self, created: datetime.datetime) -> None:
        self.bytes = io.BytesIO()
        self.book = xlsxwriter.Workbook(
            self.bytes,
            {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False},
        )
        self.book.set_properties({"created": created})
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}

    def format(self, **looks: Any) -> Any:
        """A format of cells, made once."""
        key = tuple(sorted(looks.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format(looks)
        return self._formats[key]

    def page(self, name: str) -> Any:
        """A new page, under a name that a workbook may give it."""
        page = self.book.add_worksheet(re.sub(r"[\[\]:*?/\\]", " ", name)[:31])
        page.hide_gridlines(0)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        return page

    def table(self, page: Any, top: int, headings: Sequence[str], rows: Sequence[Sequence[str | int | None]]) -> int:
        """Write a table of texts and numbers from the row `top` on; the row after it."""
        for column, text in enumerate(headings):
            page.write_string(top, column, text, self.format(bold=True, bottom=1, text_wrap=True, valign="top"))
        for number, row in enumerate(rows, start=top + 1):
            for column, value in enumerate(row):
                self.put(page, number, column, value, self.format(valign="top", text_wrap=True))
        return top + 1 + len(rows)

    def put(self, page: Any, row: int, column: int, value: str | int | None, looks: Any) -> None:
        """A text as a text, a number as a number, nothing as a blank."""
        if isinstance(value, int) and abs(value) < LARGEST_EXACT:
            page.write_number(row, column, value, looks)
        else:
            page.write_string(row, column, "" if value is None else clean(str(value)), looks)


def write_xlsx(sheet: SessionSheet) -> bytes:
    """The sheet as the bytes of a workbook."""
    book = Book(_created(sheet.date))
    _score_sheet(book, sheet)
    _changes(book, sheet)
    _reckoning(book, sheet)
    _session(book, sheet)
    book.book.close()
    return book.bytes.getvalue()


def _created(date: str | None) -> datetime.datetime:
    try:
        return datetime.datetime.combine(datetime.date.fromisoformat(date or ""), datetime.time())
    except ValueError:
        return CREATED


def _title(book: Book, page: Any, sheet: SessionSheet) -> None:
    date = day(sheet.date) if sheet.date else ""
    parts = [sheet.club, sheet.session, date, sheet.rules]
    page.write_string(0, 0, clean(" · ".join(part for part in parts if part)), book.format(bold=True, font_size=14))


# -------------------------------------------------------------------------------------------- the score sheet


def _score_sheet(book: Book, sheet: SessionSheet) -> None:
    page = book.page(_("Score sheet"))
    _title(book, page, sheet)
    columns = list(_columns(sheet))
    headings = [_("deal"), _("dealer"), *(column.heading for column in columns), _("verdict")]
    seatings = {one.deal.players for one in sheet.deals}
    if len(seatings) > 1:
        # Who sits where changes: the order of the columns does not say it.
        headings.append(heading(fields.PLAYERS))
    header = book.format(bold=True, bottom=1, text_wrap=True, valign="top")
    for number, text in enumerate(headings):
        page.write_string(2, number, text, header)
        page.set_column(number, number, max(NARROWEST, *(len(word) + 2 for word in text.split())))
    page.freeze_panes(3, 1)
    page.repeat_rows(2)
    for row, one in enumerate(sheet.deals, start=3):
        plain = book.format()
        label = one.deal.number if not one.version else words.of_deal(one.deal.number, one.version)
        book.put(page, row, 0, label, plain)
        book.put(page, row, 1, one.dealt_by, plain)
        for column, about in enumerate(columns, start=2):
            _figure(book, page, row, column, about.what, about.cell(one))
        book.put(page, row, len(columns) + 2, _(STATUSES[one.status]), plain)
        if len(seatings) > 1:
            book.put(page, row, len(columns) + 3, seated(one.deal), plain)
    below = len(sheet.deals) + 4
    for number, text in enumerate((*map(_, SHEET_SIGNS.values()), *words.notes(sheet)), start=below):
        page.write_string(number, 0, clean(text))


def _columns(sheet: SessionSheet) -> Iterator[_Column]:
    yield _Column(_("winner"), "winner")
    yield _Column(_("fondo after the stakes"), "fondo_start")
    yield _Column(_("fondo at the end"), "fondo_end")
    for what in PER_PLAYER:
        for name in sheet.players:
            text = _("{what}: {player}").format(what=_(SUBJECTS[what]), player=clean(name))
            yield _Column(text, what, name)


def _figure(book: Book, page: Any, row: int, column: int, what: str, cell: Cell) -> None:
    """A figure; one that was changed is shaded, has `*` behind it and says in a comment what was written."""
    shown, sign = cell.value, words.mark(cell)
    looks: dict[str, Any] = {
        "num_format": (SIGNED if what in ("net", "balance") else PLAIN).format(f'"{sign}"' if sign else "")
    }
    if sign:
        looks |= {"bg_color": "#FFE08A" if sign == "*" else "#E6E6E6", "bold": sign == "*", "italic": sign == "?"}
    if isinstance(shown, str) or shown is None:
        shown = ("–" if cell.mark is Mark.NONE else "" if shown is None else shown) + sign
    book.put(page, row, column, shown, book.format(**looks))
    if cell.is_wrong:
        said = _("recorded: {recorded}").format(recorded=figure(what, cell.recorded))
        rule = f" [{cell.rule}]" if cell.rule else ""
        page.write_comment(row, column, clean(said + rule), {"author": "revesino"})


# ---------------------------------------------------------------------------------------------- the other pages


def _changes(book: Book, sheet: SessionSheet) -> None:
    """A line for each figure that changed, none of them drawn together; what is against the rules; what was decided."""
    page = book.page(_("Changes"))
    _title(book, page, sheet)
    rows: list[list[str | int | None]] = [
        [deal if not version else words.of_deal(deal, version), *texts, rule, origin]
        for deal, version, texts, rule, origin in (
            (one.deal, one.version, words.parts(one), one.claim["rule"], one.carried_from) for one in sheet.changes
        )
    ]
    headings = [_("deal"), _("figure"), _("recorded"), _("right"), _("rule"), _("carried on from deal")]
    below = book.table(page, 2, headings, rows or [["", _("No figure is changed.")]])
    for column, width in enumerate((8, 48, 14, 14, 8, 14)):
        page.set_column(column, column, width)
    page.freeze_panes(3, 0)
    remarks: list[list[str | int | None]] = [
        [words.of_deal(one.deal, one.version), words.remark_to_hand_on(one), None, None, one.finding["rule"]]
        for one in sheet.remarks
    ]
    if remarks:
        below = book.table(page, below + 1, [_("deal"), _("remark"), "", "", _("rule")], remarks)
    if sheet.decisions:
        decided: list[list[str | int | None]] = [[deal, words.decision(one)] for deal, one in sheet.decisions]
        book.table(page, below + 1, [_("deal"), _("remark")], decided)


def _reckoning(book: Book, sheet: SessionSheet) -> None:
    page = book.page(_("Standings and payments"))
    _title(book, page, sheet)
    rows: list[list[str | int | None]] = []
    for one in sheet.standings:
        rank, shown, said = words.standing(one)
        rows.append([one.rank or rank, one.player, shown if one.tantos is None else one.tantos, said])
    below = book.table(page, 2, [_("rank"), _("player"), _("tantos"), ""], rows)
    first, *rest = words.settling(sheet)
    payments = sheet.settlement.transfers.payments if sheet.settlement.transfers else ()
    for number, text in enumerate([words.fondo(sheet), "", first, *rest], start=below + 1):
        page.write_string(number, 1, clean(text))
    if payments:
        paid: list[list[str | int | None]] = [
            ["", account(one.payer), account(one.payee), one.amount] for one in payments
        ]
        book.table(page, below + 5 + len(rest), ["", _("payer"), _("receiver"), _("amount")], paid)
    for column, width in enumerate((7, 30, 24, WIDEST)):
        page.set_column(column, column, width)
    page.freeze_panes(3, 0)


def _session(book: Book, sheet: SessionSheet) -> None:
    """What the sheet rests on: the session as a log's header says it, so that the workbook can be read again."""
    page = book.page(_("The session"))
    for row, (name, value) in enumerate((*head(sheet), (heading(fields.PLAYERS), seated(sheet.deals[0].deal)))):
        book.put(page, row, 0, name, book.format(bold=True))
        book.put(page, row, 1, value, book.format(align="left"))
    page.set_column(0, 0, 24)
    page.set_column(1, 1, WIDEST)
