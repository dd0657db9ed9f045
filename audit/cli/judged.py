"""What commands that show something have in common: the logs or the database that is named, judged; which session."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import a_path
from audit.cli.database import configured
from audit.language import _

if TYPE_CHECKING:
    from audit.report import Audited
    from audit.sessions import Session

PLAIN_WIDTH = 80
"""Columns where nobody says how many there are."""

NARROWEST = 40

AnyPaths = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar=_("PATH..."), parser=a_path, help=_("Log files, or folders of them; without any, the club's database.")
    ),
]
FromDatabase = Annotated[
    Path | None, typer.Option("--db", metavar=_("FILE"), help=_("The club's database, instead of log files."))
]


def audited_of(paths: list[Path], database: Path | None, club: str | None, session: str | None) -> Audited:
    """What is in the logs, or in the database, judged. Raises `Refused` where there is nothing."""
    from audit.cli import output as out
    from audit.refusal import Refused
    from audit.service import audit as run

    if paths and database:
        raise Refused("choice.both")
    if paths:
        with out.progress() as on_file:
            audited = run(paths, on_file=on_file)
    else:
        from audit.club.judging import audited as stored

        found = database or configured()
        if found is None:
            raise Refused("choice.neither")
        audited = stored(found, club, session)
    if not audited.assembled.sessions:
        raise Refused("choice.nothing", problems=audited.problems)
    missing = [str(path) for path in paths if not path.exists()]
    if missing and session is not None:
        # Most likely the rest of a name whose blanks the shell took for ends of words.
        raise Refused("choice.quotes", name=" ".join([session, *missing]), problems=audited.problems)
    return audited


def sessions_of(audited: Audited, club: str | None, session: str | None) -> list[Session]:
    """The sessions that are meant. Raises `Refused` for none."""
    from audit.choice import choose

    there = {one.key: one for one in audited.assembled.sessions}
    return [there[key] for key in choose(there, club, session)]


def the_only(sessions: Sequence[Session]) -> Session:
    """The one session that is left. Raises `Refused` where there are several."""
    from audit.choice import only

    key = only([one.key for one in sessions])
    return next(one for one in sessions if one.key == key)


def width() -> int:
    """The columns that a table may take."""
    from audit.cli.output import WIDEST

    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH
    return max(NARROWEST, min(columns, WIDEST))
