"""Which session, and which deal of it, somebody means."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence

from audit.language import _, ngettext
from audit.report import Audited
from audit.sessions import Session
from audit.text.lines import counted, listed, ranges

NEAR = 3
"""Names that a message suggests."""


class ChoiceError(Exception):
    """Nothing, or more than one thing, is what was asked for; the text says what there is."""


def matching(audited: Audited, club: str | None, session: str | None) -> list[Session]:
    """The sessions of that club and that name, either of which may be left open. Raises `ChoiceError` for none."""
    there = audited.assembled.sessions
    of_club = [one for one in there if club is None or _same(one.header.club, club)]
    if club is not None and not of_club:
        near = _near(club, (one.header.club for one in there))
        raise ChoiceError(_("there is no club {name!r}. {hint}").format(name=club, hint=near))
    found = [one for one in of_club if session is None or _same(one.header.session, session)]
    if session is not None and not found:
        near = _near(session, (one.header.session for one in of_club))
        raise ChoiceError(_("there is no session {name!r}. {hint}").format(name=session, hint=near))
    return found


def only(sessions: Sequence[Session]) -> Session:
    """The one session. Raises `ChoiceError` where there are several, and says how to name one."""
    if len(sessions) == 1:
        return sessions[0]
    clubs = listed([repr(one.header.club) for one in sessions[:NEAR]])
    if len({one.header.session for one in sessions}) == 1:
        name = sessions[0].header.session
        raise ChoiceError(
            _("several clubs have a session {name!r}: {clubs}. Say which with --club.").format(name=name, clubs=clubs)
        )
    names = listed([repr(one.header.session) for one in sessions[:NEAR]])
    said = counted("there is {n} session", "there are {n} sessions", len(sessions))
    raise ChoiceError(
        _("{said}, {names} among them. Say which with --session; `revesino show` lists them all.").format(
            said=said, names=names
        )
    )


def numbered(session: Session, number: int) -> list[int]:
    """The places of the deal `number` in a session, several where records of it differ. Raises `ChoiceError`."""
    found = [place for place, deal in enumerate(session.deals) if deal.number == number]
    if not found:
        numbers = {deal.number for deal in session.deals}
        raise ChoiceError(
            ngettext(
                "session {name!r} has no deal {number}, only deal {deals}.",
                "session {name!r} has no deal {number}; it has deals {deals}.",
                len(numbers),
            ).format(name=session.header.session, number=number, deals=ranges(numbers))
        )
    return found


def _same(name: str, asked: str) -> bool:
    """Names are compared as in a log: blanks and the ways of writing an accent aside."""
    return _plain(name) == _plain(asked)


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def _near(name: str, names: Iterable[str]) -> str:
    """The names that `name` may have been meant for; else some of those that there are."""
    known = list(dict.fromkeys(names))
    folded = {one.casefold(): one for one in known}
    near = [folded[one] for one in difflib.get_close_matches(_plain(name).casefold(), folded, n=NEAR, cutoff=0.5)]
    near += [one for one in known if _plain(name).casefold() in one.casefold() and one not in near][: NEAR - len(near)]
    if near:
        return _("Did you mean {names}?").format(names=" · ".join(map(repr, near)))
    return _("There are, among others: {names}.").format(names=" · ".join(map(repr, known[:NEAR])))
