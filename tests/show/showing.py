"""What these tests share: sessions of the sample logs and of small logs, shown as text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from audit.report import Audited
from audit.service import audit
from audit.sessions import Session
from audit.sheet.choice import matching, numbered, only
from audit.sheet.sheet import SessionSheet
from audit.sheet.sheet import sheet as build
from audit.terminal import play, score_sheet
from audit.text.lines import Line

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SAMPLES = ROOT / "sample_logs"

HEADER = """revesino-log 1
club: Peña
sesion: noche
fecha: 2024-03-02
reglas: revesino
jugadores: Ana, Benito, Carla, Diego
"""


@cache
def samples() -> Audited:
    return audit(sorted(path for path in SAMPLES.iterdir() if path.suffix in (".rev", ".jsonl")))


def sample(name: str) -> tuple[Audited, Session]:
    """The session `name` of the sample logs."""
    return samples(), only(matching(samples(), None, name))


def sample_sheet(name: str) -> SessionSheet:
    return build(*sample(name))


def log(folder: Path, text: str, name: str = "log.rev") -> tuple[Audited, Session]:
    """The one session of a log."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    audited = audit([path])
    return audited, only(matching(audited, None, None))


def shown(session: tuple[Audited, Session], number: int, width: int = 80) -> str:
    """A deal as it is shown, without its title and the clauses at the end."""
    return text(play.deals(*session, numbered(session[1], number), width)).partition("\nThe rules named above")[0]


def written(session: tuple[Audited, Session], width: int = 80) -> str:
    return text(score_sheet.written(*session, width))


def corrected(session: tuple[Audited, Session], width: int = 80) -> str:
    return text(score_sheet.corrected(*session, width))


def text(lines: object) -> str:
    assert hasattr(lines, "__iter__")
    found = [line for line in lines if isinstance(line, Line)]
    return "".join(f"{line.text}\n" for line in found).replace(f"{SAMPLES}/", "")
