"""Whose session it is: columns, rows above, the sheet's name; several tables; totals and remarks."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheets.writing import NAMES, POINTS, RIGHT, SMALL, cells, figures, kinds, read_csv, read_path, workbook

TABLE = f"reparto;dador;ganador;{POINTS}\n1;Diego;Ana;3;10;20;10\n2;Ana;Benito;13;4;16;10\n"
SEATED = f"jugadores: {', '.join(NAMES)}\n"
ABOVE = {
    "one cell": "Club: Casino\nSesión: A\nReglas: revesino\n",
    "two cells": "Club;Casino\nSesión;A\nReglas;revesino\n",
    "with a colon": "Club:;Casino\nSesión:;A\nReglas:;revesino\n",
    "in one row": "Club;Casino;Sesión;A;Reglas;revesino\n",
    "a row of pairs": "Club: Casino;;Sesión: A;;Reglas: revesino\n",
    "among other things": "CAMPEONATO\n\nclub: Casino;;en la sala grande\nsession: A\nrules = revesino\n\n",
    "Portuguese": "Clube: Casino\nSessão: A\nRegras: revesino\n",
}


@pytest.mark.parametrize("what", ABOVE)
def test_rows_above_the_table(tmp_path: Path, what: str) -> None:
    reading = read_csv(tmp_path, SEATED + ABOVE[what] + TABLE)
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert {(deal.header.club, deal.header.session, deal.header.rules) for deal in reading.deals} == {
        ("Casino", "A", "revesino")
    }
    assert kinds(reading) == []


def test_everything_of_a_session_may_stand_above(tmp_path: Path) -> None:
    text = "Club: Casino\nNoche: A\nFecha: 2024-03-02\nReglas: revesino\nOpción cut_pays: 48\nFondo previo: 12\n"
    text += "x-mesa: 3\nJugadores;Ana;Benito;Carla;Diego\nSaldo previo;4;-2;0;-2\n"
    header = read_csv(tmp_path, text + TABLE).deals[0].header
    assert (header.date, header.carried_fondo, header.carried_balance) == ("2024-03-02", 12, (4, -2, 0, -2))
    assert [(option.name, option.value, option.place.line) for option in header.options] == [("cut_pays", "48", 5)]
    assert header.extras == {"x-mesa": "3"}
    assert header.players == NAMES


def test_no_session_leaves_a_fondo_below_0(tmp_path: Path) -> None:
    above = read_csv(tmp_path, SEATED + ABOVE["one cell"] + "Fondo previo: -5\n" + TABLE)
    assert kinds(above) == ["bad-value.negative-fondo"]
    assert (above.problems[0].place.line, above.problems[0].excerpt) == (5, "-5")
    assert [deal.header.carried_fondo for deal in above.deals] == [None, None]


def test_what_stands_above_twice_and_differs_does_not_count(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + ABOVE["one cell"] + "Club: Círculo\n" + TABLE)
    assert kinds(reading) == ["repeated-key.different", "missing-header.key"]
    assert not reading.deals


def test_what_a_session_lacks_is_named_with_the_remedy(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + TABLE)
    assert [problem.params["key"] for problem in reading.problems] == ["club", "sesion", "reglas"]
    assert [each.code for each in reading.quarantined] == ["missing-header"] * 2


def test_blank_cells_of_a_session_are_those_above_them(tmp_path: Path) -> None:
    head, one, two = SMALL.splitlines()
    text = f"{head}\n{one}\n;;;2;Ana;Benito;13;4;16;10\n;B;;1;Ana;Benito;13;4;16;10\n"
    reading = read_csv(tmp_path, text)
    assert [(deal.header.club, deal.header.session, deal.number) for deal in reading.deals] == [
        ("Casino", "A", 1), ("Casino", "A", 2), ("Casino", "B", 1),
    ]  # fmt: skip
    assert reading.deals[0].header is reading.deals[1].header
    assert two


def test_what_belongs_to_one_session_goes_with_it(tmp_path: Path) -> None:
    """Its date, its options, what was brought to it: the next session does not have them for saying nothing."""
    text = (
        SEATED + "club;sesion;reglas;fecha;fondo previo;saldo previo Ana;opcion cut_pays;reparto;ganador\n"
        "Casino;A;revesino;2024-03-02;12;4;48;1;Ana\n;;;;;;;2;Ana\nCasino;B;revesino;;;;;1;Ana\n"
    )
    first, second, other = (deal.header for deal in read_csv(tmp_path, text).deals)
    assert first is second
    assert (first.date, first.carried_fondo, first.carried_balance) == ("2024-03-02", 12, (4, None, None, None))
    assert (other.date, other.carried_fondo, other.carried_balance, other.options) == (None, None, None, ())


def test_several_tables_one_below_the_other(tmp_path: Path) -> None:
    text = SEATED + ABOVE["one cell"] + "Fecha: 2024-03-02\n" + TABLE + "\nSesión: B\n\n" + TABLE
    reading = read_csv(tmp_path, text)
    assert [(deal.header.session, deal.header.date, deal.number) for deal in reading.deals] == [
        ("A", "2024-03-02", 1), ("A", "2024-03-02", 2), ("B", None, 1), ("B", None, 2),
    ]  # fmt: skip


def test_a_session_may_begin_in_the_midst_of_a_table(tmp_path: Path) -> None:
    text = SEATED + ABOVE["one cell"] + TABLE + "Sesión: B\n1;Diego;Ana;3;10;20;10\n"
    assert [(deal.header.session, deal.number) for deal in read_csv(tmp_path, text).deals] == [
        ("A", 1), ("A", 2), ("B", 1),
    ]  # fmt: skip


def test_more_players_than_sit_at_a_table(tmp_path: Path) -> None:
    """Those sit there who have a figure in the row, or deal."""
    names = ("Ana", "Benito", "Carla", "Diego", "Eva", "Fermín")
    text = "reparto;dador;" + ";".join(f"puntos {name}" for name in names) + "\n"
    text += "1;Ana;3;10;20;10;;\n2;Benito;3;10;20;–;–;10\n3;Eva;3;10;20;10;;\n4;Ana;3;10;20;;;\n"
    reading = read_csv(tmp_path, ABOVE["one cell"] + text)
    assert [deal.players for deal in reading.deals] == [names[:4], (*names[:3], "Fermín"), names[:5]]
    assert [each.code for each in reading.quarantined] == ["bad-length"]


def test_players_in_a_column_are_who_sits_there(tmp_path: Path) -> None:
    head, one, two = SMALL.splitlines()
    text = f"jugadores;{head};puntos Eva\nDiego, Carla, Benito, Ana;{one};\n"
    text += f'"Ana, Benito, Carla, Eva";{two.replace(";10", ";")};9\n'
    first, second = read_csv(tmp_path, text).deals
    assert first.players == ("Diego", "Carla", "Benito", "Ana")
    assert first.recorded.points == (10, 20, 10, 3)
    assert (second.players, second.recorded.points) == (("Ana", "Benito", "Carla", "Eva"), (13, 4, 16, 9))


@pytest.mark.parametrize("text", ["Ana, Benito, Carla, Diego", "Ana;Benito;Carla;Diego", "Ana\nBenito\nCarla\nDiego"])
def test_players_in_one_cell(tmp_path: Path, text: str) -> None:
    reading = read_csv(tmp_path, f'jugadores;"{text}"\n{SMALL}')
    assert [deal.players for deal in reading.deals] == [NAMES, NAMES]
    assert kinds(reading) == []


def test_an_error_is_no_club(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + SMALL.replace("Casino", "#REF!"))
    assert kinds(reading) == ["bad-value.cell-error", "missing-header.key"]


def test_a_figure_of_who_does_not_sit_there_is_an_error(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + SMALL.replace("puntos Diego", "puntos Zoe"))
    assert [deal.recorded.points for deal in reading.deals] == [(3, 10, 20, None), (13, 4, 16, None)]
    assert kinds(reading) == ["unknown-player.name"] * 2


# ------------------------------------------------------------------------------------------------------ what is no deal

NO_DEALS = {
    "the word": ";;;Total;;;99;99;99;99\n",
    "the word in front": "Total;;;;;;99;99;99;99\n",
    "the word where the number stands": ";;;SUMA;;;99;99;99;99\n",
    "with what of": ";;;Total de la noche;;;99;99;99;99\n",
    "balances": "Saldo final:;;;;;;99;99;99;99\n",
    "Portuguese": "Soma;;;;;;99;99;99;99\n",
    "sums without a word": ";;;;;;16;14;36;20\n",
    "some sums": ";;;;;;16;;36;\n",
}


@pytest.mark.parametrize("what", NO_DEALS)
def test_a_row_that_adds_up_is_passed_over_with_a_note(tmp_path: Path, what: str) -> None:
    reading = read_csv(tmp_path, SEATED + SMALL + NO_DEALS[what])
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert kinds(reading) == ["bad-line.totals"]
    assert not reading.quarantined


def test_a_row_that_lacks_its_number_is_quarantined(tmp_path: Path) -> None:
    for row in (";;;;Diego;Ana;16;14;36;21\n", ";;;;;;16;14;36;21\n", ";;;;Carla;Ana;3;10;20;10\n", ";;;;;;16;;;\n"):
        reading = read_csv(tmp_path, SEATED + SMALL + row)
        assert [each.code for each in reading.quarantined] == ["missing-deal-number"], row


def test_one_deal_is_not_taken_for_its_sum(tmp_path: Path) -> None:
    head, one, _ = SMALL.splitlines()
    reading = read_csv(tmp_path, f"{SEATED}{head}\n{one}\n;;;;;;3;10;20;10\n")
    assert [each.code for each in reading.quarantined] == ["missing-deal-number"]


def test_a_deal_may_be_like_a_sum(tmp_path: Path) -> None:
    """With a number it is a deal, whatever it comes to."""
    reading = read_csv(tmp_path, SEATED + SMALL + "Casino;A;revesino;3;Benito;Ana;16;14;36;20\n")
    assert [deal.number for deal in reading.deals] == [1, 2, 3]


def test_a_deal_whose_note_begins_like_a_total(tmp_path: Path) -> None:
    text = "club;sesion;reglas;reparto;nota;puntos Ana\nCasino;A;revesino;1;x;3\n;;;2;total renuncio;3\n"
    assert [deal.number for deal in read_csv(tmp_path, SEATED + text).deals] == [1, 2]


def test_a_row_of_a_total_has_a_number_too(tmp_path: Path) -> None:
    """How many deals there were, below the deals' numbers."""
    reading = read_csv(tmp_path, SEATED + SMALL + "Total;;;2;;;16;14;36;20\n")
    assert [deal.number for deal in reading.deals] == [1, 2]


NAMED_LIKE_TOTALS = ["Final", "Total", "Media", "Suma", "Soma", "Average", "Total Casino", "Saldo final", "Resultado"]
PLACES = {
    "the club": SMALL.replace("Casino;", "{};"),
    "the session": SMALL.replace("Casino;A;", "Casino;{};"),
    "the only word": f"Club: Casino\nReglas: revesino\nsesion;reparto;{POINTS}\n{{}};1;3;10;20;10\n{{}};2;13;4;16;10\n",
    "the dealer": SMALL.replace("Diego;Ana", "{};Ana").replace("Ana;Benito", "{};Benito"),
    "a column of the club's own": SMALL.replace("club;", "fase;club;").replace("Casino;", "{};Casino;"),
    "a column without a heading": SMALL.replace("club;", ";club;").replace("Casino;", "{};Casino;"),
}


@pytest.mark.parametrize("name", NAMED_LIKE_TOTALS)
@pytest.mark.parametrize("what", PLACES)
def test_a_row_with_a_number_is_a_deal_whatever_it_is_called(tmp_path: Path, what: str, name: str) -> None:
    reading = read_csv(tmp_path, SEATED + PLACES[what].replace("{}", name))
    assert [deal.recorded.points for deal in reading.deals] == [(3, 10, 20, 10), (13, 4, 16, 10)]
    assert "bad-line.totals" not in kinds(reading)


def test_without_its_number_a_deal_of_a_session_called_final_is_set_aside(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + SMALL + "Casino;Final;revesino;;Diego;Ana;3;10;20;10\n")
    assert [each.code for each in reading.quarantined] == ["missing-deal-number"]


def test_a_player_called_total_is_one_where_his_heading_has_quotes(tmp_path: Path) -> None:
    text = SMALL.replace("puntos Diego", '"puntos ""Total"""').replace(";Diego;Ana;", ";Total;Ana;")
    reading = read_csv(tmp_path, "jugadores: Ana, Benito, Carla, Total\n" + text)
    assert [figures(deal) for deal in reading.deals] == [(1, "Total", *RIGHT[0][2:]), RIGHT[1]]


# ---------------------------------------------------------------------------------------------- what is carried forward

PAGES = {
    "within the table": "{0}{1}Saldo anterior;;;4;-2;0;-2\n{2}",
    "and the fondo": "{0}{1}Saldo anterior;;;4;-2;0;-2;9\nFondo anterior;9\n{2}",
    "with its headings again": "{0}{1}Saldo anterior;;;4;-2;0;-2\n{0}{2}",
    "on another page": "{0}{1}\nHoja 2\nSaldo previo: 4, -2, 0, -2\n{0}{2}",
    "player by player": "{0}{1}\nSaldo previo Ana: 4\nSaldo previo Benito: -2\n{0}{2}",
}


@pytest.mark.parametrize("what", PAGES)
def test_what_is_carried_forward_is_no_beginning_of_a_session(tmp_path: Path, what: str) -> None:
    head, one, two = (f"{line}\n" for line in TABLE.splitlines())
    reading = read_csv(tmp_path, SEATED + ABOVE["one cell"] + PAGES[what].format(head, one, two))
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert {(deal.header.carried_fondo, deal.header.carried_balance) for deal in reading.deals} == {(None, None)}
    assert set(kinds(reading)) <= {"bad-line.carried", "bad-line.text"}
    assert "bad-line.carried" in kinds(reading)


def test_what_an_earlier_session_left_stays_when_a_page_carries_forward(tmp_path: Path) -> None:
    head, one, two = (f"{line}\n" for line in TABLE.splitlines())
    text = f"Saldo previo: 1, -1, 0, 0\n{head}{one}Saldo anterior;;;4;-2;0;-2\n{two}"
    reading = read_csv(tmp_path, SEATED + ABOVE["one cell"] + text)
    assert {deal.header.carried_balance for deal in reading.deals} == {(1, -1, 0, 0)}


def test_the_next_session_of_a_sheet_begins_with_what_is_said_above_it(tmp_path: Path) -> None:
    second = "Sesión: B\nSaldo previo: 4, -2, 0, -2\nFondo previo: 9\n"
    reading = read_csv(tmp_path, SEATED + ABOVE["one cell"] + TABLE + second + TABLE)
    assert [(deal.header.session, deal.header.carried_balance) for deal in reading.deals] == [
        ("A", None), ("A", None), ("B", (4, -2, 0, -2)), ("B", (4, -2, 0, -2)),
    ]  # fmt: skip
    assert kinds(reading) == []


def test_a_worksheet_carries_forward_what_the_one_before_came_to(tmp_path: Path) -> None:
    head, one, two = TABLE.splitlines()
    above = SEATED + ABOVE["one cell"]
    pages = {"1": cells(f"{above}{head}\n{one}"), "2": cells(f"{above}Saldo anterior;4;-2;0;-2\n{head}\n{two}")}
    reading = read_path(workbook(tmp_path / "a.xlsx", pages))
    assert {deal.header.carried_balance for deal in reading.deals} == {None}
    assert kinds(reading) == ["bad-line.carried"]


def test_text_below_a_table_is_noted_once(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + SMALL + "\nUna noche larga\nMuy larga\n\n  y más\n")
    assert kinds(reading) == ["bad-line.text"]


def test_blank_rows_are_nothing(tmp_path: Path) -> None:
    head, one, two = SMALL.splitlines()
    reading = read_csv(tmp_path, f"\n;;\n{SEATED}\n{head}\n\n;;;\n{one}\n\n{two}\n;;\n")
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert kinds(reading) == []


def test_without_a_column_of_numbers_all_is_set_aside_and_told_once(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SEATED + SMALL.replace("reparto;", "x-y;"))
    assert kinds(reading) == ["missing-deal-number.column"]
    assert reading.problems[0].params["aside"] == 2


# ------------------------------------------------------------------------------------------------------------ workbooks


def test_the_name_of_a_worksheet_is_the_session(tmp_path: Path) -> None:
    above = SEATED + "Club: Casino\nReglas: revesino\n"
    path = workbook(tmp_path / "a.xlsx", {"Noche 1": cells(above + TABLE), "2024-03-09": cells(above + TABLE)})
    assert [(deal.header.session, deal.header.date) for deal in read_path(path).deals] == [
        ("Noche 1", None), ("Noche 1", None), ("2024-03-09", "2024-03-09"), ("2024-03-09", "2024-03-09"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["Hoja1", "Sheet1", "Planilha 1", "Folha2", "3", "Hoja 1 (2)"])
def test_a_name_that_nobody_gave_is_none(tmp_path: Path, name: str) -> None:
    path = workbook(tmp_path / "a.xlsx", {name: cells(SEATED + "Club: Casino\nReglas: revesino\n" + TABLE)})
    assert [each.code for each in read_path(path).quarantined] == ["missing-header"] * 2


def test_what_a_sheet_says_itself_goes_before_its_name(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"Noche 1": cells(SEATED + ABOVE["one cell"] + TABLE)})
    assert {deal.header.session for deal in read_path(path).deals} == {"A"}


def test_a_cover_holds_for_all_sheets_that_say_nothing_else(tmp_path: Path) -> None:
    cover = [
        ["Nuestro club"],
        ["Club", "Casino"],
        ["Reglas", "revesino"],
        ["Jugadores", *NAMES],
        ["Opción cut_pays", 48],
    ]
    pages = {"Portada": cover, "N1": cells(TABLE), "N2": cells("Club: Círculo\n" + TABLE)}
    reading = read_path(workbook(tmp_path / "a.xlsx", pages))
    assert [(deal.header.club, deal.header.session, deal.players) for deal in reading.deals] == [
        ("Casino", "N1", NAMES), ("Casino", "N1", NAMES), ("Círculo", "N2", NAMES), ("Círculo", "N2", NAMES),
    ]  # fmt: skip
    assert kinds(reading) == []
    assert [option.value for option in reading.deals[0].header.options] == ["48"]


def test_covers_that_contradict_each_other_say_nothing(tmp_path: Path) -> None:
    covers = {f"P{n}": [["Club", f"Casino {n}"], ["Reglas", "revesino"]] for n in (1, 2)}
    reading = read_path(workbook(tmp_path / "a.xlsx", {**covers, "N1": cells(SEATED + TABLE)}))
    assert [each.code for each in reading.quarantined] == ["missing-header"] * 2
