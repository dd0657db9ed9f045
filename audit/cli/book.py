"""`revesino rules`: the rules as the audit settles by them."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.cli.app import app
from audit.language import _


@app.command(
    help=_("Show a rule: its clause, its source, its amounts and options in every ruleset, and where its code is.")
)
def rules(
    name: Annotated[
        str | None, typer.Argument(metavar=_("ID"), help=_("A rule, an option or a ruleset; all, if left out."))
    ] = None,
) -> None:
    """Show all rules, or one."""
    from audit.cli import output as out
    from audit.cli.database import refusals
    from audit.club.house import ruleset_of
    from audit.settings import load
    from audit.terminal.house import in_force
    from audit.terminal.rulebook import UnknownNameError, rulebook

    with refusals():
        settings = load()
        own = ruleset_of(settings)
    try:
        out.write_lines(rulebook(name))
    except UnknownNameError as error:
        out.complain(str(error))
        raise typer.Exit(2) from None
    if own is not None:
        out.write_lines(in_force(settings, own, name))
