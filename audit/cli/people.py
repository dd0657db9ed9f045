"""`revesino alias`: names of one person merged; `revesino forget`: a pseudonym in a person's place."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.cli.app import app
from audit.cli.database import AnyClub, Database, Person, Reason, database_of, refusals
from audit.language import _


@app.command(
    help=_("Have two names count as one person; without names, propose some.")
    + "\n\n"
    + _(
        "What was recorded keeps its names; whatever counts by person follows. Two names that sit in one deal are two "
        "people. `revesino undo NUMBER` takes a merging back."
    )
)
def alias(
    name: Annotated[str | None, typer.Argument(metavar=_("[NAME]"), help=_("The name that is another's."))] = None,
    person: Annotated[str | None, typer.Argument(metavar=_("[PERSON]"), help=_("Whose it is."))] = None,
    database: Database = None,
    club: AnyClub = None,
    listed: Annotated[bool, typer.Option("--list", help=_("List who has several names."))] = False,
    reason: Reason = "",
    by_whom: Person = "",
) -> None:
    """Merge two names, or propose or list what is merged."""
    from audit.cli import output as out
    from audit.club import mergings
    from audit.refusal import Refused
    from audit.terminal.people import listed_lines, merged_lines, proposed_lines

    with refusals():
        file = database_of(database)
        if listed:
            lines = listed_lines(mergings.listing(file, club))
        elif name is None:
            lines = proposed_lines(mergings.propose(file, club))
        elif person is None:
            raise Refused("alias.one-name")
        else:
            lines = merged_lines(mergings.merge(file, name, person, club, reason=reason, by_whom=by_whom))
        out.write_lines(lines)


@app.command(
    help=_("Put a pseudonym in the place of a person, in the database and all files beside it.")
    + "\n\n"
    + _(
        "Names that were merged with it go too. The same logs stay without the name when they are stored again. This "
        "cannot be taken back."
    )
    + "\n\n"
    + _("Exit status: 0 no trace is left, 1 something is left to look at, 2 it was not done.")
)
def forget(
    name: Annotated[str, typer.Argument(metavar=_("NAME"), help=_("A name of who is forgotten."))],
    database: Database = None,
    club: AnyClub = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_("Only say what would be replaced, and where."))] = False,
    all_left: Annotated[bool, typer.Option("--all", help=_("List everything that is left to look at."))] = False,
    yes: Annotated[bool, typer.Option("--yes", help=_("Do not ask whether to go on."))] = False,
) -> None:
    """Forget a person."""
    from audit.cli import output as out
    from audit.club.forgetting import forget as run
    from audit.terminal.people import forgotten_lines, to_forget_lines

    with refusals():
        file = database_of(database)
        if dry_run or not yes:
            found = run(file, name, club, dry_run=True)
            if not found.is_done:
                out.write_lines(to_forget_lines(found, all_left=all_left))
            if dry_run:
                raise typer.Exit(1 if found.is_left else 0)
            if not found.is_done and not _confirmed():
                raise typer.Exit(2)
        found = run(file, name, club)
        out.write_lines(forgotten_lines(found, str(file), all_left=all_left))
    raise typer.Exit(1 if found.is_left else 0)


def _confirmed() -> bool:
    """Whether somebody says yes; where nobody can be asked, no."""
    try:
        return typer.confirm(_("Replace all this for good?"), default=False)
    except typer.Abort:
        return False
