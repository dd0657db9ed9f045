"""Mappings: what a person says of a sheet that does not say it itself; and `revesino map`, which asks."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from sheets.writing import NAMES, RIGHT, SMALL, cells, figures, kinds, read_csv, read_path, workbook
from store.test_commands import Club

from audit.logs.sheets.mapping import BadMapError, SheetMap, from_data, written
from audit.settings import Settings, load, write

ODD = "Noche del viernes\nqué;quién;mejor;A;B;C;D;bote\n1;Diego;Ana;3;10;20;10;9\n2;Ana;Benito;13;4;16;10;10\n"
MAP = """header = 2
[session]
club = "Casino"
sesion = "A"
reglas = "revesino"
jugadores = ["Ana", "Benito", "Carla", "Diego"]
"opcion cut_pays" = 48
[columns]
A = "reparto"
B = "dador"
C = "winner"
D = "puntos Ana"
E = "puntos Benito"
F = "Carla pts."
G = "points Diego"
H = "-"
"""


def test_a_mapping_beside_the_sheet_is_used(tmp_path: Path) -> None:
    (tmp_path / "sheet.csv.map.toml").write_text(MAP, encoding="utf-8")
    reading = read_csv(tmp_path, ODD)
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert [(option.name, option.value) for option in reading.deals[0].header.options] == [("cut_pays", "48")]
    assert reading.deals[0].players == NAMES
    assert kinds(reading) == []


def test_without_a_row_of_headings(tmp_path: Path) -> None:
    (tmp_path / "sheet.csv.map.toml").write_text(MAP.replace("header = 2", "header = 0"), encoding="utf-8")
    reading = read_csv(tmp_path, "".join(f"{line}\n" for line in ODD.splitlines()[2:]))
    assert [figures(deal) for deal in reading.deals] == RIGHT


def test_what_the_sheet_says_itself_goes_before(tmp_path: Path) -> None:
    (tmp_path / "sheet.csv.map.toml").write_text(
        '[session]\nclub = "Círculo"\nfecha = "2024-03-02"\n', encoding="utf-8"
    )
    reading = read_csv(tmp_path, SMALL)
    assert {(deal.header.club, deal.header.date) for deal in reading.deals} == {("Casino", "2024-03-02")}


def test_the_rows_are_numbered_where_a_person_says_so(tmp_path: Path) -> None:
    text = SMALL.replace("reparto;", "x-y;") + "Casino;B;revesino;;Diego;Ana;3;10;20;10\nTotal;;;;;;99;99;99;99\n"
    (tmp_path / "sheet.csv.map.toml").write_text("number_rows = true\n", encoding="utf-8")
    reading = read_csv(tmp_path, text)
    assert [(deal.header.session, deal.number) for deal in reading.deals] == [("A", 1), ("A", 2), ("B", 1)]


def test_a_mapping_for_one_sheet_of_a_workbook(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"odd": cells(ODD), "plain": cells(SMALL)})
    (tmp_path / "a.xlsx.map.toml").write_text(f'sheet = "odd"\n{MAP}', encoding="utf-8")
    assert len(read_path(path).deals) == 4


def test_two_rows_of_headings_of_which_some_columns_are_mapped(tmp_path: Path) -> None:
    text = "Reparto;Puntos;;;;mejor\n;Ana;Benito;Carla;Diego;\n1;3;10;20;10;Ana\n"
    (tmp_path / "sheet.csv.map.toml").write_text(
        'header = 2\n[session]\nclub="x"\nsesion="y"\nreglas="revesino"\n[columns]\nF = "ganador"\n', encoding="utf-8"
    )
    (deal,) = read_csv(tmp_path, text).deals
    assert (deal.recorded.points, deal.recorded.winner) == ((3, 10, 20, 10), "Ana")


BAD = {
    "no TOML": "header = ",
    "another key": "headers = 2",
    "no number": 'header = "2"',
    "a negative one": "header = -1",
    "no column": '[columns]\n"1" = "reparto"',
    "no heading": '[columns]\nA = "nada"',
    "half a heading": '[columns]\nA = "puntos"',
    "no field": '[session]\nnada = "x"',
    "no table": "columns = 3",
    "no text": "[session]\nclub = 2024-03-02",
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_mapping_is_told_and_does_not_count(tmp_path: Path, what: str) -> None:
    (tmp_path / "sheet.csv.map.toml").write_text(BAD[what], encoding="utf-8")
    reading = read_csv(tmp_path, SMALL)
    assert len(reading.deals) == 2
    assert "unreadable.map" in kinds(reading)


def test_what_is_written_is_read() -> None:
    made = from_data(tomllib.loads(MAP))
    assert from_data(tomllib.loads(written(made, "x"))) == made
    with pytest.raises(BadMapError):
        from_data({"x": 1})
    assert from_data({}) == SheetMap()


# ------------------------------------------------------------------------------------------------------ the command


@pytest.fixture
def club(tmp_path: Path) -> Club:
    found = Club(tmp_path)
    found.log("odd.csv", ODD)
    return found


ANSWERS = [
    "", "reparto", "quien da", "ganador", "puntos Ana", "puntos Benito", "nada", "puntos Carla", "puntos Diego", "-",
    "Casino", "A", "", "",
]  # fmt: skip


def test_a_person_is_asked(club: Club) -> None:
    assert "no row of headings was recognised" in club.run("audit", "odd.csv", status=2)
    said = club.run("map", "odd.csv", answers="\n".join(ANSWERS) + "\n")
    assert "   3  A 1 | B Diego | C Ana | D 3" in said
    assert "Column F (C: 20, 16) [-]" in said
    assert "`nada` is no heading of a score sheet." in said
    assert "puntos: 3, 10, 20, 10" in said
    assert "2 deals would be read so." in said
    assert "odd.csv.map.toml: written" in said
    audited = club.run("audit", "odd.csv")
    assert "2 deals of 1 session" in audited
    assert "While reading" not in audited
    assert "A · revesino" in club.run("show", "odd.csv")
    assert "points: 0" not in club.run("convert", "odd.csv", "--to", "rev")


def test_nothing_is_asked_where_it_is_given(club: Club) -> None:
    columns = [
        f"--column={column}"
        for column in ("A=reparto", "D=puntos Ana", "E=puntos Benito", "F=puntos Carla", "G=puntos Diego")
    ]
    said = [f"--set={text}" for text in ("club=Casino", "sesion=A", "reglas=revesino")]
    assert "2 deals would be read so." in club.run("map", "odd.csv", "--header", 2, *columns, *said, "-o", "own.toml")
    assert not (club.folder / "odd.csv.map.toml").exists()
    club.log("revesino.toml", '[sheets]\n"odd*.csv" = "own.toml"\n')
    assert "2 deals of 1 session" in club.run("audit", "odd.csv")


def test_nothing_is_written_that_reads_no_deal(club: Club) -> None:
    said = club.run("map", "odd.csv", "--header", 2, "--column=A=reparto", status=2)
    assert "no deal would be read so, and nothing was written" in said
    assert not (club.folder / "odd.csv.map.toml").exists()


REFUSED = {
    "no column": (["odd.csv", "--column=reparto"], "`reparto` names no column."),
    "no heading": (["odd.csv", "--column=A=nada"], "`nada` is no heading of a score sheet."),
    "no field": (["odd.csv", "--set=mesa=3"], "`mesa=3` says nothing of a session."),
    "no sheet": (["a.rev"], "a.rev is no score sheet."),
    "no file": (["none.csv"], "none.csv cannot be read (No such file or directory)."),
    "no page": (["a.xlsx", "--sheet", "Hoja9"], "a.xlsx has no sheet Hoja9."),
    "nothing on it": (["empty.csv"], "there is nothing on empty.csv"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused(club: Club, what: str) -> None:
    club.log("empty.csv", ";;\n")
    workbook(club.folder / "a.xlsx", {"Hoja1": cells(SMALL)})
    words, said = REFUSED[what]
    assert said in club.run("map", *words, status=2)


def test_settings_are_written_as_they_are_read(tmp_path: Path) -> None:
    made = Settings(name="Casino", sheets={"noche-*.csv": Path("noches.map.toml")})
    (tmp_path / "revesino.toml").write_text(write(made, []), encoding="utf-8")
    assert load(tmp_path).sheets == {"noche-*.csv": tmp_path / "noches.map.toml"}


def test_settings_that_name_no_file(club: Club) -> None:
    club.log("revesino.toml", '[sheets]\n"*.csv" = 3\n')
    assert "`sheets.*.csv` is a text in double quotes" in club.run("audit", "odd.csv", status=2)
