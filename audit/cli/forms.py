"""`revesino convert` and `fmt`: logs written anew."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from audit.cli.app import LogPaths, Strict, a_path, app
from audit.language import _


class LogForm(StrEnum):
    """A form that logs are written in."""

    REV = "rev"
    JSONL = "jsonl"


@app.command(
    help=_("Write the deals of some logs in another form, in its canonical spelling.")
    + "\n\n"
    + _("Exit status: 0 all was read, 1 something could not be, 2 no deal could be read or OUT not be written.")
)
def convert(
    paths: LogPaths,
    to: Annotated[LogForm, typer.Option("--to", metavar="rev|jsonl", help=_("The form to write."))],
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar=_("OUT"), help=_("Where to write; else printed."))
    ] = None,
    strict: Strict = False,
) -> None:
    """Write logs in another form."""
    from audit.cli import output as out
    from audit.logs import read
    from audit.logs.service import convert as run
    from audit.ruleset import pack_of

    out.refuse_target(paths, target, to.value)
    with out.progress() as on_file:
        reading = read(paths, pack_of, strict=strict, on_file=on_file)
    out.write_problems(reading.problems)
    if not reading.deals:
        raise typer.Exit(2)
    out.write_text(run(reading, to.value), target)
    raise typer.Exit(1 if any(problem.severity == "error" for problem in reading.problems) else 0)


@app.command(
    help=_("Rewrite logs in their canonical spelling, keeping comments, notes and what could not be read.")
    + "\n\n"
    + _("Exit status: 0 nothing to say, 1 a file would change (`--check`) or holds errors, 2 a file could not be read.")
)
def fmt(
    paths: Annotated[
        list[Path], typer.Argument(metavar=_("FILE..."), parser=a_path, help=_("Log files to rewrite in place."))
    ],
    check: Annotated[bool, typer.Option("--check", help=_("Only say which files would change."))] = False,
) -> None:
    """Rewrite logs in place."""
    from audit.cli import output as out
    from audit.logs.service import format_file
    from audit.ruleset import pack_of
    from audit.text.reasons import reason

    worst = 0
    for path in paths:
        try:
            result = format_file(path, pack_of, check=check)
        except OSError as error:
            text = _("{file} could not be rewritten: {reason}. Nothing in it was changed.")
            out.complain(text.format(file=path, reason=reason(error.strerror)))
            worst = 2
            continue
        out.write_problems(result.problems)
        worst = max(worst, out.write_formatted(path, result, check=check))
    raise typer.Exit(worst)
