"""`revesino simulate`: a club's season made up from a seed, with the truth beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import app
from audit.cli.forms import LogForm
from audit.language import _, ngettext

if TYPE_CHECKING:
    from audit.ruleset import Ruleset

CLUB, RULESET = "Casino", "revesino"

PLAYERS = "Ana, Benito, Carla, Diego, Elvira, Fermín, Gloria, Hilario"

Folder = Annotated[
    Path, typer.Option("-o", "--output", metavar=_("FOLDER"), help=_("A folder that is not there yet, or is empty."))
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help=_("Another seed makes another season."))]
Sessions = Annotated[int, typer.Option("--sessions", metavar="N", help=_("How many evenings, a week apart."))]
Deals = Annotated[int, typer.Option("--deals", metavar="N", help=_("How many deals an evening."))]
RulesetId = Annotated[
    str | None,
    typer.Option("--ruleset", metavar=_("ID"), help=_("What they play; else the club's ruleset, or revesino.")),
]
HouseRules = Annotated[
    list[str] | None,
    typer.Option("--option", metavar=_("NAME=VALUE"), help=_("A house rule; may be given several times.")),
]
Club = Annotated[
    str | None, typer.Option("--club", metavar=_("NAME"), help=_("The club's name; else that of revesino.toml."))
]
Players = Annotated[
    str, typer.Option("--players", metavar=_("NAMES"), help=_("Who comes, with commas between; the keenest first."))
]
Mistakes = Annotated[
    float,
    typer.Option("--mistakes", metavar=_("RATE"), help=_("The share of deals that the scorer gets wrong, 0 to 1.")),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--mistake",
        metavar=_("KIND=WEIGHT"),
        help=_("Make only mistakes of the kinds named so, by their weights; may be given several times."),
    ),
]
Bare = Annotated[
    float,
    typer.Option(
        "--bare", metavar=_("RATE"), help=_("The share of evenings of which only the score was kept, 0 to 1.")
    ),
]
NoHands = Annotated[
    float,
    typer.Option(
        "--no-hands",
        metavar=_("RATE"),
        help=_("The share of evenings of which the tricks were kept without the hands, 0 to 1."),
    ),
]
Start = Annotated[str, typer.Option("--start", metavar=_("DATE"), help=_("The first evening, as 2024-01-12."))]
Written = Annotated[LogForm, typer.Option("--form", metavar="rev|jsonl", help=_("The form of the logs."))]


@app.command(
    help=_(
        "Make up a season of a club: players who play sensibly, a scorer who errs at the rate that you name, and the "
        "truth of every deal in truth.json. The same arguments make the same files."
    )
    + "\n\n"
    + _("Exit status: 0 the season is written, 2 an argument is wrong or FOLDER cannot be written.")
)
def simulate(  # noqa: PLR0913, PLR0917 - a command has a parameter for each of its options
    folder: Folder,
    seed: Seed = 1,
    sessions: Sessions = 10,
    deals: Deals = 8,
    rules: RulesetId = None,
    option: HouseRules = None,
    club: Club = None,
    players: Players = PLAYERS,
    mistakes: Mistakes = 0.05,
    mistake: Kinds = None,
    bare: Bare = 0.0,
    no_hands: NoHands = 0.0,
    start: Start = "2024-01-12",
    form: Written = LogForm.REV,
) -> None:
    """Make up a season."""
    from audit.cli.database import refusals
    from audit.simulate import arguments
    from audit.simulate.files import season_files
    from audit.simulate.season import Season, play_season

    with refusals():
        arguments.check_counts(sessions, deals)
        arguments.check_folder(folder)
        name, ruleset = _house(rules, option or [])
        made = Season(
            seed=seed,
            club=arguments.club_of(club if club is not None else name),
            players=arguments.players_of(players, ruleset.players),
            ruleset=ruleset,
            sessions=sessions,
            deals=deals,
            mistakes=arguments.check_rate("--mistakes", mistakes),
            weights=arguments.weights_of(mistake or []),
            bare=arguments.check_rate("--bare", bare),
            no_hands=arguments.check_rate("--no-hands", no_hands),
            start=arguments.start_of(start, sessions),
        )
        _write(season_files(play_season(made), form.value), folder)


def _house(rules: str | None, options: list[str]) -> tuple[str, Ruleset]:
    """The club's name, and the rules that it plays by: those that are named, or those of its settings.

    Raises `Refused` where there are no such rules, or the settings say what they cannot.
    """
    from audit.club.house import ruleset_of
    from audit.house_rules import parse_options
    from audit.settings import load

    settings = load()
    named = parse_options(rules or settings.ruleset or RULESET, options) if rules or options else ruleset_of(settings)
    return settings.name or CLUB, named or parse_options(RULESET, [])


def _write(files: dict[str, str], folder: Path) -> None:
    """Write the files, and say where. Raises `Refused` when they cannot be."""
    from audit.cli import output as out
    from audit.refusal import Refused
    from audit.simulate.files import TRUTH, write_files
    from audit.text.lines import Line, clean
    from audit.text.reasons import reason

    try:
        write_files(files, folder)
    except OSError as error:
        raise Refused("season.unwritten", folder=str(folder), reason=reason(error.strerror)) from error
    logs = len(files) - 1
    text = ngettext("{count} log and {truth} in {folder}", "{count} logs and {truth} in {folder}", logs)
    out.write_lines([Line(text.format(count=logs, truth=TRUTH, folder=clean(str(folder))), "good")])
