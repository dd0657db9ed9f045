"""Whose names are replaced, and how the texts of a table are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from audit.model import Deal, Header
from audit.people.naming import deal_renamed, header_renamed
from audit.people.words import Replacement, in_text, in_value, replacement
from audit.store import people, query, shapes
from audit.store.query import Connection

OF_CLUB = "session_id IN (SELECT session_id FROM recorded.sessions WHERE club_id = ?)"

Change = Callable[[str], str]


@dataclass(frozen=True)
class Who:
    """A person at a club, by all names; `counts` says of each kind of place how many were changed."""

    connection: Connection
    club_id: int
    names: Mapping[str, str]
    by: Replacement
    others: frozenset[str]
    """All names of the club: a longer one of another person stays as it is."""
    counts: Counter[str] = field(default_factory=Counter)
    sessions: dict[str, str] = field(default_factory=dict)
    """The sessions whose names spoke of the person: what each is called now."""
    clubs: dict[str, str] = field(default_factory=dict)
    """Likewise the club, if so."""

    def club(self) -> str:
        """What the club is called."""
        ((name,),) = query.rows(self.connection, "SELECT name FROM recorded.clubs WHERE club_id = ?", [self.club_id])
        return str(name)

    def name(self, name: str) -> str:
        """A name that stands alone."""
        return self.names.get(name, name)

    def text(self, text: str) -> str:
        """Text that speaks of players."""
        return in_text(text, self.by, self.others)

    def place(self, name: str) -> str:
        """The name of a club or a session, whatever other names look like."""
        return in_text(name, self.by)

    def json(self, text: str) -> str:
        """Texts within JSON."""
        value = json.loads(text)
        changed = in_value(value, self.by, self.others)
        return text if changed == value else json.dumps(changed, ensure_ascii=False, sort_keys=True)

    def header(self, header: Header) -> Header:
        """A head."""
        return header_renamed(header, self.by)

    def deal(self, deal: Deal) -> Deal:
        """What a record says."""
        return deal_renamed(deal, self.header(deal.header), self.by)

    def of_club(self, sql: str) -> list[Any]:
        """The rows of a statement about the sessions of the club."""
        return query.rows(self.connection, f"{sql} {OF_CLUB}", [self.club_id])

    def change(self, what: str, table: str, key: str, columns: Mapping[str, Change], where: str = OF_CLUB) -> None:
        """Change columns of text where that changes anything, and count the rows as `what`.

        `where` asks for the number of the club, once.
        """
        listed = ", ".join(f'"{name}"' for name in columns)
        sets = ", ".join(f'"{name}" = ?' for name in columns)
        sql = f"SELECT {key}, {listed} FROM {table} WHERE {where}"
        for number, *values in query.rows(self.connection, sql, [self.club_id]):
            now = [change(value) for value, change in zip(values, columns.values(), strict=True)]
            if now != values:
                query.run(self.connection, f"UPDATE {table} SET {sets} WHERE {key} = ?", [*now, number])
                self.counts[what] += 1


def who(connection: Connection, club_id: int, names: dict[str, str]) -> Who:
    """Whoever at the club has the names that `names` replaces."""
    others = people.recorded_names(connection, club_id) - names.keys()
    return Who(connection, club_id, names, replacement(names), frozenset(others))


def update(connection: Connection, table: str, schema: pa.Schema, rows: Sequence[Mapping[str, Any]]) -> None:
    """Set the columns of `rows` where the first of `schema` is theirs."""
    key, *others = schema.names
    values = ", ".join(f"{name} = given.{name}" for name in others)
    if rows:
        query.rows_with(
            connection,
            f"UPDATE {table} AS old SET {values} FROM given WHERE old.{key} = given.{key}",
            shapes.from_rows(schema, rows),
        )
