"""Spellings merged: reversible, per club, without circles; two at one table are two (asks 23)."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from people.tables import log, put
from store.stores import rows, tables

from audit.club.mergings import listing, merge, propose
from audit.club.status import status
from audit.club.undoing import undo
from audit.refusal import Refused
from audit.store import people
from audit.store.connection import reading


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Five spellings at one club, one of them at another, too."""
    path = tmp_path / "club.duckdb"
    for number, name in enumerate(("Ana", "Anita", "Aña", "Ana María", "Ani")):
        put(path, log(f"noche {number}", f"{name}, Benito, Carla, Diego"), f"{number}.rev")
    put(path, log("noche 9", "Anita, Luz, Eva, Inés", club="Casino"), "9.rev")
    return path


def persons(database: Path, club: str = "Peña") -> dict[str, str]:
    with reading(database) as connection:
        return people.people(connection, people.clubs(connection)[club])


def test_a_name_counts_as_another_at_its_club_only(database: Path) -> None:
    recorded = tables(database)
    found = merge(database, "Anita", "Ana", reason="herself", by_whom="Benito")
    assert (found.merging.club, found.final, found.names) == ("Peña", "Ana", ("Ana", "Anita"))
    assert persons(database) == {"Anita": "Ana"}
    assert persons(database, "Casino") == {}
    assert tables(database) == recorded


def test_undo_takes_it_back_and_status_tells_of_both(database: Path) -> None:
    event = merge(database, "Anita", "Ana").merging.event
    undo(database, event)
    assert persons(database) == {}
    found = status(database)
    assert [one.kind for one in found.events[-2:]] == ["alias", "undo"]
    assert event in found.undone
    assert not found.broken
    with pytest.raises(Refused, match="undone-before"):
        undo(database, event)
    assert merge(database, "Anita", "Ana").final == "Ana"


def test_names_merged_one_after_the_other_end_at_one_person(database: Path) -> None:
    merge(database, "Ani", "Anita")
    second = merge(database, "Anita", "Ana").merging.event
    found = merge(database, "Aña", "Anita")
    assert (found.final, found.names) == ("Ana", ("Ana", "Ani", "Anita", "Aña"))
    assert persons(database) == {"Ani": "Ana", "Anita": "Ana", "Aña": "Ana"}
    undo(database, second)
    assert persons(database) == {"Ani": "Anita", "Aña": "Anita"}


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_no_order_of_mergings_and_undoings_makes_a_circle(database: Path, order: tuple[int, ...]) -> None:
    wanted = [("Ana", "Anita"), ("Anita", "Ani"), ("Ani", "Ana")]
    events = []
    for place in order:
        try:
            events.append(merge(database, *wanted[place]).merging.event)
        except Refused as refused:
            assert refused.what == "alias.other-way"
    assert len(events) == 2
    assert len(set(persons(database).values())) == 1
    for event in events:
        undo(database, event)
    assert persons(database) == {}


def test_what_is_merged_is_merged_no_second_time(database: Path) -> None:
    merge(database, "Anita", "Ana")
    with pytest.raises(Refused, match="merged-before") as refused:
        merge(database, "Anita", "Ani")
    assert refused.value.params["event"] == status(database).events[-1].event


def test_who_sat_in_one_deal_is_two_people(database: Path) -> None:
    with pytest.raises(Refused, match="together"):
        merge(database, "Benito", "Carla")
    assert persons(database) == {}


def test_so_is_who_sat_with_a_name_that_was_merged(database: Path) -> None:
    put(database, log("noche 5", "Ani, Ana María, Carla, Diego"), "5.rev")
    merge(database, "Ani", "Anita")
    with pytest.raises(Refused, match="together") as refused:
        merge(database, "Ana María", "Anita")
    assert {refused.value.params[key] for key in ("session", "name", "person")} == {"noche 5", "Ani", "Ana María"}


def test_a_log_that_comes_later_and_seats_both_is_told(database: Path) -> None:
    merge(database, "Anita", "Ana")
    assert listing(database)[0].contradicted == ()
    put(database, log("noche 6", "Ana, Anita, Carla, Diego"), "6.rev")
    assert listing(database)[0].contradicted == ("noche 6", "Ana", "Anita")


@pytest.mark.parametrize(
    ("name", "person", "why"),
    [("Anna", "Ana", "no-player"), ("Ana", "Ana", "alias.same"), ("Inés", "Benito", "two-clubs")],
)
def test_what_cannot_be_is_refused(database: Path, name: str, person: str, why: str) -> None:
    before = len(status(database).events)
    with pytest.raises(Refused, match=why) as refused:
        merge(database, name, person)
    assert why != "no-player" or "Ana" in refused.value.params["near"]
    assert len(status(database).events) == before


def test_which_club_is_meant_is_asked_where_two_have_both_names(database: Path) -> None:
    put(database, log("noche 7", "Ana, Luz, Eva, Inés", club="Casino"), "7.rev")
    with pytest.raises(Refused, match="several-clubs"):
        merge(database, "Anita", "Ana")
    merge(database, "Anita", "Ana", "Casino")
    assert persons(database, "Casino") == {"Anita": "Ana"}
    assert persons(database) == {}


def test_proposals_leave_out_who_sat_together_and_what_is_merged(database: Path) -> None:
    def pairs() -> set[tuple[str, str, str]]:
        return {(one.club, *sorted((one.variant.name, one.variant.person))) for one in propose(database)}

    assert ("Peña", "Ana", "Anita") in pairs()
    put(database, log("noche 5", "Ani, Anita, Carla, Diego"), "5.rev")
    assert ("Peña", "Ani", "Anita") not in pairs()
    merge(database, "Anita", "Ana")
    assert not any("Anita" in pair for pair in pairs())
    assert ("Peña", "Ana", "Ani") not in pairs()


def test_the_person_at_the_end_of_a_chain_in_sql(database: Path) -> None:
    merge(database, "Ani", "Anita")
    merge(database, "Anita", "Ana")
    assert rows(database, "SELECT name, person FROM ruled.people ORDER BY name") == [("Ani", "Ana"), ("Anita", "Ana")]
