"""How much a database holds, counted by itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from audit.store import query
from audit.store.query import Connection


@dataclass(frozen=True)
class ClubCount:
    """How much there is of one club."""

    club: str
    sessions: int
    deals: int
    """Versions of deals; there is one of each, unless records contradict each other."""
    first: str | None
    """The date of its first session that has one."""
    last: str | None


def clubs(connection: Connection) -> list[ClubCount]:
    """The clubs that have a deal, by name."""
    rows = query.rows(
        connection,
        "SELECT club, count(DISTINCT session_id), count(*), min(date), max(date) FROM computed.deals "
        "JOIN computed.sessions USING (session_id) JOIN recorded.named_sessions USING (session_id) "
        "GROUP BY club ORDER BY club",
    )
    return [ClubCount(*row) for row in rows]


def statuses(connection: Connection) -> Counter[str]:
    """By status, how many deals."""
    return Counter(dict(query.rows(connection, "SELECT status, count(*) FROM computed.deals GROUP BY ALL")))


def conflicts(connection: Connection) -> int:
    """Deals in several versions, each once, and sessions whose records differ in their heads."""
    return query.number(
        connection,
        "SELECT (SELECT count(*) FROM computed.deals WHERE version = 2) "
        "+ (SELECT count(*) FROM computed.sessions WHERE heads_differ)",
    )


def house_rules(connection: Connection) -> list[tuple[str, str, str | None, int]]:
    """Ruleset, house rules (JSON) and the hash of the rules by which how many sessions were judged."""
    return query.rows(
        connection, "SELECT rules, options, rules_hash, count(*) FROM computed.sessions WHERE settled GROUP BY ALL"
    )
