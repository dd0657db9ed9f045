"""Made-up seasons as sheets of many kinds, read back equal; and what our own writers write."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sheets.seasons import STYLES, TABLES, WAYS, WORDS, above, evenings, left_in_a_sheet, table
from sheets.writing import kinds, read_path, said
from show.showing import samples
from store.stores import bare, session_log

from audit import language
from audit.model import Reading
from audit.service import audit
from audit.sheet.csv_sheet import write_csv
from audit.sheet.recorded import recorded_csv, recorded_xlsx
from audit.sheet.sheet import SessionSheet
from audit.sheet.sheet import sheet as build
from audit.sheet.xlsx_sheet import write_xlsx

LANGUAGES = language.LANGUAGES


def equal(reading: Reading, deals: list[object]) -> None:
    assert [left_in_a_sheet(deal) for deal in reading.deals] == deals
    assert not reading.quarantined


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("words", WORDS)
def test_an_evening_in_many_layouts(tmp_path: Path, way: str, style: str, words: str) -> None:
    chance = random.Random(f"{way}{style}{words}")
    for number, evening in enumerate(evenings()):
        rows = [*above(evening, pairs=chance.random() < 0.5), [], *table(evening, words, style)]
        reading = read_path(WAYS[way](tmp_path / f"sheet {number}", rows, chance))
        assert set(kinds(reading)) <= {"bad-line.totals", "bad-value.day-first"}, said(reading)
        equal(reading, [left_in_a_sheet(deal) for deal in evening.deals])


@pytest.mark.parametrize("rules", TABLES)
def test_a_season_below_one_another_in_one_sheet(tmp_path: Path, rules: str) -> None:
    chance = random.Random(rules)
    for seed in (1, 2):
        season = evenings(rules, seed)
        rows = [row for evening in season for row in (*above(evening, pairs=True), *table(evening, "es", "usual"), [])]
        for way in WAYS:
            reading = read_path(WAYS[way](tmp_path / "sheet", rows, chance))
            equal(reading, [left_in_a_sheet(deal) for evening in season for deal in evening.deals])


# -------------------------------------------------------------------------------------------- what we write ourselves


@pytest.mark.parametrize("club", ["Final", "Media", "Total Casino"])
def test_words_for_sums_are_names_in_what_we_write(tmp_path: Path, club: str) -> None:
    log = session_log("Total", bare(1) + bare(2), club=club).replace("Carla", "Total").replace("Ana", "saldo final")
    (tmp_path / "a.rev").write_text(log.replace("dador: Ana\n", ""), encoding="utf-8")
    written = read_path(tmp_path / "a.rev").deals
    for name, content in (("b.csv", recorded_csv(written).encode()), ("c.xlsx", recorded_xlsx(written))):
        (tmp_path / name).write_bytes(content)
        equal(read_path(tmp_path / name), [left_in_a_sheet(deal) for deal in written])


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> str:
    language.use(request.param)
    yield request.param
    language.use(language.ENGLISH)


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_records_as_a_sheet_come_back_with_their_tricks(tmp_path: Path, form: str, spoken: str) -> None:
    for rules in TABLES:
        deals = [deal for evening in evenings(rules) for deal in evening.deals]
        path = tmp_path / f"{spoken}.{form}"
        path.write_bytes(recorded_csv(deals).encode() if form == "csv" else recorded_xlsx(deals))
        reading = read_path(path)
        assert [left_in_a_sheet(deal, tricks=True) for deal in reading.deals] == [
            left_in_a_sheet(deal, tricks=True) for deal in deals
        ]
        assert kinds(reading) == []


def values(sheet: SessionSheet) -> list[object]:
    """What the cells of a corrected sheet say, by deal."""
    found = []
    for one in sheet.deals:
        figures = {what: cell.value for what, cell in one.of_deal()}
        players = one.deal.players
        by_player = {
            what: tuple(one.of(what, name).value for name in players) for what in ("points", "tricks", "net", "balance")
        }
        found.append((one.deal.number, one.dealt_by, players, figures, by_player))
    return found


def read_back(path: Path) -> tuple[object, list[object]]:
    """The same of the sheet as it was read."""
    audited = audit([path])
    assert [problem for problem in audited.problems if problem.severity != "note"] == []
    assert not audited.reading.quarantined
    (session,) = audited.assembled.sessions
    found = []
    for deal in audited.reading.deals:
        recorded = deal.recorded
        figures = {"winner": recorded.winner, "fondo_start": recorded.fondo_start, "fondo_end": recorded.fondo_end}
        by_player = {
            what: getattr(recorded, what) or (None,) * len(deal.players)
            for what in ("points", "tricks", "net", "balance")
        }
        found.append((deal.number, deal.dealer, deal.players, figures, by_player))
    header = session.header
    options = sorted(option.name for option in header.options)
    carried = header.carried_fondo, header.carried_balance
    return (header.club, header.session, header.date, header.rules, options, carried), found


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_corrected_sheet_is_read_back(tmp_path: Path, form: str, spoken: str) -> None:
    for session in samples().assembled.sessions:
        sheet = build(samples(), session)
        path = tmp_path / f"{spoken}.{form}"
        path.write_bytes(write_csv(sheet).encode() if form == "csv" else write_xlsx(sheet))
        said, found = read_back(path)
        header = session.header
        carried = header.carried_fondo, header.carried_balance
        assert said == (sheet.club, sheet.session, sheet.date, sheet.rules, sorted(sheet.options), carried)
        assert found == values(sheet)
