"""Deals and score sheets of the sample logs, word for word; `python -m show.test_golden` in tests/ writes them anew."""

from __future__ import annotations

import pytest
from show.showing import HERE, corrected, sample, shown, written

FOLDER = HERE / "expected"

DEALS = {
    "everything-recorded": ("acta 31", 1),
    "payment-wrong": ("acta 32", 4),
    "fondo-carried": ("acta 33", 3),
    "renuncio": ("viernes 15", 3),
    "revesino-cut": ("viernes 16", 4),
    "napolitana-lost": ("viernes 17", 4),
    "cards-illegible": ("evening 13", 3),
    "card-twice": ("serão 9", 4),
    "bare-scores": ("evening 12", 4),
    "five-players": ("tertulia 2", 2),
    "conflict": ("viernes 36", 2),
    "digest": ("tertulia 3", 2),
}
WRITTEN = {"written-carried": "acta 33", "written-substitute": "acta 41", "written-conflict": "viernes 36"}
CORRECTED = {
    "sheet-right": "acta 31",
    "sheet-carried": "acta 33",
    "sheet-substitute": "acta 41",
    "sheet-undetermined": "evening 12",
    "sheet-five-players": "tertulia 2",
    "sheet-digest": "tertulia 3",
}


def texts() -> dict[str, str]:
    found = {name: shown(sample(session), deal) for name, (session, deal) in DEALS.items()}
    found |= {name: written(sample(session)) for name, session in WRITTEN.items()}
    return found | {name: corrected(sample(session)) for name, session in CORRECTED.items()}


@pytest.mark.parametrize("name", [*DEALS, *WRITTEN, *CORRECTED])
def test_what_is_shown(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == texts_once()[name]


@pytest.mark.parametrize("name", [*DEALS, *WRITTEN, *CORRECTED])
def test_tables_fit_80_columns(name: str) -> None:
    """Sentences may be longer: where nobody looks on they are not broken."""
    tables = [
        line
        for line in texts_once()[name].partition("The rules named")[0].splitlines()
        if line.startswith("  ") and "  " in line.strip()
    ]
    assert [line for line in tables if len(line) > 80] == []


_FOUND: dict[str, str] = {}


def texts_once() -> dict[str, str]:
    _FOUND.update({} if _FOUND else texts())
    return _FOUND


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
