"""Files under the one name that a database, a sum and a problem give them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from audit.model import Problem


def as_text(name: str) -> str:
    """A file's name as text, its bytes that are none shown by their codes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def of_file(problems: Iterable[Problem], name: str | None = None) -> list[Problem]:
    """The problems with the name of their file as text; with `name`, as those of the file that is called so."""
    return [_of_file(one, as_text(one.place.file) if name is None else name) for one in problems]


def _of_file(problem: Problem, name: str) -> Problem:
    return problem if problem.place.file == name else replace(problem, place=replace(problem.place, file=name))
