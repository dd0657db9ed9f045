"""Whether a name is left in a database: every text in it is read back, and every byte of its files is looked through.

DuckDB shrinks texts, so that bytes alone show little; and reading shows nothing of what was deleted and still lies in
a file. So it is both.
"""

from __future__ import annotations

import json
import mmap
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from audit.logs.keys import KEYS
from audit.people.words import Replacement, fold, in_text, strings, words
from audit.store import people, query
from audit.store.query import Connection

SHOWN = 40
"""Letters of a text that are shown on either side of what was found."""

_PACKED = {("records", "rest"), ("sources", "places")}
"""The columns of bytes in which there is text."""

_CODES = {"kind", "tool", "code", "severity", "what", "verdict", "rule", "status"}
_CODED = {("claims", "reason")}
"""The columns of words of our own, which nobody else writes."""

_LOG_WORDS = frozenset(fold(word) for key in KEYS for spelling in key.spellings for word in spelling.split())


class Found(NamedTuple):
    """A text in which a name was found."""

    column: str
    """Schema, table and column."""
    text: str
    """As much of it as shows where."""


class Bytes(NamedTuple):
    """Where the letters of a name stand in a file."""

    file: Path
    at: int


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


class Scanned(NamedTuple):
    """All bytes of the files of a database, looked through."""

    files: tuple[Path, ...]
    bytes: int
    found: tuple[Bytes, ...]
    """Where the letters of a name stand as a word: in a text that is read back, or by chance among other bytes."""


def read_back(connection: Connection, club_id: int, names: Collection[str], by: Replacement) -> ReadBack:
    """Look for `names`, which `by` replaces, in every text of a database that is not another club's: there it is the
    name of somebody else.
    """
    known = {number: people.recorded_names(connection, number) for number in people.clubs(connection).values()}
    here = known[club_id] - set(names)
    anywhere = here.union(*(own for number, own in known.items() if number != club_id))
    found: dict[str, list[Found]] = {"whole": [], "others": [], "parts": []}
    columns = rows = 0
    for one in _columns(connection, club_id):
        columns, rows = columns + 1, rows + one.rows(connection)
        for text in one.texts(connection, names):
            kind = _kind(text, names, by, here if one.is_of_club else anywhere)
            if kind:
                found[kind].append(_shown(one.name, text, names))
    whole, others, parts = map(tuple, found.values())
    return ReadBack(columns, rows, whole, others, parts)


def _kind(text: str, names: Collection[str], by: Replacement, others: Collection[str]) -> str | None:
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


def scan(path: Path, names: Collection[str]) -> Scanned:
    """Look for `names` in all files of the database at `path`, in all spellings."""
    files, spellings = tuple(files_of(path)), _spellings(names)
    found = tuple(each for file in files for each in _in_bytes(file, spellings))
    return Scanned(files, sum(file.stat().st_size for file in files), found)


def files_of(path: Path) -> Iterator[Path]:
    """All files that belong to the database at `path`."""
    beside = sorted(one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}."))
    for one in [path, *beside]:
        yield from sorted(each for each in one.rglob("*") if each.is_file()) if one.is_dir() else [one]


# ------------------------------------------------------------------------------------------------- texts


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
    own = {(table, column): conditions[column] for _, table, column, _ in columns if column in conditions}
    for schema, table, column, kind in columns:
        packed = (table, column) in _PACKED
        if ("VARCHAR" in kind or packed) and column not in _CODES and (table, column) not in _CODED:
            condition = own.get((table, "session_id")) or own.get((table, "club_id"))
            condition = records if table == "sources" else condition
            of = f'{schema}."{table}" WHERE {condition or "true"}'
            yield _Column(f"{schema}.{table}.{column}", column, of, condition is not None, packed)


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


# ------------------------------------------------------------------------------------------------- bytes


def _spellings(names: Iterable[str]) -> set[bytes]:
    """The bytes that a name may be written in: its cases and accents, as UTF-8, UTF-16, Latin-1 and in JSON."""
    texts: set[str] = set()
    for name in names:
        bare = "".join(each for each in unicodedata.normalize("NFD", name) if not unicodedata.combining(each))
        for each in (name, bare):
            texts |= {each, each.lower(), each.upper(), each.title()}
    texts |= {unicodedata.normalize("NFD", text) for text in texts}
    found = {text.encode(code, "ignore") for text in texts for code in ("utf-8", "utf-16-le", "utf-16-be", "latin-1")}
    return found | {json.dumps(text)[1:-1].encode() for text in texts}


def _in_bytes(file: Path, spellings: Iterable[bytes]) -> Iterator[Bytes]:
    if not file.stat().st_size:
        return
    with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found: set[int] = set()
        for spelling in spellings:
            at = content.find(spelling)
            while at >= 0:
                end = at + len(spelling)
                if not (_is_letter(content, at - 1) or _is_letter(content, end)):
                    found.add(at)
                at = content.find(spelling, at + 1)
        for place in sorted(found):
            # One of another code begins a byte later.
            if place - 1 not in found:
                yield Bytes(file, place)


def _is_letter(content: mmap.mmap, place: int) -> bool:
    """Whether a byte there makes a word longer."""
    return 0 <= place < len(content) and (content[place : place + 1].isalnum() or content[place] >= 0x80)
