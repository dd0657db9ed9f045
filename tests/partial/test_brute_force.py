"""Partial deals are judged as all of their completions, tried one by one, have them."""

from __future__ import annotations

import random

import msgspec
import pytest
from support import some_slow

from audit import logs
from audit.model import Deal, Option
from audit.replay import completions, shared
from audit.ruleset import pack_of

from ..simulate.seasons import CASES
from .brute import by_brute_force, hidden, season, verdicts, without_hands

KINDS = ("cards", "suit", "rank", "leaderless", "last")


def disagreements(deal: Deal) -> list[str]:
    """Where the audit says otherwise than brute force."""
    lines = []
    ((mine, _),) = verdicts([deal])
    for key, (verdict, values) in by_brute_force(deal).items():
        claim = mine[key]
        told_range = claim.get("range")
        if claim["verdict"] != verdict:
            lines.append(f"{key}: {verdict} {values} / {claim['verdict']} {told_range}")
        elif verdict == "undetermined" and told_range and "least" in told_range:
            told = (told_range["least"], told_range["most"])
            if told != (min(values), max(values)):
                lines.append(f"{key}: {sorted(values)} / {told}")
        elif verdict == "undetermined" and told_range and set(told_range["players"]) != values:
            lines.append(f"{key}: {values} / {told_range}")
    return lines


@pytest.mark.parametrize(
    ("rules", "what"),
    some_slow(
        [(rules, what) for rules in ("revesino", "reversis") for what in KINDS[:4]],
        ("revesino", "suit"), ("revesino", "rank"), ("revesino", "leaderless"), ("reversis", "cards"),
    ),
)  # fmt: skip
def test_few_unknown_cards(rules: str, what: str) -> None:
    rng = random.Random(f"{rules} {what}")
    undetermined = 0
    for place, deal in enumerate(season(rules, 5, 8)):
        if rules == "reversis" and what == "cards" and place > 3:
            break
        partial = hidden(deal if place % 2 else without_hands(deal), rng, what)
        assert disagreements(partial) == []
        ((claims, _),) = verdicts([partial])
        undetermined += sum(one["verdict"] == "undetermined" for one in claims.values())
    # A card of which the rank is known is often the only one that it can be.
    assert undetermined or rules == "reversis" or what == "rank"


def test_a_last_trick_that_nobody_wrote_down() -> None:
    for deal in season("revesino", 6, 2):
        assert disagreements(hidden(without_hands(deal), random.Random(1), "last")) == []


def of_case(name: str, *options: tuple[str, str]) -> Deal:
    """The deal of a case file, of which only the tricks were written down, in a house with options."""
    [deal] = logs.read([CASES / name], pack_of).deals
    named = tuple(Option(name, value, deal.place) for name, value in options)
    return without_hands(msgspec.structs.replace(deal, header=msgspec.structs.replace(deal.header, options=named)))


def test_a_napolitana_that_may_have_been_in_the_hand_before_the_exchange() -> None:
    """Nobody recorded that hand, so that the payments stay open; the points and tricks are told all the same."""
    deal = of_case("revesino/N1-only-before-the-exchange.rev", ("napolitana_hand", "either"))
    told = 0
    for what in ("cards", "suit", "last"):
        partial = hidden(deal, random.Random(what), what)
        assert disagreements(partial) == []
        ((claims, _),) = verdicts([partial])
        told += sum(one["verdict"] == "confirmed" for key, one in claims.items() if key[0] in ("points", "tricks"))
        assert {one["verdict"] for key, one in claims.items() if key[0] in ("winner", "net")} == {"undetermined"}
    assert told


def test_the_comparison_notices_a_wrong_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing control: a search that loses completions."""

    def lossy(task: completions.Task, r: object) -> object:
        found = completions.search(task, r)  # type: ignore[arg-type]
        return found and completions.Completions(found.card[..., :1], found.leader[:, :1])

    monkeypatch.setattr(shared, "search", lossy)
    rng = random.Random("control")
    found = [disagreements(hidden(without_hands(deal), rng, "cards")) for deal in season("revesino", 5, 6)]
    assert any(found)
