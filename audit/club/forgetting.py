"""A person forgotten: a pseudonym in the place of his names, in all files of a database, and the proof of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from audit.choice import hints
from audit.club.judging import rejudge, this_tool
from audit.club.pseudonyms import rows_for
from audit.logs.fields import normal
from audit.people.variants import likeness
from audit.people.words import replacement
from audit.refusal import Refused
from audit.store import events, people
from audit.store.connection import Writer, reading, real_path, writing
from audit.store.erasing import Who, erase, sessions_of_versions
from audit.store.erasing.proof import NOTHING, ReadBack, Scanned, read_back, scan
from audit.store.query import Connection
from audit.store.rewriting import finish, rewriting

_PSEUDONYM = re.compile(r"Persona ([0-9]{1,9})(?: [0-9]+)?")


@dataclass(frozen=True)
class Forgotten:
    """What forgetting a person came to, or would come to."""

    club: str
    names: Mapping[str, str]
    """The person's names, each with its pseudonym."""
    counts: Counter[str]
    """By kind of place, how many were changed."""
    sessions: Mapping[str, str]
    """Sessions that were renamed, since their names spoke of the person."""
    clubs: Mapping[str, str]
    """Likewise the club."""
    near: tuple[str, ...]
    """Names that look like the person's and were not merged: they stay."""
    left: ReadBack
    """What the texts of the database still hold."""
    scanned: Scanned | None
    """The bytes of its files, looked through; `None`: nothing was changed yet."""
    event: int | None
    """Its number in the log; `None`: it was forgotten before, or nothing was changed yet."""
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


def forget(database: Path, player: str, club: str | None = None, *, dry_run: bool = False) -> Forgotten:
    """Put a pseudonym in the place of `player`, and of all names merged with that, in all that the database says.

    It is written anew, and older copies beside it go. Who was forgotten before, by a run that was killed before it was
    done, is so to the end. With `dry_run` it is only said what it would come to. Raises `Refused` when there is no such
    player, or several clubs have one.
    """
    name = normal(player)
    with reading(database) as connection:
        before = _forgotten_at(connection, name, club)
    if before is not None:
        return _finished(database, before, name, dry_run=dry_run)
    with writing(database) if dry_run else rewriting(database) as writer:
        found = _forget(writer, name, club, dry_run=dry_run)
    if dry_run:
        return found
    finish(database)
    return _proved(database, found)


def _forget(writer: Writer, name: str, club: str | None, *, dry_run: bool) -> Forgotten:
    connection = writer.connection
    club_name, club_id = _club_of(connection, name, club)
    persons = people.people(connection, club_id)
    person = persons.get(name, name)
    spelt = [person, *sorted(one for one, other in persons.items() if other == person)]
    known = people.recorded_names(connection, club_id)
    names = _pseudonyms(connection, spelt)
    who = erase(connection, club_id, names)
    event = None
    if not dry_run:
        rejudge(connection, sessions_of_versions(who))
        event = _note(connection, club_id, who)
        writer.changed = True
    near = tuple(sorted(one for one in known - set(spelt) if any(likeness(one, each) for each in spelt)))
    # Of what is written anew, what was written is looked at.
    left = read_back(connection, club_id, spelt, who.by) if dry_run else NOTHING
    club_now = who.clubs.get(club_name, club_name)
    return Forgotten(club_now, names, +who.counts, who.sessions, who.clubs, near, left, None, event)


def _note(connection: Connection, club_id: int, who: Who) -> int:
    """Keep what stands in the place of the names, and that it was done."""
    key, event = people.secret(connection), events.next_event(connection)
    people.add_forgotten(connection, rows_for(key, event, club_id, who))
    pseudonym = next(iter(who.names.values()))
    return events.append(connection, this_tool(), "erasure", {"pseudonym": pseudonym, "names": len(who.names)})


def _proved(database: Path, found: Forgotten) -> Forgotten:
    """What it came to, with what is found in the files as they are now."""
    names = dict(found.names)
    with reading(database) as connection:
        club_id = people.clubs(connection)[found.club]
        left = read_back(connection, club_id, tuple(names), replacement(names))
        elsewhere = tuple(
            club
            for club, number in people.clubs(connection).items()
            if number != club_id and not people.recorded_names(connection, number).isdisjoint(names)
        )
    return Forgotten(
        found.club, names, found.counts, found.sessions, found.clubs, found.near, left,
        scan(real_path(database), names), found.event, elsewhere,
    )  # fmt: skip


def _finished(database: Path, club: str, name: str, *, dry_run: bool) -> Forgotten:
    """What was forgotten before: what is left beside the database goes, and is looked for again."""
    if not dry_run:
        finish(database)
    with reading(database) as connection:
        club_id = people.clubs(connection)[club]
        pseudonym = people.pseudonym(connection, club_id, name) or ""
    return _proved(database, Forgotten(club, {name: pseudonym}, Counter(), {}, {}, (), NOTHING, None, None))


def _forgotten_at(connection: Connection, name: str, club: str | None) -> str | None:
    """The club at which the name was forgotten, and nobody has it any more."""
    for club_id in _clubs(connection, club).values():
        if name in people.recorded_names(connection, club_id):
            return None
    clubs = _clubs(connection, club).items()
    return next((own for own, club_id in clubs if people.pseudonym(connection, club_id, name)), None)


def _club_of(connection: Connection, name: str, club: str | None) -> tuple[str, int]:
    """The one club with a player of that name. Raises `Refused`."""
    clubs = _clubs(connection, club)
    known = {own: people.recorded_names(connection, number) for own, number in clubs.items()}
    found = [own for own, names in known.items() if name in names]
    if not found:
        raise Refused("alias.no-player", name=name, **hints(name, set().union(*known.values())))
    if len(found) > 1:
        raise Refused("forget.several-clubs", name=name, clubs=found)
    return found[0], clubs[found[0]]


def _clubs(connection: Connection, club: str | None) -> dict[str, int]:
    clubs = people.clubs(connection)
    found = {own: number for own, number in clubs.items() if club is None or normal(own) == normal(club)}
    if club is not None and not found:
        raise Refused("choice.no-club", name=club, **hints(club, clubs))
    return found


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
