"""A club's defaults: the file `revesino.toml`, found from the working folder upwards."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from audit.language import LANGUAGES
from audit.refusal import Param, Refused

FILE = "revesino.toml"

_CLUB = ("name", "ruleset", "language", "database", "season_begins")
_TABLES = ("club", "options", "sheets")

FIRST_DAY = "01-01"
"""On which the seasons of statistics begin, unless a club's settings say otherwise."""

_DAY = re.compile(r"[0-9]{2}-[0-9]{2}")
_LEAP_YEAR = 2000


@dataclass(frozen=True)
class Settings:
    """What a club does unless it is said otherwise; everything may be left out."""

    path: Path | None = None
    """The file that says it."""
    name: str | None = None
    ruleset: str | None = None
    """The ruleset that it plays by, as a log names it."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Its house rules, as a log writes them."""
    language: str | None = None
    database: Path | None = None
    season_begins: str | None = None
    """The day on which a season begins, `MM-DD`."""
    sheets: Mapping[str, Path] = field(default_factory=dict)
    """By pattern of a score sheet's name: the mapping that it is read by."""


def find(folder: Path) -> Path | None:
    """The file that holds in `folder`: its own, or that of the nearest folder above that has one."""
    here = folder.resolve()
    return next((path for each in (here, *here.parents) if (path := each / FILE).is_file()), None)


def load(folder: Path | None = None) -> Settings:
    """The defaults that hold in `folder` (the working folder, if left out); none where there is no file.

    Raises `Refused` when there is one that cannot be read or says what it cannot. Whether the ruleset has
    the options is for those to judge who use them.
    """
    try:
        path = find(folder or Path.cwd())
    except OSError:
        # The working folder is gone: it has no settings.
        return Settings()
    if path is None:
        return Settings()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Refused("settings.not-toml", file=str(path), reason=str(error)) from error
    except OSError as error:
        raise Refused("settings.unreadable", file=str(path), reason=error.strerror or str(error)) from error
    _refuse_unknown(path, data)
    club = data.get("club", {})
    database = club.get("database")
    return Settings(
        path=path,
        name=club.get("name"),
        ruleset=club.get("ruleset"),
        options=data.get("options", {}),
        language=club.get("language"),
        database=None if database is None else path.parent / _home(path, database, "club.database"),
        season_begins=club.get("season_begins"),
        sheets=_sheets(path, data.get("sheets", {})),
    )


def _sheets(path: Path, named: Mapping[str, str]) -> dict[str, Path]:
    """The files of the table `[sheets]`, whose places are told from that of the settings."""
    return {pattern: path.parent / _home(path, file, f"sheets.{pattern}") for pattern, file in named.items()}


def _home(path: Path, named: str, key: str) -> Path:
    """The path with `~` as the person's own folder."""
    try:
        return Path(named).expanduser()
    except RuntimeError as error:
        raise Refused("settings.no-text", file=str(path), key=key) from error


def _refuse_unknown(path: Path, data: Mapping[str, Any]) -> None:
    """Raises `Refused` for a table, a key or a value that the file cannot have."""
    for name in data:
        if name not in _TABLES:
            raise Refused("settings.unknown-key", file=str(path), key=name, **_known(_TABLES))
    for name in _TABLES:
        if not isinstance(data.get(name, {}), dict):
            raise Refused("settings.no-table", file=str(path), key=name)
    for name in data.get("club", {}):
        if name not in _CLUB:
            raise Refused("settings.unknown-key", file=str(path), key=f"club.{name}", **_known(_CLUB))
    for table in ("club", "sheets"):
        for name, value in data.get(table, {}).items():
            if not isinstance(value, str) or not value.strip():
                raise Refused("settings.no-text", file=str(path), key=f"{table}.{name}")
    _refuse_language(path, data)
    _refuse_day(path, data)


def _refuse_language(path: Path, data: Mapping[str, Any]) -> None:
    language = data.get("club", {}).get("language")
    if language is not None and language not in LANGUAGES:
        raise Refused("settings.unknown-language", file=str(path), name=str(language), **_known(LANGUAGES))


def _refuse_day(path: Path, data: Mapping[str, Any]) -> None:
    try:
        day_of_year(data.get("club", {}).get("season_begins", FIRST_DAY), "club.season_begins")
    except Refused as refused:
        raise Refused("settings.bad-rules", file=str(path), inner=refused) from refused


def day_of_year(value: object, key: str) -> str:
    """The day `MM-DD`, which is what `key` says; 02-29 is 1 March in the years that lack it.

    Raises `Refused` when there is none such.
    """
    try:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise ValueError
        date.fromisoformat(f"{_LEAP_YEAR}-{value}")
    except ValueError:
        raise Refused("settings.bad-day", key=key, value=str(value)) from None
    return value


def _known(names: Sequence[str]) -> dict[str, Param]:
    """What there is, for a refusal of what there is not."""
    return {"near": [], "known": list(names), "more": 0}


def write(settings: Settings, comment: Sequence[str]) -> str:
    """The text of the file, below the lines of `comment`."""
    lines = [*(f"# {line}" for line in comment), "", "[club]"]
    values = {"name": settings.name, "ruleset": settings.ruleset, "language": settings.language}
    lines += [f"{key} = {_toml(value)}" for key, value in values.items() if value]
    if settings.database is not None:
        lines.append(f"database = {_toml(settings.database.as_posix())}")
    if settings.season_begins is not None:
        lines.append(f"season_begins = {_toml(settings.season_begins)}")
    lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in settings.options.items())]
    if settings.sheets:
        named = (f"{_toml(pattern)} = {_toml(file.as_posix())}" for pattern, file in settings.sheets.items())
        lines += ["", "[sheets]", *named]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value as TOML; a JSON string, number, boolean or list of strings is one, but for the character DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
