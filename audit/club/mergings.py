"""Names that are one person's: proposed, merged, listed; `undoing` takes a merging back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from audit.choice import clubs_called, hints
from audit.club.judging import this_tool
from audit.club.pseudonyms import without_names
from audit.logs.fields import normal
from audit.people.variants import Variant, variants
from audit.refusal import Refused
from audit.store import events, people
from audit.store.connection import reading, writing
from audit.store.people import Merging, Named
from audit.store.query import Connection


class Proposed(NamedTuple):
    """Two names of a club that may be one person's, and in how many deals each is."""

    club: str
    variant: Variant
    deals: int
    deals_of_person: int


class Merged(NamedTuple):
    """A merging that was made."""

    merging: Merging
    final: str
    """The person at whom both end; another than `merging.person` where that one was merged before."""
    names: tuple[str, ...]
    """All names of that person now."""


class Listed(NamedTuple):
    """A person of several names."""

    club: str
    person: str
    mergings: tuple[Merging, ...]
    contradicted: tuple[str, ...]
    """A session, and two of the names that sit in one deal of it since; empty: none do."""


def propose(database: Path, club: str | None = None) -> list[Proposed]:
    """The names that may be one person's, of all clubs or of one, the likeliest of each club first.

    What is merged already counts as one name. Raises `Refused` when there is no such club, or the database cannot be
    read.
    """
    with reading(database) as connection:
        found: list[Proposed] = []
        for name, club_id in _clubs(connection, club).items():
            person_of = people.people(connection, club_id)
            deals: dict[str, int] = defaultdict(int)
            for one in people.names(connection, club_id):
                deals[person_of.get(one.name, one.name)] += one.deals
            pairs = people.together(connection, club_id)
            apart = {frozenset(person_of.get(each, each) for each in pair) for pair in pairs}
            found += [Proposed(name, each, deals[each.name], deals[each.person]) for each in variants(deals, apart)]
        return found


def merge(
    database: Path, name: str, person: str, club: str | None = None, *, reason: str = "", by_whom: str = ""
) -> Merged:
    """Have who is called `name` count as `person`.

    Raises `Refused` when either is not known, both sat in one deal, or they are one person already.
    """
    with writing(database) as writer:
        connection = writer.connection
        own, other, club_name = normal(name), normal(person), _club_of(connection, club, [normal(name), normal(person)])
        club_id = people.clubs(connection)[club_name]
        person_of = people.people(connection, club_id)
        if own in person_of:
            event = next(each.event for each in _holding(connection, club_id) if each.name == own)
            raise Refused("alias.merged-before", name=own, person=person_of[own], event=event)
        final = person_of.get(other, other)
        if final == own:
            raise Refused("alias.same" if own == other else "alias.other-way", name=own, person=other)
        mine, theirs = _names_of(own, person_of), _names_of(final, person_of)
        where = people.shared_session(connection, club_id, mine, theirs)
        if where:
            raise Refused("alias.together", session=where[0], name=where[1], person=where[2])
        reason, by_whom = without_names(connection, club_name, reason, by_whom)
        merging = Merging(events.next_event(connection), club_id, club_name, own, other, reason, by_whom, None)
        people.add_merging(connection, merging)
        data = {"club": club_name, "name": own, "person": other, "reason": reason, "by": by_whom}
        events.append(connection, this_tool(), "alias", data)
        writer.changed = True
        return Merged(merging, final, tuple(sorted({*mine, *theirs})))


def listing(database: Path, club: str | None = None) -> list[Listed]:
    """The people of several names, by club. Raises `Refused` as `propose` does."""
    with reading(database) as connection:
        found = []
        for name, club_id in _clubs(connection, club).items():
            person_of = people.people(connection, club_id)
            holding = _holding(connection, club_id)
            pairs = people.together(connection, club_id)
            for person in sorted(set(person_of.values())):
                own = _names_of(person, person_of)
                clash = next((sorted(pair) for pair in sorted(map(sorted, pairs)) if set(pair) <= set(own)), None)
                where = people.shared_session(connection, club_id, clash[:1], clash[1:]) if clash else ()
                found.append(Listed(name, person, tuple(one for one in holding if one.name in own), where))
        return found


def _holding(connection: Connection, club_id: int) -> list[Merging]:
    return [one for one in people.mergings(connection) if one.club_id == club_id and one.undone is None]


def _names_of(person: str, person_of: Mapping[str, str]) -> list[str]:
    return [person, *(name for name, other in person_of.items() if other == person)]


def _clubs(connection: Connection, club: str | None) -> dict[str, int]:
    """The clubs, or the one. Raises `Refused` when there is none of that name."""
    known = people.clubs(connection)
    return {name: known[name] for name in clubs_called(known, club)}


def _club_of(connection: Connection, club: str | None, wanted: Sequence[str]) -> str:
    """The one club that has all names `wanted`.

    Raises `Refused` when a name is in none (with those that are near), or all are in several.
    """
    within = _clubs(connection, club)
    known = [one for one in people.names(connection) if one.club in within]
    by_name: dict[str, set[str]] = defaultdict(set)
    for one in known:
        by_name[one.name].add(one.club)
    for name in wanted:
        if not by_name[name]:
            raise Refused("alias.no-player", name=name, **hints(name, _spelt(known)))
    found = set.intersection(*(by_name[name] for name in wanted))
    if not found:
        raise Refused("alias.two-clubs", names=list(wanted))
    if len(found) > 1:
        raise Refused("alias.several-clubs", names=list(wanted), clubs=sorted(found))
    return found.pop()


def _spelt(known: Sequence[Named]) -> list[str]:
    return sorted({one.name for one in known})
