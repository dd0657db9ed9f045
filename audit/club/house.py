"""By which rules a club plays, as its settings say, and which sessions were played by others."""

from __future__ import annotations

from collections.abc import Iterable

from audit.house_rules import resolve
from audit.model import Option, Place
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.settings import FILE, Settings, SettingsError


def ruleset_of(settings: Settings) -> Ruleset | None:
    """The ruleset under the club's house rules; `None` where the settings name none.

    Raises `SettingsError` when there is no such ruleset, or it has no such house rule.
    """
    if settings.ruleset is None:
        return None
    place = Place(str(settings.path or FILE), 1)
    options = [Option(name, value, place) for name, value in settings.options.items()]
    found = resolve(settings.ruleset, options, place)
    if found.ruleset is None:
        wrong = found.problems[0]
        raise SettingsError("bad-rules", file=place.file, value=wrong.excerpt, known=str(wrong.params["known"]))
    return found.ruleset


def played_otherwise(settings: Settings, sessions: Iterable[Session]) -> list[Session]:
    """The club's sessions that name other rules or house rules than its settings do."""
    rules = ruleset_of(settings)
    if rules is None:
        return []
    own = [one for one in sessions if settings.name in (None, one.header.club) and one.ruleset is not None]
    return [one for one in own if one.ruleset is not None and _said(one.ruleset) != _said(rules)]


def _said(rules: Ruleset) -> tuple[str, dict[str, object]]:
    return rules.id, dict(rules.differs)
