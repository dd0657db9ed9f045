"""What the audit finds in bare sheets, through every command that reads logs."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from sheets.writing import cells, workbook
from store.test_commands import Club

from audit.report import Audited
from audit.service import audit

ABOVE = "Club: Casino\nSesión: A\nReglas: revesino\nJugadores;Ana;Benito;Carla;Diego\n"
HEAD = "reparto;dador;ganador;fondo inicial;fondo final;" + ";".join(
    f"{what} {name}" for what in ("puntos", "bazas", "tantos", "saldo") for name in ("Ana", "Benito", "Carla", "Diego")
)
RIGHT = [
    "1;Diego;Ana;9;9;3;10;20;10;1;3;4;3;-2;-2;-2;-3;-2;-2;-2;-3",
    "2;Ana;Benito;10;10;13;4;16;10;3;1;4;3;-1;0;0;0;-3;-2;-2;-3",
    "3;Benito;Diego;11;11;13;14;16;0;3;4;4;0;0;-1;0;0;-3;-3;-2;-3",
]
"""Scores that say nothing against themselves, as far as they go."""


def audited(folder: Path, rows: list[str]) -> Audited:
    path = folder / "sheet.csv"
    path.write_text("\n".join([ABOVE + HEAD, *rows]) + "\n", encoding="utf-8")
    return audit([path])


def found(result: Audited) -> set[tuple[int, str]]:
    """What is wrong: the number of the deal and the finding, or the figure."""
    (session,) = result.sessions()
    return {
        (deal["deal"], what)
        for deal in session["deals"]
        for what in (
            *(finding["code"] for finding in deal["findings"]),
            *(claim["claim"] for claim in deal["claims"] if claim["verdict"] == "contradicted"),
        )
    }


def test_a_sheet_that_is_right(tmp_path: Path) -> None:
    result = audited(tmp_path, RIGHT)
    assert found(result) == set()
    assert result.exit_status == 0


WRONG = {
    "points that come to more than the pack": (0, ";3;10;20;10;", ";3;10;20;12;", (1, "inconsistent-record")),
    "tricks that come to more than there are": (0, ";1;3;4;3;", ";1;3;4;4;", (1, "inconsistent-record")),
    "a winner without the fewest points": (1, "Ana;Benito", "Ana;Carla", (2, "inconsistent-record")),
    "nets that do not balance the fondo": (1, ";-1;0;0;0;", ";-1;0;0;1;", (2, "unbalanced-net")),
    "a balance that does not follow from the net": (1, ";-3;-2;-2;-3", ";-3;-2;-2;-4", (2, "inconsistent-record")),
    "a fondo that the dealer did not pay into": (2, ";11;11;", ";10;10;", (3, "fondo_start")),
    "the wrong dealer": (1, "2;Ana;", "2;Carla;", (2, "wrong-dealer")),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_a_bare_sheet_gives_away(tmp_path: Path, what: str) -> None:
    row, old, new, finding = WRONG[what]
    rows = list(RIGHT)
    assert old in rows[row]
    rows[row] = rows[row].replace(old, new)
    result = audited(tmp_path, rows)
    assert finding in found(result), found(result)
    assert result.exit_status == 1


def test_tricks_in_a_sheet_are_played_again(tmp_path: Path) -> None:
    tricks = (
        "Carla: 2c 3c 7c 12c|Diego: 2o 5o 3o 8o|Benito: 11c 12e 4c 1c|Ana: 4o 9o 7o 1o|Carla: 5e 4e 3e 2e|"
        "Carla: 6c 1b 8c 8b|Benito: 3b 2b 12o 5b|Ana: 9b 4b 6b 6o|Ana: 6e 7e 9e 1e|"
        "Carla: 9c 10o 11b 11e|Carla: 11o 10e 10b 7b"
    )
    path = tmp_path / "sheet.csv"
    above = ABOVE.replace("Ana;Benito;Carla;Diego", "Benito;Diego;Carla;Ana")
    head = "reparto;dador;jugadas;ganador;puntos Benito;puntos Diego;puntos Carla;puntos Ana\n"
    path.write_text(f"{above}{head}1;Diego;{tricks};Diego;4;3;19;12\n", encoding="utf-8")
    (session,) = audit([path]).sessions()
    (deal,) = session["deals"]
    wrong = [claim for claim in deal["claims"] if claim["verdict"] == "contradicted"]
    assert [(claim["player"], claim["recorded"], claim["computed"], claim["rule"]) for claim in wrong] == [
        ("Ana", 12, 13, "R7")
    ]
    # Only the first trick names its leader, as the format has it: the rest follow.
    first, *others = tricks.split("|")
    bare = "|".join([first, *(trick.partition(": ")[2] for trick in others)])
    path.write_text(f"{above}{head}1;Diego;{bare};Diego;4;3;19;12\n", encoding="utf-8")
    (session,) = audit([path]).sessions()
    again = [claim for claim in session["deals"][0]["claims"] if claim["verdict"] == "contradicted"]
    assert [(claim["claim"], claim["player"], claim["computed"]) for claim in again] == [("points", "Ana", 13)]


# ------------------------------------------------------------------------------------------------ every command


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = Club(tmp_path)
    text = "\n".join([ABOVE + HEAD, *RIGHT]).replace(";-1;0;0;0;", ";-1;0;0;1;") + "\n"
    made.log("sheet.csv", text)
    workbook(made.folder / "book.xlsx", {"N": cells(text.replace("Sesión: A", "Sesión: B"))})
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("name", "session"), [("sheet.csv", "A"), ("book.xlsx", "B")])
def test_the_commands_take_sheets(club: Club, name: str, session: str) -> None:
    assert "3 deals of 1 session" in club.run("audit", name, status=1)
    assert f"{name}:7" in club.run("audit", name, status=1)
    assert "Deal 2" in club.run("show", name, "--session", session)
    assert "Settling up" in club.run("sheet", name, "--session", session)
    assert "saldo: -2, -2, -2, -3" in club.run("convert", name, "--to", "rev")
    stored = club.run("audit", name, "--db", "club.duckdb", status=1)
    assert "3 records read = 3 new + 0 known already + 0 in conflict + 0 set aside." in stored
    assert "Nothing new" in club.run("audit", name, "--db", "club.duckdb", status=1)
    assert "Deal 2" in club.run("show", "--db", "club.duckdb", "--session", session)


def test_a_folder_of_sheets_and_logs(club: Club) -> None:
    club.run("convert", "sheet.csv", "--to", "rev", "-o", "same.rev")
    said = club.run("audit", ".", "--db", "club.duckdb", status=1)
    assert "9 records read = 6 new + 3 known already + 0 in conflict + 0 set aside." in said


def test_sheets_in_an_archive(club: Club) -> None:
    with zipfile.ZipFile(club.folder / "sheets.zip", "w") as archive:
        for name in ("sheet.csv", "book.xlsx"):
            archive.write(club.folder / name, f"2024/{name}")
    said = club.run("audit", "sheets.zip", status=1)
    assert "6 deals of 2 sessions" in said
    assert "sheets.zip/2024/book.xlsx:7" in said


def test_a_sheet_has_no_spelling_to_mend(club: Club) -> None:
    before = (club.folder / "sheet.csv").read_bytes()
    club.run("fmt", "sheet.csv", status=2)
    assert (club.folder / "sheet.csv").read_bytes() == before
