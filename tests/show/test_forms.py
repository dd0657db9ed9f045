"""The corrected sheet as CSV, workbook and page: what stands in it, and that no name does anything there."""

from __future__ import annotations

import csv
import io
import re
import time
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest
from python_calamine import CalamineSheet, CalamineWorkbook
from show.showing import CORRECTED, SAMPLES, corrected_deal, log, sample_sheet
from show.test_play import changed

from audit.language import _, speaking
from audit.logs.keys import find_key
from audit.service import audit
from audit.sheet.csv_sheet import BOM, neutral, write_csv
from audit.sheet.html_sheet import write_html
from audit.sheet.sheet import SessionSheet
from audit.sheet.sheet import sheet as build
from audit.sheet.xlsx_sheet import write_xlsx
from audit.terminal import score_sheet

HOSTILE = "=HYPERLINK('http://x.example') <script>alert(1)</script>"


@pytest.fixture
def hostile(tmp_path: Path) -> SessionSheet:
    """A session whose club, session and players would like to be formulas, links and scripts."""
    text = changed("2024-03-09")
    for old, new in (
        ("Casino de Peñalvento", "=1+1"), ("acta 32", "@SUM(A1)"), ("Amparo", HOSTILE), ("Baltasar", "-2+3"),
        ("Leocadia", "http://x.example/a"), ("Fermín", "'=already"),
    ):  # fmt: skip
        text = text.replace(old, f'"{new}"' if old not in ("Casino de Peñalvento", "acta 32") else new)
    return build(*log(tmp_path, text))


# ----------------------------------------------------------------------------------------------------------- CSV


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM), newline=""), delimiter=";"))


def test_csv_has_the_columns_of_a_score_sheet() -> None:
    text = write_csv(sample_sheet("acta 33"))
    assert text.startswith(
        f"{BOM}club;session;date;rules;players;deal;dealer;winner;fondo_start;fondo_end;points Amparo;"
    )
    assert text.count("\r\n") == 7
    row = rows_of(text)[2]
    assert row["club"] == "Casino de Peñalvento"
    assert row["players"] == "Amparo, Baltasar, Leocadia, Fermín"
    assert (row["deal"], row["dealer"], row["winner"], row["fondo_start"]) == ("3", "Leocadia", "Leocadia", "9")
    assert [row[f"balance {name}"] for name in ("Amparo", "Baltasar", "Leocadia", "Fermín")] == ["-7", "-7", "12", "-7"]
    assert (row["x-verdict"], row["x-undecided"]) == ("carried", "")
    assert row["x-changed"].startswith("fondo_start, fondo_end, net Amparo")


def test_csv_brings_what_an_earlier_session_left_and_house_rules() -> None:
    row = rows_of(write_csv(sample_sheet("acta 41")))[0]
    assert row["fondo_before"] == "12"
    names = ("Amparo", "Baltasar", "Leocadia", "Fermín")
    assert [row[f"balance before {name}"] for name in names] == ["-9", "4", "15", "-22"]
    assert row["net Nicanor"] == ""
    assert rows_of(write_csv(sample_sheet("evening 11")))[0]["option cut_pays"] == "48"


@pytest.mark.parametrize(
    ("language", "headings"),
    [
        ("es", "club;sesion;fecha;reglas;fondo previo;jugadores;reparto;dador;ganador;fondo inicial;fondo final"),
        ("pt", "clube;sessao;data;regras;fundo anterior;jogadores;distribuicao;dador;vencedor;fundo inicial"),
    ],
)
def test_csv_has_the_words_of_the_log_format_in_the_language_spoken(language: str, headings: str) -> None:
    with speaking(language):
        text = write_csv(sample_sheet("acta 41")).removeprefix(BOM)
        assert rows_of(text)[2][_("x-verdict")] == _("carried") != "carried"
    found = text.partition("\r\n")[0].split(";")
    assert set(headings.split(";")) <= set(found)
    word = {"es": ("puntos", "bazas", "tantos", "saldo", "saldo previo"),
            "pt": ("pontos", "vazas", "fichas", "saldo", "saldo anterior")}  # fmt: skip
    assert {f"{each} Amparo" for each in word[language]} <= set(found)
    for heading in found:
        key = find_key(heading)
        assert key is not None or heading.startswith("x-"), heading


def test_columns_that_are_called_alike_are_both_there(tmp_path: Path) -> None:
    """`saldo previo X` is what X brought; the balance of one called `previo X` has that name in quotes."""
    text = changed("2024-07-06").replace("Baltasar", "previo Amparo")
    with speaking("es"):
        found = write_csv(build(*log(tmp_path, text))).partition("\r\n")[0].split(";")
    assert found.count("saldo previo Amparo") == found.count('"saldo ""previo Amparo"""') == 1


def test_no_number_is_written_as_a_text_with_an_apostrophe() -> None:
    assert "'" not in write_csv(sample_sheet("acta 41"))


def test_csv_leaves_what_is_not_decided_as_it_was_recorded() -> None:
    row = rows_of(write_csv(sample_sheet("evening 12")))[0]
    assert (row["winner"], row["points Percy"]) == ("Mabel", "28")
    assert "points Percy" in row["x-undecided"]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx", "'=1", "''-x"])
def test_a_text_that_a_spreadsheet_would_reckon_is_neutralised_and_comes_back(text: str) -> None:
    assert neutral(text) == f"'{text}"
    assert not re.match(r"[=+\-@\t\r]", neutral(text))


@pytest.mark.parametrize("text", ["Ana", "'t Hooft", "1=1", "", "2024-03-02"])
def test_other_texts_stay(text: str) -> None:
    assert neutral(text) == text


def test_no_cell_of_a_csv_is_a_formula(hostile: SessionSheet) -> None:
    cells = [
        cell for row in csv.reader(io.StringIO(write_csv(hostile).removeprefix(BOM)), delimiter=";") for cell in row
    ]
    assert "'=1+1" in cells
    assert f"'{HOSTILE}" in cells
    assert "''=already" in cells
    assert [cell for cell in cells if re.match(r"[=+@\t\r]|-(?!\d+$)", cell)] == []


# ------------------------------------------------------------------------------------------------------ workbook


def book_of(sheet: SessionSheet, folder: Path) -> CalamineWorkbook:
    path = folder / "sheet.xlsx"
    path.write_bytes(write_xlsx(sheet))
    return CalamineWorkbook.from_path(str(path))


def pages(book: CalamineWorkbook) -> list[CalamineSheet]:
    return [book.get_sheet_by_name(name) for name in book.sheet_names]


def parts_of(sheet: SessionSheet) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(write_xlsx(sheet))) as book:
        return {name: book.read(name).decode("utf-8", "replace") for name in book.namelist()}


def test_a_workbook_has_numbers_as_numbers(tmp_path: Path) -> None:
    book = book_of(sample_sheet("acta 33"), tmp_path)
    assert book.sheet_names == ["Score sheet", "Changes", "Standings and payments", "The session"]
    rows = book.get_sheet_by_name("Score sheet").to_python()
    assert rows[2][:5] == ["deal", "dealer", "winner", "fondo after the stakes", "fondo at the end"]
    assert rows[4][:5] == [2.0, "Baltasar", "Amparo", 10.0, 0.0]
    assert rows[5][-2:] == [-7.0, "carried"]


def test_a_changed_cell_is_shaded_starred_and_says_what_was_recorded() -> None:
    parts = parts_of(sample_sheet("acta 33"))
    assert "FFFFE08A" in parts["xl/styles.xml"]
    assert "0&quot;*&quot;" in parts["xl/styles.xml"]
    assert "recorded: 10 [F4]" in parts["xl/comments1.xml"]


def test_what_is_not_decided_has_a_question_mark() -> None:
    parts = parts_of(sample_sheet("evening 12"))
    assert "0&quot;?&quot;" in parts["xl/styles.xml"]
    assert "Mabel?" in parts["xl/sharedStrings.xml"]


def test_the_header_of_the_sheet_stays_in_view() -> None:
    assert '<pane xSplit="1" ySplit="3"' in parts_of(sample_sheet("acta 33"))["xl/worksheets/sheet1.xml"]


def test_the_other_pages_of_a_workbook(tmp_path: Path) -> None:
    book = book_of(sample_sheet("viernes 15"), tmp_path)
    changes = book.get_sheet_by_name("Changes").to_python()
    assert [3.0, "trick 7, payment Remedios → Eladio", "1", "not due", "K2", ""] in changes
    assert any("without following suit" in str(row[1]) for row in changes)
    rows = book.get_sheet_by_name("Standings and payments").to_python()
    assert "The fondo is left with 15." in [row[1] for row in rows]
    heading = rows.index(["", "payer", "receiver", "amount"])
    assert ["", "Práxedes", "fondo", 7.0] in rows[heading:]
    first = next(row[1] for row in rows if "payments settle everybody" in str(row[1]))
    assert first == f"{len(rows) - heading - 1} payments settle everybody; no fewer can."


def test_a_workbook_says_that_nothing_changed_and_what_was_decided(tmp_path: Path) -> None:
    right = book_of(sample_sheet("acta 31"), tmp_path).get_sheet_by_name("Changes").to_python()
    assert ["", "No figure is changed."] in [row[:2] for row in right]
    sheet = build(*corrected_deal(tmp_path))
    rows = book_of(sheet, tmp_path).get_sheet_by_name("Changes").to_python()
    assert [1.0, CORRECTED] in [row[:2] for row in rows]


def test_a_sheet_to_hand_on_does_not_say_in_which_folder_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "logs of mine").mkdir()
    for name in ("2024-09-07-circulo-acta.rev", "2024-09-07-circulo-borrador.rev"):
        (tmp_path / "logs of mine" / name).write_bytes((SAMPLES / name).read_bytes())
    audited = audit([tmp_path / "logs of mine"])
    (session,) = audited.assembled.sessions
    sheet = build(audited, session)
    book = "".join(str(page.to_python()) for page in pages(book_of(sheet, tmp_path)))
    text = "".join(line.text for line in score_sheet.corrected(audited, session, 80))
    for found in (write_html(sheet), book, text):
        assert "2024-09-07-circulo-borrador.rev:15 says something else" in found
        assert "logs of mine" not in found


def test_no_text_in_a_workbook_is_a_formula_or_a_link(hostile: SessionSheet) -> None:
    parts = parts_of(hostile)
    sheets = "".join(text for name, text in parts.items() if name.startswith("xl/worksheets/"))
    assert "<f>" not in sheets
    assert "<hyperlink" not in sheets
    assert "=HYPERLINK(" in parts["xl/sharedStrings.xml"]


def test_an_amount_that_a_spreadsheet_would_round_is_written_as_text(tmp_path: Path) -> None:
    text = changed("2024-06-08", ("net: +14,", f"net: {10**17 + 1},"))
    rows = book_of(build(*log(tmp_path, text)), tmp_path).get_sheet_by_name("Score sheet").to_python()
    assert f"{10**17 + 1}" in rows[3]


@pytest.mark.slow
def test_the_same_session_gives_the_same_bytes() -> None:
    first = write_xlsx(sample_sheet("acta 33"))
    time.sleep(2.1)
    assert write_xlsx(sample_sheet("acta 33")) == first
    assert write_html(sample_sheet("acta 33")) == write_html(sample_sheet("acta 33"))


def test_a_session_without_a_date_can_be_written(tmp_path: Path) -> None:
    sheet = build(*log(tmp_path, changed("2024-03-09", ("fecha: 2024-03-09\n", ""))))
    assert "2000-01-01T00:00:00Z" in parts_of(sheet)["docProps/core.xml"]
    assert "<dt>date</dt>" not in write_html(sheet)


# ---------------------------------------------------------------------------------------------------------- page


class Page(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if "style" not in self.open else ""

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.mark.parametrize(
    "name", ["acta 31", "acta 33", "acta 41", "viernes 36", "evening 12", "tertulia 2", "tertulia 3"]
)
def test_a_page_is_well_formed_and_accessible(name: str) -> None:
    page = Page(write_html(sample_sheet(name)))
    assert page.open == []
    assert page.named("html") == [{"lang": "en"}]
    assert len(page.named("h1")) == 1
    assert len(page.named("caption")) == len(page.named("table"))
    assert all("scope" in attributes for attributes in page.named("th"))


def test_every_row_of_the_score_sheet_has_as_many_cells() -> None:
    text = write_html(sample_sheet("tertulia 2"))
    body = text[text.index("<tbody>") : text.index("</tbody>")]
    assert {row.count("<td") for row in body.split("<tr>")[1:]} == {5 + 4 * 5}


def test_a_changed_figure_says_on_the_page_what_was_recorded() -> None:
    text = write_html(sample_sheet("acta 33"))
    assert '<td class="number changed"><del>10</del> <ins>0*</ins></td>' in text
    assert "fondo at the end: 10 → 0" in text


def test_a_page_fetches_and_runs_nothing(hostile: SessionSheet) -> None:
    page = Page(write_html(hostile))
    tags = {tag for tag, _attributes in page.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form", "a"}
    attributes = {name for _tag, found in page.tags for name in found}
    assert not attributes & {"src", "href", "style", "onload", "onclick"}
    assert HOSTILE in page.text
    assert "url(" not in write_html(hostile)


def test_a_page_that_is_right_says_so() -> None:
    text = write_html(sample_sheet("acta 31"))
    assert "Nothing to correct" in text
    assert "No figure is changed." in text


@pytest.mark.parametrize("language", ["es", "pt"])
def test_each_form_can_be_written_in_each_language(language: str) -> None:
    with speaking(language):
        assert f'<html lang="{language}">' in write_html(sample_sheet("acta 33"))
        assert write_xlsx(sample_sheet("acta 33"))
        assert "Amparo" in write_csv(sample_sheet("acta 33"))
