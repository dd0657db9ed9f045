"""Input made to hurt: it takes neither long nor much memory, and every other line is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.logs import limits
from audit.logs.service import convert

from .reading import HEADER, RECORD, read_deal, read_text, rewritten, whats

HUGE = 10_000_000
MANY = 100_000


@pytest.mark.parametrize("key", ["nota: ", "mano Ana: ", "", "; ", '"'])
def test_a_line_of_ten_million_characters_is_passed_over(tmp_path: Path, key: str) -> None:
    reading = read_text(tmp_path, f"{HEADER}\nreparto 1\n{key}{'1o ' * (HUGE // 3)}\nganador: Ana\n")
    assert whats(reading) == ["too-large.line"]
    assert reading.problems[0].place.line == 9
    assert reading.deals[0].recorded.winner == "Ana"


def test_a_long_line_that_begins_a_deal_still_does(tmp_path: Path) -> None:
    reading = read_text(tmp_path, f"{HEADER}\nreparto 1 ; {'x' * HUGE}\nganador: Ana\n")
    assert [deal.recorded.winner for deal in reading.deals] == ["Ana"]


def test_a_long_json_line_is_one_record(tmp_path: Path) -> None:
    reading = read_text(tmp_path, f'{RECORD}, "note": "{"x" * HUGE}"}}\n{RECORD}}}\n', "log.jsonl")
    assert [each.code for each in reading.quarantined] == ["too-large"]
    assert len(reading.deals) == 1


def test_lines_up_to_the_limit_are_read(tmp_path: Path) -> None:
    note = "x" * (limits.LINE_CHARS - len("nota: "))
    deal, reading = read_deal(tmp_path, f"nota: {note}\n")
    assert deal.note == note
    assert not reading.problems


def test_a_hundred_thousand_players(tmp_path: Path) -> None:
    players = ", ".join(f"P{number}" for number in range(MANY))
    reading = read_text(tmp_path, HEADER.replace("Ana, Benito, Carla, Diego", players) + "reparto 1\n")
    assert whats(reading) == ["bad-length.players"]
    assert len(reading.problems[0].excerpt) <= limits.EXCERPT_CHARS
    quoted = ", ".join(f'"P{number}"' for number in range(MANY))
    reading = read_text(tmp_path, RECORD.replace('"Ana"', quoted) + "}", "l.jsonl")
    assert whats(reading) == ["bad-length.players"]


def test_long_names_and_lists(tmp_path: Path) -> None:
    long = "N" * MANY
    deal, reading = read_deal(
        tmp_path,
        f"ganador: {long[:-1]}\nmano Ana: {'1o ' * MANY}\npuntos: {'1,' * MANY}\npago: Ana > {'a ' * MANY}\n"
        f"{long}: 1\n",
    )
    assert not deal.hands
    assert whats(reading) == [
        "unknown-player.name", "too-large.cards", "bad-length.numbers", "bad-value.payment", "unknown-key.text",
    ]  # fmt: skip
    reading = read_text(tmp_path, HEADER.replace("Benito", long) + "reparto 1\n")
    assert whats(reading) == ["bad-value.too-long"]


@pytest.mark.slow
def test_many_deals_sessions_and_problems(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER + "reparto x\n" * 20_000 + (HEADER + "reparto\n") * 2_000)
    assert reading.records_in == 22_000
    assert len(reading.problems) == limits.PROBLEMS_PER_FILE + 1


def test_many_different_spellings(tmp_path: Path) -> None:
    """The tables of what was met do not grow without end, and go on reading."""
    cards = " ".join(f"sota{'-' * (number % 20)}de{'_' * (number // 20)}oros" for number in range(limits.CARD_WORDS))
    numbers = "".join(f"x-{number}: 1\nganador:{' ' * (number + 1)}Ana\n" for number in range(3_000))
    deal, reading = read_deal(tmp_path, f"mano Ana: {cards}\n{numbers}")
    assert len(set(deal.hands["Ana"])) == 1
    assert deal.recorded.winner == "Ana"
    assert set(whats(reading)) == {"repeated-key.equal", "too-large.problems"}


@pytest.mark.parametrize("depth", [60, 500, 900, MANY])
def test_nesting(tmp_path: Path, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    reading = read_text(tmp_path, f'{RECORD}, "x-deep": {nested}}}\n{RECORD}}}\n', "log.jsonl")
    assert reading.records_in == 2
    assert set(whats(reading)) <= {"too-large.nesting"}
    for form in ("rev", "jsonl"):
        assert len(rewritten(tmp_path, reading, form).deals) == len(reading.deals)


def test_deep_values_where_none_belong(tmp_path: Path) -> None:
    for field in ("note", "hands", "players", "rules", "x-session", "x-comments", "deal", "format"):
        for depth in (50, 600, 950):
            reading = read_text(tmp_path, f'{RECORD}, "{field}": {"[" * depth}{"]" * depth}}}\n', "log.jsonl")
            assert reading.records_in == 1
            assert reading.problems


def test_huge_numbers(tmp_path: Path) -> None:
    for digits in (41, 4_300, 4_301, MANY):
        number = "9" * digits
        record = f'{RECORD}, "recorded": {{"fondo_end": {number}, "points": [1, {number}, 2, 3]}}, "x-n": {number}}}\n'
        reading = read_text(tmp_path, record, "log.jsonl")
        assert reading.deals[0].recorded.points == (1, None, 2, 3)
        assert {problem.code for problem in reading.problems} == {"bad-value"}
        assert number in convert(reading, "jsonl")


def test_control_characters_and_right_to_left_text(tmp_path: Path) -> None:
    names = ["\u202eanA", "אבג", "A\x07na", "\u2066x\u2069"]
    header = HEADER.replace("Ana, Benito, Carla, Diego", ", ".join(names))
    deal, reading = read_deal(
        tmp_path, "".join(f"mano {name}: 1o\n" for name in names) + f"pago: {names[0]} > אבג 3\n", header
    )
    assert list(deal.hands) == names
    assert deal.recorded.payments[0].payee == "אבג"
    assert whats(reading) == ["encoding.control"]
    assert json.loads(convert(reading, "jsonl"))["players"] == names


def test_quotes_without_end(tmp_path: Path) -> None:
    lines = "".join(f'x{number} "\n' for number in range(68))
    deal, reading = read_deal(tmp_path, f'ganador: "Ana\n{lines}dador: Ana\n')
    assert deal.dealer == "Ana"
    assert whats(reading) == ["bad-line.unclosed-quote"] * 69


def test_what_a_problem_names_is_cut(tmp_path: Path) -> None:
    reading = read_text(
        tmp_path, f'{RECORD}, "{"k" * MANY}": 1, "dealer": "x"}}'.replace("Ana", "A" * limits.PLAYER_CHARS), "l.jsonl"
    )
    assert len(reading.problems) == 2
    for problem in reading.problems:
        assert len(problem.excerpt) <= limits.EXCERPT_CHARS
        assert all(len(str(value)) <= limits.PARAM_CHARS for value in problem.params.values())
