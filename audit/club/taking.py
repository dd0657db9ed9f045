"""A group of files taken into a database, within the transaction that is open; and what became of their records."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

import numpy as np

from audit.bulk.block import deals_of
from audit.bulk.pool import Readers
from audit.bulk.portions import Files, Groups, Lines, Source, files_of, groups_of, lines_of, look_through
from audit.bulk.reading import Part, ReadPortion
from audit.bulk.rest import LinesLeft, RowsLeft
from audit.choice import Key
from audit.club.counts import FileCount, Log
from audit.club.judging import key_of, rejudge, this_tool
from audit.club.mapped import Mappings
from audit.club.names import as_text, of_file
from audit.club.pseudonyms import Pseudonyms
from audit.intake import fit
from audit.logs.data import FileData, LogData
from audit.logs.problems import Problems
from audit.logs.reader import tell_no_record
from audit.model import Deal, Problem, Reading
from audit.store import adding, events, files, records
from audit.store.bulk import BulkWriter
from audit.store.query import Connection

DEALS_AT_ONCE = 20_000
"""Deals that wait to be put in one by one."""

LOOKED_UP_BYTES = 2**24
"""Of files that are looked up together; while those are read that were looked up before."""

SESSIONS_AT_ONCE = 1_000
"""Sessions that are judged together from the records of the database."""

Tell = Callable[..., None]


@dataclass
class _Columns:
    """A file that comes as columns, and what is left of it for the plain reader."""

    source: Source
    left: LinesLeft | RowsLeft
    problems: Problems
    log: Log | None = None
    """Once it is its turn."""


_NO_LOG = Log("", "", 0, 0)


@dataclass
class _Judged:
    """What became of records that were put in one by one, and of all others of their sessions."""

    standing: set[int] = field(default_factory=set)
    in_conflict: set[int] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


class Taking:
    """Takes one group of files in."""

    def __init__(self, connection: Connection, readers: Readers, tell: Tell) -> None:
        self._connection = connection
        self._readers = readers
        self._tell = tell
        self._bulk = BulkWriter(connection)
        self._pseudonyms = Pseudonyms(connection)
        self._last_file = adding.last_file(connection)
        self._logs: dict[str, Log] = {}
        """By hash: those that are new."""
        self._again: list[tuple[str, str]] = []
        """Name and hash of logs that are known, or come twice."""
        self._refused: list[FileCount] = []
        self._mappings = Mappings(connection)
        self._waiting: list[tuple[Log, Deal]] = []
        self._sessions: dict[Key, None] = {}
        """Those of deals that were put in one by one."""
        self._before: set[int] = set()
        """The records of these sessions that counted before."""
        self.event: int | None = None
        """The import that it is in the log of the database; `None` where there was nothing new."""

    def take(self, paths: Sequence[str]) -> list[FileCount]:
        """Take the files in; what became of the records of each log in them."""
        self._read(self._new(self._look_through(paths)))
        self._put_waiting()
        brought = self._store_files()
        fresh = brought - files.live(self._connection, brought)
        if fresh:
            # Also those files that the database has: if another import of them is taken back, this one still counts.
            self.event = events.next_event(self._connection)
            self._mappings.replaced = files.bring(self._connection, self.event, brought)
        counts = [*self._refused, *self._counted(self._judge(fresh)), *self._known()]
        if self.event is not None:
            self._note(counts)
        return counts

    def _look_through(self, paths: Iterable[str]) -> Iterator[Source]:
        for path in paths:
            try:
                source = look_through(path)
                yield replace(source, sha256=self._mappings.identity(FileData(path), source.sha256))
            except OSError as error:
                problems = Problems(path)
                problems.add("unreadable.system", 1, reason=error.strerror or str(error))
                self._refused.append(FileCount(as_text(path), problems=tuple(problems.all())))

    def _new(self, sources: Iterable[Source]) -> Iterator[Source]:
        """Those that are not known, each content once. An archive is read in any case: its logs are what counts."""
        met: set[str] = set()
        others: list[Source] = []
        for some in _some(sources):
            others += [one for one in some if not one.is_columns]
            yield from self._unknown([one for one in some if one.is_columns], met)
        # All at once: whether a copy of a score sheet has a mapping is for both to know.
        self._mappings.expect((one.path, one.sha256) for one in others)
        yield from self._unknown(others, met)

    def _unknown(self, sources: Sequence[Source], met: set[str]) -> Iterator[Source]:
        """Those that are neither in the database nor among those `met`, to which they are added."""
        known = set(files.ids_of(self._connection, [one.sha256 for one in sources]))
        for source in sources:
            held = self._mappings.as_held(source.path, source.sha256)
            if held in known or held in met or held != source.sha256:
                self._again.append((as_text(source.path), held))
                self._tell(source.path, done=source.size)
                continue
            met.add(source.sha256)
            yield source

    def _log(self, name: str, digest: str, size: int) -> Log:
        self._last_file += 1
        self._logs[digest] = Log(self._pseudonyms.text(as_text(name)), digest, size, self._last_file)
        return self._logs[digest]

    # ---------------------------------------------------------------------------------------------- reading

    def _read(self, sources: Iterable[Source]) -> None:
        """All logs, the next of them looked through while other processes read those before."""
        coming: deque[_Columns] = deque()
        others: list[Source] = []
        current: _Columns | None = None
        for portion, read in self._readers.read(self._portions(sources, coming, others)):
            while current is None or current.source.path != portion.path:
                current = self._next(current, coming)
            assert current.log is not None
            (part,) = read.parts
            self._put_blocks(read, [current.log])
            self._wait(current.log, fit(current.left.read(part)))
            self._tell(portion.path, done=portion.size, deals=part.records)
        while current is not None or coming:
            current = self._next(current, coming)
        by_path = {one.path: one for one in others}
        for files_read, read in self._readers.read(files_of(others)):
            self._take_files(files_read, read, by_path)

    def _portions(
        self, sources: Iterable[Source], coming: deque[_Columns], others: list[Source]
    ) -> Iterator[Lines | Groups]:
        """The portions of the files that come as columns, one after the other; the `others` are only listed."""
        for source in sources:
            problems = Problems(source.path)
            if source.kind == "lines":
                coming.append(_Columns(source, LinesLeft(problems), problems))
                yield from lines_of(source.path)
            elif source.kind == "groups":
                left = RowsLeft(source.path, problems)
                coming.append(_Columns(source, left, problems))
                yield from groups_of(source.path, left.footer)
            else:
                others.append(source)

    def _next(self, current: _Columns | None, coming: deque[_Columns]) -> _Columns | None:
        """End with a file that comes as columns, and begin with the next one, if one comes."""
        if current is not None and current.log is not None:
            if not (current.log.deals or current.log.aside):
                tell_no_record(current.problems)
            current.log.problems += current.problems.all()
            self._tell(current.source.path, problems=len(current.log.problems))
        if not coming:
            return None
        found = coming.popleft()
        found.log = self._log(found.source.path, found.source.sha256, found.source.size)
        if isinstance(found.left, RowsLeft):
            self._wait(found.log, found.left.refused())
        return found

    def _take_files(self, portion: Files, read: ReadPortion, sources: dict[str, Source]) -> None:
        """Some plain files, or what is in an archive."""
        own: list[Log | None] = []
        for part in read.parts:
            log = self._log_of(part, None if portion.is_archive else sources.get(part.name))
            own.append(log)
            if log is not None:
                self._wait(log, Reading(deals=part.deals, quarantined=part.aside, problems=part.problems))
            self._tell(part.name, deals=part.records, problems=len(part.problems))
        self._put_blocks(read, own)
        self._tell(portion.path, done=portion.size)

    def _log_of(self, part: Part, source: Source | None) -> Log | None:
        """The new log that a part is of; `None` for one that is known, and for what is none."""
        if part.data is not None:
            digest = self._mappings.identity(part.data, _digest(part.data))
            held = self._mappings.as_held(part.name, digest)
            if held in self._logs or held != digest or files.ids_of(self._connection, [held]):
                self._again.append((as_text(part.name), held))
                return None
            return self._log(part.name, digest, part.data.size)
        if source is not None:
            return self._log(part.name, source.sha256, source.size)
        # An archive in which there is no log, a file that went away.
        self._refused.append(FileCount(as_text(part.name), problems=tuple(part.problems)))
        return None

    # ---------------------------------------------------------------------------------------------- putting in

    def _put_blocks(self, read: ReadPortion, parts: Sequence[Log | None]) -> None:
        """Put blocks in; sessions of which the database knows something wait, deal by deal."""
        if not read.blocks:
            return
        # Nothing in a block is of a part that is no log.
        logs = [log or _NO_LOG for log in parts]
        ids, names = np.array([log.file_id for log in logs], np.int64), np.array([log.name for log in logs], object)
        for kept, places in read.blocks:
            block = kept.load()
            # Who was forgotten, and may be named in a session, is looked for deal by deal.
            rows, apart = self._pseudonyms.apart(block.rows)
            put = self._bulk.add_block(ids[places], rows, apart)
            for log, count in zip(logs, np.bincount(places, minlength=len(logs)).tolist(), strict=True):
                log.in_blocks += count
            known = [session for session, _ in put.known_sessions]
            for row, deal in deals_of(block, known, names[places].tolist()):
                log = logs[places[row]]
                self._waiting += [(log, own) for own in self._pseudonyms.deals([deal])]
                log.in_blocks -= 1
                log.one_by_one += 1
            self._tell(logs[0].name, problems=block.findings)
            kept.drop()
        self._put_waiting(DEALS_AT_ONCE)

    def _wait(self, log: Log, reading: Reading) -> None:
        log.problems += reading.problems
        log.aside += reading.quarantined
        log.one_by_one += len(reading.deals)
        self._waiting += [(log, deal) for deal in self._pseudonyms.deals(reading.deals)]

    def _put_waiting(self, most: int = 0) -> None:
        """Put the deals that wait into the database, once there are more than `most`."""
        if len(self._waiting) <= most:
            return
        fresh = {key_of(deal) for _, deal in self._waiting} - self._sessions.keys()
        self._before |= records.live_ids(self._connection, fresh)
        self._sessions |= dict.fromkeys(sorted(fresh))
        by_log: dict[int, list[Deal]] = {}
        for log, deal in self._waiting:
            by_log.setdefault(log.file_id, []).append(deal)
        for file_id, deals in by_log.items():
            adding.add_deals(self._connection, file_id, deals)
        self._waiting = []
        # Numbers were given that it does not know of.
        self._bulk = BulkWriter(self._connection)

    def _store_files(self) -> set[int]:
        """Add the logs with deals in them, and what could not be read there; the numbers of all that there are."""
        for log in self._logs.values():
            if log.deals:
                row = adding.FileRow(log.file_id, log.name, log.sha256, log.size, log.deals + len(log.aside))
                adding.store_file(self._connection, row, self._pseudonyms.problems(log.problems), log.aside)
        again = files.ids_of(self._connection, [digest for _, digest in self._again])
        return {log.file_id for log in self._logs.values() if log.deals} | set(again.values())

    # ---------------------------------------------------------------------------------------------- judging

    def _judge(self, fresh: set[int]) -> _Judged:
        """Judge the sessions of deals that were put in one by one, and of files that count again."""
        new = {log.file_id for log in self._logs.values()}
        otherwise = (fresh - new) | self._mappings.replaced.keys()
        again = records.keys_of_records(self._connection, records.records_of(self._connection, otherwise))
        keys, found = sorted(self._sessions.keys() | again), _Judged()
        for begin in range(0, len(keys), SESSIONS_AT_ONCE):
            judgement = rejudge(self._connection, keys[begin : begin + SESSIONS_AT_ONCE])
            assembled = judgement.audited.assembled
            found.problems += assembled.problems
            for session in assembled.sessions:
                for deal, clashes in zip(session.deals, session.conflict, strict=True):
                    (found.in_conflict if clashes else found.standing).add(judgement.records[id(deal)].record)
        return found

    def _counted(self, judged: _Judged) -> Iterator[FileCount]:
        """What became of the records of each new log; what says the same as one that was there before is known."""
        said = set(records.contents(self._connection, self._before).values())
        apart = records.by_file(self._connection, self._sessions)
        for log in self._logs.values():
            rows = apart.get(log.file_id, [])
            fresh = records.contents(self._connection, set(rows) - self._before)
            new = {record for record, content in fresh.items() if content not in said}
            said |= {fresh[record] for record in new}
            stored = log.in_blocks - (len(rows) - log.one_by_one) + len(new & judged.standing)
            in_conflict = len(new & judged.in_conflict)
            problems = [one for one in judged.problems if one.place.file == log.name]
            problems += self._mappings.told(log.name, log.file_id, self.event)
            count = log.count
            yield replace(
                count,
                stored=stored,
                in_conflict=in_conflict,
                known=count.known - stored - in_conflict,
                problems=(*count.problems, *problems),
            )

    def _known(self) -> Iterator[FileCount]:
        """Logs whose content is there: all of their deals are known."""
        ids = files.ids_of(self._connection, [digest for _, digest in self._again])
        held = files.told(self._connection, ids.values())
        own = {log.sha256: log.count for log in self._logs.values()}
        for name, digest in self._again:
            if digest in ids:
                read, reasons, problems = held[ids[digest]]
                more = (*self._mappings.unread(name), *self._mappings.told(name, ids[digest], self.event))
                yield FileCount(
                    name,
                    read=read,
                    known=read - reasons.total(),
                    quarantined=reasons.total(),
                    problems=(*more, *of_file(problems, name)),
                    reasons=tuple(sorted(reasons.items())),
                    again=not more,
                )
            else:
                # Without a deal it is in no database.
                yield replace(own[digest], name=name, problems=tuple(of_file(own[digest].problems, name)))

    def _note(self, counts: Sequence[FileCount]) -> None:
        named = [(log.name, log.sha256) for log in self._logs.values() if log.deals]
        named += [(self._pseudonyms.text(name), digest) for name, digest in self._again]
        totals = {
            "read": sum(one.read for one in counts),
            "new": sum(one.stored for one in counts),
            "known": sum(one.known for one in counts),
            "in_conflict": sum(one.in_conflict for one in counts),
            "quarantined": sum(one.quarantined for one in counts),
        }
        events.append(self._connection, this_tool(), "import", {"files": files.named(named), **totals})


def _some(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """The sources, so many together that it pays to look them all up."""
    some: list[Source] = []
    size = 0
    for source in sources:
        some.append(source)
        size += source.size
        if size >= LOOKED_UP_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


def _digest(data: LogData) -> str:
    digest = sha256()
    with data.open() as stream:
        while part := stream.read(2**20):
            digest.update(part)
    return digest.hexdigest()
