"""The JSON Lines form: each line a deal or quarantined, each bad field costs only itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from audit.cards import NAMES, UNKNOWN
from audit.model import LARGEST, Exchange, Payment, Trick
from audit.text.problems import message

from .reading import RECORD, content, read_record, read_text, texts, whats

FULL: dict[str, Any] = {
    "format": "revesino-log/1", "club": "Casino", "session": "A", "date": "2024-03-02",
    "rules": {"id": "revesino", "options": {"renewal": "only_empty", "cut_pays": 48, "bears_all": False, "l": ["K"]}},
    "carried": {"fondo": 12, "balance": [4, -2, 0, -2]},
    "players": ["Ana", "Benito", "Carla", "Diego"], "deal": 1, "dealer": "Ana",
    "hands": {"Ana": ["1o", "12o"], "Benito": None}, "stock": ["5e", "7c", "9o"],
    "exchanges": [
        {"player": "Ana", "discard": "2b", "take": None}, {"player": "Benito", "discard": "3b", "take": "5e"},
        {"player": "Carla", "discard": None, "take": None},
    ],
    "declarations": {"napolitana": None, "espagnolette": None, "revesino": "Ana"},
    "tricks": [{"leader": "Benito", "cards": ["5c", "3c", "12c", None]}, None, {"leader": None, "cards": ["1o"] * 4}],
    "recorded": {
        "points": [3, 10, None, 6], "tricks": [1, 3, 5, 2], "trick_winners": {"1": "Ana", "2": None}, "winner": "Ana",
        "payments": [{"trick": 3, "from": "Benito", "to": "fondo", "amount": 1, "label": "as"}],
        "fondo_start": 9, "fondo_end": 18, "net": [-3, -3, -1, -11], "balance": [-3, -3, -1, -11],
    },
    "note": "a\nb", "x-room": {"a": [1.5, True, None]},
}  # fmt: skip


def test_a_full_record(tmp_path: Path) -> None:
    reading = read_text(tmp_path, json.dumps(FULL), "log.jsonl")
    (deal,) = reading.deals
    assert not reading.problems
    header = deal.header
    assert [(each.name, each.value) for each in header.options] == list(FULL["rules"]["options"].items())
    assert (header.date, header.carried_fondo, header.carried_balance) == ("2024-03-02", 12, (4, -2, 0, -2))
    assert list(deal.hands) == ["Ana"]
    assert deal.exchanges == (
        Exchange("Ana", NAMES.index("2b"), None),
        Exchange("Benito", NAMES.index("3b"), NAMES.index("5e")),
        Exchange("Carla", None, None),
    )
    assert deal.declarations.revesino == "Ana"
    assert sorted(deal.tricks) == [1, 3]
    assert deal.tricks[1].cards is not None
    assert deal.tricks[1].cards[3] == UNKNOWN
    assert deal.tricks[3].leader is None
    assert deal.recorded.trick_winners == {1: "Ana"}
    assert deal.recorded.payments == (Payment(3, "Benito", "fondo", 1, "as", 1),)
    assert (deal.note, deal.extras) == ("a\nb", {"x-room": {"a": [1.5, True, None]}})


def test_headers_are_shared_by_the_lines_that_repeat_them(tmp_path: Path) -> None:
    lines = [json.dumps(FULL | {"deal": number}) for number in (1, 2, 3)]
    lines.append(json.dumps(FULL | {"deal": 4, "players": ["Ana", "Benito", "Carla", "Eva"], "recorded": {}}))
    reading = read_text(tmp_path, "\n".join(lines), "log.jsonl")
    assert len({id(deal.header) for deal in reading.deals}) == 1
    assert reading.deals[0].header.players[3] == "Diego"
    assert reading.deals[3].players[3] == "Eva"


@pytest.mark.parametrize(
    ("change", "code", "what"),
    [
        ({"format": None}, "missing-header", "missing-header.key"),
        ({"format": "revesino-log/2"}, "bad-value", "bad-value.version"),
        ({"club": None}, "missing-header", "missing-header.key"),
        ({"session": "  "}, "missing-header", "missing-header.key"),
        ({"rules": {}}, "missing-header", "missing-header.key"),
        ({"rules": "revesino"}, "missing-header", "missing-header.key"),
        ({"players": None}, "missing-header", "missing-header.key"),
        ({"players": "Ana"}, "missing-header", "missing-header.key"),
        ({"players": {"Ana": 1, "Benito": 2, "Carla": 3, "Diego": 4}}, "missing-header", "missing-header.key"),
        ({"players": ["Ana", "Benito", "Carla", 4]}, "bad-value", "bad-value.name"),
        ({"players": ["Ana", "Ana ", "Carla", "Diego"]}, "duplicate-player", "duplicate-player.twice"),
        ({"players": ["Ana"]}, "bad-length", "bad-length.players"),
        ({"deal": None}, "missing-deal-number", "missing-deal-number.absent"),
        ({"deal": 0}, "missing-deal-number", "missing-deal-number.bad"),
        ({"deal": 1.0}, "missing-deal-number", "missing-deal-number.bad"),
        ({"deal": True}, "missing-deal-number", "missing-deal-number.bad"),
        ({"deal": "1"}, "missing-deal-number", "missing-deal-number.bad"),
        ({"deal": LARGEST + 1}, "missing-deal-number", "missing-deal-number.bad"),
    ],
)
def test_a_record_that_lacks_what_it_needs_is_quarantined(
    tmp_path: Path, change: dict[str, Any], code: str, what: str
) -> None:
    good, bad = json.dumps(FULL), json.dumps(FULL | change)
    reading = read_text(tmp_path, f"{good}\n{bad}\n\n{good}\n", "log.jsonl")
    assert [each.code for each in reading.quarantined] == [code]
    assert what in whats(reading)
    assert {problem.place.line for problem in reading.problems} == {2}
    assert len(reading.deals) == 2
    assert texts(reading) == [f"ilegible: {bad}"]


@pytest.mark.parametrize(
    ("line", "what", "column"),
    [
        ("{", "bad-line.json-spread", 1), (RECORD, "bad-line.json", len(RECORD)), ("[]", "bad-line.not-a-record", 1),
        ("3", "bad-line.not-a-record", 1), ("null", "bad-line.not-a-record", 1), ("hello", "bad-line.json", 1),
        ('{"a": 1,}', "bad-line.json", 9), ("[" * 100_000 + "]" * 100_000, "too-large.nesting", 1),
        ('{"x-a": ' + '{"a":' * 50_000 + "1" + "}" * 50_001, "too-large.nesting", 1), ("{}{}", "bad-line.json", 3),
    ],
)  # fmt: skip
def test_a_line_that_is_no_record_is_quarantined(tmp_path: Path, line: str, what: str, column: int) -> None:
    reading = read_text(tmp_path, f"{line}\n{RECORD}}}\n", "log.jsonl")
    assert len(reading.deals) == len(reading.quarantined) == 1
    assert [(problem.what, problem.place.column) for problem in reading.problems] == [(what, column)]


def test_json_over_several_lines_is_one_problem(tmp_path: Path) -> None:
    for value in (FULL, [FULL, FULL]):
        reading = read_text(tmp_path, json.dumps(value, indent=1), "log.jsonl")
        assert whats(reading) == ["bad-line.json-spread"]
        assert not reading.deals
        assert len(reading.quarantined) == len(json.dumps(value, indent=1).splitlines())


@pytest.mark.parametrize(
    ("fields", "what", "path"),
    [
        ('"dealer": 3', "bad-value.wrong-type", "$.dealer"),
        ('"dealer": "Eva"', "unknown-player.name", "$.dealer"),
        ('"dealer": ["Ana"]', "bad-value.wrong-type", "$.dealer"),
        ('"hands": []', "bad-value.wrong-type", "$.hands"),
        ('"hands": {"Eva": ["1o"]}', "unknown-player.name", "$.hands.Eva"),
        ('"hands": {"Ana": "1o"}', "bad-value.wrong-type", "$.hands.Ana"),
        ('"hands": {"Ana": ["1o", "zz"]}', "bad-card.no-card", "$.hands.Ana[1]"),
        ('"hands": {"Ana": ["1o", 3]}', "bad-card.wrong-type", "$.hands.Ana[1]"),
        ('"hands": {"Ana": ["1o", ["2o"]]}', "bad-card.wrong-type", "$.hands.Ana[1]"),
        ('"stock": ["1o"]', "bad-length.cards", "$.stock"),
        ('"stock": "1o2o3o"', "bad-value.wrong-type", "$.stock"),
        ('"exchanges": {}', "bad-value.wrong-type", "$.exchanges"),
        ('"exchanges": [3]', "bad-value.wrong-type", "$.exchanges[0]"),
        ('"exchanges": [{"player": "Ana"}]', "bad-value.exchange", "$.exchanges[0]"),
        ('"exchanges": [{"player": "Ana", "discard": "zz"}]', "bad-card.no-card", "$.exchanges[0].discard"),
        ('"declarations": {"napolitan": "Ana"}', "unknown-key.json", "$.declarations.napolitan"),
        ('"declarations": {"revesino": 1}', "bad-value.wrong-type", "$.declarations.revesino"),
        ('"tricks": {}', "bad-value.wrong-type", "$.tricks"),
        ('"tricks": [7]', "bad-value.wrong-type", "$.tricks[0]"),
        ('"tricks": [{"leader": "Ana", "cards": ["1o"]}]', "bad-length.cards", "$.tricks[0].cards"),
        ('"tricks": [{"leader": "ana", "cards": ["1o", "2o", "3o", "4o"]}]', "unknown-player.name",
         "$.tricks[0].leader"),
        ('"tricks": [{"leader": "Ana", "card": []}]', "unknown-key.json", "$.tricks[0].card"),
        ('"recorded": 3', "bad-value.wrong-type", "$.recorded"),
        ('"recorded": {"points": [1, 2, 3]}', "bad-length.numbers", "$.recorded.points"),
        ('"recorded": {"points": [1, 2, 3, 4.0]}', "bad-value.integer", "$.recorded.points[3]"),
        ('"recorded": {"points": [1, 2, 3, true]}', "bad-value.integer", "$.recorded.points[3]"),
        ('"recorded": {"points": [1, 2, 3, "4"]}', "bad-value.integer", "$.recorded.points[3]"),
        ('"recorded": {"points": {"Ana": 1}}', "bad-value.wrong-type", "$.recorded.points"),
        ('"recorded": {"trick_winners": {"0": "Ana"}}', "bad-value.trick", "$.recorded.trick_winners.0"),
        ('"recorded": {"trick_winners": {"1": 1}}', "bad-value.wrong-type", "$.recorded.trick_winners.1"),
        ('"recorded": {"trick_winners": ["Ana"]}', "bad-value.wrong-type", "$.recorded.trick_winners"),
        ('"recorded": {"payments": [{}]}', "bad-value.payment", "$.recorded.payments[0]"),
        ('"recorded": {"payments": [{"from": "Ana", "to": "fondo", "amount": 1.0}]}', "bad-value.integer",
         "$.recorded.payments[0].amount"),
        ('"recorded": {"payments": [{"trick": 14, "from": "Ana", "to": "fondo", "amount": 1}]}', "bad-value.trick",
         "$.recorded.payments[0].trick"),
        ('"recorded": {"payments": [{"trick": true, "from": "Ana", "to": "fondo", "amount": 1}]}', "bad-value.trick",
         "$.recorded.payments[0].trick"),
        (f'"recorded": {{"fondo_end": {2**63}}}', "bad-value.too-large", "$.recorded.fondo_end"),
        ('"recorded": {"fondo_end": NaN}', "bad-value.integer", "$.recorded.fondo_end"),
        ('"recorded": {"fondo_end": -Infinity}', "bad-value.integer", "$.recorded.fondo_end"),
        ('"recorded": {"fondo_end": 1e999}', "bad-value.integer", "$.recorded.fondo_end"),
        (f'"recorded": {{"fondo_end": {"9" * 5000}}}', "bad-value.integer", "$.recorded.fondo_end"),
        ('"note": 3', "bad-value.wrong-type", "$.note"),
        ('"date": "2024-13-01"', "bad-value.date", "$.date"),
        ('"date": 20240101', "bad-value.wrong-type", "$.date"),
        ('"carried": {"balance": [1]}', "bad-length.numbers", "$.carried.balance"),
        ('"dealr": "Ana"', "unknown-key.json", "$.dealr"),
        ('"x-comments": [3]', "bad-value.wrong-type", "$.x-comments[0]"),
        ('"x-session": {"players": ["Ana"]}', "bad-length.players", "$.x-session.players"),
    ],
)  # fmt: skip
def test_a_bad_field_costs_only_itself(tmp_path: Path, fields: str, what: str, path: str) -> None:
    deal, reading = read_record(tmp_path, f'{fields}, "x-kept": 1')
    assert whats(reading) == [what]
    assert message(reading.problems[0]).startswith(f"{path}: ")
    assert deal.extras == {"x-kept": 1}
    assert len(texts(reading)) == 1, "what was lost is kept as a comment"
    assert texts(reading)[0].startswith("ilegible: ")


def test_a_trick_of_wrong_length_keeps_its_leader(tmp_path: Path) -> None:
    deal, _ = read_record(tmp_path, '"tricks": [{"leader": "Ana", "cards": ["1o"]}]')
    assert deal.tricks == {1: Trick("Ana", None)}


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ('"note": "a", "note": "a"', "a"), ('"note": "a", "note": "b"', None), ('"note": 1, "note": true', None),
        ('"note": "a", "note": "b", "note": "a"', None),
    ],
)  # fmt: skip
def test_repeated_keys(tmp_path: Path, fields: str, kept: str | None) -> None:
    deal, reading = read_record(tmp_path, fields)
    assert deal.note == kept
    assert whats(reading) == ["repeated-key.equal" if kept else "repeated-key.different"]
    assert len(texts(reading)) == (0 if kept else 1)


def test_repeated_keys_inside(tmp_path: Path) -> None:
    deal, reading = read_record(
        tmp_path,
        '"recorded": {"trick_winners": {"1": "Ana", "1": "Carla", "2": "Ana"}}, '
        '"hands": {"Ana": ["1o"], "Ana ": ["2o"], "Carla": ["3o"]}, '
        '"exchanges": [{"player": "Ana", "discard": null}, {"player": "Ana", "discard": null}]',
    )
    assert deal.recorded.trick_winners == {2: "Ana"}
    assert list(deal.hands) == ["Carla"]
    assert len(deal.exchanges) == 1
    assert sorted(whats(reading)) == ["repeated-key.different"] * 2 + ["repeated-key.equal"]


def test_a_repeated_header_does_not_count(tmp_path: Path) -> None:
    reading = read_text(tmp_path, RECORD + ', "club": "Other"}\n' + RECORD + ', "club": "Casino"}\n', "log.jsonl")
    assert [each.code for each in reading.quarantined] == ["missing-header"]
    assert len(reading.deals) == 1


def test_null_and_blank_are_not_recorded(tmp_path: Path) -> None:
    bare, _ = read_record(tmp_path, '"note": null')
    fields = (
        '"dealer": null, "hands": null, "stock": [], "exchanges": [], "declarations": null, "tricks": [null], '
        '"recorded": {"points": null, "winner": "", "payments": null, "trick_winners": {}}, "date": null, '
        '"carried": null, "x-comments": []'
    )
    deal, reading = read_record(tmp_path, fields)
    assert not reading.problems
    assert content(deal) == content(bare)
    deal, _ = read_record(tmp_path, '"dealer": "?", "hands": {"Ana": []}, "declarations": {"revesino": null}')
    assert content(deal) == content(bare)


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    deal, reading = read_record(tmp_path, r'"note": "a\ud800b \ud83d\ude00", "x-\udfff": ["\ud800"]')
    assert deal.note == "a\ufffdb 😀"
    assert deal.extras == {"x-\ufffd": ["\ufffd"]}
    assert whats(reading) == ["encoding.surrogate"]


def test_comments_travel(tmp_path: Path) -> None:
    comments = [
        {"anchor": "note", "text": "of the note"},
        {"anchor": "winner", "text": "two\nlines", "behind": True},
        {"anchor": "nonsense", "text": "somewhere"},
    ]
    deal, reading = read_record(tmp_path, f'"note": "n", "x-comments": {json.dumps(comments)}')
    assert not reading.problems
    assert [comment.text for comment in deal.comments] == ["of the note", "two", "lines", "somewhere"]
    assert [comment.anchor for comment in deal.comments] == ["note", "note", "note", "end"]
