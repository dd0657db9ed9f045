"""Statistics of a club's database: made anew where they are out of date, and read.

The one place where the counts of SQL and the estimates of `audit.stats` meet.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from audit.choice import hints
from audit.club import counting, estimates
from audit.refusal import Refused
from audit.stats.packing import PACKED, fields
from audit.store import layers, marts, query
from audit.store.layers import Made
from audit.store.query import Connection

FIRST_DAY = "01-01"
"""On which seasons begin, unless a club's settings say otherwise."""

LUCK = ("luck.players", "luck.fits", "luck.coefficients", "luck.sessions")
"""What the part `luck` holds."""

_MODULES = ("statistics", "counting", "estimates")


@contextmanager
def statistics(database: Path, season_begins: str | None = None, *, wanted: Sequence[str] = ()) -> Iterator[Connection]:
    """The statistics of the database's last state, for reading only, with the parts `wanted` (`luck`); seasons begin on
    the day `MM-DD`.

    Raises `Refused` when the database cannot be read or its folder not be written.
    """
    begins = season_begins or FIRST_DAY

    def build(target: Connection, club: Connection) -> None:
        layers.build(target, made(club, begins))

    parts = {"luck": estimates.luck}
    with marts.opened(database, build, code=f"{begins} {_code_hash()}", parts=parts, wanted=wanted) as connection:
        yield connection


def _code_hash() -> str:
    """A hash of the code that makes what SQL does not."""
    folder = Path(__file__).parent.parent / "stats"
    own = [*sorted(folder.glob("*.py")), *(Path(__file__).with_name(f"{name}.py") for name in _MODULES)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in own)).hexdigest()


def made(club: Connection, season_begins: str = FIRST_DAY) -> Mapping[str, Made]:
    """The tables that code makes."""

    def settings(connection: Connection) -> None:
        query.run(connection, "CREATE TABLE staging.settings (season_begins VARCHAR)")
        query.run(connection, "INSERT INTO staging.settings VALUES (?)", [season_begins])

    def seats(connection: Connection) -> None:
        _seats(connection, club)

    return {
        "staging.settings": Made(frozenset(), settings),
        "core.seats": Made(frozenset({"core.lineups"}), seats),
        **estimates.made(),
    }


def _seats(connection: Connection, club: Connection) -> None:
    """Fill `core.packed_seats`, and make the view `core.seats` of it."""
    rows = query.rows(
        connection,
        "SELECT lineup_id, list(name ORDER BY place), list(person_id ORDER BY place) FROM core.lineups GROUP BY ALL",
    )
    seated = counting.Seated({row[0]: tuple(row[1]) for row in rows}, {row[0]: row[2] for row in rows})
    query.create_from(connection, "core.packed_seats", counting.SCHEMA, counting.seats(club, seated))
    own = ", ".join(name for name in counting.SCHEMA.names if name not in PACKED)
    unpacked = ", ".join(
        f"({column} >> {shift} & {mask})::UTINYINT AS {field}" for field, column, shift, mask in fields()
    )
    query.run(connection, f"CREATE VIEW core.seats AS SELECT {own}, {unpacked} FROM core.packed_seats")


# ------------------------------------------------------------------------------------------------- reading


def names() -> list[str]:
    """What can be exported of the statistics: the marts, by name without their layer, and `LUCK`."""
    own = [name for name in (*layers.queries(), *estimates.made()) if name.startswith("marts.")]
    return sorted({*(name.removeprefix("marts.") for name in own), *LUCK})


def described() -> list[tuple[str, str]]:
    """The tables and views that a query may name, with what each is."""
    own = [(one.name, one.about) for one in layers.queries().values()]
    return sorted([*own, *((name, about) for name, about in estimates.ABOUT.items())])


def table(database: Path, name: str, season_begins: str | None = None) -> pa.Table:
    """A mart, in an order that does not depend on how the logs came. Raises `Refused` when there is none such."""
    if name not in names():
        raise Refused("database.no-table", name=name, **hints(name, names()))
    full = name if name in LUCK else f"marts.{name}"
    return ask(database, f"FROM {full} ORDER BY ALL", season_begins)


def ask(database: Path, sql: str, season_begins: str | None = None) -> pa.Table:
    """What a query on the statistics gives. Raises `Refused` when it is none, or would change something."""
    wanted = ["luck"] if re.search(r"\bluck\s*\.", sql, re.IGNORECASE) else []
    with statistics(database, season_begins, wanted=wanted) as connection:
        return query.asked(connection, sql)
