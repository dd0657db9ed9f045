"""How well the audit detects and explains mistakes: one or two planted in deals of made-up seasons, and looked for."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from audit.batch import MISSING
from audit.compare.claims import CONTRADICTED
from audit.explain.explaining import Explained, explain
from audit.judge import judge
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sessions import assemble
from audit.simulate.mistakes import MISTAKES, WEIGHTS
from audit.simulate.season import Season, play_season

PLAYERS = ("Ana", "Benito", "Carla", "Diego", "Elvira", "Fermín", "Gloria")
AN_EVENING = 10
"""Deals of an evening."""

EVENINGS = 40
"""Evenings that are made up and looked at together."""

RATE, SECOND = 0.5, 0.25
"""The share of deals with a mistake, and of those the share with a second."""

PAIR = "two mistakes"
"""Under which deals with two mistakes are counted."""

THREE = 3
Z = 1.959964
"""Of the normal distribution: for intervals of 95 %."""


@dataclass
class Tally:
    """What became of the deals in which something was planted."""

    planted: int = 0
    detected: int = 0
    first: int = 0
    """The true causes stand first."""
    alike: int = 0
    """Others stand first, with which the same record would have been written."""
    three: int = 0
    """The true causes, or others with the same record, are among the first three."""


@dataclass
class Power:
    """What was measured."""

    deals: int = 0
    right: int = 0
    """Deals in which nothing was planted and nothing carried on."""
    false_alarms: int = 0
    """Of those, how many something was said to be wrong in."""
    carried: int = 0
    """Deals in which something is only carried on."""
    blamed: int = 0
    """Of those, how many were said to have an error of their own."""
    kinds: dict[str, Tally] = field(default_factory=dict)
    seconds: float = 0.0
    """What explaining took."""
    explained: int = 0
    """Deals that were explained."""

    def rows(self) -> Iterator[tuple[str, Tally]]:
        """Each kind's tally, in the order of the mistakes, then the pairs; the single mistakes together last."""
        for name in (*MISTAKES, PAIR):
            if name in self.kinds:
                yield name, self.kinds[name]

    @property
    def singles(self) -> Tally:
        """All single mistakes together."""
        tallies = [one for name, one in self.kinds.items() if name != PAIR]
        return Tally(**{name: sum(getattr(one, name) for one in tallies) for name in vars(Tally())})


SCHEMA = "revesino-power/1"

SINGLES = "one mistake"
"""Under which all single mistakes are told together."""


def power_row(power: Power) -> Row:
    """What was measured as a value for programs."""
    tallies = [*power.rows(), *([(SINGLES, power.singles)] if power.singles.planted else [])]
    return {
        "schema": SCHEMA,
        "deals": power.deals,
        "right": power.right,
        "false_alarms": power.false_alarms,
        "carried": power.carried,
        "blamed": power.blamed,
        "explained": power.explained,
        "kinds": [_tally_row(name, one) for name, one in tallies],
    }


def _tally_row(name: str, one: Tally) -> Row:
    shares = {
        "detected": one.detected,
        "first": one.first,
        "first_or_alike": one.first + one.alike,
        "three": one.three,
    }
    told = {key: {"hits": hits, "interval": list(interval(hits, one.planted))} for key, hits in shares.items()}
    return {"kind": name, "planted": one.planted, **told}


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share of `hits` in `of`, at least one."""
    share, z = hits / of, Z
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, (middle - half) / (1 + z * z / of)), min(1.0, (middle + half) / (1 + z * z / of))


def measure(rulesets: Sequence[Ruleset], seed: int, deals: int) -> Power:
    """Plant mistakes of every kind in about `deals` deals, in equal parts of each ruleset, and look for them."""
    power = Power()
    each = max(1, deals // (AN_EVENING * len(rulesets)))
    for ruleset in rulesets:
        for number, begin in enumerate(range(0, each, EVENINGS)):
            _season(power, ruleset, (seed, number), min(EVENINGS, each - begin))
    return power


def _season(power: Power, ruleset: Ruleset, seed: tuple[int, int], evenings: int) -> None:
    weights = {name: max(1.0, weight / 4) for name, weight in WEIGHTS.items()}
    made = Season(
        seed=seed[0],
        suffix=f"/{seed[1]}",
        club="Power",
        players=PLAYERS,
        ruleset=ruleset,
        sessions=evenings,
        deals=AN_EVENING,
        mistakes=RATE,
        weights=weights,
        second=SECOND,
    )
    played = play_season(made)
    truth: dict[tuple[str, int], list[Row]] = {
        (evening.name, row["deal"]): row["causes"] for evening in played for row in evening.truth["deals"]
    }
    judged = list(judge(assemble([deal for evening in played for deal in evening.deals]).sessions))
    begin = time.perf_counter()
    found = {_key(one): one for one in explain(judged)}
    power.seconds += time.perf_counter() - begin
    power.explained += len(found)
    power.deals += len(truth)
    for key, causes in truth.items():
        _count(power, causes, found.get(key))


def _key(one: Explained) -> tuple[str, int]:
    deal = one.judged.batch.deals[one.row]
    return deal.header.session, deal.number


def _count(power: Power, causes: Sequence[Row], one: Explained | None) -> None:
    planted = _names(causes)
    if not planted:
        if causes:
            power.carried += 1
            power.blamed += one is not None and not (one.explanations and not one.explanations[0].set.causes)
        else:
            power.right += 1
            power.false_alarms += one is not None
        return
    kind = PAIR if len(planted) > 1 else next(c.get("id", "reading") for c in causes if c.get("id") != "carry")
    tally = power.kinds.setdefault(kind, Tally())
    tally.planted += 1
    if one is None or not _is_fresh(one):
        return
    tally.detected += 1
    place = next((k for k, each in enumerate(one.explanations) if _names(each.set.causes) == planted), None)
    if place is None:
        return
    mine, first = one.explanations[place].set, one.explanations[0].set
    same = not first.leaves and not mine.leaves and first.lacking == mine.lacking
    tally.first += place == 0
    tally.alike += place > 0 and same
    tally.three += place < THREE or same


def _is_fresh(one: Explained) -> bool:
    """Whether something in the deal is contradicted, and not only carried on."""
    claims = one.judged.claims
    mine = (claims.deal == one.row) & (claims.verdict == CONTRADICTED)
    return bool((mine & (claims.carried_from == MISSING)).any())


def _names(causes: Sequence[Row]) -> frozenset[str]:
    """Causes as names that can be compared; what is only carried on is left out."""
    named = (cause for cause in causes if cause.get("id") != "carry")
    return frozenset(json.dumps(_plain(cause), sort_keys=True, ensure_ascii=False) for cause in named)


def _plain(cause: Mapping[str, object]) -> Row:
    """A cause in which the order of two players does not count."""
    players = cause.get("players")
    return dict(cause) | ({"players": sorted(players)} if isinstance(players, list) else {})
