"""What an explanation says to a reader: what is recorded, what was done, and what is right instead."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from audit.explain.explaining import explain
from audit.explain.rows import deal_row
from audit.judge import judge
from audit.language import use
from audit.sessions import assemble
from audit.simulate.mistakes import Mistake
from audit.terminal.explanations import percent
from audit.text.explanations import left, sentence

from ..simulate.seasons import Deskful, Row
from ..simulate.test_mistakes import EXAMPLES


@pytest.fixture(autouse=True)
def _english() -> None:
    use("en")


def explained(desk: Deskful, *ways: Mistake) -> Row:
    """The explanation that names just the mistakes that were made."""
    deal = msgspec.structs.replace(desk.truth.deal, recorded=desk.written(*ways))
    [row] = [deal_row(one) for one in explain(list(judge(assemble([deal]).sessions)))]
    wanted = Counter(str(way.cause) for way in ways)
    return next(each for each in row["explanations"] if Counter(map(str, each["causes"])) == wanted)


def said(desk: Deskful, *ways: Mistake) -> str:
    r = desk.case.ruleset
    sources = {name: clause.source for name, clause in r.clauses.items()}
    return sentence(explained(desk, *ways), sources, r.pack)


def way(desk: Deskful, kind: str, **parameters: Any) -> Mistake:
    return next(one for one in desk.ways(kind) if parameters.items() <= one.cause.items())


@pytest.mark.parametrize(
    ("file", "kind", "parameters", "text"),
    [
        ("revesino/F4-quinola-placed.rev", "slip", {"claim": "tricks", "player": "Diego"}, "; right is: 2."),
        ("revesino/F4-quinola-placed.rev", "swap", {"claim": "points", "players": ["Ana", "Diego"]}, "; right is: "),
        ("revesino/F4-quinola-placed.rev", "fondo-not-taken", {}, "out of the fondo (F4, S0 §6, §10)."),
        ("revesino/P1-ace-of-oros.rev", "payment-twice", {}, "; due once is: Blas pays Diego 2 (P1, S0 §10)."),
        ("revesino/P1-ace-of-oros.rev", "payment-omitted", {}, "; due is: Blas pays Diego 2 (P1, S0 §10)."),
        ("revesino/P4-first-trick.rev", "edge-not-doubled", {}, "; it has to be: Diego pays Blas 2 (P4"),
        ("revesino/F4-quinola-placed.rev", "stake-omitted", {"player": "Blas"}, "; due is: Blas puts 2 into the fondo"),
    ],
)
def test_what_is_right_is_said(file: str, kind: str, parameters: Row, text: str) -> None:
    desk = Deskful(file)
    assert text in said(desk, way(desk, kind, **parameters))


def test_for_whom_somebody_was_taken_is_said() -> None:
    desk = Deskful("revesino/P1-ace-of-oros.rev")
    made = way(desk, "payment-wrong-player")
    found = explained(desk, made)
    assert found["grounds"][0]["role"] == "payee"
    name = made.cause["player"]
    assert f"{name} is taken for the one who is paid for “ace placed, trick 5”" in said(desk, made)


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"bar-ignored", "reading"}))
def test_every_mistake_has_its_remedy(name: str) -> None:
    """`grounds` say what is right, whatever was done; but for whoever is paid in spite of a renuncio."""
    file, parameters, *_ = EXAMPLES[name]
    file, _, number = file.partition("#")
    if number:
        pytest.skip("a deal behind others")
    desk = Deskful(file)
    made = way(desk, name, **parameters)
    [ground] = explained(desk, made)["grounds"]
    assert ground["right"] not in (None, [], {})


def test_the_figures_of_several_causes_are_told_apart() -> None:
    desk = Deskful("revesino/F4-quinola-placed.rev")
    text = said(desk, way(desk, "slip", claim="tricks", player="Diego"), way(desk, "slip", claim="fondo_end"))
    assert "right in “tricks of Diego” is: 2" in text
    assert "right in “fondo at the end” is: " in text


def test_a_reference_is_given_once() -> None:
    desk = Deskful("revesino/F4-quinola-placed.rev")
    made = (way(desk, "stake-omitted", player="Blas"), way(desk, "stake-omitted", player="Cora"))
    assert said(desk, *made).count("F1, S0 §12") == 1


def test_what_a_mistake_of_the_pen_says_itself_does_not_follow_from_it() -> None:
    desk = Deskful("revesino/F4-quinola-placed.rev")
    assert "From it" not in said(desk, way(desk, "swap", claim="points"))


@pytest.mark.parametrize(
    ("payer", "payee", "text"),
    [("Ana", "fondo", "from Ana into the fondo"), ("fondo", "Ana", "from the fondo to Ana"), ("Ana", "Blas", "Ana to")],
)
def test_a_payment_of_the_fondo_is_one(payer: str, payee: str, text: str) -> None:
    claim = {"claim": "payment", "player": None, "trick": None, "recorded": 9, "computed": 11, "carried_from": None}
    row = {
        "causes": [{"kind": "mistake", "id": "fee-omitted"}],
        "grounds": [{"rule": "F3", "right": None}],
        "explains": [claim | {"from": payer, "to": payee, "label": ""}],
    }
    told = sentence(row, {}, Deskful("revesino/F4-quinola-placed.rev").case.ruleset.pack)
    assert f"The payment of 9 {text}" in told.replace("from Ana to", "Ana to")


def test_what_is_left_is_counted() -> None:
    claim = {"claim": "payment", "player": None, "trick": None, "from": "Ana", "to": "Carla"}
    others = [{"claim": "net", "player": name, "trick": None} for name in "ABCDEFGH"]
    assert left([claim, claim]) == "It leaves unexplained: payment Ana → Carla (2 times)."
    assert left([claim, *others]).endswith("net of E and 3 more figures.")


def test_the_percent_sign_stays_with_its_number() -> None:
    texts = [percent(chance) for chance in (0.001, 0.5, 0.9999)]
    assert texts == ["under 1\N{NO-BREAK SPACE}%", "50\N{NO-BREAK SPACE}%", "over 99\N{NO-BREAK SPACE}%"]
