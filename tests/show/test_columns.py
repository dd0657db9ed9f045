"""Tables in the columns of a terminal."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

from audit.terminal.columns import Column, Group, aligned, banded, legend, shorten, table


def test_a_name_that_fits_stays() -> None:
    assert shorten(["Ana", "Luis"], 5) == {"Ana": "Ana", "Luis": "Luis"}


def test_long_names_are_cut_and_those_alike_told_apart_by_their_last_words() -> None:
    names = ["Maximiliana Gutiérrez", "Maximiliana González", "Bartholomew Gosse"]
    assert list(shorten(names, 9).values()) == ["M. Gutié…", "M. Gonzá…", "Bartholo…"]
    assert list(shorten(["Maximiliana", "Maximiliano"], 9).values()) == ["Maximi…na", "Maximi…no"]


@pytest.mark.parametrize("seed", range(60))
def test_short_names_fit_and_are_all_different(seed: int) -> None:
    rng = random.Random(seed)
    letters = rng.choice(["ab", "ab ", "aé王", "王明 "])
    names = list({"".join(rng.choice(letters) for _ in range(rng.randint(1, 20))) for _ in range(12)})
    width = rng.randint(5, 12)
    short = shorten(names, width)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    assert max(map(cell_len, short.values())) <= width


def test_wide_letters_take_two_columns() -> None:
    lines = list(table([Column("a", ["王", "b"]), Column("c", ["1", "22"], right=True)], ""))
    assert lines == ["a    c", "王   1", "b   22"]


def test_groups_that_do_not_fit_stand_below() -> None:
    first = Column("deal", ["1"], right=True)
    groups = [
        Group("points", [Column("Ana", ["4"], right=True)]),
        Group("balances", [Column("Ana", ["5"], right=True)]),
    ]
    wide, narrow = list(banded([first], groups, 40)), list(banded([first], groups, 18))
    assert [[*band.headings, *band.rows] for band in wide] == [
        ["        points    balances", "  deal  Ana       Ana", "     1    4         5"],
    ]
    assert [band.headings[0].strip() for band in narrow] == ["points", "balances"]


def test_digits_stay_in_line_where_a_sign_follows_some() -> None:
    assert aligned(["4", "3→4✗"], "✗") == ["4 ", "3→4✗"]
    assert aligned(["4", "3"], "✗") == ["4", "3"]


def test_only_shortened_names_are_told() -> None:
    assert list(legend({"Ana": "Ana", "Maximiliana": "Maxi…"}, 40)) == ["Maxi… = Maximiliana"]
