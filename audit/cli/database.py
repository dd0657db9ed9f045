"""Which database a command uses, and how one that refuses is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from audit.language import _

Database = Annotated[
    Path | None,
    typer.Option("--db", metavar=_("FILE"), help=_("The club's database; else that of revesino.toml.")),
]
Club = Annotated[
    str | None, typer.Option("--club", metavar=_("NAME"), help=_("The club, where several have such a session."))
]
Session = Annotated[str, typer.Option("--session", metavar=_("NAME"), help=_("The session."))]
AnySession = Annotated[str | None, typer.Option("--session", metavar=_("NAME"), help=_("Only this session."))]
Reason = Annotated[str, typer.Option("--reason", metavar=_("TEXT"), help=_("Why; it is kept with the decision."))]
Person = Annotated[str, typer.Option("--by", metavar=_("NAME"), help=_("Who decided; it is kept with the decision."))]


def database_of(given: Path | None) -> Path:
    """The database named, else the club's own; a message and exit status 2 where there is neither."""
    from audit.cli.output import complain

    found = given or configured()
    if found is None:
        complain(_("no database is named. Name it with --db FILE, or once for all with `revesino init`."))
        raise typer.Exit(2)
    return found


def configured() -> Path | None:
    """The database that revesino.toml names."""
    from audit.settings import load

    with settings_told():
        found = load().database
    # As a person in this folder would name it.
    return Path(os.path.relpath(found)) if found and found.is_relative_to(Path.cwd()) else found


@contextmanager
def settings_told() -> Iterator[None]:
    """Tell what is wrong with revesino.toml, and end with exit status 2."""
    from audit.cli.output import complain
    from audit.settings import SettingsError
    from audit.text.refusals import bad_settings

    try:
        yield
    except SettingsError as error:
        complain(bad_settings(error.what, error.params))
        raise typer.Exit(2) from None


@contextmanager
def refusals() -> Iterator[None]:
    """Tell why a database did not do what was asked, and end with exit status 2."""
    from audit.cli.output import complain, write_problems
    from audit.club import Refused, Slip
    from audit.text.refusals import no_correction, refusal

    try:
        yield
    except Refused as error:
        complain(refusal(error.what, error.params))
        raise typer.Exit(2) from None
    except Slip as error:
        complain(no_correction(error.what, error.line))
        write_problems(error.problems)
        raise typer.Exit(2) from None
