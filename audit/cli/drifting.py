"""`revesino drift`: where a session's fondo and balances went wrong, and what followed from it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from audit.cli.app import app
from audit.cli.auditing import OutputFormat
from audit.cli.database import AnySession, Club, refusals
from audit.cli.judged import AnyPaths, FromDatabase, audited_of, sessions_of
from audit.language import _


@app.command(
    help=_(
        "Tell where the fondo or a balance first went wrong, what followed from it, what is a new mistake, and how "
        "everybody stands when all is put right."
    )
    + "\n\n"
    + _("Without --session: all sessions in which something went wrong.")
    + "\n\n"
    + _("Exit status: 0 it was told, 2 there is no such session.")
)
def drift(
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Club = None,
    session: AnySession = None,
    output: Annotated[
        OutputFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))
    ] = OutputFormat.TEXT,
) -> None:
    """Tell the drift of sessions."""
    from audit.cli import output as out
    from audit.drift import document
    from audit.drift import drift as find
    from audit.refusal import Refused

    with refusals():
        audited = audited_of(paths or [], database, club, session)
        chosen = sessions_of(audited, club, session)
        found = [one for each in chosen if (one := find(audited, each)) is not None]
        if not found:
            raise Refused("drift.no-rules", name=chosen[0].key[1])
    if session is None:
        found = [one for one in found if one.mistakes]
    if output is OutputFormat.JSON:
        out.write_text(json.dumps(document(found), ensure_ascii=False) + "\n", None)
        return
    from audit.terminal.drift import drift_lines, none_lines

    out.write_lines(line for one in found for line in drift_lines(one))
    if not found:
        out.write_lines(none_lines())
