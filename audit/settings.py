"""A club's defaults: the file `revesino.toml`, found from the working folder upwards."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from audit.language import LANGUAGES

FILE = "revesino.toml"

_CLUB = ("name", "ruleset", "language", "database")
_TABLES = ("club", "options")


class SettingsError(Exception):
    """The file says something that it cannot. `what` names the wording, which fills in `params`."""

    def __init__(self, what: str, **params: str) -> None:
        super().__init__(what, params)
        self.what = what
        self.params = params


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


def find(folder: Path) -> Path | None:
    """The file that holds in `folder`: its own, or that of the nearest folder above that has one."""
    here = folder.resolve()
    return next((path for each in (here, *here.parents) if (path := each / FILE).is_file()), None)


def load(folder: Path | None = None) -> Settings:
    """The defaults that hold in `folder` (the working folder, if left out); none where there is no file.

    Raises `SettingsError` when there is one that cannot be read or says what it cannot. Whether the ruleset has
    the options is for those to judge who use them.
    """
    path = find(folder or Path.cwd())
    if path is None:
        return Settings()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError("not-toml", file=str(path), reason=str(error)) from error
    except OSError as error:
        raise SettingsError("unreadable", file=str(path), reason=error.strerror or str(error)) from error
    _refuse_unknown(path, data)
    club = data.get("club", {})
    database = club.get("database")
    return Settings(
        path=path,
        name=club.get("name"),
        ruleset=club.get("ruleset"),
        options=data.get("options", {}),
        language=club.get("language"),
        database=None if database is None else (path.parent / Path(database).expanduser()),
    )


def _refuse_unknown(path: Path, data: Mapping[str, Any]) -> None:
    """Raises `SettingsError` for a table, a key or a value that the file cannot have."""
    for name in data:
        if name not in _TABLES:
            raise SettingsError("unknown-key", file=str(path), key=name, known=", ".join(_TABLES))
    for name in _TABLES:
        if not isinstance(data.get(name, {}), dict):
            raise SettingsError("no-table", file=str(path), key=name)
    for name, value in data.get("club", {}).items():
        if name not in _CLUB:
            raise SettingsError("unknown-key", file=str(path), key=f"club.{name}", known=", ".join(_CLUB))
        if not isinstance(value, str) or not value.strip():
            raise SettingsError("no-text", file=str(path), key=f"club.{name}")
    language = data.get("club", {}).get("language")
    if language is not None and language not in LANGUAGES:
        raise SettingsError("unknown-language", file=str(path), value=language, known=", ".join(LANGUAGES))


def write(settings: Settings, comment: Sequence[str]) -> str:
    """The text of the file, below the lines of `comment`."""
    lines = [*(f"# {line}" for line in comment), "", "[club]"]
    values = {"name": settings.name, "ruleset": settings.ruleset, "language": settings.language}
    lines += [f"{key} = {_toml(value)}" for key, value in values.items() if value]
    if settings.database is not None:
        lines.append(f"database = {_toml(settings.database.as_posix())}")
    lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in settings.options.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value as TOML; a JSON string, number, boolean or list of strings is one, but for the character DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
