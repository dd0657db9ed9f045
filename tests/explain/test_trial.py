"""Deals that are tried without a change come to what the audit says of them, whatever is wrong in them."""

from __future__ import annotations

import numpy as np
import pytest

from audit.judge import judge
from audit.ruleset import ruleset_ids
from audit.sessions import assemble
from audit.simulate.season import play_season
from audit.trial.change import Change, Moves, What
from audit.trial.desk import OWN, RIGHT, Desk, desk_of
from audit.trial.slots import Recorded, recorded
from audit.trial.tried import Row, Tried, try_rows

from ..simulate.seasons import season


def tried(rules: str, *changes: Change) -> tuple[Desk, Recorded, Tried]:
    """A season with mistakes, each deal from the right fondo and from the club's own."""
    evenings = play_season(season(rules, mistakes=0.4, sessions=10))
    [judged] = judge(assemble([deal for one in evenings for deal in one.deals]).sessions)
    desk = desk_of(judged)
    record = recorded(judged, np.flatnonzero(desk.triable))
    rows = [Row(k, side, changes) for k in range(record.deals.size) for side in (RIGHT, OWN)]
    return desk, record, try_rows(desk, record, rows)


@pytest.mark.parametrize("rules", ruleset_ids())
def test_the_right_fondo_makes_wrong_what_is_contradicted(rules: str) -> None:
    _desk, record, found = tried(rules)
    size, balance = record.slots.size, record.slots.line("balance")
    told = (record.wrong & record.asked)[:, :size].copy()
    mine = found.wrong[RIGHT::2].copy()
    # A balance may be counted from the one that makes it right, so that less of them is wrong.
    assert not (mine[:, balance] & ~told[:, balance]).any()
    told[:, balance] = mine[:, balance] = False
    assert (told == mine).all()
    payments = found.of_payments(np.arange(found.deal.size)).wrong[RIGHT::2]
    assert (payments == (record.wrong & record.asked)[:, size:]).all()


@pytest.mark.parametrize("rules", ruleset_ids())
def test_what_is_wrong_from_either_fondo_is_not_only_carried(rules: str) -> None:
    _desk, record, found = tried(rules)
    told = (record.fresh & record.asked)[:, : record.slots.size]
    assert ((found.wrong[OWN::2] & found.wrong[RIGHT::2]) == told).all()


@pytest.mark.parametrize("rules", ruleset_ids())
def test_a_ledger_is_the_same_where_every_payment_is_made_and_none_lacks(rules: str) -> None:
    _desk, record, found = tried(rules)
    paid = found.of_payments(np.arange(found.deal.size))
    told = record.payments[found.deal] > 0
    whole = ~paid.wrong.any(axis=1) & (paid.lacking == 0)
    if rules != "revesino-digest":
        assert (found.same == whole)[told].all()


def test_a_change_is_noticed() -> None:
    """The failing control."""
    _desk, record, right = tried("revesino")
    *_, found = tried("revesino", Change(moves=Moves(("P1",), What.TWICE)))
    net = record.slots.line("net")
    assert found.wrong[:, net].sum() > right.wrong[:, net].sum()
    assert (found.wrong[:, record.slots.line("points")] == right.wrong[:, record.slots.line("points")]).all()
