"""`revesino show` and `sheet`: a deal trick by trick, a session as its score sheet, the sheet to hand back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import app
from audit.cli.database import AnySession, Club, configured, refusals
from audit.cli.judged import PLAIN_WIDTH, AnyPaths, FromDatabase, audited_of, sessions_of, the_only, width
from audit.cli.words import command_line
from audit.language import _, ngettext

if TYPE_CHECKING:
    from audit.report import Audited
    from audit.sessions import Session
    from audit.text.lines import Line


class ShowFormat(StrEnum):
    """How a deal or a session is shown."""

    TEXT = "text"
    JSON = "json"


class SheetFormat(StrEnum):
    """The form of a score sheet."""

    TEXT = "text"
    CSV = "csv"
    XLSX = "xlsx"
    HTML = "html"


@app.command(
    help=_("Show a deal trick by trick, or a session as its score sheet: what is recorded beside what is right.")
    + "\n\n"
    + _("Without --session, where there are several: which there are.")
    + "\n\n"
    + _("Exit status: 0 it was shown, right or wrong; 2 there is no such session or deal.")
)
def show(
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Club = None,
    session: AnySession = None,
    deal: Annotated[int | None, typer.Option("--deal", metavar="N", help=_("This deal, trick by trick."))] = None,
    form: Annotated[
        ShowFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))
    ] = ShowFormat.TEXT,
) -> None:
    """Show a deal, a session, or which sessions there are."""
    from audit.choice import numbered
    from audit.terminal import play, score_sheet, session_list

    with refusals():
        audited = audited_of(paths or [], database, club, session)
        found = sessions_of(audited, club, session)
        listed = deal is None and session is None and len(found) > 1
        chosen = found[0] if listed else the_only(found)
        places = None if deal is None else numbered(chosen.key[1], [one.number for one in chosen.deals], deal)
    if listed:
        listing = session_list.sessions(audited, found, _command("show", paths or [], database, found))
        _print(audited, found, None, listing, form)
        return
    _tell_problems(audited, chosen, from_files=bool(paths))
    if places is None:
        lines = score_sheet.written(audited, chosen, width())
    else:
        lines = play.deals(audited, chosen, places, width())
    _print(audited, [chosen], places, lines, form)


@app.command(
    help=_("Write the corrected score sheet of a session, to hand back: right figures, what changed, who pays whom.")
    + "\n\n"
    + _("Exit status: 0 it was written, 2 it was not.")
)
def sheet(
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Club = None,
    session: AnySession = None,
    form: Annotated[
        SheetFormat, typer.Option("--format", metavar="text|csv|xlsx|html", help=_("The form of the sheet."))
    ] = SheetFormat.TEXT,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar=_("OUT"), help=_("Where to write; else printed."))
    ] = None,
) -> None:
    """Write the corrected score sheet of a session."""
    from audit.cli import output as out

    if form is SheetFormat.XLSX and target is None:
        out.complain(_("a workbook is not printed. Say with -o in which file to write it."))
        raise typer.Exit(2)
    with refusals():
        source = [*(paths or [])] or [file for file in (database or configured(),) if file]
        out.refuse_target(source, target, SUFFIXES[form])
        audited = audited_of(paths or [], database, club, session)
        chosen = the_only(sessions_of(audited, club, session))
    out.refuse_target({Path(one.place.file) for one in audited.reading.deals}, target, SUFFIXES[form])
    _tell_problems(audited, chosen, from_files=bool(paths))
    if form is SheetFormat.TEXT and target is None:
        from audit.terminal.score_sheet import corrected

        out.write_lines(corrected(audited, chosen, width()))
        return
    _write(_content(audited, chosen, form), target)


SUFFIXES = {SheetFormat.TEXT: "txt", SheetFormat.CSV: "csv", SheetFormat.XLSX: "xlsx", SheetFormat.HTML: "html"}
"""How the file of a form is called."""


def _tell_problems(audited: Audited, session: Session, *, from_files: bool) -> None:
    """What could not be read in the files of a session, on the error stream: the sheet may lack it.

    Of what a database holds it may have been put right since, so that only its files are named.
    """
    from audit.cli import output as out
    from audit.text.lines import Line, clean, listed

    files = {one.place.file for one in session.deals}
    found = [one for one in audited.problems if one.place.file in files and one.severity != "note"]
    if from_files:
        out.write_problems(found)
    elif found:
        names = listed(sorted({clean(one.place.file) for one in found}))
        text = ngettext(
            "{n} line could not be read when {files} was stored; `revesino audit` of the file says which.",
            "{n} lines could not be read when {files} was stored; `revesino audit` of the file says which.",
            len(found),
        )
        out.write_lines([Line(text.format(n=len(found), files=names), "open")], sys.stderr)


def _command(
    name: str, paths: Sequence[Path], database: Path | None, sessions: Sequence[Session]
) -> Callable[[Session], str]:
    """The command that shows one of `sessions`, as a shell takes it."""
    names = [one.header.session for one in sessions]

    def command(session: Session) -> str:
        words = ["revesino", name, *map(str, paths), *(["--db", str(database)] if database else [])]
        if names.count(session.header.session) > 1:
            words += ["--club", session.header.club]
        words += ["--session", session.header.session]
        return command_line(words)

    return command


def _print(
    audited: Audited, sessions: Sequence[Session], places: list[int] | None, lines: Iterator[Line], form: ShowFormat
) -> None:
    """The lines for people; for programs the rows of the report, of a session only the deals at `places`."""
    from audit.cli import output as out
    from audit.report import SCHEMA

    if form is ShowFormat.TEXT:
        out.write_lines(lines)
        return
    rows = []
    for session in sessions:
        row = audited.session_row(session)
        rows.append(row if places is None else row | {"deals": [row["deals"][place] for place in places]})
    out.write_text(json.dumps({"schema": SCHEMA, "sessions": rows}, ensure_ascii=False) + "\n", None)


def _content(audited: Audited, session: Session, form: SheetFormat) -> bytes | str:
    """The sheet in a form that is written to a file."""
    from audit.sheet.sheet import sheet as build

    match form:
        case SheetFormat.TEXT:
            from audit.terminal.score_sheet import corrected

            return "".join(f"{line.text}\n" for line in corrected(audited, session, PLAIN_WIDTH))
        case SheetFormat.CSV:
            from audit.sheet.csv_sheet import write_csv

            return write_csv(build(audited, session))
        case SheetFormat.HTML:
            from audit.sheet.html_sheet import write_html

            return write_html(build(audited, session))
    from audit.sheet.xlsx_sheet import write_xlsx

    return write_xlsx(build(audited, session))


def _write(content: bytes | str, target: Path | None) -> None:
    """Write a sheet, whole or not at all, and say where; texts without a target are printed."""
    from audit.cli import output as out
    from audit.text.lines import Line, clean

    if isinstance(content, str):
        out.write_text(content, target)
    elif target is not None:
        out.write_bytes(content, target)
    if target is not None:
        out.write_lines([Line(_("{file}: written").format(file=clean(str(target))), "good")])
