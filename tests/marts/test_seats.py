"""What players did, counted by the engine, against counts made card by card: every column, under random options."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from oracle import settle_session
from oracle.deals import random_options, random_session
from support import RULESETS

from tests.marts.by_hand import counts
from tests.marts.stores import Row, of_deals, only

KEYS = ("session", "number", "person")


def made(rules: str, sessions: int, seed: int) -> list[list[Row]]:
    rng = random.Random(seed)
    return [
        random_session(rng, rules, 6, random_options(rng, rules) if number % 4 else None, f"{rules}-{number}")
        for number in range(sessions)
    ]


def assert_as_by_hand(folder: Path, sessions: list[list[Row]]) -> dict[str, int]:
    """How often each column counted something."""
    found = only(of_deals(folder, [deal for session in sessions for deal in session]), "core.named_seats")
    seats = {tuple(row[key] for key in KEYS): row for row in found}
    total: dict[str, int] = {}
    wanted = set()
    for session in sessions:
        settled = {one["deal"]: one for one in settle_session(session)}
        for deal in session:
            for person, right in counts(deal, settled[deal["deal"]]).items():
                key = deal["session"], deal["deal"], person
                wanted.add(key)
                assert {name: seats[key][name] for name in right} == right, key
                for name, value in right.items():
                    total[name] = total.get(name, 0) + (value or 0)
    playing = {key for key, row in seats.items() if not row["sits_out"]}
    assert playing == wanted
    return total


@pytest.mark.parametrize("rules", [*RULESETS, "revesino-digest"])
def test_every_column_is_as_counted_by_hand(tmp_path: Path, rules: str) -> None:
    total = assert_as_by_hand(tmp_path, made(rules, 12, 5))
    assert total["quinola_forced"] and total["aces_placed"] and total["revesino_undertaken"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*RULESETS, "revesino-digest"])
def test_every_column_counts_something_somewhere(tmp_path: Path, rules: str) -> None:
    """So that no column is right because nothing of it ever happens."""
    total = assert_as_by_hand(tmp_path, made(rules, 400, 6))
    absent = {
        "revesino": ("espagnolette", "bete"),
        "revesino-digest": ("espagnolette", "bete", "napolitana", "doubles", "exchange"),
        "reversis-simple": ("espagnolette", "napolitana", "doubles", "exchange"),
    }.get(rules, ("napolitana", "doubles", "exchange"))
    assert {name for name, value in total.items() if not value and not name.startswith(absent)} == set()


def test_where_who_sits_and_what_he_nets_is_as_settled(tmp_path: Path) -> None:
    sessions = made("reversis-5", 8, 7)
    seats = only(of_deals(tmp_path, [deal for one in sessions for deal in one]), "core.named_seats")
    found = {tuple(row[key] for key in KEYS): row for row in seats}
    for session in sessions:
        settled = {one["deal"]: one for one in settle_session(session)}
        for deal in session:
            order = deal["players"]
            for person in order:
                row, right = found[deal["session"], deal["deal"], person], settled[deal["deal"]]
                assert row["seat"] == (order.index(person) - order.index(deal["dealer"])) % 5
                assert row["place"] == order.index(person)
                assert row["net"] == right["net"][person]
                assert row["sits_out"] == (person == deal["dealer"])
                assert row["points"] == right["points"].get(person)
                assert row["won"] == (right["winner"] == person)


def test_a_count_that_is_wrong_would_be_noticed(tmp_path: Path) -> None:
    """The failing control."""
    sessions = made("revesino", 2, 5)
    sessions[0][0]["tricks"][0]["cards"] = list(reversed(sessions[0][0]["tricks"][0]["cards"]))
    before = made("revesino", 2, 5)
    found = only(of_deals(tmp_path, [deal for one in sessions for deal in one]), "core.named_seats")
    settled = settle_session(before[0])
    right = counts(before[0][0], settled[0])
    seats = {row["person"]: row for row in found if row["session"] == before[0][0]["session"] and row["number"] == 1}
    assert any({name: seats[who][name] for name in right[who]} != right[who] for who in right)
