"""How a sheet is read that does not say it: `SHEET.map.toml` beside it, or what `[sheets]` of `revesino.toml` names."""

from __future__ import annotations

import fnmatch
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from audit import settings
from audit.logs.data import LogData
from audit.logs.problems import Problems
from audit.logs.sheets.columns import PASS_OVER, Heading, parse_heading, spelt
from audit.logs.sheets.grid import Grid, column_of, letters
from audit.logs.sheets.vocabulary import SESSION_WORDS, folded
from audit.refusal import Refused

SHEETS = (".csv", ".xlsx")
"""How the names of score sheets end."""

SUFFIX = ".map.toml"
LARGEST = 2**18
"""The bytes of a mapping that is read."""

_KEYS = frozenset({"sheet", "header", "number_rows", "session", "columns"})


class BadMapError(ValueError):
    """A mapping that says what it cannot; the text says what."""


@dataclass(frozen=True)
class SheetMap:
    """What a person says of a sheet."""

    header: int | None = None
    """The row of headings, from 1; 0 where there is none; `None`: it is found."""
    columns: Mapping[int, Heading | None] = field(default_factory=dict)
    """By column from 0: what it holds, `None` for nothing of ours."""
    session: Mapping[str, str] = field(default_factory=dict)
    """By word, as above a table: what the sheet does not say of its sessions."""
    number_rows: bool = False
    """The deals are numbered by the order of their rows, where they have no number."""
    sheet: str | None = None
    """The worksheet that the rest is about; `None`: all."""

    def is_for(self, grid: Grid) -> bool:
        """Whether it is about this worksheet."""
        return self.sheet is None or self.sheet == grid.name

    def hash(self) -> str:
        """What two mappings share that say the same, however their files are written."""
        columns = [(column, each and (each.field, each.name, each.also)) for column, each in self.columns.items()]
        said = [self.header, sorted(columns), list(self.session.items()), self.number_rows, self.sheet]
        return sha256(json.dumps(said).encode()).hexdigest()


def beside(path: Path) -> Path:
    """The mapping's file of a sheet."""
    return path.with_name(path.name + SUFFIX)


def find_map(data: LogData, problems: Problems) -> SheetMap | None:
    """The mapping that holds for a file; one that cannot be read is reported, and does not count."""
    path = None if data.path is None else beside(data.path)
    if path is None or not path.is_file():
        path = _of_club(data.name)
    if path is None:
        return None
    try:
        return load(path)
    except BadMapError as error:
        problems.add("unreadable.map", 1, map=str(path), reason=str(error))
    except OSError as error:
        problems.add("unreadable.map", 1, map=str(path), reason=error.strerror or str(error))
    return None


def identity(data: LogData, digest: str, problems: Problems) -> str:
    """What a reading of a log is known by: `digest` of its bytes, and behind `+` the mapping that a sheet is read by.

    A mapping that cannot be read is reported, and does not count.
    """
    if not data.inner_name.lower().endswith(SHEETS):
        return digest
    mapping = find_map(data, problems)
    return digest if mapping is None else f"{digest}+{mapping.hash()}"


def _of_club(name: str) -> Path | None:
    """The mapping of the first pattern in the club's settings that the name fits, whole or its last part."""
    try:
        found = settings.load().sheets
    except (Refused, OSError):
        # Whoever uses the settings says what is wrong with them.
        return None
    names = (PurePath(name).as_posix(), PurePath(name).name)
    return next((path for pattern, path in found.items() if any(fnmatch.fnmatch(n, pattern) for n in names)), None)


def load(path: Path) -> SheetMap:
    """The mapping in a file. Raises BadMapError or OSError."""
    with path.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BadMapError("too large")
    try:
        found = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadMapError(str(error)) from error
    return from_data(found)


def from_data(data: Mapping[str, Any]) -> SheetMap:
    """The mapping that a table of TOML is. Raises BadMapError."""
    for key in data:
        if key not in _KEYS:
            raise BadMapError(key)
    header, number_rows, sheet = data.get("header"), data.get("number_rows", False), data.get("sheet")
    if header is not None and (type(header) is not int or header < 0):
        raise BadMapError("header")
    if not isinstance(number_rows, bool):
        raise BadMapError("number_rows")
    if sheet is not None and not isinstance(sheet, str):
        raise BadMapError("sheet")
    columns = dict(_column(*each) for each in _texts(data, "columns").items())
    session = _texts(data, "session")
    for word in session:
        if not is_of_session(word):
            raise BadMapError(f"session: {word}")
    return SheetMap(header, columns, session, number_rows, sheet)


def _texts(data: Mapping[str, Any], key: str) -> dict[str, str]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise BadMapError(key)
    for name, value in found.items():
        if not isinstance(value, str | int) and not (
            isinstance(value, list) and all(isinstance(each, str | int) for each in value)
        ):
            raise BadMapError(f"{key}: {name}")
    return {name: _text(value) for name, value in found.items()}


def _text(value: str | int | list[str | int]) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _column(name: str, text: str) -> tuple[int, Heading | None]:
    column = column_of(name.strip())
    if column is None:
        raise BadMapError(f"columns: {name}")
    return column, heading_of(text)


def heading_of(text: str) -> Heading | None:
    """What a column is said to hold, `None` for nothing of ours. Raises BadMapError."""
    if text.strip() == PASS_OVER:
        return None
    heading = parse_heading(text)
    if heading is None or not heading.is_whole:
        raise BadMapError(text)
    return heading


def is_of_session(word: str) -> bool:
    """Whether a word may stand before what is said of a session."""
    heading = parse_heading(word)
    return folded(word) in SESSION_WORDS or (heading is not None and heading.field == "option")


def written(mapping: SheetMap, comment: str) -> str:
    """The text of a mapping's file."""
    lines = [f"# {comment}"]
    if mapping.sheet is not None:
        lines.append(f"sheet = {_toml(mapping.sheet)}")
    if mapping.header is not None:
        lines.append(f"header = {mapping.header}")
    if mapping.number_rows:
        lines.append("number_rows = true")
    if mapping.session:
        lines += ["", "[session]", *(f"{_toml(word)} = {_toml(text)}" for word, text in mapping.session.items())]
    if mapping.columns:
        said = {column: PASS_OVER if each is None else spelt(each) for column, each in sorted(mapping.columns.items())}
        lines += ["", "[columns]", *(f"{letters(column)} = {_toml(text)}" for column, text in said.items())]
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
