"""Deals that are only a score: what contradicts itself is told from the rest of the record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from audit.explain.explaining import explain
from audit.explain.rows import deal_row
from audit.judge import judge
from audit.model import Deal, Recorded
from audit.sessions import assemble
from audit.simulate.season import play_season

from ..simulate.seasons import season

Row = dict[str, Any]


def bare() -> list[Deal]:
    """The scores of an evening."""
    [evening] = play_season(season(sessions=1, deals=4, bare=1.0, substitutes=0.0))
    return list(evening.deals)


def explained(deals: list[Deal]) -> list[Row]:
    return [deal_row(one) for one in explain(list(judge(assemble(deals).sessions)))]


def rewritten(deal: Deal, **lines: Any) -> Deal:
    recorded: Recorded = msgspec.structs.replace(deal.recorded, **lines)
    return msgspec.structs.replace(deal, recorded=recorded)


def test_right_scores_need_no_explanation() -> None:
    assert explained(bare()) == []


@pytest.mark.parametrize("claim", ["net", "balance"])
def test_a_wrong_sign_is_found_from_the_other_figures(claim: str) -> None:
    deals = bare()
    line = getattr(deals[1].recorded, claim)
    place = next(k for k, value in enumerate(line) if value)
    written = tuple(-value if k == place else value for k, value in enumerate(line))
    found = explained([deals[0], rewritten(deals[1], **{claim: written})])
    [row] = [row for row in found if row["deal"] == 2]
    cause = {"kind": "mistake", "id": "sign", "claim": claim, "player": deals[1].players[place]}
    assert row["explanations"][0]["causes"] == [cause]


def test_two_figures_in_each_other_s_place_are_found() -> None:
    deals = bare()
    net = list(deals[0].recorded.net or ())
    a, b = next((a, b) for a in range(4) for b in range(a) if net[a] != net[b])
    net[a], net[b] = net[b], net[a]
    [row] = explained([rewritten(deals[0], net=tuple(net))])
    assert row["explanations"][0]["causes"][0]["id"] == "swap"


def test_one_trick_too_many_is_a_slip() -> None:
    deals = bare()
    tricks = tuple((value or 0) + (k == 2) for k, value in enumerate(deals[0].recorded.tricks or ()))
    [row] = explained([rewritten(deals[0], tricks=tricks)])
    cause = {"kind": "mistake", "id": "slip", "claim": "tricks", "player": deals[0].players[2], "by": 1}
    assert cause in [each["causes"][0] for each in row["explanations"]]
