"""`revesino convert` and `fmt`: logs written anew."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from audit.cli.app import LogPaths, Strict, app


class LogForm(StrEnum):
    """A form that logs are written in."""

    REV = "rev"
    JSONL = "jsonl"


@app.command()
def convert(
    paths: LogPaths,
    to: Annotated[LogForm, typer.Option("--to", help="The form to write.")],
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="OUT", help="Where to write; else printed.")
    ] = None,
    strict: Strict = False,
) -> None:
    """Write the deals of some logs in another form, in its canonical spelling.

    Exit status: 0 all was read, 1 something could not be, 2 no deal could be read or OUT not be written.
    """
    from audit.cli import output as out
    from audit.logs import read
    from audit.logs.service import convert as run
    from audit.ruleset import pack_of

    out.refuse_target(paths, target, to.value)
    with out.progress("reading") as on_file:
        reading = read(paths, pack_of, strict=strict, on_file=on_file)
    out.write_problems(reading.problems)
    if not reading.deals:
        raise typer.Exit(2)
    out.write_text(run(reading, to.value), target)
    raise typer.Exit(1 if any(problem.severity == "error" for problem in reading.problems) else 0)


@app.command()
def fmt(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Log files to rewrite in place.")],
    check: Annotated[bool, typer.Option("--check", help="Only say which files would change.")] = False,
) -> None:
    """Rewrite logs in their canonical spelling, keeping comments, notes and what could not be read.

    Exit status: 0 nothing to say, 1 a file would change (`--check`) or holds errors, 2 a file could not be read.
    """
    from audit.cli import output as out
    from audit.logs.service import format_file
    from audit.ruleset import pack_of

    worst = 0
    for path in paths:
        try:
            result = format_file(path, pack_of, check=check)
        except OSError as error:
            out.complain(f"{path} could not be rewritten: {error.strerror}. Nothing in it was changed.")
            worst = 2
            continue
        out.write_problems(result.problems)
        worst = max(worst, out.write_formatted(path, result, check=check))
    raise typer.Exit(worst)
