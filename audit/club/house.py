"""By which rules a club plays, as its settings say, and which sessions were played by others."""

from __future__ import annotations

from collections.abc import Iterable

from audit.house_rules import rules_of
from audit.model import Option, Place
from audit.refusal import Refused
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.settings import FILE, Settings


def ruleset_of(settings: Settings) -> Ruleset | None:
    """The ruleset under the club's house rules; `None` where the settings name none.

    Raises `Refused` when there is no such ruleset, or it has no such house rule.
    """
    if settings.ruleset is None:
        return None
    file = str(settings.path or FILE)
    options = [Option(name, value, Place(file, 1)) for name, value in settings.options.items()]
    try:
        return rules_of(settings.ruleset, options)
    except Refused as refused:
        raise Refused("settings.bad-rules", file=file, inner=refused) from refused


def played_otherwise(settings: Settings, sessions: Iterable[Session]) -> list[Session]:
    """The club's sessions that name other rules or house rules than its settings do."""
    rules = ruleset_of(settings)
    if rules is None:
        return []
    own = [one for one in sessions if settings.name in (None, one.header.club) and one.ruleset is not None]
    return [one for one in own if (one.header.rules, one.options) != (rules.id, rules.differs)]
