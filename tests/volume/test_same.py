"""The import in bulk says what the plain one says: of whole logs, of damaged ones, cut wherever they may be cut."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace
from simulate.seasons import season
from store.stores import ROOT, SAMPLES, store, tables
from support import some_slow

from audit import logs
from audit.bulk import portions, reading
from audit.bulk.rest import NO_ROWS
from audit.club import taking, volume
from audit.club.judging import audited
from audit.club.volume import VolumeImport, import_volume
from audit.logs.data import FileData
from audit.logs.parquet.file import ParquetLog
from audit.logs.problems import Problems
from audit.logs.service import content
from audit.model import Reading
from audit.ruleset import pack_of
from audit.simulate.season import play_season

SEASON = SAMPLES / "season"
ODD_TEXTS = (
    "", " ", " blanks around ", "\u00a0", "no\u00a0break", "a\tb\nc", "\x00", "\x7f", "\x1b[1m", 'a "quoted" word',
    "back\\slash", "{}[]:,", "ñandú", "\u2014 dash", "\U0001f0a1", "null", "\u200e", "fondo", "?",
)  # fmt: skip
VECTORS = ROOT / "tests" / "vectors"


@pytest.fixture(params=[pytest.param("usual", marks=pytest.mark.slow), "small"])
def portion_size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Portions as they are, and so small that logs are cut in many places."""
    if request.param == "small":
        monkeypatch.setattr(portions, "LINES_BYTES", 5_000)
        monkeypatch.setattr(portions, "GROUP_ROWS", 1)
        monkeypatch.setattr(portions, "FILES", 2)
        monkeypatch.setattr(reading, "BLOCK_ROWS", 7)
        monkeypatch.setattr(taking, "DEALS_AT_ONCE", 3)
        monkeypatch.setattr(taking, "SESSIONS_AT_ONCE", 2)
        monkeypatch.setattr(volume, "GROUP_BYTES", 40_000)
    return str(request.param)


def both(folder: Path, paths: Sequence[Path]) -> tuple[Path, Path, VolumeImport]:
    """A database by each way of the same logs."""
    plain, bulk = folder / "plain.duckdb", folder / "bulk.duckdb"
    store(plain, *paths)
    return plain, bulk, import_volume(bulk, list(paths), workers=0)


def said(database: Path) -> dict[str, Any]:
    """All that a database says of its logs."""
    found = audited(database)
    totals = {name: value for name, value in found.totals.items() if name != "known"}
    return {
        **tables(database),
        "sessions": list(found.sessions()),
        "problems": found.problem_rows(),
        "quarantined": sorted((one.place.file, one.place.line, one.code) for one in found.reading.quarantined),
        "totals": totals,
    }


def check(folder: Path, paths: Sequence[Path]) -> VolumeImport:
    plain, bulk, found = both(folder, paths)
    taken = said(bulk)
    for name, value in said(plain).items():
        assert taken[name] == value, name
    for one in found.files:
        assert one.read == one.stored + one.known + one.in_conflict + one.quarantined, one
        assert min(one.stored, one.known, one.in_conflict, one.quarantined) >= 0, one
        assert sum(count for _, count in one.reasons) == one.quarantined
    return found


def converted(folder: Path, form: str, *paths: Path) -> Path:
    """Logs as one of another form."""
    path = folder / f"all.{form}"
    path.write_bytes(content(logs.read(list(paths), pack_of), form))
    return path


def test_of_the_sample_logs(tmp_path: Path, portion_size: str) -> None:
    found = check(tmp_path, [path for path in sorted(SAMPLES.iterdir()) if path.suffix in {".rev", ".jsonl", ".xlsx"}])
    assert found.total("read") > 40


@pytest.mark.parametrize("form", some_slow(["jsonl", "parquet"], "jsonl"))
def test_of_the_sample_logs_in_one_of_columns(tmp_path: Path, form: str) -> None:
    """With comments in their heads, x- keys, and records that contradict each other."""
    path = converted(tmp_path, form, *sorted(SAMPLES.glob("*.rev")))
    assert check(tmp_path, [path]).total("read") > 40
    assert in_blocks(path) > 20


@pytest.mark.parametrize(("evenings", "deals"), some_slow([(9, 61), (None, 275)], (9, 61)))
@pytest.mark.parametrize("form", ["rev", "jsonl", "parquet"])
def test_of_a_season(tmp_path: Path, portion_size: str, form: str, evenings: int | None, deals: int) -> None:
    paths = sorted(SEASON.glob("*.rev"))[:evenings]
    assert check(tmp_path, paths if form == "rev" else [converted(tmp_path, form, *paths)]).total("stored") == deals


@pytest.mark.slow
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_of_the_vectors(tmp_path: Path, portion_size: str, form: str) -> None:
    """Deals of every rule, under every option."""
    assert check(tmp_path, [converted(tmp_path, form, VECTORS)]).total("read") > 300


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_season_goes_in_wholly_as_columns(tmp_path: Path, form: str) -> None:
    """With all that is usual in a club's logs: labels, notes, substitutes, evenings with less, and what is missing."""
    made = season(sessions=40, deals=4, mistakes=0.2, bare=0.2, no_hands=0.2, notes=0.5)
    deals = [deal for evening in play_season(made) for deal in evening.deals]
    assert sum(deal.note is not None for deal in deals) > 50
    assert sum(any(paid.label for paid in deal.recorded.payments) for deal in deals) > 50
    assert any(deal.players[0] not in deal.header.players for deal in deals)
    path = tmp_path / f"season.{form}"
    path.write_bytes(content(Reading(deals=deals, quarantined=[], problems=[]), form))
    assert in_blocks(path) == len(deals)
    assert check(tmp_path, [path]).total("stored") == len(deals)


def in_blocks(path: Path) -> int:
    """How many deals of a file of columns are judged as they are read."""
    source = portions.look_through(str(path))
    footer = ParquetLog(FileData(str(path)), Problems(str(path))).footer if source.kind == "groups" else NO_ROWS
    found = [*portions.groups_of(str(path), footer)] if source.kind == "groups" else [*portions.lines_of(str(path))]
    return sum(files.size for portion in found for _, files in reading.read(portion).blocks)


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_of_notes_and_labels(tmp_path: Path, form: str) -> None:
    """Of any kind, as each reader takes them."""
    deals = logs.read([SEASON / "2023-09-15.rev"], pack_of).deals
    odd = [*ODD_TEXTS, "x" * 1_000, "x" * 1_001]
    made = [
        replace(deal, note=odd[place], recorded=replace(deal.recorded, payments=tuple(
            replace(paid, label=odd[(place + k) % len(odd)]) for k, paid in enumerate(deal.recorded.payments)
        )), header=replace(deal.header, session=f"{turn}"))
        for turn in range(-(-len(odd) // len(deals)))
        for place, deal in enumerate(deals, turn * len(deals))
        if place < len(odd)
    ]  # fmt: skip
    path = tmp_path / f"log.{form}"
    path.write_bytes(content(Reading(deals=made, quarantined=[], problems=[]), form))
    check(tmp_path, [path])


def test_of_notes_and_labels_that_are_none(tmp_path: Path) -> None:
    """Of another type, null, or with half of a letter."""
    path = converted(tmp_path, "jsonl", SEASON / "2023-09-15.rev", SEASON / "2023-09-29.rev")
    lines = path.read_bytes().splitlines()
    for place, odd in enumerate((b"5", b"null", b'"\\ud800"', b'"\\u00a0"', b'["a"]', b'{"a": "b"}', b'"  "', b"true")):
        lines[place] = lines[place].replace(b'"deal": ', b'"note": %s, "deal": ' % odd)
        lines[-1 - place] = lines[-1 - place].replace(b'"label": "puesta"', b'"label": ' + odd, 1)
    path.write_bytes(b"\n".join(lines) + b"\n")
    found = check(tmp_path, [path])
    assert found.total("stored") == len(lines)
    assert 0 < in_blocks(path) < len(lines)


@pytest.mark.slow
def test_of_what_is_known_already_in_another_form(tmp_path: Path, portion_size: str) -> None:
    paths = [converted(tmp_path, form, SEASON) for form in ("jsonl", "parquet")]
    found = check(tmp_path, [*paths, SEASON])
    assert (found.total("stored"), found.total("known")) == (275, 550)


@pytest.mark.parametrize("seed", some_slow(range(6), 1))
def test_of_damaged_lines(tmp_path: Path, portion_size: str, seed: int) -> None:
    rng = random.Random(seed)
    path = converted(tmp_path, "jsonl", *sorted(SEASON.glob("*.rev"))[:12])
    lines = path.read_bytes().splitlines(keepends=True)
    for _ in range(12):
        place = rng.randrange(len(lines))
        lines[place] = _damaged(rng, lines[place])
    if seed % 2:
        rng.shuffle(lines)
    path.write_bytes(b"".join(lines))
    check(tmp_path, [path])


def _damaged(rng: random.Random, line: bytes) -> bytes:
    """A line as it comes out of a bad copy."""
    at = rng.randrange(len(line) - 1)
    return rng.choice(
        [
            line[:at] + b"\n",
            line[:at] + line[at + rng.randrange(1, 9) :].rstrip(b"\n") + b"\n",
            line[:at] + bytes([rng.randrange(32, 127)]) + line[at + 1 :],
            line + line.replace(b'"deal": ', b'"deal": 1'),
            line + line,
            line.replace(b'"winner": ', b'"winer": '),
            line.replace(b'"points": [', b'"points": [1, '),
        ]
    )


@pytest.mark.parametrize("seed", some_slow(range(4), 0))
def test_of_a_damaged_table(tmp_path: Path, portion_size: str, seed: int) -> None:
    rng = random.Random(seed)
    path = converted(tmp_path, "parquet", SEASON)
    pq.write_table(pq.read_table(path), path, row_group_size=20, write_page_checksum=True)
    whole = bytearray(path.read_bytes())
    for _ in range(3):
        whole[rng.randrange(4, len(whole) // 2)] ^= 1 << rng.randrange(8)
    path.write_bytes(whole)
    found = check(tmp_path, [path])
    assert found.total("read") == 275
    assert 0 < found.total("quarantined") < 100


@pytest.mark.slow
def test_the_number_of_processes_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("audit.bulk.pool.SMALL_BYTES", 0)
    monkeypatch.setattr(portions, "LINES_BYTES", 100_000)
    path = converted(tmp_path, "jsonl", SEASON)
    for workers in (0, 2):
        import_volume(tmp_path / f"{workers}.duckdb", [path], workers=workers)
    assert said(tmp_path / "0.duckdb") == said(tmp_path / "2.duckdb")


def test_a_second_import_adds_nothing(tmp_path: Path) -> None:
    database = tmp_path / "club.duckdb"
    first = import_volume(database, [SEASON], workers=0)
    before = said(database)
    again = import_volume(database, [SEASON], workers=0)
    assert (again.total("read"), again.total("known"), again.events) == (275, 275, ())
    assert first.events == (1,)
    assert said(database) == before


def test_a_dry_run_leaves_no_trace(tmp_path: Path) -> None:
    database = tmp_path / "club.duckdb"
    found = import_volume(database, [SEASON], workers=0, dry_run=True)
    assert found.total("stored") == 275
    assert list(tmp_path.iterdir()) == []
    import_volume(database, [SEASON / "2023-09-15.rev"], workers=0)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and path.suffix == ".duckdb"}
    assert import_volume(database, [SEASON], workers=0, dry_run=True).total("known") > 0
    assert {path: path.read_bytes() for path in before} == before


def test_archives_are_taken_log_by_log(tmp_path: Path) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "season"), "zip", SEASON))
    database = tmp_path / "club.duckdb"
    import_volume(database, [SEASON / "2023-09-15.rev"], workers=0)
    found = import_volume(database, [archive], workers=0)
    assert found.total("read") == 275
    assert found.total("stored") + found.total("known") == 275
    assert found.total("known") > 0
