"""The generator makes every rare event, and its deals are what they claim to be."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from . import settle_session
from .cards import french_pack, spanish_pack
from .deals import random_options, random_session
from .events import reversis_events, revesino_events
from .options import DIGEST, REVESINO, RULESETS, options_of

Deal = dict[str, Any]
SEATS = range(4)
FONDO_RULES = ["F1", "F2", "F3", "F4", "F5", "F6", "K1"]
PLAYER_RULES = ["N5", "N6", "N7", "P1", "P2", "P3", "R10", "V2", "V3", "V4", "V5", "V6"]
REVERSIS_RULES = ["X5", "X6", "X7", "X8", "X9", "X10"]
REVESINO_EVENTS = [
    *(f"ledger: {rule}" for rule in FONDO_RULES + PLAYER_RULES),
    "revesino: made",
    "revesino: cut",
    "revesino: possible, not declared",
    "revesino: cut in trick 10",
    "revesino: cut in trick 11",
    *(f"revesino: cut by the {n}. to his right" for n in (1, 2, 3)),
    *(f"revesino: by seat {seat}" for seat in SEATS),
    *(
        f"revesino: {outcome}, {whose} quinola in {when}"
        for outcome in ("made", "cut")
        for whose in ("own", "another's")
        for when in ("1–9", "10", "11")
    ),
    *(f"revesino: {outcome}, quinola out of play" for outcome in ("made", "cut")),
    *(f"revesino: {outcome}, napolitano is {who}" for outcome in ("made", "cut") for who in ("undertaker", "another")),
    "revesino: cut, napolitano is cutter",
    "napolitana: four aces",
    "napolitana: three aces and quinola",
    "napolitana: valid only before the exchange",
    *(f"napolitana: by seat {seat}" for seat in SEATS),
    "napolitana: won no trick",
    "napolitana: won in 1–9",
    "napolitana: won in 10–11 only",
    "napolitana: lost, and had taken the fondo",
    *(f"napolitana: quinola drawn by {rank}" for rank in ("1", "12", "11")),
    *(f"napolitana: quinola {how} in {when}" for how in ("drawn", "on a lower oros") for when in ("1–9", "10–11")),
    "napolitana: quinola led as only oros",
    *(f"void: {kind}" for kind in ("napolitana", "revesino", "espagnolette", "two declarations")),
    *(f"quinola: {how} in trick {trick}" for how in ("placed", "forced") for trick in range(1, 12)),
    "quinola: led by choice",
    "quinola: led as last card",
    "quinola: followed by choice",
    "quinola: thrown on a renuncio",
    "quinola: out of play",
    *(f"renuncio: by seat {seat}" for seat in SEATS),
    "renuncio: several players",
    "renuncio: one player repeatedly",
    "renuncio: by the napolitano in 10–11",
    "renuncio: by the cutter",
    "renuncio: before a credit",
    "renuncio: after a credit",
    *(f"tie: {n} on points" for n in (2, 3)),
    *(f"tie: {n} on points and tricks" for n in (1, 2, 3)),
]
REVERSIS_EVENTS = [
    *(f"ledger: {rule}" for rule in REVERSIS_RULES),
    "reversis: made",
    *(f"reversis: broken in trick {trick}" for trick in (10, 11, 12, 13)),
    "espagnolette: done, lost all",
    "espagnolette: done, won all",
    "espagnolette: done, another's reversis failed",
    "espagnolette: void, another made the reversis",
    "espagnolette: not done",
    "espagnolette: not done, own reversis failed",
    "espagnolette: not done, another's reversis failed",
    *(f"void: {kind}" for kind in ("napolitana", "revesino", "espagnolette")),
    "quinola: captured",
    "quinola: thrown on a revoke",
    *(f"quinola: discarded in trick {trick}" for trick in range(1, 14)),
    "revoke",
    *(f"tie: {n} on points" for n in (2, 3)),
    *(f"tie: {n} on points and tricks" for n in (1, 2, 3)),
]


# Reversis without X9 or X6 (`reversis-simple`) could not show what is counted here.
FAMILIES = {
    "revesino": ((REVESINO,), revesino_events, REVESINO_EVENTS),
    "reversis": (
        ("reversis", "reversis-partidas", "reversis-5", "reversis-52"),
        reversis_events,
        REVERSIS_EVENTS,
    ),
}
# Of these there must be more than a few.
HEADLINES = {
    "revesino": {
        "revesino: made": 100,
        "revesino: cut": 100,
        "napolitana: won no trick": 100,
        "napolitana: won in 1–9": 100,
        "napolitana: won in 10–11 only": 40,
        "ledger: K1": 100,
        "ledger: N5": 60,
        "ledger: N6": 40,
        "ledger: F4": 200,
        "ledger: F5": 200,
        "void: revesino": 20,
    },
    "reversis": {
        "reversis: made": 100,
        "espagnolette: done, lost all": 60,
        "espagnolette: done, won all": 40,
        "espagnolette: not done": 60,
        "ledger: X6": 200,
        "revoke": 100,
    },
}


def sessions(rng: random.Random, rulesets: tuple[str, ...], count: int) -> list[list[Deal]]:
    """Sessions of eight deals, every other one under house rules."""
    made = []
    for number in range(count):
        rules_id = rulesets[number % len(rulesets)]
        options = random_options(rng, rules_id) if number // len(rulesets) % 2 else None
        made.append(random_session(rng, rules_id, 8, options, session=f"O{number}"))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_generator_makes_every_rare_event(family: str) -> None:
    """In 2,000 deals each event occurs; the table of counts is printed."""
    rulesets, events_of, wanted = FAMILIES[family]
    counts: Counter[str] = Counter()
    read: Callable[[Deal, Deal], set[str]] = events_of
    for session in sessions(random.Random(7), rulesets, 250):
        for deal, settled in zip(session, settle_session(session), strict=True):
            counts.update(read(deal, settled))
    table = "\n".join(f"{counts[event]:6} {event}" for event in wanted)
    print(table)
    assert not [event for event in wanted if counts[event] == 0], table
    assert not [event for event, least in HEADLINES[family].items() if counts[event] < least], table


@pytest.mark.parametrize("rules_id", RULESETS)
def test_generated_deals_are_whole(rules_id: str) -> None:
    """Every card once; what is played is what was held; the lead goes to the winner; the dealer passes."""
    rng = random.Random(rules_id)
    for session in sessions(rng, (rules_id,), 12):
        step = 1 if rules_id in (REVESINO, DIGEST) else -1
        players = session[0]["players"]
        for number, (deal, settled) in enumerate(zip(session, settle_session(session), strict=True), start=1):
            assert deal["deal"] == number
            first = players.index(session[0]["dealer"])
            assert deal["dealer"] == players[(first + step * (number - 1)) % len(players)]
            assert_legal_cards(deal)
            starts = players[(players.index(deal["dealer"]) + 1) % len(players)]
            leaders = [trick["leader"] for trick in deal["tricks"]]
            assert leaders == [starts, *settled["trick_winners"][:-1]]


def assert_legal_cards(deal: Deal) -> None:
    """R1–R3, X1, X2: hands and stock make the pack; plays make the hands after the exchange."""
    if exchanges := deal["exchanges"]:
        pack = spanish_pack()
        assert [len(deal["stock"]), len(exchanges)] == [3, 4]
        dealer = exchanges[0]
        assert dealer["player"] == deal["dealer"]
        assert dealer["discard"] is not None
        assert dealer["take"] is None
    else:
        pack = french_pack(options_of(deal)["ace_rank"], deal["rules"]["id"] == "reversis-52")
    held = {name: set(hand) for name, hand in deal["hands"].items()}
    dealt = [card for hand in deal["hands"].values() for card in hand]
    assert sorted([*dealt, *deal["stock"]]) == sorted(pack.cards)
    for number, exchange in enumerate(deal["exchanges"]):
        if exchange["discard"] is not None:
            held[exchange["player"]].remove(exchange["discard"])
        if exchange["take"] is not None:
            assert exchange["take"] == deal["stock"][number - 1]
            held[exchange["player"]].add(exchange["take"])
    players = [name for name in deal["players"] if name in held]
    for trick in deal["tricks"]:
        first = players.index(trick["leader"])
        for card, name in zip(trick["cards"], players[first:] + players[:first], strict=True):
            held[name].remove(card)
    assert not any(held.values())


@pytest.mark.parametrize("rules_id", [name for name in RULESETS if name != DIGEST])
def test_no_tanto_is_made_or_lost(rules_id: str) -> None:
    """Nets and the fondo's change add up to zero in every deal, and the fondo goes on to the next."""
    for session in sessions(random.Random(rules_id), (rules_id,), 12):
        fondo = session[0].get("carried", {}).get("fondo", 0)
        for settled in settle_session(session):
            assert sum(settled["net"].values()) + settled["fondo_end"] == fondo
            assert min(settled["fondo_start"], settled["fondo_end"]) >= 0
            fondo = settled["fondo_end"]


def test_same_seed_same_session() -> None:
    """The generator depends on its `rng` and arguments alone."""
    one, two = (sessions(random.Random(3), RULESETS, len(RULESETS)) for _ in range(2))
    assert one == two


def test_digest_goes_from_the_recorded_fondo() -> None:
    """S3: nets and ledger null; the fondo by F4, F5, V2, V3 from its recorded start; ties undetermined."""
    winners = set()
    for session in sessions(random.Random(5), (DIGEST,), 20):
        for deal, settled in zip(session, settle_session(session), strict=True):
            start = deal["recorded"].get("fondo_start")
            assert (settled["net"], settled["ledger"]) == (None, None)
            assert settled["fondo_start"] == start
            assert (settled["fondo_end"] is None) == (start is None)
            if start is not None:
                assert settled["fondo_end"] in (0, start, 2 * start, 4 * start)
            points = sorted(settled["points"].values())
            if not settled["made"]:
                assert (settled["winner"] is None) == (points[0] == points[1])
            winners.add(settled["winner"] is None)
    assert winners == {True, False}
