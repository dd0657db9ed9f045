"""Statistics of a club's database: made anew where they are out of date, and read.

The one place where the counts of SQL and the estimates of `audit.stats` meet.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from audit.acts.packing import fields
from audit.choice import hints
from audit.club import counting, estimates
from audit.compare.claims import KINDS
from audit.house_rules import parse_options
from audit.refusal import Refused
from audit.ruleset import Ruleset, ruleset_ids
from audit.settings import FIRST_DAY
from audit.store import counted, layers, marts, query
from audit.store.layers import ByCode
from audit.store.query import Connection


@contextmanager
def statistics(database: Path, season_begins: str | None = None, *, wanted: Sequence[str] = ()) -> Iterator[Connection]:
    """The statistics of the database's last state, for reading only, with the parts `wanted` (`luck`); seasons begin on
    the day `MM-DD`.

    Raises `Refused` when the database cannot be read or its folder not be written.
    """
    begins = season_begins or FIRST_DAY

    def build(target: Connection, club: Connection) -> None:
        layers.build(target, tables_by_code(club, begins))

    parts = {"luck": estimates.make_luck}
    with marts.opened(database, build, code=f"{begins} {_code_hash()}", parts=parts, wanted=wanted) as connection:
        yield connection


def code() -> list[Path]:
    """The package's code and its rulesets: statistics that others made are out of date."""
    package = Path(__file__).parent.parent
    return sorted((*package.rglob("*.py"), *package.rglob("*.toml")))


def _code_hash() -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in code())).hexdigest()


def tables_by_code(club: Connection, season_begins: str = FIRST_DAY) -> Sequence[ByCode]:
    """The tables that code makes."""

    def put(name: str, rows: Sequence[Mapping[str, Any]]) -> ByCode:
        return ByCode((name,), frozenset(), lambda target: query.create_table(target, name, pa.Table.from_pylist(rows)))

    def seats(target: Connection) -> None:
        found = counting.seats(club, {id_: counting.Seated(*own) for id_, own in counted.lineups(target).items()})
        counted.create(target, counting.SCHEMA, found, list(fields()))

    return (
        put("staging.settings", [{"season_begins": season_begins, "by_calendar": season_begins == FIRST_DAY}]),
        put("staging.kinds", [{"place": place, "kind": kind} for place, kind in enumerate(KINDS, 1)]),
        put("staging.rulesets", [_bounds(parse_options(name, [])) for name in ruleset_ids()]),
        ByCode(("core.packed_seats", "core.seats"), frozenset({"core.lineups"}), seats),
        *estimates.tables_by_code(),
    )


def _bounds(r: Ruleset) -> dict[str, Any]:
    """What a ruleset lets a deal come to, whatever its options."""
    return {
        "rules": r.id,
        "tricks": r.tricks,
        "points_of_pack": int(r.points[r.deck].sum()),
        "whole_pack": r.tricks * r.seats == r.deck.size,
    }


# ------------------------------------------------------------------------------------------------- reading


def names() -> list[str]:
    """What can be exported of the statistics: the marts, by name without their layer, and those of `luck` with it."""
    found = (name.removeprefix("marts.") for name in layers.queries())
    return sorted(name for name in found if name.split(".")[0] not in ("staging", "core"))


def described() -> list[tuple[str, str]]:
    """The tables and views that a query may name, with what each is."""
    return sorted((one.name, one.about) for one in layers.queries().values())


def table(database: Path, name: str, season_begins: str | None = None, *, known: Sequence[str] = ()) -> pa.Table:
    """A mart, in an order that does not depend on how the logs came.

    Raises `Refused` when there is none of that name: with what is like it, of `known` if the mart is asked for among
    other tables.
    """
    if name not in names():
        raise Refused("database.no-table", name=name, **hints(name, known or names()))
    full = name if name in layers.queries() else f"marts.{name}"
    return ask(database, f"FROM {full} ORDER BY ALL", season_begins)


def ask(database: Path, sql: str, season_begins: str | None = None) -> pa.Table:
    """What a query on the statistics gives. Raises `Refused` when it is none, or would change something."""
    wanted = ["luck"] if re.search(r"\bluck\b\"?\s*\.", sql, re.IGNORECASE) else []
    with statistics(database, season_begins, wanted=wanted) as connection:
        return query.asked(connection, sql)
