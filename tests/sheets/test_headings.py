"""Headings: in three languages, as clubs write them, one row of them or two."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheets.writing import NAMES, RIGHT, SMALL, figures, kinds, read_csv

from audit.logs import keys
from audit.logs.sheets.columns import Heading, parse_heading, spelt

FIELDS = {
    "club": ["club", "Clube", "CLUB"],
    "session": ["sesión", "Sesion", "session", "sessão", "Noche", "noite"],
    "date": ["fecha", "date", "Data", "Día"],
    "rules": ["reglas", "Rules", "REGRAS", "reglamento"],
    "players": ["jugadores", "players", "jogadores"],
    "carried_fondo": ["fondo previo", "fondo before", "fundo anterior", "fondo_before"],
    "deal": [
        "reparto", "deal", "distribuição", "Reparto nº", "Nº reparto", "nº de reparto", "Reparto N.º", "Deal no.",
        "N.º de distribuição",
    ],
    "deal?": ["mano", "Mano nº", "Nº", "#", "ronda"],
    "dealer": ["dador", "dealer", "Reparte", "da", "Quien da"],
    "winner": ["ganador", "winner", "vencedor", "Gana", "ganha"],
    "fondo_start": ["fondo inicial", "fondo start", "fundo inicial", "fondo_start", "fondo after the stakes"],
    "fondo_end": ["fondo final", "fondo end", "fundo final", "fondo_end", "Fondo Final:", "fondo at the end"],
    "plays": ["plays", "jugadas", "jogadas"],
    "napolitana": ["napolitana"], "revesino": ["Revesino"], "espagnolette": ["espagnolette"],
    "note": ["nota", "note", "Observaciones", "notas"],
}  # fmt: skip

OF_ANA = {
    "points": [
        "puntos Ana", "points Ana", "pontos Ana", "Puntos (Ana)", "Pts. Ana", "Ptos Ana", "PTS Ana", "Pts.Ana",
        "puntos: Ana", "Puntos - Ana", "Puntos\nAna", "puntos_Ana", "Ana puntos", "Ana (puntos)", "Ana: pts.",
        "Ana - Puntos", "puntos de Ana", "points of Ana", "Puntos  Ana", "Puntos [Ana]", 'puntos "Ana"',
    ],
    "tricks": ["bazas Ana", "tricks Ana", "vazas Ana", "Ana bazas"],
    "net": ["Tantos Ana", "net Ana", "fichas Ana", "Neto Ana", "nets: Ana"],
    "balance": ["saldo Ana", "balance Ana", "Saldo de Ana", "saldos: Ana", "Ana saldo"],
    "carried_balance": ["saldo previo Ana", "balance before Ana", "saldo anterior Ana", "saldo_previo Ana"],
}  # fmt: skip

OTHERS = [
    "", "Ana", "fondo", "saldo final", "puntos totales", "Total puntos", "saldo del fondo", "12", "3.5",
    "palabra suelta", "puntos saldo", "x", "x-",
]  # fmt: skip


@pytest.mark.parametrize(("field", "text"), [(field, text) for field, texts in FIELDS.items() for text in texts])
def test_a_heading_of_no_player(field: str, text: str) -> None:
    assert parse_heading(text) == Heading(field)


@pytest.mark.parametrize(("field", "text"), [(field, text) for field, texts in OF_ANA.items() for text in texts])
def test_a_heading_of_a_player(field: str, text: str) -> None:
    found = parse_heading(text)
    assert found is not None
    assert (found.field, found.name) == (field, "Ana")


@pytest.mark.parametrize("key", keys.KEYS, ids=lambda key: key.field)
def test_every_key_of_the_format_that_a_sheet_has_is_a_heading(key: keys.Key) -> None:
    if key.field in ("hand", "stock", "exchange", "trick", "wins", "payment"):
        return
    for word in key.spellings:
        found = parse_heading(f"{word} Ana" if key.field in OF_ANA or key.field == "option" else word)
        assert found is not None
        assert found.field == key.field


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_no_heading_of_ours(text: str) -> None:
    assert parse_heading(text) is None


@pytest.mark.parametrize(
    "name", ["Ana María", "María del Mar", "Ana, hija", "O'Neill", "Ñ", "Ana (hija)", "José-Luis", "A. B."]
)
def test_names_of_several_words(name: str) -> None:
    for text in (f"puntos {name}", f"saldo previo {name}"):
        found = parse_heading(text)
        assert found is not None
        assert name in (found.name, found.also)


@pytest.mark.parametrize(
    "text", ["puntos Ana", "fondo final", "reparto", "x-mesa", "opcion cut_pays", "saldo previo Ana"]
)
def test_a_mapping_writes_what_is_read(text: str) -> None:
    found = parse_heading(text)
    assert found is not None
    assert spelt(found) == text
    assert parse_heading(spelt(found)) == found


# -------------------------------------------------------------------------------------------------- rows of headings

ROWS = "1;Diego;Ana;3;10;20;10\n2;Ana;Benito;13;4;16;10\n"
ABOVE = "club: Casino\nsesion: A\nreglas: revesino\n\n"
HEADINGS = {
    "one row": "Reparto;Dador;Ganador;Puntos Ana;Puntos Benito;Puntos Carla;Puntos Diego\n",
    "names first": "Reparto;Dador;Ganador;Ana puntos;Benito puntos;Carla puntos;Diego puntos\n",
    "groups above names": "Reparto;Dador;Ganador;Puntos;;;\n;;;Ana;Benito;Carla;Diego\n",
    "groups above names, the rest below": ";;;PUNTOS;;;\nReparto;Dador;Ganador;Ana;Benito;Carla;Diego\n",
    "groups repeated": "Reparto;Dador;Ganador;Puntos;Puntos;Puntos;Puntos\n;;;Ana;Benito;Carla;Diego\n",
    "names above": "Reparto;Dador;Ganador;Ana;Benito;Carla;Diego\n;;;Ptos.;Ptos.;Ptos.;Ptos.\n",
    "a group of words": "Reparto;Dador;Ganador;Puntos;;;;Fondo;\n;;;Ana;Benito;Carla;Diego;inicial;final\n",
    "English": "deal;dealer;winner;points Ana;points Benito;points Carla;points Diego\n",
    "Portuguese": "Distribuição;Dador;Vencedor;Pontos Ana;Pontos Benito;Pontos Carla;Pontos Diego\n",
    "the hand's number": "Mano nº;Da;Gana;Pts. Ana;Pts. Benito;Pts. Carla;Pts. Diego\n",
    "twice": "Reparto;Dador;Ganador;Puntos Ana;Puntos Benito;Puntos Carla;Puntos Diego\n" * 2,
}  # fmt: skip


@pytest.mark.parametrize("what", HEADINGS)
def test_rows_of_headings(tmp_path: Path, what: str) -> None:
    reading = read_csv(tmp_path, ABOVE + HEADINGS[what] + ROWS)
    assert [figures(deal) for deal in reading.deals] == RIGHT
    assert set(kinds(reading)) <= {"missing-header.seating"}


def test_groups_of_several_figures(tmp_path: Path) -> None:
    text = "Reparto;Puntos;;;;Saldo;;;;Fondo final\n;Ana;Benito;Carla;Diego;Ana;Benito;Carla;Diego;\n"
    text += "1;3;10;20;10;-1;2;;0;7\n"
    (deal,) = read_csv(tmp_path, ABOVE + text).deals
    assert deal.players == NAMES
    assert deal.recorded.points == (3, 10, 20, 10)
    assert deal.recorded.balance == (-1, 2, None, 0)
    assert deal.recorded.fondo_end == 7


def test_players_above_what_they_scored(tmp_path: Path) -> None:
    text = ";Ana;;Benito;;Carla;;Diego;\nReparto;Puntos;Saldo;Puntos;Saldo;Puntos;Saldo;Puntos;Saldo\n"
    text += "1;3;-1;10;2;20;;10;0\n"
    (deal,) = read_csv(tmp_path, ABOVE + text).deals
    assert deal.recorded.points == (3, 10, 20, 10)
    assert deal.recorded.balance == (-1, 2, None, 0)


def test_the_order_of_the_columns_seats_the_players_and_is_told_once(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SMALL)
    assert [deal.players for deal in reading.deals] == [NAMES, NAMES]
    assert kinds(reading) == ["missing-header.seating"]


def test_the_hand_counts_no_deals_where_something_else_does(tmp_path: Path) -> None:
    text = SMALL.replace("ganador", "mano", 1)
    reading = read_csv(tmp_path, text)
    assert [deal.number for deal in reading.deals] == [1, 2]
    assert "unknown-key.heading" in kinds(reading)


def test_two_that_might_count_the_deals_count_none(tmp_path: Path) -> None:
    text = SMALL.replace("reparto", "mano", 1).replace("ganador", "ronda", 1)
    reading = read_csv(tmp_path, text)
    assert not reading.deals
    assert [each.code for each in reading.quarantined] == ["missing-deal-number"] * 2


def test_columns_of_one_s_own_are_kept(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SMALL.replace("ganador", "x-mesa", 1))
    assert [deal.extras for deal in reading.deals] == [{"x-mesa": "Ana"}, {"x-mesa": "Benito"}]


def test_a_column_that_is_not_known_costs_only_itself(tmp_path: Path) -> None:
    reading = read_csv(tmp_path, SMALL.replace("ganador", "canador", 1))
    assert [deal.recorded.points for deal in reading.deals] == [right[3] for right in RIGHT]
    assert [deal.recorded.winner for deal in reading.deals] == [None, None]
