"""Logs into a database: what is new in them is taken in, and its sessions are judged anew."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import msgspec

from audit import logs
from audit.choice import hints
from audit.club.judging import Judgement, judge_sessions, key_of, rejudge, this_tool
from audit.club.names import as_text, of_file
from audit.club.pseudonyms import Pseudonyms
from audit.intake import fit
from audit.logs.problems import Problems
from audit.logs.sheets.mapping import identity
from audit.model import Problem, Quarantined, Reading
from audit.report import Audited
from audit.ruleset import pack_of
from audit.sessions import assemble
from audit.store import adding, events, files, records
from audit.store.adding import ReadFile
from audit.store.connection import Writer, writing
from audit.store.query import Connection
from audit.store.records import Content

OnFile = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Stored:
    """What an import came to: `read == new + known + in_conflict + quarantined`."""

    event: int | None
    """Its number; `None` when there was nothing that the database did not have."""
    read: int
    new: int
    known: int
    in_conflict: int
    quarantined: int
    judged: int
    """Sessions of which it says something new."""
    new_clubs: tuple[tuple[str, str], ...] = ()
    """Clubs that were not there before, each with one of a like name that was."""
    alike: tuple[tuple[str, str, str], ...] = ()
    """Players of a session whose names differ in accents or case only: session, name, name."""


@dataclass(frozen=True)
class Imported:
    """The sessions that files speak of, as they stand in the database now; and what the import came to."""

    audited: Audited
    stored: Stored


def import_logs(
    database: Path, paths: Sequence[str | Path], *, strict: bool = False, on_file: OnFile | None = None
) -> Imported:
    """Read the logs at `paths` into `database`, judge anew the sessions of which they say something new, and report.

    Whatever the order and the form, the outcome is the same; what is there already changes nothing. A file without
    any readable deal is not taken in. What is stored does not depend on `strict`. Raises `Refused` when the database
    cannot be written.
    """
    found, refused = _read(paths, on_file)
    read = _together(found, refused)
    if not read.deals:
        return Imported(_audited(read, Audited(read, assemble([]), [], []), strict), _nothing(read.quarantined))
    with writing(database) as writer:
        pseudonyms = Pseudonyms(writer.connection)
        if pseudonyms:
            found = [_without_names(file, pseudonyms) for file in found]
            read = _together(found, refused)
        return _import(writer, [file for file in found if file.reading.deals], read, strict=strict)


def _together(found: Sequence[ReadFile], refused: Sequence[Problem]) -> Reading:
    """What the files say, and what is wrong with them and with paths that give none."""
    return Reading(
        deals=[deal for file in found for deal in file.reading.deals],
        quarantined=[one for file in found for one in file.reading.quarantined],
        problems=sorted((*refused, *(p for file in found for p in file.reading.problems)), key=lambda one: one.place),
    )


def _without_names(file: ReadFile, pseudonyms: Pseudonyms) -> ReadFile:
    """The file as if those who were forgotten had never been in it."""
    reading = Reading(
        deals=pseudonyms.deals(file.reading.deals),
        quarantined=file.reading.quarantined,
        problems=pseudonyms.problems(file.reading.problems),
    )
    return file._replace(name=pseudonyms.text(file.name), reading=reading)


def _read(paths: Sequence[str | Path], on_file: OnFile | None) -> tuple[list[ReadFile], list[Problem]]:
    """The files, one after the other, and the problems of paths that give none."""
    found: list[ReadFile] = []
    refused: list[Problem] = []
    for log, part in logs.read_each(paths, pack_of, on_file=on_file):
        part.problems = of_file(part.problems)
        if log is None or not (part.deals or part.quarantined):
            refused += part.problems
            continue
        with log.open() as stream:
            # Of a log in an archive its own bytes: it is the same log outside of it.
            digest = identity(log, _digest(stream), Problems(log.name))
        found.append(ReadFile(as_text(log.name), digest, log.size, fit(part)))
    return found, refused


def _digest(stream: BinaryIO) -> str:
    digest = sha256()
    while part := stream.read(2**20):
        digest.update(part)
    return digest.hexdigest()


def _nothing(quarantined: Sequence[Quarantined]) -> Stored:
    """What an import came to of which no record could be taken in."""
    return Stored(
        event=None, read=len(quarantined), new=0, known=0, in_conflict=0, quarantined=len(quarantined), judged=0
    )


def _import(writer: Writer, found: Sequence[ReadFile], read: Reading, *, strict: bool) -> Imported:
    connection = writer.connection
    found = _as_held(connection, found)
    keys = sorted({key_of(deal) for deal in read.deals})
    clubs = {club for club, _ in records.all_keys(connection)}
    before = records.live_ids(connection, keys)
    there = files.ids_of(connection, [file.sha256 for file in found])
    added = adding.add(connection, [file for file in _one_of_each(found) if file.sha256 not in there])
    brought = added | set(there.values())
    event, replaced = None, dict[int, files.Replaced]()
    if brought - files.live(connection, brought):
        # Also those files that the database has: if another import of them is taken back, this one still counts.
        event = events.next_event(connection)
        replaced = files.bring(connection, event, brought)
        read.problems += _replacing(connection, event, found, replaced)
    found_in = records.records_of(connection, brought) if event is not None else set[int]()
    fresh = found_in - before
    said_before = records.contents(connection, before)
    # Also the sessions of what is known: a record may stand elsewhere now, and findings name where.
    rejudge(connection, records.keys_of_records(connection, found_in | records.records_of(connection, replaced)))
    judgement = judge_sessions(connection, keys)
    stored = replace(
        _counted(event, read, records.contents(connection, fresh), said_before, judgement),
        new_clubs=_near_clubs({club for club, _ in keys} - clubs, clubs),
        alike=_alike(judgement.audited),
    )
    if event is not None:
        counts = {name: value for name, value in asdict(stored).items() if isinstance(value, int) and name != "event"}
        named = files.named((file.name, file.sha256) for file in _one_of_each(found))
        events.append(connection, this_tool(), "import", {"files": named, **counts})
        writer.changed = True
    known = replace(judgement.audited.assembled, known=stored.known)
    return Imported(_audited(read, replace(judgement.audited, assembled=known), strict), stored)


def _as_held(connection: Connection, found: Sequence[ReadFile]) -> list[ReadFile]:
    """The files; copies without a mapping stand for the reading by one that is there, and are left out if it comes."""
    held = files.mapped(connection, ((file.name, file.sha256) for file in found))
    unread = {one.place.file for file in found for one in file.reading.problems if one.what == "unreadable.map"}
    names = [None if file.name in unread else file.name for file in found]
    known = [files.as_held(file.sha256, name, held) for file, name in zip(found, names, strict=True)]
    coming = {file.sha256 for file in found}
    return [
        file._replace(sha256=own)
        for file, own in zip(found, known, strict=True)
        if own == file.sha256 or own not in coming
    ]


def _replacing(
    connection: Connection, event: int, found: Iterable[ReadFile], replaced: Mapping[int, files.Replaced]
) -> Iterator[Problem]:
    """Of which files it is told that they are read by another mapping than before."""
    names = {file.sha256: file.name for file in found}
    by = {number: names[own] for own, number in files.ids_of(connection, names).items()}
    for one in replaced.values():
        yield files.replaced_problem(by[one.file_id], one, event)


def _audited(read: Reading, audited: Audited, strict: bool) -> Audited:
    """The audit of what was read: with the problems of reading, and as strict as was asked."""
    problems = sorted((*read.problems, *audited.problems), key=lambda one: one.place)
    whole = replace(audited, reading=read, problems=problems)
    return as_strict(whole) if strict else whole


def as_strict(audited: Audited) -> Audited:
    """The audit with warnings taken for errors."""

    def hard(problem: Problem) -> Problem:
        return msgspec.structs.replace(problem, severity="error") if problem.severity == "warning" else problem

    return replace(audited, problems=[hard(problem) for problem in audited.problems], strict=True)


def _one_of_each(found: Iterable[ReadFile]) -> list[ReadFile]:
    """The files by name, without those whose content another has."""
    by_content: dict[str, ReadFile] = {}
    for file in sorted(found, key=lambda file: file.name):
        by_content.setdefault(file.sha256, file)
    return list(by_content.values())


def _counted(
    event: int | None,
    read: Reading,
    fresh: Mapping[int, Content],
    known: Mapping[int, Content],
    judgement: Judgement,
) -> Stored:
    """What became of each record that was read; what says the same as one that was there before is known."""
    before = set(known.values())
    new = {record for record, content in fresh.items() if content not in before}
    standing: set[int] = set()
    in_conflict: set[int] = set()
    for session in judgement.audited.assembled.sessions:
        for deal, clashes in zip(session.deals, session.conflict, strict=True):
            (in_conflict if clashes else standing).add(judgement.records[id(deal)].record)
    return Stored(
        event=event,
        read=read.records_in,
        new=len(new & standing),
        known=len(read.deals) - len(new & standing) - len(new & in_conflict),
        in_conflict=len(new & in_conflict),
        quarantined=len(read.quarantined),
        judged=len({fresh[record][0] for record in new}),
    )


def _near_clubs(fresh: Iterable[str], before: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The new clubs for which an old one may be meant."""
    known = list(before)
    near = {club: hints(club, known)["near"] for club in sorted(fresh)}
    return tuple((club, str(names[0])) for club, names in near.items() if isinstance(names, list) and names)


def _alike(audited: Audited) -> tuple[tuple[str, str, str], ...]:
    """Players of one session who may be one person."""
    found = []
    for session in audited.assembled.sessions:
        by_letters: dict[str, str] = {}
        for name in session.players:
            other = by_letters.setdefault(_letters(name), name)
            if other != name:
                found.append((session.key[1], other, name))
    return tuple(found)


def _letters(name: str) -> str:
    """A name without accents and case."""
    plain = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
