"""The next-best question about a partial deal: the one missing fact that settles most of what is open.

Every completion of the deal is as likely as every other. A fact cuts them into those for each answer; a figure is
settled by an answer when all that are left give it the same, or all agree on whether what was recorded is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Batch
from audit.cards import NAMES
from audit.compare.claims import CONTRADICTED, KINDS
from audit.facts import NOBODY, Mask
from audit.fondo import KNOWN
from audit.judge import Judged
from audit.movements import FONDO
from audit.replay import ways
from audit.replay.result import of_players_by
from audit.replay.shared import Done
from audit.rules.f1 import kinds

SCHEMA = "revesino-question/1"

ANSWERS = 12
"""Answers of a question that are listed, the likeliest first."""

QUESTIONS = 3
"""Questions that are told, the best first."""


@dataclass(frozen=True)
class Answer:
    """A possible answer: a card, or a player."""

    value: str
    ways: int
    """Completions in which it is so."""
    settles: int
    """Open figures that it settles."""


@dataclass(frozen=True)
class Question:
    """A fact that is missing."""

    what: str
    """`card`: which was played; `trick_winner`: who won."""
    trick: int
    player: str | None
    """Who played the card, where that is known."""
    position: int | None
    """The card's place in the trick, from 1."""
    settles: float
    """Open figures that the answer settles on the average."""
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Asked:
    """What is open about a deal, and what to ask."""

    open: int
    """Figures that are open."""
    ways: int | None
    """Completions of the deal; `None` where they were too many to go through, 0 where no cards fit the record."""
    questions: tuple[Question, ...]
    missing: tuple[int, ...] = ()
    """Where they were too many: the tricks of which most is missing."""

    def row(self) -> dict[str, Any]:
        """The JSON (docs/partial-records.md)."""
        questions = [
            dict(vars(one)) | {"answers": [dict(vars(each)) for each in one.answers]} for one in self.questions
        ]
        return {"open": self.open, "ways": self.ways, "questions": questions, "missing": list(self.missing)}


@dataclass(frozen=True)
class _Figure:
    values: npt.NDArray[Any]
    """`[completion]`"""
    recorded: int
    sure: Mask | None = None
    """`[completion]`: its value is known; `None` for all."""

    def is_settled(self, rows: npt.NDArray[Any]) -> bool:
        """Whether it is told by the completions `rows` alone."""
        if self.sure is not None and not self.sure[rows].all():
            return False
        values = self.values[rows]
        if (values == values[0]).all():
            return True
        return self.recorded != MISSING and not (values == self.recorded).any()


def ask(judged: Judged, row: int) -> Asked:
    """What to ask about the deal `row`."""
    batch = judged.batch
    try:
        done = ways(batch, row)
    except ValueError:
        return Asked(0, 1, ())
    if done is None:
        return Asked(_open(judged, row), None, (), _least_known(batch, row))
    rows = np.flatnonzero(done.valid)
    if not rows.size:
        return Asked(_open(judged, row), 0, ())
    figures = [one for one in _figures(judged, done, rows, row) if not one.is_settled(np.arange(rows.size))]
    found = [_question(values, names, figures, head) for values, names, head in _facts(judged, done, rows, row)]
    found = [one for one in found if len(one.answers) > 1]
    found.sort(key=lambda one: (-one.settles, one.what != "trick_winner", one.trick, one.position or 0))
    return Asked(len(figures), int(rows.size), tuple(found[:QUESTIONS]))


def _least_known(batch: Batch, row: int) -> tuple[int, ...]:
    """The tricks of which most cards are unknown."""
    unknown = np.count_nonzero(batch.ruleset.bit[batch.card[..., row]] == 0, axis=1)
    return tuple(int(trick) + 1 for trick in np.flatnonzero((unknown == unknown.max()) & (unknown > 0)))


def _open(judged: Judged, row: int) -> int:
    """How many figures are open where no completion tells: those that are not certain, nor recorded in vain."""
    replayed, claims = judged.replayed, judged.claims
    open_ = {
        "points": (replayed.points[:, row] == MISSING).tolist(),
        "tricks": (replayed.tricks[:, row] == MISSING).tolist(),
        "trick_winner": (replayed.trick_winner[:, row] == NOBODY).tolist(),
        "winner": [replayed.winner[row] == NOBODY and not replayed.tie_open[row]],
    }
    if judged.chain.start_reason[row] == KNOWN:
        open_["fondo_end"] = [not replayed.pot_known[row]]
        if judged.chain.kind[row] >= 0:
            open_["net"] = [not replayed.settled[row]] * judged.batch.ruleset.players
    begin, end = np.searchsorted(claims.deal, (row, row + 1)).tolist()
    for place in np.flatnonzero(claims.verdict[begin:end] == CONTRADICTED) + begin:
        kind = KINDS[claims.kind[place]]
        if kind in open_:
            which = int(claims.trick[place]) - 1 if kind == "trick_winner" else max(int(claims.player[place]), 0)
            open_[kind][which if len(open_[kind]) > 1 else 0] = False
    return sum(map(sum, open_.values()))


def _figures(judged: Judged, done: Done, rows: npt.NDArray[Any], row: int) -> Iterator[_Figure]:
    """All that could be recorded of the deal, in each of its completions."""
    batch, seating = judged.batch, judged.replayed.seating.pick(done.owner[rows])
    f, c, w, sure = done.settled.facts, done.settled.course, judged.batch.written, done.sure[rows]
    for column, written in ((f.points, w.points), (f.tricks, w.tricks)):
        by_player = seating.by_player(column[:, rows].astype(np.int64), MISSING)
        for who, values in enumerate(by_player):
            yield _Figure(values, int(written[who, row]))
    for trick, values in enumerate(seating.players(f.winner[:, rows])):
        recorded = int(w.trick_winner[trick, row])
        yield _Figure(values, MISSING if recorded == NOBODY else recorded)
    recorded = int(w.winner[row])
    yield _Figure(seating.players(c.winner[rows]), MISSING if recorded == NOBODY else recorded, sure)
    if judged.chain.start_reason[row] != KNOWN:
        return
    start = int(judged.chain.start[row])
    yield _Figure(c.pot.times[rows] * start + c.pot.plus[rows], int(w.fondo_end[row]), sure)
    if judged.chain.kind[row] >= 0:
        for who, values in enumerate(_nets(batch, judged, done, rows, start)):
            # The stakes are the same in all of them: only what differs counts here.
            recorded = int(w.net[who, row])
            yield _Figure(values, recorded if recorded == MISSING else recorded + _staked(judged, row, who), sure)


def _nets(batch: Batch, judged: Judged, done: Done, rows: npt.NDArray[Any], start: int) -> npt.NDArray[np.int64]:
    """`[player, completion]`: what each is up in the play, without the stakes."""
    place = np.full(done.owner.size, -1, np.int64)
    place[rows] = np.arange(rows.size)
    e = done.settled.entries
    e = e.pick(place[e.deal] >= 0)
    payer, payee = of_players_by(judged.replayed.seating, e, done.owner[e.deal])
    amount = (e.times * start + e.plus).astype(np.int64)
    net = np.zeros((batch.ruleset.players, rows.size), np.int64)
    for account, sign in ((payer, -1), (payee, 1)):
        mine = np.flatnonzero(account != FONDO)
        np.add.at(net, (account[mine], place[e.deal[mine]]), sign * amount[mine])
    return net


def _staked(judged: Judged, row: int, who: int) -> int:
    """What a player put in before the deal."""
    r, dealer = judged.batch.ruleset, int(judged.replayed.seating.dealer[row])
    seat = (who - dealer) % r.players
    return sum(stake.shares[seat] for stake in kinds(r)[int(judged.chain.kind[row])].stakes)


def _facts(
    judged: Judged, done: Done, rows: npt.NDArray[Any], row: int
) -> Iterator[tuple[npt.NDArray[Any], Sequence[str], tuple[str, int, str | None, int | None]]]:
    """Facts that could be asked for: their values in each completion, the names of these, and what they are."""
    batch = judged.batch
    seating, names = judged.replayed.seating.pick(done.owner[rows]), batch.deals[row].players
    card, leader = done.settled.facts.observed.card[..., rows], done.settled.facts.leader[:, rows]
    for trick, values in enumerate(seating.players(done.settled.facts.winner[:, rows])):
        yield values, names, ("trick_winner", trick + 1, None, None)
    for trick in range(card.shape[0]):
        first = seating.players(leader[trick])
        for position in range(card.shape[1]):
            values = card[trick, position]
            seat = (leader[trick] + np.int8(position)) % np.int8(batch.ruleset.seats)
            player = seating.players(seat.astype(np.int8))
            known = names[int(player[0])] if (first == first[0]).all() else None
            yield values, NAMES, ("card", trick + 1, known, position + 1)


def _question(
    values: npt.NDArray[Any], names: Any, figures: Sequence[_Figure], head: tuple[str, int, str | None, int | None]
) -> Question:
    """A fact as a question: what each answer would settle."""
    answers = []
    for value in np.unique(values).tolist():
        rows = np.flatnonzero(values == value)
        settled = sum(one.is_settled(rows) for one in figures)
        answers.append(Answer(str(names[value]), int(rows.size), settled))
    average = sum(one.ways * one.settles for one in answers) / values.size
    answers.sort(key=lambda one: -one.ways)
    return Question(*head, settles=round(average, 3), answers=tuple(answers[:ANSWERS]))


def document(club: str, session: str, deal: int, asked: Asked) -> dict[str, Any]:
    """The whole JSON (docs/partial-records.md)."""
    return {"schema": SCHEMA, "club": club, "session": session, "deal": deal} | asked.row()
