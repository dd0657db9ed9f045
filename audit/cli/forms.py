"""`revesino convert` and `fmt`: logs written anew."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import LogPaths, Strict, a_path, app
from audit.cli.database import refusals
from audit.language import _

if TYPE_CHECKING:
    from audit.model import Deal, Reading


class LogForm(StrEnum):
    """A form of text that logs are written in."""

    REV = "rev"
    JSONL = "jsonl"


class TargetForm(StrEnum):
    """A form that deals are written in; of a score sheet some have columns."""

    REV = "rev"
    JSONL = "jsonl"
    PARQUET = "parquet"
    CSV = "csv"
    XLSX = "xlsx"


@app.command(
    help=_("Write the deals of some logs in another form, in its canonical spelling.")
    + "\n\n"
    + _("csv and xlsx are score sheets: what these have no column for is left out, and told.")
    + "\n\n"
    + _("Exit status: 0 all was read, 1 something could not be, 2 no deal could be read or OUT not be written.")
)
def convert(
    paths: LogPaths,
    to: Annotated[TargetForm, typer.Option("--to", metavar="rev|jsonl|parquet|csv|xlsx", help=_("The form to write."))],
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar=_("OUT"), help=_("Where to write; else printed."))
    ] = None,
    strict: Strict = False,
) -> None:
    """Write logs in another form."""
    from audit.cli import output as out
    from audit.logs import read
    from audit.ruleset import pack_of

    if target is None and to in (TargetForm.PARQUET, TargetForm.XLSX):
        out.complain(_("{form} is no text, and is not printed. Say with -o in which file to write it.").format(form=to))
        raise typer.Exit(2)
    out.refuse_target(paths, target, to.value)
    with out.progress() as on_file:
        reading = read(paths, pack_of, strict=strict, on_file=on_file)
    out.write_problems(reading.problems)
    if not reading.deals:
        raise typer.Exit(2)
    with refusals():
        _write(reading, to, target)
    raise typer.Exit(1 if any(problem.severity == "error" for problem in reading.problems) else 0)


def _write(reading: Reading, to: TargetForm, target: Path | None) -> None:
    """Write the deals. Raises `Refused` where the form has no room for them."""
    from audit.cli import output as out
    from audit.logs.service import content, convert

    if to in (TargetForm.CSV, TargetForm.XLSX):
        _write_sheet(reading.deals, to, target)
    elif to is TargetForm.PARQUET and target is not None:
        out.write_bytes(content(reading, to.value), target)
    else:
        out.write_text(convert(reading, to.value), target)


def _write_sheet(deals: Sequence[Deal], to: TargetForm, target: Path | None) -> None:
    """Write the deals as a score sheet, and tell on the error stream what it cannot hold."""
    from audit.cli import output as out
    from audit.sheet.recorded import lost, recorded_csv, recorded_xlsx
    from audit.text.sheets import what_is_lost

    if to is TargetForm.XLSX and target is not None:
        out.write_bytes(recorded_xlsx(deals), target)
    else:
        out.write_text(recorded_csv(deals), target)
    counts = lost(deals, in_workbook=to is TargetForm.XLSX)
    if counts:
        out.complain(what_is_lost(counts))


@app.command(
    help=_("Rewrite logs in their canonical spelling, keeping comments, notes and what could not be read.")
    + "\n\n"
    + _("Exit status: 0 nothing to say, 1 a file would change (`--check`) or holds errors, 2 a file could not be read.")
)
def fmt(
    paths: Annotated[
        list[Path], typer.Argument(metavar=_("FILE..."), parser=a_path, help=_("Log files to rewrite in place."))
    ],
    check: Annotated[bool, typer.Option("--check", help=_("Only say which files would change."))] = False,
) -> None:
    """Rewrite logs in place."""
    from audit.cli import output as out
    from audit.logs.service import format_file
    from audit.refusal import Refused
    from audit.ruleset import pack_of
    from audit.text.reasons import reason
    from audit.text.refusals import refusal

    worst = 0
    for path in paths:
        try:
            result = format_file(path, pack_of, check=check)
        except OSError as error:
            text = _("{file} could not be rewritten: {reason}. Nothing in it was changed.")
            out.complain(text.format(file=path, reason=reason(error.strerror)))
            worst = 2
            continue
        except Refused as refused:
            out.complain(refusal(refused))
            worst = 2
            continue
        out.write_problems(result.problems)
        worst = max(worst, out.write_formatted(path, result, check=check))
    raise typer.Exit(worst)
