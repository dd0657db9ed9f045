"""Whose names are replaced by what, and how that is done in a column of a table."""

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

Change = Callable[[str], str]


@dataclass
class Erasure:
    """The names of a person at a club, on their way out of a database; and what was changed so far."""

    connection: Connection
    club_id: int
    names: Mapping[str, str]
    by: Replacement
    others: frozenset[str]
    """All names of the club: a longer one of another person stays as it is."""
    counts: Counter[str] = field(default_factory=Counter)
    """By kind of place, how many were changed."""
    sessions: dict[str, str] = field(default_factory=dict)
    """The sessions whose names spoke of the person: what each is called now."""
    clubs: dict[str, str] = field(default_factory=dict)
    """Likewise the club, if so."""

    @property
    def of_club(self) -> str:
        """The condition on a table with `session_id`: its rows are of the club."""
        return f"session_id IN (SELECT session_id FROM recorded.sessions WHERE club_id = {self.club_id:d})"

    def club_name(self) -> str:
        """What the club is called, now."""
        ((name,),) = query.rows(self.connection, "SELECT name FROM recorded.clubs WHERE club_id = ?", [self.club_id])
        return str(name)

    def rename_name(self, name: str) -> str:
        """A player's name replaced where it is one of the person's as it is spelt; else as it was."""
        return self.names.get(name, name)

    def rename_text(self, text: str) -> str:
        """Text with the names replaced that stand in it as whole words; names of other players stay."""
        return in_text(text, self.by, self.others)

    def rename_title(self, title: str) -> str:
        """What a club or a session is called, with the names replaced even within the name of another player."""
        return in_text(title, self.by)

    def rename_json(self, text: str) -> str:
        """A text of JSON with the names replaced in all texts and keys of its value; as it was where none is there."""
        value = json.loads(text)
        changed = in_value(value, self.by, self.others)
        return text if changed == value else json.dumps(changed, ensure_ascii=False, sort_keys=True)

    def rename_header(self, header: Header) -> Header:
        """The head with the person's names replaced; club and session stay."""
        return header_renamed(header, self.by)

    def rename_deal(self, deal: Deal) -> Deal:
        """The record with the person's names replaced, in its head too; club and session stay."""
        return deal_renamed(deal, self.rename_header(deal.header), self.by)

    def rows_of_club(self, sql: str) -> list[Any]:
        """The rows of a statement that ends where the condition on the sessions of the club follows."""
        return query.rows(self.connection, f"{sql} {self.of_club}")

    def change(self, what: str, table: str, key: str, columns: Mapping[str, Change], where: str) -> None:
        """Change columns of text where that changes anything, in the rows `where`, and count the rows as `what`."""
        listed = ", ".join(f'"{name}"' for name in columns)
        sets = ", ".join(f'"{name}" = ?' for name in columns)
        sql = f"SELECT {key}, {listed} FROM {table} WHERE {where}"
        for number, *values in query.rows(self.connection, sql):
            now = [change(value) for value, change in zip(values, columns.values(), strict=True)]
            if now != values:
                query.run(self.connection, f"UPDATE {table} SET {sets} WHERE {key} = ?", [*now, number])
                self.counts[what] += 1


def erasure_of(connection: Connection, club_id: int, names: dict[str, str]) -> Erasure:
    """The erasure of whoever at the club has the names that `names` replaces; nothing is changed yet."""
    others = people.recorded_names(connection, club_id) - names.keys()
    return Erasure(connection, club_id, names, replacement(names), frozenset(others))


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
