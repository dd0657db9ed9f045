"""Which sets of causes are given: small ones, whole ones, and none that is no explanation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from audit.explain import sets
from audit.explain.explaining import explain
from audit.explain.rows import deal_row
from audit.judge import judge
from audit.language import use
from audit.model import Deal
from audit.service import read_sessions
from audit.sessions import assemble
from audit.simulate.mistakes import Mistake
from audit.terminal.explanations import explanation_lines

from ..simulate.seasons import Deskful, Row

LOGS = Path(__file__).parent / "logs"

PLACED = "revesino/F4-quinola-placed.rev"


def rows_of(deals: list[Deal]) -> list[Row]:
    return [deal_row(one) for one in explain(list(judge(assemble(deals).sessions)))]


def planted(desk: Deskful, *ways: Mistake) -> Row:
    """The explanations of a deal with mistakes made in it."""
    [found] = rows_of([msgspec.structs.replace(desk.truth.deal, recorded=desk.written(*ways))])
    return found


def pen(desk: Deskful, kind: str, claim: str, **parameters: Any) -> Mistake:
    wanted = {"claim": claim, **parameters}
    return next(way for way in desk.ways(kind) if wanted.items() <= way.cause.items())


def whole(row: Row) -> list[list[Row]]:
    """The causes of each explanation that leaves nothing."""
    return [each["causes"] for each in row["explanations"] if not each["leaves"]]


def as_set(causes: list[Row]) -> set[str]:
    return {str(sorted(cause.items(), key=str)) for cause in causes}


# ---------------------------------------------------------------------------------------------- what is found


@pytest.mark.parametrize(
    "pens",
    [
        (("slip", "tricks"), ("shift", "points"), ("shift", "balance")),
        (("swap", "net"), ("shift", "points"), ("slip", "tricks")),
        (("digits", "points"), ("sign", "net"), ("shift", "tricks")),
    ],
)
def test_three_mistakes_of_the_pen_in_three_lines(pens: tuple[tuple[str, str], ...]) -> None:
    """Also where a line that was moved two columns on could have come about by a swap and two slips."""
    desk = Deskful(PLACED)
    made = [pen(desk, kind, claim, **({"by": 2} if kind == "shift" else {})) for kind, claim in pens]
    [first, *_] = planted(desk, *made)["explanations"]
    assert first["leaves"] == []
    assert len(first["causes"]) == 3
    assert {cause["claim"] for cause in first["causes"]} == {claim for _, claim in pens}


@pytest.mark.parametrize(
    ("log", "causes"),
    [
        ("emptied-fondo.rev", [{"id": "fine-omitted", "player": "Diego"}, {"id": "renewal-missed"}]),
        (
            "cancelling.rev",
            [
                {"id": "payment-omitted", "rule": "P3", "trick": 3},
                {"id": "payment-twice", "rule": "P1", "trick": 9},
            ],
        ),
    ],
)
def test_two_that_hide_one_another(log: str, causes: list[Row]) -> None:
    """What went into the fondo is taken out of it again; what was not paid is paid twice elsewhere."""
    [one] = explain(list(judge(read_sessions([LOGS / log])[0].sessions)))
    [first, *_] = deal_row(one)["explanations"]
    assert as_set(first["causes"]) == as_set([{"kind": "mistake", **cause} for cause in causes])


def test_two_of_one_payment_that_cancel() -> None:
    """What is not doubled in an edge and paid twice leaves the nets right."""
    desk = Deskful("revesino/P4-last-trick.rev")
    [single] = [way for way in desk.ways("edge-not-doubled") if way.cause["trick"] == 11]
    twice = next(way for way in desk.ways("payment-twice") if way.cause["trick"] == 11)
    found = planted(desk, single, twice)
    assert as_set([single.cause, twice.cause]) in map(as_set, whole(found))


# ----------------------------------------------------------------------------------------- what is not given


def test_every_cause_of_a_set_explains_something() -> None:
    """Of a record with more wrong than can be explained no set is another one and a cause that adds nothing."""
    desk = Deskful(PLACED)
    record = desk.written(desk.ways("fondo-not-taken")[0])
    net = tuple((value or 0) - 33 for value in record.net or ())
    [found] = rows_of([msgspec.structs.replace(desk.truth.deal, recorded=msgspec.structs.replace(record, net=net))])
    told = [(as_set(each["causes"]), len(each["leaves"])) for each in found["explanations"]]
    assert told
    assert not [1 for one, few in told for other, many in told if one < other and few <= many]
    assert all(each["explains"] for each in found["explanations"])


def test_a_cause_that_adds_nothing_beside_another_is_no_pair_with_it() -> None:
    """That Diego, who deals, does not stake adds nothing where only the dealer's fee is paid."""
    [deal] = read_sessions([LOGS / "emptied-fondo.rev"])[0].sessions[0].deals
    net = tuple((value or 0) - 33 for value in deal.recorded.net or ())
    [found] = rows_of([msgspec.structs.replace(deal, recorded=msgspec.structs.replace(deal.recorded, net=net))])
    kinds = [{cause.get("id") for cause in each["causes"]} for each in found["explanations"]]
    assert kinds
    assert not [1 for some in kinds if {"stake-omitted", "renewal-missed"} <= some]


# ---------------------------------------------------------------------------------- one deal and the others


def crowded() -> tuple[Deal, Deal]:
    """A deal whose payments were written down twenty times, and one of another session that is only a little off."""
    desk = Deskful("reversis/X8-reversis-made.rev")
    record = desk.case.written
    worst = msgspec.structs.replace(
        desk.truth.deal, recorded=msgspec.structs.replace(record, payments=record.payments * 20)
    )
    other = Deskful(PLACED)
    return worst, msgspec.structs.replace(other.truth.deal, recorded=other.written(pen(other, "digits", "points")))


def test_a_record_that_is_wrong_everywhere_is_explained_beside_the_others() -> None:
    found = rows_of(list(crowded()))
    assert len(found) == 2
    assert all(0 <= each["probability"] <= 1 for row in found for each in row["explanations"])
    assert any(whole(row) for row in found)


def test_a_fault_in_one_deal_leaves_the_others_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    real = sets.search
    other = Deskful("revesino/R7-card-points.rev")
    good = msgspec.structs.replace(other.truth.deal, recorded=other.written(other.ways("card-value")[0]))
    desk = Deskful(PLACED)
    bad = msgspec.structs.replace(desk.truth.deal, recorded=desk.written(pen(desk, "digits", "points")))

    def failing(of: Any, deals: Any) -> Any:
        if any(of.batch.deals[deal].header.session == bad.header.session for deal in deals.tolist()):
            raise ZeroDivisionError("float division by zero")
        return real(of, deals)

    monkeypatch.setattr(sets, "search", failing)
    found = {row["session"]: row for row in rows_of([good, bad])}
    assert whole(found[good.header.session])
    row = found[bad.header.session]
    assert row["explanations"] == []
    assert row["fault"] == "ZeroDivisionError: float division by zero"
    use("en")
    [told] = [line.text for line in explanation_lines([row], {(row["club"], row["session"]): desk.case.ruleset})][2:]
    assert "could not be explained (ZeroDivisionError" in told
