"""What code puts into the layers: `core.seats`, of many small counts in few whole numbers; and names for numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa

from audit.store import query
from audit.store.query import Connection

Field = tuple[str, str, int, int]
"""A count: its name, its column, how far it is shifted there, its mask."""


def lineups(connection: Connection) -> Mapping[int, tuple[tuple[str, ...], Sequence[int]]]:
    """By order of players: their names, and the numbers of the persons."""
    rows = query.rows(
        connection,
        "SELECT lineup_id, list(name ORDER BY place), list(person_id ORDER BY place) FROM core.lineups GROUP BY ALL",
    )
    return {number: (tuple(names), persons) for number, names, persons in rows}


def create(connection: Connection, schema: pa.Schema, parts: Iterable[pa.Table], fields: Sequence[Field]) -> None:
    """Fill `core.packed_seats`, and make the view `core.seats` of it."""
    query.create_from(connection, "core.packed_seats", schema, parts)
    packed = {column for _, column, _, _ in fields}
    columns = [name for name in schema.names if name not in packed]
    columns += [f"({column} >> {shift} & {mask})::UTINYINT AS {name}" for name, column, shift, mask in fields]
    query.run(connection, f"CREATE VIEW core.seats AS SELECT {', '.join(columns)} FROM core.packed_seats")


def named(connection: Connection, given: pa.Table) -> pa.Table:
    """A table whose `club` is the number of a group, and whose `person`, if any, that of a person, with their names."""
    own = [column for column in given.column_names if column not in ("club", "rules", "person")]
    has_person = "person" in given.column_names
    columns = ["groups.club", "groups.rules", *(["persons.person"] if has_person else [])]
    return query.arrow_with(
        connection,
        f"""
        SELECT {", ".join([*columns, *(f'given."{one}"' for one in own)])}
        FROM given
        JOIN (SELECT DISTINCT group_id, club, rules FROM core.sessions) AS groups ON group_id = given.club
        {"JOIN core.persons ON person_id = given.person" if has_person else ""}
        ORDER BY ALL
        """,
        given,
    )
