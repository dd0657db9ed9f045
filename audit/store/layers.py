"""The layers of SQL above a club's database: each file of `sql/staging`, `sql/core` and `sql/marts` is one query, and
its header says what it promises.

A query becomes a view, or a table where it is a mart or its header says `Kept: table`; in the order in which they name
one another. What code makes takes its place among them by what it needs.
"""

from __future__ import annotations

import functools
import graphlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from audit.resources import folder
from audit.store import query
from audit.store.query import Connection

LAYERS = ("staging", "core", "marts")

_NAME = re.compile(r"\b(?:staging|core|marts)\.[a-z_]+\b")
_PROMISE = re.compile(r"(Grain|Key|Not null|Holds|Kept): (.*)")


class Query(NamedTuple):
    """One file of a layer, and what its header promises."""

    name: str
    """With its layer: `marts.fondo`."""
    sql: str
    about: str
    """What it is, in a sentence or two."""
    grain: str
    key: tuple[str, ...]
    not_null: tuple[str, ...]
    holds: tuple[str, ...]
    """Conditions on a row that are true of each, or not to be told (null)."""
    kept: bool
    """It is a table, filled when it is made."""

    @property
    def needs(self) -> set[str]:
        """The other queries and tables that it names."""
        return set(_NAME.findall(_uncommented(self.sql))) - {self.name}


class Made(NamedTuple):
    """A table that code makes, by what it needs."""

    needs: frozenset[str]
    make: Callable[[Connection], None]


@functools.cache
def queries() -> Mapping[str, Query]:
    """All of them, by name."""
    return {one.name: one for layer in LAYERS for one in _read(layer)}


def _read(layer: str) -> list[Query]:
    files = sorted((folder("sql") / layer).glob("*.sql"))
    return [parse(f"{layer}.{path.stem}", path.read_text(encoding="utf-8")) for path in files]


def parse(name: str, text: str) -> Query:
    """A file as a query. Raises `ValueError` where its header lacks what each must say."""
    lines = text.splitlines()
    head = [line.removeprefix("--").strip() for line in lines[: _length_of_head(lines)]]
    about: list[str] = []
    said: dict[str, list[str]] = {}
    for line in head:
        found = _PROMISE.fullmatch(line)
        if found:
            said.setdefault(found[1], []).append(found[2])
        elif said:
            key = list(said)[-1]
            said[key][-1] += " " + line
        else:
            about.append(line)
    for must in ("Grain", "Key"):
        if must not in said:
            raise ValueError(f"{name}: its header does not say `{must}:`")
    return Query(
        name=name,
        sql="\n".join(lines).strip().rstrip(";"),
        about=" ".join(about),
        grain=said["Grain"][0],
        key=_names(said["Key"]),
        not_null=_names(said.get("Not null", [])),
        holds=tuple(said.get("Holds", [])),
        kept=name.startswith("marts.") or said.get("Kept", [""])[0].startswith("table"),
    )


def _length_of_head(lines: Sequence[str]) -> int:
    return next((place for place, line in enumerate(lines) if not line.startswith("--")), len(lines))


def _names(said: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip() for text in said for name in text.rstrip(".").split(",") if name.strip())


def _uncommented(sql: str) -> str:
    return re.sub(r"--[^\n]*", "", sql)


def order(found: Mapping[str, Query], made: Mapping[str, Made]) -> list[str]:
    """The names of all, each after what it needs. Raises `KeyError` for one that there is not, and
    `graphlib.CycleError`.
    """
    graph = {name: set(one.needs) for name, one in found.items()} | {name: set(one.needs) for name, one in made.items()}
    for name, needs in graph.items():
        for missing in sorted(needs - set(graph)):
            raise KeyError(f"{name} names {missing}, which there is not")
    return list(graphlib.TopologicalSorter({name: sorted(graph[name]) for name in sorted(graph)}).static_order())


def build(connection: Connection, made: Mapping[str, Made], *, only: Iterable[str] = ()) -> None:
    """Make the layers in a file for them, in which the club's database is attached as `club`; or `only` these of them,
    and what they need.
    """
    found = queries()
    for layer in LAYERS:
        query.run(connection, f"CREATE SCHEMA IF NOT EXISTS {layer}")
    needed = _with_needs(only, found, made)
    for name in order(found, made):
        if only and name not in needed:
            continue
        if name in made:
            made[name].make(connection)
        else:
            create(connection, found[name])


def _with_needs(names: Iterable[str], found: Mapping[str, Query], made: Mapping[str, Made]) -> set[str]:
    """The names, and all that they need."""
    needed: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in needed:
            needed.add(name)
            left += made[name].needs if name in made else found[name].needs
    return needed


def create(connection: Connection, one: Query) -> None:
    """Make the view or the table of a query."""
    query.run(connection, f"CREATE {'TABLE' if one.kept else 'VIEW'} {one.name} AS\n{one.sql}")


# ----------------------------------------------------------------------------------------------- promises


def broken(connection: Connection, one: Query) -> list[str]:
    """Which promises of a query's header its rows do not keep."""
    faults = []
    key = ", ".join(one.key)
    if one.key and query.number(
        connection, f"SELECT count(*) FROM (FROM {one.name} SELECT 1 GROUP BY {key} HAVING count(*) > 1)"
    ):
        faults.append(f"Key: {key}")
    checks = {f"Not null: {column}": f"{column} IS NULL" for column in one.not_null}
    checks |= {f"Holds: {condition}": f"NOT ({condition})" for condition in one.holds}
    for promise, fault in checks.items():
        if query.number(connection, f"SELECT count(*) FROM {one.name} WHERE {fault}"):
            faults.append(promise)
    return faults
