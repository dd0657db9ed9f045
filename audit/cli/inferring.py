"""`revesino infer-rules`: which house rules a club really plays, by its own records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import app
from audit.cli.auditing import OutputFormat
from audit.cli.database import configured, refusals
from audit.cli.judged import AnyPaths, FromDatabase
from audit.language import _

if TYPE_CHECKING:
    from audit.infer import Inference
    from audit.sessions import Session


@app.command(
    "infer-rules",
    help=_(
        "Find out which house rules a club really plays: the options under which most of what it recorded is right, "
        "what speaks for and against each, which of them its records cannot tell apart, and since when one is played."
    )
    + "\n\n"
    + _("With -o the rules are written to a file, by which `revesino audit --rules FILE` judges.")
    + "\n\n"
    + _("Exit status: 0 it is told, 2 there is nothing to infer from, or the file was not written."),
)
def infer_rules(
    paths: AnyPaths = None,
    database: FromDatabase = None,
    club: Annotated[str | None, typer.Option("--club", metavar=_("NAME"), help=_("Only this club."))] = None,
    output: Annotated[
        OutputFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))
    ] = OutputFormat.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar=_("FILE"), help=_("Write the house rules of the club to this file.")),
    ] = None,
) -> None:
    """Infer the house rules of each club."""
    from audit.cli import output as out
    from audit.infer import infer
    from audit.infer.switches import document
    from audit.refusal import Refused

    with refusals():
        out.refuse_target(paths or [], target, "toml")
        sessions = _sessions(paths or [], database, club)
        found = infer(sessions)
        if not found:
            raise Refused("infer.none")
        if target is not None and len(found) > 1:
            raise Refused("infer.several", names=[f"{one.club} ({one.rules})" for one in found])
    if output is OutputFormat.JSON:
        out.write_text(json.dumps(document(found), ensure_ascii=False) + "\n", None)
    else:
        from audit.terminal.inference import inference_lines

        out.write_lines(line for one in found for line in inference_lines(one))
    if target is not None:
        _write(found[0], target, quiet=output is OutputFormat.JSON)


def _sessions(paths: Sequence[Path], database: Path | None, club: str | None) -> Sequence[Session]:
    """The sessions of the logs or of the database. Raises `Refused` where there are none."""
    from audit.choice import choose
    from audit.cli import output as out
    from audit.refusal import Refused

    if paths and database:
        raise Refused("choice.both")
    if paths:
        from audit.service import read_sessions

        with out.progress() as on_file:
            assembled, problems = read_sessions(paths, on_file=on_file)
    else:
        from audit.club.judging import recorded

        file = database or configured()
        if file is None:
            raise Refused("choice.neither")
        assembled, problems = recorded(file), ()
    if not assembled.sessions:
        raise Refused("choice.nothing", problems=problems)
    out.write_problems([one for one in problems if one.severity == "error"])
    there = {one.key: one for one in assembled.sessions}
    return [there[key] for key in choose(there, club, None)]


def _write(found: Inference, target: Path, *, quiet: bool) -> None:
    """Write the house rules, and say where."""
    from audit.cli import output as out
    from audit.house_file import write
    from audit.infer.house import comment, house_file
    from audit.text.lines import Line, clean

    out.write_text(write(house_file(found), comment(found)), target)
    if not quiet:
        text = _("{file}: written; `revesino audit --rules {file}` judges by it").format(file=clean(str(target)))
        out.write_lines([Line(text, "good")])
