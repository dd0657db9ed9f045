"""Each mistake on a small deal: what its row in the table of mistakes says, and all that follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from audit.simulate.mistakes import MISTAKES, WEIGHTS

from .seasons import Deskful

Row = dict[str, Any]

# Case file, parameters of the cause, the values that change (claim and whose: the value written), payments lacking,
# payments too many. A net that changes is in the balance too, so that only the net is given.
EXAMPLES: dict[str, tuple[str, Row, Row, set[str], set[str]]] = {
    "card-value": (
        "revesino/R7-card-points.rev",
        {"card": "10o", "value": 1},
        {"points Ana": 6},
        set(),
        set(),
    ),
    "trick-to-wrong-player": (
        "revesino/F4-quinola-placed.rev",
        {"trick": 2, "player": "Diego"},
        {"points Ana": 9, "points Diego": 18, "tricks Ana": 5, "tricks Diego": 3, "trick_winner 2": "Diego"},
        set(),
        set(),
    ),
    "tie-break": ("revesino/R8-tie-best-seat.rev", {"player": "Diego"}, {"winner": "Diego"}, set(), set()),
    "wrong-winner": (
        "reversis/X10-winner-and-bete.rev",
        {"player": "Blas"},
        {"winner": "Blas", "net Ana": -2, "net Blas": 2},
        {"- Diego > Ana 4"},
        {"- Diego > Blas 4"},
    ),
    "bar-ignored": (
        "revesino/K2-bars-what-came-before.rev",
        {"player": "Diego"},
        {"net Cora": -3, "net Diego": -3},
        set(),
        {"4 Cora > Diego 1"},
    ),
    "edge-not-doubled": (
        "revesino/P4-first-trick.rev",
        {"trick": 1},
        {"net Blas": -1, "net Diego": -3},
        {"1 Diego > Blas 2"},
        {"1 Diego > Blas 1"},
    ),
    "doubled-wrongly": (
        "revesino/P3-forced-ace.rev",
        {"trick": 6},
        {"net Ana": -5, "net Blas": 0},
        {"6 Ana > Blas 1"},
        {"6 Ana > Blas 2"},
    ),
    "payment-omitted": (
        "revesino/V3-cut-in-trick-10.rev",
        {"rule": "V3", "trick": None},
        {"net Blas": -2, "net Diego": -2, "fondo_end": 9},
        {"- Blas > Diego 64", "- Blas > fondo 9"},
        set(),
    ),
    "payment-twice": (
        "revesino/P1-ace-of-oros.rev",
        {"rule": "P1", "trick": 5},
        {"net Blas": -6, "net Diego": 2},
        set(),
        {"5 Blas > Diego 2 again"},
    ),
    "payment-reversed": (
        "revesino/P3-ace-of-copas.rev",
        {"rule": "P3", "trick": 9},
        {"net Ana": -1, "net Blas": -4},
        {"9 Ana > Blas 2"},
        {"9 Blas > Ana 2"},
    ),
    "payment-wrong-player": (
        "reversis/X6-quinola-discarded.rev",
        {"rule": "X6", "trick": 10, "player": "Blas"},
        {"net Ana": -6, "net Blas": -6},
        {"10 Ana > Diego 4"},
        {"10 Blas > Diego 4"},
    ),
    "fondo-not-taken": (
        "revesino/F4-quinola-placed.rev",
        {"rule": "F4"},
        {"net Cora": 2, "fondo_end": 9},
        {"7 fondo > Cora 9"},
        set(),
    ),
    "fondo-not-doubled": (
        "reversis/X8-reversis-failed.rev",
        {"rule": "X7"},
        {"net Ana": 14, "net Blas": -62, "fondo_end": 16},
        {"- Ana > fondo 12", "- Blas > fondo 20"},
        {"- Blas > fondo 8"},
    ),
    "returns-omitted": (
        "revesino/V4-payments-returned.rev",
        {},
        {"net Cora": 45, "net Diego": -17},
        {"4 Diego > Cora 1"},
        set(),
    ),
    "fine-omitted": (
        "revesino/K1-once-a-deal.rev",
        {"player": "Blas"},
        {"net Blas": -2, "fondo_end": 9},
        {"2 Blas > fondo 2"},
        set(),
    ),
    "stake-omitted": (
        "revesino/F4-quinola-placed.rev",
        {"player": "Ana"},
        {"net Ana": -1, "net Cora": 8, "fondo_start": 6},
        {"- Ana > fondo 3", "7 fondo > Cora 9"},
        {"7 fondo > Cora 6"},
    ),
    "fee-omitted": (
        "revesino/F3-dealer-fee.rev#2",
        {},
        {"net Blas": 0, "fondo_start": 9, "fondo_end": 9},
        {"- Blas > fondo 1"},
        set(),
    ),
    "renewal-missed": (
        "revesino/F2-renewal.rev#2",
        {},
        {"net Ana": 0, "net Blas": -1, "net Cora": 0, "net Diego": 0, "fondo_start": 1, "fondo_end": 1},
        {"- Ana > fondo 2", "- Blas > fondo 3", "- Cora > fondo 2", "- Diego > fondo 2"},
        {"- Blas > fondo 1"},
    ),
    "renewal-needless": (
        "revesino/F3-dealer-fee.rev#2",
        {},
        {"net Ana": -2, "net Blas": -3, "net Cora": -2, "net Diego": -2, "fondo_start": 18, "fondo_end": 18},
        {"- Blas > fondo 1"},
        {"- Ana > fondo 2", "- Blas > fondo 3", "- Cora > fondo 2", "- Diego > fondo 2"},
    ),
    "swap": (
        "revesino/F4-quinola-placed.rev",
        {"claim": "points", "players": ["Ana", "Cora"]},
        {"points Ana": 12, "points Cora": 18},
        set(),
        set(),
    ),
    "shift": (
        "revesino/F4-quinola-placed.rev",
        {"claim": "points", "by": 1},
        {"points Ana": 9, "points Blas": 18, "points Cora": 4, "points Diego": 12},
        set(),
        set(),
    ),
    "digits": (
        "revesino/F4-quinola-placed.rev",
        {"claim": "points", "player": "Ana"},
        {"points Ana": 81},
        set(),
        set(),
    ),
    "sign": (
        "revesino/F4-quinola-placed.rev",
        {"claim": "balance", "player": "Cora"},
        {"balance Cora": -11},
        set(),
        set(),
    ),
    "slip": (
        "revesino/F3-dealer-fee.rev#2",
        {"claim": "fondo_end", "player": None, "by": 10},
        {"fondo_end": 20},
        set(),
        set(),
    ),
    "reading": (
        "revesino/V3-cut-in-trick-10.rev",
        {"option": "cut_pays", "value": 48},
        {"net Blas": -59, "net Diego": 46},
        {"- Blas > Diego 64"},
        {"- Blas > Diego 48"},
    ),
}


def test_every_mistake_has_an_example() -> None:
    assert set(EXAMPLES) == set(MISTAKES) == set(WEIGHTS)


def test_the_mistakes_are_one_table_that_nobody_adds_to() -> None:
    assert {kind.id for kind in MISTAKES.values()} == set(MISTAKES)
    with pytest.raises(TypeError):
        MISTAKES["swap"] = MISTAKES["shift"]  # type: ignore[index]


def with_balances(changes: Row, desk: Deskful) -> Row:
    """The changes, each net's in the balance too."""
    before = dict(zip(desk.truth.deal.players, desk.truth.balance, strict=True))
    nets = desk.truth.computed["net"]
    more = {}
    for claim, value in changes.items():
        if claim.startswith("net "):
            name = claim.removeprefix("net ")
            more[f"balance {name}"] = before[name] - nets[name] + value
    return changes | more


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_changes_what_its_row_says_and_what_follows(name: str) -> None:
    file, parameters, changes, lacking, too_many = EXAMPLES[name]
    file, _, number = file.partition("#")
    desk = Deskful(file, int(number or 1))
    cause = {"kind": "reading"} if name == "reading" else {"kind": "mistake", "id": name}
    [way] = {str(way.cause): way for way in desk.ways(name) if way.cause == cause | parameters}.values()
    found = {" ".join(str(part) for part in claim if part is not None): v for claim, v in desk.changed(way).items()}
    assert found == with_balances(changes, desk)
    assert desk.payments(way) == (lacking, too_many)


def test_the_winner_follows_from_a_trick_that_was_credited_to_him() -> None:
    """Blas has fewest, 4; with the 9 of the second trick Diego's 9 are fewer."""
    desk = Deskful("revesino/F4-quinola-placed.rev")
    [way] = [w for w in desk.ways("trick-to-wrong-player") if (w.cause["trick"], w.cause["player"]) == (2, "Blas")]
    assert desk.changed(way)["winner", None, None] == "Diego"


def test_what_a_lost_napolitana_gives_back_follows_from_what_was_paid() -> None:
    desk = Deskful("revesino/N5-hands-the-fondo-back.rev")
    [way] = desk.ways("fondo-not-taken")
    assert desk.payments(way)[0] == {"9 fondo > Blas 9", "9 Blas > fondo 9", "9 Blas > fondo 9 again"}


def test_nobody_pays_himself() -> None:
    """Who is taken for the winner of a trick in which he placed an ace is paid by nobody for it."""
    desk = Deskful("revesino/P1-ace-of-oros.rev")
    [way] = [w for w in desk.ways("trick-to-wrong-player") if (w.cause["trick"], w.cause["player"]) == (5, "Diego")]
    assert desk.payments(way) == ({"5 Blas > Diego 2"}, set())
    assert all(
        way.cause["player"] != "Diego" for way in Deskful("reversis/X10-winner-and-bete.rev").ways("wrong-winner")
    )


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("edge-not-doubled", "reversis/X6-quinola-discarded.rev"),
        ("doubled-wrongly", "revesino/P4-first-trick.rev"),
        ("fondo-not-taken", "revesino/F5-forced-by-oros-led.rev"),
        ("returns-omitted", "revesino/F4-quinola-placed.rev"),
        ("fine-omitted", "revesino/F4-quinola-placed.rev"),
        ("renewal-missed", "revesino/F3-dealer-fee.rev"),
        ("tie-break", "revesino/F4-quinola-placed.rev"),
        ("trick-to-wrong-player", "revesino/V2-made.rev"),
    ],
)
def test_it_cannot_be_made_where_there_is_nothing_to_get_wrong(name: str, file: str) -> None:
    assert Deskful(file).ways(name) == []


def test_two_mistakes_both_show() -> None:
    desk = Deskful("revesino/F4-quinola-placed.rev")
    [first] = desk.ways("fondo-not-taken")
    second = next(way for way in desk.ways("sign") if way.cause["claim"] == "net" and way.cause["player"] == "Cora")
    assert desk.changed(first, second)["net", "Cora", None] == -2
    assert desk.changed(first, second)["balance", "Cora", None] == 2
