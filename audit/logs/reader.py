"""Read logs: any number of files and folders to one `Reading`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from audit.logs import limits
from audit.logs.archives.opening import Names, logs_in
from audit.logs.data import FileData, LogData, is_blank, sample
from audit.logs.files import log_files
from audit.logs.forms import FORMS, XLSX, DataForm, Form, PackOf, form_of
from audit.logs.plug_ins import plug_ins
from audit.logs.problems import Problems
from audit.logs.sheets.workbook import refusal_of
from audit.logs.source import TextSource, is_binary, is_utf16
from audit.model import Reading

OnFile = Callable[[str, int, int], None]
"""Told of each file before it is read: its name, which it is (from 1), and how many there are."""


def read(
    paths: Sequence[str | Path], pack_of: PackOf, *, strict: bool = False, on_file: OnFile | None = None
) -> Reading:
    """All deals of the files and folders; what cannot be read is a problem, and nothing is raised."""
    whole = Reading(deals=[], quarantined=[], problems=[])
    for _, part in read_each(paths, pack_of, strict=strict, on_file=on_file):
        whole.deals += part.deals
        whole.quarantined += part.quarantined
        whole.problems += part.problems
    whole.problems.sort(key=lambda problem: problem.place)
    return whole


def read_each(
    paths: Sequence[str | Path], pack_of: PackOf, *, strict: bool = False, on_file: OnFile | None = None
) -> Iterator[tuple[LogData | None, Reading]]:
    """One log after another and its reading, so that only one need be held; no log where none could be had.

    Those of an archive come one by one, by name.
    """
    installed = plug_ins()
    forms = {**FORMS, **installed.forms}
    names = Names(tuple(forms))
    for refusal in installed.refused:
        problems = Problems(refusal.name, strict=strict)
        problems.add(refusal.what, 1, suffix=refusal.suffix)
        yield None, _nothing(problems)
    found = list(log_files(paths, names.holds_logs, names.listed, strict=strict))
    count = sum(isinstance(each, str) for each in found)
    number = 0
    for each in found:
        if isinstance(each, Problems):
            yield None, _nothing(each)
            continue
        number += 1
        if on_file is not None:
            on_file(each, number, count)
        for log in _logs_in(each, names, strict=strict):
            yield (None, _nothing(log)) if isinstance(log, Problems) else (log, _read_log(log, forms, pack_of, strict))


def read_file(path: str, pack_of: PackOf, *, strict: bool = False) -> Reading:
    """The reading of one file; an archive is none."""
    try:
        return _read_log(FileData(path), FORMS, pack_of, strict)
    except OSError as error:
        return _nothing(_failed(path, error, strict=strict))


def _nothing(problems: Problems) -> Reading:
    return Reading(deals=[], quarantined=[], problems=problems.all())


def _failed(name: str, error: OSError, *, strict: bool) -> Problems:
    problems = Problems(name, strict=strict)
    problems.add("unreadable.system", 1, reason=error.strerror or str(error))
    return problems


def _logs_in(path: str, names: Names, *, strict: bool) -> Iterator[LogData | Problems]:
    try:
        yield from logs_in(path, names, partial(Problems, strict=strict))
    except OSError as error:
        yield _failed(path, error, strict=strict)


def _read_log(data: LogData, forms: Mapping[str, Form], pack_of: PackOf, strict: bool) -> Reading:
    """The reading of one log."""
    problems = Problems(data.name, strict=strict)
    reading = _nothing(problems)
    try:
        reading = _read_open(data, forms, pack_of, problems) or reading
    except OSError as error:
        problems.add("unreadable.system", 1, reason=error.strerror or str(error))
    reading.problems = problems.all()
    return reading


def _read_open(data: LogData, forms: Mapping[str, Form], pack_of: PackOf, problems: Problems) -> Reading | None:
    head = sample(data, limits.SAMPLE_BYTES)
    form = form_of(data.inner_name, head, forms)
    if is_blank(head, data.size):
        problems.add("no-deals.empty", 1)
    elif data.size > limits.FILE_BYTES:
        problems.add("too-large.file", 1, size=data.size, limit=limits.FILE_BYTES)
    elif form is not XLSX and (refusal := refusal_of(head)):
        problems.add(refusal, 1)
    elif isinstance(form, DataForm):
        return _told(form.read(data, pack_of, problems), problems)
    elif is_utf16(head):
        problems.add("unreadable.utf16", 1)
    elif is_binary(head):
        problems.add("unreadable.binary", 1)
    elif form is None:
        problems.add("unreadable.form", 1, forms=", ".join(forms))
    else:
        reading = form.read(TextSource(data, problems).lines(), pack_of, problems)
        if not reading.records_in:
            problems.add("no-deals.file", 1)
        return reading
    return None


def _told(reading: Reading, problems: Problems) -> Reading:
    """The reading; that it has no record at all is told where nothing tells why."""
    if not reading.records_in:
        tell_no_record(problems)
    return reading


def tell_no_record(problems: Problems) -> None:
    """Note that a log has no record, where nothing tells why."""
    if all(problem.severity != "error" for problem in problems.all()):
        problems.add("no-deals.file", 1)
