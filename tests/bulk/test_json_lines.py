"""The bulk reader of JSON lines is held equal to the plain one, on sound files and on damaged ones, counts included."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from audit.logs import read
from audit.logs.bulk.json_lines import BulkLines, LineReader, read_lines
from audit.logs.json_record import JsonRecords
from audit.logs.parquet.arrow import schema
from audit.logs.parquet.rows import RowReader
from audit.logs.problems import Problems
from audit.logs.read_jsonl import read_jsonl
from audit.logs.service import convert
from audit.logs.source import TextSource
from audit.logs.write_jsonl import write_jsonl
from audit.model import Deal, Reading
from audit.ruleset import pack_of
from tests.oracle.deals import random_session
from tests.oracle.recorded import record_session

SAMPLES = Path(__file__).parents[2] / "sample_logs"
Record = dict[str, Any]


class Data:
    """A file's bytes."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    def open(self) -> io.BytesIO:
        return io.BytesIO(self._text)


def plainly(text: bytes) -> Reading:
    problems = Problems("log")
    reading = read_jsonl(TextSource(Data(text), problems).lines(), pack_of, problems)
    reading.problems = list(problems.all())
    return reading


def said(deal: Deal) -> str:
    """All that a deal says, but for where it stands, and who sat down first, which other lines say."""
    return write_jsonl(
        [msgspec.structs.replace(deal, header=msgspec.structs.replace(deal.header, players=deal.players))]
    )


def rows_as_deals(bulk: BulkLines) -> dict[int, Deal]:
    """The deals of the rows by line, as the reader of the bulk form has them."""
    problems = Problems("log")
    rows, records = RowReader(problems), JsonRecords(problems, pack_of)
    found = {}
    for line, row in zip(bulk.line.tolist(), bulk.table.to_pylist(), strict=True):
        deal = records.deal(rows.record(row, line), line, [], [])
        assert isinstance(deal, Deal), (line, row)
        assert not rows.lost
        found[line] = deal
    assert not list(problems.all())
    return found


def check(text: bytes, bulk: BulkLines | None = None) -> BulkLines:
    """Hold the bulk reader against the plain one; gives what it read."""
    bulk = read_lines(text, 1, pack_of) if bulk is None else bulk
    bulk.table.validate(full=True)
    for field in bulk.table.schema:
        assert field.equals(schema().field(field.name))
    plain = plainly(text)
    deals = {deal.place.line: deal for deal in plain.deals}
    aside = {each.place.line for each in plain.quarantined}
    amiss = {problem.place.line for problem in plain.problems}
    found = rows_as_deals(bulk)
    for line, deal in found.items():
        assert line in deals, line
        assert line not in amiss, line
        last = line == max(deals) and any(each > line for each in aside)
        assert said(deal) == said(msgspec.structs.replace(deals[line], comments=()) if last else deals[line])
    rest = bulk.rest.line.tolist()
    assert not set(rest) & set(found)
    texts = [text[start:end] for start, end in zip(bulk.rest.start.tolist(), bulk.rest.end.tolist(), strict=True)]
    blank = [line for line, each in zip(rest, texts, strict=True) if not each.decode("utf-8", "replace").strip()]
    # Every record of the plain reader is a row or of the rest; what else is of the rest is blank.
    assert set(deals) | aside == (set(found) | set(rest)) - set(blank)
    assert rest == sorted(rest)
    assert bulk.line.tolist() == sorted(found)
    return bulk


def sessions(seed: int, count: int, deals: int = 12, rules: str = "revesino") -> list[Record]:
    rng = random.Random(seed)
    return [
        deal
        for number in range(count)
        for deal in record_session(random_session(rng, rules, deals, None, f"evening {number}"))
    ]


def lean(record: Record) -> Record:
    """Without what a scorer does not write down."""
    kept = {key: value for key, value in record.items() if key not in {"hands", "exchanges", "stock", "declarations"}}
    recorded = record["recorded"]
    return kept | {"recorded": {key: recorded[key] for key in recorded if key not in {"trick_winners", "payments"}}}


def accented(record: Record) -> Record:
    text = json.dumps(record, ensure_ascii=False).replace("Ana", "María de la Ó").replace("Diego", "José 🂡")
    found: Record = json.loads(text.replace("Benito", "Zoë"))
    return found


def reordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in sorted(value, key=lambda key: key[::-1])}
    return [reordered(each) for each in value] if isinstance(value, list) else value


def lines(records: list[Record], **how: Any) -> bytes:
    return "".join(json.dumps(record, **how) + "\n" for record in records).encode()


WRITINGS: dict[str, Callable[[list[Record]], bytes]] = {
    "spaced": lines,
    "compact": lambda records: lines(records, separators=(",", ":")),
    "sorted": lambda records: lines(records, sort_keys=True),
    "reordered": lambda records: lines([reordered(each) for each in records]),
    "letters": lambda records: lines([accented(each) for each in records], ensure_ascii=False),
    "escapes": lambda records: lines([accented(each) for each in records if "🂡" not in str(each)]),
    "lean": lambda records: lines([lean(each) for each in records]),
    "no newline": lambda records: lines(records).rstrip(b"\n"),
}


@pytest.mark.parametrize("writing", [name for name in WRITINGS if name != "escapes"])
@pytest.mark.parametrize("rules", ["revesino", "reversis"])
def test_sound_lines_are_regular(writing: str, rules: str) -> None:
    records = sessions(3, 5, rules=rules)
    bulk = check(WRITINGS[writing](records))
    assert bulk.table.num_rows == len(records)
    assert not bulk.rest.line.size


def test_escaped_letters_are_read() -> None:
    records = [
        json.loads(json.dumps(each).replace("Diego", "José Ñ").replace("Ana", "Łukasz €")) for each in sessions(4, 4)
    ]
    assert check(lines(records)).table.num_rows == len(records)


def samples() -> Iterator[Path]:
    yield from (path for path in sorted(SAMPLES.rglob("*")) if path.suffix in {".rev", ".jsonl", ".csv"})


def test_sample_logs() -> None:
    rows = total = 0
    for path in samples():
        bulk = check(convert(read([path], pack_of), "jsonl").encode())
        rows, total = rows + bulk.table.num_rows, total + bulk.lines
    assert rows > total * 0.5


def test_a_log_with_house_rules_notes_and_labels() -> None:
    records = sessions(5, 2)
    for number, record in enumerate(records):
        record["rules"]["options"] = {
            "undertaking": "declared",
            "renewal": True,
            "list": ["K", 1, None],
            "n": number % 3,
        }
        record["note"] = "a } note { with [ signs: , \u2014 and more than eight letters"
        record["tricks"] = record["tricks"][: number % 12]
        if record["recorded"]["payments"]:
            record["recorded"]["payments"][0]["label"] = "as {de} copas"
    bulk = check(lines(records, ensure_ascii=False))
    assert not bulk.rest.line.size
    assert check(lines(records[::-1], separators=(",", ":"), ensure_ascii=False)).table.num_rows == len(records)


ODD: dict[str, Callable[[str], str]] = {
    "text for a number": lambda s: s.replace('"deal": ', '"deal": "', 1).replace(', "dealer"', '", "dealer"', 1),
    "float": lambda s: re.sub('"fondo_end": [0-9]+', '"fondo_end": 3.0', s),
    "true": lambda s: re.sub('"winner": "[^"]*"', '"winner": true', s),
    "exponent": lambda s: s.replace('"fondo_start": ', '"fondo_start": 1e'),
    "leading zero": lambda s: s.replace('"fondo_start": ', '"fondo_start": 0'),
    "plus": lambda s: s.replace('"fondo_start": ', '"fondo_start": +'),
    "too long": lambda s: s.replace('"fondo_start": ', '"fondo_start": 12345678901234567890'),
    "repeated key": lambda s: s.replace('"dealer": ', '"deal": 99, "dealer": ', 1),
    "equal repetition": lambda s: s.replace('"dealer": ', '"format": "revesino-log/1", "dealer": ', 1),
    "repeated in a trick": lambda s: s.replace('"cards": [', '"leader": "Ana", "cards": [', 1),
    "repeated cards": lambda s: s.replace('"cards": [', '"cards": ["1o", "2o", "3o", "4o"], "cards": [', 1),
    "repeated hand": lambda s: s.replace('"hands": {', '"hands": {"Ana": ["1o"], "Ana": ["1o"], ', 1),
    "unknown key": lambda s: s.replace('"dealer": ', '"dealr": 1, "dealer": ', 1),
    "an x- key": lambda s: s.replace('"dealer": ', '"x-a": 1, "dealer": ', 1),
    "unknown player": lambda s: s.replace('"winner": "', '"winner": "Z', 1),
    "no card": lambda s: s.replace('"cards": ["', '"cards": ["0', 1),
    "null card": lambda s: s.replace('"cards": ["', '"cards": [null, "', 1),
    "five cards": lambda s: s.replace('"cards": ["', '"cards": ["1o", "', 1),
    "unknown card": lambda s: s.replace('"cards": ["1', '"cards": ["??", "1', 1),
    "a fondo sits": lambda s: s.replace("Ana", "fondo"),
    "two of a name": lambda s: s.replace("Ana", "Diego"),
    "blanks in a name": lambda s: s.replace("Ana", "Ana  B"),
    "not NFC": lambda s: s.replace("Ana", "Ana\u0301"),
    "nbsp": lambda s: s.replace("Ana", "Ana\u00a0B"),
    "name like a key": lambda s: s.replace("Ana", "deal"),
    "name like another key": lambda s: s.replace("Ana", "points"),
    "signs in a name": lambda s: s.replace("Ana", "a:{b"),
    "quote in a name": lambda s: s.replace("Ana", 'a\\"b'),
    "a name with a half letter": lambda s: s.replace("Ana", "A\\ud800"),
    "an escaped sign": lambda s: s.replace("Ana", "A\\u0022"),
    "an escaped backslash": lambda s: s.replace("Ana", "A\\\\u00e9"),
    "an escaped blank": lambda s: s.replace("Ana", "A\\u00a0B"),
    "no date": lambda s: s.replace("2024-03-02", "2024-02-30"),
    "blank in a date": lambda s: s.replace("2024-03-02", " 2024-03-02"),
    "other format": lambda s: s.replace("revesino-log/1", "revesino-log/2"),
    "no format": lambda s: s.replace('"format": "revesino-log/1", ', ""),
    "deal 0": lambda s: s.replace('"deal": ', '"deal": -'),
    "no deal": lambda s: re.sub('"deal": [0-9]+', '"deal": null', s),
    "two objects": lambda s: s + " " + s,
    "two parts": lambda s: s.replace(', "dealer"', '\n, "dealer"', 1),
    "no brace": lambda s: s[:-1],
    "another brace": lambda s: s + "}",
    "wrong brace": lambda s: s.replace('"]}', '"}]', 1),
    "no comma": lambda s: s.replace('", "', '" "', 1),
    "two commas": lambda s: s.replace('", "', '",, "', 1),
    "trailing comma": lambda s: s[:-1] + ",}",
    "CRLF": lambda s: s + "\r",
    "CR": lambda s: s.replace(', "dealer"', ',\r "dealer"', 1),
    "a BOM": lambda s: "\ufeff" + s,
    "a NUL": lambda s: s.replace("Ana", "A\0"),
    "a tab": lambda s: s.replace(", ", ",\t"),
    "DEL": lambda s: s.replace("Ana", "A\x7f"),
    "blank": lambda s: "   ",
    "other blanks": lambda s: "\u2003\x1f",
    "blanks around": lambda s: f"  {s}  ",
    "a list": lambda s: f"[{s}]",
    "a number": lambda s: "12",
    "deep": lambda s: "[" * 3000,
    "deep rules": lambda s: s.replace('"options": {', '"options": {"a": ' + "[" * 70 + "]" * 70),
    "rules twice": lambda s: s.replace('"options": {', '"options": {"a": 1, "a": 1'),
    "rules in rules": lambda s: s.replace('"options": {', '"options": {"a": {"b": 1}'),
    "rules cut": lambda s: s.replace('"options": {', '"options": {"a"'),
    "rules of another kind": lambda s: s.replace('"options": {}', '"options": ["a"]'),
    "trick 14": lambda s: s.replace('"tricks": [{', '"tricks": [{"leader": null, "cards": null}, ' * 3 + "{", 1),
    "a null trick": lambda s: s.replace('"tricks": [{', '"tricks": [null, {', 1),
    "empty lists": lambda s: s.replace('"stock": [', '"stock": [], "x-s": ['),
    "a payment of null": lambda s: re.sub('"amount": [0-9]+', '"amount": null', s, count=1),
    "a payment's trick": lambda s: re.sub('"trick": (null|[0-9]+)', '"trick": 14', s, count=1),
    "two exchanges": lambda s: s.replace('"exchanges": [', '"exchanges": [{"player": "Ana", "discard": null}, ', 1),
    "half an exchange": lambda s: re.sub('"discard": (null|"[^"]*"), ', "", s, count=1),
    "nobody's exchange": lambda s: re.sub('"player": "[^"]*"', '"player": null', s, count=1),
    "four in the stock": lambda s: s.replace('"stock": [', '"stock": ["1o", '),
    "to the pot": lambda s: s.replace('"to": "fondo"', '"to": "bote"'),
    "negative fondo": lambda s: s.replace('"deal": ', '"carried": {"fondo": -1}, "deal": '),
    "short balance": lambda s: s.replace('"balance": [', '"balance": [1, '),
    "null for null": lambda s: s.replace('"net": [', '"net": [null, ').replace('"balance": [', '"balance": [nul, '),
    "three sit": lambda s: s.replace('"players": ["', '"players": ["Zoe", "Eva", "'),
    "other capitals": lambda s: s.replace('"dealer"', '"Dealer"'),
    "a long club": lambda s: s.replace("Oracle", "x" * 501),
    "another pack": lambda s: s.replace('"id": "revesino"', '"id": "nothing known"'),
}  # fmt: skip


@pytest.fixture(scope="module")
def with_payments_and_exchanges() -> list[str]:
    """Deals in which no Ana sits but who is put in the place of the first, for whatever is odd to be there."""
    found = []
    for record in sessions(6, 30, 6):
        recorded = record["recorded"]
        if "Ana" not in record["players"] and record.get("exchanges") and recorded.get("payments"):
            found.append(json.dumps(record).replace(record["players"][0], "Ana"))
    return found[:12]


@pytest.mark.parametrize("what", ODD)
def test_an_odd_line_costs_no_other(with_payments_and_exchanges: list[str], what: str) -> None:
    sound = with_payments_and_exchanges
    changed = list(sound)
    changed[5] = ODD[what](changed[5])
    assert changed[5] != sound[5] or what == "to the pot"
    bulk = check("\n".join(changed).encode("utf-8", "surrogatepass"))
    # Those behind it are for the plain reader up to the first that is sound.
    assert bulk.table.num_rows >= len(sound) - 2
    check("\n".join(ODD[what](each) for each in sound).encode("utf-8", "surrogatepass"))


def test_bytes_that_are_not_utf8() -> None:
    sound = lines(sessions(7, 1, 6), ensure_ascii=False)
    bulk = check(sound.replace(b'"Oracle"', b'"Or\xe1cle"', 1))
    assert bulk.rest.line.tolist() == [1, 2]
    escaped = lines([accented(each) for each in sessions(7, 1, 6) if "Diego" not in str(each)] or sessions(7, 1, 6))
    text = b'{"a": "\xff\xff\\u00e9"}\n' + escaped
    bulk = read_lines(text, 1, pack_of)
    starts = [0, *(place + 1 for place, byte in enumerate(text) if byte == 10)]
    assert [text[start:end] for start, end in zip(bulk.rest.start, bulk.rest.end, strict=True)] == [
        text.split(b"\n")[line - 1] for line in bulk.rest.line
    ]
    assert bulk.rest.start.tolist() == [starts[line - 1] for line in bulk.rest.line]


def test_runs_follow_one_another() -> None:
    text = lines(sessions(8, 8))
    broken = text.replace(b'"deal": 5', b'"deal": "5"')
    reader = LineReader(pack_of)
    whole = read_lines(broken, 1, pack_of)
    line, numbers, follows = 1, [], False
    rng = random.Random(1)
    pieces = broken.splitlines(keepends=True)
    while pieces:
        size = rng.randrange(1, 9)
        part = reader.read(b"".join(pieces[:size]), line, follows_rest=follows)
        numbers += part.line.tolist()
        line, follows, pieces = line + part.lines, part.ends_with_rest, pieces[size:]
    assert numbers == whole.line.tolist()
    assert not read_lines(b"", 1, pack_of).lines


def damaged(rng: random.Random, text: bytes) -> bytes:
    """The text with a few bytes and pieces of lines changed, lost, doubled or moved."""
    data = bytearray(text)
    for _ in range(rng.randrange(1, 12)):
        place = rng.randrange(len(data))
        length = rng.choice([1, 1, 1, 2, 5, 40])
        piece = bytes(data[place : place + length])
        kind = rng.randrange(6)
        if kind == 0:
            data[place] = rng.choice(b'"{}[]:,0123456789- ntuleAao\n\r\t\\\x00\x7f\xc3\xa9')
        elif kind == 1:
            del data[place : place + length]
        elif kind == 2:
            data[place:place] = piece
        elif kind == 3:
            other = rng.randrange(len(data))
            data[other : other + length] = piece
        elif kind == 4:
            at = data.find(b", ", place)
            end = data.find(b", ", at + 2)
            data[at:at] = data[at:end] if 0 <= at < end else b""
        else:
            data[place:place] = rng.choice(
                [b'"', b"{", b"}", b"[", b"]", b",", b":", b"null", b"\\u00e9", b'""', b"\n", b" "]
            )
    return bytes(data)


def fuzz(seed: int, rounds: int) -> None:
    rng = random.Random(seed)
    records = sessions(seed, 2, 4)
    for record in records[::2]:
        record["rules"]["options"] = {"renewal": "only_empty", "n": 3}
    writings = list(WRITINGS.values())
    for _ in range(rounds):
        text = rng.choice(writings)(rng.sample(records, 5))
        broken = damaged(rng, text)
        try:
            broken.decode()
        except UnicodeDecodeError:
            broken = broken.decode("utf-8", "replace").encode()
        check(broken)


def test_damaged_files() -> None:
    fuzz(1, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_damaged_files_at_length(seed: int) -> None:
    fuzz(seed, 600)
