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
from audit.store import decisions, people, query, records
from audit.store.erasing.erasure import Erasure


def hashes_of_decisions(erasure: Erasure) -> dict[str, str]:
    """By each hash that a resolution may name: the one of the same version under the new names.

    A version is what records said when it was chosen, so that every step of what was decided is gone through.
    """
    rows = erasure.rows_of_club("SELECT DISTINCT session_id FROM ruled.resolutions WHERE")
    found: dict[str, str] = {}
    for key in sorted(records.keys_of_sessions(erasure.connection, [row[0] for row in rows])):
        taken = decisions.taken(erasure.connection, [key])
        left = [Decided(one.record_id, one.deal) for one in records.load(erasure.connection, [key])]
        holding = [one.decision for one in taken if one.undone is None]
        steps = [decide(left, holding[:step]) for step in range(len(holding) + 1)]
        for deal in {id(one.deal): one.deal for step in steps for one in step}.values():
            now = erasure.rename_deal(deal)
            found[content_hash(deal)] = content_hash(now)
            found[head_hash(deal.header)] = head_hash(now.header)
    return found


def rename(erasure: Erasure, hashes: Mapping[str, str]) -> None:
    """Rename in all decisions."""
    mine = erasure.of_club
    said = {"reason": erasure.rename_text, "person": erasure.rename_text}

    def record(text: str) -> str:
        # As one line, whatever it holds that somebody might take for the end of one.
        (deal,) = JSONL.read([text], pack_of, Problems("")).deals
        head = msgspec.structs.replace(
            deal.header, club=erasure.rename_title(deal.header.club), session=erasure.rename_title(deal.header.session)
        )
        now = erasure.rename_deal(msgspec.structs.replace(deal, header=head))
        return text if now == deal else JSONL.write([now])

    told = {"original": record, "corrected": record, "changes": erasure.rename_json, **said}
    erasure.change("corrections", "ruled.corrections", "event", told, mine)
    erasure.change("resolutions", "ruled.resolutions", "event", said, mine)
    for event, kept, rejected in erasure.rows_of_club("SELECT event, kept, rejected FROM ruled.resolutions WHERE"):
        now = [hashes.get(kept, kept), [hashes.get(one, one) for one in rejected]]
        if now != [kept, rejected]:
            query.run(
                erasure.connection, "UPDATE ruled.resolutions SET kept = ?, rejected = ? WHERE event = ?", [*now, event]
            )
    merging = {
        "name": erasure.rename_name,
        "person": erasure.rename_name,
        "reason": erasure.rename_text,
        "by_whom": erasure.rename_text,
    }
    erasure.change("mergings", "ruled.aliases", "event", merging, f"club_id = {erasure.club_id:d}")
    # What stands in the place of another name may hold this one; what another club calls its sessions stays.
    now_called = {**erasure.sessions, **erasure.clubs}
    elsewhere = {name for (name,) in query.rows(erasure.connection, people.of_other_clubs(erasure.club_id))}

    def stand_in(name: str) -> str:
        return now_called.get(name) or (name if name in elsewhere else erasure.rename_title(name))

    erasure.change("forgotten", "ruled.forgotten", "rowid", {"pseudonym": stand_in}, "true")


def empty_events(erasure: Erasure, club: str) -> None:
    """Empty the entries of the log that name the person, but those that are about another club than `club`.

    The chain is over commitments, and still holds.
    """
    rows = query.rows(erasure.connection, "SELECT event, data FROM log.events WHERE data IS NOT NULL ORDER BY event")
    found = [event for event, data in rows if _names(erasure, json.loads(data), club)]
    query.run(
        erasure.connection, "UPDATE log.events SET data = NULL, salt = NULL WHERE event IN (SELECT unnest(?))", [found]
    )
    erasure.counts["events"] += len(found)


def _names(erasure: Erasure, data: Mapping[str, Any], club: str) -> bool:
    """Whether the values of an entry name the person."""
    if data.get("club", club) != club:
        return False
    return any(erasure.by.name(text) or erasure.rename_title(text) != text for text in strings(list(data.values())))
