"""Batches for the benchmark: random plays as sessions, without any text to read."""

from __future__ import annotations

import numpy as np

from audit.batch import MISSING, Batch, Exchanges, Payments, Written
from audit.facts import NOBODY, Observed
from audit.house_rules import RulesNamed
from audit.model import Deal, Header, Place
from audit.ruleset import Ruleset
from audit.sessions import session_of

SESSION = 25
"""Deals in a session: a long evening."""


def as_batch(observed: Observed, r: Ruleset) -> Batch:
    """The plays as sessions of `SESSION` deals of which nothing but the play was recorded."""
    n = observed.card.shape[2]
    place = Place("bench", 1)
    players = tuple("ABCDE"[: r.players])
    header = Header(club="Bench", session="bench", rules=r.id, place=place)
    deals = [Deal(header=header, number=k + 1, place=place, players=players) for k in range(SESSION)]
    session = np.arange(n) // SESSION
    number = np.arange(n) % SESSION + 1
    sessions = [session_of(deals, [False] * SESSION, RulesNamed(r)) for _ in range(int(session[-1]) + 1)]
    dealer = np.zeros(n, np.int8)
    step = 1 if r.next_dealer == "right" else -1
    dealer[:] = ((number - 1) * step) % r.players
    leader = (observed.leader + dealer + r.first_seat) % r.players
    return Batch(
        ruleset=r,
        sessions=sessions,
        deals=[deals[k] for k in (number - 1).tolist()],
        lineups=[players],
        lineup=np.zeros(n, np.int32),
        session=session,
        number=number,
        previous=np.where(number > 1, np.arange(n) - 1, NOBODY),
        preceded=number > 1,
        conflict=np.zeros(n, np.bool_),
        card=observed.card,
        leader=leader.astype(np.int8),
        dealer=dealer,
        previous_dealer=np.where(number > 1, (dealer - step) % r.players, NOBODY).astype(np.int8),
        declared={what: np.full(n, NOBODY, np.int8) for what in observed.declared},
        hand=np.zeros((r.players, n), np.uint64),
        hand_size=np.full((r.players, n), NOBODY, np.int16),
        hand_known=np.zeros((r.players, n), np.bool_),
        stock=np.full((r.hand["stock"], n), NOBODY, np.int16),
        exchanges=Exchanges(
            np.zeros((r.players, n), np.bool_),
            np.full((r.players, n), NOBODY, np.int16),
            np.full((r.players, n), NOBODY, np.int16),
        ),
        written=_nothing_written(r, n),
    )


def _nothing_written(r: Ruleset, n: int) -> Written:
    def blank() -> np.ndarray:
        return np.full((r.players, n), MISSING, np.int64)

    def none() -> np.ndarray:
        return np.full(n, MISSING, np.int64)

    empty = np.empty(0, np.int64)
    payments = Payments(empty, empty, empty.astype(np.int8), empty.astype(np.int8), empty)
    return Written(
        points=blank(),
        tricks=blank(),
        net=blank(),
        balance=blank(),
        trick_winner=np.full((r.tricks, n), NOBODY, np.int8),
        winner=np.full(n, NOBODY, np.int8),
        fondo_start=none(),
        fondo_end=none(),
        payments=payments,
    )
