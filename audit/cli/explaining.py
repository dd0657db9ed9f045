"""`revesino explain`, `readings` and `power`: why a record is wrong, and how well the tool tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import app
from audit.cli.database import AnySession, Club, refusals
from audit.cli.judged import AnyPaths, FromDatabase, audited_of, sessions_of, the_only
from audit.cli.showing import ShowFormat
from audit.language import _

if TYPE_CHECKING:
    from audit.judge import Judged
    from audit.sessions import Session

AnyDeal = Annotated[int | None, typer.Option("--deal", metavar="N", help=_("Only the deal of this number."))]
Printed = Annotated[ShowFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))]


@app.command(
    help=_(
        "Say of each wrong deal what happened: the fewest mistakes, or readings of a rule, under which everything "
        "recorded would be right, the likeliest first."
    )
    + "\n\n"
    + _("Exit status: 0 nothing is wrong, 1 something is, 2 there is no such deal, or nothing could be read.")
)
def explain(
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Club = None,
    session: AnySession = None,
    deal: AnyDeal = None,
    form: Printed = ShowFormat.TEXT,
) -> None:
    """Explain wrong deals."""
    from audit.cli import output as out
    from audit.explain.explaining import explain as run
    from audit.explain.rows import document
    from audit.terminal.explanations import explanation_lines

    with refusals():
        audited = audited_of(paths or [], database, club, session if paths else None)
        chosen = sessions_of(audited, club, session)
        if deal is not None:
            _check_deal(the_only(chosen) if session is not None else None, chosen, deal)
    wanted = _wanted(chosen, deal)
    found = document(list(run(audited.judged, wanted)))
    if form is ShowFormat.JSON:
        out.write_text(json.dumps(found, ensure_ascii=False) + "\n", None)
    else:
        rules = {one.key: one.ruleset for one in chosen if one.ruleset is not None}
        out.write_lines(explanation_lines(found["deals"], rules))
    raise typer.Exit(1 if found["deals"] else 0)


@app.command(
    help=_(
        "Show a deal under every reading of the rules: who wins and who gets what, what of the record is right, and "
        "how many of the club's deals agree."
    )
    + "\n\n"
    + _("Exit status: 0 it was shown, 2 there is no such deal, or not all of its cards are known.")
)
def readings(
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Club = None,
    session: AnySession = None,
    deal: Annotated[int, typer.Option("--deal", metavar="N", help=_("The deal."))] = 1,
    form: Printed = ShowFormat.TEXT,
) -> None:
    """Show a deal under every reading."""
    from audit.choice import numbered
    from audit.cli import output as out
    from audit.refusal import Refused
    from audit.terminal.readings import matrix_lines, matrix_row
    from audit.trial.matrix import can_try, matrix

    with refusals():
        audited = audited_of(paths or [], database, club, session if paths else None)
        chosen = the_only(sessions_of(audited, club, session))
        place = numbered(chosen.key[1], [one.number for one in chosen.deals], deal)[0]
        found = audited.place_of(chosen)
        if found is None or not can_try(found[0], found[1] + place):
            raise Refused("readings.untried", number=deal)
    one = matrix(found[0], found[1] + place)
    if form is ShowFormat.JSON:
        out.write_text(json.dumps(matrix_row(one), ensure_ascii=False) + "\n", None)
    else:
        out.write_lines(matrix_lines(one))


@app.command(
    help=_(
        "Measure how well the audit finds and explains mistakes: plant one or two of every kind in made-up seasons, "
        "and count what is detected, how often it alarms without reason, and how often the true cause stands first."
    )
    + "\n\n"
    + _("Exit status: 0 it was measured, 2 an argument is wrong.")
)
def power(
    seed: Annotated[int, typer.Option("--seed", metavar="N", help=_("Another seed makes other seasons."))] = 1,
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", help=_("How many deals; something is planted in half of them."))
    ] = 2000,
    rules: Annotated[
        list[str] | None,
        typer.Option("--ruleset", metavar=_("ID"), help=_("What is played; may be given several times.")),
    ] = None,
    form: Printed = ShowFormat.TEXT,
) -> None:
    """Measure the audit's power."""
    from audit.cli import output as out
    from audit.explain.power import measure, power_row
    from audit.house_rules import parse_options
    from audit.refusal import Refused
    from audit.terminal.power import power_lines

    with refusals():
        if deals < 1:
            raise Refused("power.no-deals")
        rulesets = [parse_options(name, []) for name in rules or MEASURED]
    found = power_row(measure(rulesets, seed, deals))
    if form is ShowFormat.JSON:
        out.write_text(json.dumps(found, ensure_ascii=False) + "\n", None)
    else:
        out.write_lines(power_lines(found))


MEASURED = ("revesino", "reversis")
"""The rulesets that the power is measured with, where none is named."""


def _check_deal(one: Session | None, sessions: list[Session], deal: int) -> None:
    """Raise `Refused` where there is no such deal."""
    from audit.choice import numbered

    if one is None and any(each.number == deal for session in sessions for each in session.deals):
        return
    only = one or sessions[0]
    numbered(only.key[1], [each.number for each in only.deals], deal)


def _wanted(sessions: list[Session], number: int | None) -> Callable[[Judged, int], bool]:
    """Whether a deal is of the sessions that are meant, and has the number that is."""
    keys = {one.key for one in sessions}

    def wanted(judged: Judged, row: int) -> bool:
        one = judged.batch.deals[row]
        return (one.header.club, one.header.session) in keys and number in (None, one.number)

    return wanted
