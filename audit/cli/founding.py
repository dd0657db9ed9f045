"""`revesino init`: a club's defaults, asked for once and kept in `revesino.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audit.cli.app import app
from audit.cli.database import refusals
from audit.language import LANGUAGES, _, current


@app.command(
    help=_("Ask for a club's defaults and keep them in revesino.toml in this folder.")
    + "\n\n"
    + _(
        "Its name, the rules and house rules that it plays by, its language and its database. The other commands "
        "find the file from the folder where they run upwards. What is given as an option is not asked for."
    )
)
def init(
    name: Annotated[str | None, typer.Option("--name", metavar=_("NAME"), help=_("The club's name."))] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", metavar=_("ID"), help=_("The ruleset: `revesino rules` lists them."))
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar=_("NAME=VALUE"), help=_("A house rule; may be given several times.")),
    ] = None,
    speak: Annotated[
        str | None, typer.Option("--language", metavar="|".join(LANGUAGES), help=_("The club's language."))
    ] = None,
    database: Annotated[
        Path | None, typer.Option("--database", metavar=_("FILE"), help=_("Where the club's database is kept."))
    ] = None,
    force: Annotated[bool, typer.Option("--force", help=_("Write over a revesino.toml that is there."))] = False,
) -> None:
    """Write a club's defaults."""
    from audit.cli import output as out
    from audit.cli import questions
    from audit.refusal import Refused
    from audit.settings import FILE, Settings, write
    from audit.text.lines import Line

    target = Path(FILE)
    file = None if database is None else str(database)
    # Who gives everything else leaves no question to answer.
    given = options if options is not None or None in (name, ruleset, speak, file) else []
    with refusals():
        if target.exists() and not force:
            raise Refused("settings.there", file=FILE)
        club = questions.ask(_("Name of the club"), name, questions.name_of)
        rules = questions.ask(_("Ruleset"), ruleset, questions.ruleset_of, "revesino")
        house = questions.house_rules_of(rules, given)
        language = questions.ask(_("Language"), speak, questions.language_of, current())
        file = questions.ask(_("Database"), file, questions.name_of, "club.duckdb")
    settings = Settings(None, club, rules, house.differs, language, Path(file))
    comment = [
        _("A club's defaults for `revesino`, found from the working folder upwards."),
        _("House rules: `revesino rules {rules}`.").format(rules=rules),
    ]
    out.write_text(write(settings, comment), target)
    out.write_lines(
        [
            Line(_("Written: {file}.").format(file=FILE), "good"),
            Line(_("`revesino audit PATH` audits logs now and stores them in {file}.").format(file=file), "faint"),
        ]
    )
