"""Whether a name is left in the texts of a database: every one of them is read back.

What was deleted and still lies in a file nobody reads: for that there is `scan`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

import msgspec

from audit.logs.keys import KEYS
from audit.people.words import Replacement, fold, in_text, strings, words
from audit.store import people, query
from audit.store.query import Connection

SHOWN = 40
"""Letters of a text that are shown on either side of what was found."""

PACKED = {"recorded.records.rest", "recorded.sources.places"}
"""The columns of bytes in which there is text."""

OWN_WORDS = {
    *("recorded.problems.code", "recorded.problems.severity", "recorded.problems.what", "recorded.quarantined.code"),
    *("computed.deals.status", "computed.ledger.rule"),
    *("computed.claims.kind", "computed.claims.reason", "computed.claims.rule", "computed.claims.verdict"),
    *("computed.findings.code", "computed.findings.rule", "computed.findings.severity"),
    *("log.events.kind", "log.events.tool", "ruled.forgotten.kind"),
}
"""The columns of words of the tool's own, which nobody else writes: they are not looked through. Each is named with its
table, so that a later column of any name is looked through until somebody says here that nobody writes into it."""

_LOG_WORDS = frozenset(fold(word) for key in KEYS for spelling in key.spellings for word in spelling.split())


Kind = Literal["whole", "others", "parts"]
"""How a text holds a name: see `ReadBack`."""


class Found(NamedTuple):
    """A text in which a name was found."""

    column: str
    """Schema, table and column."""
    text: str
    """As much of it as shows where."""


class ReadBack(NamedTuple):
    """All texts of a database, read back."""

    columns: int
    """Of text, and of bytes in which there are texts."""
    rows: int
    whole: tuple[Found, ...]
    """Texts that hold a name as whole words."""
    others: tuple[Found, ...]
    """Texts that hold it as, or in, the name of somebody else."""
    parts: tuple[Found, ...]
    """Texts that hold its letters as a part of another word."""


NOTHING = ReadBack(0, 0, (), (), ())
"""Of a database in which nobody looked yet."""


def read_back(connection: Connection, club_id: int, names: Collection[str], by: Replacement) -> ReadBack:
    """Look for `names`, which `by` replaces, in every text of a database that is not another club's: there it is the
    name of somebody else.
    """
    known = {number: people.recorded_names(connection, number) for number in people.clubs(connection).values()}
    here = known[club_id] - set(names)
    anywhere = here.union(*(own for number, own in known.items() if number != club_id))
    found: dict[Kind, list[Found]] = {"whole": [], "others": [], "parts": []}
    columns = rows = 0
    for one in _columns(connection, club_id):
        columns, rows = columns + 1, rows + one.rows(connection)
        for text in one.texts(connection, names):
            kind = _kind(text, names, by, here if one.is_of_club else anywhere)
            if kind:
                found[kind].append(_shown(one.name, text, names))
    return ReadBack(columns, rows, tuple(found["whole"]), tuple(found["others"]), tuple(found["parts"]))


def _kind(text: str, names: Collection[str], by: Replacement, others: Collection[str]) -> Kind | None:
    """How a text holds one of `names`."""
    if in_text(text, by, others) != text or any(not words(name) and name in text for name in names):
        return "whole"
    if in_text(text, by) != text:
        return "others"
    return "parts" if _is_part(text, names) else None


def _is_part(text: str, names: Collection[str]) -> bool:
    """Whether one of `names` is a part of a word that is none of a log's own, as `ana` is of `ganador`."""
    wanted = [fold(name) for name in names]
    return any(name in word for word in map(fold, words(text)) if word not in _LOG_WORDS for name in wanted) or any(
        " " in name and name in fold(text) for name in wanted
    )


class _Column(NamedTuple):
    """A column with texts, in the rows that may be about the club."""

    name: str
    column: str
    of: str
    """Its table, and which rows of it."""
    is_of_club: bool
    """Whether these rows are all the club's."""
    is_packed: bool

    def rows(self, connection: Connection) -> int:
        """How many rows there are."""
        return query.number(connection, f"SELECT count(*) FROM {self.of}")

    def texts(self, connection: Connection, names: Collection[str]) -> list[str]:
        """The texts in it that may hold one of `names`."""
        if not self.is_packed:
            return _matching(connection, f'SELECT CAST("{self.column}" AS VARCHAR) AS text FROM {self.of}', names)
        rows = query.rows(connection, f'SELECT DISTINCT "{self.column}" FROM {self.of} AND "{self.column}" IS NOT NULL')
        return sorted({text for (packed,) in rows for text in strings(msgspec.msgpack.decode(packed))})


def _columns(connection: Connection, club_id: int) -> Iterator[_Column]:
    """The columns with texts that others than the tool write."""
    columns = query.rows(
        connection,
        "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() "
        "JOIN duckdb_tables() USING (database_name, schema_name, table_name) "
        "WHERE database_name = current_database() AND NOT duckdb_columns.internal ORDER BY ALL",
    )
    sessions = f"session_id IN (SELECT session_id FROM recorded.sessions WHERE club_id = {club_id:d})"
    conditions = {"session_id": sessions, "club_id": f"club_id = {club_id:d}"}
    records = f"record_id IN (SELECT record_id FROM recorded.records WHERE {sessions})"
    # Nothing says whose it is; but what another club calls its sessions is that club's.
    but = {"ruled.forgotten.pseudonym": f"pseudonym NOT IN ({people.of_other_clubs(club_id)})"}
    own = {(schema, table, column) for schema, table, column, _ in columns}
    for schema, table, column, kind in columns:
        name = f"{schema}.{table}.{column}"
        if ("VARCHAR" in kind or name in PACKED) and name not in OWN_WORDS:
            condition = next((conditions[each] for each in conditions if (schema, table, each) in own), None)
            condition = records if (schema, table) == ("recorded", "sources") else condition
            of = f'{schema}."{table}" WHERE {condition or but.get(name, "true")}'
            yield _Column(name, column, of, condition is not None, name in PACKED)


def _matching(connection: Connection, texts: str, names: Collection[str]) -> list[str]:
    """The texts in which the words of a name follow one another, whatever stands between."""
    patterns = []
    for name in names:
        # As the other side is folded, which need not be as we do it.
        folded = query.rows(connection, "SELECT strip_accents(lower(unnest(?)))", [list(words(name)) or [name]])
        patterns.append(r"[^\pL\pN]+".join(re.escape(word) for (word,) in folded))
    rows = query.rows(
        connection,
        f"SELECT DISTINCT text FROM ({texts}) WHERE regexp_matches(strip_accents(lower(text)), ?) ORDER BY ALL",
        ["|".join(patterns)],
    )
    return [row[0] for row in rows]


def _shown(column: str, text: str, names: Collection[str]) -> Found:
    plain = fold(text)
    at = min((place for name in names if (place := plain.find(fold(name))) >= 0), default=0)
    return Found(column, text[max(0, at - SHOWN) : at + SHOWN])
