"""What is written anew says what it said, and what cannot be read of an option leaves its session unsettled."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from audit.house_rules import resolve
from audit.logs import limits
from audit.logs.service import convert
from audit.model import Reading

from .reading import HEADER, RECORD, content, read_deal, read_record, read_text, rewritten, texts, whats

NUMBER = f"{HEADER}\nreparto 1\n"


def is_settled(reading: Reading) -> list[bool]:
    headers = [deal.header for deal in reading.deals]
    return [resolve(header.rules, header.options, header.place).ruleset is not None for header in headers]


def stable(folder: Path, reading: Reading) -> None:
    """Written in either form and read again, the deals say the same, and are written the same."""
    for form, other in (("rev", "jsonl"), ("jsonl", "rev")):
        again = rewritten(folder, reading, form)
        assert [content(deal) for deal in again.deals] == [content(deal) for deal in reading.deals]
        assert convert(again, form) == convert(reading, form)
        for line in convert(again, "jsonl").splitlines():
            json.loads(line, parse_constant=pytest.fail)
        assert convert(rewritten(folder, again, other), form) == convert(reading, form)


@pytest.mark.parametrize(
    "options",
    [
        *(f'{{"stake_player": {value}}}' for value in ("1.5", "[1]", '{"a": 1}', "null", '""', '["a;b"]', "true")),
        *('{"": 1}', "5", "[]", '"a"', '{"stake_player": NaN}'),
    ],
)
def test_an_option_that_is_none_leaves_the_session_unsettled(tmp_path: Path, options: str) -> None:
    text = RECORD.replace('"revesino"}', f'"revesino", "options": {options}}}') + "}\n"
    reading = read_text(tmp_path, text, "log.jsonl")
    assert not reading.problems
    for form in ("rev", "jsonl"):
        assert is_settled(reading) == [False]
        reading = rewritten(tmp_path, reading, form)
        assert is_settled(reading) == [False]
    stable(tmp_path, reading)


@pytest.mark.parametrize(
    "line",
    ["opcion: 5", "opcion stake_player 5", "opción cut_pays = 48", 'option cut_pays: "48', "opcion", 'opcion "": 5'],
)
def test_an_option_line_that_cannot_be_read_leaves_the_session_unsettled(tmp_path: Path, line: str) -> None:
    for text in (f"{HEADER}{line}\n\nreparto 1\n\nreparto 2\n", f"{NUMBER}\nreparto 2\n{line}\n"):
        reading = read_text(tmp_path, text)
        assert is_settled(reading) == [False, False], text
        stable(tmp_path, reading)


def test_an_option_below_the_first_deal_leaves_the_whole_session_unsettled(tmp_path: Path) -> None:
    second = HEADER.replace("sesion: A", "sesion: B").removeprefix("revesino-log 1\n")
    late = "opcion stake_player: 5 ; why\n"
    for behind in ("", "\nreparto 3\n", f"\nrevesino-log 1\n{second}\nreparto 1\n", f"\n{second}\nreparto 1\n"):
        reading = read_text(tmp_path, f"{NUMBER}\nreparto 2\n{late}{behind}")
        expected = [deal.header.session == "B" for deal in reading.deals]
        if not behind.startswith("\nclub"):
            assert is_settled(reading) == expected, behind
            stable(tmp_path, reading)
    blank = read_text(tmp_path, f"{NUMBER}opcion stake_player: ?\n")
    assert is_settled(blank) == [True]


@pytest.mark.parametrize("line", ["nota", "x-a", "pago: Ana > Benito 2", "opcion a"])
def test_half_a_character_behind_json(tmp_path: Path, line: str) -> None:
    value = 'json: "a\\ud800"'
    _, reading = read_deal(tmp_path, f"{line}{' ' if line[0] == 'p' else ': '}{value}\n".replace("opcion a", "x-b"))
    assert whats(reading) == ["encoding.surrogate"]
    assert "\ufffd" in convert(reading, "rev")
    stable(tmp_path, reading)


@pytest.mark.parametrize("key", ["club", "sesion", "reglas", "opcion a", "x-a"])
def test_a_header_that_begins_like_json(tmp_path: Path, key: str) -> None:
    lines = [line for line in HEADER.splitlines() if not line.startswith(key)]
    for value in ('json: "x"', 'json: "json: 1"', '"json: x"', "json: x", 'json: "a\\nb"'):
        text = "\n".join([lines[0], f"{key}: {value}", *lines[1:], "", "reparto 1", ""])
        stable(tmp_path, read_text(tmp_path, text))
    header = read_record(tmp_path, '"note": "x"')[0].header
    stable(tmp_path, read_text(tmp_path, RECORD.replace(header.club, 'json: \\"a\\"') + "}\n", "log.jsonl"))


@pytest.mark.parametrize(
    "value",
    ["1e999", "-0", "0.1000000000000000055", "NaN", '{"a": 1, "a": 2}', "[" * 90 + "]" * 90, "1E5", "01", "9" * 5000],
)
def test_json_that_would_be_written_otherwise_is_text(tmp_path: Path, value: str) -> None:
    deal, reading = read_deal(tmp_path, f"x-a: json: {value}\n")
    assert deal.extras == {"x-a": f"json: {value}"}
    assert not reading.problems
    stable(tmp_path, reading)


def test_json_that_is_written_as_it_stands(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, 'x-a: json: {"a":[1,-2.5,null,true,1e-07]}\n')
    assert deal.extras == {"x-a": {"a": [1, -2.5, None, True, 1e-07]}}
    stable(tmp_path, reading)


def test_a_blank_note_is_none_in_both_forms(tmp_path: Path) -> None:
    for text in ('"\\n"', '" "', '""'):
        deal, reading = read_deal(tmp_path, f"nota: json: {text}\npago: Ana > Benito 1 json: {text}\n")
        assert (deal.note, deal.recorded.payments[0].label) == (None, None)
        stable(tmp_path, reading)
        assert read_record(tmp_path, f'"note": {text}')[0].note is None


@pytest.mark.parametrize("line", ["club:", "reglas:", "reglas: ?", "sesion:", 'club: ""', "fecha:", "opcion a:"])
def test_a_blank_header_line_inside_a_deal_begins_no_session(tmp_path: Path, line: str) -> None:
    reading = read_text(tmp_path, f"{NUMBER}{line}\nganador: Ana\n\nreparto 2\n")
    assert [deal.number for deal in reading.deals] == [1, 2]
    assert whats(reading) == ["bad-line.header-late"]
    assert is_settled(reading) == [True, True]


def test_those_first_seated_are_as_many_as_those_who_play(tmp_path: Path) -> None:
    text = RECORD.replace('"Diego"]', '"Diego", "Eva"]')
    text += ', "x-session": {"players": ["Ana", "Benito", "Carla", "Diego"]}, "carried": {"balance": [1, 2, 3, 4]}}\n'
    reading = read_text(tmp_path, text, "log.jsonl")
    assert whats(reading) == ["bad-length.players", "bad-length.numbers"]
    assert any("1, 2, 3, 4" in text for text in texts(reading))
    stable(tmp_path, reading)


def test_the_balance_of_one_who_left_before_the_first_deal_is_kept_as_a_comment(tmp_path: Path) -> None:
    _, reading = read_record(
        tmp_path,
        '"x-session": {"players": ["Ana", "Benito", "Carla", "Eva"]}, "carried": {"balance": [1, 2, 3, 4]}',
    )
    assert "; saldo previo Eva: 4\n" in convert(reading, "rev")
    again = rewritten(tmp_path, reading, "rev")
    assert again.deals[0].header.carried_balance == (1, 2, 3, None)
    stable(tmp_path, again)


def test_names_beyond_measure(tmp_path: Path) -> None:
    for name, good in (("x" * limits.PLAYER_CHARS, True), ("x" * (limits.PLAYER_CHARS + 1), False)):
        reading = read_text(tmp_path, NUMBER.replace("Diego", name))
        assert (len(reading.deals) == 1) == good
        assert whats(reading) == ([] if good else ["bad-value.too-long"])
        assert len(read_text(tmp_path, RECORD.replace("Diego", name) + "}\n", "log.jsonl").deals) == good
    long = "x" * (limits.HEADER_CHARS + 1)
    for text, form in ((NUMBER, "log.rev"), (RECORD + "}\n", "log.jsonl")):
        reading = read_text(tmp_path, text.replace("Casino", long), form)
        assert "bad-value.too-long" in whats(reading)
        assert [each.code for each in reading.quarantined] == ["missing-header"]


def test_what_is_beyond_measure_takes_no_time(tmp_path: Path) -> None:
    keys = "".join(f', "x-{number}": 1, "x-{number}": 2, "x-b{number}": 1' for number in range(20_000))
    lines = "".join(f"x-{number}: 1\nx-{number}: 2\n" for number in range(20_000))
    for text, form in (
        (f"{RECORD}{keys}}}\n", "log.jsonl"),
        (NUMBER + lines, "log.rev"),
        (f"{NUMBER}mano Ana: {'rey de ' * 140_000}\n", "log.rev"),
    ):
        began = time.process_time()
        read_text(tmp_path, text, form)
        assert time.process_time() - began < 3


def test_a_long_list_of_cards_is_kept_as_a_comment_in_both_forms(tmp_path: Path) -> None:
    cards = ["1o"] * (limits.CARD_WORDS + 1)
    for reading in (
        read_deal(tmp_path, f"mano Ana: {' '.join(cards)}\n")[1],
        read_record(tmp_path, f'"hands": {{"Ana": {json.dumps(cards)}}}')[1],
    ):
        assert whats(reading) == ["too-large.cards"]
        assert not reading.deals[0].hands
        assert any("1o" in text for text in texts(reading))
