"""`revesino convert` into score sheets and the bulk form: what has a column is read back, the rest is told."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook
from support import revesino

from audit.language import speaking
from audit.logs import read
from audit.model import Deal
from audit.refusal import Refused
from audit.ruleset import pack_of
from audit.sheet.recorded import LOST, lost, recorded_csv, recorded_xlsx, table
from audit.text.refusals import refusal
from audit.text.sheets import LOST as WORDS
from audit.text.sheets import what_is_lost
from tests.logs.reading import HEADER, content, read_text

from .parquet_files import SAMPLES, SOME, some_deals

SHEET = HEADER.replace("jugadores:", "opcion cut_pays: 48\nfondo previo: 9\nsaldo previo: 1, -1, 0, ?\njugadores:") + (
    "reparto 1\ndador: Ana\nb1 Benito: 4o 9o 7o 1o\nb3: 1c 2c 3c 4c\nrevesino: Carla\npuntos: 1, 2, ?, 4\n"
    "ganador: Ana\nfondo inicial: 9\nfondo final: 0\ntantos: -1, 1, 0, 0\nsaldo: -1, 1, 0, 0\n"
    "nota: =1+1; a note\nx-own: +39 1\n\n"
    "jugadores: Ana, Benito, Eva, Diego\nreparto 2\nganador: Eva\n"
)


def run(*words: object) -> tuple[int, str, str]:
    done = revesino(*words)
    return done.returncode, done.stdout, done.stderr


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))


def facts(deal: Deal) -> dict[str, object]:
    """What a score sheet holds of a deal; of a list in which nothing is recorded it holds nothing."""
    found = content(deal)
    recorded = {key: value for key, value in found["recorded"].items() if key not in ("payments", "trick_winners")}
    for name in ("points", "tricks", "net", "balance"):
        if recorded[name] is not None and not any(value is not None for value in recorded[name]):
            recorded[name] = None
    head = {key: found["header"][key] for key in ("club", "session", "date", "rules", "carried_fondo")}
    keys = ("number", "players", "dealer", "declarations", "tricks", "note")
    return {key: found[key] for key in keys} | {"recorded": recorded, "header": head}


@pytest.mark.parametrize("language", ["es", "pt", "en"])
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_score_sheet_is_read_back(tmp_path: Path, language: str, form: str) -> None:
    deals = read_text(tmp_path, SHEET).deals
    with speaking(language):
        data = recorded_csv(deals).encode() if form == "csv" else recorded_xlsx(deals)
    again = read_text(tmp_path, data, f"sheet.{form}")
    assert {problem.severity for problem in again.problems} <= {"note"}
    assert [facts(deal) for deal in again.deals] == [facts(deal) for deal in deals]
    assert again.deals[0].extras == {"x-own": "+39 1"}
    assert again.deals[0].header.carried_balance == (1, -1, 0, None)


def test_sessions_of_the_samples_come_back(tmp_path: Path) -> None:
    deals = read([SOME], pack_of).deals
    again = read_text(tmp_path, recorded_csv(deals), "sheet.csv")
    assert [facts(deal) for deal in again.deals] == [facts(deal) for deal in deals]


def test_headings_are_in_the_language_spoken(tmp_path: Path) -> None:
    deals = read_text(tmp_path, SHEET).deals
    for language, some in (
        ("es", {"sesion", "reparto", "jugadas", "saldo Ana", "opcion cut_pays", "saldo previo Benito"}),
        ("pt", {"sessao", "distribuicao", "jogadas", "fichas Ana"}),
        ("en", {"session", "deal", "plays", "fondo_start", "points Diego"}),
    ):
        with speaking(language):
            assert some <= set(table(deals)[0])


def test_there_are_columns_only_for_what_is_recorded(tmp_path: Path) -> None:
    deals = read_text(tmp_path, HEADER + "reparto 1\nganador: Ana\n").deals
    with speaking("es"):
        headings, rows = table(deals)
    assert headings == ["club", "sesion", "fecha", "reglas", "jugadores", "reparto", "ganador"]
    assert rows == [["Casino", "A", "2024-03-02", "revesino", "Ana, Benito, Carla, Diego", 1, "Ana"]]


def test_plays_have_every_trick_and_its_leader(tmp_path: Path) -> None:
    (row, _) = rows_of(recorded_csv(read_text(tmp_path, SHEET).deals))
    assert row["plays"] == "Benito: 4o 9o 7o 1o | ? | 1c 2c 3c 4c"


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    deals = read_text(tmp_path, SHEET).deals
    (row, _) = rows_of(recorded_csv(deals))
    assert (row["note"], row["x-own"]) == ("'=1+1; a note", "'+39 1")
    book = CalamineWorkbook.from_filelike(io.BytesIO(recorded_xlsx(deals))).get_sheet_by_index(0).to_python()
    assert book[1][book[0].index("note")] == "=1+1; a note"
    assert book[1][book[0].index("net Ana")] == -1


# ------------------------------------------------------------------------------------------------ the command


def test_convert_to_every_form_and_back(tmp_path: Path) -> None:
    for form in ("parquet", "jsonl", "rev"):
        code, out, err = run("convert", SOME, "--to", form, "-o", tmp_path / f"log.{form}")
        assert (code, out) == (0, "")
        assert "no room" not in err
        again = read([tmp_path / f"log.{form}"], pack_of)
        assert [content(deal) for deal in again.deals] == [content(deal) for deal in some_deals()]


def test_forms_that_are_no_text_need_a_file(tmp_path: Path) -> None:
    for form in ("parquet", "xlsx"):
        code, out, err = run("convert", SOME, "--to", form)
        assert (code, out) == (2, "")
        assert f"{form} is no text" in err
        assert "-o" in err


def test_what_a_sheet_cannot_hold_is_told(tmp_path: Path) -> None:
    for target in ([], ["-o", tmp_path / "sheet.csv"], ["-o", tmp_path / "sheet.xlsx"]):
        form = "xlsx" if target and str(target[1]).endswith("xlsx") else "csv"
        _, out, err = run("convert", SOME, "--to", form, *target)
        assert f"no room for: payments ({len(some_deals())} deals)." in err
        assert bool(out) is not bool(target)
    assert len(rows_of((tmp_path / "sheet.csv").read_text(encoding="utf-8"))) == len(some_deals())


def test_nothing_is_told_where_nothing_is_lost(tmp_path: Path) -> None:
    log = tmp_path / "a.rev"
    log.write_text(HEADER + "reparto 1\nganador: Ana\n", encoding="utf-8")
    code, out, err = run("convert", log, "--to", "csv")
    assert (code, err) == (0, "")
    assert out.startswith("\ufeff")


def test_a_target_is_called_as_its_form(tmp_path: Path) -> None:
    code, _, err = run("convert", SOME, "--to", "xlsx", "-o", tmp_path / "a.csv")
    assert code == 2
    assert ".xlsx" in err
    assert not (tmp_path / "a.csv").exists()


def test_fmt_leaves_what_is_no_text(tmp_path: Path) -> None:
    run("convert", SOME, "--to", "parquet", "-o", tmp_path / "a.parquet")
    before = (tmp_path / "a.parquet").read_bytes()
    code, _, err = run("fmt", tmp_path / "a.parquet", "--check")
    assert (code, (tmp_path / "a.parquet").read_bytes()) == (2, before)
    assert "is no text" in err


def test_everything_that_may_be_lost_has_its_words(tmp_path: Path) -> None:
    assert set(LOST) == WORDS.keys()
    text = HEADER.replace("jugadores", "x-head: 1\njugadores") + (
        "reparto 1\nmano Ana: 1o\nmonte: 1o 2o 3o\ncambio Ana: -\ngana b1: Ana\npago: Ana > fondo 1\n"
        "x-list: json: [1]\n; a comment\n" + f"nota: {'x' * 40_000}\n"
    )
    deals = read_text(tmp_path, text).deals
    assert lost(deals, in_workbook=True) == dict.fromkeys(LOST, 1)
    assert "long_texts" not in lost(deals)
    for language in ("es", "pt", "en"):
        with speaking(language):
            assert what_is_lost(lost(deals))


def test_samples_convert_in_every_form(tmp_path: Path) -> None:
    for form in ("csv", "xlsx", "parquet"):
        code, _, _ = run("convert", SAMPLES, "--to", form, "-o", tmp_path / f"all.{form}")
        assert code in (0, 1)
        assert read([tmp_path / f"all.{form}"], pack_of).deals


def test_a_workbook_that_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("audit.sheet.recorded.ROWS", 2)
    with pytest.raises(Refused) as refused:
        recorded_xlsx(some_deals())
    assert "too few" in refusal(refused.value)
