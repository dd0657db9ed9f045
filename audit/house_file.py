"""A club's house rules in a file of their own: a ruleset that `extends` one of ours and says what differs.

`revesino infer-rules -o FILE` writes such a file, `revesino audit --rules FILE` judges by it. A habit that changed
stands in a table `[until."DATE"]`: what was played before that date.
"""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from audit.choice import hints
from audit.clauses import Value
from audit.house_rules import RulesNamed, rules_of
from audit.model import Option, Place
from audit.refusal import Refused
from audit.ruleset import Ruleset, ruleset_ids
from audit.sessions import Session

KEYS = ("extends", "club", "options", "until")


@dataclass(frozen=True)
class HouseFile:
    """House rules as a file says them."""

    extends: str
    """The ruleset that they belong to."""
    club: str | None = None
    """The club that plays by them; any, if left out."""
    options: Mapping[str, Any] = field(default_factory=dict)
    until: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By date: the options that were otherwise before it."""
    path: Path | None = None

    def rules_on(self, date: str | None) -> Ruleset:
        """The ruleset in force on a date, or now. Raises `Refused` for an option or a value that there is not."""
        values = dict(self.options)
        if date is not None:
            for end in sorted(self.until, reverse=True):
                values |= self.until[end] if date < end else {}
        place = Place(str(self.path or ""), 1)
        try:
            return rules_of(self.extends, [Option(name, value, place) for name, value in values.items()])
        except Refused as refused:
            raise Refused("settings.bad-rules", file=str(self.path), inner=refused) from refused

    def applied(self, sessions: Sequence[Session]) -> tuple[Session, ...]:
        """The sessions, those that the file is for under its house rules instead of those that their logs name.

        Raises `Refused` where it is for none of them.
        """
        mine = [self._is_for(one) for one in sessions]
        if sessions and not any(mine):
            what = "rules.no-session" if self.club is None else "rules.no-session-of-club"
            raise Refused(what, file=str(self.path), rules=self.extends, club=self.club or "")
        return tuple(
            replace(one, resolution=RulesNamed(self.rules_on(one.date), one.resolution.problems)) if is_mine else one
            for one, is_mine in zip(sessions, mine, strict=True)
        )

    def _is_for(self, session: Session) -> bool:
        return session.header.rules == self.extends and self.club in (None, session.header.club)


def read(path: Path) -> HouseFile:
    """The house rules of a file. Raises `Refused` when it cannot be read or says what it cannot."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        # Who opens a pipe waits until somebody writes into it.
        raise Refused("settings.unreadable", file=str(path), reason="it is not a regular file")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Refused("rules.not-toml", file=str(path), reason=str(error)) from error
    except OSError as error:
        raise Refused("settings.unreadable", file=str(path), reason=error.strerror or str(error)) from error
    _refuse_shape(path, data)
    extends = data["extends"]
    if extends not in ruleset_ids():
        raise Refused("options.no-ruleset", name=extends, **hints(extends, ruleset_ids()))
    found = HouseFile(extends, data.get("club"), data.get("options", {}), _until(path, data.get("until", {})), path)
    # Whatever is wrong with a value is told before anything is judged.
    for date in (None, *(_day_before(end) for end in found.until)):
        found.rules_on(date)
    return found


def _refuse_shape(path: Path, data: Mapping[str, Any]) -> None:
    """Raises `Refused` for a key, a table or a text that the file cannot have."""
    for key in data:
        if key not in KEYS:
            raise Refused("settings.unknown-key", file=str(path), key=key, near=[], known=list(KEYS), more=0)
    for key in ("options", "until"):
        if not isinstance(data.get(key, {}), dict):
            raise Refused("settings.no-table", file=str(path), key=key)
    for key in ("extends", *(["club"] if "club" in data else [])):
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise Refused("settings.no-text", file=str(path), key=key)


def _until(path: Path, tables: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    for date, options in tables.items():
        if not isinstance(options, dict):
            raise Refused("settings.no-table", file=str(path), key=f"until.{date}")
        try:
            datetime.date.fromisoformat(date)
        except ValueError:
            raise Refused("rules.no-date", file=str(path), key=date) from None
    return dict(tables)


def _day_before(date: str) -> str:
    day = datetime.date.fromisoformat(date)
    return (day - datetime.timedelta(days=1 if day > datetime.date.min else 0)).isoformat()


def write(house: HouseFile, comment: Iterable[str]) -> str:
    """The text of such a file, below the lines of `comment`."""
    lines = [*(f"# {line}" for line in comment), "", f"extends = {_toml(house.extends)}"]
    if house.club is not None:
        lines.append(f"club = {_toml(house.club)}")
    lines += ["", "[options]", *_options(house.options)]
    for date in sorted(house.until):
        lines += ["", f"[until.{_toml(date)}]", *_options(house.until[date])]
    return "\n".join(lines) + "\n"


def _options(options: Mapping[str, Value]) -> list[str]:
    return [f"{name} = {_toml('none' if value is None else value)}" for name, value in options.items()]


def _toml(value: Any) -> str:
    """A value as TOML; a JSON string, number, boolean or list of strings is one, but for the character DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
