"""CSV that is made to harm: it neither takes long nor is anything raised."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from sheets.writing import HEAD, POINTS, SESSION, SMALL, read_csv

from audit.logs import limits


def words(count: int) -> str:
    chance = random.Random(1)
    return ";".join("".join(chance.choices("abc ñ(:-_.", k=280)) for _ in range(count))


HOSTILE = {
    "quotes that nobody closes": '"\n' * 20_000,
    "pairs of quotes": ('"a""\n' + '""\n' * 400) * 50,
    "quotes in one line": '"' * 500_000,
    "separators in one line": SMALL + ";" * 900_000,
    "quoted separators": '";";' * 100_000,
    "a line without end": "x;" * (limits.LINE_CHARS // 2 + 5),
    "headings that are none": "\n".join(words(limits.SHEET_COLUMNS) for _ in range(40)),
    "the same headings again and again": f"{HEAD};{POINTS}\n" * 5_000,
    "titles again and again": SMALL + "".join(f"Sesión: {n}\n" for n in range(5_000)),
    "a session for each row": f"{HEAD};{POINTS}\n" + "".join(f"C{n};{n};revesino;1;Ana;Ana\n" for n in range(6_000)),
    "players for each row": f"jugadores;{HEAD};x-a\n"
    + "".join(f'"A{n}, B, C, D";{SESSION};{n + 1};;;\n' for n in range(6_000)),
    "unknown names": f"{HEAD};{POINTS}\n"
    + "".join(f"{SESSION};{n + 1};{'x' * 400}{n};;1;2;3;4\n" for n in range(4_000)),
    "numbers without end": SMALL.replace(";10;", f";{'9' * 20_000};"),
    "NUL": SMALL.replace("Ana", "A\0na"),
    "half a character": SMALL.encode() + b"\xc3",
    "control characters": SMALL.replace("Casino", "Ca\x1b[31msino"),
    "brackets": f"{HEAD};{POINTS}\n{SESSION};1;{'(' * 30_000};;\n",
    "a deal's number of words": f"{HEAD};{POINTS}\n" + f"{SESSION};{'a' * 30_000} 1 ({'b' * 900};;\n" * 50,
    "tricks without end": f"{HEAD};plays;{POINTS}\n{SESSION};1;;;{'|' * 30_000};1;2;3;4\n",
    "cards without end": f"{HEAD};plays;{POINTS}\n{SESSION};1;;;{'1o ' * 10_000};1;2;3;4\n",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", HOSTILE)
def test_it_takes_no_long(tmp_path: Path, what: str) -> None:
    begin = time.monotonic()
    reading = read_csv(tmp_path, HOSTILE[what])
    assert time.monotonic() - begin < 15
    assert len(reading.problems) <= limits.PROBLEMS_PER_FILE + 1


def test_a_row_that_is_too_long_is_quarantined(tmp_path: Path) -> None:
    head, one, two = SMALL.splitlines()
    reading = read_csv(tmp_path, f"{head}\n{one};{'x' * limits.LINE_CHARS}\n{two}\n")
    assert [deal.number for deal in reading.deals] == [2]
    assert [each.code for each in reading.quarantined] == ["too-large"]


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("wb") as file:
        file.write(SMALL.encode())
        file.truncate(limits.SHEET_BYTES + 1)
    from audit.logs import read  # noqa: PLC0415

    assert [problem.what for problem in read([path], lambda _: None).problems] == ["too-large.file"]
