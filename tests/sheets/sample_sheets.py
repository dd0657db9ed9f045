"""The two score sheets of the sample logs, mistakes and all: `python -m tests.sheets.sample_sheets`.

What was played is made up by the simulator and settled by the rules; the sheets have it as clubs write it down. Then
the planted mistakes are written over it, cell by cell.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import xlsxwriter

from audit.cards import NAMES
from audit.model import Deal
from audit.ruleset import load
from audit.simulate.season import Season, play_season

SAMPLES = Path(__file__).parents[2] / "sample_logs"
CSV, XLSX = "2024-11-16-casino-hoja.csv", "2024-11-22-circulo-dos-noches.xlsx"

CASINO = ("Amparo", "Baltasar", "Leocadia", "Fermín")
CIRCULO = ("Onofre", "Remedios", "Eladio", "Práxedes")
WHAT = ("points", "tricks", "net", "balance")

Cells = list[list[Any]]


def evening(seed: int, club: str, players: Sequence[str], deals: int) -> tuple[Deal, ...]:
    """The deals of an evening as a scorer without fault writes them down, cards and all."""
    made = Season(seed, club, tuple(players), load("revesino"), sessions=1, deals=deals, notes=0, substitutes=0)
    return play_season(made)[0].deals


def scores(deal: Deal, players: Sequence[str], *what: str) -> list[int | None]:
    """The figures of each player, group by group."""
    found: list[int | None] = []
    for each in what:
        values = getattr(deal.recorded, each) or (None,) * len(players)
        found += [values[deal.players.index(name)] for name in players]
    return found


def front(deal: Deal) -> list[Any]:
    """What stands before the figures of the players."""
    recorded = deal.recorded
    return [deal.number, deal.dealer, recorded.winner, recorded.fondo_start, recorded.fondo_end]


def plays(deal: Deal) -> str:
    """The tricks as a sheet has them: the leader of the first, then cards."""
    tricks = [" ".join(NAMES[card] for card in deal.tricks[number].cards or ()) for number in sorted(deal.tricks)]
    return f"{deal.tricks[1].leader}: " + " | ".join(tricks)


def casino() -> Cells:
    """An evening with the cards of all deals but the last, and a row that adds up."""
    deals = evening(2, "Casino de Peñalvento", CASINO, 6)
    players = deals[0].players
    groups = [cell for word in ("Puntos", "Bazas", "Tantos", "Saldo") for cell in (word, "", "", "")]
    rows: Cells = [
        ["CASINO DE PEÑALVENTO, sala de juego"],
        ["Club", "Casino de Peñalvento", "", "Sesión", "acta 47", "", "Fecha", "16/11/2024", "", "Reglas", "revesino"],
        ["Jugadores", *players],
        [],
        ["Reparto", "Dador", "Ganador", "Fondo", "Fondo", *groups],
        ["nº", "", "", "inicial", "final", *players * 4, "Jugadas", "Observaciones"],
    ]
    for deal in deals:
        rows.append([*front(deal), *scores(deal, players, *WHAT), plays(deal) if deal.number < 6 else "", ""])
    sums = [sum(row[column] for row in rows[6:]) for column in range(5, 17)]
    return [*rows, ["Total", "", "", "", "", *sums, *rows[-1][17:21]]]


def circulo(seed: int, day: datetime.date) -> Cells:
    """An evening's scores below headings in two rows, the upper merged over the players."""
    deals = evening(seed, "Círculo La Quínola", CIRCULO, 6)
    players = deals[0].players
    rows: Cells = [["Círculo La Quínola"], ["Fecha:", day], ["Jugadores:", *players], [], []]
    rows.append([*[""] * 5, *players * 3])
    return rows + [[*front(deal), *scores(deal, players, "points", "net", "balance")] for deal in deals]


def put(rows: Cells, changes: Mapping[str, Any]) -> Cells:
    """The rows with some cells written over, which are named as a spreadsheet does."""
    for name, value in changes.items():
        rows[int(name[1:]) - 1][ord(name[0]) - ord("A")] = value
    return rows


CASINO_MISTAKES: Mapping[str, Any] = {
    "G8": 27,  # one card of Baltasar was not counted
    "C9": "Leocadia",  # the winner of the deal before it
    "P10": "1O",  # a letter for a digit
    "T11": 21,  # the digits of 12 exchanged
    "A12": "",  # the number was forgotten
    "W9": "revisado por Amparo",
}
FIRST_NIGHT: Mapping[str, Any] = {"G8": 17, "K10": 3, "I11": "=I99+#REF!→#REF!"}
"""A digit too many, a sign that is missing, a formula that came to nothing."""

SECOND_NIGHT: Mapping[str, Any] = {"H7": 0.5, "C9": "Remedios", "D12": 10}
"""Half a point, another winner, a stake too many in the fondo."""


def casino_csv() -> bytes:
    """The sheet as a Spanish spreadsheet exports it."""
    rows = put(casino(), CASINO_MISTAKES)
    width = max(map(len, rows))
    lines = [";".join(map(str, [*row, *[""] * (width - len(row))])) for row in rows]
    return ("\ufeff" + "".join(f"{line}\r\n" for line in lines)).encode()


def circulo_xlsx() -> bytes:
    """The workbook: what holds for all evenings, then an evening a page, named after it."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": datetime.datetime(2024, 11, 29)})
    cover = book.add_worksheet("Datos")
    for row, cells in enumerate([["Club", "Círculo La Quínola"], ["Reglas", "revesino"]]):
        cover.write_row(row, 0, cells)
    nights = {
        "viernes 44": put(circulo(5, datetime.date(2024, 11, 22)), FIRST_NIGHT),
        "viernes 45": put(circulo(6, datetime.date(2024, 11, 29)), SECOND_NIGHT),
    }
    looks = book.add_format({"bold": True, "align": "center"})
    days = book.add_format({"num_format": "dd/mm/yyyy", "align": "left"})
    for name, rows in nights.items():
        page = book.add_worksheet(name)
        for row, cells in enumerate(rows):
            for column, value in enumerate(cells):
                _write(page, row, column, value, days)
        for column, word in enumerate(("Reparto", "Dador", "Ganador", "Fondo inicial", "Fondo final")):
            page.merge_range(4, column, 5, column, word, looks)
        for column, word in ((5, "Puntos"), (9, "Tantos"), (13, "Saldo")):
            page.merge_range(4, column, 4, column + 3, word, looks)
        page.freeze_panes(6, 0)
    book.close()
    return out.getvalue()


def _write(page: Any, row: int, column: int, value: Any, days: Any) -> None:
    if isinstance(value, datetime.date):
        page.write_datetime(row, column, value, days)
    elif isinstance(value, str) and "→" in value:
        formula, result = value.split("→")
        page.write_formula(row, column, formula, None, result)
    elif isinstance(value, str):
        page.write_string(row, column, value)
    else:
        page.write_number(row, column, value)


if __name__ == "__main__":
    (SAMPLES / CSV).write_bytes(casino_csv())
    (SAMPLES / XLSX).write_bytes(circulo_xlsx())
