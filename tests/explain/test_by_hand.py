"""Mistakes made by hand, without the simulator's code, are detected and named first, or with the same record."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from support import some_slow

from audit.explain.explaining import explain
from audit.explain.rows import deal_row
from audit.judge import judge
from audit.model import Deal
from audit.report import Audited
from audit.sessions import assemble
from audit.simulate.season import play_season

from ..simulate.seasons import judged, season
from .by_hand import MISTAKES, Sheet

Row = dict[str, Any]

WAYS = 1
"""Ways of each kind of mistake that are made in a deal."""


def sheets(rules: str, deals: int) -> list[Sheet]:
    """Right first deals of as many evenings."""
    evenings = play_season(season(rules, sessions=deals, deals=1, substitutes=0.0))
    audited: Audited = judged(evenings)
    found = []
    for evening, session in zip(evenings, audited.sessions(), strict=True):
        found.append(Sheet(evening.deals[0], session["deals"][0]["computed"], rules))
    return found


def named(cause: Row) -> str:
    """A cause, whichever of two players is named first."""
    players = {"players": sorted(cause["players"])} if "players" in cause else {}
    return json.dumps(cause | players, sort_keys=True, ensure_ascii=False)


def explained(deals: list[Deal]) -> dict[str, Row]:
    """By session: what explains its only deal."""
    return {row["session"]: row for row in map(deal_row, explain(list(judge(assemble(deals).sessions))))}


@pytest.mark.parametrize("rules", some_slow(["revesino", "reversis"], "reversis"))
def test_what_is_planted_by_another_hand_is_found(rules: str) -> None:
    rng = random.Random(5)
    deals: list[Deal] = []
    planted: dict[str, Row] = {}
    for sheet in sheets(rules, 40):
        right = sheet.recorded()
        for make in MISTAKES:
            ways = [one for one in make(sheet) if one[1].recorded() != right]
            for cause, wrong in rng.sample(ways, min(WAYS, len(ways))):
                name = str(len(deals))
                header = msgspec.structs.replace(sheet.deal.header, session=name)
                deals.append(msgspec.structs.replace(sheet.deal, header=header, recorded=wrong.recorded()))
                planted[name] = cause
    found = explained(deals)
    assert len(planted) > 150
    assert set(found) == set(planted), "every one is detected"
    places: Counter[str] = Counter()
    for name, cause in planted.items():
        some = found[name]["explanations"]
        sets = [[named(one) for one in each["causes"]] for each in some]
        place = sets.index([named(cause)]) if [named(cause)] in sets else None
        same = place is not None and not some[0]["leaves"] and len(some[0]["causes"]) == 1
        places["first" if place == 0 else "alike" if same else f"lost {cause['id']}"] += 1
    lost = {name: count for name, count in places.items() if name.startswith("lost")}
    assert sum(lost.values()) <= 0.01 * len(planted), lost


@pytest.mark.parametrize("rules", ["revesino", "reversis"])
def test_a_right_record_is_explained_by_nothing(rules: str) -> None:
    deals = [msgspec.structs.replace(one.deal, recorded=one.recorded()) for one in sheets(rules, 30)]
    assert not explained(deals)
