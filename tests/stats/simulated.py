"""Made-up seasons, of which every player's skill is known: how near to it each measure comes.

`python -m tests.stats.simulated` prints the table of docs/statistics-methods.md.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from audit.acts.seats import seat_columns
from audit.batch import MISSING
from audit.judge import Judged, judge
from audit.ruleset import load
from audit.sessions import assemble
from audit.simulate.season import Season, play_season, skill_of
from audit.stats.inputs import numbers
from audit.stats.luck import VALUES, luck, player_luck
from audit.stats.rating import ratings
from tests.stats.evenings import evenings

PLAYERS = tuple(f"p{number:02}" for number in range(12))
RULES = ("revesino", "reversis", "reversis-5")
SEASONS = 6


def season_of(rules: str, sessions: int, deals: int, seed: int = 1) -> tuple[pd.DataFrame, pd.Series]:
    """The rows of a season with the columns `SEATS`, and the players' skills."""
    season = Season(
        seed=seed,
        club="Peña",
        players=PLAYERS,
        ruleset=load(rules),
        sessions=sessions,
        deals=deals,
        mistakes=0,
        notes=0,
    )
    played = [deal for evening in play_season(season) for deal in evening.deals]
    rows = pd.concat([_seats(one) for one in judge(assemble(played).sessions)], ignore_index=True)
    skills = pd.Series({name: skill_of(season, name) for name in PLAYERS})
    return rows.assign(club="Peña", rules=rules), skills


def _seats(judged: Judged) -> pd.DataFrame:
    batch, r = judged.batch, judged.batch.ruleset
    counted, every = seat_columns(batch), np.arange(batch.count)
    people = np.array([deal.players for deal in batch.deals]).T
    parts = []
    for row in range(r.players):
        place = counted.place[row]
        columns = {name: values[row] for name, values in counted.counts.items()}
        columns |= {"ordinal": batch.session + 1, "number": batch.number, "person": people[place, every]}
        columns |= {"seat": counted.seat[row], "complete": counted.complete, "net": judged.ledger.net[place, every]}
        parts.append(pd.DataFrame(columns).assign(fondo_start=judged.chain.start, sits_out=row >= r.seats))
    rows = pd.concat(parts).sort_values(["ordinal", "number"], kind="stable", ignore_index=True)
    return rows.assign(net=rows["net"].mask(rows["net"] == MISSING))


def nearness(rows: pd.DataFrame, skills: pd.Series) -> pd.Series:
    """By measure: its correlation with the players' skills."""
    by_luck = player_luck(luck(lambda: [rows]).evenings).set_index("person")
    measures = {f"mean {value}": by_luck[f"mean_{value}"] for value in VALUES if "luck" not in value}
    sat = evenings(rows)
    shares = sat.groupby("person")[["ahead", "opponents"]].sum()
    measures["share of opponents left behind"] = shares["ahead"] / shares["opponents"]
    by_net = sat.assign(ahead=sat["net"], opponents=numbers(sat, "deals"))
    for name, given in (("rating by the evenings' nets", by_net), ("rating by the deals' orders", sat)):
        measures[name] = ratings(given).players.set_index("person")["mu"]
    return pd.Series({name: np.corrcoef(of, skills[of.index])[0, 1] for name, of in measures.items()})


if __name__ == "__main__":
    found = {
        (rules, seed): nearness(*season_of(rules, 400, 25, seed)) for rules in RULES for seed in range(1, SEASONS + 1)
    }
    print(pd.DataFrame(found).T.groupby(level=0).mean().T.round(2).to_string())
