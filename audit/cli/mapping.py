"""`revesino map`: how a score sheet is read that is not recognised, asked once and kept beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import a_path, app
from audit.cli.database import refusals
from audit.language import _, ngettext

if TYPE_CHECKING:
    from audit.logs.sheets.columns import Heading
    from audit.logs.sheets.find_header import Table
    from audit.logs.sheets.grid import Grid
    from audit.logs.sheets.mapping import SheetMap
    from audit.model import Deal
    from audit.text.lines import Line

SHOWN_ROWS = 8
"""Rows of the sheet that are shown."""

SHOWN_CHARS = 14
"""How much of a cell is shown."""

SHOWN_DEALS = 2
"""Deals that are shown as they would be read."""


@app.command(
    name="map",
    help=_("Say how a score sheet is read that is not recognised, and keep it beside the sheet.")
    + "\n\n"
    + _(
        "Asks column by column what stands in it, and what the sheet does not say of its session; shows what would be "
        "read. With any of --header, --column, --set, --number and --sheet nothing is asked."
    )
    + "\n\n"
    + _("Exit status: 0 it was written, 2 it was not."),
)
def map_sheet(
    sheet: Annotated[Path, typer.Argument(metavar=_("SHEET"), parser=a_path, help=_("A score sheet, .csv or .xlsx."))],
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--column", metavar=_("B=HEADING"), help=_("What a column holds, as `B=puntos Ana`; - for nothing.")
        ),
    ] = None,
    said: Annotated[
        list[str] | None,
        typer.Option("--set", metavar=_("FIELD=VALUE"), help=_("What holds for the sessions, as `club=Casino`.")),
    ] = None,
    header: Annotated[
        int | None, typer.Option("--header", metavar="N", min=0, help=_("The row of headings; 0 where there is none."))
    ] = None,
    number: Annotated[bool, typer.Option("--number", help=_("Number the deals in the order of their rows."))] = False,
    page: Annotated[
        str | None, typer.Option("--sheet", metavar=_("NAME"), help=_("Only this worksheet of a workbook."))
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar=_("FILE.toml"), help=_("Where to write; else beside the sheet.")),
    ] = None,
) -> None:
    """Write how a sheet is read."""
    from audit.cli import output as out
    from audit.logs.sheets.mapping import beside, written
    from audit.logs.sheets.service import read_as
    from audit.ruleset import pack_of
    from audit.text.lines import Line, clean

    with refusals():
        grids, grid = _sheets(sheet, page)
        out.write_lines(_rows(grid))
        if columns or said or header is not None or number or page is not None:
            mapping = _given(grid, columns or [], said or [], header, number=number, page=page)
        else:
            mapping = _asked(grids, grid)
    reading = read_as(grids, pack_of, str(sheet), mapping)
    out.write_problems(reading.problems)
    out.write_lines(_deals(reading.deals))
    if not reading.deals:
        out.complain(_("no deal would be read so, and nothing was written. Look at what is said above."))
        raise typer.Exit(2)
    target = target or beside(sheet)
    out.refuse_target([sheet], target, "toml")
    out.write_text(written(mapping, _("How `revesino` reads {file}.").format(file=clean(sheet.name))), target)
    out.write_lines([Line(_("{file}: written").format(file=clean(str(target))), "good")])


def _sheets(path: Path, page: str | None) -> tuple[list[Grid], Grid]:
    """The sheets of a file, and the one that is meant: the first that is not recognised, else the first.

    Raises `Refused`.
    """
    from audit.choice import hints
    from audit.logs.problems import Problems
    from audit.logs.sheets.service import SUFFIXES, first_table, sheets_of
    from audit.refusal import Refused

    if not path.name.lower().endswith(SUFFIXES):
        raise Refused("map.no-sheet", file=str(path), forms=list(SUFFIXES))
    if path.exists() and not (path.is_file() or path.is_dir()):
        # Who opens a pipe waits until somebody writes into it.
        raise Refused("map.unreadable", file=str(path), reason="it is not a regular file")
    problems = Problems(str(path))
    try:
        grids = sheets_of(path, problems)
    except OSError as error:
        raise Refused("map.unreadable", file=str(path), reason=error.strerror or str(error)) from error
    if not grids:
        raise Refused("map.empty", problems=problems.all(), file=str(path))
    if page is not None:
        named = [grid for grid in grids if grid.name == page]
        if not named:
            raise Refused("map.no-page", file=str(path), name=page, **hints(page, [grid.name for grid in grids]))
        return grids, named[0]
    return grids, next((grid for grid in grids if first_table(grid) is None), grids[0])


def _rows(grid: Grid) -> Iterator[Line]:
    """The first rows of a sheet, each cell behind the letter of its column."""
    from audit.logs.sheets.grid import letters
    from audit.text.lines import Line, clean

    if grid.name:
        yield Line(clean(grid.name), "heading")
    filled = [row for row in range(len(grid.rows)) if grid.filled(row)]
    for row in filled[:SHOWN_ROWS]:
        cells = [f"{letters(column)} {clean(grid.text(row, column))[:SHOWN_CHARS]}" for column in grid.filled(row)]
        yield Line(f"{row + 1:>4}  {' | '.join(cells)}")
    if len(filled) > SHOWN_ROWS:
        yield Line("   …", "faint")


def _given(
    grid: Grid, columns: Sequence[str], said: Sequence[str], header: int | None, *, number: bool, page: str | None
) -> SheetMap:
    """The mapping that the command line gives. Raises `Refused`."""
    from audit.logs.sheets.grid import column_of
    from audit.logs.sheets.mapping import SheetMap
    from audit.logs.sheets.service import first_table
    from audit.refusal import Refused

    found: dict[int, Heading | None] = {}
    for text in columns:
        letter, sign, heading = text.partition("=")
        column = column_of(letter.strip())
        if not sign or column is None:
            raise Refused("map.no-column", text=text)
        found[column] = _heading(heading)
    session = dict(_said(text) for text in said)
    if header is None and found:
        table = first_table(grid)
        header = table.below if table is not None else _likely(grid)
    return SheetMap(header, found, session, number, page)


def _heading(text: str) -> Heading | None:
    """What a column is said to hold; `None` for nothing. Raises `Refused`."""
    from audit.logs.sheets.mapping import BadMapError, heading_of
    from audit.refusal import Refused

    try:
        return heading_of(text)
    except BadMapError as error:
        raise Refused("map.no-heading", text=text.strip()) from error


def _said(text: str) -> tuple[str, str]:
    """A field of a session and its value. Raises `Refused`."""
    from audit.logs.sheets.mapping import is_of_session
    from audit.refusal import Refused

    word, sign, value = text.partition("=")
    if not sign or not value.strip() or not is_of_session(word.strip()):
        raise Refused("map.no-field", text=text)
    return word.strip(), value.strip()


def _likely(grid: Grid) -> int:
    """The row, from 1, that has the most cells of the first ones: most likely the headings."""
    from audit.logs.sheets.find_header import is_number

    def words(row: int) -> int:
        return sum(not is_number(grid.text(row, column)) for column in grid.filled(row))

    first = [row for row in range(len(grid.rows)) if grid.filled(row)][:SHOWN_ROWS]
    return max(first, key=lambda row: (words(row), -row)) + 1


def _asked(grids: Sequence[Grid], grid: Grid) -> SheetMap:
    """The mapping that a person gives, question by question. Raises `Refused` when nobody answers."""
    from audit.cli import questions
    from audit.logs import fields
    from audit.logs.keys import BY_FIELD
    from audit.logs.sheets.mapping import SheetMap
    from audit.logs.sheets.service import first_table, missing

    table = first_table(grid)
    default = table.below if table is not None else _likely(grid)
    header = questions.ask(_("Row of headings (0: there is none)"), None, questions.number_of, str(default))
    columns, headings = _asked_columns(grid, header, table)
    session: dict[str, str] = {}
    names = list(dict.fromkeys(heading.name for heading in headings if heading is not None and heading.name))
    for field in missing(grids, grid, header, headings):
        word = BY_FIELD[field].spanish
        usual = {fields.RULES: "revesino", fields.PLAYERS: ", ".join(names) or None}.get(field)
        session[word] = questions.ask(
            _("Nothing says `{word}`. It is").format(word=word), None, questions.name_of, usual
        )
    number = False
    if not any(heading is not None and heading.field == fields.DEAL for heading in headings):
        number = typer.confirm(_("No column numbers the deals. Number them in the order of their rows?"), default=True)
    return SheetMap(header, columns, session, number)


def _asked_columns(
    grid: Grid, header: int, table: Table | None
) -> tuple[dict[int, Heading | None], list[Heading | None]]:
    """What is to be kept of the columns, where it is not what their headings say; and what each holds."""
    from audit.cli import questions
    from audit.logs.sheets.columns import PASS_OVER, spelt
    from audit.logs.sheets.grid import letters
    from audit.logs.sheets.service import heading_at
    from audit.text.lines import clean

    kept: dict[int, Heading | None] = {}
    headings: list[Heading | None] = []
    rows = range(header, min(header + SHOWN_ROWS, len(grid.rows)))
    width = max((grid.width(row) for row in range(max(header - 1, 0), len(grid.rows))), default=0)
    for column in range(width):
        text, known = heading_at(grid, header, column, table)
        below = [clean(grid.text(row, column)) for row in rows if grid.text(row, column)]
        if not text and not below:
            headings.append(None)
            continue
        question = _("Column {letter} ({heading}: {values})").format(
            letter=letters(column), heading=clean(text) or "–", values=", ".join(below[:3])[:40]
        )
        heading = questions.ask(question, None, _heading, PASS_OVER if known is None else spelt(known))
        headings.append(heading)
        if heading is None or known is None or heading[:2] != known[:2]:
            kept[column] = heading
    return kept, headings


def _deals(deals: Sequence[Deal]) -> Iterator[Line]:
    """The first deals as they would be read, and how many there are."""
    from audit.logs.write_rev import write_rev
    from audit.text.lines import Line, clean

    if not deals:
        return
    text = write_rev(deals[:SHOWN_DEALS])
    yield from (Line(f"  {clean(line)}") for line in text.splitlines())
    yield Line("")
    yield Line(ngettext("{n} deal would be read so.", "{n} deals would be read so.", len(deals)).format(n=len(deals)))
