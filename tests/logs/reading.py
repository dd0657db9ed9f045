"""What the tests of the readers share: reading text, and a deal's content without the places it came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from audit.cards import Pack
from audit.logs import read
from audit.logs.service import convert
from audit.model import Deal, Reading

HEADER = """\
revesino-log 1
club: Casino
sesion: A
fecha: 2024-03-02
reglas: revesino
jugadores: Ana, Benito, Carla, Diego
"""
FRENCH_HEADER = HEADER.replace("revesino\n", "reversis\n")
RECORD = """\
{"format": "revesino-log/1", "club": "Casino", "session": "A", "rules": {"id": "revesino"}, \
"players": ["Ana", "Benito", "Carla", "Diego"], "deal": 1"""
"""A record to which further fields may be added: it lacks its last brace."""


def pack_of(ruleset: str) -> Pack | None:
    if ruleset.startswith("revesino"):
        return Pack.SPANISH
    return Pack.FRENCH if ruleset.startswith("reversis") else None


def read_text(folder: Path, text: str | bytes, name: str = "log.rev", *, strict: bool = False) -> Reading:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read([path], pack_of, strict=strict)


def read_deal(folder: Path, lines: str, header: str = HEADER) -> tuple[Deal, Reading]:
    """The only deal of a file whose deal has these lines."""
    reading = read_text(folder, f"{header}\nreparto 1\n{lines}")
    (deal,) = reading.deals
    return deal, reading


def read_record(folder: Path, fields: str) -> tuple[Deal, Reading]:
    """The only deal of a file whose record has these fields beside the required ones."""
    reading = read_text(folder, f"{RECORD}, {fields}}}\n", "log.jsonl")
    (deal,) = reading.deals
    return deal, reading


def whats(reading: Reading) -> list[str]:
    return [problem.what for problem in reading.problems]


def fresh(reading: Reading) -> list[str]:
    """The kinds of problems but for lines that an earlier reading could not read and kept as comments."""
    return [what for what in whats(reading) if what != "bad-line.kept" and not what.startswith("encoding.")]


def texts(reading: Reading) -> list[str]:
    """All the comments of a reading."""
    return [comment.text for deal in reading.deals for comment in (*deal.header.comments, *deal.comments)]


def content(deal: Deal) -> dict[str, Any]:
    """What a deal says: without places, and with option values as `.rev` writes them."""
    found: dict[str, Any] = msgspec.to_builtins(deal)
    header = found["header"]
    header["options"] = [(option["name"], _option(option["value"])) for option in header["options"]]
    for payment in found["recorded"]["payments"]:
        del payment["line"]
    del found["place"], found["lines"], header["place"], header["rules_place"]
    return found


def _option(value: Any) -> str:
    if isinstance(value, bool):
        return "si" if value else "no"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def rewritten(folder: Path, reading: Reading, form: str) -> Reading:
    """What comes of writing the deals in a form and reading them again."""
    return read_text(folder, convert(reading, form), f"again.{form}")
