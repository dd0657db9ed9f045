"""`revesino audit` and `demo`: what was recorded against what the rules make of the play."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from audit.cli.app import LogPaths, Strict, app


class OutputFormat(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"


@app.command()
def audit(
    paths: LogPaths,
    output: Annotated[OutputFormat, typer.Option("--format", help="For people, or for programs.")] = OutputFormat.TEXT,
    strict: Strict = False,
) -> None:
    """Check everything that was recorded against what the rules make of the play.

    Exit status: 0 nothing is wrong, 1 something is, 2 no deal could be read.
    """
    from audit.cli import output as out
    from audit.service import audit as run

    with out.progress("reading") as on_file:
        audited = run(paths, strict=strict, on_file=on_file)
    if output is OutputFormat.JSON:
        out.write_report(audited)
    else:
        from audit.terminal.render import render

        out.write_lines(render(audited))
    raise typer.Exit(audited.exit_status)


@app.command()
def demo() -> None:
    """Audit the sample logs that come with the tool, mistakes and all."""
    from audit.cli import output as out
    from audit.resources import folder
    from audit.service import audit as run
    from audit.terminal.render import render
    from audit.text.lines import Line

    # From inside the folder, so that the files are named as its README names them.
    os.chdir(folder("sample_logs"))
    out.write_lines(render(run(sorted(path for path in Path().iterdir() if path.suffix in (".rev", ".jsonl")))))
    out.write_lines([Line("What is wrong where, and why: README.md in the folder sample_logs.", "faint")])
