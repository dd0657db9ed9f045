"""`revesino simulate`: a club's season made up from a seed, with the truth beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from audit.cli.app import app
from audit.cli.forms import LogForm
from audit.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from audit.ruleset import Ruleset
    from audit.settings import Settings

CLUB, RULESET = "Casino", "revesino"

PLAYERS = "Ana, Benito, Carla, Diego, Elvira, Fermín, Gloria, Hilario"

MOST = 1_000_000
"""Deals beyond which a season would not fit into memory."""


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
    from audit.simulate.files import season_files
    from audit.simulate.season import Season, play_season

    for name, rate in (("--mistakes", mistakes), ("--bare", bare), ("--no-hands", no_hands)):
        _check_rate(name, rate)
    for name, count in (("--sessions", sessions), ("--deals", deals)):
        _check_count(name, count, sessions * deals)
    _check_folder(folder)
    settings = _settings()
    ruleset = _ruleset(rules, option or []) if rules or option else _house(settings)
    made = Season(
        seed=seed,
        club=_club(club if club is not None else settings.name or CLUB),
        players=_players(players, ruleset.players),
        ruleset=ruleset,
        sessions=sessions,
        deals=deals,
        mistakes=mistakes,
        weights=_weights(mistake or []),
        bare=bare,
        no_hands=no_hands,
        start=_start(start, sessions),
    )
    _write(season_files(play_season(made), form.value), folder)


def _refuse(text: str, /, **params: object) -> NoReturn:
    from audit.cli import output as out

    out.complain(text.format(**params))
    raise typer.Exit(2)


# ------------------------------------------------------------------------------------------- the arguments


def _check_rate(name: str, rate: float) -> None:
    if not 0 <= rate <= 1:
        _refuse(_("{name} is a share: a number from 0 to 1, as 0.05, not {value}."), name=name, value=rate)


def _check_count(name: str, count: int, total: int) -> None:
    if count < 1:
        _refuse(_("{name} is a number of 1 or more, not {value}."), name=name, value=count)
    if total > MOST:
        text = _("a season has {most} deals at most, not {total}. Make several, each with its own --seed.")
        _refuse(text, most=MOST, total=total)


def _check_folder(folder: Path) -> None:
    """Nothing is written over."""
    if folder.is_dir() and any(folder.iterdir()):
        _refuse(_("the folder {folder} is not empty. Name another with -o, or empty it first."), folder=folder)
    if folder.exists() and not folder.is_dir():
        _refuse(_("{folder} is a file. Name a folder with -o."), folder=folder)


def _settings() -> Settings:
    from audit.cli.database import settings_told
    from audit.settings import load

    with settings_told():
        return load()


def _house(settings: Settings) -> Ruleset:
    """The ruleset that the club plays by."""
    from audit.cli.database import settings_told
    from audit.club.house import ruleset_of

    with settings_told():
        return ruleset_of(settings) or _ruleset(RULESET, [])


def _ruleset(name: str | None, options: list[str]) -> Ruleset:
    """The ruleset as the house plays it."""
    from audit.house_rules import resolve
    from audit.model import Option, Place
    from audit.text.problems import expected

    place = Place("", 1)
    named = []
    for text in options:
        option, equals, value = text.partition("=")
        if not equals:
            _refuse(_("--option {text} names no value. Write it as --option cut_pays=48."), text=text)
        named.append(Option(option.strip(), value.strip(), place))
    name = name or RULESET
    resolution = resolve(name, named, place)
    if resolution.ruleset is not None:
        return resolution.ruleset
    problem = resolution.problems[0]
    params = {"found": problem.excerpt, "known": "", **problem.params}
    if problem.code == "unknown-ruleset":
        _refuse(_("there is no ruleset {found}. Name one of: {known}."), **params)
    if problem.what == "bad-option.value":
        params["known"] = expected(problem)
        _refuse(_("the option {name} does not take {value}. It takes: {known}."), **params)
    if problem.what == "bad-option.share":
        _refuse(_("{part} is {share}, which is more than the {whole} of {bound}. Lower it."), **params)
    if not params["known"]:
        _refuse(_("the ruleset {rules} knows no options. Leave --option away."), rules=name)
    _refuse(_("the ruleset {rules} has no option {found}. Name one of: {known}."), rules=name, **params)


def _club(name: str) -> str:
    if not name.strip():
        _refuse(_("--club is empty. Name the club."))
    return name.strip()


def _players(text: str, least: int) -> tuple[str, ...]:
    """The names, as many as a table has seats or more."""
    from audit.logs.fields import FORBIDDEN_IN_NAMES

    names = tuple(" ".join(name.split()) for name in text.split(","))
    for name in names:
        if not name or not FORBIDDEN_IN_NAMES.isdisjoint(name) or name.casefold() == "fondo":
            _refuse(_("--players: {name!r} is no player's name. Write names with commas between."), name=name)
        if names.count(name) > 1:
            _refuse(_("--players names {name} twice. Tell the two apart."), name=name)
    if len(names) < least:
        _refuse(
            ngettext(
                "--players names {count}, and the table has {least} seat. Name more.",
                "--players names {count}, and the table has {least} seats. Name more.",
                least,
            ),
            count=len(names),
            least=least,
        )
    return names


def _weights(named: list[str]) -> Mapping[str, float]:
    """How often each kind of mistake is made against the others."""
    from audit.simulate.mistakes import MISTAKES, WEIGHTS

    if not named:
        return WEIGHTS
    weights = {}
    for text in named:
        kind, _equals, weight = text.partition("=")
        if kind.strip() not in MISTAKES:
            _refuse(_("there is no mistake {kind}. Name one of: {known}."), kind=kind, known=", ".join(MISTAKES))
        try:
            weights[kind.strip()] = float(weight or 1)
        except ValueError:
            weights[kind.strip()] = -1.0
        if not 0 <= weights[kind.strip()] < float("inf"):
            _refuse(_("--mistake {text}: the weight is a number of 0 or more."), text=text)
    return weights


def _start(text: str, sessions: int) -> date:
    from datetime import date, timedelta

    try:
        first = date.fromisoformat(text)
        _last = first + timedelta(days=7 * sessions)
    except (ValueError, OverflowError):
        _refuse(_("--start {text} is no date of which so many evenings can follow. Write it as 2024-01-12."), text=text)
    return first


# ------------------------------------------------------------------------------------------------ the files


def _write(files: dict[str, str], folder: Path) -> None:
    from audit.cli import output as out
    from audit.simulate.files import TRUTH, write_files
    from audit.text.lines import Line
    from audit.text.reasons import reason

    try:
        write_files(files, folder)
    except OSError as error:
        text = _("{folder} could not be written: {reason}. Name another folder with -o.")
        _refuse(text, folder=folder, reason=reason(error.strerror))
    logs = len(files) - 1
    text = ngettext("{count} log and {truth} in {folder}", "{count} logs and {truth} in {folder}", logs)
    out.write_lines([Line(text.format(count=logs, truth=TRUTH, folder=folder), "good")])
