"""Slips of the pen: what a newcomer writes, what is said of it, and that it costs no more than it must."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.cards import NAMES
from audit.logs.service import convert
from audit.model import Exchange, Place
from audit.text.problems import WORDINGS, expected, message

from .reading import HEADER, content, read_deal, read_record, read_text, rewritten, texts, whats
from .test_problems import REV

DEALS = "\n".join(f"reparto {number}\nfondo final: {number}\n" for number in range(1, 5))


def said(folder: Path, lines: str, header: str = HEADER) -> str:
    """What is said of the only problem of a deal with these lines."""
    (problem,) = read_text(folder, f"{header}\nreparto 1\n{lines}\n").problems
    return f"{message(problem)} / {expected(problem)}"


# Lines kept as comments


def test_lines_that_were_kept_are_reported_until_they_are_mended(tmp_path: Path) -> None:
    _, first = read_deal(tmp_path, "ganador: ana\nhello\nb2 Ana: 1o 2o 3o\n")
    once = rewritten(tmp_path, first, "rev")
    twice = rewritten(tmp_path, once, "rev")
    for again in (once, twice):
        assert whats(again) == ["bad-line.kept"] * 3
        assert {problem.severity for problem in again.problems} == {"error"}
    assert convert(twice, "rev") == convert(once, "rev") == convert(first, "rev")
    lines = convert(first, "rev").splitlines()
    assert [lines[problem.place.line - 1][:12] for problem in once.problems] == ["; ilegible: "] * 3
    assert "`hello`" in " ".join(map(message, once.problems))
    mended = convert(first, "rev").replace("; ilegible: ganador: ana", "ganador: Ana")
    assert whats(read_text(tmp_path, mended)) == ["bad-line.kept"] * 2


def test_kept_lines_are_reported_in_json_and_behind_other_lines(tmp_path: Path) -> None:
    deal, first = read_deal(tmp_path, "hello\n")
    again = rewritten(tmp_path, first, "jsonl")
    assert whats(again) == ["bad-line.kept"]
    assert content(again.deals[0]) == content(deal)
    _, reading = read_deal(tmp_path, "ganador: Ana ; Ilegible: x\n")
    assert whats(reading) == ["bad-line.kept"]
    assert reading.deals[0].recorded.winner == "Ana"
    assert reading.problems[0].place.column == len("ganador: Ana ;")


def test_a_header_without_deals_is_no_fault(tmp_path: Path) -> None:
    first = read_text(tmp_path, HEADER + HEADER.replace(": A", ": B") + "reparto 1\n")
    assert not first.problems
    assert not rewritten(tmp_path, first, "rev").problems
    assert "sesion: A" in texts(first)


# Commas


@pytest.mark.parametrize("lines", ["puntos: 1, 2, 3, 4,", "bazas: 1, 2, ?, 4 , ", "tantos: 1, 2, 3, 4,;x"])
def test_a_comma_too_many_is_passed_over(tmp_path: Path, lines: str) -> None:
    deal, reading = read_deal(tmp_path, f"{lines}\n")
    right, _ = read_deal(tmp_path, f"{lines[: lines.rindex(',')]}{lines[lines.rindex(',') + 1 :]}\n")
    assert whats(reading) == ["bad-length.comma"]
    assert "one comma too many at the end" in message(reading.problems[0])
    assert content(deal) == content(right)


def test_a_comma_too_many_in_the_header(tmp_path: Path) -> None:
    header = HEADER.replace("Diego", "Diego,") + "saldo previo: 1, 2, 3, 4,\n"
    deal, reading = read_deal(tmp_path, "", header)
    assert whats(reading) == ["bad-length.comma"] * 2
    assert deal.players == ("Ana", "Benito", "Carla", "Diego")
    assert deal.header.carried_balance == (1, 2, 3, 4)
    assert reading.problems[0].place == Place(deal.place.file, 6, len("jugadores: Ana, Benito, Carla, Diego,"))
    substitute = "reparto 1\njugadores: Ana, Eva, Carla, Diego,\nreparto 2\n"
    assert read_text(tmp_path, HEADER + substitute).deals[1].players == ("Ana", "Eva", "Carla", "Diego")


def test_an_empty_name_says_what_it_costs(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER.replace("Benito", "") + DEALS.replace("fondo final: 2", "hello\nfoo: 1"))
    assert len(reading.quarantined) == 4
    assert whats(reading) == ["bad-value.empty-name", "bad-line.no-colon", "unknown-key.text"]
    assert "an empty name between two commas" in message(reading.problems[0])
    assert "4 deals set aside because of it" in message(reading.problems[0])


def test_a_header_that_lacks_a_key_says_what_it_costs(tmp_path: Path) -> None:
    (problem,) = read_text(tmp_path, HEADER.replace("club: Casino\n", "") + "reparto 1\n").problems
    assert "(1 deal set aside because of it)" in message(problem)


# The word that begins a deal


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("repartto 2", "reparto 2"), ("reprato 3", "reparto 3"), ("dela 4", "deal 4"), ("Repart 5 ; x", "reparto 5"),
        ("distribuiçaoo 5", "distribuicao 5"), ("deals7", "deal 7"), ("repartto 2:", "reparto 2"),
        ('"reparto 2', "reparto 2"), ("'reparto 2'", "reparto 2"), ('"reparto" 2', "reparto 2"),
        ('rep"arto 2', "reparto 2"), ('"reparto 2 ; x', "reparto 2"), ('"repartto 2"', "reparto 2"),
        ('"reparto', "reparto"), ('"deal 2a', "deal"), ("(reparto 2)", "reparto 2"), ("[reparto] 2", "reparto 2"),
        ("«deal 2»", "deal 2"), ("- reparto 2", "reparto 2"), ("* deal 2:", "deal 2"), ("• reparto: 2", "reparto 2"),
        ("1. reparto 2", "reparto 2"), ("# reparto 2", "reparto 2"), (": reparto 2", "reparto 2"),
        ("x reparto 2", "reparto 2"), ("xx deal 2", "deal 2"), ("xxdeal 2", "deal 2"), ("x reparto: 2", "reparto 2"),
        ("nuevo reparto 2", "reparto 2"), ("the deal 2", "deal 2"), ("1reparto 2", "reparto 2"),
        ("\x00reparto 2", "reparto 2"), ("a distribuição 2", "distribuicao 2"),
    ],
)  # fmt: skip
def test_a_mistyped_deal_is_set_aside(tmp_path: Path, line: str, meant: str) -> None:
    text = DEALS.replace("reparto 2", line)
    reading = read_text(tmp_path, HEADER + text)
    (problem,) = (problem for problem in reading.problems if problem.severity == "error")
    assert (problem.what, problem.code) == ("bad-line.mistyped-deal", "bad-line")
    assert f"did you mean `{meant}`?" in message(problem)
    assert [deal.recorded.fondo_end for deal in reading.deals] == [1, 3, 4]
    assert [(each.code, each.place.line) for each in reading.quarantined] == [("bad-line", problem.place.line)]
    assert texts(reading) == [f"ilegible: {line}", "ilegible: fondo final: 2"]
    assert convert(rewritten(tmp_path, reading, "rev"), "rev") == convert(reading, "rev")


@pytest.mark.parametrize(
    "line",
    [
        "total 4", "repartto", "reparto2x", "delta 4", "repartto dos", "mesa 2", "nota: x reparto 2", "nota reparto 2",
        'nota: "reparto 2', "; reparto 2", "x ; reparto 2", "mano Reparto: 1o", "mano Reparto 2", "mano Reparto 2:",
        "b1 Reparto 2", "x-reparto: 2", "obs: reparto 2", "(reparto malo)", "en reparto 2 hubo dudas", "saldo deal 2",
        'ganador: "Deal 2', "ganador: Deal 2",
    ],
)  # fmt: skip
def test_what_is_no_mistyped_deal(tmp_path: Path, line: str) -> None:
    reading = read_text(tmp_path, f"{HEADER}reparto 1\n{line}\nfondo final: 1\n")
    assert "bad-line.mistyped-deal" not in whats(reading)


@pytest.mark.parametrize("line", ["ganador", "b1 Ana", "puntos", "fondo final", "pago b1", "mano Ana", "nota"])
def test_a_bare_key_is_said_and_kept(tmp_path: Path, line: str) -> None:
    deal, reading = read_deal(tmp_path, f"{line}\n")
    assert whats(reading) == ["bad-line.no-colon"]
    assert texts(reading) == [f"ilegible: {line}"]
    assert (deal.tricks, deal.recorded.winner) == ({}, None)
    assert whats(rewritten(tmp_path, reading, "rev")) == ["bad-line.kept"]


def test_a_fondo_below_0_from_before_does_not_count(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "", HEADER + "fondo previo: -5\n")
    (problem,) = reading.problems
    assert (problem.what, problem.place) == ("bad-value.negative-fondo", Place(deal.place.file, 7, 15))
    assert (deal.header.carried_fondo, texts(reading)) == (None, ["ilegible: fondo previo: -5"])
    deal, reading = read_record(tmp_path, '"carried": {"fondo": -5}')
    assert message(reading.problems[0]).startswith("$.carried.fondo: a fondo of `-5` cannot")
    assert (deal.header.carried_fondo, whats(reading)) == (None, ["bad-value.negative-fondo"])
    for zero in ("fondo previo: 0\n", "fondo previo: -0\n"):
        deal, reading = read_deal(tmp_path, "", HEADER + zero)
        assert (deal.header.carried_fondo, reading.problems) == (0, [])


def test_the_first_deal_may_be_mistyped(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER + DEALS.replace("reparto 1", "repartto 1"))
    assert [deal.number for deal in reading.deals] == [2, 3, 4]
    assert len(reading.quarantined) == 1


# The pot


@pytest.mark.parametrize("name", ["fondo", "Fondo", "bote", "BOTE", "Pot", "pOt", "fundo"])
def test_what_the_pot_may_be_called(tmp_path: Path, name: str) -> None:
    for header in (HEADER, HEADER.replace("Ana", "Ana María")):
        deal, reading = read_deal(tmp_path, f"pago: {name} > Carla 3\npago: Carla > {name} 2 x\n", header)
        assert not reading.problems
        accounts = [(each.payer, each.payee) for each in deal.recorded.payments]
        assert accounts == [("fondo", "Carla"), ("Carla", "fondo")]
        assert "pago: Carla > fondo 2 x" in convert(reading, "rev")
    given = f'"recorded": {{"payments": [{{"trick": null, "from": "{name}", "to": "Ana", "amount": 1}}]}}'
    deal, reading = read_record(tmp_path, given)
    assert deal.recorded.payments[0].payer == "fondo"


def test_a_player_comes_before_the_pot(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "pago: Bote > Carla 3\npago: bote > fondo 2\n", HEADER.replace("Ana", "Bote"))
    assert [payment.payer for payment in deal.recorded.payments] == ["Bote"]
    assert [problem.params["near"] for problem in reading.problems] == ["Bote"]


# Wordings


@pytest.mark.parametrize(
    ("lines", "phrase"),
    [
        ("pago: Ana > Eva 3", "this payment does not count"), ("b1 Eva: 1o 2o 3o 4o", "the leader does not count"),
        ("ganador: Eva", "this entry does not count"), ("puntos: 5", "there is 1 value;"),
        ("puntos: 1, 2", "there are 2 values;"), ("monte: 1o", "there is 1 card;"),
        ("puntos: 4 3 19 ?", "put commas between them: `4, 3, 19, ?`"), ("puntos: 4; 3; 19; 13", "put commas between"),
        ("puntos: 4; 3; 19; 13", "everything after it is a comment"), ("monte: zz 1o 2o", "`zz` is no card;"),
        ("monte: zz 1o 2o", "the Spanish pack"), ("reparto 0", "a whole number from 1 on"),
        ("fondo final: –2", "`-2`"), ("saldo: 1, —2, 3, 4", "`-2`"), ("pago: Ana > Diego –2", "`-2`"),
        ("reparto 2\njugadores: Ana, Carla, Diego, Eva, Xu", "4 names, in order"),
    ],
)  # fmt: skip
def test_what_is_said(tmp_path: Path, lines: str, phrase: str) -> None:
    assert phrase in said(tmp_path, lines)


@pytest.mark.parametrize(
    ("players", "phrase"),
    [
        ("Ana Benito Carla Diego", "put commas between the names"), ("Ana; B; C; D", "put commas between the names"),
        ("Ana, Benito, Carla", "4 names, or 5 where the dealer sits out"), ("Ana", "there is 1 player;"),
    ],
)  # fmt: skip
def test_what_is_said_of_players(tmp_path: Path, players: str, phrase: str) -> None:
    assert phrase in said(tmp_path, "", HEADER.replace("Ana, Benito, Carla, Diego", players))


def test_a_spelling_of_two_cards_is_told_from_one_of_none(tmp_path: Path) -> None:
    header = HEADER.replace("revesino\n", "reversis\n")
    assert "could be two different cards" in said(tmp_path, "b1 Ana: sota-de-copas 2h 3h 4h", header)


def test_suggestions_are_near(tmp_path: Path) -> None:
    header = HEADER.replace("Ana", "Zé").replace("Carla", "Lucía")
    for text, near in (
        ("Ze", "Zé"),
        ("ze", "Zé"),
        ("Lucia", "Lucía"),
        ("Luis", ""),
        ("Eva", ""),
        ("Benitto", "Benito"),
    ):
        (problem,) = read_deal(tmp_path, f"ganador: {text}\n", header)[1].problems
        assert problem.params["near"] == near


def test_a_text_log_hears_nothing_of_json(tmp_path: Path) -> None:
    for what, text in REV.items():
        problem = next(problem for problem in read_text(tmp_path, text).problems if problem.what == what)
        assert not {"null", "JSON"} & set(f"{message(problem)} {expected(problem)}".replace("`", " ").split()), what
    assert "null" in expected(read_record(tmp_path, '"recorded": {"net": [1]}')[1].problems[0])
    assert not any(f"{a}{b}" == "" for a, b in WORDINGS.values())


# Places, blanks and exchanges


def test_the_place_of_the_ruleset(tmp_path: Path) -> None:
    deal, _ = read_deal(tmp_path, "", HEADER.replace("reglas: ", "reglas:  "))
    assert deal.header.rules_place == Place(deal.place.file, 5, 10)
    deal, _ = read_record(tmp_path, '"note": "x"')
    assert deal.header.rules_place == Place(deal.place.file, 1, 1)


@pytest.mark.parametrize(
    ("blank", "full"),
    [("b5 Ana:", "b5 Ana: 1o 2o 3o 4o"), ("puntos:", "puntos: 1, 2, 3, 4"), ("x-a:", "x-a: 1"), ("nota:", "nota: a")],
)
def test_a_key_without_a_value_does_not_clash(tmp_path: Path, blank: str, full: str) -> None:
    alone, _ = read_deal(tmp_path, f"{full}\n")
    for lines in (f"{blank}\n{full}\n", f"{full}\n{blank}\n", f"{blank}\n{full}\n{blank}\n"):
        deal, reading = read_deal(tmp_path, lines)
        assert not reading.problems
        assert content(deal) == content(alone)
    _, reading = read_deal(tmp_path, f"{blank}\n{full}\n{full}9\n")
    assert "repeated-key.different" in whats(reading) or "bad-card.no-card" in whats(reading)


@pytest.mark.parametrize("lines", ["b5 Ana:\nb5 Carla: 1o 2o 3o 4o\n", "b5 Carla: 1o 2o 3o 4o\nb5 Ana:\n"])
def test_another_leader_clashes(tmp_path: Path, lines: str) -> None:
    deal, reading = read_deal(tmp_path, lines)
    assert whats(reading) == ["repeated-key.different"]
    assert not deal.tricks


def test_a_card_taken_for_none_is_passed_on(tmp_path: Path) -> None:
    given = '"exchanges": [{"player": "Ana", "discard": null, "take": "7c"}]'
    deal, reading = read_record(tmp_path, given)
    assert not reading.problems
    assert deal.exchanges == (Exchange("Ana", None, NAMES.index("7c")),)
    for form in ("rev", "jsonl"):
        again = rewritten(tmp_path, reading, form)
        assert not again.problems
        assert content(again.deals[0]) == content(deal)
