"""`revesino import`: years of logs into the club's database, once or as they come."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.app import LogPaths, app
from audit.cli.auditing import OutputFormat
from audit.cli.database import Database, database_of, refusals
from audit.language import _
from audit.refusal import Refused

if TYPE_CHECKING:
    from audit.club.volume import VolumeImport
    from audit.club.watching import Listing, Watching
    from audit.model import Problem
    from audit.terminal.volume import Totals

LOOK_SECONDS = 1.0
"""From one look at the folders to the next, at least."""

LOOK_SHARE = 5
"""And at least so many times as long as the look took, so that large folders are not gone through all the time."""

NAP_SECONDS = 0.2
"""How long it may take until a signal is heeded, while there is nothing to do."""


@app.command(
    "import",
    help=_("Store any number of logs in the club's database, years of them at once, and judge what they say.")
    + "\n\n"
    + _(
        "What is printed adds up for each file: in = stored + known + in conflict + set aside. An import that was "
        "stopped goes on where it was when the same command is given again."
    )
    + "\n\n"
    + _(
        "Exit status: 0 all is in, 1 something was set aside, is in conflict or could not be read, 2 no deal could be "
        "read. With --watch: 0 when it is ended by Ctrl-C or SIGTERM."
    ),
)
def import_(
    paths: LogPaths,
    database: Database = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=_("Store nothing; say only what the import would come to."))
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help=_("PATH are folders: go on taking in what comes there, until Ctrl-C."))
    ] = False,
    rest: Annotated[
        float,
        typer.Option(
            "--rest",
            metavar=_("SECONDS"),
            min=0,
            help=_("With --watch: how long a file has to be unchanged before it is taken.")
            + "  "
            + _("[default: {value}]").format(value=5),
        ),
    ] = 5.0,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=0, help=_("Processes that read; one for each core, if left out.")),
    ] = None,
    output: Annotated[
        OutputFormat, typer.Option("--format", metavar="text|json", help=_("For people, or for programs."))
    ] = OutputFormat.TEXT,
) -> None:
    """Import logs, and say what became of them."""
    with refusals():
        job = _Job(database_of(database), database, dry_run, workers, output)
        if watch:
            _watch(job, paths, rest)
            return
        with _ending(job):
            found = job.run(paths)
    job.tell(found)
    raise typer.Exit(_status(found))


def _status(found: VolumeImport) -> int:
    """The exit status that an import asks for."""
    from audit.terminal.volume import Totals

    totals = Totals.of(found)
    if not totals.deals:
        return 2
    unread = any(problem.severity == "error" for one in found.files for problem in one.problems)
    return 1 if unread or totals.counts["quarantined"] or totals.counts["in_conflict"] else 0


class _Job:
    """Where to and how it is imported, and how it is told."""

    def __init__(
        self, file: Path, named: Path | None, dry_run: bool, workers: int | None, output: OutputFormat
    ) -> None:
        from audit.cli.words import command_line

        self.file = file
        self.db = f" --db {command_line([str(named)])}" if named is not None else ""
        """How the commands that come next have to name the database."""
        self.dry_run = dry_run
        self._workers = workers
        self._is_json = output is OutputFormat.JSON

    def run(self, paths: Sequence[str | Path]) -> VolumeImport:
        """Import what is at the paths, and show on a terminal how far it is."""
        from audit.cli.progress import import_progress
        from audit.club import volume

        with import_progress() as on_progress:
            return volume.import_volume(
                self.file, paths, dry_run=self.dry_run, workers=self._workers, on_progress=on_progress
            )

    def tell(self, found: VolumeImport, *, in_one_line: bool = False) -> None:
        """Print what an import came to; `in_one_line`, and without what is always the same, where others follow."""
        from audit.cli import output as out
        from audit.terminal import volume as shown

        if self._is_json:
            out.write_text(_json(shown.import_row(found, dry_run=self.dry_run), in_one_line=in_one_line), None)
            return
        out.write_lines(shown.file_lines(found.files, _width()))
        self.tell_total(shown.Totals.of(found), brief=in_one_line)

    def tell_total(self, totals: Totals, *, brief: bool = False) -> None:
        """Print sums; beside JSON, which programs read, on the other stream."""
        from audit.cli import output as out
        from audit.terminal.volume import total_lines

        lines = total_lines(str(self.file), self.db, totals, dry_run=self.dry_run, brief=brief)
        out.write_lines(lines, sys.stderr if self._is_json else None)


def _json(row: dict[str, object], *, in_one_line: bool) -> str:
    """The document as text, with a line for each file unless it is to be one line."""
    import json

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    if in_one_line:
        return text(row) + "\n"
    files = row["files"]
    assert isinstance(files, list)
    listed = "[" + ",".join(f"\n{text(one)}" for one in files) + "]"
    return "{" + ",\n".join(f'"{name}": {listed if name == "files" else text(row[name])}' for name in row) + "}\n"


def _width() -> int | None:
    """The columns that a table may take; any number where nobody looks at it."""
    from audit.cli.output import WIDEST

    return min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else None


@contextmanager
def _ending(job: _Job) -> Iterator[None]:
    """Have SIGTERM end an import as Ctrl-C does, so that no process that reads is left; and say what is stored."""
    from audit.cli.output import complain

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with _heeding(interrupt, signal.SIGTERM):
        try:
            yield
        except KeyboardInterrupt:
            if not job.dry_run:
                complain(
                    _("stopped. The groups of files that were through are stored; the same command goes on from there.")
                )
            raise


@contextmanager
def _heeding(handler: Callable[[int, FrameType | None], None], *signals: signal.Signals) -> Iterator[None]:
    """Have `handler` called for the signals inside the block."""
    before = [(which, signal.signal(which, handler)) for which in signals]
    try:
        yield
    finally:
        for which, own in before:
            # One that Python does not know of cannot be put back.
            signal.signal(which, signal.SIG_DFL if own is None else own)


# ---------------------------------------------------------------------------------------------------- watching


class _Stop:
    """Whether the end was asked for, by Ctrl-C or SIGTERM; who asks twice does not wait for the group's end."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def wait(self, seconds: float) -> None:
        """Wait, but not longer than until the end is asked for."""
        until = time.monotonic() + seconds
        while not self.asked and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, NAP_SECONDS))


def _watch(job: _Job, folders: Sequence[Path], rest: float) -> None:
    """Take in what is in the folders, and what comes, until the end is asked for. Raises `Refused`."""
    from audit.cli import output as out
    from audit.club.watching import Watching, check_folders, look
    from audit.terminal.volume import Totals
    from audit.text.lines import Line, clean, listed

    if job.dry_run:
        raise Refused("import.watch-dry-run")
    check_folders(folders)
    text = _("Watching {folders}. A file is taken when it has not changed for {seconds} s; Ctrl-C ends this.")
    names = listed([clean(str(folder)) for folder in folders])
    out.write_lines([Line(text.format(folders=names, seconds=f"{rest:g}"), "faint")], sys.stderr)
    watching, totals, told, stop = Watching(rest), Totals(), _Told(job.file), _Stop()
    with _heeding(stop, signal.SIGINT, signal.SIGTERM):
        while not stop.asked:
            begun = time.monotonic()
            seen = look(folders)
            took = time.monotonic() - begun
            told.problems(seen.problems)
            found = _round(job, watching, watching.due(time.time(), seen.listing), seen.listing, told)
            if found is None:
                stop.wait(max(LOOK_SECONDS, LOOK_SHARE * took))
                continue
            totals.add(found)
            job.tell(found, in_one_line=True)
            sys.stdout.flush()
    job.tell_total(totals)


def _round(job: _Job, watching: Watching, due: Sequence[str], listing: Listing, told: _Told) -> VolumeImport | None:
    """Import as much of what is due as is taken in together; `None` where there is nothing, or it has to wait."""
    from audit.club.volume import GROUP_BYTES
    from audit.club.watching import is_ready

    group: list[str] = []
    size = 0
    for path in filter(is_ready, due):
        size += listing[path].size
        if group and size > GROUP_BYTES:
            break
        group.append(path)
    if not group:
        return None
    try:
        found = job.run(group)
    except Refused as refused:
        if refused.what != "database.busy":
            raise
        told.busy()
        return None
    told.free()
    watching.took(group)
    return found


class _Told:
    """What was said of folders and of the database, so that it is said once."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._problems: Sequence[Problem] = ()
        self._busy = False

    def problems(self, found: Sequence[Problem]) -> None:
        """Say what is wrong with folders now, and was not before."""
        from audit.cli.output import write_problems

        write_problems(one for one in found if one not in self._problems)
        self._problems = found

    def busy(self) -> None:
        """Say that the database is being written by others."""
        from audit.cli.output import write_lines
        from audit.text.lines import Line, clean

        if not self._busy:
            text = _("{file} is in use by another revesino, or another program; it is tried again until it is free.")
            write_lines([Line(text.format(file=clean(str(self._database))), "open")], sys.stderr)
        self._busy = True

    def free(self) -> None:
        """The database could be written again."""
        self._busy = False
