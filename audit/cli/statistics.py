"""`revesino players`, `revesino stats`, `revesino sql`: what the deals of a database say of players and clubs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audit.cli.app import app
from audit.cli.database import AnyClub, Database, database_of, refusals
from audit.language import _


@app.command(
    help=_("Rank the players of a database, each figure with how many deals it rests on and how sure it is.")
    + "\n\n"
    + _("With a name: all that is counted of that player.")
)
def players(
    name: Annotated[str | None, typer.Argument(metavar=_("[NAME]"), help=_("A player; all, if left out."))] = None,
    database: Database = None,
    club: AnyClub = None,
) -> None:
    """Print the ranking, or a player."""
    from audit.cli import output as out
    from audit.cli.judged import width
    from audit.club import figures
    from audit.settings import load
    from audit.terminal.statistics import player_lines, ranking_lines

    with refusals():
        file, begins = database_of(database), load().season_begins
        if name is None:
            out.write_lines(ranking_lines(figures.ranking(file, club, begins), width()))
            return
        for one in figures.player(file, name, club, begins):
            out.write_lines(player_lines(one, width()))


@app.command(
    help=_("Show what a club's deals come to: tantos by rule, who takes the fondo, how well the scores are kept, what")
    + " "
    + _("could not be verified.")
)
def stats(database: Database = None, club: AnyClub = None) -> None:
    """Print the clubs."""
    from audit.cli import output as out
    from audit.cli.judged import width
    from audit.club import figures
    from audit.settings import load
    from audit.terminal.statistics import club_lines

    with refusals():
        for one in figures.clubs(database_of(database), club, load().season_begins):
            out.write_lines(club_lines(one, width()))


@app.command(
    help=_("Answer a query in SQL on the statistics, as CSV; without one, list the tables and what they are.")
    + "\n\n"
    + _("Nothing can be changed by it. docs/statistics.md says what there is.")
)
def sql(
    query: Annotated[str | None, typer.Argument(metavar=_("[QUERY]"), help=_("A query of DuckDB's SQL."))] = None,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar=_("OUT"), help=_("Where to write; else printed."))
    ] = None,
    database: Database = None,
) -> None:
    """Answer a query."""
    from audit.cli import output as out
    from audit.club.statistics import ask, described
    from audit.settings import load
    from audit.sheet.any_table import written
    from audit.text.lines import Line, clean

    if query is None:
        out.write_lines([Line(f"{name:<24} {about}") for name, about in described()])
        return
    with refusals():
        file = database_of(database)
        out.refuse_target([file], target, "csv")
        text = written(ask(file, query, load().season_begins), "csv").decode("utf-8")
    out.write_text(text, target)
    if target is not None:
        out.write_lines([Line(_("{file}: written").format(file=clean(str(target))), "good")])
