"""What each line of a deal may say, in whatever language, and what it costs when it cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.cards import NAMES
from audit.model import LARGEST, Comment, Exchange, Payment, Trick

from .reading import HEADER, content, read_deal, read_text, texts, whats


def card(name: str) -> int:
    return NAMES.index(name)


SPANISH = """\
reparto 1
dador: Ana
mano Benito: 1o 2o
monte: 1c 2c 3c
cambio Ana: 5c
cambio Benito: 6c > 8e
cambio Carla: -
napolitana: Ana
espagnolette: Benito
b1 Benito: 1o 2o 3o 4o
baza 2 Carla: 5o 6o 7o 8o
revesino: Carla
puntos: 1, 2, 3, 4
bazas: 4, 3, 2, 1
gana b1: Diego
ganador: Diego
pago: Diego > fondo 3 puesta
pago b1: fondo > Ana 9
fondo inicial: 9
fondo final: 0
tantos: -2, 4, -5, +3
saldo: -2, 4, -5, 3
nota: a; "b
"""
ENGLISH = """\
deal 1
dealer: Ana
hand Benito: 1o 2o
stock: 1c 2c 3c
exchange Ana: 5c
exchange Benito: 6c > 8e
exchange Carla: -
napolitana: Ana
espagnolette: Benito
t1 Benito: 1o 2o 3o 4o
trick 2 Carla: 5o 6o 7o 8o
revesino: Carla
points: 1, 2, 3, 4
tricks: 4, 3, 2, 1
wins t1: Diego
winner: Diego
payment: Diego > fondo 3 puesta
payment t1: fondo > Ana 9
fondo start: 9
fondo end: 0
net: -2, 4, -5, +3
balance: -2, 4, -5, 3
note: a; "b
"""
PORTUGUESE = """\
distribuição 1
Dador: Ana
MÃO Benito: 1o 2o
monte: 1c 2c 3c
troca Ana: 5c
troca Benito: 6c > 8e
troca Carla: −
napolitana: Ana
espagnolette: Benito
v1 Benito: 1o 2o 3o 4o
vaza 2 Carla: 5o 6o 7o 8o
revesino: Carla
pontos: 1, 2, 3, 4
vazas: 4, 3, 2, 1
ganha v1: Diego
vencedor: Diego
pagamento: Diego > fondo 3 puesta
pagamento v1: fondo > Ana 9
fundo  inicial: 9
fundo final: 0
fichas: −2, 4, -5, +3
saldo: -2, 4, -5, 3
nota: a; "b
"""


@pytest.mark.parametrize("text", [SPANISH, ENGLISH, PORTUGUESE], ids=["es", "en", "pt"])
def test_every_field_in_each_language(tmp_path: Path, text: str) -> None:
    reading = read_text(tmp_path, HEADER + text)
    (deal,) = reading.deals
    assert not reading.problems
    assert deal.dealer == "Ana"
    assert deal.hands == {"Benito": (card("1o"), card("2o"))}
    assert deal.stock == (card("1c"), card("2c"), card("3c"))
    assert deal.exchanges == (
        Exchange("Ana", card("5c"), None),
        Exchange("Benito", card("6c"), card("8e")),
        Exchange("Carla", None, None),
    )
    declared = deal.declarations
    assert (declared.napolitana, declared.espagnolette, declared.revesino) == ("Ana", "Benito", "Carla")
    assert deal.tricks[1] == Trick("Benito", (card("1o"), card("2o"), card("3o"), card("4o")))
    assert deal.tricks[2].leader == "Carla"
    recorded = deal.recorded
    assert (recorded.points, recorded.tricks) == ((1, 2, 3, 4), (4, 3, 2, 1))
    assert (recorded.net, recorded.balance) == ((-2, 4, -5, 3), (-2, 4, -5, 3))
    assert (recorded.trick_winners, recorded.winner) == ({1: "Diego"}, "Diego")
    assert (recorded.fondo_start, recorded.fondo_end) == (9, 0)
    assert [(each.trick, each.payer, each.payee, each.amount, each.label) for each in recorded.payments] == [
        (None, "Diego", "fondo", 3, "puesta"),
        (1, "fondo", "Ana", 9, None),
    ]
    assert deal.note == 'a; "b'


def test_the_lines_of_the_fields(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER + SPANISH)
    lines = reading.deals[0].lines
    expected = {"deal": 7, "hand Benito": 9, "exchange Carla": 13, "trick 2": 17, "wins 1": 21, "fondo_end": 26}
    assert lines.items() >= expected.items()
    assert [payment.line for payment in reading.deals[0].recorded.payments] == [23, 24]


def test_the_languages_may_be_mixed(tmp_path: Path) -> None:
    text = "".join(
        lines[number % 3]
        for number, lines in enumerate(
            zip(*(each.splitlines(keepends=True) for each in (SPANISH, ENGLISH, PORTUGUESE)), strict=True)
        )
    )
    mixed, spanish = (read_text(tmp_path, HEADER + each) for each in (text, SPANISH))
    assert not mixed.problems
    assert content(mixed.deals[0]) == content(spanish.deals[0])


@pytest.mark.parametrize(
    "lines",
    [
        "puntos:\n", "puntos: ?\n", "ganador: ?\n", "ganador:\n", "fondo final:\n", "monte:\n", "monte: ?\n",
        "mano Ana:\n", "b4:\n", "b4: ?\n", "cambio Ana:\n", "cambio Ana: ?\n", "nota:\n", "pago:\n", "gana b3: ?\n",
        "napolitana: ?\n", "pago b3:\n",
    ],
)  # fmt: skip
def test_blank_and_question_mark_are_not_recorded(tmp_path: Path, lines: str) -> None:
    deal, reading = read_deal(tmp_path, lines)
    bare, _ = read_deal(tmp_path, "")
    assert not reading.problems
    assert content(deal) == content(bare)


def test_single_values_that_are_not_recorded(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "puntos: 1, ?, , 4\nb3 ?: 1o 2o 3o 4o\nb4: 5o 6o 7o 8o\nb5 Ana:\n")
    assert deal.recorded.points == (1, None, None, 4)
    assert [deal.tricks[number].leader for number in (3, 4, 5)] == [None, None, "Ana"]
    assert deal.tricks[5].cards is None
    assert not reading.problems


@pytest.mark.parametrize("text", ["1.0", "1e3", "٣", "1_000", "- 2", "+", "0x10", "1,", "½", "²"])
def test_what_is_no_whole_number(tmp_path: Path, text: str) -> None:
    deal, reading = read_deal(tmp_path, f"fondo final: {text}\n")
    assert deal.recorded.fondo_end is None
    assert whats(reading) == ["bad-value.integer"]


@pytest.mark.parametrize("text", [str(LARGEST + 1), str(-LARGEST - 1), "9" * 10_000, "-" + "9" * 41])
def test_numbers_beyond_the_limit(tmp_path: Path, text: str) -> None:
    deal, reading = read_deal(tmp_path, f"fondo final: {text}\nsaldo: 1, {text}, 3, 4\npago: Ana > Benito {text}\n")
    assert deal.recorded.fondo_end is None
    assert deal.recorded.balance == (1, None, 3, 4)
    assert deal.recorded.payments == ()
    assert whats(reading) == ["bad-value.too-large"] * 3


def test_the_largest_numbers(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, f"saldo: {LARGEST}, -{LARGEST}, −{LARGEST}, +007\n")
    assert deal.recorded.balance == (LARGEST, -LARGEST, -LARGEST, 7)
    assert not reading.problems


@pytest.mark.parametrize("number", ["0", "14", "99999999999999999999", "b", "x"])
def test_tricks_that_cannot_be(tmp_path: Path, number: str) -> None:
    deal, reading = read_deal(tmp_path, f"baza {number} Ana: 1o 2o 3o 4o\ngana b{number}: Ana\n")
    assert not deal.tricks
    assert not deal.recorded.trick_winners
    assert whats(reading) == ["bad-value.trick"] * 2


def test_lists_of_wrong_length_count_as_absent(tmp_path: Path) -> None:
    deal, reading = read_deal(
        tmp_path, "b4 Ana: 1o 2o 3o\nmonte: 1o 2o 3o 4o\npuntos: 1, 2, 3\nbazas: 1 2 3 4\nmano Ana: 1o\n"
    )
    assert deal.tricks == {4: Trick("Ana", None)}
    assert (deal.stock, deal.recorded.points, deal.recorded.tricks) == (None, None, None)
    assert deal.hands == {"Ana": (card("1o"),)}, "a hand of any length is kept: the engine judges it"
    assert whats(reading) == ["bad-length.cards"] * 2 + ["bad-length.numbers", "bad-length.blanks"]


def test_a_trick_whose_leader_is_unknown_keeps_its_cards(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "b4 ana: 1o 2o 3o 4o\n")
    assert deal.tricks == {4: Trick(None, (card("1o"), card("2o"), card("3o"), card("4o")))}
    assert whats(reading) == ["unknown-player.name"]
    assert texts(reading) == ["ilegible: b4 ana: 1o 2o 3o 4o"]


@pytest.mark.parametrize("text", ["6c 8e", "6c >", "> 8e", "6c > 8e > 9e", "6c > 8e 9e"])
def test_what_is_no_exchange(tmp_path: Path, text: str) -> None:
    deal, reading = read_deal(tmp_path, f"cambio Ana: {text}\n")
    assert deal.exchanges == ()
    assert whats(reading)[-1] == "bad-value.exchange"


def test_an_exchange_of_unknown_cards(tmp_path: Path) -> None:
    deal, _ = read_deal(tmp_path, "cambio Ana: ?? > ?o\ncambio Benito: ??\n")
    assert deal.exchanges == (Exchange("Ana", card("??"), card("?o")), Exchange("Benito", card("??"), None))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ganador: Ana", "ganador: Carla"), ("b4 Ana: 1o 2o 3o 4o", "b4 Carla: 1o 2o 3o 4o"),
        ("gana b4: Ana", "wins t4: Carla"), ("mano Ana: 1o", "hand Ana: 2o"), ("cambio Ana: -", "cambio Ana: 1o"),
        ("puntos: 1, 2, 3, 4", "puntos: 1, 2, 3, 5"), ("fondo final: 1", "fundo final: 2"), ("nota: a", "nota: b"),
        ("x-y: 1", "x-y: 2"), ("monte: 1o 2o 3o", "monte: 1o 2o 4o"),
    ],
)  # fmt: skip
def test_repeated_keys(tmp_path: Path, first: str, second: str) -> None:
    once, _ = read_deal(tmp_path, f"{first}\n")
    bare, _ = read_deal(tmp_path, "")
    equal, reading = read_deal(tmp_path, f"{first} \n{first}\n")
    assert content(equal) == content(once)
    assert whats(reading) == ["repeated-key.equal"]
    for lines in (f"{first}\n{second}\n", f"{first}\n{second}\n{first}\n"):
        different, reading = read_deal(tmp_path, lines)
        assert content(different) | {"comments": ()} == content(bare)
        assert set(whats(reading)) == {"repeated-key.different"}
        assert texts(reading) == [f"ilegible: {line}" for line in lines.splitlines()]


def test_payments_may_repeat(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "pago b3: Ana > Carla 1\n" * 3)
    assert deal.recorded.payments == tuple(Payment(3, "Ana", "Carla", 1, None, line) for line in (9, 10, 11))
    assert not reading.problems


def test_a_list_that_counts_as_absent_is_no_repetition(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "puntos: 1, 2\npuntos: 1, 2, 3, 4\n")
    assert deal.recorded.points == (1, 2, 3, 4)
    assert whats(reading) == ["bad-length.numbers"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("ganador Ana", "bad-line.no-colon"), ("mano: 1o", "bad-line.no-name"), ("cambio ?: -", "bad-line.no-name"),
        ("mano Eva: 1o", "unknown-player.name"), ("ganador Ana: Ana", "bad-line.extra-name"),
        ("gana b1 Ana: Ana", "bad-line.extra-name"), ("gana: Ana", "bad-value.trick"),
        ('b1 "Ana: 1o 2o 3o 4o', "bad-line.unclosed-quote"), (": x", "unknown-key.text"),
        ("b4Ana: 1o", "unknown-key.text"), ("x-: 1", "unknown-key.text"), ("ganador: A>na", "bad-value.name"),
    ],
)  # fmt: skip
def test_a_bad_line_costs_only_itself(tmp_path: Path, line: str, what: str) -> None:
    deal, reading = read_deal(tmp_path, f"dador: Ana\n{line}\nfondo final: 3\n\nreparto x\n")
    assert whats(reading) == [what, "missing-deal-number.bad"]
    assert reading.problems[0].place.line == 10
    assert (deal.dealer, deal.recorded.fondo_end) == ("Ana", 3)
    assert content(deal)["comments"][0] == {"anchor": "fondo_end", "text": f"ilegible: {line}", "behind": False}


def test_a_misspelt_key_gets_a_suggestion(tmp_path: Path) -> None:
    _, reading = read_deal(tmp_path, "pintos: 1, 2, 3, 4\nGanadör x: Ana\n")
    assert [problem.params.get("near") for problem in reading.problems] == ["puntos", None]


def test_comments_belong_to_their_fields(tmp_path: Path) -> None:
    text = f"{HEADER}; of the header\n\n; of the deal\nreparto 1 ; late\n;above\n;  indented\nganador: Ana;behind\n"
    reading = read_text(tmp_path, text + "; at the end\n\n; of the next\nreparto 2\n")
    first, second = reading.deals
    assert first.header.comments == (Comment("end", "of the header"),)
    assert first.comments == (
        Comment("deal", "of the deal"),
        Comment("deal", "late", behind=True),
        Comment("winner", "above"),
        Comment("winner", " indented"),
        Comment("winner", "behind", behind=True),
        Comment("end", "at the end"),
    )
    assert second.comments == (Comment("deal", "of the next"),)


def test_a_semicolon_in_quotes_or_in_a_note_is_no_comment(tmp_path: Path) -> None:
    header = HEADER.replace("Ana", '"A;na"')
    deal, reading = read_deal(tmp_path, 'ganador: "A;na" ; x\nnota: a ; b "c\nmano "A;na": 1o\n', header)
    assert deal.recorded.winner == "A;na"
    assert deal.note == 'a ; b "c'
    assert "A;na" in deal.hands
    assert texts(reading) == ["x"]
    assert not reading.problems


def test_extra_keys_are_kept(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, 'x-Mesa: 3\nX-json: json: {"a": [1, null]}\nx-quoted: " a;b "\n"x-a:b": 1\n')
    assert deal.extras == {"x-Mesa": "3", "X-json": {"a": [1, None]}, "x-quoted": " a;b ", "x-a:b": "1"}
    assert not reading.problems
