"""Whom a text names: composed and spaced in any way, but with its case and accents; and who is paid what."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.text.problems import message

from .reading import HEADER, read_deal, read_record, texts, whats


def header(*players: str) -> str:
    """A header for these players, each written as given, and as many more as are needed."""
    return HEADER.replace("Ana, Benito, Carla, Diego", ", ".join([*players, "Xu", "Yo", "Zoë", "Wim"][:4]))


@pytest.mark.parametrize(
    "text", ["José María", "José  María", "Jose\u0301 Mari\u0301a", '"José María"', "\tJosé\u00a0María "]
)
def test_equal_names(tmp_path: Path, text: str) -> None:
    deal, reading = read_deal(
        tmp_path, f"ganador: {text}\nmano {text}: 1o\nb1 {text}: 1o 2o 3o 4o\n", header("José María")
    )
    assert deal.recorded.winner == deal.tricks[1].leader == "José María"
    assert list(deal.hands) == ["José María"]
    assert set(whats(reading)) <= {"encoding.nbsp"}


@pytest.mark.parametrize("text", ["ana maría", "Ana Maria", "Ana María.", "Ana Marí", "AnaMaría"])
def test_a_near_miss_is_suggested_and_never_matched(tmp_path: Path, text: str) -> None:
    deal, reading = read_deal(tmp_path, f"ganador: {text}\n", header("Ana María"))
    assert deal.recorded.winner is None
    (problem,) = reading.problems
    assert problem.what == "unknown-player.name"
    assert "did you mean `Ana María`?" in message(problem)
    assert texts(reading) == [f"ilegible: ganador: {text}"]


def test_quoted_names(tmp_path: Path) -> None:
    players = '"Ana: la ""Rubia"", hija", "?", "; >=", "  two  words "'
    lines = 'mano "Ana: la ""Rubia"", hija": 1o\nganador: "?"\npago: "; >=" > "two words" 3\ndador: ?\n'
    deal, reading = read_deal(tmp_path, lines, HEADER.replace("Ana, Benito, Carla, Diego", players))
    assert deal.players == ('Ana: la "Rubia", hija', "?", "; >=", "two words")
    assert deal.players[0] in deal.hands
    assert (deal.recorded.winner, deal.dealer) == ("?", None)
    assert (deal.recorded.payments[0].payer, deal.recorded.payments[0].payee) == ("; >=", "two words")
    assert not reading.problems


def test_quotes_inside_a_bare_name(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, 'ganador: Ana "la Rubia"\n', header('Ana "la Rubia"'))
    assert deal.recorded.winner == 'Ana "la Rubia"'
    assert not reading.problems


@pytest.mark.parametrize("name", ["دييغو", "Ана\u200f", "123", "-", "b4", "Ana 2", "pago", "𝔄na"])
def test_unusual_names(tmp_path: Path, name: str) -> None:
    lines = f"ganador: {name}\nb1 {name}: 1o 2o 3o 4o\npago b1: {name} > {name} 3 label\ncambio {name}: -\n"
    deal, reading = read_deal(tmp_path, lines, header(name))
    assert deal.recorded.winner == deal.tricks[1].leader == deal.exchanges[0].player == name
    payment = deal.recorded.payments[0]
    assert (payment.payer, payment.payee, payment.amount, payment.label) == (name, name, 3, "label")
    assert not reading.problems


def test_fondo_is_an_account_in_payments_only(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "ganador: fondo\npago: fondo > Ana 3\npago: Fondo > Ana 3\n")
    assert deal.recorded.winner is None
    assert [payment.payer for payment in deal.recorded.payments] == ["fondo", "fondo"]
    assert [problem.params["near"] for problem in reading.problems] == [""]


@pytest.mark.parametrize(
    ("text", "payee", "amount", "label"),
    [
        ("Ana 3", "Ana", 3, None), ("Ana 2 3", "Ana 2", 3, None), ("Ana 2", "Ana", 2, None),
        ("Ana 2 as", "Ana", 2, "as"), ("Ana 2 3 4", "Ana 2", 3, "4"), ('"Ana" 2 3', "Ana", 2, "3"),
        ("Ana  María   3", "Ana María", 3, None), ("Ana María Sol 3  a  b ", "Ana María Sol", 3, "a  b"),
        ("fondo 3", "fondo", 3, None), ("Ana -3", "Ana", -3, None), ("Ana +3", "Ana", 3, None),
        ("Ana 0", "Ana", 0, None), ('Ana 3 "a; b"', "Ana", 3, "a; b"), ("Ana 3 a > b", "Ana", 3, "a > b"),
        ('Ana 3 json: "a\\nb"', "Ana", 3, "a\nb"), ("Ana 3 1, 2", "Ana", 3, "1, 2"),
    ],
)  # fmt: skip
def test_the_receiver_is_the_longest_known_name_before_the_amount(
    tmp_path: Path, text: str, payee: str, amount: int, label: str | None
) -> None:
    deal, reading = read_deal(
        tmp_path,
        f"pago: Xu > {text}\n",
        HEADER.replace("Ana, Benito, Carla, Diego", "Ana, Ana 2, Ana María, Xu, Ana María Sol"),
    )
    (payment,) = deal.recorded.payments
    assert (payment.payer, payment.payee, payment.amount, payment.label) == ("Xu", payee, amount, label)
    assert not reading.problems


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Ana, Benito 3", "bad-value.payment"), ("Ana > Benito", "bad-value.payment"), ("Ana > 3", "bad-value.payment"),
        ("Ana > Benito tres", "bad-value.payment"), ("> Benito 3", "bad-value.name"), ("Ana >", "bad-value.payment"),
        ("Ana > benito 3", "unknown-player.name"), ("ana > Benito 3", "unknown-player.name"),
        ("Ana > Eva Luz 3", "unknown-player.name"), ("Ana > Benito 1.5", "bad-value.payment"),
        ('"Ana" > "Benito"', "bad-value.payment"), ("? > Benito 3", "bad-value.name"),
    ],
)  # fmt: skip
def test_what_is_no_payment(tmp_path: Path, text: str, what: str) -> None:
    deal, reading = read_deal(tmp_path, f"pago: {text}\npago: Ana > Carla 1\n")
    assert [payment.payee for payment in deal.recorded.payments] == ["Carla"]
    assert whats(reading) == [what]
    assert texts(reading) == [f"ilegible: pago: {text}"]


def test_an_amount_that_is_not_recorded(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "pago: Ana > Benito ?\n")
    assert not deal.recorded.payments
    assert not reading.problems
    assert texts(reading) == ["pago: Ana > Benito ?"], "it is no fault; it cannot be written again, but is kept"
    deal, reading = read_record(tmp_path, '"recorded": {"payments": [{"from": "Ana", "to": "Benito", "amount": null}]}')
    assert not deal.recorded.payments
    assert not reading.problems
    assert len(texts(reading)) == 1
