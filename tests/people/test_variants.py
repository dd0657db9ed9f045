"""Which names may be one person's, and which may not."""

from __future__ import annotations

import pytest

from audit.people.nicknames import SHORT_FORMS
from audit.people.variants import Variant, likeness, variants


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Fermín", "Fermin", "accents"),
        ("ANA", "Ana", "accents"),
        ("Ana María", "AnaMaria", "accents"),
        ("Ana M.", "Ana María", "initials"),
        ("Ana M. Ruiz", "Ana María Ruiz", "initials"),
        ("Paco", "Francisco", "nickname"),
        ("Chico", "Francisco", "nickname"),
        ("Paco Gil", "Francisco Gil", "nickname"),
        ("Paco", "Curro", "nickname"),
        ("Maribel", "María Isabel", "nickname"),
        ("Zé", "José", "nickname"),
        ("Bill Moore", "William Moore", "nickname"),
        ("Anita", "Ana", "nickname"),
        ("Leocadia", "Leocdaia", "spelling"),
        ("Benito", "Benitto", "spelling"),
        ("Práxedes Lopez", "Praxedes Lópes", "spelling"),
        ("Ana", "Eva", None),
        ("Ana", "Anna", None),
        ("Paco Gil", "Francisco Ros", None),
        ("Juan Ruiz", "Juana Ruiz", None),
        ("Amparo", "Adela", None),
        ("María", "Mario", None),
        ("Luis Gil", "Luiz Gil", "spelling"),
    ],
)
def test_why_two_names_are_alike(one: str, other: str, why: str | None) -> None:
    assert likeness(one, other) == likeness(other, one) == why


def test_the_rarer_name_is_proposed_as_the_other() -> None:
    assert variants({"Ana": 40, "Anita": 3, "Benito": 43}) == [Variant("Anita", "Ana", "nickname")]


def test_two_who_sat_together_are_not_asked_about() -> None:
    assert variants({"Ana": 40, "Anita": 3}, {frozenset(("Ana", "Anita"))}) == []


def test_pairs_come_by_how_much_speaks_for_them() -> None:
    found = variants({"Leocadia": 9, "Leocada": 1, "Fermín": 9, "fermin": 1, "Francisco": 9, "Paco": 1})
    assert [(one.name, one.why) for one in found] == [
        ("fermin", "accents"), ("Paco", "nickname"), ("Leocada", "spelling"),
    ]  # fmt: skip


def test_a_thousand_names_are_compared_at_once() -> None:
    names = {f"{a}{b}{c} {d}": 1 for a in "BCDFG" for b in "aeiou" for c in ("lmo", "rta", "sti") for d in "PQRSTUVW"}
    assert len(names) == 600
    assert len(variants({**names, "Leocadia": 2, "Leocádia": 1})) >= 1


def test_no_name_is_short_for_itself_and_none_is_listed_twice() -> None:
    lists = [line.split(":") for line in SHORT_FORMS.strip().splitlines()]
    assert [name for name, short in lists if name in short.split() or len({*short.split()}) < len(short.split())] == []
    assert len({name for name, _ in lists}) == len(lists) > 100
