"""The commands. What each needs it imports when it runs, so that help and short jobs start at once."""

from __future__ import annotations

import contextlib
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from audit import __version__

app = typer.Typer(
    name="revesino",
    help="Audit the session logs of Revesino and Reversis: replay every deal, settle it by the rules, and name "
    "each recorded figure that is wrong, where, and by which rule.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class OutputFormat(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"


class LogForm(StrEnum):
    """A form that logs are written in."""

    REV = "rev"
    JSONL = "jsonl"


LogPaths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Log files, or folders of them.")]
Strict = Annotated[bool, typer.Option("--strict", help="Take warnings for errors.")]


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


@app.command()
def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A rule, an option or a ruleset; all, if left out.")
    ] = None,
) -> None:
    """Show a rule: its clause, its source, its amounts and options in every ruleset, and where its code is."""
    from audit.cli import output as out
    from audit.terminal.rulebook import UnknownNameError, rulebook

    try:
        out.write_lines(rulebook(name))
    except UnknownNameError as error:
        out.complain(str(error))
        raise typer.Exit(2) from None


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"revesino {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """What every command has."""


def _leave(status: int) -> None:
    """End at once, without writing what is still held back for a stream that takes no more."""
    os._exit(status)


def main() -> None:
    """Run the command line; a reader that goes away, or an interruption, is no failure of ours."""
    for name in ("stdout", "stderr"):
        # A stream that was closed before we began takes everything and keeps nothing.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - it lives as long as we do
    for stream in (sys.stdout, sys.stderr):
        # A name may hold anything; what the terminal cannot show is shown by its code. In JSON that is an escape.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    try:
        try:
            app(standalone_mode=True)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _leave(0)
    except OSError as error:
        # The output cannot be written: a full disk, a stream that is closed.
        with contextlib.suppress(OSError, AttributeError):
            sys.stderr.write(f"revesino: the output could not be written: {error.strerror}\n")
        _leave(2)
    except KeyboardInterrupt:
        sys.exit(130)
