"""The sample season, a year at the two tables of a small club: `python -m tests.simulate.sample_season`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from audit.ruleset import load
from audit.simulate.files import season_files, write_files
from audit.simulate.season import Season, play_season

FOLDER = Path(__file__).parents[2] / "sample_logs" / "season"

FRIDAYS = Season(
    seed=1831,
    club="Ateneo de Valdemora",
    players=("Eulalia", "Bernabé", "Casimira", "Dámaso", "Froilán", "Isidora", "Jacinto"),
    ruleset=load("revesino"),
    sessions=26,
    deals=6,
    more_deals=2,
    mistakes=0.07,
    bare=0.07,
    no_hands=0.3,
    substitutes=0.12,
    notes=0.05,
    names_winners=False,
    start=date(2023, 9, 15),
    every=14,
)
"""Every other Friday, by the rules as they are printed."""

SUNDAYS = Season(
    seed=1831,
    club="Ateneo de Valdemora (mesa del domingo)",
    players=("Genoveva", "Higinio", "Adela", "Dámaso", "Jacinto"),
    ruleset=load("revesino", {"cut_pays": 48, "edge_tricks": "last", "party": 4, "renewal": "only_empty"}),
    sessions=14,
    deals=6,
    more_deals=2,
    mistakes=0.07,
    bare=0.07,
    no_hands=0.2,
    substitutes=0.15,
    notes=0.06,
    keeps_fondo=True,
    start=date(2023, 10, 1),
    every=21,
    suffix="-domingo",
)
"""Every third Sunday, by house rules, and the fondo stays in its box."""


def files() -> dict[str, str]:
    """By name: the text of each file of the sample season."""
    return season_files([*play_season(FRIDAYS), *play_season(SUNDAYS)])


if __name__ == "__main__":
    for old in FOLDER.glob("*"):
        old.unlink()
    write_files(files(), FOLDER)
