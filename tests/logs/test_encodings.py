"""Whatever a file was saved as, it is read; what is unusual is noted once, with its first place."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.logs import limits
from audit.model import Reading

from .reading import HEADER, read_text, whats

LOG = HEADER.replace("Ana", "Ané") + "\nreparto 1\nganador: Ané\nnota: a b\n"


def places(reading: Reading) -> list[tuple[str, int, int]]:
    return [(problem.what, problem.place.line, problem.place.column) for problem in reading.problems]


@pytest.mark.parametrize(
    ("data", "noted"),
    [
        (LOG.encode(), []),
        (b"\xef\xbb\xbf" + LOG.encode(), [("encoding.bom", 1, 1)]),
        (LOG.replace("\n", "\r\n").encode(), [("encoding.crlf", 1, 15)]),
        (LOG.replace("\n", "\r").encode(), [("encoding.cr", 1, 15)]),
        (LOG.replace("a b", "a b").replace(": Ané\n", ":\u00a0Ané\n").encode(), [("encoding.nbsp", 9, 9)]),
        (LOG.encode("cp1252"), [("encoding.cp1252", 6, 14)]),
        (b"\xef\xbb\xbf" + LOG.encode("cp1252"), [("encoding.bom", 1, 1), ("encoding.cp1252", 6, 14)]),
        (LOG.replace("a b", "a\x00b").encode(), [("encoding.control", 10, 8)]),
    ],
    ids=["utf-8", "bom", "crlf", "cr", "nbsp", "cp1252", "bom and cp1252", "nul"],
)
def test_encodings(tmp_path: Path, data: bytes, noted: list[tuple[str, int, int]]) -> None:
    reading = read_text(tmp_path, data)
    (deal,) = reading.deals
    assert deal.recorded.winner == deal.players[0] == "Ané"
    assert places(reading) == noted
    assert {problem.severity for problem in reading.problems} <= {"note"}


def test_bytes_that_windows_1252_does_not_know(tmp_path: Path) -> None:
    reading = read_text(tmp_path, LOG.encode("cp1252").replace(b"a b", b"\x81\x8d\x80"))
    assert reading.deals[0].note == "\x81\x8d€"


def test_one_foreign_byte_makes_the_whole_file_windows_1252(tmp_path: Path) -> None:
    """Names stay the same throughout the file, so that they still match each other."""
    reading = read_text(tmp_path, LOG.encode() + b"; caf\xe9\n")
    (deal,) = reading.deals
    assert deal.recorded.winner == deal.players[0] == "AnÃ©"
    assert whats(reading) == ["encoding.cp1252"]


def test_line_ends_across_chunks(tmp_path: Path) -> None:
    """A CR LF that two chunks share is one line end, and line numbers go on."""
    for shift in range(-2, 3):
        filler = "; " + "x" * (limits.CHUNK_BYTES - len(HEADER) - HEADER.count("\n") - 4 + shift)
        text = (HEADER + filler + "\nreparto 1\nfoo: 1\n").replace("\n", "\r\n")
        reading = read_text(tmp_path, text)
        assert [problem.place.line for problem in reading.problems] == [1, 9]


def test_characters_across_chunks(tmp_path: Path) -> None:
    filler = "; " + "é" * limits.CHUNK_BYTES
    for pad in ("", "x"):
        assert whats(read_text(tmp_path, f"{HEADER}{pad and '; x'}\n{filler}\nreparto 1\n")) == []


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (LOG.encode("utf-16"), "unreadable.utf16"),
        (bytes(range(256)) * 8, "unreadable.binary"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00" * 50, "unreadable.binary"),
    ],
    ids=["utf-16", "all bytes", "zip"],
)
def test_what_is_no_text(tmp_path: Path, data: bytes, what: str) -> None:
    reading = read_text(tmp_path, data)
    assert whats(reading) == [what]
    assert reading.records_in == 0
