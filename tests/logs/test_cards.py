"""How cards may be spelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.card_names import AMBIGUOUS, SPELLINGS, parse_card
from audit.cards import NAMES, UNKNOWN, Pack, code

from .reading import FRENCH_HEADER, read_deal, whats

SPANISH, FRENCH = Pack.SPANISH, Pack.FRENCH


@pytest.mark.parametrize("pack", Pack)
def test_canonical_spellings_are_read_back(pack: Pack) -> None:
    cards = [code(pack, suit, rank) for suit in range(5) for rank in range(len(pack.ranks))]
    assert [parse_card(NAMES[card], pack) for card in cards] == cards


@pytest.mark.parametrize(
    ("spelling", "card"),
    [
        ("1o", "1o"), ("AO", "1o"), ("ao", "1o"), ("10B", "10b"), ("SO", "10o"), ("CC", "11c"), ("CE", "11e"),
        ("RC", "12c"), ("sota de oros", "10o"), ("Sota de Oros", "10o"), ("as de copas", "1c"),
        ("ás de paus", "1b"), ("cavalo de espadas", "11e"), ("rei de ouros", "12o"), ("ace of cups", "1c"),
        ("knight of the swords", "11e"), ("roi de bâtons", "12b"), ("as d'épée", "1e"), ("as d’épées", "1e"),
        ("siete de bastos", "7b"), ("3 de oros", "3o"), ("caballo-de-copas", "11c"), ("rey_de_bastos", "12b"),
        ("?o", "?o"), ("12?", "12?"), ("C?", "11?"), ("??", "??"), ("?", "??"),
    ],
)  # fmt: skip
def test_spanish_spellings(spelling: str, card: str) -> None:
    assert parse_card(spelling, SPANISH) == NAMES.index(card)


@pytest.mark.parametrize(
    ("spelling", "card"),
    [
        ("AH", "AH"), ("ah", "AH"), ("TH", "TH"), ("10H", "TH"), ("RH", "KH"), ("DS", "QS"), ("VC", "JC"),
        ("V♥", "JH"), ("v♥\ufe0f", "JH"), ("10♢", "TD"), ("jota de corazones", "JH"), ("sota de picas", "JS"),
        ("reina de tréboles", "QC"), ("valete de copas", "JH"), ("dama de espadas", "QS"), ("rei de paus", "KC"),
        ("dame de pique", "QS"), ("ROI DE CŒUR", "KH"), ("valet de carreau", "JD"), ("ace of clubs", "AC"),
        ("ten of the hearts", "TH"), ("?♥", "?H"), ("?h", "?H"), ("Q?", "Q?"),
    ],
)  # fmt: skip
def test_french_spellings(spelling: str, card: str) -> None:
    assert parse_card(spelling, FRENCH) == NAMES.index(card)


@pytest.mark.parametrize("spelling", ["0o", "13o", "1x", "o1", "", " ", "1", "o", "1oo", "01o", "XX", "x" * 10_000])
def test_what_is_no_card(spelling: str) -> None:
    assert parse_card(spelling, SPANISH) is None
    assert parse_card(spelling, FRENCH) is None


def test_what_could_be_two_cards_is_neither() -> None:
    """A Spaniard's sota is the jack; a Portuguese's may be the queen."""
    assert SPELLINGS[FRENCH]["sotadecopas"] == AMBIGUOUS
    assert parse_card("sota de copas", FRENCH) is None


@pytest.mark.parametrize(
    ("spelling", "pack", "card"),
    [
        ("AH", SPANISH, "AH"), ("TH", SPANISH, "TH"), ("?S", SPANISH, "?S"), ("1o", FRENCH, "1o"),
        ("jota de corazones", SPANISH, "JH"), ("rey de copas", FRENCH, "12c"),
    ],
)  # fmt: skip
def test_a_card_of_the_other_pack_is_read_as_that_card(spelling: str, pack: Pack, card: str) -> None:
    assert parse_card(spelling, pack) == NAMES.index(card)


def test_without_a_pack_a_card_must_be_of_one_pack_only() -> None:
    assert parse_card("1o", None) == NAMES.index("1o")
    assert parse_card("ah", None) == NAMES.index("AH")
    assert parse_card("RC", None) is None
    # Letter for letter canonical in one pack alone.
    assert parse_card("2c", None) == NAMES.index("2c")
    assert parse_card("2C", None) == NAMES.index("2C")


@pytest.mark.parametrize(
    "cards",
    [
        "4o 9o 10o 1o", "4o, 9o, 10o, 1o", "4o,9o 10o\t1o", '4o 9o "sota de oros" 1o', "4o 9o sota de oros 1o",
        "cuatro de oros, nueve de oros, sota de oros, as de oros", "4O 9O SO AO", "4o 9o sota-de-oros 1o",
    ],
)  # fmt: skip
def test_card_lists(tmp_path: Path, cards: str) -> None:
    deal, reading = read_deal(tmp_path, f"b4 Ana: {cards}\n")
    assert [NAMES[card] for card in deal.tricks[4].cards or ()] == ["4o", "9o", "10o", "1o"]
    assert not reading.problems


def test_a_bad_card_costs_only_itself(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "b4 Ana: 4o zz 10o zz ; seen\n")
    assert [NAMES[card] for card in deal.tricks[4].cards or ()] == ["4o", "??", "10o", "??"]
    assert whats(reading) == ["bad-card.no-card"] * 2
    assert [problem.place.column for problem in reading.problems] == [12, 19]
    assert [comment.text for comment in deal.comments] == ["ilegible: b4 Ana: 4o zz 10o zz ; seen"]


def test_unknown_cards_are_no_problem(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "b4 Ana: ?? ?♥ Q? AH\n", FRENCH_HEADER)
    assert deal.tricks[4].cards == (UNKNOWN, NAMES.index("?H"), NAMES.index("Q?"), NAMES.index("AH"))
    assert not reading.problems
