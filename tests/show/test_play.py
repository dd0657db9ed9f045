"""A deal trick by trick: each thing that is said of one, from a log that makes it so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from show.showing import SAMPLES, log, sample, shown

from audit.house_rules import resolve
from audit.model import Option, Place
from audit.rules.p4 import doubles, edge
from audit.ruleset import Ruleset


def changed(name: str, *changes: tuple[str, str]) -> str:
    """The text of a sample log with something else in it."""
    text = next(SAMPLES.glob(f"{name}*")).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_a_payment_recorded_with_another_amount_shows_both() -> None:
    assert "✗ Fermín → Leocadia 2: ace forced (1b), double in this trick [P3, P4]; recorded: 1" in shown(
        sample("acta 32"), 4
    )


def test_a_payment_that_is_not_due_is_marked(tmp_path: Path) -> None:
    text = changed(
        "2024-03-09", ("pago b7: Leocadia > Amparo 1 as", "pago b7: Leocadia > Amparo 1 as\npago: Fermín > Amparo 9")
    )
    assert "    ✗ Fermín → Amparo: 9 recorded, not due\n" in shown(log(tmp_path, text), 1)


def test_a_payment_of_nothing_is_right_where_nothing_was_due(tmp_path: Path) -> None:
    text = changed("2024-03-09", ("fondo inicial: 9", "pago b2: Amparo > Fermín 0\nfondo inicial: 9"))
    assert "         ✓ Amparo → Fermín 0\n" in shown(log(tmp_path, text), 1)


def test_a_payment_of_which_nobody_can_say_says_why() -> None:
    assert "? Hilario → Petra: 2 recorded; not decided: these rules do not say" in shown(sample("tertulia 3"), 2)


def test_a_payment_that_was_left_out_is_marked_as_due() -> None:
    text = shown(sample("viernes 16"), 4)
    assert "+ Remedios → fondo 10: revesino cut [V3]" in text
    assert "+ due, and not recorded" in text


def test_a_payment_is_carried_on(tmp_path: Path) -> None:
    """The quínola takes the club's own fondo, which an earlier deal had left wrong."""
    text = shown(
        log(tmp_path, changed("2024-07-06", ("fondo inicial: 22", "pago b6: fondo > Fermín 22\nfondo inicial: 22"))), 2
    )
    assert "~ fondo → Fermín 14: takes the fondo, quínola placed (10o) [F4]; recorded: 22" in text
    assert "~ wrong only because an earlier error was carried on" in text


def test_what_a_renuncio_kept_back_is_told() -> None:
    text = shown(sample("viernes 15"), 3)
    assert "Remedios → Eladio 1: ace placed (1c), but not paid, since Eladio made a renuncio [K2]" in text
    assert "✗ Remedios → Eladio: 1 recorded, not due [K2]" in text


def test_where_no_payment_is_recorded_none_has_a_sign() -> None:
    text = shown(sample("acta 33"), 3)
    assert "           Amparo → Baltasar 1: ace placed (1b) [P1]" in text
    assert "✓" not in text
    assert "+ due" not in text


def test_a_trick_written_down_to_another_player() -> None:
    text = shown(sample("evening 13"), 3)
    assert "Percy ✗" in text
    assert "✗ recorded as taken by Mabel [R5]" in text


def test_hands_and_exchanges() -> None:
    text = shown(sample("acta 31"), 1)
    assert "exchanges nothing" in text
    assert "lays away 12e" in text
    assert "gives 7o, takes 11o" in text
    assert "then 11o 11c 6c 2c 9e 7e 4e 9b 8b 7b 3b" in text
    assert "stock: 6o 10o 11o" in text


def test_an_exchange_without_a_hand(tmp_path: Path) -> None:
    hand = next(line for line in changed("2024-03-02").splitlines() if line.startswith("mano Fermín"))
    text = shown(log(tmp_path, changed("2024-03-02", (f"{hand}\n", ""))), 1)
    assert "    Fermín    (not recorded)\n              gives 7o, takes 11o\n  " in text


def test_a_declaration_and_a_void_one(tmp_path: Path) -> None:
    assert "declared: napolitana: Práxedes" in shown(sample("viernes 17"), 4)
    text = shown(log(tmp_path, changed("2024-04-19", ("revesino: Remedios", "revesino: Eladio"))), 4)
    assert "declared: revesino: Eladio" in text
    assert "Eladio cannot declare the revesino, which is void" in text


def test_a_dealer_out_of_turn(tmp_path: Path) -> None:
    text = shown(log(tmp_path, changed("2024-06-08", ("dealer: Percy", "dealer: Edith"))), 2)
    assert "dealer: Edith ✗, where it was the turn of Percy" in text


def test_who_led_is_not_known(tmp_path: Path) -> None:
    deal = {
        "format": "revesino-log/1", "club": "Peña", "session": "noche", "rules": {"id": "revesino"},
        "players": ["Ana", "Benito", "Carla", "Diego"], "deal": 1,
        "tricks": [None, {"leader": None, "cards": ["2c", "3c", "12c", "4c"]}],
    }  # fmt: skip
    session = log(tmp_path, json.dumps(deal, ensure_ascii=False) + "\n", "log.jsonl")
    assert "2c 3c 12c 4c: who led, and so who played which, is not known" in shown(session, 1)


def test_a_deal_without_tricks() -> None:
    assert "  No trick is recorded.\n" in shown(sample("evening 12"), 4)


def test_a_card_that_counts_as_unknown() -> None:
    text = shown(sample("serão 9"), 4)
    assert " 9e? " in text
    assert "9e is recorded more than once in this deal" in text


def test_a_figure_that_is_carried_on_says_from_where() -> None:
    text = shown(sample("acta 33"), 3)
    assert "nets      -3→-5~     +2→0~    -1→-3~  +1→-1~" in text
    assert "net of Amparo: -3 → -5 (carried on from deal 2) [line 67]" in text


def test_a_fondo_below_0(tmp_path: Path) -> None:
    text = shown(log(tmp_path, changed("2024-06-08", ("fondo end: 0", "fondo end: -3"))), 1)
    assert "fondo at the end: -3→?✗" in text
    assert "fondo at the end: -3 → cannot be below 0" in text


def test_both_records_of_a_conflict_are_shown() -> None:
    text = shown(sample("viernes 36"), 2)
    assert "Deal 2, version 1, illegal (2024-09-07-circulo-acta.rev:29)" in text
    assert "Deal 2, version 2, illegal (2024-09-07-circulo-borrador.rev:15)" in text
    assert "because records contradict each other." in text


def test_a_session_of_unknown_rules_is_shown_undecided(tmp_path: Path) -> None:
    text = shown(log(tmp_path, changed("2024-03-09", ("reglas: revesino", "reglas: revesinho"))), 1)
    assert "because the rules of the session are not known." in text
    assert "✗" not in text


def test_where_nothing_is_settled_payments_are_not_said_to_be_made_after_the_play(tmp_path: Path) -> None:
    """The stakes are among them."""
    text = changed("2024-03-09")
    assert "  Before the first trick\n    ✓ Amparo → fondo 3: first stake [F1]\n" in shown(log(tmp_path, text), 1)
    found = shown(log(tmp_path, text.replace("reglas: revesino", "reglas: revesinho")), 1)
    assert "After the last trick" not in found
    assert (
        "  Recorded payments that name no trick\n"
        "    ? Amparo → fondo: 3 recorded; not decided: the rules of the session are not known\n" in found
    )


def test_the_dealer_who_sits_out_has_no_column_among_the_tricks() -> None:
    text = shown(sample("tertulia 2"), 2)
    heading = next(line for line in text.splitlines() if line.startswith("  trick"))
    assert heading.split() == ["trick", "Casilda", "Hilario", "Petra", "Ulises", "taken", "by", "points", "fondo"]
    assert "    points          5        8        1       26      –" in text


def test_a_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    text = changed("2024-03-09").replace("Fermín", "Fer\u202emín")
    assert "\u202e" not in shown(log(tmp_path, text), 4)
    assert "\\u202e" in shown(log(tmp_path, text), 4)


@pytest.mark.parametrize("value", ["both", "last", "none"])
def test_P4_the_tricks_said_to_be_double_are_those_that_the_engine_doubles(value: str) -> None:
    place = Place("", 1)
    rules = cast("Ruleset", resolve("revesino", [Option("edge_tricks", value, place)], place).ruleset)
    tricks: Any = np.arange(rules.tricks)
    doubled = np.flatnonzero(edge(rules, tricks) == 2) + 1
    assert [trick for trick in range(1, rules.tricks + 1) if doubles(rules, "P3", trick)] == doubled.tolist()
    assert not doubles(rules, "P3", None)
    assert not doubles(rules, "V3", rules.tricks)
