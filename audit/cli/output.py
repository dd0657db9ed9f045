"""Printing: lines in colour to a terminal and plainly elsewhere, JSON, problems, progress."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import typer

from audit.language import _
from audit.text.lines import Line, clean, number
from audit.text.reasons import reason

if TYPE_CHECKING:
    from audit.logs.service import Formatted
    from audit.model import Problem
    from audit.report import Audited

STYLES = {
    "title": "1", "heading": "1;4", "good": "32", "bad": "31", "open": "33", "faint": "2",
}  # fmt: skip


WIDEST = 110
"""Columns beyond which a line is hard to read, however wide the terminal."""


def _coloured(stream: IO[str]) -> bool:
    """Colour is for terminals whose user has not declined it (no-color.org)."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def write_lines(lines: Iterable[Line], stream: IO[str] | None = None) -> None:
    """Print `lines`, in the colours of their roles where the stream is a terminal."""
    stream = stream or sys.stdout
    width = min(shutil.get_terminal_size().columns, WIDEST) if stream.isatty() else None
    for line in lines:
        for text in _wrapped(line.text, width):
            stream.write(painted(text, line.role, stream) + "\n")


def painted(text: str, role: str, stream: IO[str]) -> str:
    """`text` in the colour of its role, where `stream` is a terminal that shows colours."""
    style = STYLES.get(role) if _coloured(stream) else None
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def _wrapped(text: str, width: int | None) -> list[str]:
    """A line broken for a terminal, its continuation indented a little more; whole where nobody looks at it."""
    if width is None or len(text) <= width:
        return [text]
    indent = " " * (len(text) - len(text.lstrip()))
    # What stands in brackets at the end of a line stays together.
    whole = re.sub(r"\[[^\[\]]{1,40}\]$", lambda found: found[0].replace(" ", "\0"), text)
    wrapped = textwrap.wrap(whole, width, subsequent_indent=indent + "    ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in wrapped] or [text]


def complain(text: str) -> None:
    """Say on the error stream what went wrong."""
    write_lines([Line(f"revesino: {clean(text)}", "bad")], sys.stderr)


def write_problems(problems: Iterable[Problem]) -> None:
    """Say on the error stream what could not be read."""
    from audit.terminal.render import problem_lines

    write_lines(problem_lines(list(problems)), sys.stderr)


def write_report(audited: Audited) -> None:
    """Print the report as one JSON document, session by session."""
    from audit.report import SCHEMA

    _in_utf8()
    out = sys.stdout
    out.write(f'{{"schema": {json.dumps(SCHEMA)}, "sessions": [')
    for place, session in enumerate(audited.sessions()):
        out.write(",\n" if place else "\n")
        out.write(_json(session))
    out.write(f'],\n"problems": {_json(audited.problem_rows())},\n"totals": {_json(audited.totals)}}}\n')


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def write_text(text: str, target: Path | None) -> None:
    """Write `text` as UTF-8 to the file `target`, whole or not at all; to the output stream when there is none."""
    if target is None:
        _in_utf8()
        # To a terminal what could steer it is shown; a file or a program gets what there is.
        sys.stdout.write(re.sub(r"[^\t\n]+", lambda found: clean(found[0]), text) if sys.stdout.isatty() else text)
    else:
        write_bytes(text.encode("utf-8"), target)


def write_bytes(content: bytes, target: Path) -> None:
    """Write the file `target`, whole or not at all."""
    from audit.logs.service import replace_file

    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            replace_file(target, content)
    except OSError as error:
        text = _("{file} could not be written: {reason}. Name another file with -o.")
        complain(text.format(file=target, reason=reason(error.strerror)))
        raise typer.Exit(2) from None


def _in_utf8() -> None:
    """What programs read is UTF-8, whatever the terminal's language; half a character is written as its escape."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="backslashreplace")


def refuse_target(paths: Iterable[Path], target: Path | None, form: str) -> None:
    """Stop before a file is written over one that is read, or under the name of another form."""
    if target is None:
        return
    if not target.name:
        complain(_("-o takes the name of a file."))
    elif str(target) == "-":
        complain(_("`-` is no name of a file. Leave -o out to have it printed."))
    elif any(path.exists() and target.exists() and path.samefile(target) for path in paths):
        complain(_("{file} is one of the files that are read. Name another with -o.").format(file=target))
    elif target.is_dir():
        complain(_("{file} is a folder. Name a file with -o.").format(file=target))
    elif target.suffix and target.suffix.lower() != f".{form}":
        text = _("{file} is not called .{form}, as what is written into it. Name it so, or ask for another form.")
        complain(text.format(file=target, form=form))
    else:
        return
    raise typer.Exit(2)


def write_formatted(path: Path, result: Formatted, *, check: bool) -> int:
    """Say what became of a file; the exit status that it asks for."""
    if result.text is None:
        if path.exists():
            text = _("{file} is left as it is: not all of it can be read and kept. Mend what is named above first.")
            complain(text.format(file=path))
        return 2
    errors = any(problem.severity == "error" for problem in result.problems)
    if result.changed:
        text = _("{file}: would be rewritten") if check else _("{file}: rewritten")
        write_lines([Line(text.format(file=clean(str(path))), "open")])
    elif not errors:
        text = _("{file}: in canonical spelling already")
        write_lines([Line(text.format(file=clean(str(path))), "good")])
    return 1 if errors or (check and result.changed) else 0


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None] | None]:
    """Tell on a terminal's error stream which file is being read; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return

    def on_file(name: str, place: int, count: int) -> None:
        text = _("reading {n} of {count}: {file}").format(n=number(place), count=number(count), file=clean(name)[-60:])
        sys.stderr.write(f"\r\x1b[2K{text}")
        sys.stderr.flush()

    try:
        yield on_file
    finally:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()
