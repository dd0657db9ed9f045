"""Where the fondo or a balance of a session went wrong, what followed from it, and what is a new mistake.

Each recorded fondo and balance is held against the absolute chain, counted from the session's start, and against
the transition from what the club recorded last before it. Wrong by both is a new mistake, wrong by the first alone
was carried on, wrong by the second alone was put right without a word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from audit import balances, fondo
from audit.batch import MISSING
from audit.compare.claims import CONFIRMED, CONTRADICTED, KINDS, Claims
from audit.compare.decided import decided
from audit.compare.payments import match
from audit.facts import NOBODY
from audit.judge import Judged
from audit.ledger import enter
from audit.report import Audited
from audit.sessions import Session

SCHEMA = "revesino-drift/1"

CHAINED = ("fondo_start", "fondo_end", "balance")
"""Figures that go from deal to deal."""

HANGING = (*CHAINED, "net", "payment")
"""Those, and the figures that hang on them."""

RIGHT, NEW, CARRIED, MENDED, OPEN = "right", "new", "carried", "mended", "undetermined"


@dataclass(frozen=True)
class Step:
    """A recorded figure beside the right one, and beside what follows from the figure recorded before it."""

    deal: int
    claim: str
    player: str | None
    trick: int | None
    recorded: int
    computed: int | None
    from_recorded: int | None
    """What the deal makes of the fondo or the balance that was recorded last before it."""
    state: str
    carried_from: int | None
    line: int

    def row(self) -> dict[str, Any]:
        """The figure's part of the JSON."""
        return dict(vars(self))


@dataclass(frozen=True)
class Mistake:
    """A deal in which something was newly wrong, and what followed from it."""

    deal: int
    figures: tuple[Step, ...]
    followed: tuple[Step, ...]
    """In later deals, wrong only because of it."""


@dataclass(frozen=True)
class Standing:
    """What a player, or the fondo, ends with."""

    account: str | None
    """`None` for the fondo."""
    recorded: int | None
    """What was recorded last."""
    computed: int | None


@dataclass(frozen=True)
class Drift:
    """A session's fondo and balances, deal by deal."""

    session: Session
    steps: tuple[Step, ...]
    mistakes: tuple[Mistake, ...]
    standings: tuple[Standing, ...]

    @property
    def first(self) -> Step | None:
        """The first fondo or balance that is newly wrong."""
        return next((one for one in self.steps if one.state == NEW and one.claim in CHAINED), None)

    def row(self) -> dict[str, Any]:
        """The session's part of the JSON (docs/drift.md)."""
        return {
            "club": self.session.header.club,
            "session": self.session.header.session,
            "date": self.session.date,
            "first": self.first.row() if self.first else None,
            "mistakes": [
                {
                    "deal": one.deal,
                    "figures": [step.row() for step in one.figures],
                    "followed": [step.row() for step in one.followed],
                }
                for one in self.mistakes
            ],
            "steps": [one.row() for one in self.steps if one.claim in CHAINED],
            "standings": [dict(vars(one)) for one in self.standings],
        }


def drift(audited: Audited, session: Session) -> Drift | None:
    """The drift of a session; `None` where it has no rules to settle by."""
    place = audited.place_of(session)
    if place is None:
        return None
    judged, begin = place
    steps = tuple(_steps(judged, begin, len(session.deals)))
    followed: dict[int, list[Step]] = defaultdict(list)
    new: dict[int, list[Step]] = defaultdict(list)
    for one in steps:
        if one.state == CARRIED and one.carried_from is not None:
            followed[one.carried_from].append(one)
        elif one.state == NEW:
            new[one.deal].append(one)
    deals = sorted({*new, *followed})
    mistakes = tuple(Mistake(deal, tuple(new[deal]), tuple(followed[deal])) for deal in deals)
    return Drift(session, steps, mistakes, tuple(_standings(judged, begin, session)))


def _steps(judged: Judged, begin: int, count: int) -> Iterator[Step]:
    claims = judged.claims
    first, last = np.searchsorted(claims.deal, [begin, begin + count]).tolist()
    batch = judged.batch
    rows = np.arange(first, last)[claims.of(*HANGING)[first:last]]
    beside = _from_recorded(judged)
    for k in rows.tolist():
        deal = batch.deals[int(claims.deal[k])]
        kind = KINDS[claims.kind[k]]
        player = int(claims.player[k])
        origin = int(claims.carried_from[k])
        yield Step(
            deal=deal.number,
            claim=kind,
            player=deal.players[player] if player != NOBODY else None,
            trick=int(claims.trick[k]) or None,
            recorded=int(claims.recorded[k]),
            computed=_value(int(claims.computed[k])),
            from_recorded=_value(int(beside.computed[k])),
            state=_state(int(claims.verdict[k]), int(beside.verdict[k]), origin),
            carried_from=_value(origin),
            line=deal.lines.get(kind, deal.place.line),
        )


def _state(absolute: int, beside: int, origin: int) -> str:
    """How a figure stands by the absolute chain, and beside what was recorded last before it."""
    if absolute == CONTRADICTED:
        return NEW if origin == MISSING else CARRIED
    if absolute == CONFIRMED:
        return MENDED if beside == CONTRADICTED else RIGHT
    return OPEN


def _from_recorded(judged: Judged) -> Claims:
    """The claims of a batch with each deal settled from what was recorded last before it."""
    replayed, batch = judged.replayed, judged.batch
    chain = fondo.follow(replayed, trust=True)
    ledger = enter(replayed, chain)
    running = balances.run(batch, ledger, trust=True)
    return decided(replayed, chain, ledger, running, match(batch.written.payments, ledger))


def _standings(judged: Judged, begin: int, session: Session) -> Iterator[Standing]:
    """The players by the order of first appearance, then the fondo."""
    final: Mapping[str, int | None] = judged.balances.final[int(judged.batch.session[begin])]
    written: dict[str, int] = {}
    left: int | None = None
    for deal in session.deals:
        both = zip(deal.players, deal.recorded.balance or (), strict=False)
        written |= {name: value for name, value in both if value is not None}
        left = deal.recorded.fondo_end if deal.recorded.fondo_end is not None else left
    for name in session.players:
        yield Standing(name, written.get(name), final.get(name))
    end = begin + len(session.deals) - 1
    known = judged.chain.end_reason[end] == fondo.KNOWN
    yield Standing(None, left, int(judged.chain.end[end]) if known else None)


def _value(value: int) -> int | None:
    return None if value == MISSING else value


def document(found: Sequence[Drift]) -> dict[str, Any]:
    """The whole JSON (docs/drift.md)."""
    return {"schema": SCHEMA, "sessions": [one.row() for one in found]}
