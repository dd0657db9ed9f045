"""The committed vectors: both forms say the same, and the canonical text is the one they are written in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from audit.logs import read
from audit.logs.service import convert

from .reading import RECORD, content, pack_of, read_text
from .test_jsonl import FULL
from .test_writing import SPEC_EXAMPLE

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
SCHEMA = json.loads((ROOT / "docs" / "schema" / "revesino-log-1.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
TWINS = sorted(path.stem for path in VECTORS.glob("*.rev"))


@pytest.mark.parametrize("name", TWINS)
def test_the_forms_of_a_vector_say_the_same(name: str) -> None:
    rev, jsonl = (read([VECTORS / f"{name}{suffix}"], pack_of) for suffix in (".rev", ".jsonl"))
    assert not rev.problems
    assert not jsonl.problems
    assert [content(deal) for deal in rev.deals] == [content(deal) for deal in jsonl.deals]


@pytest.mark.parametrize("name", TWINS)
def test_a_vector_is_written_as_it_stands(name: str) -> None:
    path = VECTORS / f"{name}.rev"
    assert convert(read([path], pack_of), "rev") == path.read_text(encoding="utf-8").rstrip("\n") + "\n"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_vectors_and_what_is_written_of_them_fit_the_schema(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()[:20]
    written = convert(read([path], pack_of), "jsonl").splitlines()[:20]
    for line in (*lines, *written):
        VALIDATOR.validate(json.loads(line))


def test_a_record_with_everything_fits_the_schema(tmp_path: Path) -> None:
    VALIDATOR.validate(FULL)
    for text in (SPEC_EXAMPLE, SPEC_EXAMPLE.replace("12?", "zz").replace("x-room", "x-comments")):
        for line in convert(read_text(tmp_path, text), "jsonl").splitlines():
            VALIDATOR.validate(json.loads(line))


@pytest.mark.parametrize(
    "fields",
    ['"deal": 0', '"deal": 1.5', '"dealr": "Ana"', '"stock": ["1o"]', '"players": ["Ana", "Ana", "B", "C"]',
     '"recorded": {"net": [1.5]}', '"format": "other"', '"date": "1.2.24"', '"tricks": [{"cards": ["1o"]}]'],
)  # fmt: skip
def test_what_the_reader_complains_of_the_schema_refuses(tmp_path: Path, fields: str) -> None:
    """The failing control."""
    record = f"{RECORD}, {fields}}}"
    assert not VALIDATOR.is_valid(json.loads(record))
    assert read_text(tmp_path, record, "log.jsonl").problems
