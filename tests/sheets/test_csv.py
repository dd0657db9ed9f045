"""CSV as spreadsheets write it: separators, encodings, quotes, numbers, dates."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheets.writing import HEAD, NAMES, POINTS, RIGHT, SESSION, SMALL, figures, kinds, read_csv, said

SEATED = f"jugadores: {', '.join(NAMES)}\n"
ROW = f"{HEAD};{POINTS};fondo final;nota\n{SESSION};1;Diego;Ana;{{}};10;20;10;{{}};{{}}\n"


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_the_separator_is_told_from_the_file(tmp_path: Path, separator: str) -> None:
    reading = read_csv(tmp_path, SMALL.replace(";", separator))
    assert [figures(deal) for deal in reading.deals] == RIGHT


def test_commas_in_cells_are_no_separators(tmp_path: Path) -> None:
    head, *rows = SMALL.splitlines()
    text = "\n".join([f"jugadores;{head}", *(f"Ana, Benito, Carla, Diego;{row}" for row in rows)])
    reading = read_csv(tmp_path, text)
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert kinds(reading) == []


def test_a_first_line_may_name_the_separator(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, "sep=,\n" + SMALL.replace(";", ","))
    assert [deal.place.line for deal in reading.deals] == [3, 4]


ENCODED = {
    "UTF-8": SMALL.encode(),
    "a byte order mark": b"\xef\xbb\xbf" + SMALL.encode(),
    "CR LF": SMALL.replace("\n", "\r\n").encode(),
    "both": b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode(),
    "CR": SMALL.replace("\n", "\r").encode(),
    "no end of the last line": SMALL.rstrip().encode(),
}


@pytest.mark.parametrize("what", ENCODED)
def test_what_every_spreadsheet_does_is_not_told(tmp_path: Path, what: str) -> None:
    reading = read_csv(tmp_path, SEATED.encode() + b"\n" if what == "" else ENCODED[what])
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert kinds(reading) == ["missing-header.seating"]


def test_windows_1252_is_read_and_noted(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SMALL.replace("Benito", "Íñigo").encode("cp1252"))
    assert reading.deals[0].players == ("Ana", "Íñigo", "Carla", "Diego")
    assert "encoding.cp1252" in kinds(reading)


def test_utf_16_is_refused(tmp_path: Path) -> None:
    assert kinds(read_csv(tmp_path, SMALL.encode("utf-16"))) == ["unreadable.utf16"]


def test_no_text_is_refused(tmp_path: Path) -> None:
    assert kinds(read_csv(tmp_path, bytes(range(256)) * 4)) == ["unreadable.binary"]


def test_nothing_is_nothing(tmp_path: Path) -> None:
    assert kinds(read_csv(tmp_path, " \n")) == ["no-deals.empty"]
    assert kinds(read_csv(tmp_path, SMALL.splitlines()[0])) == ["no-deals.file"]


# ---------------------------------------------------------------------------------------------------------- quotes


def test_quoted_cells(tmp_path: Path) -> None:
    text = ROW.format(3, 0, '"ella dijo ""no""; y ya"')
    (deal,) = read_csv(tmp_path, text).deals
    assert deal.note == 'ella dijo "no"; y ya'


def test_a_quoted_cell_goes_over_several_lines(tmp_path: Path) -> None:
    text = ROW.format(3, 0, '"una\n\n""larga""\nnoche"') + f"{SESSION};2;Ana;Ana;3;10;20;10;1;fin\n"
    first, second = read_csv(tmp_path, text).deals
    assert first.note == 'una\n\n"larga"\nnoche'
    assert (second.number, second.note) == (2, "fin")
    assert second.place.line == 3, "the row, as a spreadsheet counts"


def test_a_quote_in_the_midst_of_a_cell_is_a_sign_like_others(tmp_path: Path) -> None:
    (deal,) = read_csv(tmp_path, ROW.format(3, 0, 'pulgada de 1"')).deals
    assert deal.note == 'pulgada de 1"'
    (deal,) = read_csv(tmp_path, ROW.format(3, 0, '"a" b "c"')).deals
    assert deal.note == '"a" b "c"'


def test_a_quote_that_nobody_closes_swallows_no_row(tmp_path: Path) -> None:
    text = SMALL.replace("Casino;A;revesino;1;Diego;Ana", 'Casino;A;revesino;1;Diego;"Ana')
    text += f'{SESSION};3;Benito;"Ana";3;10;20;10\n'
    reading = read_csv(tmp_path, text)
    assert [deal.number for deal in reading.deals] == [1, 2, 3]
    assert [deal.recorded.winner for deal in reading.deals] == [None, "Benito", "Ana"]
    assert kinds(reading) == ["missing-header.seating", "bad-line.unclosed-quote", "unknown-player.name"]


# ---------------------------------------------------------------------------------------------------------- values

NUMBERS = {
    "3": 3, "3.0": 3, "3,0": 3, "3,00": 3, " 3 ": 3, "+3": 3, "-3": -3, "−3": -3, "'-3": -3, "'+3": 3, "03": 3,
    "": None, "?": None, "-": None, "–": None, "3.5": None, "3,5": None, "tres": None, "1.000": None, "#N/A": None,
    "#¡REF!": None, "#¡DIV/0!": None, "#VALOR!": None, "TRUE": None, "=A1+1": None, "2024-03-05": None, "1e3": None,
}  # fmt: skip
UNWRITTEN = {"", "?", "-", "–"}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers(tmp_path: Path, text: str) -> None:
    reading = read_csv(tmp_path, SEATED + ROW.format(3, text, ""))
    (deal,) = reading.deals
    assert deal.recorded.fondo_end == NUMBERS[text]
    expected = 0 if NUMBERS[text] is not None or text in UNWRITTEN else 1
    assert len(reading.problems) == expected, said(reading)
    assert deal.recorded.points == (3, 10, 20, 10), "a bad cell costs only itself"


def test_what_could_not_be_read_is_kept_as_a_comment(tmp_path: Path) -> None:
    (deal,) = read_csv(tmp_path, SEATED + ROW.format(3, "tres", "")).deals
    assert [comment.text for comment in deal.comments] == ["ilegible: fondo final: tres"]


NAMED = {
    "'=Ana": "=Ana", "''=Ana": "'=Ana", "'@Ana": "@Ana", "'Ana": "'Ana", "+Ana": "+Ana", "'-Ana": "-Ana",
}  # fmt: skip


@pytest.mark.parametrize("text", NAMED)
def test_a_text_that_was_neutralised_is_read_without_its_sign(tmp_path: Path, text: str) -> None:
    table = SMALL.replace("puntos Ana", f"puntos {NAMED[text]}").replace("Diego;Ana;3", f"Diego;{text};3")
    seated = f"jugadores;{text};Benito;Carla;Diego\n"
    reading = read_csv(tmp_path, seated + table.replace("2;Ana;", f"2;{text};"))
    assert [deal.recorded.winner for deal in reading.deals] == [NAMED[text], "Benito"]
    assert [deal.recorded.points for deal in reading.deals] == [right[3] for right in RIGHT]
    assert kinds(reading) == []


DATES = {
    "2024-03-02": "2024-03-02", "2/3/2024": "2024-03-02", "02.03.2024": "2024-03-02", "2-3-24": "2024-03-02",
    "25/3/2024": "2024-03-25", "2024/3/2": "2024-03-02", "02/03/1998": "1998-03-02", "2/3/98": "1998-03-02",
    "2024-03-02 21:30:00": "2024-03-02", "2. 3. 2024": "2024-03-02", "3/25/2024": None, "30/2/2024": None, "ayer": None,
    "2/3": None, "20240302": None, "2-3/2024": None,
}  # fmt: skip


@pytest.mark.parametrize("text", DATES)
def test_dates(tmp_path: Path, text: str) -> None:
    reading = read_csv(tmp_path, f"{SEATED}fecha: {text}\n{SMALL}")
    assert [deal.header.date for deal in reading.deals] == [DATES[text]] * 2
    bad = [what for what in kinds(reading) if what == "bad-value.date"]
    assert len(bad) == (DATES[text] is None), "once, not for each row"


def test_that_the_day_stands_first_is_noted_once(tmp_path: Path) -> None:
    head, one, two = SMALL.splitlines()
    reading = read_csv(tmp_path, f"{SEATED}fecha;{head}\n2/3/2024;{one}\n3/4/2024;{two.replace(';A;', ';B;')}\n")
    assert [deal.header.date for deal in reading.deals] == ["2024-03-02", "2024-04-03"]
    assert said(reading) == [
        "A3: `2/3/2024` was read with the day first: 2024-03-02; so are the other dates of this sheet"
    ]


def test_a_date_that_can_be_no_other_is_not_noted(tmp_path: Path) -> None:
    assert kinds(read_csv(tmp_path, f"{SEATED}fecha: 25/3/2024\n{SMALL}")) == []
    assert kinds(read_csv(tmp_path, f"{SEATED}fecha: 3/3/2024\n{SMALL}")) == []


DEALS = {
    "1": 1,
    "1.0": 1,
    "nº 1": 1,
    "Reparto 1": 1,
    "1º": 1,
    "1.": 1,
    "#1": 1,
    "0": None,
    "-1": None,
    "1.5": None,
    "uno": None,
}


@pytest.mark.parametrize("text", DEALS)
def test_numbers_of_deals(tmp_path: Path, text: str) -> None:
    reading = read_csv(tmp_path, SMALL.replace(";1;Diego", f";{text};Diego"))
    assert [deal.number for deal in reading.deals] == [number for number in (DEALS[text], 2) if number]
    assert reading.records_in == 2


# ----------------------------------------------------------------------------------------------------------- tricks


def test_plays(tmp_path: Path) -> None:
    text = (
        f"{SEATED}club;sesion;reglas;reparto;plays\n"
        "Casino;A;revesino;1;Ana: 1o 2o 3o 4o | 5o 6o 7o ?? | | Benito: ? | Zoe: 1c 2c 3c 4c | 1e 2e\n"
    )
    reading = read_csv(tmp_path, text)
    (deal,) = reading.deals
    tricks = {number: (trick.leader, trick.cards is not None) for number, trick in deal.tricks.items()}
    assert tricks == {1: ("Ana", True), 2: (None, True), 4: ("Benito", False), 5: (None, True)}
    assert kinds(reading) == ["unknown-player.name", "bad-length.cards"]


def test_declarations(tmp_path: Path) -> None:
    text = f"{SEATED}club;sesion;reglas;reparto;napolitana;revesino;espagnolette\nCasino;A;revesino;1;Ana;;-\n"
    (deal,) = read_csv(tmp_path, text).deals
    assert (deal.declarations.napolitana, deal.declarations.revesino) == ("Ana", None)
