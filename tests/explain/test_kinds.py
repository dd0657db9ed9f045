"""Every kind of mistake, in the small deal in which it is shown: named first, or with the same record."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from audit.explain.explaining import explain
from audit.explain.rows import deal_row
from audit.judge import judge
from audit.sessions import assemble

from ..simulate.seasons import Deskful, Row, deals_of
from ..simulate.test_mistakes import EXAMPLES


def explanation(name: str, number: int, *ways: object) -> Row:
    """What explains the deal of a case file with mistakes made in it; the deals before it are without a record."""
    desk = Deskful(name, number)
    deal = msgspec.structs.replace(desk.truth.deal, recorded=desk.written(*ways))  # type: ignore[arg-type]
    deals = [*deals_of(name)[: number - 1], deal]
    rows = [deal_row(one) for one in explain(list(judge(assemble(deals).sessions)))]
    [found] = [row for row in rows if row["deal"] == number]
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_mistake_is_named_first_or_with_the_same_record(name: str) -> None:
    file, parameters, *_ = EXAMPLES[name]
    file, _, number = file.partition("#")
    cause = ({"kind": "reading"} if name == "reading" else {"kind": "mistake", "id": name}) | parameters
    [way] = {str(way.cause): way for way in Deskful(file, int(number or 1)).ways(name) if way.cause == cause}.values()
    found = explanation(file, int(number or 1), way)
    sets = [each["causes"] for each in found["explanations"]]
    assert [cause] in sets
    assert sets[0] == [cause] or sets.index([cause]) < found["alike"]
    assert found["explanations"][0]["leaves"] == []


def test_two_mistakes_are_named_together() -> None:
    desk = Deskful("revesino/F4-quinola-placed.rev")
    [first] = desk.ways("fondo-not-taken")
    second = next(way for way in desk.ways("sign") if way.cause["claim"] == "net" and way.cause["player"] == "Ana")
    found = explanation("revesino/F4-quinola-placed.rev", 1, first, second)
    assert [first.cause, second.cause] in [each["causes"] for each in found["explanations"][:3]]


def test_three_are_named_where_one_is_of_the_pen() -> None:
    desk = Deskful("revesino/F4-quinola-placed.rev")
    [first] = desk.ways("fondo-not-taken")
    second = next(way for way in desk.ways("stake-omitted") if way.cause["player"] == "Blas")
    third = next(way for way in desk.ways("digits") if way.cause["claim"] == "points")
    found = explanation("revesino/F4-quinola-placed.rev", 1, first, second, third)
    causes = [sorted(map(str, each["causes"])) for each in found["explanations"][:3]]
    assert sorted(str(way.cause) for way in (first, second, third)) in causes


def test_what_nothing_explains_is_not_explained() -> None:
    """Three lines off without a reason: a set that explains no figure is no explanation, and nothing is made up."""
    found = written_otherwise(
        points=lambda values: tuple((value or 0) + 17 for value in values),
        tricks=lambda values: tuple((value or 0) + 5 for value in values),
        net=lambda values: tuple((value or 0) - 33 for value in values),
    )
    assert found["explanations"] == []
    assert found["alike"] == 0


def test_what_is_explained_in_part_says_what_it_leaves() -> None:
    """Nets off without a reason, and a wrong sum of points beside them: that is found, the nets are left."""
    found = written_otherwise(
        points=lambda values: ((values[0] or 0) + 17, *values[1:]),
        net=lambda values: tuple((value or 0) - 33 for value in values),
    )
    [first, *_] = found["explanations"]
    assert [(cause["id"], cause["claim"]) for cause in first["causes"]] == [("slip", "points")]
    assert {one["claim"] for one in first["explains"]} == {"points"}
    assert {one["claim"] for one in first["leaves"]} == {"net"}
    assert all(each["explains"] for each in found["explanations"])


def written_otherwise(**lines: Callable[[tuple[int | None, ...]], tuple[int | None, ...]]) -> Row:
    """The explanation of a right deal some of whose lines are rewritten."""
    desk = Deskful("revesino/F4-quinola-placed.rev")
    right = desk.case.written
    wrong = msgspec.structs.replace(right, **{name: of(getattr(right, name)) for name, of in lines.items()})
    deal = msgspec.structs.replace(desk.truth.deal, recorded=wrong)
    [found] = [deal_row(one) for one in explain(list(judge(assemble([deal]).sessions)))]
    return found


def test_probabilities_add_up_to_at_most_one() -> None:
    desk = Deskful("revesino/R7-card-points.rev")
    found = explanation("revesino/R7-card-points.rev", 1, desk.ways("card-value")[0])
    chances = [each["probability"] for each in found["explanations"]]
    assert sum(chances) <= 1
    assert chances == sorted(chances, reverse=True)
    assert [each["rank"] for each in found["explanations"]] == list(range(1, len(chances) + 1))
