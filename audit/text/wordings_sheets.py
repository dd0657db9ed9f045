"""What only score sheets have, and what is worded otherwise of them."""

from __future__ import annotations

from audit.language import N_
from audit.text.wordings import Wording

SHEET_KINDS: dict[str, Wording] = {
    # Rows
    "bad-line.totals": Wording(
        N_("the row adds up others and is no deal; it was passed over"),
        N_("nothing need be done; a deal has its number in the column of the deals"),
    ),
    "bad-line.carried": Wording(
        N_("`{found}` is carried forward within the session, not brought from an earlier one; it was passed over"),
        N_("nothing need be done; what an earlier session left stands above the first deal, as `saldo previo`"),
    ),
    "bad-line.text": Wording(
        N_("there is text below the deals, which was passed over"),
        N_("nothing need be done; a deal has its number in the column of the deals"),
    ),
    "bad-line.no-table": Wording(
        N_("no row of headings was recognised on this sheet; it was passed over"),
        N_("nothing need be done, unless there are deals on it: then `revesino map` asks which column holds what"),
    ),
    "no-deals.sheet": Wording(
        N_("no row of headings was recognised"),
        N_(
            "headings as `reparto`, `ganador`, `puntos NAME`, `saldo NAME`; or let `revesino map` ask which column "
            "holds what"
        ),
    ),
    "missing-deal-number.column": Wording(
        N_("no column has the numbers of the deals, so that they are set aside"),
        N_("a column `reparto` with numbers from 1 on; or let `revesino map` number the rows in their order"),
    ),
    "missing-header.seating": Wording(
        N_("it is not said how the players sit; they were taken in the order of their columns: {players}"),
        N_("a column `jugadores`, or a row `jugadores: …` above the headings, with the names in order of play"),
    ),
    # Headings and cells
    "unknown-key.heading": Wording(
        N_("`{found}` is no heading of a score sheet{near}; the column was passed over"),
        N_(
            "a heading as `puntos NAME` or `fondo final`, or one of your own that begins with `x-`; `revesino map` "
            'says what a column holds; a name that is a word for a sum stands in quotes, as `puntos "Total"`'
        ),
    ),
    "unknown-key.no-heading": Wording(
        N_("`{found}` stands in column {letter}, which has no heading; the column was passed over"),
        N_("a heading above it"),
    ),
    "bad-value.cell-error": Wording(
        N_("the cell has an error of the spreadsheet, `{found}`; it counts as not recorded"),
        N_("a number or a name; look at the cells that its formula takes"),
    ),
    "bad-value.no-result": Wording(
        N_("the cell has the formula `{found}`, of which no value was saved; it counts as not recorded"),
        N_("the workbook opened in a spreadsheet, which computes it, and saved anew"),
    ),
    "bad-value.day-first": Wording(
        N_("`{found}` was read with the day first: {date}; so are the other dates of this sheet"),
        N_("nothing need be done, unless the month stands first: then write dates as YYYY-MM-DD"),
    ),
    # Limits, and files
    "too-large.cell": Wording(
        N_("a cell has more than {limit} characters and was passed over"), N_("cells as long as a deal needs")
    ),
    "too-large.cells": Wording(
        N_("the sheet `{found}` goes over more than {limit} cells and was not read"),
        N_("a sheet without a cell far away from all others: delete the rows and columns that look empty"),
    ),
    "too-large.sheet-columns": Wording(
        N_("there are more than {limit} columns; what is beyond was not read"),
        N_("at most {limit} columns; delete those that look empty"),
    ),
    "too-large.sheet-rows": Wording(
        N_("there are more than {limit} rows; what is beyond was not read"),
        N_("at most {limit} rows; delete those that look empty, or make several sheets of it"),
    ),
    "too-large.sheets": Wording(
        N_("the workbook has more than {limit} sheets and was not read"),
        N_("at most {limit} sheets; make several workbooks of it"),
    ),
    "too-large.workbook": Wording(
        N_(
            "the workbook comes to more than {limit} bytes when it is unpacked, or is packed beyond measure; it was "
            "not read"
        ),
        N_("a workbook with nothing but score sheets; make several of it"),
    ),
    "unreadable.map": Wording(
        N_("the mapping {map} cannot be read ({reason}) and does not count"),
        N_("the file as `revesino map` writes it; run it anew, or delete the file"),
    ),
    "unreadable.protected": Wording(
        N_("the workbook is protected by a password, or of the old form `.xls`"),
        N_("the workbook saved as `.xlsx` without a password"),
    ),
    "unreadable.workbook-form": Wording(
        N_("the file is a workbook, of a form that is not read under this name"),
        N_("the workbook saved as `.xlsx`, with a name that ends so"),
    ),
    "unreadable.sheet": Wording(
        N_("the sheet `{found}` cannot be read"), N_("the workbook opened in a spreadsheet and saved anew")
    ),
    "unreadable.workbook": Wording(
        N_("the file is no workbook, or a damaged one"), N_("the workbook opened in a spreadsheet and saved anew")
    ),
}
"""By kind: what only score sheets have."""

STORED_KINDS: dict[str, Wording] = {
    "repeated-key.reading": Wording(
        N_("the sheet is read by another mapping than in import {earlier}; what was read there counts no more"),
        N_("nothing need be done; `revesino undo {event}` has it count again"),
    ),
}
"""By kind: what only a database has to say of a score sheet."""

SHEET_WORDINGS: dict[str, Wording] = {
    "bad-value.date": Wording(
        N_("`{found}` is no date"), N_("a day of the calendar with the day first, as 2/3/2024, or as YYYY-MM-DD")
    ),
    "bad-value.empty-name": Wording(N_("there is an empty name; the row is set aside"), N_("a name that is not empty")),
    "bad-length.players": Wording(
        N_("there are no players; the row is set aside"), N_("{seats}, in order of play, with commas between")
    ),
    "bad-line.unclosed-quote": Wording(
        N_("a double quote is opened and not closed; the line was read as if it were a letter"),
        N_('a closing quote at the end of the cell; a quote inside quotes is written `""`'),
    ),
    "missing-header.key": Wording(
        N_("the table has no `{key}` that counts; its deals are set aside"),
        N_("a column `{key}`, or a row `{key}: …` above the headings; or let `revesino map` ask for it"),
    ),
    "missing-deal-number.absent": Wording(
        N_("the row has no number of a deal and is no total; it is set aside"),
        N_("a whole number from 1 on, the deal's place in its session"),
    ),
    "no-deals.file": Wording(
        N_("no deal was found in the file"), N_("a row of headings, and below it at least one row with a deal's number")
    ),
    "repeated-key.different": Wording(
        N_("cell {first} gives the same thing otherwise: neither counts"), N_("one of the two; delete the wrong one")
    ),
}
"""What is worded otherwise of a score sheet."""
