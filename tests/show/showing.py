"""What these tests share: sessions of the sample logs and of small logs, shown as text."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from audit.choice import choose, numbered
from audit.choice import only as only_key
from audit.report import Audited, DecisionNote
from audit.service import audit
from audit.sessions import Session
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


def _only(audited: Audited, name: str | None) -> Session:
    there = {one.key: one for one in audited.assembled.sessions}
    return there[only_key(choose(there, None, name))]


@cache
def samples() -> Audited:
    return audit(sorted(path for path in SAMPLES.iterdir() if path.suffix in (".rev", ".jsonl")))


def sample(name: str) -> tuple[Audited, Session]:
    """The session `name` of the sample logs."""
    return samples(), _only(samples(), name)


def sample_sheet(name: str) -> SessionSheet:
    return build(*sample(name))


def log(folder: Path, text: str, name: str = "log.rev") -> tuple[Audited, Session]:
    """The one session of a log."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    audited = audit([path])
    return audited, _only(audited, None)


CORRECTED = "corrected, points: 0, 17, 9, 5 → points: 0, 17, 9, 6 (number 7: Ana, a slip)."
"""What is said of the deal of `corrected_deal`."""


def corrected_deal(folder: Path) -> tuple[Audited, Session]:
    """A session that is right as it was corrected."""
    audited, session = log(folder, next(SAMPLES.glob("2024-03-02-casino*")).read_text(encoding="utf-8"))
    one = DecisionNote(7, (("points: 0, 17, 9, 5", "points: 0, 17, 9, 6"),), "a slip", "Ana")
    return replace(audited, decisions={id(session.deals[0]): [one]}), session


def shown(session: tuple[Audited, Session], number: int, width: int = 80) -> str:
    """A deal as it is shown, without its title and the clauses at the end."""
    return text(
        play.deals(*session, numbered(session[1].key[1], [deal.number for deal in session[1].deals], number), width)
    ).partition("\nThe rules named above")[0]


def written(session: tuple[Audited, Session], width: int = 80) -> str:
    return text(score_sheet.written(*session, width))


def corrected(session: tuple[Audited, Session], width: int = 80) -> str:
    return text(score_sheet.corrected(*session, width))


def text(lines: object) -> str:
    assert hasattr(lines, "__iter__")
    found = [line for line in lines if isinstance(line, Line)]
    return "".join(f"{line.text}\n" for line in found).replace(f"{SAMPLES}/", "")
