"""Names in what people decided, and in the log of what was done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from audit.decisions import Decided, decide, head_hash
from audit.logs.forms import JSONL
from audit.logs.problems import Problems
from audit.people.words import strings
from audit.ruleset import pack_of
from audit.sessions import content_hash
from audit.store import decisions, query, records
from audit.store.erasing.who import Who


def hashes_of_decisions(who: Who) -> dict[str, str]:
    """By each hash that a resolution may name: the one of the same version under the new names.

    A version is what records said when it was chosen, so that every step of what was decided is gone through.
    """
    rows = who.of_club("SELECT DISTINCT session_id FROM ruled.resolutions WHERE")
    found: dict[str, str] = {}
    for key in sorted(records.keys_of_sessions(who.connection, [row[0] for row in rows])):
        taken = decisions.taken(who.connection, [key])
        left = [Decided(one.record_id, one.deal) for one in records.load(who.connection, [key])]
        holding = [one.decision for one in taken if one.undone is None]
        steps = [decide(left, holding[:step]) for step in range(len(holding) + 1)]
        for deal in {id(one.deal): one.deal for step in steps for one in step}.values():
            now = who.deal(deal)
            found[content_hash(deal)] = content_hash(now)
            found[head_hash(deal.header)] = head_hash(now.header)
    return found


def rename(who: Who, hashes: Mapping[str, str]) -> None:
    """Rename in all decisions."""
    said = {"reason": who.text, "person": who.text}

    def record(text: str) -> str:
        # As one line, whatever it holds that somebody might take for the end of one.
        (deal,) = JSONL.read([text], pack_of, Problems("")).deals
        head = msgspec.structs.replace(
            deal.header, club=who.place(deal.header.club), session=who.place(deal.header.session)
        )
        now = who.deal(msgspec.structs.replace(deal, header=head))
        return text if now == deal else JSONL.write([now])

    told = {"original": record, "corrected": record, "changes": who.json, **said}
    who.change("corrections", "ruled.corrections", "event", told)
    who.change("resolutions", "ruled.resolutions", "event", said)
    for event, kept, rejected in who.of_club("SELECT event, kept, rejected FROM ruled.resolutions WHERE"):
        now = [hashes.get(kept, kept), [hashes.get(one, one) for one in rejected]]
        if now != [kept, rejected]:
            query.run(
                who.connection, "UPDATE ruled.resolutions SET kept = ?, rejected = ? WHERE event = ?", [*now, event]
            )
    alias = {"name": who.name, "person": who.name, "reason": who.text, "by_whom": who.text}
    who.change("aliases", "ruled.aliases", "event", alias, "club_id = ?")
    # What stands in the place of another name may hold this one.
    now_called = {**who.sessions, **who.clubs}

    def stand_in(name: str) -> str:
        return now_called.get(name) or who.place(name)

    who.change("forgotten", "ruled.forgotten", "rowid", {"pseudonym": stand_in}, "? IS NOT NULL")


def empty_events(who: Who, club: str) -> None:
    """Empty the entries of the log that name the person, but those that are about another club than `club`.

    The chain is over commitments, and still holds.
    """
    rows = query.rows(who.connection, "SELECT event, data FROM log.events WHERE data IS NOT NULL ORDER BY event")
    found = [event for event, data in rows if _names(who, json.loads(data), club)]
    query.run(
        who.connection, "UPDATE log.events SET data = NULL, salt = NULL WHERE event IN (SELECT unnest(?))", [found]
    )
    who.counts["events"] += len(found)


def _names(who: Who, data: Mapping[str, Any], club: str) -> bool:
    """Whether the values of an entry name the person."""
    if data.get("club", club) != club:
        return False
    return any(who.by.name(text) or who.place(text) != text for text in strings(list(data.values())))
