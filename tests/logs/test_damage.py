"""Damaged files: nothing is raised, and as many deals come out, read or quarantined, as lines begin one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support import some_slow

from audit.logs import read_rev
from audit.logs.keys import KEYS
from audit.logs.service import convert
from audit.model import Reading
from audit.text.problems import expected, message

from .reading import HEADER, content, fresh, read_text, rewritten

SMALL = (
    HEADER
    + "opcion cut_pays: 48 ; x\n\nreparto 1\nmano Ana: 1o 2c\nb1 Ana: 1o 2o 3o ??\npuntos: 1, 2, ?, 4\ngana b1: Ana\n"
    + 'pago b1: Ana > fondo 3 "a;b"\nnota: ñ; x\n\njugadores: Ana, Benito, Carla, "E, va"\n; c\nreparto 2\n'
    + 'ganador: "E, va"\n\n'
    + HEADER.replace(": A\n", ": B\n")
    + "\ndeal 1\nx-y: 1\n"
)
EACH = 9
"""Of the many files that differ in one byte, each ninth is also written anew."""

WORDS = {b"reparto": 2, b"deal": 1, b"distribuicao": 4}
NEARLY = re.compile(rb"([A-Za-z]+)[\s\x1c-\x1f]*[0-9]+")
OTHERS = bytes(range(48)) + b":;<=>?@[\\]^_`{|}~\x7f"
"""What is neither a letter nor a digit."""
ITS_WORD = rb"(?:reparto|deal|distribuicao)"
AMONG_STRAYS = re.compile(rb":*" + ITS_WORD + rb":*[0-9]+:*", re.IGNORECASE)
BEHIND_A_WORD = re.compile(
    rb"(?:([A-Za-z0-9]{1,5})(?:(?!:)[\W_])+|[0-9]{1,3})" + ITS_WORD + rb"[\W_]*[0-9]+", re.IGNORECASE
)
WITHOUT_NUMBER = re.compile(rb"[\W_]+" + ITS_WORD + rb"(?:\s+\S*[0-9]\S*)?[\W_]*", re.IGNORECASE)
KEY_WORDS = {word.encode() for key in KEYS for spelling in key.spellings for word in spelling.split()}
BEGINS_A_DEAL = re.compile(rb"^[ \t]*(?:reparto|deal|distribuicao)(?![A-Za-z])", re.IGNORECASE)
INSERTED = [
    'ganador: "', "jugadores: Ana, Benito, Diego, Carla", "sesion: Z", "club: Casino", "revesino-log 1",
    "revesino-log 9", "reparto", "reparto 7", "; reparto 8", "nota: reparto 9", "opcion a: b", "saldo previo: 1, 2",
    ":", ";", '"', "x-y: 2", "b1 Ana: 1o 2o 3o 4o", "pago: Ana > Ana", "puntos: 99999999999999999999, 1, 1, 1", "\x00",
]  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:
    """One of many ways to spoil a file."""
    lines = data.split(b"\n")
    for _ in range(chance.randrange(1, 5)):
        match chance.randrange(5):
            case 0:
                lines.pop(chance.randrange(len(lines))) if len(lines) > 1 else None
            case 1:
                lines.insert(chance.randrange(len(lines) + 1), chance.choice(INSERTED).encode())
            case 2:
                lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
            case 3:
                place = chance.randrange(len(lines))
                line = bytearray(lines[place] or b" ")
                line[chance.randrange(len(line))] = chance.randrange(128)
                lines[place] = bytes(line)
            case _:
                chance.shuffle(lines)
    return b"\n".join(lines)


def begun(data: bytes) -> int:
    """How many lines begin a deal, or nearly do, counted without the reader."""
    return sum(bool(BEGINS_A_DEAL.match(line)) or nearly_begins(line) for line in re.split(rb"[\r\n]", data))


def nearly_begins(line: bytes) -> bool:
    """Whether a line that is damaged in few places was one that began a deal."""
    line = line.partition(b";")[0].strip(b" \t")
    if line[:2].lower() == b"x-" and len(line) > 2:
        return False
    match = NEARLY.fullmatch(line.strip(OTHERS))
    word = match[1].lower() if match else b""
    if any(alike(word, right, slips) or word[1:] == right or word[2:] == right for right, slips in WORDS.items()):
        return True
    if AMONG_STRAYS.fullmatch(line.translate(None, OTHERS.replace(b":", b""))) or WITHOUT_NUMBER.fullmatch(line):
        return True
    match = BEHIND_A_WORD.fullmatch(line.strip(OTHERS))
    before = (match[1] or b"").lower() if match else b"nota"
    return before not in KEY_WORDS and not re.fullmatch(rb"[btv][0-9]+", before)


def alike(found: bytes, right: bytes, slips: int) -> bool:
    """Whether so many letters at most were left out, put in, mistaken or exchanged."""
    if not found or not right:
        return len(found) + len(right) <= slips
    if found[0] == right[0]:
        return alike(found[1:], right[1:], slips)
    ways = [(found[1:], right), (found, right[1:]), (found[1:], right[1:])]
    ways += [(found[2:], right[2:])] if found[:2] == right[1::-1] else []
    return slips > 0 and any(alike(*way, slips - 1) for way in ways)


def check(folder: Path, data: bytes, name: str = "log.rev", *, write: bool = True) -> Reading:
    reading = read_text(folder, data, name)
    for problem in reading.problems:
        assert message(problem)
        assert expected(problem)
    if reading.deals and write:
        again = rewritten(folder, reading, "rev")
        assert not fresh(again)
        assert [content(deal) for deal in again.deals] == [content(deal) for deal in reading.deals]
    return reading


def uncommented(deal: dict[str, Any]) -> dict[str, Any]:
    return deal | {"comments": (), "header": deal["header"] | {"comments": ()}}


def cut(data: bytes) -> Iterator[bytes]:
    return (data[:length] for length in range(len(data)))


def test_cut_at_every_byte(tmp_path: Path) -> None:
    for data in cut(SMALL.encode()):
        assert check(tmp_path, data, write=len(data) % EACH == 0).records_in == begun(data)


def test_any_one_byte_changed(tmp_path: Path) -> None:
    data = SMALL.encode()
    chance = random.Random(1)
    for place in range(len(data)):
        spoiled = bytearray(data)
        spoiled[place] = chance.choice([0, 10, 13, 32, 34, 58, 59, 255, spoiled[place] ^ 1, spoiled[place] ^ 32])
        if b"\xff" in spoiled and begun(data) != begun(bytes(spoiled)):
            continue
        assert check(tmp_path, bytes(spoiled), write=place % EACH == 0).records_in == begun(bytes(spoiled))


@pytest.mark.parametrize("seed", some_slow(range(4), 0, 1))
def test_lines_dropped_inserted_and_shuffled(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        data = damaged(SMALL.encode(), chance)
        assert check(tmp_path, data).records_in == begun(data)


@pytest.mark.parametrize("seed", some_slow(range(3), 0))
def test_damaged_json_lines(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    whole = convert(read_text(tmp_path, SMALL), "jsonl").encode()
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.choice(b'{}[]",:0123456789abn\\\n\x00\xff')
        records = sum(bool(line.strip()) for line in bytes(data).split(b"\n"))
        assert check(tmp_path, bytes(data), "log.jsonl").records_in == records


@pytest.mark.parametrize("every", some_slow([1, EACH], EACH))
def test_cut_json_lines(tmp_path: Path, every: int) -> None:
    """At every byte; at every ninth in the fast suite."""
    for data in islice(cut(convert(read_text(tmp_path, SMALL), "jsonl").encode()), 0, None, every):
        reading = check(tmp_path, data, "log.jsonl", write=len(data) % EACH == 0)
        assert reading.records_in == sum(map(bool, data.split(b"\n")))


def test_known_keys_are_read_as_new_ones_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick way past the lines whose keys were met before gives what the slow one gives."""
    chance = random.Random(5)
    files = [damaged(SMALL.encode(), chance) for _ in range(60)]
    quick = [read_text(tmp_path, data) for data in files]
    monkeypatch.setattr(read_rev, "entries_for", lambda players: {})
    monkeypatch.setattr(read_rev, "CACHE_ENTRIES", 0)
    slow = [read_text(tmp_path, data) for data in files]
    assert quick == slow


def test_a_bad_line_neither_swallows_nor_splits_a_deal(tmp_path: Path) -> None:
    """Between any two lines of a deal, any bad line: the deals and all that they say stay as they are."""
    lines = SMALL.splitlines(keepends=True)
    whole = [uncommented(content(deal)) for deal in read_text(tmp_path, SMALL).deals]
    for bad in ('ganador: "Ana', "hello", ": x", "mano: 1o", "b99 Ana: 1o", "foo: 1", "puntos: 1", "\x00\x01"):
        for place in range(9, len(lines)):
            reading = read_text(tmp_path, "".join([*lines[:place], f"{bad}\n", *lines[place:]]))
            assert [uncommented(content(deal)) for deal in reading.deals] == whole
