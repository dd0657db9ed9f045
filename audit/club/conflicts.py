"""Records that contradict each other, side by side, and the choice of the one that stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from audit.club.settling import author, chosen, decided, key_of, resettle
from audit.decisions import Resolution, head_hash
from audit.house_rules import resolve as resolve_rules
from audit.logs import deal_lines
from audit.model import Deal, Header, Place
from audit.sessions import assemble, content, content_hash
from audit.store import events, records, rulings
from audit.store.connection import reading, writing
from audit.store.query import Connection
from audit.store.records import Key
from audit.store.refusal import Refused


@dataclass(frozen=True)
class Version:
    """One of the versions of a deal, or of what a session is played by."""

    hash: str
    place: Place
    """Where the first record of it stands."""
    lines: Mapping[str, str]
    """By field: the canonical line, or what stands for it."""


@dataclass(frozen=True)
class Conflict:
    """What the records of a session say in two ways."""

    key: Key
    number: int | None
    """The deal; `None` where they differ in the rules, or in what an earlier session brings."""
    versions: tuple[Version, ...]

    @property
    def differing(self) -> list[str]:
        """The fields in which the versions differ, in the order of writing."""
        fields = dict.fromkeys(field for version in self.versions for field in version.lines)
        return [field for field in fields if len({version.lines.get(field) for version in self.versions}) > 1]


def conflicts(database: Path, club: str | None = None, session: str | None = None) -> list[Conflict]:
    """The conflicts of the database, by session and deal. Raises `Refused` as `chosen` does."""
    with reading(database) as connection:
        return _conflicts(connection, chosen(connection, club, session))


def _conflicts(connection: Connection, keys: Iterable[Key] | None) -> list[Conflict]:
    by_session: dict[Key, list[Deal]] = defaultdict(list)
    for one in decided(connection, keys):
        by_session[key_of(one.deal)].append(one.deal)
    return [conflict for key, deals in by_session.items() for conflict in _of_session(key, deals)]


def _of_session(key: Key, deals: Sequence[Deal]) -> Iterable[Conflict]:
    (session,) = assemble(deals).sessions
    if session.rules_differ or session.carried.differ:
        heads: dict[str, Header] = {}
        for deal in sorted(deals, key=lambda one: one.place):
            heads.setdefault(head_hash(deal.header), deal.header)
        yield Conflict(key, None, tuple(_head_version(hash_, head) for hash_, head in sorted(heads.items())))
    by_number: dict[int, list[Deal]] = defaultdict(list)
    for deal in session.deals:
        by_number[deal.number].append(deal)
    for number, versions in by_number.items():
        if len(versions) > 1:
            yield Conflict(key, number, tuple(Version(content_hash(one), one.place, _said(one)) for one in versions))


def _said(deal: Deal) -> Mapping[str, str]:
    """The lines of a deal that count for what it says: no note, nothing of the club's own."""
    aside = {"deal", "note", *deal.extras}
    lines = {field: line for field, line in deal_lines(deal).items() if field not in aside}
    return {"date": deal.header.date or "", "players": ", ".join(deal.players), **lines}


def _head_version(hash_: str, header: Header) -> Version:
    rules = resolve_rules(header.rules, header.options, header.place).ruleset
    options = rules.differs if rules else {option.name: option.value for option in header.options}
    balance = dict(zip(header.players, header.carried_balance or (), strict=False))
    lines = {"rules": header.rules, **{f"option {name}": f"{name}: {value}" for name, value in options.items()}}
    if header.carried_fondo is not None:
        lines["carried_fondo"] = str(header.carried_fondo)
    lines |= {f"carried {name}": f"{name}: {value}" for name, value in balance.items()}
    return Version(hash_, header.place, lines)


def resolve(
    database: Path,
    club: str | None,
    session: str,
    number: int | None,
    keep: int,
    *,
    reason: str = "",
    person: str = "",
) -> Conflict:
    """Let the version `keep` (from 1, as `conflicts` lists them) stand; without `number`, that of the rules.

    What is set aside stays in the database. Raises `Refused` when there is no such conflict or version.
    """
    with writing(database) as writer:
        connection = writer.connection
        keys = chosen(connection, club, session) or []
        found = [one for one in _conflicts(connection, keys) if one.number == number]
        if not found:
            raise Refused("no-conflict" if number else "no-conflict-of-rules", session=session, number=number or 0)
        conflict = found[0]
        if not 1 <= keep <= len(conflict.versions):
            raise Refused("no-version", keep=keep, versions=len(conflict.versions))
        event = events.next_event(connection)
        kept = conflict.versions[keep - 1].hash
        aside = _set_aside(connection, conflict, kept)
        resolution = Resolution(event, number, kept, tuple(aside), reason, person)
        rulings.add_resolution(connection, records.session_ids(connection, keys)[conflict.key], resolution)
        resettle(connection, keys)
        data = {"club": conflict.key[0], "session": conflict.key[1], **resolution._asdict()}
        events.append(connection, author(), "resolution", data)
        writer.changed = True
        return conflict


def _set_aside(connection: Connection, conflict: Conflict, kept: str) -> list[str]:
    """The hashes of all that does not agree with the version `kept`: other versions, and what only they contain."""
    if conflict.number is None:
        return sorted(version.hash for version in conflict.versions if version.hash != kept)
    deals = [one.deal for one in decided(connection, [conflict.key]) if one.deal.number == conflict.number]
    said = {content_hash(deal): Counter(content(deal)) for deal in deals}
    return sorted(hash_ for hash_, own in said.items() if not own <= said[kept])
