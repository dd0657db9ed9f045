"""Figures of deals without cards that no deal can give together, and figures like them that one can give."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from support import audit_text, deals_of

HEAD = "revesino-log 1\nclub: C\nsesion: S\nreglas: {rules}\njugadores: Ana, Benito, Carla, Diego{fifth}\n"


class Case(NamedTuple):
    """Lines of the log below its head; of each finding on the last deal what it is, or what decides, and the claims."""

    log: str
    found: Mapping[str, list[str]] = MappingProxyType({})
    rules: str = "revesino"


DEAL = "reparto 1\ndador: Ana\n"
POINTS, WINNER = ["points", "tricks"], ["winner", "points", "tricks"]
AUTOMATIC = "opcion undertaking: automatic\n"

CASES = {
    "points without a trick": Case(DEAL + "puntos: 5, 10, 10, 10\nbazas: 0, 3, 4, 4", {"points-tricks: Ana": POINTS}),
    "more points than one trick holds": Case(
        DEAL + "puntos: 18, 7, 5, 5\nbazas: 1, 3, 3, 4", {"points-tricks: Ana": POINTS}
    ),
    "as many as one trick holds": Case(DEAL + "puntos: 17, 7, 5, 5\nbazas: 1, 3, 3, 4"),
    "two players with more than two tricks hold": Case(
        DEAL + "puntos: 15, 15, 5, 3\nbazas: 1, 1, 5, 4", {"points-tricks: Ana, Benito": POINTS}
    ),
    "fewer points than so many tricks hold": Case(
        DEAL + "puntos: 3, ?, ?, ?\nbazas: 10, ?, ?, ?", {"points-tricks: Ana": POINTS}
    ),
    "points, and all tricks with the others": Case(
        DEAL + "puntos: 1, ?, ?, ?\nbazas: ?, 4, 4, 3", {"points-tricks: Ana": POINTS}
    ),
    "points, and all tricks won by others one by one": Case(
        DEAL + "puntos: 1, ?, ?, ?\n" + "".join(f"gana b{n}: Benito\n" for n in range(1, 12)),
        {"points-tricks: Ana": ["points", "trick_winner"]},
    ),
    "points that come to less than the tricks hold": Case(DEAL + "puntos: 1, 1, 1, 1", {"points": ["points"]}),
    "the fewest points that the tricks hold": Case(DEAL + "puntos: 7, 7, 7, 5"),
    "more tricks one by one than in all": Case(
        DEAL + "bazas: 1, 3, 3, 4\ngana b1: Ana\ngana b2: Ana", {"trick-winners: player": ["trick_winner", "tricks"]}
    ),
    "more tricks in all than are left one by one": Case(
        DEAL + "bazas: 5, ?, ?, ?\n" + "".join(f"gana b{n}: Benito\n" for n in range(1, 8)),
        {"trick-winners: open": ["trick_winner", "tricks"]},
    ),
    "tricks below 0": Case(DEAL + "bazas: 12, 0, 0, -1", {"tricks": ["tricks"]}),
    "the other of two tied, whom the seat puts first": Case(
        "reparto 1\ndador: Carla\npuntos: 5, 5, 12, 12\nbazas: 3, 3, 2, 3\nganador: Benito",
        {"winner: seat": [*WINNER, "dealer"]},
    ),
    "the same where seats count the other way": Case(
        "opcion tie_seats: dealer_then_left\n"
        "reparto 1\ndador: Carla\npuntos: 5, 5, 12, 12\nbazas: 3, 3, 2, 3\nganador: Benito"
    ),
    "the same without a dealer": Case("reparto 1\npuntos: 5, 5, 12, 12\nbazas: 3, 3, 2, 3\nganador: Benito"),
    "the same in the digest, which breaks no ties": Case(
        "reparto 1\ndador: Carla\npuntos: 5, 5, 12, 12\nbazas: 3, 3, 2, 3\nganador: Benito", rules="revesino-digest"
    ),
    "a tie in reversis": Case(
        "reparto 1\ndador: Carla\npuntos: 5, 5, 15, 15\nbazas: 3, 3, 3, 3\nganador: Benito",
        {"winner: seat": [*WINNER, "dealer"]},
        "reversis",
    ),
    "every trick without a word": Case(
        DEAL + "puntos: 0, 0, 0, 43\nbazas: 0, 0, 0, 11\nganador: Diego", {"winner: undeclared": ["winner", "tricks"]}
    ),
    "every trick and the word": Case(DEAL + "revesino: Diego\nbazas: 0, 0, 0, 11\nganador: Diego"),
    "every trick where no word is needed": Case(AUTOMATIC + DEAL + "bazas: 0, 0, 0, 11\nganador: Diego"),
    "another has every trick and the word": Case(
        DEAL + "revesino: Diego\nbazas: 0, 0, 0, 11\nganador: Ana", {"winner: all": ["winner", "tricks"]}
    ),
    "somebody else without a trick": Case(DEAL + "bazas: 0, 3, 4, 4\nganador: Benito", {"winner: no-more": WINNER}),
    "a revesino said by one with too few tricks, who has not the fewest points": Case(
        DEAL + "revesino: Ana\npuntos: 9, 8, 10, 10\nbazas: 3, 3, 3, 2\nganador: Ana",
        {"winner: points": ["winner", "points"]},
    ),
    "the same with the fewest points": Case(
        DEAL + "revesino: Ana\npuntos: 8, 9, 10, 10\nbazas: 3, 3, 3, 2\nganador: Ana"
    ),
    "a napolitano without a trick, and another winner": Case(
        DEAL + "napolitana: Ana\npuntos: 0, 10, 10, 10\nbazas: 0, 3, 4, 4\nganador: Benito",
        {"winner: points": ["winner", "points"]},
    ),
    "a napolitano with a trick, and another winner": Case(
        DEAL + "napolitana: Ana\npuntos: 0, 10, 10, 10\nbazas: 1, 3, 3, 4\nganador: Benito"
    ),
    "a napolitano without a trick wins from the worst seat": Case(
        DEAL + "napolitana: Diego\npuntos: 0, 20, 20, 0\nbazas: 0, 5, 6, 0\nganador: Diego"
    ),
    "an espagnolette without a trick wins from the worst seat": Case(
        DEAL + "espagnolette: Diego\npuntos: 0, 20, 20, 0\nbazas: 0, 6, 6, 0\nganador: Diego", rules="reversis"
    ),
    "a dealer who sits out": Case(DEAL + "ganador: Ana", {"winner: sits-out": ["winner", "dealer"]}, "reversis-5"),
    "balances and the fondo do not come to what they did": Case(
        DEAL + "fondo final: 9\nsaldo: 1, 1, 1, 1", {"fondo: left": ["balance", "fondo_end"]}
    ),
    "the same a deal later": Case(
        DEAL + "fondo final: 9\nsaldo: -3, -2, -2, -2\nreparto 2\nfondo final: 10\nsaldo: 50, -2, -2, -2",
        {"fondo: left": ["balance", "fondo_end"]},
    ),
    "the same behind a missing deal": Case(
        DEAL + "fondo final: 9\nsaldo: -3, -2, -2, -2\nreparto 3\nfondo final: 10\nsaldo: 50, -2, -2, -2"
    ),
    "the same with a substitute": Case(
        DEAL + "fondo final: 9\nsaldo: -3, -2, -2, -2\njugadores: Ana, Benito, Carla, Elena\n"
        "reparto 2\nfondo final: 10\nsaldo: 50, -2, -2, -2"
    ),
    "more won than the fondo held": Case(DEAL + "tantos: 5, 5, 5, 5", {"fondo: won": ["net"]}),
    "more won by balances than the fondo held": Case(DEAL + "saldo: 5, 5, 5, 5", {"fondo: won": ["balance"]}),
    "all that was brought in the fondo is won": Case("fondo previo: 20\n" + DEAL + "tantos: 5, 5, 5, 5"),
    "more won than the fondo held after the stakes": Case(
        "reparto 4\ndador: Ana\nfondo inicial: 12\ntantos: 12, 0, 0, 0", {"fondo: won": ["net", "fondo_start"]}
    ),
    "all is won that was in it before the least stakes": Case(
        "reparto 4\ndador: Ana\nfondo inicial: 12\ntantos: 11, 0, 0, 0"
    ),
    "more left than was there": Case(
        "reparto 4\ndador: Ana\nfondo inicial: 12\nfondo final: 13\ntantos: -1, 0, 0, 0",
        {"fondo: left-at-most": ["net", "fondo_start", "fondo_end"]},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_only_what_no_deal_can_give_contradicts_itself(tmp_path: Path, case: Case) -> None:
    head = HEAD.format(rules=case.rules, fifth=", Elena" if case.rules == "reversis-5" else "")
    *_, last = deals_of(audit_text(tmp_path, head + case.log + "\n")).values()
    found = {which(one["params"]): one["params"]["claims"] for one in last["findings"]}
    assert found == case.found
    assert last["status"] == ("discrepant" if case.found else "undetermined")


def which(params: dict[str, Any]) -> str:
    """What a finding is on, with whom it is on or what decides it."""
    more = params.get("by") or ", ".join(params.get("players", ()))
    return f"{params['what']}: {more}" if more else str(params["what"])


PAID = {
    " b3: Ana > Benito 500": ("contradicted", {"least": 0, "most": 8}),
    " b3: Ana > Benito 9": ("contradicted", {"least": 0, "most": 8}),
    " b3: Ana > Benito 8": ("undetermined", None),  # N5 pays back twice what P2 pays, doubled
    ": Ana > Benito 65": ("contradicted", {"least": 0, "most": 64}),
    ": Ana > Benito 64": ("undetermined", None),
    ": fondo > Ana 500": ("undetermined", None),
    ": Ana > fondo 500": ("undetermined", None),
}
"""The verdict, and between what the right amount lies."""


@pytest.mark.parametrize("paid", PAID)
def test_no_rule_lets_one_player_pay_another_so_much(tmp_path: Path, paid: str) -> None:
    log = f"{HEAD.format(rules='revesino', fifth='')}{DEAL}pago{paid}\n"
    (deal,) = deals_of(audit_text(tmp_path, log)).values()
    (claim,) = (one for one in deal["claims"] if one["claim"] == "payment")
    assert (claim["verdict"], claim.get("range")) == PAID[paid]
    assert claim["computed"] is None


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("bazas: 12, 0, 0, -1", "The recorded tricks add up to 11; a deal has 11, and none are below 0."),
        ("puntos: 5, 10, 10, 10\nbazas: 0, 3, 4, 4", "the tricks of Ana hold 0 points at most, and 5 are recorded"),
        ("puntos: 3, ?, ?, ?\nbazas: 10, ?, ?, ?", "the tricks of Ana hold 14 points at least, and 3 are recorded"),
        ("bazas: 1, 3, 3, 4\ngana b1: Ana\ngana b2: Ana", "Tricks of Ana: 2 recorded one by one, 1 in all."),
        ("puntos: 0, 0, 0, 43\nbazas: 0, 0, 0, 11\nganador: Diego", "no revesino of Diego is recorded"),
        ("fondo final: 9\nsaldo: 1, 1, 1, 1", "come to +4 in this deal, and the fondo is left with 9: 13 together"),
        ("tantos: 5, 5, 5, 5", "come to +20 in this deal, where the fondo held no more than 0 before the stakes"),
    ],
)
def test_the_finding_says_which_figures_and_what_can_be(tmp_path: Path, log: str, words: str) -> None:
    (deal,) = deals_of(audit_text(tmp_path, HEAD.format(rules="revesino", fifth="") + DEAL + log + "\n")).values()
    (finding,) = deal["findings"]
    assert words in finding["message"]
