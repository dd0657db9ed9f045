"""Logs on their way into a database in which somebody was forgotten: read as if his name had never been in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from audit.model import Deal, Header, Problem
from audit.people.naming import deal_renamed, header_renamed, problem_renamed
from audit.people.words import Replacement, in_text, said_of, strings, words
from audit.store import people
from audit.store.block import Block
from audit.store.erasing import Erasure
from audit.store.people import Kind
from audit.store.query import Connection


class Pseudonyms:
    """What stands in the place of names that were forgotten; false where nobody was."""

    def __init__(self, connection: Connection) -> None:
        rows = people.forgotten(connection)
        self._by_hash: Mapping[tuple[str, bytes], str] = {(row.kind, row.hash): row.pseudonym for row in rows}
        self._key = people.secret(connection) if rows else b""
        self._longest = max((row.words for row in rows), default=0)
        self._clubs = people.clubs(connection) if rows else {}
        self._replacements: dict[int, Replacement] = {}
        self._headers: dict[int, tuple[Header, Header]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_hash)

    def _find(self, kind: Kind, club_id: int, name: str) -> str | None:
        return self._by_hash.get((kind, people.keyed_hash(self._key, kind, club_id, name)))

    def club(self, name: str) -> str:
        """The name that a club has now."""
        return self._find("club", 0, name) or name

    def session(self, club: str, name: str) -> str:
        """The name that a session of the club has, or would have."""
        club_id = self._clubs.get(club)
        if club_id is None:
            return name
        return self._find("session", club_id, name) or in_text(name, self.replacement(club))

    def replacement(self, club: str) -> Replacement:
        """Which names are replaced at a club, by the name that it has now."""
        club_id = self._clubs.get(club, 0)
        if club_id not in self._replacements:
            self._replacements[club_id] = self._made(club_id)
        return self._replacements[club_id]

    def _made(self, club_id: int) -> Replacement:
        @lru_cache(maxsize=65_536)
        def name(own: str) -> str | None:
            return self._find("player", club_id, own)

        @lru_cache(maxsize=65_536)
        def said(own: str) -> str | None:
            return self._find("text", club_id, own)

        return Replacement(name, said, self._longest if club_id else 0)

    def deals(self, deals: Iterable[Deal]) -> list[Deal]:
        """The records without the names; those of one head share it, as they did."""
        return [self._deal(deal) for deal in deals] if self else list(deals)

    def _deal(self, deal: Deal) -> Deal:
        header = self._header(deal.header)
        return deal_renamed(deal, header, self.replacement(header.club))

    def _header(self, header: Header) -> Header:
        if id(header) not in self._headers:
            club = self.club(header.club)
            placed = msgspec.structs.replace(header, club=club, session=self.session(club, header.session))
            # The head is kept beside, for as long as its number stands for it.
            self._headers[id(header)] = header, header_renamed(placed, self.replacement(club))
        return self._headers[id(header)][1]

    def apart(self, block: Block) -> tuple[Block, list[int]]:
        """The block with clubs as they are called now, and the places of its sessions that may name who was forgotten:
        those are for `deals`.
        """
        if not self:
            return block, []
        clubs = [self.club(name) for name in block.sessions["club"].to_pylist()]
        sessions = block.sessions["session"].to_pylist()
        apart = {place for place, name in enumerate(sessions) if self.session(clubs[place], name) != name}
        for place, texts in _texts(block):
            by = self.replacement(clubs[place])
            if place not in apart and any(by.name(text) or in_text(text, by) != text for text in texts):
                apart.add(place)
        now = block.sessions.set_column(0, "club", pa.array(clubs, pa.string()))
        return replace(block, sessions=now), sorted(apart)

    def text(self, text: str) -> str:
        """What speaks of no club by itself: the name of a file."""
        for club in self._clubs if self else ():
            text = in_text(text, self.replacement(club))
        return text

    def problems(self, problems: Sequence[Problem]) -> list[Problem]:
        """What could not be read, without the names."""
        found = list(problems)
        for club in self._clubs if self else ():
            found = [problem_renamed(one, self.replacement(club), ()) for one in found]
        return found


def without_names(connection: Connection, club: str, *texts: str) -> list[str]:
    """What somebody says of a club's records, without the names of those who were forgotten."""
    forgotten = Pseudonyms(connection)
    return [in_text(text, forgotten.replacement(club)) for text in texts] if forgotten else list(texts)


def rows_for(key: bytes, event: int, club_id: int, erasure: Erasure) -> list[people.Forgotten]:
    """What is kept of the names that were replaced at a club: hashes, from which nobody reads them."""

    def row(kind: Kind, name: str, pseudonym: str, club: int = club_id) -> people.Forgotten:
        size = len(words(name))
        return people.Forgotten(event, kind, people.keyed_hash(key, kind, club, name), size, pseudonym)

    found = [row("player", name, pseudonym) for name, pseudonym in erasure.names.items()]
    found += [row("text", said, pseudonym) for said, pseudonym in said_of(erasure.names).items()]
    found += [row("session", name, now) for name, now in erasure.sessions.items()]
    found += [row("club", name, now, 0) for name, now in erasure.clubs.items()]
    return found


def _texts(block: Block) -> Iterator[tuple[int, Sequence[str]]]:
    """By place of a session, texts that may name somebody."""
    for table in (block.headers, block.lineups):
        yield from zip(table["session"].to_pylist(), table["players"].to_pylist(), strict=True)
    if "rest" in block.headers.column_names:
        yield from _given(block.headers, "rest")
    for name in {"note", "rest"} & set(block.records.column_names):
        yield from _given(block.records, name)
    if "payments" in block.records.column_names:
        payments = block.records["payments"].combine_chunks()
        labels = payments.flatten().field("label")
        rows = pc.list_parent_indices(payments).filter(labels.is_valid())
        sessions = block.records["session"].combine_chunks().take(rows)
        pairs = (
            pa.table({"session": sessions, "label": labels.drop_null()}).group_by(["session", "label"]).aggregate([])
        )
        for row in pairs.to_pylist():
            yield row["session"], [row["label"]]


def _given(table: pa.Table, name: str) -> Iterator[tuple[int, Sequence[str]]]:
    there = table.select(["session", name]).filter(table[name].is_valid())
    for row in there.to_pylist():
        said = row[name]
        yield row["session"], [said] if isinstance(said, str) else list(strings(msgspec.msgpack.decode(said)))
