"""Which session, and which deal of it, somebody means: names as a log compares them, near ones for a refusal."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from audit.logs.fields import normal
from audit.refusal import Param, Refused

Key = tuple[str, str]
"""A club and the name of one of its sessions."""

SHOWN = 5
"""Names that a refusal lists."""

NEAR = 3
"""Names that a refusal suggests."""


def choose(keys: Iterable[Key], club: str | None, session: str | None) -> list[Key]:
    """The sessions of that club and that name, either of which may be left open.

    Raises `Refused` when there is no such club or session.
    """
    there = list(keys)
    called = clubs_called((name for name, _ in there), club)
    of_club = [key for key in there if key[0] in called]
    found = [key for key in of_club if session is None or normal(key[1]) == normal(session)]
    if session is not None and not found:
        raise Refused("choice.no-session", name=session, **hints(session, (name for _, name in of_club)))
    return found


def clubs_called(clubs: Iterable[str], name: str | None) -> list[str]:
    """The clubs of that name, however it is spelt; all where it is `None`. Raises `Refused` when there is none."""
    known = sorted(set(clubs))
    found = [club for club in known if name is None or normal(club) == normal(name)]
    if name is not None and not found:
        raise Refused("choice.no-club", name=name, **hints(name, known))
    return found


def only(keys: Sequence[Key]) -> Key:
    """The one session that is left. Raises `Refused` where there are several."""
    if len(keys) == 1:
        return keys[0]
    if len({session for _, session in keys}) == 1:
        raise Refused("choice.several-clubs", name=keys[0][1], clubs=[club for club, _ in keys[:SHOWN]])
    raise Refused("choice.several-sessions", count=len(keys), names=[session for _, session in keys[:SHOWN]])


def numbered(session: str, numbers: Sequence[int], number: int) -> list[int]:
    """The places of the deal `number` among `numbers`; several where records of it differ. Raises `Refused`."""
    found = [place for place, each in enumerate(numbers) if each == number]
    if not found:
        raise Refused(
            "choice.no-deal", name=session, number=number, numbers=[str(each) for each in sorted(set(numbers))]
        )
    return found


def hints(name: str, names: Iterable[str]) -> dict[str, Param]:
    """The names that `name` may have been meant for (`near`); else the first that there are (`known`, `more`)."""
    known = sorted(set(names))
    folded = {each.casefold(): each for each in known}
    asked = normal(name).casefold()
    near = [folded[each] for each in difflib.get_close_matches(asked, folded, n=NEAR, cutoff=0.6)]
    near += [each for each in known if asked and asked in each.casefold() and each not in near]
    return {"near": near[:NEAR], "known": known[:SHOWN], "more": max(0, len(known) - SHOWN)}
