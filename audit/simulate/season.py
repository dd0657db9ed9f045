"""A club's season: who sits down on which evening, what they play, what is written down of it, and the truth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

import msgspec
import numpy as np

from audit.model import Deal, Header, Option
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.seating import next_dealer
from audit.simulate.books import Books
from audit.simulate.dealing import NOWHERE, play_deal
from audit.simulate.deck import deck_of
from audit.simulate.mistakes import WEIGHTS
from audit.simulate.notes import note_on, note_on_substitute
from audit.simulate.scorer import BARE, FULL, SECOND, TRICKS, Habits, Scored, Scorer
from audit.simulate.truth import Truth, judge_sessions


@dataclass(frozen=True)
class Season:
    """What a season is made from; the same values make the same season."""

    seed: int
    club: str
    players: tuple[str, ...]
    """Who comes, the keenest first; more than a table has seats where they take turns."""
    ruleset: Ruleset
    sessions: int
    deals: int
    more_deals: int = 0
    """By how many an evening may be longer."""
    mistakes: float = 0.0
    """The share of deals that the scorer gets wrong."""
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    second: float = SECOND
    """How often one mistake in a deal does not come alone."""
    bare: float = 0.0
    """The share of evenings of which only the score was kept; of the others, a quarter of it of the deals."""
    no_hands: float = 0.0
    """The share of evenings of which the tricks were kept but not the hands."""
    substitutes: float = 0.1
    """The share of evenings on which somebody's seat is taken by another."""
    notes: float = 0.02
    names_winners: bool = True
    keeps_fondo: bool = False
    """What is left in the fondo stays in it until the next evening."""
    start: date = date(2024, 1, 12)
    every: int = 7
    """Days from one evening to the next."""
    suffix: str = ""
    """What tells this table's sessions and files from those of another."""

    def rng(self, *of: object) -> random.Random:
        """A stream of chance of its own for each purpose, so that one does not disturb another."""
        return random.Random("/".join(map(str, (self.seed, self.club, self.suffix, *of))))


@dataclass(frozen=True)
class Evening:
    """A session as it was written down, and its part of the truth."""

    name: str
    deals: tuple[Deal, ...]
    truth: Row
    fondo: int
    """What the club takes the fondo to hold when it is over."""


def play_season(season: Season) -> list[Evening]:
    """Every evening of a season, in order."""
    evenings: list[Evening] = []
    numbers = list(range(season.sessions))
    fondo: int | None = None
    for group in [[number] for number in numbers] if season.keeps_fondo else [numbers]:
        played = [_play_evening(season, number, fondo) for number in group]
        for number, truths in zip(group, judge_sessions(season.ruleset, played), strict=True):
            evenings.append(_score_evening(season, number, truths))
        fondo = evenings[-1].fondo
    return evenings


def _play_evening(season: Season, number: int, fondo: int | None) -> list[Deal]:
    """The deals of an evening, played and not yet scored."""
    r, rng = season.ruleset, season.rng(number, "evening")
    header, names = _seated(season, number, fondo, rng)
    deck = deck_of(r)
    dealer = int(rng.random() * r.players)
    count = season.deals + int(rng.random() * (season.more_deals + 1))
    change = 2 + int(rng.random() * (count - 1)) if rng.random() < season.substitutes else 0
    deals = []
    for deal in range(1, count + 1):
        if deal == change:
            names = _with_substitute(season, names, rng)
        skills = [skill_of(season, name) for name in names]
        deals.append(play_deal(deck, season.rng(number, "deal", deal), header, names, skills, dealer, deal))
        dealer = int(next_dealer(r, np.array([dealer], np.int8))[0])
    return deals


def _seated(season: Season, number: int, fondo: int | None, rng: random.Random) -> tuple[Header, tuple[str, ...]]:
    """The evening's header, and who sits down."""
    r, day = season.ruleset, season.start + timedelta(days=season.every * number)
    names = _drawn(season.players, r.players, rng)
    header = Header(
        club=season.club,
        session=f"{day.isoformat()}{season.suffix}",
        date=day.isoformat(),
        rules=r.id,
        place=NOWHERE,
        options=tuple(Option(name, value, NOWHERE) for name, value in r.differs.items()),
        players=names,
        carried_fondo=fondo,
    )
    return header, names


def _drawn(players: Sequence[str], count: int, rng: random.Random) -> tuple[str, ...]:
    """`count` of the players in the order in which they sit down; the first named come oftenest."""
    keys = [(rng.random() * (1 + 0.12 * place), name) for place, name in enumerate(players)]
    coming = [name for _, name in sorted(keys)[:count]]
    return tuple(name for _, name in sorted((rng.random(), name) for name in coming))


def _with_substitute(season: Season, names: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """The table with one seat taken by somebody who was not at it, when there is anyone."""
    free = [name for name in season.players if name not in names]
    if not free:
        return names
    place, new = int(rng.random() * len(names)), free[int(rng.random() * len(free))]
    return (*names[:place], new, *names[place + 1 :])


def skill_of(season: Season, name: str) -> float:
    """How well a player plays, from 0 to 1; the same all season."""
    return 0.35 + 0.6 * season.rng("skill", name).random()


# ---------------------------------------------------------------------------------------------- writing it down


def _score_evening(season: Season, number: int, truths: Sequence[Truth]) -> Evening:
    """An evening's record and its truth."""
    rng = season.rng(number, "scorer")
    habits = Habits(season.mistakes, season.weights, season.second, season.names_winners)
    header = truths[0].deal.header
    opening = header.carried_fondo is None
    scorer = Scorer(season.ruleset, habits, rng, Books(header.carried_fondo or 0, opening))
    levels = list(_levels(season, season.rng(number, "levels"), len(truths)))
    scored = [scorer.score(truth, level) for truth, level in zip(truths, levels, strict=True)]
    notes = _notes(season, truths, season.rng(number, "notes"))
    deals = tuple(map(_as_written, truths, scored, levels, notes))
    rows = [
        {"deal": truth.deal.number, "record": level, "computed": truth.computed, "causes": one.causes}
        for truth, one, level in zip(truths, scored, levels, strict=True)
    ]
    truth_row = {
        "club": header.club,
        "session": header.session,
        "date": header.date,
        "rules": {"id": season.ruleset.id, "options": dict(season.ruleset.differs)},
        "deals": rows,
    }
    return Evening(header.session, deals, truth_row, scorer.books.fondo)


def _levels(season: Season, rng: random.Random, count: int) -> Iterator[str]:
    """How much was written down of each deal of an evening."""
    chance = rng.random()
    usual = BARE if chance < season.bare else TRICKS if chance < season.bare + season.no_hands else FULL
    for _ in range(count):
        yield BARE if rng.random() < season.bare / 4 else usual


def _notes(season: Season, truths: Sequence[Truth], rng: random.Random) -> list[str | None]:
    """The notes of an evening's deals."""
    found = []
    before = truths[0].deal.players
    for truth in truths:
        note = note_on(truth, rng, season.notes)
        for old, new in zip(before, truth.deal.players, strict=True):
            if old != new and season.notes:
                note = note_on_substitute(new, old, rng)
        before = truth.deal.players
        found.append(note)
    return found


def _as_written(truth: Truth, scored: Scored, level: str, note: str | None) -> Deal:
    """The deal's record: what was seen of it, as far as it was kept, and what the scorer made of it."""
    deal = msgspec.structs.replace(truth.deal, recorded=scored.recorded, note=note)
    if level == FULL:
        return deal
    deal = msgspec.structs.replace(deal, hands={}, stock=None, exchanges=())
    return deal if level == TRICKS else msgspec.structs.replace(deal, tricks={})
