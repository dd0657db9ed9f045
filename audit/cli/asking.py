"""`revesino ask`: which missing fact of a deal would settle most of what is open."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from audit.cli.app import app
from audit.cli.auditing import OutputFormat
from audit.cli.database import AnySession, Club, refusals
from audit.cli.judged import AnyPaths, FromDatabase, audited_of, sessions_of, the_only
from audit.language import _


@app.command(
    help=_(
        "Name the one missing fact of a deal, a card or who won a trick, that settles most of what is open about it."
    )
    + "\n\n"
    + _("Exit status: 0 it was told, also that nothing is open; 2 there is no such session or deal.")
)
def ask(
    number: Annotated[int, typer.Option("--deal", metavar="N", help=_("The deal."))],
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Club = None,
    session: AnySession = None,
    output: Annotated[
        OutputFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))
    ] = OutputFormat.TEXT,
) -> None:
    """Name the next-best question about a deal."""
    from audit.ask import ask as find
    from audit.ask import document
    from audit.choice import numbered
    from audit.cli import output as out
    from audit.refusal import Refused

    with refusals():
        audited = audited_of(paths or [], database, club, session)
        chosen = the_only(sessions_of(audited, club, session))
        place = numbered(chosen.key[1], [one.number for one in chosen.deals], number)[0]
        judged = audited.place_of(chosen)
        if judged is None:
            raise Refused("drift.no-rules", name=chosen.key[1])
    asked = find(judged[0], judged[1] + place)
    if output is OutputFormat.JSON:
        out.write_text(json.dumps(document(*chosen.key, number, asked), ensure_ascii=False) + "\n", None)
        return
    from audit.terminal.asking import question_lines

    out.write_lines(question_lines(chosen.key[1], number, asked))
