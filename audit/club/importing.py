"""Logs into a database: what is new in them is taken in, and its sessions are settled anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import file_digest
from pathlib import Path

from audit import logs
from audit.club.settling import Settled, author, keep, key_of, settle
from audit.intake import fit
from audit.model import Problem, Reading
from audit.report import Audited
from audit.ruleset import pack_of
from audit.sessions import assemble
from audit.store import events, files, records
from audit.store.connection import Writer, writing
from audit.store.records import ReadFile

OnFile = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Stored:
    """What an import came to: `read == new + known + in_conflict + set_aside`."""

    event: int | None
    """Its number; `None` when there was nothing that the database did not have."""
    read: int
    new: int
    known: int
    in_conflict: int
    set_aside: int
    settled: int
    """Sessions that were settled anew because of it."""


@dataclass(frozen=True)
class Imported:
    """The sessions that files speak of, as they stand in the database now; and what the import came to."""

    audited: Audited
    stored: Stored


def import_logs(
    database: Path, paths: Sequence[str | Path], *, strict: bool = False, on_file: OnFile | None = None
) -> Imported:
    """Read the logs at `paths` into `database`, settle anew the sessions of which they say something new, and judge.

    Whatever the order and the form, the outcome is the same; what is there already changes nothing. Files without
    any readable deal are not taken in. Raises `Refused` when the database cannot be written.
    """
    found, refused = _read(paths, strict=strict, on_file=on_file)
    deals = [deal for file in found for deal in file.reading.deals]
    problems = sorted((*refused, *(p for file in found for p in file.reading.problems)), key=lambda one: one.place)
    quarantined = [one for file in found for one in file.reading.quarantined]
    if not deals:
        nothing = Reading(deals=[], quarantined=quarantined, problems=problems)
        stored = Stored(None, len(quarantined), 0, 0, 0, len(quarantined), 0)
        return Imported(Audited(nothing, assemble([]), [], problems, strict), stored)
    with writing(database) as writer:
        return _import(writer, found, Reading(deals=deals, quarantined=quarantined, problems=problems), strict=strict)


def _read(paths: Sequence[str | Path], *, strict: bool, on_file: OnFile | None) -> tuple[list[ReadFile], list[Problem]]:
    """The files, one after the other, and the problems of paths that give none."""
    found: list[ReadFile] = []
    refused: list[Problem] = []
    for name, part in logs.read_each(paths, pack_of, strict=strict, on_file=on_file):
        try:
            with open(name or "", "rb") as stream:
                sha256 = file_digest(stream, "sha256").hexdigest()
                found.append(ReadFile(name or "", sha256, stream.tell(), fit(part)))
        except OSError:
            refused += part.problems
    return found, refused


def _import(writer: Writer, found: Sequence[ReadFile], read: Reading, *, strict: bool) -> Imported:
    connection = writer.connection
    keys = sorted({key_of(deal) for deal in read.deals})
    there = files.stored_hashes(connection, [file.sha256 for file in found])
    fresh_files = [file for file in _one_of_each(found) if file.sha256 not in there]
    before = records.live_ids(connection, keys)
    event = events.next_event(connection)
    fresh = records.add(connection, event, fresh_files) - before if fresh_files else set[int]()
    touched = records.keys_of(connection, fresh)
    settled = settle(connection, keys, strict=strict)
    if touched:
        keep(connection, settled if touched == set(keys) else settle(connection, touched), touched)
    stored = _counted(event if fresh_files else None, read, fresh, settled, len(touched))
    if fresh_files:
        data = {"files": [{"name": file.name, "sha256": file.sha256} for file in fresh_files]}
        counts = {name: count for name, count in asdict(stored).items() if name != "event"}
        events.append(connection, author(), "import", data | counts)
        writer.changed = True
    audited = replace(
        settled.audited,
        reading=read,
        problems=sorted((*read.problems, *settled.audited.problems), key=lambda one: one.place),
        assembled=replace(settled.audited.assembled, known=stored.known),
    )
    return Imported(audited, stored)


def _one_of_each(found: Iterable[ReadFile]) -> list[ReadFile]:
    """The files by name, without those whose content another has."""
    by_content: dict[str, ReadFile] = {}
    for file in sorted(found, key=lambda file: file.name):
        by_content.setdefault(file.sha256, file)
    return list(by_content.values())


def _counted(event: int | None, read: Reading, fresh: set[int], settled: Settled, sessions: int) -> Stored:
    """What became of each record that was read."""
    standing: set[int] = set()
    in_conflict: set[int] = set()
    for session in settled.audited.assembled.sessions:
        for deal, clashes in zip(session.deals, session.conflict, strict=True):
            (in_conflict if clashes else standing).add(settled.decided[id(deal)].record)
    new, clashing = len(fresh & standing), len(fresh & in_conflict)
    return Stored(
        event=event,
        read=read.records_in,
        new=new,
        known=len(read.deals) - new - clashing,
        in_conflict=clashing,
        set_aside=len(read.quarantined),
        settled=sessions,
    )
