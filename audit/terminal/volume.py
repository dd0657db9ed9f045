"""What an import of many logs came to: for a reader at the terminal, and as rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from rich.cells import cell_len, set_cell_size

from audit.club.counts import FileCount
from audit.club.volume import VolumeImport
from audit.language import N_, _
from audit.model import Problem
from audit.report import count_problems
from audit.terminal.columns import GAP, Column, table
from audit.terminal.render import SEVERITIES, problem_lines
from audit.text.lines import Line, clean, counted, number, ranges
from audit.text.problems import expected as problem_expected
from audit.text.problems import message as problem_message

SCHEMA = "revesino-import/1"

FILES_SHOWN = 20
"""Files that have a line each; of more, only those of which there is something to say, and as many."""

TOLD = 10
"""Files of which it is told what could not be read."""

PROBLEMS_SHOWN = 3
"""Problems of each of them."""

NARROWEST_NAME = 20
"""Columns that the name of a file has at least."""

COUNTS: Mapping[str, str] = {
    "read": N_("in"),
    "stored": N_("stored"),
    "known": N_("known"),
    "in_conflict": N_("in conflict"),
    "quarantined": N_("set aside"),
}
"""What becomes of records, and its heading: the first is the sum of the others."""

ASIDE: Mapping[str, str] = {
    "encoding": N_("its characters cannot be made out"),
    "unknown-key": N_("a key that the format does not have"),
    "repeated-key": N_("a key that is there twice, with two values"),
    "bad-line": N_("the line is no record of a deal"),
    "bad-value": N_("a value that it needs cannot be read"),
    "bad-card": N_("a card that there is not"),
    "bad-length": N_("another number of players than its rules have"),
    "unknown-player": N_("a player who does not sit at the table"),
    "duplicate-player": N_("two players of the same name"),
    "unknown-ruleset": N_("rules that there are not"),
    "bad-option": N_("a house rule that there is not"),
    "missing-header": N_("its format, club, session, rules or players are not named"),
    "missing-deal-number": N_("the deal has no number"),
    "no-deals": N_("there is no deal"),
    "too-large": N_("more than is read of one record"),
    "unreadable": N_("the file is damaged there"),
    "plug-in": N_("the plug-in that reads it failed"),
}
"""By code of the problem: why a record was set aside."""


@dataclass
class Totals:
    """The sums over the files of one import, or of several."""

    files: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    """By the names of `COUNTS`."""
    reasons: Counter[str] = field(default_factory=Counter)
    """By code: the records that were set aside."""
    events: list[int] = field(default_factory=list)
    """The numbers in the log of the database."""

    @classmethod
    def of(cls, found: VolumeImport) -> Self:
        """The sums of one import."""
        totals = cls()
        totals.add(found)
        return totals

    def add(self, found: VolumeImport) -> None:
        """Count another import as well."""
        self.files += len(found.files)
        self.counts.update({name: found.total(name) for name in COUNTS})
        for one in found.files:
            self.reasons.update(dict(one.reasons))
        self.events += found.events

    @property
    def deals(self) -> int:
        """The deals that could be read."""
        return self.counts["read"] - self.counts["quarantined"]


# ------------------------------------------------------------------------------------------------------ files


def file_lines(files: Sequence[FileCount], width: int | None) -> Iterator[Line]:
    """What became of the records of each file, in `width` columns, and the first things that could not be read."""
    shown = [one for one in files if len(files) <= FILES_SHOWN or _is_notable(one)]
    yield from _table(shown[:FILES_SHOWN], width)
    left = len(shown) - FILES_SHOWN
    if left > 0:
        text = counted(
            "… and {n} more file of which there is something to say; --format json lists them all.",
            "… and {n} more files of which there is something to say; --format json lists them all.",
            left,
        )
        yield Line(f"  {text}", "bad")
    if shown:
        yield Line("")
    yield from _told(files)


def _is_notable(one: FileCount) -> bool:
    return bool(one.quarantined or one.in_conflict or _to_tell(one))


def _table(files: Sequence[FileCount], width: int | None) -> Iterator[Line]:
    if not files:
        return
    # What no file has needs no column, and leaves the names more room.
    told = [name for name in COUNTS if name in ("read", "stored") or any(getattr(one, name) for one in files)]
    texts = {name: [number(getattr(one, name)) for one in files] for name in told}
    columns = [Column(_(COUNTS[name]), texts[name], right=True) for name in told]
    used = sum(column.width + len(GAP) for column in columns) + len(GAP)
    room = None if width is None else max(width - used, NARROWEST_NAME)
    columns.append(Column(_("file"), [_end_of(clean(one.name), room) for one in files]))
    heading, *rows = table(columns)
    yield Line(heading, "faint")
    for one, row in zip(files, rows, strict=True):
        yield Line(row, "bad" if _is_notable(one) else "good" if one.stored else "plain")


def _end_of(name: str, room: int | None) -> str:
    """The name, or as much of its end as there is room for."""
    if room is None or cell_len(name) <= room:
        return name
    return "…" + set_cell_size(name[::-1], room - 1)[::-1].lstrip()


def _to_tell(one: FileCount) -> list[Problem]:
    """The problems of a file that are told one by one, the gravest first; those of one that was there before were."""
    order = list(SEVERITIES)
    found = [] if one.again else [problem for problem in one.problems if _is_told(problem)]
    return sorted(found, key=lambda problem: (order.index(problem.severity), problem.place))


def _is_told(problem: Problem) -> bool:
    """Whether it is more than a note, or names what was passed over."""
    return problem.severity != "note" or _is_passed_over(problem)


def _is_passed_over(problem: Problem) -> bool:
    return problem.severity == "note" and problem.code == "unreadable"


def _told(files: Sequence[FileCount]) -> Iterator[Line]:
    """The first problems of the first files that have any; how many the others are."""
    found = [(one, own) for one in files if (own := _to_tell(one))]
    if found:
        yield Line(_("While reading"), "heading")
    for one, own in found[:TOLD]:
        yield from problem_lines(own[:PROBLEMS_SHOWN])
        left = _count(one.problems) - _count(own[:PROBLEMS_SHOWN])
        if left > 0:
            text = counted("… and {n} more problem in this file", "… and {n} more problems in this file", left)
            yield Line(f"      {text}")
    counts = list(_told_in_numbers(files, [one for one, _own in found[TOLD:]]))
    yield from counts
    if found or counts:
        yield Line("")


def _told_in_numbers(files: Sequence[FileCount], others: Sequence[FileCount]) -> Iterator[Line]:
    """How many problems `others` have, how many were told before, and how many are only notes."""
    if others:
        text = _("… and {problems} in {files}; --format json lists them all.")
        more = counted("{n} more file", "{n} more files", len(others))
        yield Line("  " + text.format(problems=_problems(others), files=more), "bad")
    again = [one for one in files if one.again and _count(one.problems)]
    if again:
        text = _("{problems} in {files} known before; --format json lists them all.")
        own = counted("{n} file", "{n} files", len(again))
        yield Line("  " + text.format(problems=_problems(again), files=own), "bad")
    read = (problem for one in files for problem in one.problems if not _is_passed_over(problem))
    notes = count_problems(read)["note"]
    if notes:
        text = counted(
            "{n} note on how files are written; --format json lists it.",
            "{n} notes on how files are written; --format json lists them.",
            notes,
        )
        yield Line(f"  {text}", "faint")


def _problems(files: Sequence[FileCount]) -> str:
    return counted("{n} problem", "{n} problems", sum(_count(one.problems) for one in files))


def _count(problems: Sequence[Problem]) -> int:
    """How many are told, with those of which only the number is known."""
    found = count_problems(problems)
    return found["error"] + found["warning"] + sum(map(_is_passed_over, problems))


# ------------------------------------------------------------------------------------------------------ sums


def total_lines(
    database: str, db: str, totals: Totals, *, dry_run: bool = False, brief: bool = False
) -> Iterator[Line]:
    """The sum, why records were set aside, and what to do next.

    `db` is how commands have to name it: ` --db FILE`, or nothing; `brief` leaves out what is always the same.
    """
    if not totals.files:
        yield Line(_("There was nothing to import."))
        return
    files = counted("{n} file", "{n} files", totals.files)
    text = _("{files} into {database}:")
    if dry_run:
        text = _("Nothing was stored (--dry-run). {files} into {database} would come to:")
    yield Line(text.format(files=files, database=clean(database)), "title")
    yield Line("  " + _sum(totals.counts), _role(totals))
    yield from _aside(totals)
    if not dry_run:
        yield from _next(database, db, totals, brief=brief)
    if brief:
        yield Line("")


def _sum(counts: Mapping[str, int]) -> str:
    text = _("in {read} = stored {stored} + known {known} + in conflict {in_conflict} + set aside {quarantined}")
    return text.format(**{name: number(counts[name]) for name in COUNTS})


def _role(totals: Totals) -> str:
    if totals.counts["quarantined"] or totals.counts["in_conflict"] or not totals.deals:
        return "bad"
    return "good"


def _aside(totals: Totals) -> Iterator[Line]:
    """Why records were set aside, the most frequent reason first."""
    if not totals.reasons:
        return
    yield Line("  " + _("Set aside, and not stored; mend the logs and import them again:"), "bad")
    for code, amount in sorted(totals.reasons.items(), key=lambda one: (-one[1], one[0])):
        words = _(ASIDE[code]) if code in ASIDE else clean(code)
        yield Line(f"  {number(amount):>9}  {words} ({code})", "bad")


def _next(database: str, db: str, totals: Totals, *, brief: bool) -> Iterator[Line]:
    """The numbers in the log, and the commands with which one goes on."""
    if not totals.deals:
        yield Line("  " + _("Nothing was stored: no deal could be read."), "bad")
        return
    if not totals.events:
        yield Line("  " + _("Nothing new: {file} has all of it already.").format(file=clean(database)), "good")
    elif len(totals.events) == 1:
        text = _("In the log of the database it is number {event}; `revesino undo {event}{db}` takes it back.")
        yield Line("  " + text.format(event=totals.events[0], db=db))
    else:
        text = _("In the log of the database these are numbers {events}; `revesino undo NUMBER{db}` takes one back.")
        yield Line("  " + text.format(events=ranges(totals.events), db=db))
    if totals.counts["in_conflict"]:
        text = _("`revesino conflicts{db}` shows what contradicts what, and how to choose.")
        yield Line("  " + text.format(db=db), "bad")
    if not brief:
        text = _("`revesino status{db}` shows what the database holds, `revesino audit{db}` what is wrong in it.")
        yield Line("  " + text.format(db=db), "faint")


# -------------------------------------------------------------------------------------------------- programs


def import_row(found: VolumeImport, *, dry_run: bool) -> dict[str, Any]:
    """An import as programs have it: the published contract `revesino-import/1`; fields are added, never renamed."""
    totals = Totals.of(found)
    return {
        "schema": SCHEMA,
        "dry_run": dry_run,
        "files": [_file_row(one) for one in found.files],
        "totals": {"files": totals.files, **{name: totals.counts[name] for name in COUNTS}}
        | {"reasons": dict(sorted(totals.reasons.items()))},
        "events": [] if dry_run else list(found.events),
    }


def _file_row(one: FileCount) -> dict[str, Any]:
    return {
        "name": one.name,
        **{name: getattr(one, name) for name in COUNTS},
        "reasons": dict(one.reasons),
        "problems": [_problem_row(problem) for problem in one.problems],
    }


def _problem_row(problem: Problem) -> dict[str, Any]:
    """What could not be read, worded, as `revesino-report/1` has it."""
    return {
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "code": problem.code,
        "severity": problem.severity,
        "message": problem_message(problem),
        "expected": problem_expected(problem),
        "text": problem.excerpt,
    }
