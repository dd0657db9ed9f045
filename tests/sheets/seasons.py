"""Evenings of a made-up season, laid out as clubs lay out their sheets; and what is left of a deal in a sheet."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from sheets.writing import workbook
from simulate.seasons import season

from audit.model import Deal
from audit.simulate.season import Evening, play_season

Row = list[Any]
WORDS = {
    name: tuple(words.split(","))
    for name, words in {
        "es": "Reparto,Dador,Ganador,Fondo inicial,Fondo final,Puntos,Bazas,Tantos,Saldo,Total",
        "pt": "Distribuição,Dador,Vencedor,Fundo inicial,Fundo final,Pontos,Vazas,Fichas,Saldo,Soma",
        "en": "deal,dealer,winner,fondo_start,fondo_end,points,tricks,net,balance,Total",
        "clubs": "Reparto nº,Da,Gana,Fondo inicial:,Fondo final:,Pts.,Bazas,Neto,Saldo,SUMA",
    }.items()
}  # fmt: skip
"""The words of a table: the deal's, then those of each player, then of the row that adds up."""

OF_PLAYER = ("points", "tricks", "net", "balance")
TABLES = ("revesino", "revesino-digest", "reversis", "reversis-partidas", "reversis-5")


@cache
def evenings(rules: str = "revesino", seed: int = 1) -> tuple[Evening, ...]:
    """A season's evenings, some with a substitute, all with mistakes."""
    found = season(rules, seed=seed, mistakes=0.3, bare=0.3, sessions=4, substitutes=0.5, keeps_fondo=seed % 2 == 0)
    return tuple(play_season(found))


def left_in_a_sheet(deal: Deal, *, tricks: bool = False) -> dict[str, Any]:
    """What a sheet has of a deal and of its session."""
    found: dict[str, Any] = msgspec.to_builtins(deal)
    for key in ("place", "lines", "hands", "stock", "exchanges", "comments", "extras"):
        del found[key]
    if not tricks:
        del found["tricks"], found["declarations"], found["note"]
    for key in ("payments", "trick_winners"):
        del found["recorded"][key]
    header = found["header"]
    for key in ("place", "rules_place", "comments", "extras"):
        del header[key]
    header["options"] = sorted((option["name"], str(option["value"])) for option in header["options"])
    return found


def above(evening: Evening, *, pairs: bool) -> Iterator[Row]:
    """The rows above the table of an evening."""
    header = evening.deals[0].header
    said: list[tuple[str, Any]] = [("Club", header.club), ("Sesión", header.session), ("Reglas", header.rules)]
    said += [(f"Opción {option.name}", str(option.value)) for option in header.options]
    said += [("Fecha", date.fromisoformat(header.date))] if header.date else []
    said += [("Fondo previo", header.carried_fondo)] if header.carried_fondo is not None else []
    for word, value in said:
        yield [word, value] if pairs else [f"{word}: {_text(value)}"]
    yield ["Jugadores", *header.players]
    if header.carried_balance is not None:
        yield ["Saldo previo", *("?" if value is None else value for value in header.carried_balance)]


def _text(value: Any) -> str:
    return f"{value:%d/%m/%Y}" if isinstance(value, date) else str(value)


def table(evening: Evening, language: str, style: str) -> Iterator[Row]:
    """Headings, the deals, and a row that adds up."""
    words = WORDS[language]
    names = list(dict.fromkeys(name for deal in evening.deals for name in (*deal.header.players, *deal.players)))
    front, of_player = words[:5], words[5:9]
    if style == "groups":
        groups = [cell for word in of_player for cell in (word, *[None] * (len(names) - 1))]
        yield [*front, *groups, "Jugadores"]
        yield [*[None] * 5, *names * 4, None]
    elif style == "brackets":
        yield [*front, *(f"{word} ({name})" for word in of_player for name in names), "jugadores"]
    elif style == "names first":
        yield [*front, *(f"{name} {word}" for word in of_player for name in names), "jugadores"]
    else:
        yield [*front, *(f"{word} {name}" for word in of_player for name in names), "jugadores"]
    for deal in evening.deals:
        yield row(deal, names)
    yield [words[9], *[None] * 4, *(total(evening.deals, what, name) for what in OF_PLAYER for name in names)]


def row(deal: Deal, names: Sequence[str]) -> Row:
    recorded = deal.recorded
    found: Row = [deal.number, deal.dealer, recorded.winner, recorded.fondo_start, recorded.fondo_end]
    for what in OF_PLAYER:
        found += [figure(deal, what, name) for name in names]
    return [*found, ", ".join(deal.players)]


def figure(deal: Deal, what: str, name: str) -> int | None:
    values = getattr(deal.recorded, what)
    return values[deal.players.index(name)] if values is not None and name in deal.players else None


def total(deals: Sequence[Deal], what: str, name: str) -> int:
    return sum(figure(deal, what, name) or 0 for deal in deals)


def as_csv(rows: Sequence[Row], separator: str, chance: random.Random) -> bytes:
    """Rows as a spreadsheet exports them, in one of its ways."""
    out = io.StringIO()
    quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    end = chance.choice(["\n", "\r\n"])
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting)
    width = max(map(len, rows))
    ones = chance.random() < 0.5
    for cells in rows:
        shown = [("" if cell is None else f"{cell}.0" if ones and type(cell) is int else _text(cell)) for cell in cells]
        writer.writerow([*shown, *[""] * (width - len(shown))])
    return chance.choice([b"", b"\xef\xbb\xbf"]) + out.getvalue().encode()


STYLES = ("usual", "groups", "brackets", "names first")
WAYS: dict[str, Callable[[Path, Sequence[Row], random.Random], Path]] = {
    **{
        f"csv {separator!r}": lambda path, rows, chance, separator=separator: written(
            path.with_suffix(".csv"), as_csv(rows, separator, chance)
        )
        for separator in ";,\t"
    },
    "xlsx": lambda path, rows, chance: workbook(path.with_suffix(".xlsx"), {"Hoja1": rows}),
}  # fmt: skip


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
