"""Who is who in a database: names that were merged, and what stands in the place of names that were forgotten."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from audit.store import query
from audit.store.query import Connection

Kind = Literal["player", "text", "session", "club"]
"""What is forgotten of a name: the name of a player, the same words in free text, the name of a session or a club."""

_SEATED = """
    SELECT DISTINCT sessions.name AS session, players
    FROM (
        SELECT DISTINCT session_id, lineup_id FROM computed.deals
        WHERE session_id IN (SELECT session_id FROM recorded.sessions WHERE club_id = ?)
    )
    JOIN recorded.lineups USING (session_id, lineup_id)
    JOIN recorded.sessions USING (session_id)
"""
"""Who sat with whom at a club, in deals that stand."""


class Named(NamedTuple):
    """A name at a club, and in how many deals it is."""

    club_id: int
    club: str
    name: str
    deals: int


class Merging(NamedTuple):
    """A merging as it was made, whether it still holds or not."""

    event: int
    club_id: int
    club: str
    name: str
    person: str
    reason: str
    by_whom: str
    undone: int | None


def clubs(connection: Connection) -> dict[str, int]:
    """The numbers of the clubs, by name."""
    return dict(query.rows(connection, "SELECT name, club_id FROM recorded.clubs ORDER BY name"))


def names(connection: Connection, club_id: int | None = None) -> list[Named]:
    """Who sits in a deal that stands, by club and name."""
    condition = "" if club_id is None else f"WHERE club_id = {club_id:d}"
    rows = query.rows(
        connection,
        f"""
        SELECT club_id, clubs.name AS club, player, CAST(sum(deals) AS BIGINT)
        FROM (
            SELECT club_id, unnest(players) AS player, deals
            FROM (SELECT lineup_id, session_id, count(*) AS deals FROM computed.deals GROUP BY ALL)
            JOIN recorded.lineups USING (session_id, lineup_id)
            JOIN recorded.sessions USING (session_id)
            {condition}
        )
        JOIN recorded.clubs USING (club_id)
        GROUP BY ALL ORDER BY club, player
        """,
    )
    return [Named(*row) for row in rows]


def recorded_names(connection: Connection, club_id: int) -> set[str]:
    """Every name that a record of the club seats, whether its import counts or not."""
    rows = query.rows(
        connection,
        """
        SELECT unnest(players) FROM recorded.lineups JOIN recorded.sessions USING (session_id) WHERE club_id = $1
        UNION SELECT unnest(players) FROM recorded.headers JOIN recorded.sessions USING (session_id) WHERE club_id = $1
        """,
        [club_id],
    )
    return {row[0] for row in rows}


def of_other_clubs(club_id: int) -> str:
    """The query for what other clubs, and their sessions, are called."""
    return (
        f"SELECT name FROM recorded.clubs WHERE club_id <> {club_id:d} "
        f"UNION SELECT name FROM recorded.sessions WHERE club_id <> {club_id:d}"
    )


def together(connection: Connection, club_id: int) -> set[frozenset[str]]:
    """The pairs of names of a club that sat in one deal."""
    rows = query.rows(
        connection,
        f"""
        WITH seated AS (SELECT DISTINCT players FROM ({_SEATED})),
             one AS (SELECT players, unnest(players) AS name FROM seated)
        SELECT DISTINCT name, other FROM (SELECT name, unnest(players) AS other FROM one) WHERE name < other
        """,
        [club_id],
    )
    return {frozenset(row) for row in rows}


def shared_session(connection: Connection, club_id: int, one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    """Where a name of the one and a name of the other sit in one deal: session and both names; empty: nowhere."""
    rows = query.rows(
        connection,
        f"""
        SELECT session, list_intersect(players, ?), list_intersect(players, ?) FROM ({_SEATED})
        WHERE list_has_any(players, ?) AND list_has_any(players, ?) ORDER BY session LIMIT 1
        """,
        [list(one), list(other), club_id, list(one), list(other)],
    )
    return (rows[0][0], min(rows[0][1]), min(rows[0][2])) if rows else ()


# ------------------------------------------------------------------------------------------------- mergings


def add_merging(connection: Connection, merging: Merging) -> None:
    """Keep a merging."""
    values = [merging.event, merging.club_id, merging.name, merging.person, merging.reason, merging.by_whom]
    query.run(connection, "INSERT INTO ruled.aliases VALUES (?, ?, ?, ?, ?, ?, NULL)", values)


def mergings(connection: Connection) -> list[Merging]:
    """All mergings, those taken back too, as they were made."""
    rows = query.rows(
        connection,
        "SELECT event, club_id, clubs.name, aliases.name, person, reason, by_whom, undone "
        "FROM ruled.aliases JOIN recorded.clubs USING (club_id) ORDER BY event",
    )
    return [Merging(*row) for row in rows]


def undo_merging(connection: Connection, event: int, by: int) -> bool:
    """Take a merging back by the event `by`; `False` when it was before."""
    sql = "UPDATE ruled.aliases SET undone = ? WHERE event = ? AND undone IS NULL RETURNING event"
    return bool(query.rows(connection, sql, [by, event]))


def people(connection: Connection, club_id: int) -> dict[str, str]:
    """By name that is another person's, at this club: the person."""
    sql = "SELECT name, person FROM ruled.people WHERE club_id = ?"
    return dict(query.rows(connection, sql, [club_id]))


# ------------------------------------------------------------------------------------------------- forgotten


class Forgotten(NamedTuple):
    """What stands in the place of a name that was forgotten."""

    event: int
    kind: Kind
    hash: bytes
    words: int
    pseudonym: str


def secret(connection: Connection) -> bytes:
    """The key of the hashes; made when it is asked for first."""
    rows = query.rows(connection, "SELECT key FROM ruled.secret")
    if rows:
        return bytes(rows[0][0])
    key = secrets.token_bytes(32)
    query.run(connection, "INSERT INTO ruled.secret VALUES (?)", [key])
    return key


def keyed_hash(key: bytes, kind: Kind, club_id: int, name: str) -> bytes:
    """The hash under which a name is known that must not stand anywhere; of a club's own name `club_id` is 0."""
    text = f"{kind}\0{club_id}\0{name}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, key=key, digest_size=32).digest()


def add_forgotten(connection: Connection, rows: Sequence[Forgotten]) -> None:
    """Keep what stands in the place of names."""
    for row in rows:
        query.run(connection, "INSERT INTO ruled.forgotten VALUES (?, ?, ?, ?, ?)", list(row))


def forgotten(connection: Connection) -> list[Forgotten]:
    """What stands in the place of names that were forgotten."""
    rows = query.rows(connection, "SELECT event, kind, hash, words, pseudonym FROM ruled.forgotten ORDER BY ALL")
    return [Forgotten(event, kind, bytes(own), words, pseudonym) for event, kind, own, words, pseudonym in rows]


def pseudonym(connection: Connection, club_id: int, name: str) -> str | None:
    """What stands in the place of a player's name at a club; `None` where it was not forgotten."""
    rows = query.rows(connection, "SELECT key FROM ruled.secret")
    if not rows:
        return None
    own = keyed_hash(bytes(rows[0][0]), "player", club_id, name)
    found = query.rows(connection, "SELECT pseudonym FROM ruled.forgotten WHERE kind = 'player' AND hash = ?", [own])
    return str(found[0][0]) if found else None
