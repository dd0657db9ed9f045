"""`revesino audit` and `demo`: what was recorded against what the rules make of the play."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import OptionalPaths, Strict, app
from audit.cli.database import Database, configured, refusals
from audit.language import _
from audit.refusal import Refused

if TYPE_CHECKING:
    from audit.club.importing import Stored
    from audit.report import Audited


class OutputFormat(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"


@app.command(
    help=_("Check everything that was recorded against what the rules make of the play.")
    + "\n\n"
    + _(
        "With a database (--db, or that of revesino.toml) the logs are stored in it, and judged with what it holds "
        "of their sessions; without PATH all that it holds is judged."
    )
    + "\n\n"
    + _("Exit status: 0 nothing is wrong, 1 something is, 2 no deal could be read.")
)
def audit(
    paths: OptionalPaths = None,
    output: Annotated[
        OutputFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))
    ] = OutputFormat.TEXT,
    strict: Strict = False,
    database: Database = None,
    no_database: Annotated[
        bool, typer.Option("--no-db", help=_("Store nothing, though revesino.toml names a database."))
    ] = False,
    house: Annotated[
        Path | None,
        typer.Option(
            "--rules",
            metavar=_("FILE"),
            help=_("Judge by the house rules of this file, as `infer-rules -o` writes it; nothing is stored."),
        ),
    ] = None,
) -> None:
    """Audit logs and print the report."""
    from audit.cli import output as out

    with refusals():
        file = None if no_database else database or configured()
        if not paths and file is None:
            raise Refused("choice.neither")
        if house is not None and paths and database is not None and not no_database:
            raise Refused("rules.not-stored")
    if house is None:
        audited, stored = _audited(paths or [], file, strict=strict)
    else:
        audited, stored = _by_rules(paths or [], file, house, strict=strict), None
    if output is OutputFormat.JSON:
        out.write_report(audited)
    else:
        from audit.club.house import played_otherwise
        from audit.settings import load
        from audit.terminal.house import otherwise_lines
        from audit.terminal.render import render

        with refusals():
            otherwise = played_otherwise(load(), audited.assembled.sessions)
        out.write_lines(render(audited))
        out.write_lines(otherwise_lines(otherwise))
    if stored is not None:
        from audit.terminal.database import stored_lines

        # Beside JSON, which programs read, what people read goes to the other stream.
        out.write_lines(stored_lines(str(file), stored), sys.stderr if output is OutputFormat.JSON else None)
    raise typer.Exit(audited.exit_status)


def _audited(paths: Sequence[Path], database: Path | None, *, strict: bool) -> tuple[Audited, Stored | None]:
    """The logs judged, and stored where there is a database; without paths, all that is in it."""
    from audit.cli import output as out

    if database is None:
        from audit.service import audit as run

        with out.progress() as on_file:
            return run(paths, strict=strict, on_file=on_file), None
    with refusals():
        if not paths:
            from audit.club.importing import as_strict
            from audit.club.judging import reaudit

            found = reaudit(database)
            return as_strict(found) if strict else found, None
        from audit.club.importing import import_logs

        with out.progress() as on_file:
            imported = import_logs(database, paths, strict=strict, on_file=on_file)
    return imported.audited, imported.stored


def _by_rules(paths: Sequence[Path], database: Path | None, house: Path, *, strict: bool) -> Audited:
    """The logs, or what is in the database, judged by the house rules of a file."""
    from audit.cli import output as out
    from audit.house_file import read
    from audit.service import audit as run
    from audit.service import judged_by

    with refusals():
        rules = read(house)
        if paths:
            with out.progress() as on_file:
                return run(paths, strict=strict, on_file=on_file, house=rules)
        from audit.club.importing import as_strict
        from audit.club.judging import audited

        if database is None:
            raise Refused("choice.neither")
        found = judged_by(audited(database), rules)
        return as_strict(found) if strict else found


@app.command(help=_("Audit the sample logs that come with the tool, mistakes and all."))
def demo() -> None:
    """Audit the sample logs."""
    from audit.cli import output as out
    from audit.resources import folder
    from audit.service import audit as run
    from audit.terminal.render import render
    from audit.text.lines import Line

    # From inside the folder, so that the files are named as its README names them.
    os.chdir(folder("sample_logs"))
    forms = (".rev", ".jsonl", ".csv", ".xlsx")
    out.write_lines(render(run(sorted(path for path in Path().iterdir() if path.suffix in forms))))
    out.write_lines([Line(_("What is wrong where, and why: README.md in the folder sample_logs."), "faint")])
