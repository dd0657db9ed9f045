"""Whole names in text: what is replaced, and what is a part of something else."""

from __future__ import annotations

import pytest

from audit.people.words import in_text, in_value, replacement, said_of

ANA = replacement({"Ana": "X"})
BOTH = replacement({"Ana María": "X", "Anita": "Y"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana", "X"),
        ("anota Ana.", "anota X."),
        ("ANA y ána", "X y X"),
        ("A\u0301na", "X"),
        ("Banana, Diana, Ana2", "Banana, Diana, Ana2"),
        ("mesa_de_ana", "mesa_de_X"),
        ("Ana, Ana", "X, X"),
        ("", ""),
        ("¡!", "¡!"),
    ],
)
def test_a_name_of_one_word(text: str, expected: str) -> None:
    assert in_text(text, ANA) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana  maría paga", "X paga"),
        ("Ana paga a Anita", "Ana paga a Y"),
        ("Ana-María", "X"),
        ("María Ana", "María Ana"),
    ],
)
def test_names_of_several_words(text: str, expected: str) -> None:
    assert in_text(text, BOTH) == expected


def test_somebody_elses_longer_name_stays() -> None:
    assert in_text("Ana María y Ana", ANA, ["Ana María"]) == "Ana María y X"
    assert in_text("ANA y Ana", ANA, ["ANA"]) == "ANA y X"


def test_texts_in_json_and_its_keys() -> None:
    given = {"Ana": [1, "Ana", {"x-mesa": "de Ana"}], "Banana": None}
    assert in_value(given, ANA) == {"X": [1, "X", {"x-mesa": "de X"}], "Banana": None}


def test_of_names_folded_alike_the_first_counts_and_one_without_letters_is_in_no_text() -> None:
    assert said_of({"Ana": "X", "ÁNA": "Y", "¡!": "Z", "Ana  María": "W"}) == {"ana": "X", "ana maria": "W"}
