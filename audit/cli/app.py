"""The command line's frame, to which each module of commands adds its own.

What a command needs it imports when it runs, so that help and short jobs start at once.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from audit import __version__
from audit.cli.pages import App
from audit.language import LANGUAGES, _

app = App(
    name="revesino",
    help=_(
        "Audit the session logs of Revesino and Reversis: replay every deal, settle it by the rules, and name "
        "each recorded figure that is wrong, where, and by which rule."
    ),
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def a_path(word: str) -> Path:
    """A path on the command line; an empty word and a dash are refused."""
    if not word.strip():
        raise typer.BadParameter(_("one of the paths is empty. Name a file or a folder; `.` is the current folder."))
    if word == "-":
        raise typer.BadParameter(_("logs are read from files only, not from `-`. Save the log, and name its file."))
    return Path(os.fspath(word))


LogPaths = Annotated[
    list[Path], typer.Argument(metavar=_("PATH..."), parser=a_path, help=_("Log files, or folders of them."))
]
OptionalPaths = Annotated[
    list[Path] | None,
    typer.Argument(metavar=_("[PATH]..."), parser=a_path, help=_("Log files, or folders of them.")),
]
Strict = Annotated[bool, typer.Option("--strict", help=_("Take warnings for errors."))]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"revesino {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=_("Print the version and leave."))
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="|".join(LANGUAGES),
            help=_("The language of everything that is shown; else that of the environment."),
        ),
    ] = None,
) -> None:
    """What every command has; `--lang` was heeded before (`audit.cli.main`)."""
