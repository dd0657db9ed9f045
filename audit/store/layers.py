"""The layers of SQL above a club's database: each file of `sql/staging`, `sql/core` and `sql/marts` is one query, and
its header says what it promises.

A query becomes a view, or a table where it is a mart or its header says `Kept: table`; in the order in which they name
one another. A file without a query is the header of a table that code makes (`Made by:`), which takes its place among
them by what it needs. `sql/luck` has the headers of the part of that name (`audit.store.marts`).
"""

from __future__ import annotations

import functools
import graphlib
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

from audit.resources import folder
from audit.store import query
from audit.store.query import Connection

LAYERS = ("staging", "core", "marts")

PARTS = ("luck",)
"""Folders of headers whose tables stand in a file of their own."""

_NAME = re.compile(r"\b(?:staging|core|marts)\.[a-z_]+\b")
_PROMISE = re.compile(r"(Grain|Key|Not null|Holds|Kept|Made by): (.*)")


class Query(NamedTuple):
    """One file of a layer, and what its header promises."""

    name: str
    """With its layer: `marts.clubs`."""
    sql: str
    """Empty where code makes the table."""
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


class ByCode(NamedTuple):
    """Tables that code makes, all at once, and the queries that it reads."""

    names: tuple[str, ...]
    needs: frozenset[str]
    make: Callable[[Connection], None]


@functools.cache
def queries() -> Mapping[str, Query]:
    """All of them, by name, those of `PARTS` too."""
    return {one.name: one for layer in (*LAYERS, *PARTS) for one in _read(layer)}


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
    sql = "\n".join(lines[len(head) :]).strip().rstrip(";")
    if bool(sql) == ("Made by" in said):
        raise ValueError(f"{name}: either it has a query, or its header says `Made by:`")
    return Query(
        name=name,
        sql=sql,
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


def order(found: Mapping[str, Query], by_code: Sequence[ByCode] = ()) -> list[str]:
    """The names of all, each after what it needs; of tables that are made at once, the first before the others.

    Raises `KeyError` for a name that there is not, or that nothing makes, and `graphlib.CycleError`.
    """
    return list(graphlib.TopologicalSorter(_needs(found, by_code)).static_order())


def _needs(found: Mapping[str, Query], by_code: Sequence[ByCode]) -> dict[str, list[str]]:
    """By name, what has to be there before. Raises `KeyError` for a name that nothing makes."""
    graph = {name: set(one.needs) for name, one in found.items() if one.sql}
    for one in by_code:
        graph |= {name: set(one.needs if name == one.names[0] else one.names[:1]) for name in one.names}
    for name in sorted({*found, *(need for needs in graph.values() for need in needs)} - set(graph)):
        raise KeyError(f"nothing makes {name}")
    return {name: sorted(graph[name]) for name in sorted(graph)}


def build(connection: Connection, by_code: Sequence[ByCode], *, only: Iterable[str] = ()) -> None:
    """Make the layers in a file for them, in which the club's database is attached as `club`; or `only` these of them,
    and what they need. What does not need one another is made at the same time, as far as there are cores.
    """
    found = {name: one for name, one in queries().items() if name.split(".")[0] in LAYERS}
    for layer in LAYERS:
        query.run(connection, f"CREATE SCHEMA IF NOT EXISTS {layer}")
    maker = {name: one for one in by_code for name in one.names}
    graph = _needs(found, by_code)
    needed = _with_needs(only or graph, graph)

    def make(name: str) -> None:
        with connection.cursor() as own:
            if name not in maker:
                create(own, found[name])
            elif name == maker[name].names[0]:
                maker[name].make(own)

    steps = graphlib.TopologicalSorter({name: graph[name] for name in needed})
    steps.prepare()
    running: dict[Future[None], str] = {}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        while steps.is_active():
            running |= {threads.submit(make, name): name for name in sorted(steps.get_ready())}
            for one in wait(running, return_when=FIRST_COMPLETED).done:
                one.result()
                steps.done(running.pop(one))


def _with_needs(names: Iterable[str], graph: Mapping[str, Sequence[str]]) -> set[str]:
    """The names, and all that they need."""
    needed: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in needed:
            needed.add(name)
            left += graph[name]
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
