"""Which database a command uses, and how a refusal is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
AnyClub = Annotated[str | None, typer.Option("--club", metavar=_("NAME"), help=_("Only this club."))]
Session = Annotated[str, typer.Option("--session", metavar=_("NAME"), help=_("The session."))]
AnySession = Annotated[str | None, typer.Option("--session", metavar=_("NAME"), help=_("Only this session."))]
Reason = Annotated[str, typer.Option("--reason", metavar=_("TEXT"), help=_("Why; it is kept with the decision."))]
Person = Annotated[str, typer.Option("--by", metavar=_("NAME"), help=_("Who decided; it is kept with the decision."))]


def database_of(given: Path | None) -> Path:
    """The database named, else the club's own. Raises `Refused` where there is neither."""
    from audit.refusal import Refused

    found = given or configured()
    if found is None:
        raise Refused("database.none")
    return found


def configured() -> Path | None:
    """The database that revesino.toml names. Raises `Refused` when that says what it cannot."""
    from audit.settings import load

    found = load().database
    with suppress(OSError, ValueError):
        # As a person in this folder would name it.
        if found and found.is_relative_to(Path.cwd()):
            return Path(os.path.relpath(found))
    return found


@contextmanager
def refusals() -> Iterator[None]:
    """Tell why something was not done, and end with exit status 2."""
    from audit.cli.output import complain, write_problems
    from audit.refusal import Refused
    from audit.text.refusals import refusal

    try:
        yield
    except Refused as refused:
        complain(refusal(refused))
        write_problems(refused.problems)
        raise typer.Exit(2) from None
