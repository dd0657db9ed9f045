"""The commands on a club's database: its state, conflicts, corrections, what is taken back, tables handed out."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from audit.cli.app import app
from audit.cli.database import AnySession, Club, Database, Person, Reason, Session, database_of, refusals
from audit.language import _


class TableForm(StrEnum):
    """The forms in which tables are handed out."""

    CSV = "csv"
    XLSX = "xlsx"
    PARQUET = "parquet"


OneDeal = Annotated[int, typer.Option("--deal", metavar="N", min=1, help=_("The deal."))]


@app.command(
    help=_("Show what a database holds, what is open in it, and what was done to it.")
    + "\n\n"
    + _("Exit status: 0 it is in order, 1 its log was changed by other hands, 2 it could not be read.")
)
def status(
    database: Database = None,
    everything: Annotated[bool, typer.Option("--all", help=_("List everything that was done."))] = False,
) -> None:
    """Print the state of a database."""
    from audit.cli import output as out
    from audit.club.status import status as run
    from audit.terminal.database import status_lines

    with refusals():
        found = run(database_of(database))
    out.write_lines(status_lines(found, everything=everything))
    raise typer.Exit(1 if found.broken else 0)


@app.command(
    help=_("Show where records of one deal contradict each other, version below version, and how to choose.")
    + "\n\n"
    + _("Exit status: 0 there is no conflict, 1 there is one, 2 the database could not be read.")
)
def conflicts(database: Database = None, club: Club = None, session: AnySession = None) -> None:
    """Print the conflicts of a database."""
    from audit.cli import output as out
    from audit.club.conflicts import conflicts as run
    from audit.terminal.conflicts import conflict_lines

    with refusals():
        found = run(database_of(database), club, session)
    out.write_lines(conflict_lines(found, lambda key, deal: _resolve_command(database, key, deal)))
    raise typer.Exit(1 if found else 0)


def _resolve_command(database: Path | None, key: tuple[str, str], deal: int | None) -> str:
    """The command that chooses, as it is to be typed, but for the number of the version."""
    from audit.cli.words import command_line

    words = ["revesino", "resolve", *(["--db", str(database)] if database else [])]
    words += ["--club", key[0], "--session", key[1], *([] if deal is None else ["--deal", str(deal)]), "--keep"]
    return command_line(words) + " N"


@app.command(
    help=_("Keep one of the versions that `revesino conflicts` shows, and set the others aside.")
    + "\n\n"
    + _("What is set aside stays in the database; `revesino undo` takes the choice back.")
)
def resolve(
    session: Session,
    keep: Annotated[int, typer.Option("--keep", metavar="N", min=1, help=_("The version that stands."))],
    deal: Annotated[
        int | None, typer.Option("--deal", metavar="N", min=1, help=_("The deal; else the session's rules."))
    ] = None,
    database: Database = None,
    club: Club = None,
    reason: Reason = "",
    person: Person = "",
) -> None:
    """Resolve a conflict."""
    from audit.cli import output as out
    from audit.club.conflicts import resolve as run
    from audit.terminal.conflicts import resolved_lines

    with refusals():
        event, found = run(database_of(database), club, session, deal, keep, reason=reason, person=person)
    out.write_lines(resolved_lines(event, found, keep))


@app.command(
    help=_("Put a slip of transcription right: lines as they are on paper, in the place of those of a deal.")
    + "\n\n"
    + _(
        "A line is written as in a log (`puntos: 3, 10, 20, 10`) and takes the place of the one of its key; a payment "
        "is added. The original stays in the database and is shown; `revesino undo` takes the correction back."
    )
)
def correct(
    session: Session,
    deal: OneDeal,
    lines: Annotated[
        list[str] | None, typer.Argument(metavar=_("[LINE]..."), help=_("Lines as they are to read."))
    ] = None,
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop", metavar=_("LINE"), help=_("A line that is to go; may be given several times.")),
    ] = None,
    database: Database = None,
    club: Club = None,
    reason: Reason = "",
    person: Person = "",
) -> None:
    """Enter a correction."""
    from audit.cli import output as out
    from audit.club.corrections import correct as run
    from audit.terminal.database import corrected_lines

    with refusals():
        found = run(database_of(database), club, session, deal, lines or [], drop or [], reason=reason, person=person)
    out.write_lines(corrected_lines(found))


@app.command(
    help=_("Take an import, a correction, a resolution or a merging back, by its number in `revesino status`.")
)
def undo(
    event: Annotated[int, typer.Argument(metavar=_("NUMBER"), min=1, help=_("What is taken back."))],
    database: Database = None,
) -> None:
    """Take something back."""
    from audit.cli import output as out
    from audit.club.undoing import undo as run
    from audit.terminal.database import undone_lines

    with refusals():
        found = run(database_of(database), event)
    out.write_lines(undone_lines(found))


@app.command(
    help=_("Write a table of the database or of its statistics; without a name, list the tables that there are.")
    + "\n\n"
    + _("The order of the rows does not depend on the order or the form in which logs came.")
)
def export(
    table: Annotated[str | None, typer.Argument(metavar=_("[TABLE]"), help=_("The table."))] = None,
    form: Annotated[
        TableForm, typer.Option("--format", help=_("csv, xlsx or parquet; csv is printed where -o is left out."))
    ] = TableForm.CSV,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar=_("OUT"), help=_("Where to write; else printed."))
    ] = None,
    database: Database = None,
) -> None:
    """Write a table."""
    from audit.cli import output as out
    from audit.club.exporting import export as run
    from audit.club.exporting import tables
    from audit.settings import load
    from audit.sheet.any_table import written
    from audit.text.lines import Line, clean

    if table is None:
        out.write_lines([Line(name) for name in tables()])
        return
    with refusals():
        file = database_of(database)
        if target is None and form is not TableForm.CSV:
            target = Path(f"{table}.{form.value}")
        out.refuse_target([file], target, form.value)
        content = written(run(file, table, load().season_begins), form.value)
    if target is None:
        out.write_text(content.decode("utf-8"), None)
        return
    out.write_bytes(content, target)
    out.write_lines([Line(_("{file}: written").format(file=clean(str(target))), "good")])
