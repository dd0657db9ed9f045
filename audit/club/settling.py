"""Sessions of a database, judged as their records are to be read, and the verdicts put back into it."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from audit import __version__, fingerprint
from audit.amendments import Correction
from audit.decisions import Decided, Decision, decide
from audit.judge import judge
from audit.model import Deal, Reading
from audit.report import Amendment, Audited
from audit.sessions import assemble
from audit.store import events, files, records, rulings, verdicts
from audit.store.connection import reading, writing
from audit.store.query import Connection
from audit.store.records import Key
from audit.store.refusal import Refused


def author() -> events.Author:
    """This version of the tool, with its rules."""
    return events.Author(__version__, fingerprint.of_all())


def key_of(deal: Deal) -> Key:
    """The session that a deal belongs to."""
    return deal.header.club, deal.header.session


@dataclass(frozen=True)
class Settled:
    """Sessions of the database, judged; and which record each of their deals is."""

    audited: Audited
    decided: Mapping[int, Decided]
    """By the deal's id."""


def decided(connection: Connection, keys: Iterable[Key] | None) -> list[Decided]:
    """The records of the sessions `keys` (of all, if left out), read as people decided."""
    wanted = None if keys is None else list(keys)
    by_session: dict[Key, list[Decided]] = defaultdict(list)
    for one in records.load(connection, wanted):
        by_session[key_of(one.deal)].append(Decided(one.record_id, one.deal))
    decisions = rulings.standing(connection, wanted)
    return [one for key, own in by_session.items() for one in decide(own, decisions.get(key, []))]


def settle(connection: Connection, keys: Iterable[Key] | None, *, strict: bool = False) -> Settled:
    """Judge the sessions `keys` (all, if left out), their records read as people decided."""
    found = decided(connection, keys)
    deals = [one.deal for one in found]
    assembled = assemble(deals)
    read = Reading(deals=deals, quarantined=[], problems=[])
    amendments = {id(one.deal): tuple(map(_amendment, one.decisions)) for one in found if one.decisions}
    judged = list(judge(assembled.sessions))
    audited = Audited(read, assembled, judged, assembled.problems, strict, amendments)
    return Settled(audited, {id(one.deal): one for one in found})


def _amendment(decision: Decision) -> Amendment:
    changes = decision.changes if isinstance(decision, Correction) else ()
    return Amendment(decision.event, changes, decision.reason, decision.person)


def keep(connection: Connection, settled: Settled, keys: Iterable[Key]) -> None:
    """Write what was settled of the sessions `keys`; of one that has no records any more nothing is left."""

    def record_of(deal: Deal) -> tuple[int, Sequence[int]]:
        one = settled.decided[id(deal)]
        return one.record, [decision.event for decision in one.decisions]

    verdicts.write(connection, settled.audited, records.session_ids(connection, keys), record_of)


def resettle(connection: Connection, keys: Iterable[Key]) -> None:
    """Settle the sessions `keys` anew, and write what comes of it."""
    wanted = list(keys)
    keep(connection, settle(connection, wanted), wanted)


def audited(database: Path, club: str | None = None, session: str | None = None) -> Audited:
    """What the database holds, judged: all, or the sessions of a `club`, or one `session`.

    Raises `Refused` when there is no such session, or several clubs have one of its name.
    """
    with reading(database) as connection:
        keys = chosen(connection, club, session)
        found = settle(connection, keys).audited
        read = Reading(
            deals=found.reading.deals,
            quarantined=files.quarantined(connection, keys),
            problems=files.problems(connection, keys),
        )
        problems = sorted((*read.problems, *found.problems), key=lambda one: one.place)
        return replace(found, reading=read, problems=problems)


def chosen(connection: Connection, club: str | None, session: str | None) -> list[Key] | None:
    """The sessions that are meant; `None` for all. Raises `Refused` when none is, or not one."""
    if club is None and session is None:
        return None
    there = records.all_keys(connection)
    if club is not None and club not in {name for name, _ in there}:
        raise Refused("no-club", club=club, **_near(club, (name for name, _ in there)))
    found = [key for key in there if club in (None, key[0]) and session in (None, key[1])]
    if not found:
        raise Refused("no-session", session=session or "", **_near(session or "", (name for _, name in there)))
    if session is not None and len(found) > 1:
        raise Refused("several-clubs", session=session, clubs=", ".join(name for name, _ in found))
    return found


def _near(name: str, known: Iterable[str]) -> dict[str, str]:
    """What is like the name that there is not, or all names when there are few."""
    names = sorted(set(known))
    near = difflib.get_close_matches(name, names, n=3) or names[:5]
    return {"near": ", ".join(near)}


def reaudit(database: Path, *, strict: bool = False) -> Audited:
    """All that the database holds, judged; what an older reading of the rules settled is settled anew.

    Raises `Refused` when it cannot be read.
    """
    found = replace(audited(database), strict=strict)
    with reading(database) as connection:
        before = verdicts.rules_hashes(connection)
    stale = {
        session.key
        for session in found.assembled.sessions
        if session.ruleset is not None and before.get(session.key) != fingerprint.fingerprint(session.ruleset)
    }
    if stale:
        with writing(database) as writer:
            resettle(writer.connection, stale)
            events.append(writer.connection, author(), "resettlement", {"sessions": sorted(stale)})
            writer.changed = True
    return found
