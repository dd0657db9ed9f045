"""Who stands where."""

from __future__ import annotations

from audit.standings import rank


def test_most_tantos_come_first_and_equals_share_a_rank() -> None:
    places = rank({"Ana": -3, "Luis": 4, "Eva": 4, "Juan": -5})
    assert [(one.rank, one.player, one.tantos) for one in places] == [
        (1, "Luis", 4), (1, "Eva", 4), (3, "Ana", -3), (4, "Juan", -5),
    ]  # fmt: skip
