"""`revesino rules`: the rules as the audit settles by them."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.cli.app import app


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
