"""How far an import is, on one line of a terminal: a bar by bytes, deals, their rate, the time left, problems."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task
from rich.progress import Progress as Bar
from rich.text import Text

from audit.club.volume import OnProgress, Progress
from audit.language import _, current, speaking
from audit.text.lines import counted, number

Say = Callable[[Task], str]


class Said(ProgressColumn):
    """What is said of a task, in the language of whoever began it: rich asks from a thread of its own."""

    def __init__(self, say: Say, style: str = "") -> None:
        super().__init__()
        self._say = say
        self._style = style
        self._language = current()

    def render(self, task: Task) -> Text:
        """The text of the column."""
        with speaking(self._language):
            return Text(self._say(task), style=self._style, no_wrap=True)


def deals(task: Task) -> str:
    """The deals that were read."""
    return counted("{n} deal", "{n} deals", task.fields["deals"])


def rate(task: Task) -> str:
    """How many a second, from the beginning on."""
    seconds = task.elapsed or 0
    return _("{n}/s").format(n=number(round(task.fields["deals"] / seconds)) if seconds else "–")


def time_left(task: Task) -> str:
    """The time that the bytes which are left will take."""
    if task.finished:
        return _("storing …")
    left = task.time_remaining
    return _("{time} left").format(time="–" if left is None else clock(round(left)))


def clock(seconds: int) -> str:
    """A time as `3:07` or `1:00:05`."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def problems(task: Task) -> str:
    """What could not be read or is wrong, so far."""
    return counted("{n} problem", "{n} problems", task.fields["problems"])


@contextmanager
def import_progress() -> Iterator[OnProgress | None]:
    """Show on a terminal's error stream how far an import is, until it ends; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (Said(deals), Said(rate), Said(time_left, "cyan"), Said(problems))
    bar = Bar(BarColumn(None), *columns, console=Console(stderr=True), transient=True, expand=True)
    task = bar.add_task("", total=None, deals=0, problems=0)

    def on_progress(told: Progress) -> None:
        bar.update(task, completed=told.done, total=told.in_all, deals=told.deals, problems=told.problems)

    with bar:
        yield on_progress
