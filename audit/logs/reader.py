"""Read logs: any number of files and folders to one `Reading`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from audit.logs import limits
from audit.logs.files import log_files
from audit.logs.forms import FORMS, PackOf, form_of
from audit.logs.problems import Problems
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
) -> Iterator[tuple[str | None, Reading]]:
    """The name and the reading of one file after another, so that only one need be held; no name where none is."""
    found = list(log_files(paths, tuple(FORMS), strict=strict))
    count = sum(isinstance(each, str) for each in found)
    number = 0
    for each in found:
        if isinstance(each, Problems):
            yield None, Reading(deals=[], quarantined=[], problems=each.all())
            continue
        number += 1
        if on_file is not None:
            on_file(each, number, count)
        yield each, read_file(each, pack_of, strict=strict)


def read_file(path: str, pack_of: PackOf, *, strict: bool = False) -> Reading:
    """The reading of one file."""
    problems = Problems(path, strict=strict)
    reading = Reading(deals=[], quarantined=[], problems=[])
    try:
        reading = _read_open(path, pack_of, problems) or reading
    except OSError as error:
        problems.add("unreadable.system", 1, reason=error.strerror or str(error))
    reading.problems = problems.all()
    return reading


def _read_open(path: str, pack_of: PackOf, problems: Problems) -> Reading | None:
    file = Path(path)
    size = file.stat().st_size
    with file.open("rb") as stream:
        sample = stream.read(limits.SAMPLE_BYTES)
    form = form_of(path, sample)
    if size == len(sample) and not sample.strip(b"\xef\xbb\xbf \t\r\n"):
        problems.add("no-deals.empty", 1)
    elif size > limits.FILE_BYTES:
        problems.add("too-large.file", 1, size=size, limit=limits.FILE_BYTES)
    elif is_utf16(sample):
        problems.add("unreadable.utf16", 1)
    elif is_binary(sample):
        problems.add("unreadable.binary", 1)
    elif form is None:
        problems.add("unreadable.form", 1, forms=", ".join(FORMS))
    else:
        reading = form.read(TextSource(file, problems).lines(), pack_of, problems)
        if not reading.records_in:
            problems.add("no-deals.file", 1)
        return reading
    return None
