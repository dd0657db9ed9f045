"""A person forgotten: a pseudonym in the place of his names, in all files of a database, and the proof of it."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from audit.choice import clubs_called, hints
from audit.club.judging import rejudge, this_tool
from audit.club.pseudonyms import rows_for
from audit.logs.fields import normal
from audit.people.variants import likeness
from audit.people.words import replacement
from audit.refusal import Refused
from audit.store import events, people
from audit.store.connection import Writer, reading, real_path, writing
from audit.store.erasing import Erasure, erase, sessions_of_versions
from audit.store.erasing.read_back import NOTHING, ReadBack, read_back
from audit.store.erasing.scan import Scanned, scan
from audit.store.query import Connection
from audit.store.rewriting import finish, rewriting

_PSEUDONYM = re.compile(r"Persona ([0-9]{1,9})(?: [0-9]+)?")


@dataclasses.dataclass(frozen=True)
class Forgetting:
    """What forgetting a person came to, or would come to."""

    club: str
    names: Mapping[str, str]
    """The person's names, each with its pseudonym."""
    counts: Counter[str] = dataclasses.field(default_factory=Counter)
    """By kind of place, how many were changed."""
    sessions: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Sessions that were renamed, since their names spoke of the person."""
    clubs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Likewise the club."""
    near: tuple[str, ...] = ()
    """Names that look like the person's and were not merged: they stay."""
    left: ReadBack = NOTHING
    """What the texts of the database still hold."""
    scanned: Scanned | None = None
    """The bytes of its files, looked through; `None`: nothing was changed yet."""
    event: int | None = None
    """Its number in the log; `None`: it was forgotten before and stands nowhere else, or nothing was changed yet."""
    elsewhere: tuple[str, ...] = ()
    """Other clubs at which somebody has one of the names, and keeps it."""

    @property
    def is_done(self) -> bool:
        """Whether the names are gone, now or before."""
        return self.scanned is not None

    @property
    def is_left(self) -> bool:
        """Whether there is something for a person to look at."""
        return bool(self.left.whole or self.left.parts)


def forget(database: Path, name: str, club: str | None = None, *, dry_run: bool = False) -> Forgetting:
    """Put a pseudonym in the place of `name`, and of all names merged with that, in all that the database says.

    It is written anew, and older copies beside it go. Who was forgotten before is so to the end: what a run that was
    killed left beside the database goes, and where the name stands again, its pseudonym takes its place again. With
    `dry_run` it is only said what it would come to. Raises `Refused` when there is no such player, or several clubs
    have one.
    """
    name = normal(name)
    with reading(database) as connection:
        before = _forgotten_at(connection, name, club)
        again = [each for each in before if _left(connection, each).whole]
        seated = _seated_at(connection, name, club)
    if seated and again:
        # One of two people: nobody is forgotten for another.
        raise Refused("forget.several-clubs", name=name, clubs=sorted([*seated, *(each.club for each in again)]))
    if before and not (seated or again):
        return _finished(database, before[0], dry_run=dry_run)
    with writing(database) if dry_run else rewriting(database) as writer:
        connection = writer.connection
        persons = again or [_person(connection, name, club)]
        found = _forget(writer, persons, dry_run=dry_run)
    if dry_run:
        # Where nothing would be changed, it was done before.
        return found if found.counts else _proved(database, found)
    finish(database)
    return _proved(database, found)


class _Person(NamedTuple):
    """Who is to be forgotten at a club: his names, each with its pseudonym."""

    club: str
    club_id: int
    names: dict[str, str]


def _forget(writer: Writer, persons: Sequence[_Person], *, dry_run: bool) -> Forgetting:
    """Forget the first of `persons` of whom something stands at his club; of none, if so, nothing is changed."""
    connection = writer.connection
    for person in persons:
        erasure = erase(connection, person.club_id, person.names)
        if erasure.counts.total():
            break
    event = None
    if erasure.counts.total() and not dry_run:
        rejudge(connection, sessions_of_versions(erasure))
        event = _note(connection, person.club_id, erasure)
        writer.changed = True
    return Forgetting(
        club=erasure.clubs.get(person.club, person.club),
        names=person.names,
        counts=+erasure.counts,
        sessions=erasure.sessions,
        clubs=erasure.clubs,
        near=_near(connection, person),
        # Of what is written anew, what was written is looked at.
        left=_left(connection, person) if dry_run else NOTHING,
        event=event,
    )


def _left(connection: Connection, person: _Person) -> ReadBack:
    """The texts that hold a name of the person."""
    return read_back(connection, person.club_id, tuple(person.names), replacement(person.names))


def _near(connection: Connection, person: _Person) -> tuple[str, ...]:
    """Who at the club has a name that looks like one of the person's, and is neither his nor what stands for it."""
    known = people.recorded_names(connection, person.club_id) - {*person.names, *person.names.values()}
    return tuple(sorted(one for one in known if any(likeness(one, each) for each in person.names)))


def _note(connection: Connection, club_id: int, erasure: Erasure) -> int:
    """Keep what stands in the place of the names, and that it was done."""
    key, event = people.secret(connection), events.next_event(connection)
    kept = {(row.kind, row.hash) for row in people.forgotten(connection)}
    rows = rows_for(key, event, club_id, erasure)
    people.add_forgotten(connection, [row for row in rows if (row.kind, row.hash) not in kept])
    pseudonym = next(iter(erasure.names.values()))
    return events.append(connection, this_tool(), "erasure", {"pseudonym": pseudonym, "names": len(erasure.names)})


def _proved(database: Path, found: Forgetting) -> Forgetting:
    """What it came to, with what is found in the files as they are now."""
    with reading(database) as connection:
        person = _Person(found.club, people.clubs(connection)[found.club], dict(found.names))
        left = _left(connection, person)
        elsewhere = tuple(
            club
            for club, number in people.clubs(connection).items()
            if number != person.club_id and not people.recorded_names(connection, number).isdisjoint(person.names)
        )
    scanned = scan(real_path(database), person.names)
    return dataclasses.replace(found, left=left, scanned=scanned, elsewhere=elsewhere)


def _finished(database: Path, person: _Person, *, dry_run: bool) -> Forgetting:
    """Who was forgotten before: what is left beside the database goes, and is looked for again."""
    if not dry_run:
        finish(database)
    return _proved(database, Forgetting(person.club, person.names))


def _forgotten_at(connection: Connection, name: str, club: str | None) -> list[_Person]:
    """By club at which the name was forgotten, and no record seats anybody of that name: who that was."""
    clubs, seated = _clubs(connection, club), _seated_at(connection, name, club)
    found = ((own, number, people.pseudonym(connection, number, name)) for own, number in clubs.items())
    return [
        _Person(own, number, {name: pseudonym}) for own, number, pseudonym in found if pseudonym and own not in seated
    ]


def _seated_at(connection: Connection, name: str, club: str | None) -> list[str]:
    """The clubs of which a record seats somebody of that name."""
    clubs = _clubs(connection, club).items()
    return [own for own, number in clubs if name in people.recorded_names(connection, number)]


def _person(connection: Connection, name: str, club: str | None) -> _Person:
    """Who has the name at the one club with a player called so, with all that is merged with it. Raises `Refused`."""
    clubs, found = _clubs(connection, club), _seated_at(connection, name, club)
    if not found:
        known = set[str]().union(*(people.recorded_names(connection, number) for number in clubs.values()))
        raise Refused("alias.no-player", name=name, **hints(name, known))
    if len(found) > 1:
        raise Refused("forget.several-clubs", name=name, clubs=found)
    club_id = clubs[found[0]]
    person_of = people.people(connection, club_id)
    person = person_of.get(name, name)
    spelt = [person, *sorted(one for one, other in person_of.items() if other == person)]
    return _Person(found[0], club_id, _pseudonyms(connection, spelt))


def _clubs(connection: Connection, club: str | None) -> dict[str, int]:
    """The clubs, or the one. Raises `Refused` when there is none of that name."""
    known = people.clubs(connection)
    return {name: known[name] for name in clubs_called(known, club)}


def _others(connection: Connection) -> set[str]:
    """The names of all people at all clubs."""
    return set[str]().union(
        *(people.recorded_names(connection, number) for number in people.clubs(connection).values())
    )


def _pseudonyms(connection: Connection, names: Iterable[str]) -> dict[str, str]:
    """A pseudonym for a person, that nobody has, and one for each other name of his: `Persona 3`, `Persona 3 2`."""
    taken = _others(connection) | {row.pseudonym for row in people.forgotten(connection)}
    numbers = [int(found[1]) for one in taken if (found := _PSEUDONYM.fullmatch(one))]
    first = f"Persona {max(numbers, default=0) + 1}"
    return {name: first + (f" {place}" if place > 1 else "") for place, name in enumerate(names, 1)}
