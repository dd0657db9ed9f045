"""Sessions of a database, judged as their records are to be read, and the verdicts put back into it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from audit import __version__, fingerprint
from audit.choice import Key, choose, only
from audit.corrections import Correction
from audit.decisions import Decided, Decision, decide
from audit.house_rules import resolve
from audit.judge import judge
from audit.model import Deal, Option, Place, Reading
from audit.report import Audited, DecisionNote
from audit.sessions import Assembled, Session, assemble
from audit.store import contents, decisions, events, files, records, verdicts
from audit.store.connection import reading, writing
from audit.store.query import Connection


def this_tool() -> events.Tool:
    """This version of the tool, with its rules."""
    return events.Tool(__version__, fingerprint.of_all())


def key_of(deal: Deal) -> Key:
    """The session that a deal belongs to."""
    return deal.header.club, deal.header.session


@dataclass(frozen=True)
class Judgement:
    """Sessions of the database, judged; and which record each of their deals is."""

    audited: Audited
    records: Mapping[int, Decided]
    """By the deal's id."""


def decided_records(connection: Connection, keys: Iterable[Key] | None) -> list[Decided]:
    """The records of the sessions `keys` (of all, if left out), read as people decided."""
    wanted = None if keys is None else list(keys)
    by_session: dict[Key, list[Decided]] = defaultdict(list)
    for one in records.load(connection, wanted):
        by_session[key_of(one.deal)].append(Decided(one.record_id, one.deal))
    standing = decisions.standing(connection, wanted)
    return [one for key, own in by_session.items() for one in decide(own, standing.get(key, []))]


def judge_sessions(connection: Connection, keys: Iterable[Key] | None) -> Judgement:
    """Judge the sessions `keys` (all, if left out), their records read as people decided."""
    found = decided_records(connection, keys)
    assembled = assemble(one.deal for one in found)
    read = Reading(deals=[one.deal for one in found], quarantined=[], problems=[])
    notes = {id(one.deal): tuple(map(_note, one.decisions)) for one in found if one.decisions}
    judged = list(judge(assembled.sessions))
    audited = Audited(read, assembled, judged, assembled.problems, decisions=notes)
    return Judgement(audited, {id(one.deal): one for one in found})


def _note(decision: Decision) -> DecisionNote:
    changes = decision.changes if isinstance(decision, Correction) else ()
    return DecisionNote(decision.event, changes, decision.reason, decision.person)


def rejudge(connection: Connection, keys: Iterable[Key]) -> Judgement:
    """Judge the sessions `keys` anew and write what comes of it; of one without records any more nothing is left."""
    wanted = list(keys)
    judgement = judge_sessions(connection, wanted)

    def record_of(deal: Deal) -> tuple[int, Sequence[int]]:
        one = judgement.records[id(deal)]
        return one.record, [decision.event for decision in one.decisions]

    verdicts.write(connection, judgement.audited, records.session_ids(connection, wanted), record_of)
    return judgement


def the_session(connection: Connection, club: str | None, session: str) -> Key:
    """The one session of that name. Raises `Refused` when there is none, or several clubs have one."""
    return only(choose(records.all_keys(connection), club, session))


def audited(database: Path, club: str | None = None, session: str | None = None) -> Audited:
    """What the database holds, judged: all, or the sessions of a `club`, or those called `session`.

    Raises `Refused` when there is no such club or session.
    """
    with reading(database) as connection:
        return _audited(
            connection, None if club is session is None else choose(records.all_keys(connection), club, session)
        )


def recorded(database: Path) -> Assembled:
    """All that the database holds, read as people decided, and not judged. Raises `Refused` when it cannot be read."""
    with reading(database) as connection:
        return assemble(one.deal for one in decided_records(connection, None))


def _audited(connection: Connection, keys: Sequence[Key] | None) -> Audited:
    """The sessions `keys` (all, if left out) with what was found while their files were read."""
    found = judge_sessions(connection, keys).audited
    read = Reading(
        deals=found.reading.deals,
        quarantined=files.quarantined(connection, keys),
        problems=files.problems(connection, keys),
    )
    problems = sorted((*read.problems, *found.problems), key=lambda one: one.place)
    return replace(found, reading=read, problems=problems)


def reaudit(database: Path) -> Audited:
    """All that the database holds, judged; what an older reading of the rules settled is written anew.

    Raises `Refused` when it cannot be read.
    """
    with reading(database) as connection:
        found = _audited(connection, None)
        old = stale(connection, found.assembled.sessions)
    if old:
        with writing(database) as writer:
            rejudge(writer.connection, old)
            events.append(writer.connection, this_tool(), "resettlement", {"sessions": sorted(old)})
            writer.changed = True
    return found


def count_stale(connection: Connection) -> int:
    """How many sessions were judged by rules that this version of the tool reads otherwise, or has no more."""
    return sum(
        count
        for rules, options, rules_hash, count in contents.house_rules(connection)
        if _fingerprint(rules, json.loads(options)) != rules_hash
    )


def _fingerprint(rules: str, options: Mapping[str, Any]) -> str | None:
    """The hash of the rules that a session names; `None` where there are no such rules any more."""
    named = [Option(name, value, Place("", 1)) for name, value in options.items()]
    found = resolve(rules, named, Place("", 1)).ruleset
    return fingerprint.fingerprint(found) if found else None


def stale(connection: Connection, sessions: Iterable[Session]) -> set[Key]:
    """The sessions whose verdicts were written by other rules than they have now."""
    written = verdicts.rules_hashes(connection)
    return {
        session.key
        for session in sessions
        if written.get(session.key) != (fingerprint.fingerprint(session.ruleset) if session.ruleset else None)
    }
