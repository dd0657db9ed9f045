"""Records that contradict each other, with what differs, and the choice of the one that stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from audit.choice import Key, choose
from audit.club.judging import decided_records, judge_sessions, rejudge, the_session, this_tool
from audit.club.pseudonyms import without_names
from audit.decisions import Resolution, head_hash
from audit.house_rules import differing
from audit.logs import deal_lines
from audit.model import Deal, Header, Place
from audit.refusal import Refused
from audit.report import Audited
from audit.sessions import Session, content, content_hash
from audit.store import decisions, events, files, records
from audit.store.connection import reading, writing
from audit.store.query import Connection

_PAYMENT = "payment "
_UNCOUNTED = ("deal", "note")
"""Fields that do not make a record another one."""


@dataclass(frozen=True)
class Version:
    """One of the versions of a deal, or of what a session is played by."""

    hash: str
    place: Place
    """Where the first record of it stands."""
    lines: Mapping[str, str]
    """By field: the canonical line, or what stands for it."""
    imports: tuple[int, ...] = ()
    """The imports that brought a file of that name, and count."""
    wrong: int = 0
    """Figures of it that its own cards contradict."""

    @property
    def payments(self) -> Counter[str]:
        """The lines of its payments."""
        return Counter(line for field, line in self.lines.items() if field.startswith(_PAYMENT))


@dataclass(frozen=True)
class Conflict:
    """What the records of a session say in two ways."""

    key: Key
    number: int | None
    """The deal; `None` where they differ in the rules, or in what an earlier session brings."""
    versions: tuple[Version, ...]

    @property
    def contradicting(self) -> list[str]:
        """The fields, payments apart, that several versions have and not alike, in the order of writing."""
        fields = dict.fromkeys(field for version in self.versions for field in version.lines)
        said = {field: [one.lines[field] for one in self.versions if field in one.lines] for field in fields}
        return [field for field, lines in said.items() if len(set(lines)) > 1 and not field.startswith(_PAYMENT)]

    def only_in(self, version: Version) -> list[str]:
        """The lines of `version` that some other does not have at all, payments as often as it has them more."""
        others = [one for one in self.versions if one is not version]
        found = [
            line
            for field, line in version.lines.items()
            if not field.startswith(_PAYMENT) and any(field not in other.lines for other in others)
        ]
        more: Counter[str] = Counter()
        for other in others:
            more |= version.payments - other.payments
        return [*found, *more.elements()]


def conflicts(database: Path, club: str | None = None, session: str | None = None) -> list[Conflict]:
    """The conflicts of the database, by session and deal. Raises `Refused` when there is no such club or session."""
    with reading(database) as connection:
        keys = None if club is session is None else choose(records.all_keys(connection), club, session)
        return list(_conflicts(connection, keys))


def _conflicts(connection: Connection, keys: Sequence[Key] | None) -> Iterator[Conflict]:
    heads: dict[Key, dict[str, Header]] = defaultdict(dict)
    for one in sorted(decided_records(connection, keys), key=lambda one: one.deal.place):
        header = one.deal.header
        heads[header.club, header.session].setdefault(head_hash(header), header)
    audited = judge_sessions(connection, keys).audited
    for session in audited.assembled.sessions:
        if session.rules_differ or session.carried.differ:
            versions = sorted(heads[session.key].items())
            yield Conflict(session.key, None, tuple(_head_version(connection, *one) for one in versions))
        yield from _of_deals(connection, audited, session)


def _of_deals(connection: Connection, audited: Audited, session: Session) -> Iterator[Conflict]:
    by_number: dict[int, list[Version]] = defaultdict(list)
    for deal, row in zip(session.deals, audited.deal_rows(session), strict=True):
        wrong = sum(claim["verdict"] == "contradicted" for claim in row["claims"])
        imports = tuple(files.brought_by(connection, deal.place.file)) if any(session.conflict) else ()
        by_number[deal.number].append(Version(content_hash(deal), deal.place, _said(deal), imports, wrong))
    for number, versions in by_number.items():
        if len(versions) > 1:
            yield Conflict(session.key, number, tuple(versions))


def _said(deal: Deal) -> Mapping[str, str]:
    """The lines of a deal that count for what it says: no note, nothing of the club's own."""
    aside = {*_UNCOUNTED, *deal.extras}
    lines = {field: line for field, line in deal_lines(deal).items() if field not in aside}
    head = {"date": deal.header.date or "", "players": ", ".join(deal.players)}
    return {field: line for field, line in head.items() if line} | lines


def _head_version(connection: Connection, hash_: str, header: Header) -> Version:
    balance = zip(header.players, header.carried_balance or (), strict=False)
    options = differing(header.rules, header.options)
    lines = {"rules": header.rules, **{f"option {name}": f"{name}: {value}" for name, value in options.items()}}
    if header.carried_fondo is not None:
        lines["carried_fondo"] = str(header.carried_fondo)
    lines |= {f"carried {name}": f"{name}: {value}" for name, value in balance}
    return Version(hash_, header.place, lines, tuple(files.brought_by(connection, header.place.file)))


def resolve(
    database: Path,
    club: str | None,
    session: str,
    number: int | None,
    keep: int,
    *,
    reason: str = "",
    person: str = "",
) -> tuple[int, Conflict]:
    """Let the version `keep` (from 1, as `conflicts` lists them) stand; without `number`, that of the rules.

    What is not kept stays in the database. The number of the resolution, and the conflict that it ends. Raises
    `Refused` when there is no such conflict or version.
    """
    with writing(database) as writer:
        connection = writer.connection
        key = the_session(connection, club, session)
        conflict = next((one for one in _conflicts(connection, [key]) if one.number == number), None)
        if conflict is None and number is None:
            raise Refused("decision.no-conflict-of-rules", session=key[1])
        if conflict is None:
            raise Refused("decision.no-conflict", session=key[1], number=number or 0)
        if not 1 <= keep <= len(conflict.versions):
            raise Refused("decision.no-version", keep=keep, versions=len(conflict.versions))
        kept = conflict.versions[keep - 1].hash
        rejected = tuple(_rejected(connection, conflict, kept))
        reason, person = without_names(connection, key[0], reason, person)
        resolution = Resolution(events.next_event(connection), number, kept, rejected, reason, person)
        decisions.add_resolution(connection, records.session_ids(connection, [key])[key], resolution)
        rejudge(connection, [key])
        if any(one.number == number for one in _conflicts(connection, [key])):
            raise Refused("decision.misfit", session=key[1], keep=keep)
        data = {"club": key[0], "session": key[1], "deal": number, "kept": kept, "rejected": rejected}
        events.append(connection, this_tool(), "resolution", data | {"reason": reason, "person": person})
        writer.changed = True
        return resolution.event, conflict


def _rejected(connection: Connection, conflict: Conflict, kept: str) -> Iterable[str]:
    """The hashes of all that does not agree with the version `kept`: other versions, and what only they contain."""
    if conflict.number is None:
        return sorted(version.hash for version in conflict.versions if version.hash != kept)
    deals = [one.deal for one in decided_records(connection, [conflict.key]) if one.deal.number == conflict.number]
    said = {content_hash(deal): Counter(content(deal)) for deal in deals}
    return sorted(hash_ for hash_, own in said.items() if not own <= said[kept])
